// GL2, the cache that all compute units share (lsc.txt, 2.1 and 2.2): write-through, valid or invalid, and not inclusive of GL1s. It tells the directory what it
// evicts, "to keep it inclusive with probe filter", and answers invalidations, which go no further.
//
// Where the text decides without the paper: a block is served one request at a time; a store does not allocate; atomics are performed at the directory.
#pragma once

#include "model/block_action.hpp"
#include "protocols/apu/messages.hpp"

namespace tandem::apu {

/// What GL2 has asked the directory for.
template <class D>
struct Asked {
    Enum<D, AccessKind> kind{};
    Core<D> core{};  // for whom
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Asked, (), (kind, core, data), (), ())

    void clear_unused() {
        if (kind != AccessKind::store) data = {};
    }
};

template <class D, class W>
struct Gl2 {
    using Node = typename W::NodeKind;
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Message = apu::Message<D, W>;
    model::Table<D, Sort::address, Value<D>> lines;
    model::Table<D, Sort::address, Asked<D>> asked;
    BOOST_DESCRIBE_CLASS(Gl2, (), (lines, asked), (), ())

    void start(const auto&, const std::vector<int>&) {}

    void receive(const Message& m, auto& ctx) {
        if (m.kind == Kind::RdBlk || m.kind == Kind::WriteThrough || m.kind == Kind::Atomic) return request(m, ctx);
        if (m.kind == Kind::ProbeInv) {
            lines.drop(m.address);
            ctx.send(Node::directory, 0, {.kind = Kind::Gl2ProbeAck, .address = m.address});
            return ctx.did(Outcome::gl2_probed);
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
        ctx.send(Node::cu, answered.core, {.kind = kind, .address = m.address, .core = m.core, .wavefront = m.wavefront, .data = m.data});
    }

    void request(const Message& m, auto& ctx) {
        Value<D>* line = lines.find(m.address);
        const bool early = ctx.config().write_throughs == WriteThroughs::merge_at_once && m.kind == Kind::RdBlk && line;
        if (asked.find(m.address) && !early) return ctx.stall(Outcome::stalled_gl2_busy);
        if (m.kind == Kind::RdBlk) {
            if (line) {
                ctx.send(Node::cu, ctx.sender(), {.kind = Kind::Data, .address = m.address, .data = *line});
                return ctx.did(Outcome::gl2_hit);
            }
            asked.place(m.address) = {.kind = AccessKind::load, .core = ctx.sender()};
            ctx.send(Node::directory, 0, {.kind = Kind::RdBlk, .address = m.address});
            return ctx.did(Outcome::gl2_miss);
        }
        const bool atomic = bool(m.kind == Kind::Atomic);
        if (atomic) lines.drop(m.address);
        else if (line && ctx.config().write_throughs == WriteThroughs::merge_at_once) model::overwrite(*line, m.data);
        asked.place(m.address) = {.kind = atomic ? AccessKind::atomic : AccessKind::store, .core = ctx.sender(), .data = m.data};
        ctx.send(Node::directory, 0, {.kind = atomic ? Kind::Atomic : Kind::WriteThrough, .address = m.address, .core = m.core, .wavefront = m.wavefront, .data = m.data});
        ctx.did(Outcome::gl2_forwarded);
    }

    enum class ActionKind : std::uint8_t { evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, evict)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action&, const auto& config) { return config.evictions; }
    static bool fair(const Action&) { return false; }

    void act(const Action& action, auto& ctx) {
        if (!lines.find(action.block) || asked.find(action.block)) return ctx.stall(Outcome::nothing_to_do);
        lines.drop(action.block);
        ctx.send(Node::directory, 0, {.kind = Kind::Evict, .address = action.block});
        ctx.did(Outcome::gl2_evicted);
    }

    /// Whether what its copy holds is what GL2 answers a read with.
    bool readable(const Address<D>& a) const { return lines.find(a) && !asked.find(a); }
    bool idle() const { return asked.empty(); }
};

}  // namespace tandem::apu
