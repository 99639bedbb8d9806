// The loads and atomics of a warp whose words have not come, and the results of its other instructions: what an instruction of the trace must wait for.
//
// A trace names registers, so it is known which instruction uses what was loaded: it waits for those loads and for no others, as with a scoreboard. Asynchronous copies to shared memory
// are awaited by groups (DEPBAR).
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

    /// A load that is about to be begun for the instruction.
    Pending& begin(const TraceInstruction& instruction);
    /// One that the instruction must wait for, or null.
    Pending* awaited_by(const TraceInstruction& instruction);
    /// One that is under way, or null.
    Pending* any();
    static void finished(Pending& pending) { pending.used = false; }
    /// The copies begun since the last time are a group.
    void end_group() { ++groups_; }

private:
    std::deque<Pending> all_;  // which stay where they are, and are used again
    std::uint64_t groups_ = 0;
};

/// When the results of the instructions without memory are there, by register.
class ResultsOfTrace {
public:
    /// The cycle in which the last register is there that the instruction reads or writes.
    Cycle needed_by(const TraceInstruction& instruction) const;
    /// What the instruction computes is there in that cycle.
    void come(const TraceInstruction& instruction, Cycle when);

private:
    std::array<Cycle, 256> there_{};
};

}  // namespace tandem::perfsim
