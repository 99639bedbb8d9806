// GL2 with its tagless coherence directory (lsc.txt, 6.1, Fig. 8): it invalidates the GL1s that may share a block before another
// writes it.
//
// The TCD's hash vectors (model/hashed_blocks.hpp) include every sharer and, by bits not yet recalculated, GL1s that had the
// block: their bits also stay after an invalidation. In a search the environment adds receivers of an invalidation, as collisions
// do. Decisions beyond the paper: a block is served one request at a time; GL2 waits for the answers to invalidations, then
// forwards the write-through; the writer has no copy (cu.hpp) and gets no invalidation; atomics are performed at the directory.
#pragma once

#include "model/block_action.hpp"
#include "protocols/apu/queueing.hpp"
#include "protocols/lsc/messages.hpp"

namespace tandem::lsc {

template <class D>
struct Gl2 : apu::Invalidations<D, Words> {
    using Kind = MessageKind;
    using Base = apu::Invalidations<D, Words>;
    using WriteThroughs = apu::WriteThroughs;
    model::Cache<D, Value<D>> lines;
    model::Table<D, Sort::address, apu::Asked<D>> asked;
    model::Array<D, Sort::core, model::HashedBlocks<D>> tcd;  // of each GL1
    BOOST_DESCRIBE_CLASS(Gl2, (Base), (lines, asked, tcd), (), ())
    using Base::awaited, Base::probed;

    void start(const Config& config, const std::vector<int>&) {
        for (auto& of : tcd.items) of.configure(config.gl1_sets, config.false_positives);
    }

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == Kind::InvAck) return this->collect(m, ctx);
        if (m.kind == Kind::ProbeInv) {
            lines.drop(m.address);
            probed.place(m.address) = true;
            invalidate(m.address, nullptr, ctx);
            return ctx.did(Outcome::gl2_probed);
        }
        if (m.kind == Kind::Evict || m.kind == Kind::Rehash) return evicted(m, ctx);
        if (requests(m)) return request(m, ctx.sender(), ctx);
        answer(m, ctx);
    }

    /// The directory's answer.
    void answer(const Message<D>& m, auto& ctx) {
        const Kind kind = model::enumerator(m.kind);
        if (kind != Kind::Data && !awaited[m.address].empty()) return ctx.stall(Outcome::stalled_gl2_busy);
        const apu::Asked<D> answered = asked.place(m.address);
        asked.drop(m.address);
        if (kind == Kind::Data) {
            lines.place(m.address) = m.data;
            tcd[answered.core].insert(m.address);
        } else if (kind == Kind::cmlAck && ctx.config().write_throughs == WriteThroughs::hold_the_block) {
            if (Value<D>* line = lines.find(m.address)) model::overwrite(*line, answered.data);
        }
        ctx.send(NodeKind::cu, answered.core,
                 {.kind = kind, .address = m.address, .core = m.core, .wavefront = m.wavefront, .data = m.data});
        ctx.did(Outcome::gl2_answered);
    }

    static bool requests(const Message<D>& m) {
        return m.kind == Kind::RdBlk || m.kind == Kind::WriteThrough || m.kind == Kind::Atomic;
    }
    /// Whether it waits for an earlier request for its block.
    bool waits(const Message<D>& m, const Config& config) const {
        const bool early =
            config.write_throughs == WriteThroughs::merge_at_once && m.kind == Kind::RdBlk && lines.find(m.address);
        return asked.find(m.address) && !early;
    }

    void request(const Message<D>& m, const Core<D>& from, auto& ctx) {
        if (waits(m, ctx.config())) return ctx.stall(Outcome::stalled_gl2_busy);
        Value<D>* line = lines.find(m.address);
        if (m.kind == Kind::RdBlk) {
            if (line) {
                tcd[from].insert(m.address);
                ctx.send(NodeKind::cu, from, {.kind = Kind::Data, .address = m.address, .data = *line});
                return ctx.did(Outcome::gl2_hit);
            }
            asked.place(m.address) = {.kind = AccessKind::load, .core = from, .sent = true};
            ctx.send(NodeKind::directory, 0, {.kind = Kind::RdBlk, .address = m.address});
            return ctx.did(Outcome::gl2_miss);
        }
        const bool atomic = bool(m.kind == Kind::Atomic);
        if (atomic) lines.drop(m.address);
        else if (line && ctx.config().write_throughs == WriteThroughs::merge_at_once) model::overwrite(*line, m.data);
        invalidate(m.address, &from, ctx);
        apu::Asked<D>& write = asked.place(m.address);
        write = {.kind = atomic ? AccessKind::atomic : AccessKind::store, .core = from, .wavefront = m.wavefront, .data = m.data};
        if (ctx.config().invalidates_first && !awaited[m.address].empty()) return ctx.did(Outcome::gl2_invalidates);
        send(m.address, write, ctx);
    }
    void send(const Address<D>& a, apu::Asked<D>& write, auto& ctx) {
        write.sent = true;
        ctx.send(NodeKind::directory, 0,
                 {.kind = write.kind == AccessKind::atomic ? Kind::Atomic : Kind::WriteThrough,
                  .address = a,
                  .core = write.core,
                  .wavefront = write.wavefront,
                  .data = write.data});
        ctx.did(Outcome::gl2_forwarded);
    }

    void invalidate(const Address<D>& a, const Core<D>* writer, auto& ctx) {
        for (int cu = 0; cu < ctx.config().cu_count(); ++cu) {
            const Core<D> core(cu);
            const bool writes = writer && *writer == core, shares = tcd[core].contains(a);
            if (!ctx.config().false_positives) tcd[core].erase(a);
            if (awaited[a].contains(core)) continue;
            if ((shares && !writes) || seems_to_share(ctx)) this->tell(core, a, ctx);
        }
    }
    /// By bits that other blocks have set.
    static bool seems_to_share(auto& ctx) { return ctx.config().false_positives && ctx.choose(2) == 1; }

    /// "The GL2 on receiving this recalculated hash will update the corresponding TCD entry"; "If the eviction resulted in
    /// removing that block from all GL1s, then the eviction message is forwarded to the SD" (6.1). Without new hashes the block's
    /// bits stay.
    void evicted(const Message<D>& m, auto& ctx) {
        ctx.did(Outcome::sharer_gone);
        if (ctx.config().evict_acks == EvictAcks::evictions_answered)
            ctx.send(NodeKind::cu, ctx.sender(), {.kind = Kind::EvictAck, .address = m.address});
        if (!ctx.config().false_positives) tcd[ctx.sender()].erase(m.address);
        else if (m.kind == Kind::Rehash) tcd[ctx.sender()].replace(m.address, m.kept);
        else return;
        if (!seems_to_share(ctx)) tell_if_gone(m.address, ctx);
    }
    bool shared(const Address<D>& a) const {
        bool some = false;
        for (const auto& of : tcd.items) some = some || of.contains(a);
        return some;
    }
    /// Not while a request to the directory is under way: the directory would take the eviction for that of the block it sends.
    void tell_if_gone(const Address<D>& a, auto& ctx) {
        if (lines.find(a) || asked.find(a) || probed.find(a) || shared(a)) return;
        ctx.send(NodeKind::directory, 0, {.kind = Kind::Evict, .address = a});
    }

    enum class ActionKind : std::uint8_t { go_on, evict, serve };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, go_on, evict, serve)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action& action, const Config& config) {
        return action.kind == ActionKind::evict ? config.evictions
                                                : bool(action.kind == ActionKind::go_on) || config.busy == apu::Busy::queues;
    }
    static bool fair(const Action& action) { return bool(action.kind != ActionKind::evict); }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }

    /// Continues the request that waits for the answers to invalidations, or replaces a block. A derived class knows whom it
    /// serves (protocols/apu/queueing.hpp).
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

    /// Whether GL2 answers a read with its copy's data.
    bool readable(const Address<D>& a) const { return lines.find(a) && !asked.find(a); }
    bool idle() const { return asked.empty() && probed.empty(); }
};

template <class D> using QueueingGl2 = apu::QueueingGl2<D, Words, Gl2<D>>;

}  // namespace tandem::lsc
