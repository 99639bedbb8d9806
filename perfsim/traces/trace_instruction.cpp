#include "perfsim/traces/trace_instruction.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>

namespace tandem::perfsim {

namespace {

enum class AddressMode { list, stride, differences };

TraceRegisters read_registers(TraceLines& lines, const char* which) {
    TraceRegisters registers;
    registers.count =
        static_cast<int>(lines.number(fmt::format("the number of {} registers", which), 0, registers.numbers.size()));
    for (int i = 0; i < registers.count; ++i) {
        const std::string_view found = lines.word();
        unsigned number = 0;
        const auto [end, error] = std::from_chars(found.data() + found.starts_with('R'), found.data() + found.size(), number);
        if (!found.starts_with('R') || error != std::errc{} || end != found.data() + found.size() ||
            number > TraceRegisters::zero)
            lines.fail(fmt::format("{} register {} of {}, R0 to R255,", which, i + 1, registers.count), found);
        registers.numbers[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(number);
    }
    return registers;
}

/// The address of a lane, some bytes from another's.
std::uint64_t moved(const TraceLines& lines, std::uint64_t address, std::int64_t by, int lane) {
    const std::uint64_t to = address + static_cast<std::uint64_t>(by);
    // Both ends are below 2^62, so a step that leaves that range wraps around or goes beyond.
    if (to > most_trace_address || (by < 0 && to > address) || (by > 0 && to < address))
        lines.complain(fmt::format("the address of lane {} is {} from {:#x}, which is below 0 or beyond {:#x}", lane, by, address,
                                   most_trace_address));
    return to;
}

void read_addresses(TraceLines& lines, TraceInstruction& instruction) {
    const std::uint64_t mode =
        lines.number("the mode of the addresses: 0 (each), 1 (base and stride) or 2 (base and differences)", 0, 2);
    const auto address = [&](const std::string& what) { return lines.hexadecimal(what, most_trace_address); };
    const auto each_lane = [&](const auto& f) {
        for (std::uint32_t left = instruction.mask; left != 0; left &= left - 1) {
            const int lane = std::countr_zero(left);
            instruction.addresses[static_cast<std::size_t>(lane)] = f(lane);
        }
    };
    switch (static_cast<AddressMode>(mode)) {
        case AddressMode::list: return each_lane([&](int lane) { return address(fmt::format("the address of lane {}", lane)); });
        case AddressMode::stride: {
            const std::uint64_t base = address("the base address");
            const std::int64_t stride = lines.signed_number("the stride");
            if (instruction.mask == 0) return;  // the addresses do not matter
            const int first = std::countr_zero(instruction.mask), count = std::popcount(instruction.mask);
            // The tracer uses this mode for adjacent lanes only. Otherwise it would be unclear whether a stride counts lanes or
            // participating lanes.
            if (instruction.mask >> first != (count == trace_lanes ? ~std::uint32_t(0) : (std::uint32_t(1) << count) - 1))
                lines.complain(fmt::format("a base and a stride stand with the mask {:08x}: lanes without a gap are accepted",
                                           instruction.mask));
            std::uint64_t at = base;
            return each_lane([&](int lane) { return at = lane == first ? base : moved(lines, at, stride, lane); });
        }
        case AddressMode::differences: {
            const std::uint64_t base = address("the base address");
            std::uint64_t at = base;
            bool first = true;
            return each_lane([&](int lane) {
                if (!std::exchange(first, false))
                    at =
                        moved(lines, at,
                              lines.signed_number(fmt::format("the difference of lane {}'s address to that before", lane)), lane);
                return at;
            });
        }
    }
}

/// What a line of older tracers repeats must agree with what the file says of the warp.
void read_warp(TraceLines& lines, const TraceWarp& of) {
    const char* const what[] = {"the thread block's x", "the thread block's y", "the thread block's z", "the warp"};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint32_t expected = i < 3 ? of.block[i] : of.warp;
        lines.number(what[i] + std::string(", which the lines before say"), expected, expected);
    }
}

}  // namespace

void read_instruction(TraceLines& lines, const TraceLineForm& form, const TraceWarp& of, TraceInstruction& instruction) {
    if (form.names_warp) read_warp(lines, of);
    if (form.names_line) lines.number("the source line's number", 0, ~std::uint32_t(0));
    lines.hexadecimal("the PC", ~std::uint64_t(0));
    instruction.mask = static_cast<std::uint32_t>(lines.hexadecimal("the mask of lanes", ~std::uint32_t(0)));
    instruction.destinations = read_registers(lines, "destination");
    const std::string opcode(lines.word());
    if (opcode.empty()) lines.fail("an opcode", "");
    instruction.sources = read_registers(lines, "source");
    const bool has_addresses = lines.number("the width of the memory access, 0 if there is none", 0, 1 << 16) != 0;
    instruction.opcode = trace_opcode(opcode, has_addresses);
    instruction.immediate.reset();
    // Bulk copy units have their own address lists, which are ignored.
    if (instruction.opcode.kind == TraceKind::bulk) return;
    const bool accesses = instruction.opcode.kind == TraceKind::load || instruction.opcode.kind == TraceKind::store ||
                          instruction.opcode.kind == TraceKind::atomic;
    if (accesses && !has_addresses) lines.complain("'" + opcode + "' accesses memory, and the width of its access is 0");
    if (accesses && instruction.opcode.width == 0)
        lines.complain("'" + opcode + "' has a width that is not known: 8, 16, 32, 64, 128 and 256 bits are accepted");
    if (has_addresses) read_addresses(lines, instruction);
    // Newer tracers end the line with the instruction's constant.
    if (!lines.ended()) instruction.immediate = lines.signed_number("the immediate");
    lines.end_of_line("the immediate");
}

}  // namespace tandem::perfsim
