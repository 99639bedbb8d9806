// The directory as in hardware. A request for a busy block waits at the directory, so that requests for other blocks pass; and
// memory has latency.
//
// gem5's directory puts a request that finds its block busy at the end of its queue, until it finds the block idle. Here requests
// for a block stay in order, so no request depends on the luck of others. This is the simulated text: if requests waited in
// channels, one for a busy block would hold up all behind it.
#pragma once

#include "model/block_action.hpp"
#include "protocols/moesi/directory.hpp"

namespace tandem::moesi {

template <class D>
struct WaitingRequest {
    Core<D> from{};
    Enum<D, MessageKind> kind{};
    BOOST_DESCRIBE_CLASS(WaitingRequest, (), (from, kind), (), ())
};

/// A cache has at most one request for a block under way.
inline constexpr int most_waiting = 4;

template <class D>
struct QueueingEntry : Entry<D> {
    using Base = moesi::Entry<D>;
    model::Flag<D> awaits_memory{};  // for the first that waits
    model::Fifo<D, WaitingRequest<D>, most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(QueueingEntry, (Base), (awaits_memory, waiting), (), ())
};

template <class D>
struct QueueingDirectory : Directory<D, QueueingEntry<D>> {
    using Base = Directory<D, QueueingEntry<D>>;
    using Message = typename Base::Message;
    using Entry = typename Base::Entry;
    using Kind = MessageKind;
    BOOST_DESCRIBE_CLASS(QueueingDirectory, (Base), (), (), ())

    bool idle() const {
        bool idle = true;
        for (const Entry& entry : this->entries.items) idle = idle && entry.waiting.empty();
        return idle;
    }

    void receive(const Message& m, auto& ctx) {
        if (Base::unblocks(m) || Base::writes_back(m)) return Base::receive(m, ctx);
        Entry& entry = this->entries[m.address];
        if (entry.waiting.full()) return ctx.stall(Outcome::busy);
        if (entry.busy() || !entry.waiting.empty()) ctx.did(Outcome::busy);
        entry.waiting.push({.from = ctx.sender(), .kind = m.kind});
    }

    enum class ActionKind : std::uint8_t { serve, memory_answers };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, serve, memory_answers)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action&, const Config&) { return true; }
    static model::Unit unit(ActionKind kind) { return kind == ActionKind::serve ? model::Unit::controller : model::Unit::memory; }
    static bool fair(const Action&) { return true; }

    void act(const Action& action, auto& ctx) {
        Entry& entry = this->entries[action.block];
        if (entry.waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
        const WaitingRequest<D> first = entry.waiting.front();
        const Message request{.kind = first.kind, .address = action.block};
        if (action.kind == ActionKind::memory_answers) {
            if (!entry.awaits_memory) return ctx.stall(Outcome::nothing_to_do);
            entry.awaits_memory = false;
        } else {
            if (entry.awaits_memory) return ctx.stall(Outcome::nothing_to_do);
            if (entry.busy() && !Base::joins(request, first.from, entry, ctx)) return ctx.stall(Outcome::nothing_to_do);
            if (reads_memory(request, entry)) return read_memory(action.block, entry, ctx);
        }
        entry.waiting.pop();
        this->answer(request, first.from, entry, ctx);
    }

private:
    /// A request that joins readers gets what they have got.
    static bool reads_memory(const Message& request, const Entry& entry) {
        return (request.kind == Kind::GETS || request.kind == Kind::GETX) && !entry.owned() && !entry.busy();
    }
    static void read_memory(const Address<D>& a, Entry& entry, auto& ctx) {
        entry.awaits_memory = true;
        ctx.memory_read(a);
    }
};

}  // namespace tandem::moesi
