// FLASH's cache coherence protocol: processors, and the home of one block.
#pragma once

#include "flash/home.hpp"
#include "flash/processor.hpp"

namespace flash {

template <class D>
struct Flash {
    using Domain = D;
    using Config = flash::Config;
    using Message = flash::Message<D>;
    using NodeKind = flash::NodeKind;
    using Outcome = flash::Outcome;
    using Nodes = std::tuple<Processor<D>, Home<D>>;

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::processor ? config.shape[Sort::core] : 1;
    }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::processor ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        return kind == NodeKind::processor ? "processor " + std::to_string(index) : "home";
    }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }

    /// Each kind of message has its own way, with room for one; but a Replace is before the request that may follow it.
    enum Network : int { requests, replies, forward_results, write_backs, acknowledgements, invalidations };
    static int network(const Message& m) {
        using enum MessageKind;
        switch (model::enumerator(m.kind)) {
            case Get:
            case GetX:
            case Replace:
            case FwdGet:
            case FwdGetX:
                return requests;
            case Put:
            case PutX:
            case Nak:
                return replies;
            case ShWb:
            case FAck:
            case Nakc:
                return forward_results;
            case Wb:
                return write_backs;
            case InvAck:
                return acknowledgements;
            case Inv:
                return invalidations;
        }
        return requests;
    }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) {
        using enum flash::NodeKind;
        std::vector<model::ChannelKind<NodeKind>> all;
        for (const int number : {requests, replies, forward_results, write_backs, acknowledgements})
            all.push_back({.from = processor, .to = home, .network = number});
        for (const int number : {requests, replies, invalidations})
            all.push_back({.from = home, .to = processor, .network = number});
        all.push_back({.from = processor, .to = processor, .network = replies});
        return all;
    }
};

}  // namespace flash
