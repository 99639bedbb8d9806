// The MOESI directory protocol: a cache for each cluster, a directory in front of memory, and four virtual networks.
#pragma once

#include "model/system.hpp"
#include "protocols/moesi/directory.hpp"
#include "protocols/moesi/l1.hpp"

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
    static std::string node_name(NodeKind kind, int index) { return kind == NodeKind::l1 ? "L1-" + std::to_string(index) : "directory"; }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }

    /// Each is emptied by what the later ones carry, and the last always: nothing deadlocks.
    enum Network { requests, forwards, responses, last_words };
    static int network(const Message& m) {
        using enum MessageKind;
        switch (model::enumerator(m.kind)) {
            case GETS: case GETX: case PUTS: case PUTO: case PUTX: return requests;
            case FWD_GETS: case FWD_GETX: case INV: case WB_ACK: case WB_NACK: return forwards;
            case DATA: case DATA_EXCLUSIVE: case ACK: return responses;
            case UNBLOCK: case UNBLOCK_EXCLUSIVE: case WRITEBACK_DATA: case WRITEBACK_CLEAN_ACK: return last_words;
        }
        return requests;
    }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        using enum moesi::NodeKind;
        const int c = config.capacity;
        return {{l1, directory, true, c, requests}, {directory, l1, true, c, forwards}, {directory, l1, true, c, responses}, {l1, l1, true, c, responses},
                {l1, directory, true, c, last_words}};
    }
};

}  // namespace tandem::moesi

namespace tandem {
extern template class model::TextNetwork<moesi::Moesi<model::Concrete>>;  // protocol.cpp
}
