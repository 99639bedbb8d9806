// Liveness on toys: every obligation is met, or a lasso shows how it is not.
#include "checker/liveness.hpp"

#include <map>
#include <random>
#include <set>

#include <doctest/doctest.h>

#include "tests/toys/automaton.hpp"
#include "tests/toys/counters.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/data_automaton.hpp"
#include "tests/toys/lossy.hpp"
#include "tests/toys/mutex.hpp"
#include "tests/toys/ping_pong.hpp"

namespace {

using namespace tandem;
using namespace tandem::toys;
using checker::Fairness;
using checker::LivenessOptions;
using checker::LivenessResult;
using checker::Parts;
using checker::Verdict;
using Algorithm = Mutex::Algorithm;

bool equal_states(const checker::Components& components, const Parts& a, const Parts& b) {
    return std::equal(a.begin(), a.begin() + components.slots(), b.begin());
}

using Class = std::pair<int, int>;  // channel and 0, or -1 and label: enough for the toys, whose channels keep their order

Class class_of(const checker::Move& move) { return {move.channel, move.channel < 0 ? move.step->label + 100 * move.node : 0}; }

/// Follows the lasso: each step is possible, obligations stay open, the end is the entry, and fairness is kept.
void check_lasso(checker::Search& search, const checker::Lasso& lasso, Fairness fairness) {
    checker::Components& components = search.components();
    Parts entry;
    REQUIRE(search.found().state(lasso.entry, entry));
    Parts at = entry;
    std::map<Class, std::size_t> possible_in;  // how many states
    const auto look_around = [&] {
        std::set<Class> possible;
        checker::for_each_successor(components, at, [&](const checker::Move& move, const Parts&) {
            if (move.step->fair) possible.insert(class_of(move));
        });
        for (const Class& c : possible) ++possible_in[c];
        CHECK((components.node(lasso.node, at[static_cast<std::size_t>(lasso.node)]).owes >> lasso.bit & 1) == 1);
    };
    std::set<Class> taken;
    if (lasso.cycle.empty()) look_around();
    for (const checker::PathStep& step : lasso.cycle) {
        look_around();
        bool possible = false;
        checker::for_each_successor(components, at, [&](const checker::Move& move, const Parts& next) {
            possible = possible || (move.step == step.move.step && move.channel == step.move.channel &&
                                    equal_states(components, next, step.after));
        });
        CHECK(possible);
        taken.insert(class_of(step.move));
        at = step.after;
    }
    CHECK(equal_states(components, at, entry));
    const std::size_t due = fairness == Fairness::weak ? std::max<std::size_t>(lasso.cycle.size(), 1) : 1;
    for (const auto& [c, states] : possible_in) CHECK((states < due || taken.contains(c)));
}

LivenessResult judge(const model::Network& network, Fairness fairness, int threads = 1) {
    checker::SearchOptions options;
    options.symmetry = false;
    checker::Search search(network, options);
    const checker::SearchResult searched = search.run();
    LivenessOptions liveness;
    liveness.fairness = fairness;
    liveness.threads = threads;
    LivenessResult result = judge_liveness(search, searched, liveness);
    CHECK(result.lasso.has_value() == (result.verdict == Verdict::refuted));
    if (result.lasso) check_lasso(search, *result.lasso, fairness);
    return result;
}

/// Whether the automaton has an obligation open forever in a fair run, by trying all sets of states that it could stay in.
bool broken_by_hand(const Automaton::Config& automaton, Fairness fairness) {
    // States as bits. Returns those that the states in `from` reach in `within` by any number of steps.
    const auto reached = [&](unsigned from, unsigned within) {
        for (unsigned before = 0; before != from;) {
            before = from;
            for (int s = 0; s < Automaton::states; ++s)
                for (const int to : automaton.next[static_cast<std::size_t>(s)])
                    if (from >> s & 1 && to != Automaton::nowhere) from |= 1u << to & within;
        }
        return from;
    };
    const unsigned candidates = reached(1, ~0u) & automaton.owing;
    for (unsigned stay = candidates; stay != 0; stay = (stay - 1) & candidates) {
        bool fair = true;
        for (int s = 0; s < Automaton::states; ++s)
            if (stay >> s & 1) fair = fair && reached(1u << s, stay) == stay;  // all states of the set, again and again
        for (std::size_t letter = 0; letter + 1 < Automaton::letters; ++letter) {
            bool always = true, sometimes = false, taken = false;
            for (int s = 0; s < Automaton::states; ++s) {
                if (!(stay >> s & 1)) continue;
                const int to = automaton.next[static_cast<std::size_t>(s)][letter];
                always = always && to != Automaton::nowhere;
                sometimes = sometimes || to != Automaton::nowhere;
                taken = taken || (to != Automaton::nowhere && stay >> to & 1);
            }
            fair = fair && (taken || !(fairness == Fairness::weak ? always : sometimes));
        }
        if (fair) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("random automata get the verdict that trying all sets of states gives") {
    std::mt19937 random(1);
    int broken[2] = {0, 0}, differing = 0;
    for (int i = 0; i < 2000; ++i) {
        Automaton::Config config;
        const unsigned sparsity = 2 + random() % 4;
        for (auto& row : config.next)
            for (int& to : row)
                to = random() % sparsity < 2 ? static_cast<int>(random() % Automaton::states) : Automaton::nowhere;
        config.owing = random() % 256 | random() % 256;
        const model::System<Automaton> system(config);
        Verdict verdicts[2];
        for (const Fairness fairness : {Fairness::weak, Fairness::strong}) {
            const bool expected = broken_by_hand(config, fairness);
            CHECK(judge(system, fairness).verdict == (expected ? Verdict::refuted : Verdict::holds));
            verdicts[static_cast<int>(fairness)] = expected ? Verdict::refuted : Verdict::holds;
            broken[static_cast<int>(fairness)] += expected;
        }
        differing += verdicts[0] != verdicts[1];
    }
    for (const int count : broken) CHECK((count > 200 && count < 1800));  // both verdicts occur
    CHECK(differing > 20);
}

namespace {

DataAutomaton::Config random_data_automaton(std::mt19937& random) {
    DataAutomaton::Config config;
    config.shape[model::Sort::value] = 3;
    const unsigned sparsity = 2 + random() % 4;
    const auto somewhere = [&] {
        return random() % sparsity < 2 ? static_cast<int>(random() % DataAutomaton::states) : DataAutomaton::nowhere;
    };
    for (auto& table : config.next)
        for (auto& row : table)
            for (int& to : row) to = somewhere();
    for (int& to : config.writes) to = somewhere();
    config.owing = random() % 32 | random() % 32;
    return config;
}

/// Judged on states up to renamings of data.
LivenessResult judge_up_to_data(const model::Network& network, Fairness fairness, std::uint64_t& states, std::uint64_t& all) {
    checker::SearchOptions options;
    options.data_alone = true;
    checker::Search search(network, options);
    const checker::SearchResult searched = search.run();
    states = searched.states, all = searched.full_states;
    LivenessOptions liveness;
    liveness.fairness = fairness;
    return judge_liveness(search, searched, liveness);
}

}  // namespace

TEST_CASE("states that differ in data alone get the verdict of all states") {
    std::mt19937 random(2);
    int broken[2] = {0, 0}, smaller = 0;
    for (int i = 0; i < 500; ++i) {
        const model::System<DataAutomaton> system(random_data_automaton(random));
        for (const Fairness fairness : {Fairness::weak, Fairness::strong}) {
            std::uint64_t states = 0, all = 0;
            const LivenessResult found = judge_up_to_data(system, fairness, states, all), expected = judge(system, fairness);
            CHECK(found.verdict == expected.verdict);
            CHECK(found.obligations == expected.obligations);
            CHECK(!found.lasso);
            CHECK(found.states <= expected.states);
            smaller += 2 * states < all;
            broken[static_cast<int>(fairness)] += expected.verdict == Verdict::refuted;
        }
    }
    for (const int count : broken) CHECK((count > 50 && count < 450));  // both verdicts occur
    CHECK(smaller > 300);
}

TEST_CASE("where fairness is due to steps of one data value, data are not renamed") {
    std::mt19937 random(3);
    int refused = 0;
    for (int i = 0; i < 50; ++i) {
        DataAutomaton::Config config = random_data_automaton(random);
        config.names_data = true;
        std::uint64_t states = 0, all = 0;
        try {
            judge_up_to_data(model::System<DataAutomaton>(config), Fairness::weak, states, all);
        } catch (const checker::NotSymmetric&) {
            ++refused;
        }
    }
    CHECK(refused > 20);  // of the others no such step is ever possible
}

TEST_CASE("who asks for the token gets it if passing is fair") {
    for (const Fairness fairness : {Fairness::weak, Fairness::strong}) {
        const LivenessResult result = judge(PingPongSystem().system, fairness);
        CHECK(result.verdict == Verdict::holds);
        CHECK(result.obligations == 2);
        // a player wants in one state while the other has the token, in 2 + 2 while it is on its way
        CHECK(result.states == 2 * 5);
    }
}

TEST_CASE("who asks for the token may wait forever if passing is not fair") {
    for (const Fairness fairness : {Fairness::weak, Fairness::strong}) {
        const LivenessResult result = judge(PingPongSystem(false).system, fairness);
        CHECK(result.verdict == Verdict::refuted);
        CHECK(result.lasso->cycle.empty());
    }
}

TEST_CASE("a call that is stuck in full channels is never answered") {
    CHECK(judge(CrossedCallsSystem(2).system, Fairness::weak).verdict == Verdict::holds);
    const LivenessResult result = judge(CrossedCallsSystem(1).system, Fairness::weak);
    CHECK(result.verdict == Verdict::refuted);
    CHECK(result.lasso->cycle.empty());
}

TEST_CASE("requests that may always be lost are answered under no fairness") {
    for (const Fairness fairness : {Fairness::weak, Fairness::strong}) {
        CHECK(judge(LossySystem(false).system, fairness).verdict == Verdict::holds);
        const LivenessResult result = judge(LossySystem(true).system, fairness);
        CHECK(result.verdict == Verdict::refuted);
        CHECK(result.lasso->cycle.size() == 3);  // sent, lost, told of the loss
    }
}

TEST_CASE("Peterson's algorithm lets every thread enter under weak fairness") {
    for (const int threads : {1, 2, 4}) {
        const LivenessResult result = judge(MutexSystem(Algorithm::peterson).system, Fairness::weak, threads);
        CHECK(result.verdict == Verdict::holds);
        CHECK(result.obligations == 2);
    }
}

TEST_CASE("a bare lock may starve a thread under weak fairness but not under strong fairness") {
    const MutexSystem lock(Algorithm::lock);
    for (const int threads : {1, 2}) {
        const LivenessResult weak = judge(lock.system, Fairness::weak, threads);
        CHECK(weak.verdict == Verdict::refuted);
        CHECK(weak.lasso->bit == 0);
        CHECK(weak.lasso->cycle.size() == 3);  // the other thread wants, enters, leaves
        CHECK(judge(lock.system, Fairness::strong, threads).verdict == Verdict::holds);
    }
}

TEST_CASE("a system that owes nothing holds without an obligation") {
    const LivenessResult result = judge(CountersSystem(2, 3).system, Fairness::weak);
    CHECK(result.verdict == Verdict::holds);
    CHECK(result.obligations == 0);
}

TEST_CASE("liveness is undecided after a search with symmetry") {
    const MutexSystem peterson(Algorithm::peterson);
    checker::Search search(peterson.system, {});
    const checker::SearchResult searched = search.run();
    const LivenessResult result = judge_liveness(search, searched);
    CHECK(result.verdict == Verdict::undecided);
    CHECK(result.reason == "liveness is judged without symmetry reduction, or with that of data alone");
}

TEST_CASE("liveness is undecided after a search that has not found all states") {
    const CrossedCallsSystem calls(1);
    checker::SearchOptions options;
    options.properties = {CrossedCallsSystem::no_deadlock};
    checker::Search search(calls.system, options);
    const checker::SearchResult searched = search.run();
    const LivenessResult result = judge_liveness(search, searched);
    CHECK(result.verdict == Verdict::undecided);
    CHECK(result.reason == "liveness is judged only when all states have been found");
}

TEST_CASE("liveness ends undecided when it is interrupted or its memory is used up") {
    const PingPongSystem players;
    checker::Search search(players.system, {});
    const checker::SearchResult searched = search.run();
    const std::atomic<bool> interrupt = true;
    LivenessOptions options;
    options.interrupt = &interrupt;
    CHECK(judge_liveness(search, searched, options).reason == "interrupted");
    options = {};
    options.memory = 1;
    CHECK(judge_liveness(search, searched, options).reason == "the memory for liveness ran out");
    CHECK(judge_liveness(search, searched).verdict == Verdict::holds);
}

TEST_CASE("liveness reports its progress where the search does, or where it is told to") {
    const PingPongSystem players;
    int to_search = 0, to_liveness = 0;
    checker::SearchOptions options;
    options.symmetry = false;
    options.progress = [&](const checker::Progress&) { ++to_search; };
    checker::Search search(players.system, options);
    const checker::SearchResult searched = search.run();
    to_search = 0;
    LivenessOptions liveness;
    CHECK(judge_liveness(search, searched, liveness).verdict == Verdict::holds);
    CHECK(to_search > 0);
    to_search = 0;
    liveness.progress = [&](const checker::Progress& p) {
        ++to_liveness;
        CHECK(p.level_done <= p.level_states);
    };
    judge_liveness(search, searched, liveness);
    CHECK(to_search == 0);
    CHECK(to_liveness > 0);
}
