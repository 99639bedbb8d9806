// Follows a simulated run through the checked system, event by event.
//
// Each event that the machine chose must be a step that the system offers in the state in which the machine was; the node's state
// after it, and each message when it is delivered, must be what the system says. So the run is a path of the system.
#pragma once

#include <algorithm>
#include <deque>
#include <map>

#include "perfsim/machine.hpp"
#include "tests/agreement/to_concrete.hpp"

namespace tandem::agreement {

struct ReplayError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// P is a protocol as a template over domains, C the checked one, where that is another; `home(block, config)` names the bank whose copy of memory counts.
template <template <class> class P, template <class> class C = P>
class Replayer final : public perfsim::Observer<P<perfsim::Timed>> {
public:
    using Timed = P<perfsim::Timed>;
    using Concrete = C<model::Concrete>;
    using Base = perfsim::Observer<Timed>;
    using System = model::System<Concrete>;
    template <int kind> using Node = std::tuple_element_t<kind, typename Concrete::Nodes>;

    explicit Replayer(const typename Concrete::Config& config) : system_(config), sms_(config.shape[model::Sort::core]) {
        list_labels<0>();
        list_labels<1>();
    }

    /// Before each run. Memory holds zeros at the start. Where time passes the run's machine says what cycle it is.
    void start(const perfsim::Machine<Timed>* machine = nullptr) {
        machine_ = machine;
        now_ = 0;
        states_.clear();
        for (std::size_t n = 0; n < system_.nodes().size(); ++n) states_.push_back(system_.initial(0, static_cast<int>(n)));
        channels_.assign(system_.channels().size(), {});
    }
    /// After each run: what is on its way must have arrived, and every node be as the system has it.
    void finish(const perfsim::Machine<Timed>& machine) {
        let_time_pass();
        for (const auto& channel : channels_) expect(channel.empty(), "a message was never delivered");
        for (int i = 0; i < machine.sms(); ++i) expect(remembers(states_[static_cast<std::size_t>(i)], packed<0>(machine.core(i), i)), "an SM's state differs at the end");
        for (int i = 0; i < machine.banks(); ++i) expect(remembers(states_[static_cast<std::size_t>(sms_ + i)], packed<1>(machine.bank(i), i)), "a bank's state differs at the end");
    }

    void accessed(int core, const typename Base::Core::Operation& op, const typename Base::Core& after) override {
        spontaneous<0>(core, label_of<0>(to_concrete<typename Node<0>::Operation>(op), 0), packed<0>(after, core));
    }
    void acted(int core, const typename perfsim::ActionOf<typename Base::Core>::type& action, const typename Base::Core& after) override {
        if constexpr (model::TakesActions<Node<0>>) spontaneous<0>(core, label_of<0>(to_concrete<typename Node<0>::Action>(action), first_action_[0]), packed<0>(after, core));
    }
    void acted(int bank, const typename Base::Bank::Action& action, const typename Base::Bank& after) override {
        spontaneous<1>(bank, label_of<1>(to_concrete<typename Node<1>::Action>(action), first_action_[1]), packed<1>(after, bank));
    }
    void received(int core, int from, const typename Base::Message& message, const typename Base::Core& after) override {
        receive(sms_ + from, core, message, packed<0>(after, core));
    }
    void received_from_core(int core, int from, const typename Base::Message& message, const typename Base::Core& after) override {
        receive(from, core, message, packed<0>(after, core));
    }
    void received(int bank, int from, const typename Base::Message& message, const typename Base::Bank& after) override {
        receive(from, sms_ + bank, message, packed<1>(after, bank));
    }

    void received_from_bank(int bank, int from, const typename Base::Message& message, const typename Base::Bank& after) override {
        receive(sms_ + from, sms_ + bank, message, packed<1>(after, bank));
    }

    std::uint64_t steps = 0, outcomes = 0, ticks = 0;
    const System& system() const { return system_; }

private:
    static void expect(bool so, const std::string& complaint) {
        if (!so) throw ReplayError(complaint);
    }

    template <int kind, class T>
    model::Packed packed(const T& node, int index) const {
        auto concrete = to_concrete<Node<kind>>(node, now());
        if constexpr (kind == 1)  // the banks of a machine share one memory, in the system each has its own
            for (int a = 0; a < model::Concrete::max_extent; ++a)
                if (system_.config().home(model::Id<model::Sort::address>(a)) != index) memory_of(concrete).items[static_cast<std::size_t>(a)] = {};
        return model::pack(model::normalised(concrete), system_.shape());
    }

    /// A bank's memory, or what is behind its lines.
    template <class Bank>
    static auto& memory_of(Bank& bank) {
        if constexpr (requires { bank.memory; }) return bank.memory;
        else return bank.dram;
    }

    template <int kind>
    void list_labels() {
        int label = 0;
        const auto list = [&](const auto& all) {
            for (const auto& one : all) labels_[kind][{label >= first_action_[kind] && first_action_[kind] >= 0, model::pack(one, system_.shape())}] = label, ++label;
        };
        first_action_[kind] = -1;
        if constexpr (model::IssuesOperations<Node<kind>>) list(system_.template operations<Node<kind>>());
        first_action_[kind] = label;
        if constexpr (model::TakesActions<Node<kind>>) list(system_.template actions<Node<kind>>());
    }
    template <int kind, class T>
    int label_of(const T& one, int first) const {
        const auto found = labels_[kind].find({first > 0 || !model::IssuesOperations<Node<kind>>, model::pack(model::normalised(one), system_.shape())});
        expect(found != labels_[kind].end(), "the machine does something that the system does not know");
        return found->second;
    }

    perfsim::Cycle now() const { return machine_ ? machine_->now() : 0; }
    /// As many ticks as cycles have passed since the last event.
    void let_time_pass() {
        for (bool changed = system_.time_passes(); now_ < now() && changed; ++now_) {
            changed = false;
            const auto age = [&](model::Packed& component, model::Packed later) {
                changed = changed || component != later;
                component = std::move(later);
            };
            for (std::size_t n = 0; n < states_.size(); ++n) age(states_[n], system_.aged_node(system_.nodes()[n].kind, states_[n]));
            for (auto& channel : channels_)
                for (model::Packed& message : channel) age(message, system_.aged_message(message));
            ticks += changed;
        }
        now_ = now();
    }

    /// Whether a state of the system is this one of the machine. Behind what the text remembers stands the ledger, which the machine does not keep (model/ledger.hpp).
    static bool remembers(const model::Packed& state, const model::Packed& of_machine) {
        return state.size() >= of_machine.size() && std::equal(of_machine.begin(), of_machine.end(), state.begin());
    }

    template <int kind>
    void spontaneous(int index, int label, const model::Packed& after) {
        let_time_pass();
        const int node = kind == 0 ? index : sms_ + index;
        found_.clear();
        system_.spontaneous(node, states_[static_cast<std::size_t>(node)], label, found_);
        take(node, label, after);
    }
    template <class M>
    void receive(int from, int to, const M& message, const model::Packed& after) {
        const auto concrete = to_concrete<typename Concrete::Message>(message, now());
        int channel = -1;
        const int network = model::network_of<Concrete>(concrete, system_.config());
        for (std::size_t c = 0; c < system_.channels().size(); ++c)
            if (system_.channels()[c].from == from && system_.channels()[c].to == to && system_.channels()[c].network == network) channel = static_cast<int>(c);
        expect(channel >= 0, "a message where no channel is");
        let_time_pass();
        auto& queue = channels_[static_cast<std::size_t>(channel)];
        expect(!queue.empty(), "a message that nobody sent");
        const auto expected = model::pack(model::normalised(concrete), system_.shape());
        expect(queue.front() == expected, "a message came out of its turn: " + system_.describe_message(expected) + " for " + system_.describe_message(queue.front()));
        queue.pop_front();
        found_.clear();
        system_.receive(to, channel, states_[static_cast<std::size_t>(to)], expected, found_);
        take(to, 0, after);
    }

    void take(int node, int label, const model::Packed& after) {
        const model::LocalStep* taken = nullptr;
        for (const model::LocalStep& step : found_)
            if (step.label == label && !step.stalled) taken = &step;
        const std::string what = system_.nodes()[static_cast<std::size_t>(node)].name;
        expect(taken != nullptr, what + " takes a step that is not possible in the system");
        expect(taken->error.empty(), what + " " + taken->error);
        if (!remembers(taken->next, after)) throw ReplayError(what + " is in another state than the system says: " + difference(node, taken->next, after));
        for (const model::Send& send : taken->sends) {
            auto& queue = channels_[static_cast<std::size_t>(send.channel)];
            queue.push_back(send.message);
            expect(static_cast<int>(queue.size()) <= system_.channels()[static_cast<std::size_t>(send.channel)].capacity, what + " sends where no room is");
        }
        states_[static_cast<std::size_t>(node)] = taken->next;
        ++steps;
        outcomes |= taken->outcomes;
    }
    std::string difference(int node, const model::Packed& expected, const model::Packed& found) const {
        const int kind = system_.nodes()[static_cast<std::size_t>(node)].kind;
        std::string text;
        for (const auto& field : system_.describe_node(kind, expected)) text += field.name + "=" + field.value + " ";
        text += "but ";
        for (const auto& field : system_.describe_node(kind, found)) text += field.name + "=" + field.value + " ";
        return text;
    }

    System system_;
    const perfsim::Machine<Timed>* machine_ = nullptr;
    perfsim::Cycle now_ = 0;
    int sms_;
    std::array<int, 2> first_action_{};
    std::array<std::map<std::pair<bool, model::Packed>, int>, 2> labels_;
    std::vector<model::Packed> states_;
    std::vector<std::deque<model::Packed>> channels_;
    std::vector<model::LocalStep> found_;
};

}  // namespace tandem::agreement
