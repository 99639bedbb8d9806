// GL2 and the system directory as in hardware. A request for a busy block waits there, so that requests for other blocks pass;
// and memory has latency.
//
// 2.1 does not say where requests wait. This is the simulated text: if requests waited in channels, one for a busy block would
// hold up all behind it. Requests for a block stay in order, so GL2 never reports an eviction after it has requested the block
// again.
#pragma once

#include "protocols/apu/directory.hpp"
#include "protocols/apu/gl2.hpp"

namespace tandem::apu {

/// At GL2 or at the directory.
template <class D, class W, bool at_gl2>
struct WaitingRequest {
    using Kind = typename W::Kind;
    Enum<D, Kind> kind{};
    Core<D> core{};          // who asks GL2; at the directory: whose it is, if not a GL2's read or eviction
    Thread<D> wavefront{};
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(WaitingRequest, (), (kind, core, wavefront, data), (), ())

    bool writes() const { return kind == Kind::WriteThrough || kind == Kind::Atomic; }
    void clear_unused() {
        if (!writes()) wavefront = {}, data = {};
        if (!at_gl2 && !writes() && !of_cpus(kind)) core = {};
    }
    Message<D, W> message(const Address<D>& a) const {
        return {.kind = kind, .address = a, .core = core, .wavefront = wavefront, .data = data};
    }
};

/// The waiting requests for a block, in order.
template <class D, class W, bool at_gl2> using WaitingRequests = model::Fifo<D, WaitingRequest<D, W, at_gl2>, 4>;

/// `Base` is the GL2 that gets a queue.
template <class D, class W, class Base = Gl2<D, W>>
struct QueueingGl2 : Base {
    using Outcome = typename W::Outcome;
    using Message = apu::Message<D, W>;
    using Action = typename Base::Action;
    model::Array<D, Sort::address, WaitingRequests<D, W, true>> waiting;
    BOOST_DESCRIBE_CLASS(QueueingGl2, (Base), (waiting), (), ())

    void receive(const Message& m, auto& ctx) {
        auto& behind = waiting[m.address];
        if (!Base::requests(m) || (behind.empty() && !Base::waits(m, ctx.config()))) return Base::receive(m, ctx);
        if (behind.full()) return ctx.stall(Outcome::stalled_gl2_busy);
        behind.push({.kind = m.kind, .core = ctx.sender(), .wavefront = m.wavefront, .data = m.data});
        ctx.did(Outcome::gl2_queued);
    }

    void act(const Action& action, auto& ctx) {
        if (action.kind != Base::ActionKind::serve) return Base::act(action, ctx);
        auto& behind = waiting[action.block];
        if (behind.empty()) return ctx.stall(Outcome::nothing_to_do);
        const WaitingRequest<D, W, true> first = behind.front();
        const Message request = first.message(action.block);
        if (Base::waits(request, ctx.config())) return ctx.stall(Outcome::nothing_to_do);
        behind.pop();
        Base::request(request, first.core, ctx);
    }

    bool idle() const {
        bool idle = Base::idle();
        for (const auto& behind : waiting.items) idle = idle && behind.empty();
        return idle;
    }
};

template <class D, class W>
struct QueueingEntry : Entry<D, W> {
    using Base = apu::Entry<D, W>;
    Flag<D> awaits_memory{};  // for the first that waits
    WaitingRequests<D, W, false> waiting;
    BOOST_DESCRIBE_CLASS(QueueingEntry, (Base), (awaits_memory, waiting), (), ())
};

template <class D, class W>
struct QueueingDirectory : Directory<D, W, QueueingEntry<D, W>> {
    using Base = Directory<D, W, QueueingEntry<D, W>>;
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Message = typename Base::Message;
    using Entry = typename Base::Entry;
    BOOST_DESCRIBE_CLASS(QueueingDirectory, (Base), (), (), ())

    /// Answers and an owner's write-backs wait for nobody.
    void receive(const Message& m, auto& ctx) {
        Entry& entry = this->entries[m.address];
        if (answers(model::enumerator(m.kind))) return Base::take(m, entry, ctx);
        if (entry.waiting.full()) return ctx.stall(Outcome::stalled_busy);
        if (entry.serving || !entry.waiting.empty()) ctx.did(Outcome::request_queued);
        WaitingRequest<D, W, false> request{.kind = m.kind, .core = m.core, .wavefront = m.wavefront, .data = m.data};
        if (of_cpus(m.kind)) request.core = ctx.sender();
        entry.waiting.push(request);
    }

    enum class ActionKind : std::uint8_t { serve, memory_answers };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, serve, memory_answers)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action&, const auto&) { return true; }
    static model::Unit unit(ActionKind kind) { return kind == ActionKind::serve ? model::Unit::controller : model::Unit::memory; }
    static bool fair(const Action&) { return true; }

    /// The request being served continues once all probes are answered. The next one begins once memory has the block that it
    /// reads.
    void act(const Action& action, auto& ctx) {
        Entry& entry = this->entries[action.block];
        if (action.kind == ActionKind::memory_answers) {
            if (!entry.awaits_memory) return ctx.stall(Outcome::nothing_to_do);
            entry.awaits_memory = false;
            return begin_first(action.block, entry, ctx);
        }
        if (entry.serving) return Base::go_on(action.block, entry, ctx);
        if (entry.waiting.empty() || entry.awaits_memory) return ctx.stall(Outcome::nothing_to_do);
        if (!reads_memory(entry)) return begin_first(action.block, entry, ctx);
        entry.awaits_memory = true;
        ctx.memory_read(action.block);
        ctx.did(Outcome::memory_asked);
    }

    bool idle() const {
        bool idle = Base::idle();
        for (const Entry& entry : this->entries.items) idle = idle && entry.waiting.empty();
        return idle;
    }

private:
    /// An owner sends the data itself.
    static bool reads_memory(const Entry& entry) {
        const auto& kind = entry.waiting.front().kind;
        return kind != Kind::WriteThrough && kind != Kind::Evict && !entry.owner;
    }
    void begin_first(const Address<D>& a, Entry& entry, auto& ctx) {
        const WaitingRequest<D, W, false> first = entry.waiting.front();
        if (of_cpus(first.kind) && entry.owner && *entry.owner == first.core) return ctx.stall(Outcome::stalled_victim);
        entry.waiting.pop();
        Base::begin(first.message(a), first.core, entry, ctx);
    }
};

}  // namespace tandem::apu
