#include "perfsim/traces/loads_under_way.hpp"

#include <algorithm>

namespace tandem::perfsim {

namespace {

using Pending = LoadsUnderWayOfTrace::Pending;

bool accesses(const TraceOpcode& opcode) {
    return opcode.kind == TraceKind::load || opcode.kind == TraceKind::store || opcode.kind == TraceKind::atomic;
}

/// The registers for one lane's part of the data.
int registers_of_data(const TraceOpcode& opcode) {
    if (accesses(opcode) || opcode.kind == TraceKind::shared) return std::max(1, opcode.width / 4);
    return opcode.of_doubles ? 2 : 1;
}

/// A trace names only the first of several registers. For a memory access they are the address, of 64 bits except in local and
/// shared memory, and then data.
int registers_of_source(const TraceOpcode& opcode, int which) {
    if (!accesses(opcode) && opcode.kind != TraceKind::shared) return registers_of_data(opcode);
    if (which > 0) return registers_of_data(opcode);
    return opcode.kind == TraceKind::shared || opcode.space == TraceSpace::local ? 1 : 2;
}

bool meets(const Pending& pending, int first, int count) {
    return first != TraceRegisters::zero && pending.count > 0 && first < pending.first + pending.count &&
           pending.first < first + count;
}

/// Whether f(first, count) is true for some registers that the instruction reads or writes. Written registers count: a late
/// result must not overwrite a newer one.
template <class F>
bool any_register(const TraceInstruction& instruction, F&& f) {
    for (int i = 0; i < instruction.sources.count; ++i)
        if (f(instruction.sources.numbers[static_cast<std::size_t>(i)], registers_of_source(instruction.opcode, i))) return true;
    return std::any_of(instruction.destinations.begin(), instruction.destinations.end(),
                       [&](int r) { return f(r, registers_of_data(instruction.opcode)); });
}

bool uses(const TraceInstruction& instruction, const Pending& pending) {
    return any_register(instruction, [&](int first, int count) { return meets(pending, first, count); });
}

}  // namespace

Pending& LoadsUnderWayOfTrace::begin(const TraceInstruction& instruction) {
    // A load whose words have arrived is over, even if nobody waited for it.
    const auto over = std::find_if(all_.begin(), all_.end(), [](const Pending& p) { return !p.used || p.load.missing == 0; });
    Pending& pending = over == all_.end() ? all_.emplace_back() : *over;
    pending.used = true;
    pending.copy = instruction.opcode.copies_to_shared;
    pending.group = groups_;
    const bool fills =
        instruction.destinations.count > 0 && instruction.destinations.numbers[0] != TraceRegisters::zero && !pending.copy;
    pending.first = instruction.destinations.numbers[0];
    pending.count = fills ? registers_of_data(instruction.opcode) : 0;
    return pending;
}

Pending* LoadsUnderWayOfTrace::awaited_by(const TraceInstruction& instruction) {
    // A group is over when no more than so many younger ones are under way.
    const bool groups = instruction.opcode.awaits_copies;
    const auto may_remain = static_cast<std::uint64_t>(std::max<std::int64_t>(0, instruction.immediate.value_or(0)));
    for (Pending& pending : all_) {
        if (!pending.used) continue;
        if (groups && pending.copy && pending.group < groups_ && groups_ - pending.group > may_remain) return &pending;
        if (uses(instruction, pending)) return &pending;
    }
    return nullptr;
}

Pending* LoadsUnderWayOfTrace::any() {
    const auto found = std::find_if(all_.begin(), all_.end(), [](const Pending& p) { return p.used; });
    return found == all_.end() ? nullptr : &*found;
}

Cycle ResultsOfTrace::needed_by(const TraceInstruction& instruction) const {
    Cycle needed = 0;
    any_register(instruction, [&](int first, int count) {
        for (int r = first; r < std::min<int>(first + count, TraceRegisters::zero); ++r)
            needed = std::max(needed, there_[static_cast<std::size_t>(r)]);
        return false;
    });
    return needed;
}

void ResultsOfTrace::come(const TraceInstruction& instruction, Cycle when) {
    for (const int first : instruction.destinations)
        for (int r = first; r < std::min<int>(first + registers_of_data(instruction.opcode), TraceRegisters::zero); ++r)
            there_[static_cast<std::size_t>(r)] = when;
}

}  // namespace tandem::perfsim
