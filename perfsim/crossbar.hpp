// A crossbar that moves the packets of one direction, flit by flit.
//
// Each input and each output moves one flit a cycle, or as many as the shape says. A packet holds both ends for as many cycles as
// it has flits: virtual cut-through, with its place at the receiver reserved first. A blocked packet holds up those behind it. So
// packets from one end to another keep their order, and full receivers exert back-pressure. Inputs are served round-robin: the
// first in one cycle was the second in the cycle before.
#pragma once

#include "perfsim/direction.hpp"

namespace tandem::perfsim {

class Crossbar {
public:
    /// `ends` outlives it.
    explicit Crossbar(Direction& ends) : ends_(ends) {}

    /// Starts what can start in this cycle.
    void step() {
        while (start_packets()) {}
    }

private:
    /// Returns whether more can start in this cycle.
    bool start_packets();
    /// Both ends, which move several flits a cycle, are held for so many more. Returns the cycle after the last.
    Cycle hold(Direction::Input& from, Direction::Output& to, int flits) const;
    /// The first free one of those inputs, in round-robin order, or -1.
    int choose(std::uint64_t inputs) const;

    Direction& ends_;
};

}  // namespace tandem::perfsim
