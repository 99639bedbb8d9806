// A GPU with private caches and no coherence: the machine on which programs with shared data go wrong (G-TSC paper, VI-B:
// "Baseline W/L1").
#pragma once

#include "protocols/baseline/system.hpp"
#include "protocols/incoherent/l1.hpp"

namespace tandem::incoherent {

BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t, load_hit, load_miss, load_merged, write_sent, copy_evicted, filled,
                              completed, l1_evicted, fence_passes, stalled_warp_busy, stalled_same_block, stalled_fence,
                              read_done, write_done, atomic_done, dram_read, request_queued, dram_filled, l2_evicted,
                              nothing_to_do)

/// Whether a system of this shape must show an outcome in some run.
inline bool expected(Outcome outcome, const Config& config) {
    if (outcome == Outcome::copy_evicted) return config.stores == Stores::write_evict;
    return baseline::expected<Outcome>(outcome, config);
}

template <class D>
struct Incoherent : SmsAndBanks<D, incoherent::Config> {
    using Outcome = incoherent::Outcome;
    using Nodes = std::tuple<L1<D, Outcome>, L2<D, Outcome>>;
    static constexpr bool clears_unused = true;  // its handlers leave no value in what nobody reads
};

}  // namespace tandem::incoherent

namespace tandem {
extern template class model::TextNetwork<incoherent::Incoherent<model::Concrete>>;  // protocol.cpp
}
