// Remote-scope promotion as a protocol: compute units around an L2, a component. components.hpp has several.
//
// Answers to L2's commands use a separate network: a request that waits at L2 must not hold up what it waits for.
#pragma once

#include "model/system.hpp"
#include "protocols/rsp/cu.hpp"
#include "protocols/rsp/l2.hpp"

namespace tandem::rsp {

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, cu, l2)

template <class D>
struct Rsp {
    using Domain = D;
    using Config = rsp::Config;
    using Message = rsp::Message<D>;
    using NodeKind = rsp::NodeKind;
    using Outcome = rsp::Outcome;
    using Nodes = std::tuple<Cu<D>, L2<D>>;
    static constexpr bool clears_unused = true;  // its handlers leave no value in what nobody reads

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::cu ? config.shape[Sort::core] : config.banks;
    }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::cu ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        if (kind == NodeKind::cu) return "CU" + std::to_string(index);
        return index == 0 ? "L2" : "L2 bank " + std::to_string(index);
    }
    /// An instruction of several lanes goes to its blocks in order, and a block belongs to a bank.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        return (config.lanes == 1 && config.banks == 1) || p.address == model::Permutation::identity;
    }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }
    static bool requests_block(const Message& m) {
        return m.kind == MessageKind::Read || m.kind == MessageKind::WriteThrough || m.kind == MessageKind::Access;
    }
    static int network(const Message& m) {
        return m.kind == MessageKind::FlushDone || m.kind == MessageKind::Invalidated ? 1 : 0;
    }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        return {{NodeKind::cu, NodeKind::l2, true, config.capacity}, {NodeKind::l2, NodeKind::cu, true, config.capacity},
                {NodeKind::cu, NodeKind::l2, true, config.capacity, 1}};
    }
};

}  // namespace tandem::rsp

namespace tandem {
extern template class model::TextNetwork<rsp::Rsp<model::Concrete>>;  // protocol.cpp
}
