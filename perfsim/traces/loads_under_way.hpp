// A warp's loads and atomics whose words have not arrived, and the results of its other instructions: what an instruction of the
// trace must wait for.
//
// A trace names registers, so it shows which instruction uses which load. The instruction waits for those loads only, as with a
// scoreboard. Asynchronous copies to shared memory are awaited by groups (DEPBAR).
#pragma once

#include <array>
#include <deque>

#include "perfsim/kernel.hpp"
#include "perfsim/traces/trace_instruction.hpp"

namespace tandem::perfsim {

class LoadsUnderWayOfTrace {
public:
    struct Pending {
        Load load;
        bool used = false;
        int first = 0, count = 0;  // the registers that it fills
        bool copy = false;         // to shared memory
        std::uint64_t group = 0;   // of copies
    };

    /// A load that is about to begin for the instruction.
    Pending& begin(const TraceInstruction& instruction);
    /// One that the instruction must wait for, or null.
    Pending* awaited_by(const TraceInstruction& instruction);
    /// One that is under way, or null.
    Pending* any();
    static void finished(Pending& pending) { pending.used = false; }
    /// The copies begun since the last call are a group.
    void end_group() { ++groups_; }

private:
    std::deque<Pending> all_;  // they stay at their addresses, and are reused
    std::uint64_t groups_ = 0;
};

/// When the results of instructions without memory are available, by register.
class ResultsOfTrace {
public:
    /// The cycle in which the last register that the instruction reads or writes is available.
    Cycle needed_by(const TraceInstruction& instruction) const;
    /// The instruction's results are available in that cycle.
    void come(const TraceInstruction& instruction, Cycle when);

private:
    std::array<Cycle, 256> there_{};
};

}  // namespace tandem::perfsim
