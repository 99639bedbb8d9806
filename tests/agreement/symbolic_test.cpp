// The symbolic transition system against the explicit one: in every reachable state both offer the same steps.
#include "smt/symbolic_system.hpp"

#include <doctest/doctest.h>

#include "protocols/gtsc/protocol.hpp"
#include "tests/agreement/reference_search.hpp"

namespace {

using namespace tandem;
using Numbers = std::vector<int>;

/// A step as plain numbers: stalled, outcomes, the node's leaves afterwards, and the messages sent.
struct Step {
    bool stalled;
    std::uint64_t outcomes;
    Numbers next;
    std::vector<std::pair<int, Numbers>> sends;
    friend auto operator<=>(const Step&, const Step&) = default;
};

Numbers unpacked(const model::Packed& packed, const std::vector<const smt::ValueType*>& types) {
    Numbers numbers;
    std::size_t bit = 0;
    for (const smt::ValueType* type : types) {
        int number = 0;
        for (int i = 0; i < model::bits_for(type->cardinality); ++i, ++bit)
            number |= int(packed[bit / 32] >> (bit % 32) & 1) << i;
        numbers.push_back(number);
    }
    return numbers;
}

/// The steps of `event` for these leaves of the node and the message: one for each choice of the environment.
void add_steps(const smt::DecisionTree& tree, const Numbers& node, const Numbers& message, std::vector<Step>& out) {
    const auto value = [&](smt::Expression e) {
        return smt::evaluate(e, [&](smt::Place place) {
            return (place.node == smt::Place::message ? message : node)[static_cast<std::size_t>(place.leaf)];
        });
    };
    if (!tree.branches.empty()) {
        if (tree.condition) return add_steps(*tree.branches[value(*tree.condition) ? 0 : 1], node, message, out);
        for (const auto& branch : tree.branches) add_steps(*branch, node, message, out);
        return;
    }
    Step step{tree.effect.stalled, tree.effect.outcomes, {}, {}};
    if (!step.stalled) {
        step.next = node;
        for (const auto& [leaf, e] : tree.effect.updates) step.next[static_cast<std::size_t>(leaf)] = value(e);
        for (const auto& [channel, fields, where] : tree.effect.sends) {
            if (!value(where)) continue;
            Numbers sent;
            for (const smt::Expression& field : fields) sent.push_back(value(field));
            step.sends.emplace_back(channel, sent);
        }
    }
    out.push_back(step);
}

/// Compares the steps of every node in every state of a search of at most `limit` states. Returns the number of states.
std::size_t compare(const gtsc::Config& config, std::size_t limit) {
    const model::System<gtsc::Gtsc<model::Concrete>> explicit_system(config);
    const smt::TransitionSystem symbolic = smt::symbolic_system<gtsc::Gtsc>(config);
    std::set<std::tuple<int, int, model::Packed, model::Packed>> compared;
    const auto compare_steps = [&](int node, int channel, const model::Packed& state, const model::Packed& message) {
        if (!compared.insert({node, channel, state, message}).second) return;
        const auto& leaves = symbolic.kinds[static_cast<std::size_t>(symbolic.nodes[static_cast<std::size_t>(node)].kind)].leaves;
        std::vector<Step> expected, found;
        std::vector<model::LocalStep> steps;
        if (channel < 0) explicit_system.spontaneous(node, state, steps);
        else explicit_system.receive(node, channel, state, message, steps);
        for (const model::LocalStep& step : steps) {
            Step& e = expected.emplace_back(Step{step.stalled, step.outcomes, {}, {}});
            if (step.stalled) continue;
            e.next = unpacked(step.next, leaves);
            for (const model::Send& send : step.sends)
                e.sends.emplace_back(send.channel, unpacked(send.message, symbolic.message.leaves));
        }
        for (const smt::Event& event : symbolic.events)
            if (event.node == node && event.channel == channel)
                add_steps(event.tree, unpacked(state, leaves),
                          channel < 0 ? Numbers() : unpacked(message, symbolic.message.leaves), found);
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        REQUIRE(found == expected);
    };
    agreement::reference_search(explicit_system, limit, [&](const agreement::GlobalState& state) {
        for (std::size_t n = 0; n < state.nodes.size(); ++n) compare_steps(static_cast<int>(n), -1, state.nodes[n], {});
        for (std::size_t c = 0; c < state.channels.size(); ++c)
            for (const model::Packed& message : state.channels[c]) {
                const int to = symbolic.channels[c].to;
                compare_steps(to, static_cast<int>(c), state.nodes[static_cast<std::size_t>(to)], message);
            }
    });
    return compared.size();
}

gtsc::Config small() {
    gtsc::Config config;
    config.leases = {1, 2};
    config.shape.time_max = 5;
    return config;
}

TEST_CASE("one text: handlers do the same on numbers and on symbols") {
    gtsc::Config config = small();
    SUBCASE("two SMs") { config.shape[model::Sort::core] = 2; }
    SUBCASE("two warps, addresses and values, several accesses a warp") {
        config.consistency = gtsc::Consistency::rc;
        config.shape.extent = {1, 2, 2, 2};
    }
    SUBCASE(
        "options: the old copy stays readable, all requests are forwarded, a choice of leases, instructions with two blocks") {
        config.visibility = gtsc::Visibility::keep_old;
        config.combining = gtsc::Combining::forward_all;
        config.lease_choices = 2;
        config.lanes = 2;
        config.capacity = 2;
        config.shape.extent = {1, 2, 2, 1};
    }
    SUBCASE("atomics") {
        config.atomics = true;
        config.shape.extent = {1, 2, 1, 2};
    }
    SUBCASE("as the paper has it") {
        config.reset = gtsc::Reset::paper;
        config.response = gtsc::Response::literal;
        config.shape.extent = {2, 1, 1, 1};
    }
    CHECK(compare(config, 10'000) > 100);
}

TEST_CASE("a property finds a node by its number, and what a channel holds, on symbols as in the search") {
    smt::SymbolicSystem<gtsc::Gtsc> system(small());
    using NodeKind = gtsc::NodeKind;
    system.add_invariant("each", "L2 is not in its first era", [](const auto& view) {
        bool holds = true;
        view.template each<NodeKind::l2>([&](const auto& l2, int) { holds = !bool(l2.epoch); });
        return holds;
    });
    system.add_invariant("node", "the same", [](const auto& view) { return !bool(view.template node<NodeKind::l2>(0).epoch); });
    system.add_invariant("message", "nothing is on its way to L2", [](const auto& view) {
        bool holds = true;
        view.each_message([&](const auto&, const model::ChannelInfo& channel) { holds = holds && channel.from != 0; });
        return holds;
    });
    system.add_invariant("carried", "nor at the first place",
                         [](const auto& view) { return !bool(view.carried(NodeKind::l1, 0, NodeKind::l2, 0).present); });
    const smt::TransitionSystem built = system.build();
    REQUIRE(built.invariants.size() == 4);
    REQUIRE(built.invariants[0].failures.size() == 1);
    CHECK(built.invariants[1].failures == built.invariants[0].failures);
    REQUIRE(built.invariants[3].failures.size() == 1);
    REQUIRE(built.invariants[3].failures[0].size() == 1);
    for (const auto& conditions :
         built.invariants[2].failures)  // of every place of the channel, the first of which is then taken
        CHECK(std::find(conditions.begin(), conditions.end(), built.invariants[3].failures[0][0]) != conditions.end());
}

}  // namespace
