// Remote-scope promotion as a protocol of several components: compute units around an L2 each, and memory, where the system's
// scope is.
//
// "An HSA system is composed of one or more HSA components, defined as a GPU" (2.1). So the second component is a second GPU, not
// a host; the paper says nothing about a host's caches. The system's scope then differs from the component's by what the paper
// describes: a FIFO at each level.
#pragma once

#include "model/system.hpp"
#include "protocols/rsp/component_l2.hpp"
#include "protocols/rsp/cu.hpp"
#include "protocols/rsp/memory.hpp"

namespace tandem::rsp {

BOOST_DEFINE_FIXED_ENUM_CLASS(LevelKind, std::uint8_t, cu, l2, memory)

template <class D>
struct RspOfComponents {
    using Domain = D;
    using Config = rsp::Config;
    using Message = rsp::Message<D>;
    using NodeKind = rsp::LevelKind;
    using Outcome = rsp::Outcome;
    using Nodes = std::tuple<Cu<D>, ComponentL2<D>, Memory<D>>;

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::cu ? config.shape[Sort::core] : kind == NodeKind::l2 ? config.working() : 1;
    }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::cu ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        return kind == NodeKind::cu   ? "CU" + std::to_string(index)
               : kind == NodeKind::l2 ? "GPU" + std::to_string(index) + "'s L2"
                                      : "memory";
    }
    /// A compute unit belongs to a component, and components cannot be renamed.
    static bool symmetric(const model::Permutation& p, const Config&) {
        return p.core == model::Permutation::identity && !p.renames_threads();
    }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }
    /// Answers to commands use a separate network, as in protocol.hpp.
    static int network(const Message& m) {
        return m.kind == MessageKind::FlushDone || m.kind == MessageKind::Invalidated ? 1 : 0;
    }
    static bool connected(NodeKind from, int i, NodeKind to, int j, const Config& config) {
        if (from == NodeKind::cu) return config.component_of(Core<D>(i)) == j;
        return to != NodeKind::cu || config.component_of(Core<D>(j)) == i;
    }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        using enum LevelKind;
        // A compute unit may owe two answers, one to L2 and one through L2 to memory. With room for only one of them a deadlock
        // is possible. L2 does not take the first because the channel back is full, and the command that the other would answer
        // fills it.
        const int answers = std::max(config.capacity, 2);
        return {{cu, l2, true, config.capacity},    {l2, cu, true, config.capacity},    {cu, l2, true, answers, 1},
                {l2, memory, true, config.capacity}, {memory, l2, true, config.capacity}, {l2, memory, true, config.capacity, 1}};
    }
};

}  // namespace tandem::rsp

namespace tandem {
extern template class model::TextNetwork<rsp::RspOfComponents<model::Concrete>>;  // components.cpp
}
