// The common part of the protocols on the plain L2: SMs, banks and the channels between them, and the views of properties.
#pragma once

#include "model/system.hpp"
#include "protocols/baseline/l2.hpp"

namespace tandem::baseline {

/// The parts of a protocol besides its nodes and outcomes; one with more variants and other messages brings its own.
template <class D, class C = baseline::Config, class M = baseline::Message<D>>
struct SmsAndBanks {
    using Domain = D;
    using Config = C;
    using Message = M;
    using NodeKind = baseline::NodeKind;

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::sm ? config.shape[Sort::core] : config.banks;
    }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::sm ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        if (kind == NodeKind::sm) return "SM" + std::to_string(index);
        return index == 0 ? "L2" : "L2 bank " + std::to_string(index);
    }
    /// An instruction of several lanes sends its requests in the order of the blocks, and a block belongs to a bank.
    static bool symmetric(const model::Permutation& p, const Config& config) {
        if (config.lanes > 1) return p.address == model::Permutation::identity;
        for (std::size_t a = 0; a < p.address.size(); ++a)
            if (config.home(Address<D>(static_cast<int>(a))) != config.home(Address<D>(p.address[a]))) return false;
        return true;
    }
    static std::vector<std::vector<int>> initial_memories(const Config& config) { return model::all_memories(config.shape); }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        return {{NodeKind::sm, NodeKind::l2, true, config.capacity}, {NodeKind::l2, NodeKind::sm, true, config.capacity}};
    }
};

/// Whether a line holds a copy that its cache may use now; a line may say so itself.
template <class Line>
bool readable(const Line& line) {
    if constexpr (requires { line.readable(); }) return line.readable();
    else return true;
}

/// Every copy of a block that a load may read. There is no logical time: all are readable now. On request, `era` tells which of
/// them a store may write.
template <bool tells_writers = false>
struct CopiesNow {
    template <class View, class Sink>
    void operator()(const View& view, Sink&& sink) const {
        view.template each<NodeKind::l2>([&](const auto& l2, int) {
            l2.lines.each([&](auto a, const auto& line) {
                if (!line.awaiting_dram && readable(line)) sink({a, line.data, 0, 0, false});
            });
        });
        view.template each<NodeKind::sm>([&](const auto& sm, int) {
            if constexpr (requires { sm.lines; })
                sm.lines.each([&](auto a, const auto& line) {
                    if (!readable(line)) return;
                    if constexpr (tells_writers) sink({a, line.data, 0, 0, line.writable()});
                    else sink({a, line.data, 0, 0, false});
                });
        });
    }
};
using ReadableCopies = CopiesNow<>;

/// The value of a block after all stores so far: L2's, or DRAM's if L2 has none. If L2 says that its copy must not be read, a
/// cache has the block exclusively. The latest store then counts as kept: the next load shows whether it is.
struct CurrentValue {
    template <class View, class Block>
    auto operator()(const View& view, Block a) const {
        Value<typename View::D> value{};
        view.template each<NodeKind::l2>([&](const auto& l2, int bank) {
            if (bank != view.config().home(a)) return;
            const auto* line = l2.lines.find(a);
            value = line && !line->awaiting_dram ? line->data : l2.dram[a];
            if constexpr (requires { line->readable(); })
                if (line && !line->awaiting_dram && !line->readable()) value = view.monitor().watched;
        });
        return value;
    }
};

/// Whether a system of this shape must show an outcome in some run.
template <class Outcome>
bool expected(Outcome outcome, const Config& config) {
    const bool rc = config.consistency == Consistency::rc;
    if constexpr (requires { Outcome::atomic_done; })
        if (outcome == Outcome::atomic_done) return config.atomics;
    if (outcome == Outcome::fence_passes || outcome == Outcome::stalled_fence || outcome == Outcome::stalled_same_block)
        return rc;
    if (outcome == Outcome::stalled_warp_busy) return !rc;
    if constexpr (requires { Outcome::load_merged; })
        if (outcome == Outcome::load_merged) return config.shape[Sort::thread] > 1;
    return true;
}

}  // namespace tandem::baseline
