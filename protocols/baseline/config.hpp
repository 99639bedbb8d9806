// What the protocols without leases leave to the designer, and the shape of the system.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>

#include "model/all_names.hpp"
#include "model/shape.hpp"
#include "specs/operational/needs.hpp"

namespace tandem::baseline {

/// What a warp may have outstanding (G-TSC paper, II-B).
BOOST_DEFINE_FIXED_ENUM_CLASS(Consistency, std::uint8_t,
    sc,  // one access a warp
    rc)  // several, to different blocks; a fence waits for all of them

/// Requests that may wait for one block in L2: each warp has at most one.
inline constexpr int most_waiting = 4;

struct Config {
    Consistency consistency = Consistency::sc;
    int capacity = 1;      // messages that each channel holds
    int lanes = 1;         // blocks that one warp instruction may touch
    bool atomics = false;  // warps may issue atomics
    int banks = 1;         // of L2
    model::Shape shape;    // cores are SMs, threads are warps

    void for_programs(const specs::ProgramNeeds& needs) {
        lanes = needs.lanes;
        atomics = needs.atomics;
    }
    /// The bank of L2 that a block belongs to.
    template <class Address>
    int home(const Address& a) const {
        return model::dealt_to(a, banks);
    }
};

}  // namespace tandem::baseline
