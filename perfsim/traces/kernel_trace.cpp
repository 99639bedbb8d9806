#include "perfsim/traces/kernel_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "perfsim/workload.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint64_t most_words = ~std::uint32_t(0);

/// "(x,y,z)", each from 1 on.
std::array<std::uint32_t, 3> dimensions(TraceLines& lines, const char* what) {
    std::string text(lines.rest());
    const auto number_in = [&](std::size_t& at, char before) {
        std::uint64_t value = 0;
        if (at >= text.size() || text[at] != before) lines.fail(fmt::format("{} as (x,y,z)", what), text);
        const std::size_t digits = ++at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9' && value <= most_words)
            value = 10 * value + static_cast<std::uint64_t>(text[at++] - '0');
        if (at == digits || value == 0 || value > most_words)
            lines.fail(fmt::format("{} as (x,y,z), each a whole number from 1 to {},", what, most_words), text);
        return static_cast<std::uint32_t>(value);
    };
    std::size_t at = 0;
    std::array<std::uint32_t, 3> all{number_in(at, '('), number_in(at, ','), number_in(at, ',')};
    if (text.substr(at) != ")") lines.fail(fmt::format("{} as (x,y,z)", what), text);
    return all;
}

std::uint64_t product(const std::array<std::uint32_t, 3>& of, std::uint64_t most) {
    std::uint64_t all = 1;
    for (const std::uint32_t factor : of) all = all > most ? all : all * factor;
    return all;
}

/// "x,y,z" after an equals sign, each below the grid's.
std::array<std::uint32_t, 3> place_in(TraceLines& lines, const std::array<std::uint32_t, 3>& grid) {
    std::string text(lines.rest());
    std::array<std::uint32_t, 3> place{};
    std::size_t at = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t end = i < 2 ? text.find(',', at) : text.size();
        std::uint64_t value = 0;
        bool number = end != std::string::npos && end > at;
        for (; number && at < end; ++at) {
            number = text[at] >= '0' && text[at] <= '9' && value <= most_words;
            value = 10 * value + static_cast<std::uint64_t>(text[at] - '0');
        }
        if (!number || value >= grid[i])
            lines.fail(fmt::format("a thread block x,y,z of the grid of {},{},{}", grid[0], grid[1], grid[2]), text);
        place[i] = static_cast<std::uint32_t>(value);
        ++at;
    }
    return place;
}

}  // namespace

KernelTrace::KernelTrace(const std::string& path, TraceCounts& counts, TraceMap& map) : file_(std::make_shared<TraceFile>(path)) {
    TraceLines lines(file_, 0, 1, std::size_t(1) << 20);
    read_header(lines);
    ++counts.kernels;
    do {
        if (!lines.take("#BEGIN_TB")) lines.fail("'#BEGIN_TB'", lines.rest());
        lines.end_of_line("#BEGIN_TB");
        read_block(lines, counts, map);
    } while (lines.next());
    if (blocks_.size() > std::size_t(INT32_MAX))
        lines.complain(fmt::format("a kernel of {} thread blocks: {} are accepted", blocks_.size(), INT32_MAX));
    std::sort(blocks_.begin(), blocks_.end(), [](const Block& a, const Block& b) { return a.number < b.number; });
    const auto same =
        std::adjacent_find(blocks_.begin(), blocks_.end(), [](const Block& a, const Block& b) { return a.number == b.number; });
    if (same != blocks_.end())
        throw WorkloadError(
            fmt::format("{}: the thread block {},{},{} is there twice", path, same->place[0], same->place[1], same->place[2]));
}

void KernelTrace::read_header(TraceLines& lines) {
    std::uint64_t version = 0;
    bool any = false;
    const auto value = [&](const char* key) {
        if (!lines.take(key)) return false;
        if (!lines.take("=")) lines.fail(fmt::format("'=' after '{}'", key), lines.rest());
        return true;
    };
    for (;;) {
        lines.next(any ? "'#BEGIN_TB'" : "'-kernel name = NAME'");
        if (lines.rest().starts_with("#BEGIN_TB")) break;
        if (lines.rest().starts_with("#")) continue;  // describes the format of the lines, or is of whoever has made the file
        if (!lines.rest().starts_with("-")) {
            const std::string_view xz("\xfd" "7zXZ");
            if (!any && lines.rest().starts_with(xz))
                throw WorkloadError(fmt::format("{}: the file is compressed: one that 'xz --decompress' has unpacked is accepted",
                                                file_->path()));
            lines.fail(any ? "a line of the header, which begins with '-', or '#BEGIN_TB'"
                           : "a header, which begins with '-kernel name = NAME',",
                       lines.rest());
        }
        any = true;
        if (value("-grid dim")) {
            header_.grid = dimensions(lines, "the grid");
        } else if (value("-block dim")) {
            header_.block = dimensions(lines, "the thread block");
            header_.block_line = lines.line();
        } else if (value("-accelsim tracer version")) {
            version = lines.number("the tracer's version", 0, 1000);
        } else if (value("-enable lineinfo")) {
            header_.form.names_line = lines.number("whether lines have a source line's number", 0, 1) == 1;
        } else if (value("-shmem base_addr")) {
            header_.spaces.shared_base = lines.hexadecimal("the base of shared memory", most_trace_address);
        } else if (value("-nregs")) {
            header_.registers = static_cast<int>(lines.number("the registers of a thread", 0, 1 << 20));
        } else if (value("-shmem")) {
            header_.shared_bytes = static_cast<int>(lines.number("the bytes of a thread block's shared memory", 0, 1 << 30));
        } else if (value("-local mem base_addr")) {
            header_.spaces.local_base = lines.hexadecimal("the base of local memory", most_trace_address);
        }
    }
    if (header_.grid[0] == 0) lines.fail("'-grid dim = (x,y,z)' in the header", lines.rest());
    if (header_.block[0] == 0) lines.fail("'-block dim = (x,y,z)' in the header", lines.rest());
    header_.form.names_warp = version < 3;
    constexpr std::uint64_t most_threads = 1 << 20;  // of a thread block: more than GPUs have
    const std::uint64_t threads = product(header_.block, most_threads);
    if (threads > most_threads)
        lines.complain_at(header_.block_line, fmt::format("a thread block of more than {} threads", most_threads));
    header_.warps_per_block = static_cast<int>((threads + trace_lanes - 1) / trace_lanes);
    // Gives each thread's local memory its own addresses.
    const std::uint64_t blocks = product(header_.grid, most_words),
                        warps = blocks > most_words ? blocks : blocks * static_cast<std::uint64_t>(header_.warps_per_block);
    if (warps > most_words) lines.complain(fmt::format("a grid of more than {} warps", most_words));
    header_.spaces.warps = warps;
    header_.thread_blocks = blocks;
}

void KernelTrace::read_block(TraceLines& lines, TraceCounts& counts, TraceMap& map) {
    lines.next("'thread block = x,y,z'");
    if (!lines.take("thread block") || !lines.take("=")) lines.fail("'thread block = x,y,z'", lines.rest());
    Block block;
    block.place = place_in(lines, header_.grid);
    block.number = (std::uint64_t(block.place[2]) * header_.grid[1] + block.place[1]) * header_.grid[0] + block.place[0];
    block.first_warp = warps_.size();
    for (;;) {
        if (!lines.next()) {
            // Some tracers leave out the last one. All warps before have their instructions, or reading these had failed.
            ended_ = false;
            if (warps_.size() == block.first_warp) lines.fail_at_end("'warp = N' or '#END_TB'");
            break;
        }
        if (lines.take("#END_TB")) break;
        if (lines.take("cluster")) continue;  // says which thread blocks are near each other: not used for SMs
        if (!lines.take("warp") || !lines.take("=")) lines.fail("'warp = N' or '#END_TB'", lines.rest());
        read_warp(lines, block, counts, map);
    }
    if (ended_) lines.end_of_line("#END_TB");
    block.warps = warps_.size() - block.first_warp;
    ++counts.blocks;
    blocks_.push_back(block);
}

void KernelTrace::read_warp(TraceLines& lines, Block& block, TraceCounts& counts, TraceMap& map) {
    const auto number =
        static_cast<std::uint32_t>(lines.number("the warp", 0, static_cast<std::uint64_t>(header_.warps_per_block) - 1));
    lines.end_of_line("the warp");
    for (std::size_t i = block.first_warp; i < warps_.size(); ++i)
        if (warps_[i].number == number) lines.complain(fmt::format("warp {} is there twice in its thread block", number));
    const std::string count_line = fmt::format("'insts = N' of warp {}", number);
    lines.next(count_line);
    if (!lines.take("insts") || !lines.take("=")) lines.fail(count_line, lines.rest());
    warps_.push_back({number, lines.offset(), lines.line()});
    const std::uint64_t count = lines.number("the number of instructions", 0, ~std::uint64_t(0));
    lines.end_of_line("the number of instructions");
    const std::uint64_t warp_in_grid = block.number * static_cast<std::uint64_t>(header_.warps_per_block) + number;
    TraceInstruction instruction;
    std::uint64_t barriers = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!lines.next()) lines.fail_at_end(fmt::format("instruction {} of {}", i + 1, count));
        if (lines.rest().starts_with('#') || lines.rest().starts_with("warp"))
            lines.fail(fmt::format("instruction {} of {}", i + 1, count), lines.rest());
        read_instruction(lines, header_.form, {block.place, number}, instruction);
        const TraceKind kind = instruction.opcode.kind;
        int lanes = 0;
        if (kind == TraceKind::load || kind == TraceKind::store || kind == TraceKind::atomic)
            lanes = each_traced_word(instruction, header_.spaces, warp_in_grid, [&](std::uint64_t word) {
                if (!map.touch(word))
                    lines.complain(
                        fmt::format("the trace touches more than {} pages of {} KB, which is more than the simulated device's "
                                    "memory of 4 GiB has",
                                    TraceMap::most_pages, TraceMap::page_bytes >> 10));
            });
        counts.count(kind, instruction.mask != 0, lanes, instruction.opcode.width);
        barriers += kind == TraceKind::barrier && instruction.mask != 0;
    }
    block.most_barriers = std::max(block.most_barriers, barriers);
    ++counts.warps;
}

const KernelTrace::Warp* KernelTrace::warp(const Block& block, std::uint32_t number) const {
    for (std::size_t i = block.first_warp; i < block.first_warp + block.warps; ++i)
        if (warps_[i].number == number) return &warps_[i];
    return nullptr;
}

WarpTrace::WarpTrace(const KernelTrace& kernel, const KernelTrace::Block& block, const KernelTrace::Warp& warp)
    : form_(kernel.header().form), of_{block.place, warp.number}, lines_(kernel.file(), warp.offset, warp.line, 4096) {
    const std::string expected = "'insts = N', as when the file was judged,";
    lines_.next(expected);
    if (!lines_.take("insts") || !lines_.take("=")) lines_.fail(expected, lines_.rest());
    left_ = lines_.number("the number of instructions", 0, ~std::uint64_t(0));
}

bool WarpTrace::next(TraceInstruction& instruction) {
    if (left_ == 0) return false;
    --left_;
    lines_.next("an instruction");
    read_instruction(lines_, form_, of_, instruction);
    return true;
}

}  // namespace tandem::perfsim
