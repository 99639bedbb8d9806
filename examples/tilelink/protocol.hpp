// TL-C with three levels: the caches of cores, L2 in banks, and the memory side; and the channels between them.
#pragma once

#include "tilelink/dma.hpp"
#include "tilelink/l1.hpp"
#include "tilelink/l2.hpp"
#include "tilelink/memory.hpp"

namespace tilelink {

template <class D>
struct TileLink {
    using Domain = D;
    using Config = tilelink::Config;
    using Message = tilelink::Message<D>;
    using NodeKind = tilelink::NodeKind;
    using Outcome = tilelink::Outcome;
    using Nodes = std::tuple<L1<D, false>, L1<D, true>, Dma<D>, L2<D>, Memory<D>>;

    static int population(NodeKind kind, const Config& config) {
        switch (kind) {
            case NodeKind::l1: return config.caches();
            case NodeKind::reader: return config.readers;
            case NodeKind::dma: return config.dmas;
            case NodeKind::l2: return config.banks;
            case NodeKind::memory: break;
        }
        return 1;
    }
    static int core_of(NodeKind kind, int index, const Config& config) {
        switch (kind) {
            case NodeKind::l1: return index;
            case NodeKind::reader: return config.caches() + index;
            case NodeKind::dma: return config.caches() + config.readers + index;
            default: return -1;
        }
    }
    static std::string node_name(NodeKind kind, int index) {
        const char* names[] = {"L1", "reader", "DMA", "L2", "memory side"};
        const std::string name = names[static_cast<int>(kind)];
        if (kind == NodeKind::memory || (kind == NodeKind::l2 && index == 0)) return name;
        return name + (kind == NodeKind::l2 ? " bank " : " ") + std::to_string(index);
    }
    /// Cores of one kind are alike, and so are the blocks of a bank, unless an instruction names several in their order.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        const auto kind = [&](int core) { return (core >= config.caches()) + (core >= config.caches() + config.readers); };
        for (int core = 0; core < config.shape[Sort::core]; ++core)
            if (kind(core) != kind(p.core[static_cast<std::size_t>(core)])) return false;
        if (config.lanes > 1) return p.address == model::Permutation::identity;
        for (std::size_t block = 0; block < p.address.size(); ++block)
            if (config.home(Address<D>(static_cast<int>(block))) != config.home(Address<D>(p.address[block]))) return false;
        return true;
    }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }

    /// Five channels on each link. A receiver never makes a channel wait for one before it in the alphabet, so no two wait for
    /// each other (1.8.1, chapter 5).
    enum Channel { a, b, c, d, e };
    static std::string network_name(int channel) { return std::string("channel ") + "ABCDE"[channel]; }
    static std::string thread_name(int thread) { return "hart " + std::to_string(thread); }
    static int network(const Message& m) {
        using enum MessageKind;
        switch (model::enumerator(m.kind)) {
            case Acquire: case Get: case PutFullData: return a;
            case Probe: return b;
            case ProbeAck: case ProbeAckData: case Release: case ReleaseData: return c;
            case GrantAck: return e;
            default: return d;
        }
    }
    static bool requests_block(const Message& m) { return network(m) == a; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        std::vector<model::ChannelKind<NodeKind>> all;
        const bool ordered = config.channels == Channels::ordered;
        const auto link = [&](NodeKind client, NodeKind manager) {
            const bool cached = client != NodeKind::dma;
            for (const Channel up : {a, c, e})
                if (cached || up == a) all.push_back({client, manager, ordered, config.capacity, up});
            for (const Channel down : {b, d})
                if (cached || down == d) all.push_back({manager, client, ordered, config.capacity, down});
        };
        link(NodeKind::l1, NodeKind::l2);
        link(NodeKind::reader, NodeKind::l2);
        link(NodeKind::l2, NodeKind::memory);
        link(NodeKind::dma, NodeKind::memory);
        return all;
    }
};

}  // namespace tilelink
