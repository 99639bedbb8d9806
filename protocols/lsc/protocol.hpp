// The APU with the mutex scheme (lsc.txt, 5 and 6, Fig. 8): the nodes of the APU that the paper changes, and a mutex pool.
#pragma once

#include <algorithm>
#include <vector>

#include "protocols/apu/protocol.hpp"
#include "protocols/lsc/cpu.hpp"
#include "protocols/lsc/cu.hpp"
#include "protocols/lsc/directory.hpp"
#include "protocols/lsc/gl2.hpp"
#include "protocols/lsc/pool.hpp"

namespace tandem::lsc {

template <class D>
struct Lsc : apu::Machine<D, Words, Config> {
    using Base = apu::Machine<D, Words, Config>;
    using Nodes = std::tuple<Cu<D>, Cpu<D>, Gl2<D>, Directory<D>, MutexPool<D>>;

    static std::string node_name(lsc::NodeKind kind, int index) {
        const char* names[] = {"CU", "CPU", "GL2", "directory", "pool"};
        const std::string name = names[static_cast<int>(kind)];
        return kind == lsc::NodeKind::cu || kind == lsc::NodeKind::cpu || index > 0 ? name + std::to_string(index) : name;
    }
    /// Answers, and invalidations that may overtake data, have a network of their own.
    static int network(const lsc::Message<D>& m, const Config& config) {
        if (m.kind == MessageKind::Inv && config.invalidated == Invalidated::invalidations_overtake) return 1;
        return Words::network(model::enumerator(m.kind));
    }
    /// A block keeps its mutex. Several mutexes are released in the order of their names.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        return Base::symmetric(p, config) && (!config.asks() || p.address == model::Permutation::identity);
    }

    static std::vector<model::ChannelKind<lsc::NodeKind>> channels(const Config& config) {
        using enum lsc::NodeKind;
        std::vector<model::ChannelKind<lsc::NodeKind>> all = Base::channels(config);
        const int c = config.capacity;
        all.push_back(Base::answers_of_gl1s(config));
        if (config.invalidated == Invalidated::invalidations_overtake) all.push_back({gl2, cu, true, c, 1});
        // "an address interleaved, distributed structure" (6.5): messages about one mutex may overtake those about another. The
        // pool can answer each request under way; otherwise requests, answers and releases would wait for each other. A wavefront
        // has one request for each lane.
        const int room =
            std::max({c, std::min(4, config.mutex_count()), config.lanes > 1 ? config.lanes * config.shape[Sort::thread] : 1});
        const int m = config.pool_room > 0 ? config.pool_room : room;
        for (const lsc::NodeKind core : {cu, cpu}) {
            all.push_back({core, pool, false, m});
            all.push_back({pool, core, false, m});
        }
        return all;
    }
};

/// The same with requests that wait at GL2 and at the directory (protocols/apu/queueing.hpp).
template <class D>
struct QueueingLsc : Lsc<D> {
    using Nodes = std::tuple<Cu<D>, Cpu<D>, QueueingGl2<D>, QueueingDirectory<D>, MutexPool<D>>;
};

}  // namespace tandem::lsc

namespace tandem {
extern template class model::TextNetwork<lsc::QueueingLsc<model::Concrete>>;  // queueing.cpp
extern template class model::TextNetwork<lsc::Lsc<model::Concrete>>;  // protocol.cpp
}
