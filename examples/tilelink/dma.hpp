// A client without a cache: a DMA engine beside L2, whose reads (Get) and writes of whole blocks (PutFullData) go to the memory
// side.
#pragma once

#include "protocols/baseline/sm.hpp"
#include "tilelink/messages.hpp"

namespace tilelink {

template <class D>
struct Dma {
    model::Array<D, Sort::thread, baseline::Warp<D>> warps;
    model::Table<D, Sort::address, baseline::Pending<D>> pending;
    BOOST_DESCRIBE_CLASS(Dma, (), (warps, pending), (), ())

    void start(const Config&, const std::vector<int>&) {}

    using Operation = model::WarpInstruction<D>;
    static bool issues(const Operation& op, const Config& config) {
        return op.kind != model::AccessKind::atomic && baseline::issued(op, config);
    }
    static std::string text(const Operation& op) { return op.text(); }

    void access(const Operation& op, auto& ctx) {
        if (!baseline::may_access<Outcome>(*this, op, ctx)) return;
        op.blocks.each([&](Address<D> a) {
            pending.place(a).warps.insert(op.warp);
            warps[op.warp].outstanding += 1;
            if (op.kind == model::AccessKind::load) {
                ctx.send(NodeKind::memory, 0, {.kind = MessageKind::Get, .address = a, .core = ctx.core(), .thread = op.warp});
                return ctx.did(Outcome::requested);
            }
            const auto data = model::part_for(a, op.data);
            ctx.store_issued(op.warp, a, data);
            ctx.send(NodeKind::memory, 0,
                     {.kind = MessageKind::PutFullData, .address = a, .core = ctx.core(), .thread = op.warp, .data = data});
            ctx.did(Outcome::requested);
        });
    }

    void receive(const Message<D>& m, auto& ctx) {
        warps[m.thread].outstanding -= 1;
        auto& entry = pending.place(m.address);
        entry.warps.erase(m.thread);
        if (entry.warps.empty()) pending.drop(m.address);
        if (m.kind == MessageKind::AccessAckData) ctx.load_returned(m.thread, m.address, m.data, 0);
        else ctx.store_completed(m.thread, m.address, 0);
        ctx.did(Outcome::completed);
    }

    bool under_way(Thread<D> w, Address<D> a) {
        auto* entry = pending.find(a);
        return entry && bool(entry->warps.contains(w));
    }
    bool idle() const { return pending.empty(); }
};

}  // namespace tilelink
