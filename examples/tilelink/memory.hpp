// The memory side: a cache before DRAM, inclusive of L2. It is the manager of L2, and of DMA engines, which have no copies.
//
// One request a block is served at a time; others wait in its line. A Release is taken at any time: it may have crossed a Probe,
// whose answer then brings no data.
#pragma once

#include "model/block_action.hpp"
#include "tilelink/messages.hpp"

namespace tilelink {

BOOST_DEFINE_FIXED_ENUM_CLASS(Busy, std::uint8_t,
    no,
    reads,     // DRAM is to answer
    probes,    // L2 is to answer a Probe
    granted)   // L2 is to send GrantAck

template <class D>
struct MemoryLine {
    Value<D> data{};
    Enum<D, Permission> given{};  // what L2 has
    Enum<D, Busy> busy{};
    model::Maybe<D, Message<D>> serving;  // while L2 is probed for it
    model::Fifo<D, Message<D>, baseline::most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(MemoryLine, (), (data, given, busy, serving, waiting), (), ())

    bool rests() const { return bool(busy == Busy::no); }
    bool reads() const { return bool(busy == Busy::reads); }
    void clear_unused() {
        if (reads()) data = {};
    }
};

template <class D>
struct Memory {
    using Kind = MessageKind;
    using Line = MemoryLine<D>;
    model::Cache<D, Line> lines;
    model::Array<D, Sort::address, Value<D>> dram;
    BOOST_DESCRIBE_CLASS(Memory, (), (lines, dram), (), ())

    void start(const Config&, const std::vector<int>& contents) {
        for (std::size_t a = 0; a < contents.size(); ++a) dram[static_cast<int>(a)] = contents[a];
    }

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == Kind::Acquire || m.kind == Kind::Get || m.kind == Kind::PutFullData) return request(m, ctx);
        Line& line = lines.place(m.address);
        if (m.kind == Kind::GrantAck) {
            line.busy = Busy::no;
            return ctx.did(Outcome::l2_acknowledged);
        }
        if (m.kind == Kind::ReleaseData || m.kind == Kind::ProbeAckData) line.data = m.data;
        if (m.kind == Kind::Release || m.kind == Kind::ReleaseData) {
            line.given = Permission::nothing;
            to_l2({.kind = Kind::ReleaseAck, .address = m.address}, ctx);
            return ctx.did(Outcome::l2_release_taken);
        }
        line.given = m.to;
        line.busy = Busy::no;
        ctx.did(Outcome::l2_collected);
        if (!line.serving) return;
        const Message<D> probed_for = *line.serving;
        line.serving.reset();
        serve(probed_for, line, ctx);
    }

    void request(const Message<D>& m, auto& ctx) {
        Line* line = lines.find(m.address);
        if (line && line->waiting.full()) return ctx.stall(Outcome::request_queued);
        if (line && line->rests() && line->waiting.empty()) return begin(m, *line, ctx);
        if (!line) {
            lines.place(m.address).busy = Busy::reads;
            ctx.memory_read(m.address);
        }
        lines.place(m.address).waiting.push(m);
        ctx.did(line ? Outcome::request_queued : Outcome::dram_read);
    }
    /// A reader leaves L2 a Branch, a writer nothing.
    void begin(const Message<D>& m, Line& line, auto& ctx) {
        const bool reads = bool(m.kind == Kind::Get);
        if (m.kind == Kind::Acquire || (reads ? line.given != Permission::tip : line.given == Permission::nothing))
            return serve(m, line, ctx);
        line.serving = m;
        probe(m.address, reads ? Permission::branch : Permission::nothing, line, ctx);
        ctx.did(Outcome::probes_l2);
    }
    void serve(const Message<D>& m, Line& line, auto& ctx) {
        const Address<D> a = m.address;
        if (m.kind == Kind::Acquire) {
            const bool tip = m.to == Permission::tip || ctx.config().grants == Grants::promoted;
            const Permission to = tip ? Permission::tip : Permission::branch;
            if (line.given == Permission::branch) to_l2({.kind = Kind::Grant, .address = a, .to = to}, ctx);
            else to_l2({.kind = Kind::GrantData, .address = a, .to = to, .data = line.data}, ctx);
            line.given = to;
            line.busy = Busy::granted;
            return ctx.did(Outcome::serves_acquire);
        }
        if (m.kind == Kind::Get) {
            ctx.load_performed(m.core, m.thread, a, line.data, 0);
            ctx.send(NodeKind::dma, m.core,
                     {.kind = Kind::AccessAckData, .address = a, .core = m.core, .thread = m.thread, .data = line.data});
            return ctx.did(Outcome::serves_get);
        }
        model::overwrite(line.data, m.data);
        ctx.store_performed(m.core, m.thread, a, m.data, 0);
        ctx.send(NodeKind::dma, m.core, {.kind = Kind::AccessAck, .address = a, .core = m.core, .thread = m.thread});
        ctx.did(Outcome::serves_put);
    }
    void probe(Address<D> a, Permission cap, Line& line, auto& ctx) {
        line.busy = Busy::probes;
        to_l2({.kind = Kind::Probe, .address = a, .to = cap}, ctx);
    }
    void to_l2(const Message<D>& m, auto& ctx) { ctx.send(NodeKind::l2, ctx.config().home(m.address), m); }

    enum class ActionKind : std::uint8_t { dram_fill, evict, go_on };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, dram_fill, evict, go_on)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action&, const Config&) { return true; }
    static bool fair(const Action& action) { return bool(action.kind != ActionKind::evict); }
    static model::Unit unit(ActionKind kind) {
        if (kind == ActionKind::evict) return model::Unit::replacement;
        return kind == ActionKind::dram_fill ? model::Unit::memory : model::Unit::controller;
    }

    void act(const Action& action, auto& ctx) {
        Line* line = lines.find(action.block);
        if (!line) return ctx.stall(Outcome::nothing_to_do);
        if (action.kind == ActionKind::dram_fill) {
            if (!line->reads()) return ctx.stall(Outcome::nothing_to_do);
            line->busy = Busy::no;
            line->data = dram[action.block];
            return ctx.did(Outcome::dram_filled);
        }
        if (!line->rests()) return ctx.stall(Outcome::nothing_to_do);
        if (action.kind == ActionKind::evict) return evict(action.block, *line, ctx);
        if (line->waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
        begin(line->waiting.pop(), *line, ctx);
    }
    /// A block that L2 has is taken back first; a later eviction lets it go.
    void evict(Address<D> a, Line& line, auto& ctx) {
        if (!line.waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
        if (line.given != Permission::nothing) {
            probe(a, Permission::nothing, line, ctx);
            return ctx.did(Outcome::recalls_l2);
        }
        dram[a] = line.data;
        lines.drop(a);
        ctx.did(Outcome::dram_written);
    }

    bool idle() const {
        bool idle = true;
        lines.each([&](Address<D>, const Line& line) { idle = idle && line.rests() && line.waiting.empty(); });
        return idle;
    }
};

}  // namespace tilelink
