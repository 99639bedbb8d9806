// Learning from a state that is not among the samples: a short clause that all samples satisfy.
#include <doctest/doctest.h>

#include "smt/prove/learned.hpp"

namespace tandem::smt {

namespace {

/// Two phases of three values each, a counter without limits and two data.
struct Watched {
    Problem problem;
    SampleTable samples{5};
    enum : int { x, y, counter, d, e };

    Watched() {
        const ValueType& phase = problem.expressions->type({ValueType::Kind::enumeration, "Phase", 3, {"idle", "busy", "done"}});
        const ValueType& number = problem.expressions->type({ValueType::Kind::number, "", 9, {}});
        const ValueType& value = problem.expressions->type({ValueType::Kind::name, "value", 2, {}});
        const auto add = [&](const char* name, const ValueType& type, int low, int high) {
            problem.variables.push_back(
                {name, &type, low, high,
                 problem.expressions->variable({0, static_cast<int>(problem.variables.size())}, type, low, high)});
        };
        add("x", phase, 0, 2);
        add("y", phase, 0, 2);
        add("counter", number, -unbounded, unbounded);
        add("d", value, 0, unbounded);
        add("e", value, 0, unbounded);
        problem.singled_out = 1;
        for (int first = 0; first < 3; ++first)  // never both busy; the counter is 0 or 1; data agree where x is done
            for (int second = 0; second < 3; ++second)
                for (const int n : {0, 1})
                    for (const int datum : {0, 1, 4})
                        if (first != 1 || second != 1) samples.add({first, second, n, datum, first == 2 ? datum : 1});
    }
    Learner learner() const { return {problem, std::vector<bool>(5, true), {}, samples}; }
};

}  // namespace

TEST_CASE("what is learnt excludes the state and no sample, with as few variables as can be") {
    const Watched watched;
    Learner learner = watched.learner();
    const auto learnt_from = [&](const StateVector& state) {
        const auto clause = learner.excluding(learner.facts_of(state));
        REQUIRE(clause);
        CHECK(!clause->holds(state.data()));
        CHECK(!watched.samples.refuting(*clause, 0, watched.samples.size()));
        return *clause;
    };
    std::set<int> named;
    for (const Literal& l : learnt_from({1, 1, 0, 0, 1}).literals) named.insert(l.a);
    CHECK(named == std::set<int>{Watched::x, Watched::y});
    // A counter is claimed to be one of its observed values, whatever else it could be.
    CHECK(learnt_from({0, 0, -373, 0, 1}) ==
          normalised({{{Relation::equal, Watched::counter, -1, 0}, {Relation::equal, Watched::counter, -1, 1}}}));
    // For data only equality counts: the numbers 7 and 9 are in no sample.
    const Clause of_data = learnt_from({2, 0, 0, 7, 9});
    CHECK(of_data.holds(StateVector{2, 0, 0, 7, 7}.data()));
    CHECK(of_data.holds(StateVector{0, 0, 0, 7, 1}.data()));
}

TEST_CASE("nothing is learnt from a state that is like a sample, or that was shown since") {
    const Watched watched;
    Learner learner = watched.learner();
    CHECK(!learner.excluding(learner.facts_of({2, 1, 1, 4, 4})));
    CHECK(!learner.excluding(learner.facts_of({2, 1, 1, 9, 9})));
    const StateVector both{1, 1, 0, 0, 1};
    CHECK(learner.excluding(learner.facts_of(both)));
    learner.learn(both);
    CHECK(!learner.excluding(learner.facts_of(both)));
}

}  // namespace tandem::smt
