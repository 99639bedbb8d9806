// MTTOP: clusters of cores, each with its side of the cluster's cache, on the MOESI directory protocol (Hechtman and Sorin, ISCA
// 2013, 6). Neither text knows of the other.
//
// The directory has banks, like the paper's L2 (Table 1). With one bank, all requests of a cluster would be answered in the order
// in which it sends them, and no core could reorder its misses.
#pragma once

#include "protocols/moesi/protocol.hpp"
#include "protocols/mttop/cluster.hpp"
#include "protocols/mttop/config.hpp"

namespace tandem::mttop {

using moesi::NodeKind, moesi::Outcome, model::Sort;

template <class D>
struct Mttop : moesi::Moesi<D> {
    using Config = mttop::Config;
    using Nodes = std::tuple<Cluster<D>, moesi::Directory<D>>;

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::l1 ? config.shape[Sort::core] : config.banks;
    }
    static std::string node_name(NodeKind kind, int index) {
        return (kind == NodeKind::l1 ? "cluster" : "bank") + std::to_string(index);
    }
    /// A block belongs to a bank.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        for (std::size_t a = 0; a < p.address.size(); ++a)
            if (config.home(model::Address<D>(static_cast<int>(a))) != config.home(model::Address<D>(p.address[a]))) return false;
        return true;
    }
};

/// The same with the directory of hardware, which is simulated.
template <class D>
struct QueueingMttop : Mttop<D> {
    using Nodes = std::tuple<Cluster<D>, moesi::QueueingDirectory<D>>;
};

}  // namespace tandem::mttop

namespace tandem {
extern template class model::TextNetwork<mttop::Mttop<model::Concrete>>;  // protocol.cpp
}
