// Temporal Coherence as a protocol: its nodes, and the permitted renamings.
#pragma once

#include "protocols/baseline/system.hpp"
#include "protocols/tc/l1.hpp"
#include "protocols/tc/l2.hpp"

namespace tandem::tc {

template <class D>
struct Tc : baseline::SmsAndBanks<D, Config, Message<D>> {
    using Plain = baseline::SmsAndBanks<D, Config, Message<D>>;
    using Outcome = tc::Outcome;
    using Nodes = std::tuple<L1<D>, L2<D>>;
    static constexpr bool clears_unused = true;  // its handlers leave no value in what nobody reads

    /// If a clock is behind, it is that of one SM.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        return Plain::symmetric(p, config) && (config.clocks == Clocks::synchronised || p.core == model::Permutation::identity);
    }
};

}  // namespace tandem::tc

namespace tandem {
extern template class model::TextNetwork<tc::Tc<model::Concrete>>;                   // protocol.cpp
extern template class model::TextNetwork<tc::Tc<model::InWords<model::Concrete>>>;  // protocol_in_words.cpp
}
