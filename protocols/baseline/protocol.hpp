// BL: a GPU that is coherent because it has no private caches (G-TSC paper, VI-A).
#pragma once

#include "protocols/baseline/sm.hpp"
#include "protocols/baseline/system.hpp"

namespace tandem::baseline {

BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t,
    requested, completed, fence_passes, stalled_warp_busy, stalled_same_block, stalled_fence,
    read_done, write_done, atomic_done, dram_read, request_queued, dram_filled, l2_evicted, nothing_to_do)

template <class D>
struct Baseline : SmsAndBanks<D> {
    using Outcome = baseline::Outcome;
    using Nodes = std::tuple<Sm<D, Outcome>, L2<D, Outcome>>;
    static constexpr bool clears_unused = true;  // its handlers leave no value in what nobody reads
};

}  // namespace tandem::baseline

namespace tandem {
extern template class model::TextNetwork<baseline::Baseline<model::Concrete>>;  // protocol.cpp
}
