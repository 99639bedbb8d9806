// An L1 that nobody invalidates: what GPUs do by default (G-TSC paper, I, II-A). Loads allocate. Stores write through to L2, and
// update an existing copy or drop it. GPGPU-Sim 3, which the paper uses, drops it (its policy for global data, "write-evict").
// Atomics are performed at L2 and leave the copy as it is.
#pragma once

#include "protocols/baseline/access.hpp"
#include "protocols/incoherent/config.hpp"

namespace tandem::incoherent {

using namespace baseline;

template <class D>
struct L1Line {
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(L1Line, (), (data), (), ())
};

template <class D>
struct MshrEntry {
    model::Set<D, Sort::thread> loads;   // that wait for the block; one request has been sent for all of them
    model::Set<D, Sort::thread> writes;  // stores and atomics sent and not answered
    BOOST_DESCRIBE_CLASS(MshrEntry, (), (loads, writes), (), ())

    bool awaits_data() const { return !loads.empty(); }
};

template <class D, class Outcome>
struct L1 {
    model::Array<D, Sort::thread, Warp<D>> warps;
    model::Cache<D, L1Line<D>> lines;
    model::Table<D, Sort::address, MshrEntry<D>> mshr;
    BOOST_DESCRIBE_CLASS(L1, (), (warps, lines, mshr), (), ())

    void start(const Config&, const std::vector<int>&) {}

    using Operation = model::WarpInstruction<D>;
    static bool issues(const Operation& op, const Config& config) { return issued(op, config); }
    static std::string text(const Operation& op) { return op.text(); }

    void access(const Operation& op, auto& ctx) {
        if (!may_access<Outcome>(*this, op, ctx)) return;
        op.blocks.each([&](Address<D> a) {
            if (op.kind == AccessKind::load) load(op.warp, a, ctx);
            else write(op, a, ctx);
        });
    }

    void load(Thread<D> w, Address<D> a, auto& ctx) {
        if (L1Line<D>* line = lines.find(a)) {
            ctx.did(Outcome::load_hit);
            return ctx.load_completed(w, a, line->data, 0);
        }
        MshrEntry<D>& entry = mshr.place(a);
        const bool requested = !entry.loads.empty();
        entry.loads.insert(w);
        warps[w].outstanding += 1;
        if (requested) return ctx.did(Outcome::load_merged);
        ctx.did(Outcome::load_miss);
        ctx.send(NodeKind::l2, ctx.config().home(a), {.kind = MessageKind::Read, .address = a, .warp = w});
    }

    void write(const Operation& op, Address<D> a, auto& ctx) {
        const auto data = model::part_for(a, op.data);
        mshr.place(a).writes.insert(op.warp);
        warps[op.warp].outstanding += 1;
        ctx.store_issued(op.warp, a, data);
        if (op.kind == AccessKind::store) {
            if (L1Line<D>* line = lines.find(a)) {
                if (ctx.config().stores == Stores::write_update) {
                    model::overwrite(line->data, data);
                } else {
                    lines.drop(a);
                    ctx.did(Outcome::copy_evicted);
                }
            }
            ctx.send(NodeKind::l2, ctx.config().home(a),
                     {.kind = MessageKind::Write, .address = a, .warp = op.warp, .data = data});
        } else {
            ctx.send(NodeKind::l2, ctx.config().home(a),
                     {.kind = MessageKind::Atomic, .address = a, .warp = op.warp, .data = data});
        }
        ctx.did(Outcome::write_sent);
    }

    void receive(const Message<D>& m, auto& ctx) {
        MshrEntry<D>& entry = mshr.place(m.address);
        if (m.kind == MessageKind::ReadData) {
            lines.place(m.address).data = m.data;
            entry.loads.each([&](Thread<D> w) {
                warps[w].outstanding -= 1;
                ctx.load_returned(w, m.address, m.data, 0);
            });
            entry.loads.clear();
            ctx.did(Outcome::filled);
        } else {
            warps[m.warp].outstanding -= 1;
            entry.writes.erase(m.warp);
            if (m.kind == MessageKind::AtomicData) ctx.load_returned(m.warp, m.address, m.data, 0);
            ctx.store_completed(m.warp, m.address, 0);
            ctx.did(Outcome::completed);
        }
        if (entry.loads.empty() && entry.writes.empty()) mshr.drop(m.address);
    }

    enum class ActionKind : std::uint8_t { evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, evict)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block), (), ())
    };
    static bool offers(const Action&, const Config&) { return true; }
    static model::Unit unit(ActionKind) { return model::Unit::replacement; }
    static bool fair(const Action&) { return false; }
    static std::string text(const Action& action) {
        return "evicts " + std::string(1, static_cast<char>('A' + action.block.number));
    }

    void act(const Action& action, auto& ctx) {
        if (!lines.find(action.block) || mshr.find(action.block)) return ctx.stall(Outcome::nothing_to_do);
        lines.drop(action.block);
        ctx.did(Outcome::l1_evicted);
    }

    bool under_way(Thread<D> w, Address<D> a) {
        MshrEntry<D>* entry = mshr.find(a);
        return entry && (bool(entry->loads.contains(w)) || bool(entry->writes.contains(w)));
    }
    bool idle() const { return mshr.empty(); }
};

}  // namespace tandem::incoherent
