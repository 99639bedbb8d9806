// German's protocol: caches and a directory that hands out shared copies of a block, or one exclusive copy.
#pragma once

#include "german/cache.hpp"
#include "german/directory.hpp"

namespace german {

template <class D>
struct German {
    using Domain = D;
    using Config = german::Config;
    using Message = german::Message<D>;
    using NodeKind = german::NodeKind;
    using Outcome = german::Outcome;
    using Nodes = std::tuple<Cache<D>, Directory<D>>;

    static int population(NodeKind kind, const Config& config) { return kind == NodeKind::cache ? config.shape[Sort::core] : 1; }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::cache ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        return kind == NodeKind::cache ? "cache " + std::to_string(index) : "directory";
    }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }

    /// Between a cache and the directory: requests, answers to Inv, and back again Inv and grants. Each holds one message.
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) {
        return {{.from = NodeKind::cache, .to = NodeKind::directory, .network = 0},
                {.from = NodeKind::cache, .to = NodeKind::directory, .network = 1},
                {.from = NodeKind::directory, .to = NodeKind::cache, .network = 0}};
    }
    static int network(const Message& m) { return m.kind == MessageKind::InvAck || m.kind == MessageKind::WriteBack; }
};

}  // namespace german
