// The system directory: the ordering point of CPU and GPU requests (lsc.txt, 2.1), with an inclusive probe filter, and memory.
//
// For each block the filter has two sharer bits, for CPU caches and GL2, and the cache that owns it. One request for a block is
// served at a time; others wait. The paper gives no table. Here an answer is always accepted, and sends nothing: a request that
// awaits no more answers is served by an action. So no answer ever waits for a message to be received. CL3 belongs to memory.
#pragma once

#include "model/block_action.hpp"
#include "protocols/apu/messages.hpp"

namespace tandem::apu {

/// The request being served.
template <class D, class W>
struct Serving {
    using Kind = typename W::Kind;
    Enum<D, Kind> request{};
    Core<D> core{};            // whose it is, if not a GL2's read
    Thread<D> wavefront{};
    Value<D> data{};           // of a write
    model::Set<D, Sort::core> awaited;  // CPUs that have not answered a probe
    Flag<D> awaits_gl2{};
    Flag<D> acknowledged{};    // a write that has been told already that it is complete
    BOOST_DESCRIBE_CLASS(Serving, (), (request, core, wavefront, data, awaited, awaits_gl2, acknowledged), (), ())

    bool writes() const { return request == Kind::WriteThrough || request == Kind::Atomic; }
    bool of_cpu() const { return of_cpus(request); }
    void clear_unused() {
        if (!writes()) wavefront = {}, data = {};
        if (!writes() && !of_cpu()) core = {};
    }
};

/// The probe filter's knowledge of a block.
template <class D, class W>
struct Entry {
    Flag<D> in_cpus{}, in_gl2{};
    model::Maybe<D, Core<D>> owner;  // the CPU that may have stored to it
    model::Maybe<D, Serving<D, W>> serving;
    BOOST_DESCRIBE_CLASS(Entry, (), (in_cpus, in_gl2, owner, serving), (), ())
};

/// A derived directory's entries may hold more than `E`.
template <class D, class W, class E = Entry<D, W>>
struct Directory {
    using Node = typename W::NodeKind;
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Message = apu::Message<D, W>;
    using Entry = E;
    model::Array<D, Sort::address, Value<D>> memory;
    model::Array<D, Sort::address, Entry> entries;
    BOOST_DESCRIBE_CLASS(Directory, (), (memory, entries), (), ())

    void start(const auto&, const std::vector<int>& initial) {
        for (std::size_t a = 0; a < initial.size(); ++a) memory[static_cast<int>(a)] = initial[a];
    }

    void receive(const Message& m, auto& ctx) {
        Entry& entry = entries[m.address];
        if (answers(model::enumerator(m.kind))) return take(m, entry, ctx);
        if (entry.serving) return ctx.stall(Outcome::stalled_busy);
        Core<D> from{};
        if (of_cpus(m.kind)) from = ctx.sender();
        begin(m, from, entry, ctx);
    }

    /// A block that is written back, or the answer to a probe.
    void take(const Message& m, Entry& entry, auto& ctx) {
        // A write that is complete for its wavefront is later than the owner's stores.
        const bool written = entry.serving && (*entry.serving).acknowledged;
        if (m.kind == Kind::Vic) {  // an owner has the only copy
            if (!written) memory[m.address] = m.data;
            entry.owner.reset();
            entry.in_cpus = false;
            return ctx.did(Outcome::victim_taken);
        }
        if (m.kind == Kind::Gl2ProbeAck) {
            entry.serving.item.awaits_gl2 = false;
        } else {
            entry.serving.item.awaited.erase(ctx.sender());
            if (m.kind == Kind::ProbeAckData && !written) memory[m.address] = m.data;
        }
        ctx.did(Outcome::probe_answered);
    }

    void begin(const Message& m, const Core<D>& from, Entry& entry, auto& ctx) {
        if (m.kind == Kind::Evict) {
            entry.in_gl2 = false;
            return ctx.did(Outcome::eviction_noted);
        }
        Serving<D, W> serving;
        serving.request = m.kind;
        serving.data = m.data;
        if (serving.of_cpu()) {
            serving.core = from;
            // The evicted block is on its way on the network of answers.
            if (entry.owner && *entry.owner == serving.core) return ctx.stall(Outcome::stalled_victim);
        } else if (serving.writes()) {
            serving.core = m.core;
            serving.wavefront = m.wavefront;
        }
        const bool takes_away = m.kind == Kind::RFO || serving.writes();
        if (takes_away) {
            if (entry.in_cpus) probe_cpus(m.address, serving, ctx);
            if (m.kind == Kind::RFO && entry.in_gl2) {
                serving.awaits_gl2 = true;
                ctx.send(Node::gl2, ctx.config().gl2_of(m.address), {.kind = Kind::ProbeInv, .address = m.address});
            }
        } else if (entry.owner) {
            serving.awaited.insert(*entry.owner);
            ctx.send(Node::cpu, *entry.owner, {.kind = Kind::ProbeShare, .address = m.address});
        }
        const bool waits = !serving.awaited.empty() || serving.awaits_gl2;
        if (waits) {
            ctx.did(Outcome::probes);
            if (serving.writes() && ctx.config().acknowledges == Acknowledges::before_probes) {
                serving.acknowledged = true;
                complete_write(m.address, serving, ctx);
            }
            entry.serving = serving;
        } else {
            finish(m.address, entry, serving, ctx);
        }
    }

    /// One of the two bits is for all CPU caches, so each of them is probed except the requestor.
    void probe_cpus(const Address<D>& a, Serving<D, W>& serving, auto& ctx) {
        for (int cpu = 0; cpu < ctx.config().cpu_count(); ++cpu) {
            const Core<D> core(ctx.config().cu_count() + cpu);
            if (serving.of_cpu() && serving.core == core) continue;
            serving.awaited.insert(core);
            ctx.send(Node::cpu, cpu, {.kind = Kind::ProbeInv, .address = a});
        }
    }

    void finish(const Address<D>& a, Entry& entry, const Serving<D, W>& serving, auto& ctx) {
        if (serving.request == Kind::Read) {
            const bool elsewhere = entry.in_cpus || (entry.in_gl2 && ctx.config().read_grant == ReadGrant::shared);
            entry.owner.reset();
            if (!elsewhere) entry.owner = serving.core;
            entry.in_cpus = true;
            ctx.send(Node::cpu, serving.core,
                     {.kind = elsewhere ? Kind::Shared : Kind::Exclusive, .address = a, .data = memory[a]});
            ctx.did(Outcome::read_granted);
        } else if (serving.request == Kind::RFO) {
            entry.owner = serving.core;
            entry.in_cpus = true;
            entry.in_gl2 = false;
            ctx.send(Node::cpu, serving.core, {.kind = Kind::Modified, .address = a, .data = memory[a]});
            ctx.did(Outcome::owned_granted);
        } else if (serving.request == Kind::RdBlk) {
            entry.owner.reset();
            entry.in_gl2 = true;
            ctx.send(Node::gl2, ctx.config().gl2_of(a), {.kind = Kind::Data, .address = a, .data = memory[a]});
            ctx.did(Outcome::gl2_granted);
        } else {
            entry.owner.reset();
            entry.in_cpus = false;
            if (!serving.acknowledged) complete_write(a, serving, ctx);
        }
        entry.serving.reset();
    }

    void complete_write(const Address<D>& a, const Serving<D, W>& serving, auto& ctx) {
        if (serving.request == Kind::Atomic) {
            const auto found = model::perform(memory[a], serving.data);
            ctx.load_performed(serving.core, serving.wavefront, a, found, 0);
            ctx.send(
                Node::gl2, ctx.config().gl2_of(a),
                {.kind = Kind::AtomicResp, .address = a, .core = serving.core, .wavefront = serving.wavefront, .data = found});
        } else {
            model::overwrite(memory[a], serving.data);
            ctx.send(Node::gl2, ctx.config().gl2_of(a),
                     {.kind = Kind::cmlAck, .address = a, .core = serving.core, .wavefront = serving.wavefront});
        }
        ctx.store_performed(serving.core, serving.wavefront, a, serving.data, 0);
        ctx.did(Outcome::write_performed);
    }

    enum class ActionKind : std::uint8_t { serve };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, serve)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action&, const auto&) { return true; }
    static bool fair(const Action&) { return true; }

    /// Answers the request, once all probes are answered.
    void act(const Action& action, auto& ctx) { go_on(action.block, entries[action.block], ctx); }
    void go_on(const Address<D>& a, Entry& entry, auto& ctx) {
        if (!entry.serving || !(*entry.serving).awaited.empty() || (*entry.serving).awaits_gl2) return ctx.stall(Outcome::nothing_to_do);
        const Serving<D, W> serving = *entry.serving;
        finish(a, entry, serving, ctx);
    }

    bool idle() const {
        bool idle = true;
        for (const Entry& entry : entries.items) idle = idle && !entry.serving;
        return idle;
    }
};

}  // namespace tandem::apu
