#include "smt/prove/walker.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_set>

#include "model/hash.hpp"

namespace tandem::smt {

Walker::Walker(const Problem& problem, std::uint64_t seed) : problem_(problem), random_(seed), tree_(problem) {
    const std::set<Expression> inputs = inputs_of(problem);
    inputs_.assign(inputs.begin(), inputs.end());
}

int Walker::value(Expression e, const StateVector& state) const {
    return evaluate(e, [&](Place place) {
        if (const auto input = chosen_.find(place); input != chosen_.end()) return input->second;
        return state[static_cast<std::size_t>(problem_.variable_of(place))];
    });
}

void Walker::choose_inputs() {
    for (const Expression& input : inputs_) {
        const bool data = input.type().name == "value";
        const int large = input.high() < unbounded ? input.high() : 12;
        const int most = std::min(input.high(), data ? 4 : random_() % 8 == 0 ? large : 3);
        int n = std::uniform_int_distribution(input.low(), most)(random_);
        if (data && random_() % 8 == 0 && problem_.singled_out >= 0) n = problem_.singled_out;
        chosen_[input.place()] = n;
    }
}

StateVector Walker::start() {
    StateVector state = state_at_first(problem_, random_() % problem_.initial.size(), [&] {
        const int n = std::uniform_int_distribution(0, 3)(random_);
        return n == problem_.singled_out ? 4 : n;
    });
    weights_.clear();  // some runs starve some events, so that queues fill
    const double span = std::uniform_real_distribution<>(0, 4)(random_);
    for (std::size_t e = 0; e < problem_.events.size(); ++e)
        weights_.push_back(std::pow(10, -span * std::uniform_real_distribution<>(0, 1)(random_)));
    return state;
}

/// One of them, as likely as its weight says; `total` is what they weigh. (std::discrete_distribution would be made anew for
/// each, which took half of a run's time.)
std::size_t Walker::drawn(const std::vector<double>& weights, double total) {
    double left = total * std::ldexp(static_cast<double>(random_() >> 11), -53);
    std::size_t last = 0;
    for (std::size_t e = 0; e < weights.size(); ++e) {
        if (weights[e] == 0) continue;
        last = e;
        if ((left -= weights[e]) < 0) break;
    }
    return last;
}

bool Walker::step(StateVector& state) {
    std::vector<double> weights = weights_;
    double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<int> found;
    choose_inputs();
    for (std::size_t tries = 0; tries < weights.size() && found.empty(); ++tries) {
        const std::size_t event = drawn(weights, total);
        tree_.enabled(event, [&](Expression e) { return value(e, state); }, found);
        total -= weights[event];
        weights[event] = 0;
    }
    if (found.empty()) return false;
    const Path& path = problem_.paths[static_cast<std::size_t>(found[random_() % found.size()])];
    outcomes_ |= path.outcomes;
    std::vector<int> values;
    for (const Assignment& a : path.assignments) values.push_back(value(a.value, state));
    for (std::size_t i = 0; i < values.size(); ++i) state[static_cast<std::size_t>(path.assignments[i].variable)] = values[i];
    return true;
}

Samples Walker::sample(std::size_t count, const std::function<bool()>& stop) {
    constexpr std::size_t round = 50'000, hardly_any = round / 100;
    Samples samples{SampleTable(problem_.variables.size())};
    std::unordered_set<std::uint64_t> seen;
    std::size_t met = 0, next_round = round, before = 0;
    const auto meet = [&](const StateVector& state) {
        ++met;
        std::uint64_t hash = 0;
        for (const int n : state) hash = model::hash_with(hash, static_cast<std::uint64_t>(n));
        if (seen.insert(hash).second) samples.states.add(state);
    };
    while (met < count && !stop()) {
        StateVector state = start();
        meet(state);
        const int length = 20 + static_cast<int>(random_() % 200);
        for (int i = 0; i < length && step(state); ++i)
            if (i % 2 == 1) meet(state);
        if (met < next_round) continue;
        // A small system's runs soon come to what they have met before.
        if (seen.size() < before + hardly_any) break;
        before = seen.size();
        next_round += round;
    }
    samples.outcomes = outcomes_;
    return samples;
}

}  // namespace tandem::smt
