// GL2, the cache that all compute units share (lsc.txt, 2.1 and 2.2): write-through, valid or invalid, and not inclusive of GL1s.
// It reports its evictions to the directory, "to keep it inclusive with probe filter", and answers invalidations, which go no
// further.
//
// With hardware coherence of GL1s (9.1, Fig. 16) it broadcasts invalidations to them, for its probes and for write-throughs, and
// waits for all answers. GL1s may keep blocks that GL2 has evicted, and evict silently. So GL2 then reports no evictions to the
// directory, and its bit in the filter stays.
//
// Decisions beyond the paper: a block is served one request at a time; a store does not allocate; atomics are performed at the
// directory.
#pragma once

#include "model/print.hpp"
#include "protocols/apu/invalidations.hpp"

namespace tandem::apu {

template <class D, class W>
struct Gl2 : Invalidations<D, W> {
    using Node = typename W::NodeKind;
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Message = apu::Message<D, W>;
    using Base = Invalidations<D, W>;
    model::Cache<D, Value<D>> lines;
    model::Table<D, Sort::address, Asked<D>> asked;
    model::Array<D, Sort::address, model::Set<D, Sort::core>> untold;  // GL1s that are awaited, and have not been told yet
    BOOST_DESCRIBE_CLASS(Gl2, (Base), (lines, asked, untold), (), ())

    void start(const auto&, const std::vector<int>&) {}

    void receive(const Message& m, auto& ctx) {
        if (requests(m)) return request(m, ctx.sender(), ctx);
        if (m.kind == Kind::InvAck) return this->collect(m, ctx);
        if (m.kind == Kind::ProbeInv) {
            lines.drop(m.address);
            ctx.did(Outcome::gl2_probed);
            if (!ctx.config().broadcasts()) return this->answer_probe(m.address, ctx);
            this->probed.place(m.address) = true;
            return broadcast(m.address, nullptr, ctx);
        }
        const Asked<D> answered = asked.place(m.address);
        const Kind kind = model::enumerator(m.kind);
        if (kind == Kind::Data) {
            lines.place(m.address) = m.data;
            ctx.did(Outcome::gl2_filled);
        } else {
            if (kind == Kind::cmlAck && ctx.config().write_throughs == WriteThroughs::hold_the_block)
                if (Value<D>* line = lines.find(m.address)) model::overwrite(*line, answered.data);
            ctx.did(Outcome::gl2_acknowledged);
        }
        asked.drop(m.address);
        ctx.send(Node::cu, answered.core,
                 {.kind = kind, .address = m.address, .core = m.core, .wavefront = m.wavefront, .data = m.data});
    }

    static bool requests(const Message& m) {
        return m.kind == Kind::RdBlk || m.kind == Kind::WriteThrough || m.kind == Kind::Atomic;
    }
    /// Whether it waits for an earlier request for its block.
    bool waits(const Message& m, const auto& config) const {
        const bool early =
            config.write_throughs == WriteThroughs::merge_at_once && m.kind == Kind::RdBlk && lines.find(m.address);
        return asked.find(m.address) && !early;
    }

    void request(const Message& m, const Core<D>& from, auto& ctx) {
        if (waits(m, ctx.config())) return ctx.stall(Outcome::stalled_gl2_busy);
        Value<D>* line = lines.find(m.address);
        if (m.kind == Kind::RdBlk) {
            if (line) {
                ctx.send(Node::cu, from, {.kind = Kind::Data, .address = m.address, .data = *line});
                return ctx.did(Outcome::gl2_hit);
            }
            asked.place(m.address) = {.kind = AccessKind::load, .core = from, .sent = true};
            ctx.send(Node::directory, 0, {.kind = Kind::RdBlk, .address = m.address});
            return ctx.did(Outcome::gl2_miss);
        }
        const bool atomic = bool(m.kind == Kind::Atomic);
        if (atomic) lines.drop(m.address);
        else if (line && ctx.config().write_throughs == WriteThroughs::merge_at_once) model::overwrite(*line, m.data);
        Asked<D>& write = asked.place(m.address);
        write = {.kind = atomic ? AccessKind::atomic : AccessKind::store, .core = from, .wavefront = m.wavefront, .data = m.data};
        if (ctx.config().broadcasts()) broadcast(m.address, &write.core, ctx);
        if (!this->awaited[m.address].empty()) return ctx.did(Outcome::gl2_invalidates);
        send(m.address, write, ctx);
    }
    void send(const Address<D>& a, Asked<D>& write, auto& ctx) {
        write.sent = true;
        ctx.send(Node::directory, 0,
                 {.kind = write.kind == AccessKind::atomic ? Kind::Atomic : Kind::WriteThrough,
                  .address = a,
                  .core = write.core,
                  .wavefront = write.wavefront,
                  .data = write.data});
        ctx.did(Outcome::gl2_forwarded);
    }

    /// Sends to all GL1s except the writer's, which has given up its copy. One after the other, because their channels may never
    /// all have room at once.
    void broadcast(const Address<D>& a, const Core<D>* writer, auto& ctx) {
        for (int cu = 0; cu < ctx.config().cu_count(); ++cu) {
            const Core<D> core(cu);
            if ((writer && *writer == core) || this->awaited[a].contains(core)) continue;
            this->awaited[a].insert(core);
            untold[a].insert(core);
        }
    }

    enum class ActionKind : std::uint8_t { evict, tell, go_on, serve };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, evict, tell, go_on, serve)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        Core<D> gl1{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block, gl1), (), ())
    };
    static bool offers(const Action& action, const auto& config) {
        if (action.kind == ActionKind::tell) return config.broadcasts() && !config.is_cpu(static_cast<int>(action.gl1.index()));
        return bool(action.gl1 == 0) && (action.kind == ActionKind::go_on   ? config.broadcasts()
                                         : action.kind == ActionKind::serve ? config.busy == Busy::queues
                                                                            : config.evictions);
    }
    static bool fair(const Action& action) { return bool(action.kind != ActionKind::evict); }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    static std::string text(const Action& action) {
        const std::string block = model::name_text(Sort::address, action.block.number);
        if (action.kind == ActionKind::tell) return "tells CU" + std::to_string(action.gl1.number) + " to give up " + block;
        return (action.kind == ActionKind::evict   ? "evict "
                : action.kind == ActionKind::serve ? "serves who waits for "
                                                   : "goes on with ") +
               block;
    }

    /// A block is replaced, a GL1 is told, or the request that waits for the answers continues. A derived class knows whom it
    /// serves (queueing.hpp).
    void act(const Action& action, auto& ctx) {
        const Address<D> a = action.block;
        if (action.kind == ActionKind::evict) {
            if (!lines.find(a) || asked.find(a)) return ctx.stall(Outcome::nothing_to_do);
            lines.drop(a);
            if (ctx.config().gl1s != Gl1s::hardware_coherent) ctx.send(Node::directory, 0, {.kind = Kind::Evict, .address = a});
            return ctx.did(Outcome::gl2_evicted);
        }
        if (action.kind == ActionKind::tell) {
            if (!untold[a].contains(action.gl1)) return ctx.stall(Outcome::nothing_to_do);
            untold[a].erase(action.gl1);
            ctx.did(Outcome::gl2_tells);
            return this->tell(action.gl1, a, ctx);
        }
        if (!this->awaited[a].empty()) return ctx.stall(Outcome::nothing_to_do);
        if (this->probed.find(a)) {
            ctx.did(Outcome::gl2_collected);
            return this->answer_probe(a, ctx);
        }
        Asked<D>* write = asked.find(a);
        if (!write || write->sent) return ctx.stall(Outcome::nothing_to_do);
        send(a, *write, ctx);
    }

    /// Whether GL2 answers a read with its copy's data.
    bool readable(const Address<D>& a) const { return lines.find(a) && !asked.find(a); }
    bool idle() const { return asked.empty() && this->probed.empty(); }
};

}  // namespace tandem::apu
