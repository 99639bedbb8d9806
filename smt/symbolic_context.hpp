// The context of a handler on one symbolic path: records what it does as an `Effect`. Compare model/step_context.hpp.
#pragma once

#include <algorithm>

#include "model/step_context.hpp"
#include "smt/decision_tree.hpp"
#include "smt/normalise.hpp"
#include "smt/uniformity_watch.hpp"

namespace tandem::smt {

template <class Protocol>
class SymbolicContext {
public:
    using D = typename Protocol::Domain;
    using Message = typename Protocol::Message;
    using Outcome = typename Protocol::Outcome;
    using NodeKind = typename Protocol::NodeKind;
    using Core = model::Core<D>;
    using Thread = model::Thread<D>;
    using Address = model::Address<D>;
    using Value = model::Value<D>;
    using Moment = model::Moment<D>;
    using EventKind = model::EventKind;

    SymbolicContext(const typename Protocol::Config& config, const std::vector<model::Exits>& exits, int index, int core,
                    int sender)
        : SymbolicContext(config, config.shape, exits, index, core, sender) {}
    /// `config` is what handlers are shown, and may have another shape.
    SymbolicContext(const typename Protocol::Config& config, const model::Shape& shape, const std::vector<model::Exits>& exits,
                    int index, int core, int sender)
        : config_(config), shape_(shape), exits_(exits), index_(index), core_(core), sender_(sender) {}

    const typename Protocol::Config& config() const { return config_; }
    int index() const {
        if (core_ >= 0) watched("a handler of a core's node asks for the node's number");
        return index_;
    }
    model::Core<D> core() const { return known(core_, "asks for its node's core, and that belongs to none"); }
    model::Core<D> sender() const { return known(sender_, "asks for its sender's core, but a node of no core may send this"); }

    void send(NodeKind kind, int index, const Message& message) {
        if (UniformityWatch::current()) watch_number(kind);
        post(&model::Exits::by_index, kind, static_cast<std::size_t>(index), message);
    }
    void send(NodeKind kind, model::Core<D> core, const Message& message) {
        post(&model::Exits::by_core, kind, core.index(), message);
    }
    /// Sends where the flag says so. In a proof the path does not part there (`join_sends`).
    void send_if(const Flag& where, NodeKind kind, model::Core<D> core, const Message& message) {
        const auto known = PathOracle::current().known(where.value);
        if (joins_sends_ && !known) post(&model::Exits::by_core, kind, core.index(), message, where.value);
        else if (where) send(kind, core, message);
    }
    /// From now on `send_if` leaves the path whole.
    void join_sends() { joins_sends_ = true; }

    void did(Outcome outcome, const model::SourceLine& line = model::SourceLine::here()) {
        effect.outcomes |= std::uint64_t(1) << static_cast<int>(outcome);
        lines.push_back(line);
    }
    void stall(Outcome outcome) {
        did(outcome);
        effect.stalled = true;
    }
    void stall_until(const model::Instant<D>&, Outcome outcome) { stall(outcome); }
    static model::Instant<D> now() { return model::Instant<D>(model::PhysicalTime::now().ahead); }
    int choose(int alternatives) { return PathOracle::current().choose(alternatives); }
    Moment choose_moment(const model::MomentChoice& moments) {
        if (any_moment_.expressions) {
            const int latest = any_moment_.clock_ends ? std::min(moments.longest, shape_.time_max) : Expression::no_limit;
            return Moment(any_moment_.expressions->variable({any_moment_.place, chosen_++}, *any_moment_.type, 1, latest));
        }
        return moments.some[static_cast<std::size_t>(choose(static_cast<int>(moments.some.size())))];
    }
    /// Where moments are not listed the environment may choose any from 1 on: an input.
    struct AnyMoment {
        Expressions* expressions = nullptr;
        const ValueType* type = nullptr;
        bool clock_ends = false;  // then only what the text says that the clock has room for
        int place = 0;            // of inputs
    };
    void take_any_moment(const AnyMoment& any) { any_moment_ = any; }

    /// The step begins with a warp's instruction; the path finder says so to a monitor that plays programs.
    void begins(const model::WarpInstruction<D>& op) {
        if (op.kind == model::AccessKind::fence) see(EventKind::begins_fence, core(), op.warp, 0, 0, 0);
        begins_access(op, {});
    }
    void begins(const model::ScopedInstruction<D>& op) { begins_access(op, op.synchronization); }
    void begins(const model::OrderedInstruction<D>& op) {
        if (op.kind == model::AccessKind::fence) see(EventKind::begins_fence, core(), op.warp, 0, 0, 0, {.order = op.order});
        begins_access(op, {});
    }

    // What the text reports, for a monitor.
    void store_issued(Thread thread, Address address, Value value) {
        see(EventKind::store_issued, core(), thread, address, value, 0);
    }
    void load_issued(Thread thread, Address address) { see(EventKind::load_issued, core(), thread, address, 0, 0); }
    void store_performed(Core core, Thread thread, Address address, Value value, Moment when) {
        see(EventKind::store_performed, core, thread, address, value, when);
    }
    void store_completed(Thread thread, Address address, Moment when) {
        see(EventKind::store_completed, core(), thread, address, 0, when);
    }
    void load_completed(Thread thread, Address address, Value value, Moment when) {
        see(EventKind::load_completed, core(), thread, address, value, when);
    }
    void load_performed(Core core, Thread thread, Address address, Value value, Moment when) {
        see(EventKind::load_performed, core, thread, address, value, when);
    }
    void load_returned(Thread thread, Address address, Value value, Moment when) {
        see(EventKind::load_returned, core(), thread, address, value, when);
    }
    void fence_passed(Thread thread, const model::Enum<D, model::Order>& order = {}) {
        see(EventKind::fence_passed, core(), thread, 0, 0, 0, {.order = order});
    }
    void memory_read(const Address&) {}
    void counts_from(Flag parity) { era_ = parity; }
    void clock_reset() { see(EventKind::clock_reset, 0, 0, 0, 0, 0); }
    void reset_adopted(Flag parity) { see(EventKind::reset_adopted, core(), 0, 0, 0, Time(conditional(parity.value, 1, 0))); }
    void write_epoch(Core core, Address address) { see(EventKind::write_epoch, core, 0, address, 0, 0); }
    void read_epoch(Address address) { see(EventKind::read_epoch, 0, 0, address, 0, 0); }

    Effect effect;
    Expression possible = 1;               // that nothing is sent to where no channel leads
    std::vector<model::SourceLine> lines;  // where the handler names its outcomes
    std::vector<model::Event<model::Reported<D>>> events;

private:
    static void watched(const char* what) {
        if (UniformityWatch* watch = UniformityWatch::current()) watch->note(what);
    }
    /// Nodes that belong to cores are sent to by their core's name.
    void watch_number(NodeKind kind) const {
        const bool of_cores = std::any_of(exits_.begin(), exits_.end(), [&](const model::Exits& exits) {
            const auto& channels = exits.by_core.at(static_cast<std::size_t>(kind));
            return std::any_of(channels.begin(), channels.end(), [](int channel) { return channel >= 0; });
        });
        if (of_cores) watched("a handler sends to a core's node by its number");
    }
    void see(model::EventKind kind, Core core, Thread thread, Address address, Value value, Moment when,
             const model::Synchronization<D>& synchronization = {}) {
        events.push_back(model::reported<D>(kind, core, thread, address, value, when, synchronization, era_));
    }
    void begins_access(const model::WarpInstruction<D>& op, const model::Synchronization<D>& synchronization) {
        const EventKind kind = op.kind == model::AccessKind::load    ? EventKind::begins_load
                               : op.kind == model::AccessKind::store ? EventKind::begins_store
                                                                     : EventKind::begins_atomic;
        op.blocks.each([&](Address a) { see(kind, core(), op.warp, a, op.data, 0, synchronization); });
    }
    static Core known(int core, const char* complaint) {
        if (core < 0) throw model::TextError(complaint);
        return core;
    }
    /// Where no channel leads, no state takes this path, or the explicit search complains: here the event is not possible.
    void post(model::Routes model::Exits::*routes, NodeKind kind, std::size_t to, Message message, Expression where = 1) {
        normalise_changes(Message{}, message, shape_);
        const auto network = static_cast<std::size_t>(model::network_of<Protocol>(message, config_));
        const std::vector<int>& channels = (exits_.at(network).*routes).at(static_cast<std::size_t>(kind));
        const int channel = to < channels.size() ? channels[to] : -1;
        if (channel < 0 && where.is(1)) return void(effect.stalled = true);
        if (channel < 0) return void(possible = conjunction(possible, negation(where)));
        Sending& sending = effect.sends.emplace_back(Sending{channel, {}, where});
        model::for_each_leaf(message, shape_, [&](const auto& leaf) { sending.message.push_back(leaf.value); });
    }

    const typename Protocol::Config& config_;
    const model::Shape& shape_;
    const std::vector<model::Exits>& exits_;
    int index_, core_, sender_;
    model::Maybe<D, Flag> era_{};
    AnyMoment any_moment_;
    int chosen_ = 0;
    bool joins_sends_ = false;
};

}  // namespace tandem::smt
