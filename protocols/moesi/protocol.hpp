// The MOESI directory protocol: a cache for each cluster, a directory in front of memory, and virtual networks.
#pragma once

#include "model/system.hpp"
#include "protocols/moesi/directory.hpp"
#include "protocols/moesi/l1.hpp"
#include "protocols/moesi/queueing_directory.hpp"

namespace tandem::moesi {

template <class D>
struct Moesi {
    using Domain = D;
    using Config = moesi::Config;
    using Message = moesi::Message<D>;
    using NodeKind = moesi::NodeKind;
    using Outcome = moesi::Outcome;
    using Nodes = std::tuple<L1<D>, Directory<D>>;

    static int population(NodeKind kind, const Config& config) { return kind == NodeKind::l1 ? config.shape[Sort::core] : 1; }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::l1 ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        return kind == NodeKind::l1 ? "cluster" + std::to_string(index) : "directory";
    }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }

    /// The role of a message. The handler of each role sends only later ones, and the last role is always accepted: on four
    /// networks nothing deadlocks.
    enum Part { request, forward, response, last_word };
    static Part part(MessageKind kind) {
        using enum MessageKind;
        switch (kind) {
            case GETS: case GETX: case PUTS: case PUTO: case PUTX: return request;
            case FWD_GETS: case FWD_GETX: case INV: case WB_ACK: case WB_NACK: return forward;
            case DATA: case DATA_EXCLUSIVE: case ACK: return response;
            case UNBLOCK: case UNBLOCK_EXCLUSIVE: case WRITEBACK_DATA: case WRITEBACK_CLEAN_ACK: return last_word;
        }
        return request;
    }
    static int network(MessageKind kind, Networks networks) {
        const Part is = part(kind);
        switch (networks) {
            case Networks::four: break;
            case Networks::forwards_with_responses: return is == response ? forward : is;
            case Networks::last_words_with_requests: return is == last_word ? request : is;
            case Networks::write_backs_with_requests:
                if (is == last_word)
                    return kind == MessageKind::WRITEBACK_DATA || kind == MessageKind::WRITEBACK_CLEAN_ACK ? request : response;
                break;
            case Networks::one: return 0;
        }
        return is;
    }
    static int network(const Message& m, const Config& config) { return network(model::enumerator(m.kind), config.networks); }

    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        std::vector<model::ChannelKind<NodeKind>> all;
        const auto add = [&](NodeKind from, NodeKind to, MessageKind kind) {
            const int number = network(kind, config.networks);
            for (const auto& c : all)
                if (c.from == from && c.to == to && c.network == number) return;
            all.push_back({from, to, true, config.capacity, number});
        };
        add(NodeKind::l1, NodeKind::directory, MessageKind::GETS);
        add(NodeKind::directory, NodeKind::l1, MessageKind::FWD_GETS);
        add(NodeKind::directory, NodeKind::l1, MessageKind::DATA);
        add(NodeKind::l1, NodeKind::l1, MessageKind::DATA);
        add(NodeKind::l1, NodeKind::directory, MessageKind::UNBLOCK);
        add(NodeKind::l1, NodeKind::directory, MessageKind::WRITEBACK_DATA);
        return all;
    }
};

/// The same with the directory of hardware, which may have banks.
template <class D>
struct QueueingMoesi : Moesi<D> {
    using Nodes = std::tuple<L1<D>, QueueingDirectory<D>>;

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::l1 ? config.shape[Sort::core] : config.banks;
    }
    static std::string node_name(NodeKind kind, int index) {
        return kind == NodeKind::directory && index > 0 ? "bank" + std::to_string(index) : Moesi<D>::node_name(kind, index);
    }
    /// A block belongs to a bank.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        for (std::size_t a = 0; a < p.address.size(); ++a)
            if (config.home(Address<D>(static_cast<int>(a))) != config.home(Address<D>(p.address[a]))) return false;
        return true;
    }
};

}  // namespace tandem::moesi

namespace tandem {
extern template class model::TextNetwork<moesi::Moesi<model::Concrete>>;  // protocol.cpp
extern template class model::TextNetwork<moesi::QueueingMoesi<model::Concrete>>;
}
