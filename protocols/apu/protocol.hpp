// The APU: compute units, CPU cores, GL2 and the system directory (lsc.txt, Fig. 1), and the channels between them.
//
// Messages from the directory to a cache stay in order, so a probe does not overtake data.
#pragma once

#include "protocols/apu/cpu.hpp"
#include "protocols/apu/cu.hpp"
#include "protocols/apu/directory.hpp"
#include "protocols/apu/gl2.hpp"
#include "protocols/apu/queueing.hpp"

namespace tandem::apu {

/// The common part of protocols on this machine.
template <class D, class W, class C>
struct Machine {
    using Domain = D;
    using Config = C;
    using Message = apu::Message<D, W>;
    using NodeKind = typename W::NodeKind;
    using Outcome = typename W::Outcome;
    /// Which nodes a machine runs as CPUs.
    static constexpr NodeKind cpus = NodeKind::cpu;

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::cu    ? config.cu_count()
               : kind == NodeKind::cpu ? config.cpu_count()
               : kind == NodeKind::gl2 ? config.gl2s
                                       : 1;
    }
    static int core_of(NodeKind kind, int index, const Config& config) {
        return kind == NodeKind::cu ? index : kind == NodeKind::cpu ? config.cu_count() + index : -1;
    }
    /// Compute units are interchangeable, and so are CPUs. Blocks are too, unless an instruction sends requests in their order,
    /// or they belong to different parts of GL2.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        for (int core = 0; core < config.shape[Sort::core]; ++core)
            if (config.is_cpu(core) != config.is_cpu(p.core[static_cast<std::size_t>(core)])) return false;
        return (config.lanes == 1 && config.gl2s == 1) || p.address == model::Permutation::identity;
    }
    static bool requests_block(const Message& m) {
        using Kind = typename W::Kind;
        return m.kind == Kind::RdBlk || m.kind == Kind::WriteThrough || m.kind == Kind::Atomic || of_cpus(m.kind);
    }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }

    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        constexpr NodeKind cu = NodeKind::cu, cpu = NodeKind::cpu, gl2 = NodeKind::gl2, directory = NodeKind::directory;
        const int c = config.capacity;
        return {{cu, gl2, true, c},        {gl2, cu, true, c},        {gl2, directory, true, c},    {gl2, directory, true, c, 1},
                {directory, gl2, true, c}, {cpu, directory, true, c}, {cpu, directory, true, c, 1}, {directory, cpu, true, c}};
    }
    /// Answers to GL2's invalidations, if it sends any.
    static model::ChannelKind<NodeKind> answers_of_gl1s(const Config& config) {
        return {NodeKind::cu, NodeKind::gl2, true, config.capacity, 1};
    }
};

template <class D>
struct Apu : Machine<D, Words, Config> {
    using Nodes = std::tuple<Cu<D, Words>, Cpu<D, Words>, Gl2<D, Words>, Directory<D, Words>>;

    static std::string node_name(apu::NodeKind kind, int index) {
        const char* names[] = {"CU", "CPU", "GL2", "directory"};
        const std::string name = names[static_cast<int>(kind)];
        return kind == apu::NodeKind::cu || kind == apu::NodeKind::cpu || index > 0 ? name + std::to_string(index) : name;
    }
    static std::vector<model::ChannelKind<apu::NodeKind>> channels(const apu::Config& config) {
        auto all = Machine<D, Words, apu::Config>::channels(config);
        if (config.broadcasts()) all.push_back(Machine<D, Words, apu::Config>::answers_of_gl1s(config));
        return all;
    }
    static int network(const apu::Message<D, Words>& m) { return answers(model::enumerator(m.kind)) ? 1 : 0; }
};

/// The same with requests that wait at GL2 and at the directory.
template <class D>
struct QueueingApu : Apu<D> {
    using Nodes = std::tuple<Cu<D, Words>, Cpu<D, Words>, QueueingGl2<D, Words>, QueueingDirectory<D, Words>>;
};

}  // namespace tandem::apu

namespace tandem {
extern template class model::TextNetwork<apu::QueueingApu<model::Concrete>>;  // queueing.cpp
extern template class model::TextNetwork<apu::Apu<model::Concrete>>;  // protocol.cpp
}
