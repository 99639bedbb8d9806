#include "checker/ranks/owners.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include "checker/random_choice.hpp"
#include "checker/successors.hpp"

namespace tandem::checker {

namespace {

/// States that random walks have met, each once, and which slots their steps change.
struct Sample {
    std::vector<Parts> states;
    std::map<Slots, std::uint64_t> steps;  // by the slots that they change
};

constexpr int walks = 16, steps_of_a_walk = 128;  // a walk of so many steps comes far from where all states are alike

Sample sample(Components& components, Symmetry& symmetry) {
    const auto slots = static_cast<std::size_t>(components.slots());
    const auto least = [&](Parts parts) {
        std::fill(parts.begin() + components.slots(), parts.end(), 0);  // a successor's are not set
        symmetry.canonicalise(parts);
        return parts;
    };
    const auto initial = static_cast<std::size_t>(components.network().initial_states());
    Sample met;
    std::set<Parts> known;
    std::vector<Parts> successors;
    for (int walk = 0; walk < walks; ++walk) {
        Random random(1, static_cast<std::uint64_t>(walk));
        Parts at = least(components.initial(static_cast<int>(random.below(initial))));
        for (int step = 0; step < steps_of_a_walk; ++step) {
            successors.clear();
            for_each_successor(components, at, [&](const Move&, const Parts& next) { successors.push_back(least(next)); });
            if (known.insert(at).second) {
                met.states.push_back(at);
                for (const Parts& next : successors) {
                    Slots changed = 0;
                    for (std::size_t s = 0; s < slots; ++s) changed |= Slots{next[s] != at[s]} << s;
                    ++met.steps[changed];
                }
            }
            if (successors.empty()) break;
            at = successors[random.below(successors.size())];
        }
    }
    return met;
}

/// How likely it is that these slots hold the same in two different states.
double alike(const Sample& sample, std::span<const std::size_t> deciding) {
    std::map<std::vector<Number>, std::uint64_t> met;
    for (const Parts& state : sample.states) {
        std::vector<Number> held;
        for (const std::size_t s : deciding) held.push_back(state[s]);
        ++met[std::move(held)];
    }
    double pairs = 0;
    for (const auto& [held, n] : met) pairs += static_cast<double>(n) * static_cast<double>(n - 1);
    const auto n = static_cast<double>(sample.states.size());
    return n < 2 ? 0 : pairs / (n * (n - 1));
}

/// To send and receive a state took 0.55 us where to find and look it up took 0.29 us (docs/scaling.md, "Several processes").
constexpr double cost_of_sending = 2;

/// The time that the search takes with so many ranks, in that of one with even ranks which send nothing.
double cost(const Sample& sample, std::span<const std::size_t> deciding, int ranks) {
    Slots mask = 0;
    for (const std::size_t s : deciding) mask |= Slots{1} << s;
    double steps = 0, leaving = 0;
    for (const auto& [changed, n] : sample.steps) {
        steps += static_cast<double>(n);
        if (changed & mask) leaving += static_cast<double>(n);
    }
    const double others = ranks - 1;
    leaving *= others / ranks / std::max(steps, 1.0);
    // Contents are dealt to ranks at random. The variance of what a rank gets is `others * alike` of the square of its mean. The
    // greatest of n such numbers lies about sqrt(2 ln n) standard deviations above the mean.
    const double largest = 1 + std::sqrt(2 * std::log(static_cast<double>(ranks)) * others * alike(sample, deciding));
    return largest * (1 + cost_of_sending * leaving);
}

}  // namespace

Slots deciding_slots(Components& components, Symmetry& symmetry, int ranks) {
    const auto slots = static_cast<std::size_t>(components.slots());
    const Slots all = slots == max_slots ? ~Slots{0} : (Slots{1} << slots) - 1;
    if (ranks == 1) return all;
    const Sample met = sample(components, symmetry);
    std::vector<std::size_t> each(slots);
    for (std::size_t s = 0; s < slots; ++s) each[s] = s;
    Slots best = all;
    double least = cost(met, each, ranks);
    const auto consider = [&](std::span<const std::size_t> deciding, Slots mask) {
        if (const double its = cost(met, deciding, ranks); its < least) least = its, best = mask;
    };
    for (std::size_t s = 0; s < slots; ++s) {
        consider(std::array{s}, Slots{1} << s);
        for (std::size_t t = 0; t < s; ++t) consider(std::array{t, s}, Slots{1} << t | Slots{1} << s);
    }
    return best;
}

Owners::Owners(Components& components, int ranks, Slots deciding)
    : components_(components), ranks_(static_cast<std::uint64_t>(ranks)) {
    for (std::size_t s = 0; s < static_cast<std::size_t>(components.slots()); ++s)
        if (deciding >> s & 1) slots_.push_back(s);
}

}  // namespace tandem::checker
