// The checked properties, asserted while the full machine runs.
//
// After each event two things are judged of the block that it concerns: that no two versions of it are readable at one moment of the
// protocol's order (`copies` says which copies are readable, `apart` compares two), and that a load returns the version that is current at its
// moment, by the order in which stores were performed. A machine cannot be searched; this sees the states that a run passes.
#pragma once

#include <unordered_map>

#include "perfsim/machine.hpp"

namespace tandem::perfsim {

/// What a monitor found wrong. The message is one line.
struct MonitorError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class P, class Copies, class Apart>
class Monitor final : public Observer<P> {
public:
    using Base = Observer<P>;
    using Message = typename P::Message;
    using NodeKind = typename P::NodeKind;

    Monitor(const Machine<P>& machine, Copies copies, Apart apart) : machine_(machine), copies_(copies), apart_(apart) {}

    std::uint64_t judged = 0;  // blocks after events, and loads

    void accessed(int, const typename Base::Core::Operation& op, const typename Base::Core&) override {
        op.blocks.each([&](Block a) { judge(a); });
    }
    void acted(int, const typename ActionOf<typename Base::Core>::type& action, const typename Base::Core&) override { judge(action.block); }
    void acted(int, const typename ActionOf<typename Base::Bank>::type& action, const typename Base::Bank&) override { judge(action.block); }
    void received(int, int, const Message& message, const typename Base::Core&) override { judge(message.address); }
    void received(int, int, const Message& message, const typename Base::Bank&) override { judge(message.address); }

    void event(const model::Event<Timed>& e) override {
        if (e.kind == model::EventKind::clock_reset) judges_loads_ = false;  // moments before and after cannot be compared any more
        if (!judges_loads_) return;
        if (e.kind == model::EventKind::store_performed) performed(e);
        else if (e.kind == model::EventKind::load_completed || e.kind == model::EventKind::load_performed) loaded(e);
    }

    // ---- the view that `copies` looks at: one block of the machine
    using D = Timed;
    const typename P::Config& config() const { return machine_.config(); }
    PhysicalTime now() const { return PhysicalTime(machine_.now() + 1); }
    template <NodeKind kind, class F>
    void each(F&& f) const {
        const auto look = [&](const auto& node, int i) {
            if constexpr (requires { node.lines.focus; }) {
                node.lines.focus = &block_;
                f(node, i);
                node.lines.focus = nullptr;
            } else {
                f(node, i);
            }
        };
        if constexpr (static_cast<int>(kind) == 0) {
            for (int i = 0; i < machine_.sms(); ++i) look(machine_.core(i), i);
        } else {
            for (int i = 0; i < machine_.banks(); ++i) look(machine_.bank(i), i);
        }
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

    void judge(Block a) {
        block_ = a;
        ++judged;
        seen_.clear();
        copies_(*this, [&](const model::Copy<Timed>& copy) {
            for (const auto& other : seen_)
                if (!apart_(other, copy)) fail("single-writer", a, "two versions can be read at one moment");
            seen_.push_back(copy);
        });
    }

    std::vector<Version>& versions(Block a) {
        auto& list = versions_[a.number];
        if (list.empty()) list.push_back({Time(INT64_MIN), machine_.memory_block(a)});
        return list;
    }
    void performed(const model::Event<Timed>& e) {
        auto& list = versions(e.address);
        if (e.when < list.back().when) fail("load-value", e.address, "a store is performed before the one that it replaces");
        Value data = list.back().data;
        if (e.value.datum() && e.value.datum()->head().is_operation) Value::perform(data, e.value);
        else model::overwrite(data, e.value);
        list.push_back({e.when, data});
        constexpr std::size_t most = 256;
        if (list.size() > most) list.erase(list.begin(), list.begin() + most / 2);
    }
    void loaded(const model::Event<Timed>& e) {
        if (e.value.datum() && e.value.datum()->head().is_operation) return;  // an atomic's answer: its lanes see each other's work
        ++judged;
        const auto& list = versions(e.address);
        auto current = list.rbegin();
        while (current != list.rend() && e.when < current->when) ++current;
        if (current == list.rend()) return;  // older than what is remembered
        if (!(current->data == e.value)) fail("load-value", e.address, "a load returns another version than the one of its moment");
    }
    [[noreturn]] void fail(const char* property, Block a, const char* what) const {
        throw MonitorError(std::string(property) + " does not hold: block " + std::to_string(a.number) + " at cycle " + std::to_string(machine_.now()) + ": " + what);
    }

    const Machine<P>& machine_;
    Copies copies_;
    Apart apart_;
    Block block_;
    bool judges_loads_ = true;
    std::vector<model::Copy<Timed>> seen_;
    std::unordered_map<std::uint32_t, std::vector<Version>> versions_;
};

}  // namespace tandem::perfsim
