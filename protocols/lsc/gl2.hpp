// GL2 with its tagless coherence directory (lsc.txt, 6.1, Fig. 8): it invalidates the GL1s that may share a block before another writes it.
//
// The TCD's hash vectors take in every sharer and, by collisions and bits that are not recalculated yet, others. Here they are a set of sharers, to which an
// invalidation adds whom the environment likes. Where the text decides without the paper: a block is served one request at a time; GL2 waits for the answers to
// invalidations, then sends the write-through on; the writer has no copy (cu.hpp) and gets no invalidation.
#pragma once

#include "model/block_action.hpp"
#include "protocols/apu/invalidations.hpp"
#include "protocols/lsc/messages.hpp"

namespace tandem::lsc {

template <class D>
struct Gl2 : apu::Invalidations<D, Words> {
    using Kind = MessageKind;
    using Base = apu::Invalidations<D, Words>;
    using WriteThroughs = apu::WriteThroughs;
    model::Cache<D, Value<D>> lines;
    model::Table<D, Sort::address, apu::Asked<D>> asked;
    model::Array<D, Sort::address, model::Set<D, Sort::core>> tcd;      // GL1s that may have the block
    BOOST_DESCRIBE_CLASS(Gl2, (Base), (lines, asked, tcd), (), ())
    using Base::awaited, Base::probed;

    void start(const Config&, const std::vector<int>&) {}

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == Kind::InvAck) return this->collect(m, ctx);
        if (m.kind == Kind::ProbeInv) {
            lines.drop(m.address);
            probed.place(m.address) = true;
            invalidate(m.address, ctx);
            return ctx.did(Outcome::gl2_probed);
        }
        if (m.kind == Kind::Evict) return evicted(m.address, ctx);
        if (m.kind == Kind::RdBlk || m.kind == Kind::WriteThrough) return request(m, ctx);
        answer(m, ctx);
    }

    /// The directory's.
    void answer(const Message<D>& m, auto& ctx) {
        const Kind kind = model::enumerator(m.kind);
        if (kind == Kind::cmlAck && !awaited[m.address].empty()) return ctx.stall(Outcome::stalled_gl2_busy);
        const apu::Asked<D> answered = asked.place(m.address);
        asked.drop(m.address);
        if (kind == Kind::Data) {
            lines.place(m.address) = m.data;
            tcd[m.address].insert(answered.core);
        } else if (ctx.config().write_throughs == WriteThroughs::hold_the_block) {
            if (Value<D>* line = lines.find(m.address)) model::overwrite(*line, answered.data);
        }
        ctx.send(NodeKind::cu, answered.core, {.kind = kind, .address = m.address, .core = m.core, .wavefront = m.wavefront, .data = m.data});
        ctx.did(Outcome::gl2_answered);
    }

    void request(const Message<D>& m, auto& ctx) {
        Value<D>* line = lines.find(m.address);
        const bool early = ctx.config().write_throughs == WriteThroughs::merge_at_once && m.kind == Kind::RdBlk && line;
        if (asked.find(m.address) && !early) return ctx.stall(Outcome::stalled_gl2_busy);
        if (m.kind == Kind::RdBlk) {
            if (line) {
                tcd[m.address].insert(ctx.sender());
                ctx.send(NodeKind::cu, ctx.sender(), {.kind = Kind::Data, .address = m.address, .data = *line});
                return ctx.did(Outcome::gl2_hit);
            }
            asked.place(m.address) = {.kind = AccessKind::load, .core = ctx.sender(), .sent = true};
            ctx.send(NodeKind::directory, 0, {.kind = Kind::RdBlk, .address = m.address});
            return ctx.did(Outcome::gl2_miss);
        }
        if (line && ctx.config().write_throughs == WriteThroughs::merge_at_once) model::overwrite(*line, m.data);
        tcd[m.address].erase(ctx.sender());
        invalidate(m.address, ctx);
        apu::Asked<D>& write = asked.place(m.address);
        write = {.kind = AccessKind::store, .core = ctx.sender(), .wavefront = m.wavefront, .data = m.data};
        if (ctx.config().invalidates_first && !awaited[m.address].empty()) return ctx.did(Outcome::gl2_invalidates);
        send(m.address, write, ctx);
    }
    void send(const Address<D>& a, apu::Asked<D>& write, auto& ctx) {
        write.sent = true;
        ctx.send(NodeKind::directory, 0, {.kind = Kind::WriteThrough, .address = a, .core = write.core, .wavefront = write.wavefront, .data = write.data});
        ctx.did(Outcome::gl2_forwarded);
    }

    void invalidate(const Address<D>& a, auto& ctx) {
        for (int cu = 0; cu < ctx.config().cu_count(); ++cu) {
            const Core<D> core(cu);
            if (awaited[a].contains(core)) continue;
            if (!tcd[a].contains(core) && !(ctx.config().false_positives && ctx.choose(2) == 1)) continue;
            this->tell(core, a, ctx);
        }
        tcd[a].clear();
    }

    /// By a GL1. "If the eviction resulted in removing that block from all GL1s, then the eviction message is forwarded to the SD" (6.1).
    void evicted(const Address<D>& a, auto& ctx) {
        tcd[a].erase(ctx.sender());
        ctx.did(Outcome::sharer_gone);
        // A bit that another block has set as well, or that is not recalculated yet, keeps the block in the TCD.
        if (!ctx.config().false_positives || ctx.choose(2) == 0) tell_if_gone(a, ctx);
    }
    /// Not while something is asked of the directory: it would take the eviction for that of the block it sends.
    void tell_if_gone(const Address<D>& a, auto& ctx) {
        if (lines.find(a) || asked.find(a) || probed.find(a) || !tcd[a].empty()) return;
        ctx.send(NodeKind::directory, 0, {.kind = Kind::Evict, .address = a});
    }

    enum class ActionKind : std::uint8_t { go_on, evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, go_on, evict)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action& action, const Config& config) { return bool(action.kind == ActionKind::go_on) || config.evictions; }
    static bool fair(const Action& action) { return bool(action.kind == ActionKind::go_on); }

    /// With what waits for the answers to invalidations; or a block is replaced.
    void act(const Action& action, auto& ctx) {
        const Address<D> a = action.block;
        if (action.kind == ActionKind::evict) {
            if (!lines.find(a) || asked.find(a)) return ctx.stall(Outcome::nothing_to_do);
            lines.drop(a);
            tell_if_gone(a, ctx);
            return ctx.did(Outcome::gl2_evicted);
        }
        if (!awaited[a].empty()) return ctx.stall(Outcome::nothing_to_do);
        if (probed.find(a)) {
            ctx.did(Outcome::gl2_collected);
            return this->answer_probe(a, ctx);
        }
        apu::Asked<D>* write = asked.find(a);
        if (!write || write->sent) return ctx.stall(Outcome::nothing_to_do);
        send(a, *write, ctx);
    }

    /// Whether what its copy holds is what GL2 answers a read with.
    bool readable(const Address<D>& a) const { return lines.find(a) && !asked.find(a); }
    bool idle() const { return asked.empty() && probed.empty(); }
};

}  // namespace tandem::lsc
