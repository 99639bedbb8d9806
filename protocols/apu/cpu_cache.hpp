// The private caches of a CPU core (lsc.txt, 2.1), CL1 and CL2 as one: write-back, and read for ownership.
//
// The states are MESI, which the paper leaves open. A waiting line has no copy: loads wait behind it, or get a forwarded store.
// A load that is executed early asks for its block, and is performed when it commits. `Self`, which derives from this, handles a
// block that arrives for a thread: `read(t, a, line, ctx)`, and `owned(t, a, line,
// ctx)`. The latter stores to it at once, so that nobody takes it away before.
#pragma once

#include "model/block_action.hpp"
#include "protocols/apu/messages.hpp"

namespace tandem::apu {

BOOST_DEFINE_FIXED_ENUM_CLASS(LineState, std::uint8_t, shared, exclusive, modified, reading, owning)

template <class D>
struct CpuLine {
    Enum<D, LineState> state{};
    Value<D> data{};
    model::Maybe<D, Thread<D>> asker{};  // whose access waits for the block at the ROB's head; none: it is asked for early
    BOOST_DESCRIBE_CLASS(CpuLine, (), (state, data, asker), (), ())

    bool waiting() const { return state == LineState::reading || state == LineState::owning; }
    bool writable() const { return state == LineState::exclusive || state == LineState::modified; }
    bool readable() const { return !waiting(); }
    void clear_unused() {
        if (waiting()) data = {};
        else asker.reset();
    }
};

/// Of a thread's stores to a block that are in its store buffer: the data of one more, which is younger.
template <class D>
void add_younger(model::Maybe<D, Value<D>>& data, const Value<D>& younger) {
    if (data) model::combine(data.item, younger);
    else data = younger;
}
/// Whether these are all of the block.
template <class D>
bool is_whole(const model::Maybe<D, Value<D>>& data) { return data && model::covers_block(*data); }

template <class Self, class D, class W>
struct CpuCache {
    using Node = typename W::NodeKind;
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Message = apu::Message<D, W>;
    model::Cache<D, CpuLine<D>> lines;
    BOOST_DESCRIBE_CLASS(CpuCache, (), (lines), (), ())

    void start(const auto&, const std::vector<int>&) {}

    void ask(Kind request, const Thread<D>& t, const Address<D>& a, auto& ctx) {
        CpuLine<D>& line = lines.place(a);
        line = {.state = request == Kind::Read ? LineState::reading : LineState::owning};
        line.asker = t;
        ctx.send(Node::directory, 0, {.kind = request, .address = a});
    }
    /// For a load that has not committed.
    void ask_early(const Address<D>& a, auto& ctx) {
        if (lines.find(a)) return ctx.stall(Outcome::nothing_to_do);
        lines.place(a) = {.state = LineState::reading};
        ctx.send(Node::directory, 0, {.kind = Kind::Read, .address = a});
        ctx.did(Outcome::asked_early);
    }

    void receive(const Message& m, auto& ctx) {
        if (m.kind == Kind::ProbeShare || m.kind == Kind::ProbeInv) return probe(m, ctx);
        CpuLine<D>& line = lines.place(m.address);
        const model::Maybe<D, Thread<D>> t = line.asker;
        line.data = m.data;
        line.state = m.kind == Kind::Shared      ? LineState::shared
                     : m.kind == Kind::Exclusive ? LineState::exclusive
                                                 : LineState::modified;
        if (!t) return ctx.did(Outcome::cpu_filled);
        if (m.kind == Kind::Modified) self().owned(*t, m.address, line, ctx);
        else self().read(*t, m.address, line, ctx);
    }

    /// A probe is answered at once, whatever else is under way.
    void probe(const Message& m, auto& ctx) {
        CpuLine<D>* line = lines.find(m.address);
        if (!line || line->waiting()) {
            ctx.send(Node::directory, 0, {.kind = Kind::ProbeAck, .address = m.address});
            return ctx.did(Outcome::probe_missed);
        }
        const bool owns = line->writable();
        if (owns) ctx.send(Node::directory, 0, {.kind = Kind::ProbeAckData, .address = m.address, .data = line->data});
        else ctx.send(Node::directory, 0, {.kind = Kind::ProbeAck, .address = m.address});
        if (m.kind == Kind::ProbeShare) {
            line->state = LineState::shared;
            return ctx.did(Outcome::downgraded);
        }
        lines.drop(m.address);
        ctx.did(owns ? Outcome::invalidated_dirty : Outcome::invalidated);
    }

    /// What a thread reads whose stores to the line are `own`.
    static Value<D> under(const model::Maybe<D, Value<D>>& own, const CpuLine<D>& line) {
        Value<D> data = line.data;
        if (own) model::overwrite(data, *own);
        return data;
    }

    /// A shared copy is dropped silently, and its bit in the filter stays; an owner's copy is written back.
    void evict(const Address<D>& a, auto& ctx) {
        const CpuLine<D>* line = lines.find(a);
        if (!line || line->waiting()) return ctx.stall(Outcome::nothing_to_do);
        const bool owns = line->writable();
        if (owns) ctx.send(Node::directory, 0, {.kind = Kind::Vic, .address = a, .data = line->data});
        lines.drop(a);
        ctx.did(owns ? Outcome::written_back : Outcome::cpu_evicted);
    }

private:
    Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace tandem::apu
