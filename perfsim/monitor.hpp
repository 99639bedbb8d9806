// The checked properties, asserted while the full machine runs.
//
// After each event three properties of the event's block are judged. No two versions of it are readable at one moment of the
// protocol's order (`copies` lists the readable copies, `apart` compares two). A load returns the version that is current at its
// moment, by the order in which stores were performed. An atomic returns to its warp what the block held right before it. A
// machine cannot be searched; the monitor judges the states of one run.
//
// A block enters and leaves a node by events at that node about it. So the monitor records for each block which nodes may have
// it, and looks at no others.
#pragma once

#include <chrono>
#include <map>
#include <tuple>

#include "perfsim/machine.hpp"

namespace tandem::perfsim {

/// An error that a monitor found. The message is one line.
struct MonitorError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class P, class Copies, class Apart>
class Monitor final : public ObservesAlike<P, Monitor<P, Copies, Apart>> {
public:
    using Base = Observer<P>;
    using Message = typename P::Message;
    using NodeKind = typename P::NodeKind;

    Monitor(Machine<P>& machine, Copies copies, Apart apart) : machine_(machine), copies_(copies), apart_(apart) {
        machine.follow_messages();
    }

    std::uint64_t judged = 0;  // blocks after events, and loads
    double seconds = 0;        // time taken, estimated from a sample, without the machine's own work to report its events

    void accessed(int i, const typename Base::Core::Operation& op, const typename Base::Core& core) override {
        accessed(i, op, core, 0);
    }
    void accessed_by_cpu(int i, const OperationOfCpu<P>& op, const CpuNode<P>& cpu) override {
        if constexpr (has_cpus<P>) accessed(i, op, cpu, static_cast<std::size_t>(cpu_kind<P>));
    }
    template <int kind>
    void acted_by(int i, const auto& action, const auto& node) { timed(action.block, kind, i, node); }
    template <int kind>
    void received_by(const Way& way, const Message& message, const auto& node) { timed(message.address, kind, way.to, node); }

    void event(const model::Event<Timed>& e) override {
        const Stopwatch stopwatch(*this);
        if (e.kind == model::EventKind::clock_reset) resets_ += !e.era || *e.era != odd();
        else if (e.kind == model::EventKind::reset_adopted) reset_of(e.core) = last_reset_with(e.when == Time(1));
        else if (e.kind == model::EventKind::store_performed) performed(e);
        else if (e.kind == model::EventKind::load_completed || e.kind == model::EventKind::load_performed) loaded(e);
        else if (e.kind == model::EventKind::load_returned) returned(e);
    }

    // ---- the view for `copies`: one block of the machine
    using D = Timed;
    Block block() const { return block_; }
    const typename P::Config& config() const { return machine_.config(); }
    PhysicalTime now() const { return PhysicalTime(machine_.now() + 1); }
    template <NodeKind kind, class F>
    void each(F&&) const requires (!has_nodes_of<P>(static_cast<int>(kind))) {}
    template <NodeKind kind, class F>
    void each(F&& f) const requires (has_nodes_of<P>(static_cast<int>(kind))) {
        const auto look = [&](const auto& node_of, int nodes) {
            if constexpr (has_lines<decltype(node_of(0))>) {
                for (std::uint64_t left = record_->held[static_cast<std::size_t>(kind)]; left != 0; left &= left - 1) {
                    const int i = std::countr_zero(left);
                    const auto& node = node_of(i);
                    node.lines.focus = &block_;
                    f(node, i);
                    node.lines.focus = nullptr;
                }
            } else {
                for (int i = 0; i < nodes; ++i) f(node_of(i), i);
            }
        };
        look(
            [this](int i) -> const auto& { return machine_.template node<static_cast<int>(kind)>(i); },
            machine_.template population<static_cast<int>(kind)>());
    }
    template <class F>
    void each_message(F&& f) const {
        machine_.network().each_about(block_, [&](const Message& m) { f(m, 0); });
    }

private:
    struct Version {
        Time when;
        Value data;
    };

    struct Record {
        std::array<std::uint64_t, kinds_of<P>> held{};  // by kind: a bit for each node that has a line for the block
        std::vector<Version> versions;        // those that are remembered; none before the first request
    };
    template <class Node>
    static constexpr bool has_lines = requires(Node node) { node.lines.focus; };

    /// Reading a clock takes about as long as judging, so it times one event in many.
    class Stopwatch {
    public:
        explicit Stopwatch(Monitor& monitor) : monitor_(++monitor.events_ % one_in == 0 ? &monitor : nullptr) {
            if (monitor_) start_ = Clock::now();
        }
        ~Stopwatch() {
            if (monitor_) monitor_->seconds += one_in * std::chrono::duration<double>(Clock::now() - start_).count();
        }
        Stopwatch(const Stopwatch&) = delete;
        Stopwatch& operator=(const Stopwatch&) = delete;

    private:
        using Clock = std::chrono::steady_clock;
        static constexpr unsigned one_in = 61;  // not a power of two, since events come in regular turns
        Monitor* monitor_;
        Clock::time_point start_{};
    };

    // Moments count from resets of the protocol's clock. Nodes follow these one after the other, and their parity identifies
    // them.
    static constexpr std::int64_t between_resets = std::int64_t(1) << 33;  // beyond any moment
    bool odd() const { return resets_ % 2 != 0; }
    std::int64_t last_reset_with(bool parity) const { return parity == odd() ? resets_ : resets_ - 1; }
    /// The reset that a core counts from.
    std::int64_t& reset_of(CoreName core) {
        if (core.index() >= reset_of_core_.size()) reset_of_core_.resize(core.index() + 1, 0);
        return reset_of_core_[core.index()];
    }
    static Time since_first(std::int64_t reset, Time when) { return reset * between_resets + when.tick; }
    /// The moment of an access that a bank performs.
    Time performed_at(const model::Event<Timed>& e) const {
        return since_first(e.era ? last_reset_with(*e.era) : resets_, e.when);
    }

    template <class Node>
    void accessed(int i, const auto& op, const Node& core, std::size_t kind) {
        const Stopwatch stopwatch(*this);
        op.blocks.each([&](Block a) {
            versions(a);  // before a bank's handler changes memory, which it may do before it says that a store is performed
            judge(a, kind, i, core);
        });
    }
    Record& record(Block a) {
        if (a.number >= records_.size()) records_.resize(std::max(std::size_t(a.number) + 1, 2 * records_.size()));
        return records_[a.number];
    }
    template <class Node>
    void timed(Block a, std::size_t kind, int i, const Node& node) {
        const Stopwatch stopwatch(*this);
        judge(a, kind, i, node);
    }
    /// Node number `i` of that kind has seen an event at the block.
    template <class Node>
    void judge(Block a, std::size_t kind, int i, const Node& node) {
        block_ = a;
        record_ = &record(a);
        if constexpr (has_lines<const Node&>) {
            const std::uint64_t bit = std::uint64_t(1) << i;
            record_->held[kind] = node.lines.find(a) ? record_->held[kind] | bit : record_->held[kind] & ~bit;
        }
        ++judged;
        seen_.clear();
        copies_(*this, [&](const model::Copy<Timed>& copy) {
            for (const auto& other : seen_)
                if (!apart_(other, copy)) fail("single-writer", a, "two versions can be read at one moment");
            seen_.push_back(copy);
        });
    }

    std::vector<Version>& versions(Block a) {
        auto& list = record(a).versions;
        if (list.empty()) list.push_back({Time(INT64_MIN), machine_.memory_block(a)});
        return list;
    }
    void performed(const model::Event<Timed>& e) {
        auto& list = versions(e.address);
        const Time when = performed_at(e);
        if (when < list.back().when) fail("load-value", e.address, "a store is performed before the one that it replaces");
        Value data = list.back().data;
        if (e.value.datum() && e.value.datum()->head().is_operation) found_[who(e)] = Value::perform(data, e.value);
        else model::overwrite(data, e.value);
        list.push_back({when, data});
        constexpr std::size_t most = 256;
        if (list.size() > most) list.erase(list.begin(), list.begin() + most / 2);
    }
    void loaded(const model::Event<Timed>& e) {
        // an atomic's answer, in which its lanes see each other's work: judged on return
        if (e.value.datum() && e.value.datum()->head().is_operation) return;
        ++judged;
        const auto& list = versions(e.address);
        const Time when = e.kind == model::EventKind::load_completed ? since_first(reset_of(e.core), e.when) : performed_at(e);
        auto current = list.rbegin();
        while (current != list.rend() && when < current->when) ++current;
        if (current == list.rend()) return;  // older than what is remembered
        if (!(current->data == e.value))
            fail("load-value", e.address, "a load returns another version than the one of its moment");
    }
    /// An atomic's answer has come back to its warp; a load was judged where it was performed.
    void returned(const model::Event<Timed>& e) {
        const auto found = found_.find(who(e));
        if (found == found_.end()) return;
        ++judged;
        if (!(found->second == e.value))
            fail("rmw-atomic", e.address, "an atomic returns something else than the block held right before it");
        found_.erase(found);
    }
    using Who = std::tuple<std::size_t, std::size_t, std::size_t>;
    static Who who(const model::Event<Timed>& e) { return {e.core.index(), e.thread.index(), e.address.index()}; }
    [[noreturn]] void fail(const char* property, Block a, const char* what) const {
        throw MonitorError(std::string(property) + " does not hold: block " + std::to_string(a.number) + " at cycle " +
                           std::to_string(machine_.now()) + ": " + what);
    }

    const Machine<P>& machine_;
    Copies copies_;
    Apart apart_;
    Block block_;
    std::int64_t resets_ = 0;
    std::vector<std::int64_t> reset_of_core_;
    std::uint64_t events_ = 0;
    std::vector<model::Copy<Timed>> seen_;
    std::vector<Record> records_;  // by block
    std::map<Who, Value> found_;   // by atomics that are under way
    Record* record_ = nullptr;    // of block_
};

}  // namespace tandem::perfsim
