// Follows a simulated run through the checked system, event by event.
//
// Each event that the machine chose must be a step that the system offers in the machine's state. The node's state after it, and
// each message when it is delivered, must agree with the system. So the run is a path of the system.
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

/// P is a protocol as a template over domains. C is the checked one, if that is another. `home(block, config)` names the bank
/// whose copy of memory counts.
template <template <class> class P, template <class> class C = P>
class Replayer final : public perfsim::ObservesAlike<P<perfsim::Timed>, Replayer<P, C>> {
public:
    using Timed = P<perfsim::Timed>;
    using Concrete = C<model::Concrete>;
    using Base = perfsim::Observer<Timed>;
    using System = model::System<Concrete>;
    template <int kind> using Node = std::tuple_element_t<kind, typename Concrete::Nodes>;

    explicit Replayer(const typename Concrete::Config& config) : system_(config) {
        each_kind([&](auto kind) { list_labels<kind>(); });
        for (std::size_t n = system_.nodes().size(); n-- > 0;)
            first_node_[static_cast<std::size_t>(system_.nodes()[n].kind)] = static_cast<int>(n);
    }

    /// Called before each run. Memory initially holds zeros. If time passes, the run's machine gives the cycle.
    void start(const perfsim::Machine<Timed>* machine = nullptr) {
        machine_ = machine;
        now_ = 0;
        states_.clear();
        for (std::size_t n = 0; n < system_.nodes().size(); ++n) states_.push_back(system_.initial(0, static_cast<int>(n)));
        channels_.assign(system_.channels().size(), {});
    }
    /// Called after each run: all messages must have arrived, and every node must agree with the system.
    void finish(const perfsim::Machine<Timed>& machine) {
        let_time_pass();
        for (const auto& channel : channels_) expect(channel.empty(), "a message was never delivered");
        each_kind([&](auto kind) {
            for (int i = 0; i < machine.template population<kind>(); ++i) {
                const auto n = static_cast<std::size_t>(number<kind>(i));
                expect(remembers(states_[n], packed<kind>(machine.template node<kind>(i), i)),
                       system_.nodes()[n].name + "'s state differs at the end");
            }
        });
    }

    void accessed(int core, const typename Base::Core::Operation& op, const typename Base::Core& after) override {
        spontaneous<0>(core, label_of<0>(to_concrete<typename Node<0>::Operation>(op), 0), packed<0>(after, core));
    }
    void accessed_by_cpu(int cpu, const perfsim::OperationOfCpu<Timed>& op, const perfsim::CpuNode<Timed>& after) override {
        if constexpr (perfsim::has_cpus<Timed>) {
            constexpr int kind = perfsim::cpu_kind<Timed>;
            spontaneous<kind>(cpu, label_of<kind>(to_concrete<typename Node<kind>::Operation>(op), 0), packed<kind>(after, cpu));
        }
    }
    template <int kind>
    void acted_by(int i, const auto& action, const auto& after) {
        if constexpr (model::TakesActions<Node<kind>>)
            spontaneous<kind>(i, label_of<kind>(to_concrete<typename Node<kind>::Action>(action), first_action_[kind]),
                              packed<kind>(after, i));
    }
    template <int kind>
    void received_by(const perfsim::Way& way, const typename Base::Message& message, const auto& after) {
        receive(first_node_[static_cast<std::size_t>(way.from_kind)] + way.from, number<kind>(way.to), message,
                packed<kind>(after, way.to));
    }

    std::uint64_t steps = 0, outcomes = 0, ticks = 0;
    std::uint64_t overtakings = 0;  // messages that came before an earlier one of their channel
    const System& system() const { return system_; }

private:
    static void expect(bool so, const std::string& complaint) {
        if (!so) throw ReplayError(complaint);
    }

    static constexpr int kinds = perfsim::kinds_of<Timed>;
    /// Calls f(kind) for each kind of node that a machine has.
    template <class F>
    static void each_kind(F&& f) {
        f(std::integral_constant<int, 0>());
        if constexpr (perfsim::has_cpus<Timed>) f(std::integral_constant<int, perfsim::cpu_kind<Timed>>());
        f(std::integral_constant<int, perfsim::bank_kind<Timed>>());
        if constexpr (perfsim::has_behind<Timed>) f(std::integral_constant<int, perfsim::memory_kind<Timed>>());
        if constexpr (perfsim::has_pool<Timed>) f(std::integral_constant<int, perfsim::pool_kind<Timed>>());
    }
    /// Of a node in the system.
    template <int kind>
    int number(int i) const { return first_node_[kind] + i; }

    template <int kind, class T>
    model::Packed packed(const T& node, int index) const {
        auto concrete = to_concrete<Node<kind>>(node, now());
        if constexpr (kind == perfsim::bank_kind<Timed> &&
                      !perfsim::has_behind<Timed>)  // the banks of a machine share one memory; in the system each has its own
            for (int a = 0; a < model::Concrete::max_extent; ++a)
                if (system_.config().home(model::Id<model::Sort::address>(a)) != index)
                    memory_of(concrete).items[static_cast<std::size_t>(a)] = {};
        return model::pack(model::normalised(concrete), system_.shape());
    }

    /// A bank's memory, or the part behind its lines.
    template <class Bank>
    static auto& memory_of(Bank& bank) {
        if constexpr (requires { bank.memory; }) return bank.memory;
        else return bank.dram;
    }

    template <int kind>
    void list_labels() {
        int label = 0;
        const auto list = [&](const auto& all) {
            for (const auto& one : all)
                labels_[kind][{label >= first_action_[kind] && first_action_[kind] >= 0, model::pack(one, system_.shape())}] =
                    label,
                                                                                                          ++label;
        };
        first_action_[kind] = -1;
        if constexpr (model::IssuesOperations<Node<kind>>) list(system_.template operations<Node<kind>>());
        first_action_[kind] = label;
        if constexpr (model::TakesActions<Node<kind>>) list(system_.template actions<Node<kind>>());
    }
    template <int kind, class T>
    int label_of(const T& one, int first) const {
        const auto found = labels_[kind].find(
            {first > 0 || !model::IssuesOperations<Node<kind>>, model::pack(model::normalised(one), system_.shape())});
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
            for (std::size_t n = 0; n < states_.size(); ++n)
                age(states_[n], system_.aged_node(system_.nodes()[n].kind, states_[n]));
            for (auto& channel : channels_)
                for (model::Packed& message : channel) age(message, system_.aged_message(message));
            ticks += changed;
        }
        now_ = now();
    }

    /// Whether a state of the system is this state of the machine. The text's state is followed by the ledger, which the machine
    /// does not keep (model/ledger.hpp).
    static bool remembers(const model::Packed& state, const model::Packed& of_machine) {
        return state.size() >= of_machine.size() && std::equal(of_machine.begin(), of_machine.end(), state.begin());
    }

    template <int kind>
    void spontaneous(int index, int label, const model::Packed& after) {
        let_time_pass();
        const int node = number<kind>(index);
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
            if (system_.channels()[c].from == from && system_.channels()[c].to == to && system_.channels()[c].network == network)
                channel = static_cast<int>(c);
        expect(channel >= 0, "a message where no channel is");
        let_time_pass();
        auto& queue = channels_[static_cast<std::size_t>(channel)];
        expect(!queue.empty(), "a message that nobody sent");
        const auto expected = model::pack(model::normalised(concrete), system_.shape());
        const auto turn = system_.channels()[static_cast<std::size_t>(channel)].ordered
                              ? queue.begin()
                              : std::find(queue.begin(), queue.end(), expected);
        expect(turn != queue.end() && *turn == expected, "a message came out of its turn: " + system_.describe_message(expected) +
                                                             " for " + system_.describe_message(queue.front()));
        overtakings += turn != queue.begin();
        queue.erase(turn);
        found_.clear();
        system_.receive(to, channel, states_[static_cast<std::size_t>(to)], expected, found_);
        take(to, 0, after);
    }

    void take(int node, int label, const model::Packed& after) {
        const model::LocalStep* taken = nullptr;
        for (const model::LocalStep& step : found_)
            if (step.label == label && !step.stalled &&
                (!taken || (!remembers(taken->next, after) && remembers(step.next, after))))
                taken = &step;  // one of several that the environment may choose
        const std::string what = system_.nodes()[static_cast<std::size_t>(node)].name;
        expect(taken != nullptr, what + " takes a step that is not possible in the system");
        expect(taken->error.empty(), what + " " + taken->error);
        if (!remembers(taken->next, after))
            throw ReplayError(what + " is in another state than the system says: " + difference(node, taken->next, after));
        for (const model::Send& send : taken->sends) {
            auto& queue = channels_[static_cast<std::size_t>(send.channel)];
            queue.push_back(send.message);
            expect(static_cast<int>(queue.size()) <= system_.channels()[static_cast<std::size_t>(send.channel)].capacity,
                   what + " sends where no room is");
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
    std::array<int, kinds> first_node_{};  // of each kind
    std::array<int, kinds> first_action_{};
    std::array<std::map<std::pair<bool, model::Packed>, int>, kinds> labels_;
    std::vector<model::Packed> states_;
    std::vector<std::deque<model::Packed>> channels_;
    std::vector<model::LocalStep> found_;
};

}  // namespace tandem::agreement
