// An SM without a private cache: "turns off the private cache to provide coherence" (G-TSC paper, VI-A). Every access goes to L2.
#pragma once

#include "protocols/baseline/access.hpp"

namespace tandem::baseline {

/// The warps that have an access to a block under way.
template <class D>
struct Pending {
    model::Set<D, Sort::thread> warps;
    BOOST_DESCRIBE_CLASS(Pending, (), (warps), (), ())
};

template <class D, class Outcome>
struct Sm {
    model::Array<D, Sort::thread, Warp<D>> warps;
    model::Table<D, Sort::address, Pending<D>> pending;
    BOOST_DESCRIBE_CLASS(Sm, (), (warps, pending), (), ())

    void start(const Config&, const std::vector<int>&) {}

    using Operation = model::WarpInstruction<D>;
    static bool issues(const Operation& op, const Config& config) { return issued(op, config); }
    static std::string text(const Operation& op) { return op.text(); }

    void access(const Operation& op, auto& ctx) {
        if (!may_access<Outcome>(*this, op, ctx)) return;
        op.blocks.each([&](Address<D> a) { request(op, a, ctx); });
    }

    void request(const Operation& op, Address<D> a, auto& ctx) {
        pending.place(a).warps.insert(op.warp);
        warps[op.warp].outstanding += 1;
        const auto data = model::part_for(a, op.data);
        if (op.kind != AccessKind::load) ctx.store_issued(op.warp, a, data);
        // The data of a load say which part of the block is asked for: a machine's load that bypasses L1 need not be answered
        // with all of it.
        if (op.kind == AccessKind::load)
            ctx.send(NodeKind::l2, ctx.config().home(a),
                     {.kind = MessageKind::Read, .address = a, .warp = op.warp, .data = data});
        else if (op.kind == AccessKind::store)
            ctx.send(NodeKind::l2, ctx.config().home(a),
                     {.kind = MessageKind::Write, .address = a, .warp = op.warp, .data = data});
        else
            ctx.send(NodeKind::l2, ctx.config().home(a),
                     {.kind = MessageKind::Atomic, .address = a, .warp = op.warp, .data = data});
        ctx.did(Outcome::requested);
    }

    void receive(const Message<D>& m, auto& ctx) {
        warps[m.warp].outstanding -= 1;
        Pending<D>& entry = pending.place(m.address);
        entry.warps.erase(m.warp);
        if (model::none_in(entry.warps)) pending.drop(m.address);
        if (m.kind != MessageKind::WriteDone) ctx.load_returned(m.warp, m.address, m.data, 0);
        if (m.kind != MessageKind::ReadData) ctx.store_completed(m.warp, m.address, 0);
        ctx.did(Outcome::completed);
    }

    bool under_way(Thread<D> w, Address<D> a) {
        Pending<D>* entry = pending.find(a);
        return entry && bool(entry->warps.contains(w));
    }
    bool idle() const { return pending.empty(); }
};

}  // namespace tandem::baseline
