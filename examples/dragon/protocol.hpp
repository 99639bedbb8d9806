// dragon: an update protocol. A store to a shared block sends its data to all who have the block, and no copy is invalidated.
//
// After Xerox PARC's Dragon, with a directory instead of a snooping bus. On the bus an update reaches all caches in one cycle.
// Here it reaches them one by one, so it takes two phases. First all other sharers hold the block: they stop reading it. Then
// the writer writes, and what it has written goes to those who hold.
//
//   read    Read -> Data, or Read -> Forward to the owner -> Supply to the reader -> Got
//   store   Write -> Hold to the other sharers -> Held -> Turn to the writer -> Done -> Update to the others
//   evict   Put -> Gone; the directory's own: Recall -> Back
#pragma once

#include "protocols/baseline/core_access.hpp"
#include "protocols/baseline/core_cache.hpp"
#include "protocols/baseline/dram_queue.hpp"
#include "protocols/baseline/system.hpp"
#include "specs/usual_properties.hpp"

namespace dragon {

namespace baseline = tandem::baseline;
namespace model = tandem::model;
namespace specs = tandem::specs;
using baseline::NodeKind;
using model::Address, model::Core, model::Enum, model::Flag, model::Sort, model::Value;

/// How many cores, threads, blocks and values there are, and which consistency is promised.
struct Config : baseline::Config {};

// ---- messages -------------------------------------------------------------------------------------------------------

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    Read,     /* cache to directory: asks for the block */
    Write,    /* cache to directory: asks for a turn to write */
    Put,      /* cache to directory: leaves the block */
    Got,      /* cache to directory: the owner's data have come */
    Held,     /* cache to directory: reads the block no more, until the update */
    Done,     /* cache to directory: has written; the new data */
    Back,     /* cache to directory: gives the block back, as it was told to */
    Data,     /* directory to cache: the block */
    Forward,  /* directory to owner: supply the block to another cache */
    Hold,     /* directory to sharer: another cache is going to write */
    Turn,     /* directory to writer: write now */
    Update,   /* directory to sharer: what the other cache has written */
    Gone,     /* directory to cache: has seen that it left */
    Recall,   /* directory to cache: give the block back */
    Supply)   /* owner to cache: the block */

template <class D>
struct Message {
    Enum<D, MessageKind> kind{};
    Address<D> address{};
    Value<D> data{};
    Core<D> asks{};       // whose request it is; to whom the owner supplies the block
    Flag<D> dirty{};      // memory does not have these data
    Flag<D> alone{};      // no other cache has the block
    Flag<D> left{};       // this cache is leaving anyway
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, data, asks, dirty, alone, left), (), ())

    static bool carries(const Message& m, std::string_view member) {
        using enum MessageKind;
        const MessageKind kind = model::enumerator(m.kind);
        const auto any = [kind](auto... of) { return ((kind == of) || ...); };
        if (member == "data") return any(Put, Done, Back, Data, Update, Supply);
        if (member == "asks") return any(Read, Write, Put, Forward);
        if (member == "dirty") return any(Put, Back, Supply, Got);
        if (member == "alone") return any(Data, Turn);
        if (member == "left") return kind == Held;
        return true;
    }
    void clear_unused() { model::clear_uncarried(*this); }
};

/// What a handler can do, or why it stalls.
BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t,
    /* caches */
    load_hit, store_hit, load_miss, store_miss, store_shared, filled_alone, filled_shared, supplied, holds, left_already,
    has_turn, updated, gone, given_back, given_back_leaving, given_back_waiting, evicted,
    /* the directory */
    lent, lent_alone, forwarded, lent_to_writer, read_done, held_up, held, turn_given, turn_alone, written, spread, put_taken,
    put_late, recalled, returned,
    /* both, and what comes with their bases */
    unexpected, dram_read, dram_filled, request_queued, l2_evicted, stalled_transient, stalled_warp_busy, stalled_same_block,
    stalled_fence, fence_passes, nothing_to_do)

// ---- a cache --------------------------------------------------------------------------------------------------------

BOOST_DEFINE_FIXED_ENUM_CLASS(State, std::uint8_t,
    invalid,    /* an access waits for the data */
    exclusive,  /* alone, as in memory */
    shared,     /* others may have it; Dragon's Sc */
    owned,      /* others may have it, memory does not; Dragon's Sm */
    modified,   /* alone, and memory does not have it */
    leaving)    /* on its way back */

template <class D>
struct Line {
    using Access = baseline::CoreAccess<D>;
    Enum<D, State> state{};
    Value<D> data{};
    Flag<D> wants{};  // a store waits for its turn
    Flag<D> held{};   // another cache is writing
    Flag<D> dirty{};  // of a line that is leaving: memory does not have the data
    Access access{};  // that waits
    BOOST_DESCRIBE_CLASS(Line, (), (state, data, wants, held, dirty, access), (), ())

    bool waiting() const { return bool(state == State::invalid) || bool(wants); }
    bool stable() const { return !waiting() && !bool(held) && !bool(state == State::leaving); }
    bool readable() const { return !bool(state == State::invalid) && !bool(state == State::leaving) && !bool(held); }
    bool accepts(const Access&) const { return stable(); }
    void clear_unused() {
        if (!waiting()) access = {};
        if (state == State::invalid) data = {};
    }
};

template <class D>
struct Cache : baseline::CoreCache<Cache<D>, D, Line<D>, Message<D>, Outcome> {
    using Base = baseline::CoreCache<Cache<D>, D, Line<D>, Message<D>, Outcome>;
    BOOST_DESCRIBE_CLASS(Cache, (Base), (), (), ())

    void begin(const baseline::CoreAccess<D>& access, Address<D> a, Line<D>& line, auto& ctx) {
        if (line.state == State::invalid) {
            this->wait(access, line);
            ctx.did(access.loads() ? Outcome::load_miss : Outcome::store_miss);
            return ask(access.loads() ? MessageKind::Read : MessageKind::Write, a, ctx);
        }
        if (access.loads()) {
            ctx.did(Outcome::load_hit);
            return access.perform(a, line.data, ctx);
        }
        if (line.state == State::exclusive || line.state == State::modified) {
            line.state = State::modified;
            ctx.did(Outcome::store_hit);
            return access.perform(a, line.data, ctx);
        }
        this->wait(access, line);
        line.wants = true;
        ctx.did(Outcome::store_shared);
        ask(MessageKind::Write, a, ctx);
    }
    void ask(MessageKind kind, Address<D> a, auto& ctx) {
        ctx.send(NodeKind::l2, ctx.config().home(a), {.kind = kind, .address = a, .asks = ctx.core()});
    }

    void receive(const Message<D>& m, auto& ctx) {
        const Address<D> a = m.address;
        Line<D>* found = this->lines.find(a);
        if (!found) return ctx.stall(Outcome::unexpected);
        Line<D>& line = *found;
        if (m.kind == MessageKind::Data) return fill(m, line, ctx);
        if (m.kind == MessageKind::Supply) {
            fill(m, line, ctx);
            return tell(a, {.kind = MessageKind::Got, .address = a, .dirty = m.dirty}, ctx);
        }
        if (m.kind == MessageKind::Forward) {
            ctx.did(Outcome::supplied);
            ctx.send(NodeKind::sm, m.asks,
                     {.kind = MessageKind::Supply, .address = a, .data = line.data, .dirty = dirty(line)});
            if (line.state == State::exclusive) line.state = State::shared;
            if (line.state == State::modified) line.state = State::owned;
            return;
        }
        if (m.kind == MessageKind::Hold) {
            if (line.state == State::leaving) {
                ctx.did(Outcome::left_already);
                return tell(a, {.kind = MessageKind::Held, .address = a, .left = true}, ctx);
            }
            line.held = true;
            line.state = State::shared;  // the writer is going to be the owner
            ctx.did(Outcome::holds);
            return tell(a, {.kind = MessageKind::Held, .address = a}, ctx);
        }
        if (m.kind == MessageKind::Turn) {
            line.wants = false;
            if (m.alone) line.state = State::modified;
            else line.state = State::owned;
            ctx.did(Outcome::has_turn);
            this->complete(a, line, ctx);
            if (!m.alone) tell(a, {.kind = MessageKind::Done, .address = a, .data = line.data}, ctx);
            return;
        }
        if (m.kind == MessageKind::Update) {
            line.data = m.data;
            line.held = false;
            return ctx.did(Outcome::updated);
        }
        if (m.kind == MessageKind::Gone) {
            ctx.did(Outcome::gone);
            return this->lines.drop(a);
        }
        // Recall
        tell(a, {.kind = MessageKind::Back, .address = a, .data = line.data, .dirty = dirty(line)}, ctx);
        if (line.state == State::leaving) return ctx.did(Outcome::given_back_leaving);
        if (line.wants) {
            line.wants = false;
            line.state = State::invalid;
            return ctx.did(Outcome::given_back_waiting);
        }
        ctx.did(Outcome::given_back);
        this->lines.drop(a);
    }
    void tell(Address<D> a, const Message<D>& m, auto& ctx) { ctx.send(NodeKind::l2, ctx.config().home(a), m); }

    static Flag<D> dirty(const Line<D>& line) {
        if (line.state == State::modified || line.state == State::owned) return true;
        if (line.state == State::leaving) return line.dirty;
        return false;
    }

    /// The block has come. A store that may not be alone waits on, for its turn.
    void fill(const Message<D>& m, Line<D>& line, auto& ctx) {
        line.data = m.data;
        if (m.alone) {
            ctx.did(Outcome::filled_alone);
            if (line.access.loads()) line.state = State::exclusive;
            else line.state = State::modified;
            return this->complete(m.address, line, ctx);
        }
        ctx.did(Outcome::filled_shared);
        line.state = State::shared;
        if (line.access.loads()) return this->complete(m.address, line, ctx);
        line.wants = true;
    }

    void evict(Address<D> a, Line<D>& line, auto& ctx) {
        ctx.did(Outcome::evicted);
        line.dirty = dirty(line);
        line.state = State::leaving;
        tell(a, {.kind = MessageKind::Put, .address = a, .data = line.data, .asks = ctx.core(), .dirty = line.dirty}, ctx);
    }
};

// ---- the directory, in L2 -------------------------------------------------------------------------------------------

BOOST_DEFINE_FIXED_ENUM_CLASS(Phase, std::uint8_t,
    idle,
    reading,    /* the owner supplies the block to the head of the queue */
    holding,    /* sharers are told to hold */
    writing,    /* the head of the queue has its turn */
    spreading,  /* what it has written is here, for the others */
    recalling)  /* L2 makes room */

template <class D>
struct Entry {
    Flag<D> awaiting_dram{};
    Value<D> data{};
    Address<D> address{};
    Enum<D, Phase> phase{};
    model::Set<D, Sort::core> sharers, holding;
    model::Maybe<D, Core<D>> owner;
    model::Fifo<D, baseline::Request<D, Message<D>>, baseline::most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(Entry, (), (awaiting_dram, data, address, phase, sharers, holding, owner, waiting), (), ())

    bool readable() const { return !bool(owner) && bool(phase == Phase::idle); }
    bool others(const Core<D>& writer) const {
        bool any = false;
        sharers.each([&](const Core<D>& c) { if (c != writer) any = true; });
        return any;
    }
    void clear_unused() {
        if (awaiting_dram) data = {};
        if (sharers.empty()) address = {};
    }
};

template <class D>
struct Directory : baseline::DramQueue<Directory<D>, D, Entry<D>, Message<D>, Outcome> {
    using Queue = baseline::DramQueue<Directory<D>, D, Entry<D>, Message<D>, Outcome>;
    BOOST_DESCRIBE_CLASS(Directory, (Queue), (), (), ())

    void receive(const Message<D>& m, auto& ctx) {
        const bool wants = bool(m.kind == MessageKind::Read) || bool(m.kind == MessageKind::Write);
        if (wants || m.kind == MessageKind::Put) return Queue::receive(m, ctx);
        Entry<D>* found = this->lines.find(m.address);
        if (!found) return ctx.stall(Outcome::unexpected);
        Entry<D>& entry = *found;
        const Core<D> from = ctx.sender();
        if (m.kind == MessageKind::Got) {
            entry.sharers.insert(from);
            if (m.dirty) entry.data = {};
            else entry.owner.reset();
            entry.phase = Phase::idle;
            if (entry.waiting.front().message.kind == MessageKind::Read) entry.waiting.pop();
            return ctx.did(Outcome::read_done);
        }
        if (m.kind == MessageKind::Held) {
            entry.holding.erase(from);
            if (m.left) leaves(from, entry);
            return ctx.did(Outcome::held);
        }
        if (m.kind == MessageKind::Done) {
            entry.data = m.data;
            entry.phase = Phase::spreading;
            return ctx.did(Outcome::written);
        }
        // Back
        if (m.dirty) entry.data = m.data;
        leaves(from, entry);
        if (entry.sharers.empty()) entry.phase = Phase::idle;
        ctx.did(Outcome::returned);
    }
    void leaves(const Core<D>& from, Entry<D>& entry) {
        entry.sharers.erase(from);
        if (entry.owner && *entry.owner == from) entry.owner.reset();
    }

    /// A request whose turn it is.
    void answer(Core<D> from, const Message<D>& m, Entry<D>& entry, auto& ctx) {
        const Address<D> a = m.address;
        entry.address = a;
        if (m.kind == MessageKind::Put) {
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::Gone, .address = a});
            if (!entry.sharers.contains(from)) return ctx.did(Outcome::put_late);
            if (m.dirty) entry.data = m.data;
            leaves(from, entry);
            return ctx.did(Outcome::put_taken);
        }
        if (entry.phase == Phase::spreading) {
            entry.sharers.each([&](const Core<D>& c) {
                if (c != from) ctx.send(NodeKind::sm, c, {.kind = MessageKind::Update, .address = a, .data = entry.data});
            });
            entry.phase = Phase::idle;
            entry.data = {};
            return ctx.did(Outcome::spread);
        }
        if (entry.sharers.contains(from)) {  // a store, and nobody else has the block
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::Turn, .address = a, .alone = true});
            entry.phase = Phase::idle;
            entry.owner = from;
            entry.data = {};
            return ctx.did(Outcome::turn_alone);
        }
        if (entry.sharers.empty()) {
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::Data, .address = a, .data = entry.data, .alone = true});
            entry.sharers.insert(from);
            entry.owner = from;
            return ctx.did(Outcome::lent_alone);
        }
        ctx.send(NodeKind::sm, from, {.kind = MessageKind::Data, .address = a, .data = entry.data});
        entry.sharers.insert(from);
        ctx.did(Outcome::lent);
    }

    /// Whether a request must wait for what caches do first.
    bool delays(const Message<D>& m, const Entry<D>& entry, auto&) const {
        // What has come is queued first. Else its answer may lack room whenever it could be received, and others go before it.
        if (entry.waiting.empty()) return true;
        if (entry.phase == Phase::spreading) return false;
        if (entry.phase == Phase::holding && entry.holding.empty()) return entry.others(m.asks);
        if (entry.phase != Phase::idle) return true;
        if (m.kind == MessageKind::Put) return false;
        if (m.kind == MessageKind::Read) return bool(entry.owner);
        return entry.others(m.asks);
    }
    bool delays_eviction(const Entry<D>& entry, auto&) const {
        return !bool(entry.sharers.empty()) || bool(entry.phase != Phase::idle);
    }

    /// What caches must do first, step by step.
    void put_off(Entry<D>& entry, auto& ctx) {
        if (entry.waiting.empty()) {
            if (entry.phase != Phase::idle) return ctx.stall(Outcome::nothing_to_do);
            entry.sharers.each([&](const Core<D>& c) {
                ctx.send(NodeKind::sm, c, {.kind = MessageKind::Recall, .address = entry.address});
            });
            entry.phase = Phase::recalling;
            return ctx.did(Outcome::recalled);
        }
        const Message<D> m = entry.waiting.front().message;
        const Core<D> from = entry.waiting.front().from;
        const Address<D> a = m.address;
        entry.address = a;
        if (entry.phase == Phase::holding && entry.holding.empty()) {
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::Turn, .address = a});
            entry.phase = Phase::writing;
            entry.owner = from;
            return ctx.did(Outcome::turn_given);
        }
        if (entry.phase != Phase::idle) return ctx.stall(Outcome::nothing_to_do);
        if (m.kind == MessageKind::Write && entry.sharers.contains(from)) {
            entry.sharers.each([&](const Core<D>& c) {
                if (c == from) return;
                ctx.send(NodeKind::sm, c, {.kind = MessageKind::Hold, .address = a});
                entry.holding.insert(c);
            });
            entry.phase = Phase::holding;
            return ctx.did(Outcome::held_up);
        }
        if (entry.owner) {
            ctx.send(NodeKind::sm, *entry.owner, {.kind = MessageKind::Forward, .address = a, .asks = from});
            entry.phase = Phase::reading;
            return ctx.did(Outcome::forwarded);
        }
        ctx.send(NodeKind::sm, from, {.kind = MessageKind::Data, .address = a, .data = entry.data});
        entry.sharers.insert(from);
        ctx.did(Outcome::lent_to_writer);
    }
};

// ---- the protocol ---------------------------------------------------------------------------------------------------

/// Requests and answers to the directory go on networks of their own. All that the directory sends to a cache stays in order.
template <class D>
struct Protocol : baseline::SmsAndBanks<D, Config, Message<D>> {
    using Outcome = dragon::Outcome;
    using Nodes = std::tuple<Cache<D>, Directory<D>>;

    static std::string node_name(NodeKind kind, int index) {
        const std::string name = kind == NodeKind::sm ? "cache" : "directory";
        return kind == NodeKind::l2 && index == 0 ? name : name + " " + std::to_string(index);
    }
    static std::string network_name(int network) { return network == 0 ? "" : "the answer network"; }
    static int network(const Message<D>& m) {
        using enum MessageKind;
        return m.kind == Got || m.kind == Held || m.kind == Done || m.kind == Back;
    }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        return {{.from = NodeKind::sm, .to = NodeKind::l2, .ordered = true, .capacity = config.capacity, .network = 0},
                {.from = NodeKind::sm, .to = NodeKind::l2, .ordered = true, .capacity = config.capacity, .network = 1},
                {.from = NodeKind::l2, .to = NodeKind::sm, .ordered = true, .capacity = config.capacity, .network = 0},
                {.from = NodeKind::sm, .to = NodeKind::sm, .ordered = true, .capacity = config.capacity, .network = 0}};
    }
};

/// What it promises, to the search and to the prover.
template <class Monitor, class System>
void add_properties(System& system) {
    const auto expected = [](Outcome outcome, const Config& c) {
        if (outcome == Outcome::unexpected) return false;
        if (outcome == Outcome::stalled_transient) return c.shape[Sort::thread] > 1;  // another thread of the core waits
        return c.shape[Sort::core] > 1 && baseline::expected(outcome, c);
    };
    specs::add_usual_properties<Monitor>(system, baseline::ReadableCopies{}, baseline::CurrentValue{}, expected);
    system.add_invariant("one-owner", "no two caches may write a block alone, or are responsible for it", [](const auto& view) {
        bool alone = true;
        for (int a = 0; a < view.config().shape[Sort::address]; ++a) {
            int owner = -1;
            view.template each<NodeKind::sm>([&](const auto& cache, int index) {
                const auto* line = cache.lines.find(a);
                if (!line) return;
                if (line->state == State::exclusive || line->state == State::modified || line->state == State::owned) {
                    const char block = static_cast<char>('A' + a);
                    if (owner >= 0)
                        alone = view.refuted(view.template of<NodeKind::sm>(index, block), " has ", block, " as ", line->state,
                                             ", though ", view.template of<NodeKind::sm>(owner, block), " is responsible for it");
                    owner = index;
                }
            });
        }
        return alone;
    });
}

}  // namespace dragon
