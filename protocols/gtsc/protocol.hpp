// G-TSC as a protocol: its nodes and the channels between them.
#pragma once

#include "model/system.hpp"
#include "protocols/gtsc/l1.hpp"
#include "protocols/gtsc/l2.hpp"

namespace tandem::gtsc {

template <class D>
struct Gtsc {
    using Domain = D;
    using Config = gtsc::Config;
    using Message = gtsc::Message<D>;
    using Outcome = gtsc::Outcome;
    using NodeKind = gtsc::NodeKind;
    using Nodes = std::tuple<L1<D>, L2<D>>;
    static constexpr bool clears_unused = true;  // its handlers leave no value in what nobody reads

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::l1 ? config.shape[Sort::core] : config.banks;
    }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::l1 ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        if (kind == NodeKind::l1) return "SM" + std::to_string(index);
        return index == 0 ? "L2" : "L2 bank " + std::to_string(index);
    }
    /// An instruction of several lanes sends its requests in the order of the blocks, so blocks cannot be renamed then. A renamed
    /// block belongs to the same bank.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        if (config.lanes > 1) return p.address == model::Permutation::identity;
        for (std::size_t a = 0; a < p.address.size(); ++a)
            if (config.home(Address<D>(static_cast<int>(a))) != config.home(Address<D>(p.address[a]))) return false;
        return true;
    }
    /// Memory may hold anything initially.
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        std::vector<model::ChannelKind<NodeKind>> all = {{NodeKind::l1, NodeKind::l2, config.ordered, config.capacity},
                                                         {NodeKind::l2, NodeKind::l1, config.ordered, config.capacity}};
        if (config.banks > 1) all.push_back({NodeKind::l2, NodeKind::l2, config.ordered, config.capacity});
        return all;
    }
    /// With epochs all messages between banks go to or come from the first.
    static bool connected(NodeKind from, int sender, NodeKind to, int receiver, const Config& config) {
        return from != NodeKind::l2 || to != NodeKind::l2 || sender == 0 || receiver == 0 || !config.banks_agree();
    }
};

}  // namespace tandem::gtsc

namespace tandem {
extern template class model::TextNetwork<gtsc::Gtsc<model::Concrete>>;                   // protocol.cpp
extern template class model::TextNetwork<gtsc::Gtsc<model::InWords<model::Concrete>>>;  // protocol_in_words.cpp
}
