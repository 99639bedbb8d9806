#include "specs/litmus/generate/draft.hpp"

#include <algorithm>

namespace tandem::specs {

namespace {

/// An access of the cycle: edge `i` begins at access `i`.
struct Step {
    int thread = 0, location = 0, value = 0;
};

std::vector<Step> steps_of(const Cycle& cycle) {
    const auto places =
        static_cast<int>(std::count_if(cycle.begin(), cycle.end(), [](const Relaxation* r) { return !r->same_location; }));
    std::vector<Step> steps(cycle.size());
    Step now;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        steps[i] = now;
        now.thread += cycle[i]->external;
        if (!cycle[i]->same_location) now.location = (now.location + 1) % places;
    }
    return steps;
}

/// The accesses from one edge that ends a location's turn to the next such edge. With one location only, all accesses, from
/// behind the edge that coherence contradicts.
std::vector<std::vector<std::size_t>> turns_of(const Cycle& cycle) {
    const Relaxation* contradicted = contradiction(cycle);
    const auto ends = [&](const Relaxation* r) { return contradicted ? r == contradicted : !r->same_location; };
    const auto first = static_cast<std::size_t>(std::find_if(cycle.begin(), cycle.end(), ends) - cycle.begin()) + 1;
    std::vector<std::vector<std::size_t>> turns(1);
    for (std::size_t k = 0; k < cycle.size(); ++k) {
        const std::size_t i = (first + k) % cycle.size();
        turns.back().push_back(i);
        if (ends(cycle[i]) && k + 1 < cycle.size()) turns.emplace_back();
    }
    return turns;
}

/// Gives the accesses of one turn their values. Returns the number of writes, or -1 if the outcome would not reveal their order.
int give_values(const Cycle& cycle, const std::vector<std::size_t>& turn, std::vector<Step>& steps) {
    int writes = 0;
    std::size_t last = 0;  // the write before
    bool told = true;      // the outcome reveals the order of all but the last two writes
    bool last_told = true;
    for (const std::size_t i : turn) {
        Step& step = steps[i];
        if (cycle[i]->from == Access::read) {
            // It reads the last write of the walk: its source, or the write just before the one that it is to precede.
            step.value = writes;
            continue;
        }
        // The second's thread reveals the order of two writes if it wrote or has read the first; the final value reveals that of
        // the last two.
        const auto knows = [&](const Step& earlier) {
            const auto k = static_cast<std::size_t>(&earlier - steps.data());
            return earlier.thread == step.thread && earlier.location == step.location &&
                   (k == last || (cycle[k]->from == Access::read && earlier.value == writes));
        };
        told = told && last_told;
        last_told = writes == 0 || std::any_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i), knows);
        step.value = ++writes;
        last = i;
    }
    return told ? writes : -1;
}

}  // namespace

std::optional<Draft> draft(const Cycle& cycle) {
    std::vector<Step> steps = steps_of(cycle);
    const auto turns = turns_of(cycle);
    Draft draft;
    draft.threads.resize(static_cast<std::size_t>(steps.back().thread) + 1);
    draft.last.assign(turns.size(), -1);
    draft.shared.assign(turns.size(), false);
    for (const auto& turn : turns) {
        const int writes = give_values(cycle, turn, steps);
        if (writes < 0) return std::nullopt;
        if (writes > 1) draft.last[static_cast<std::size_t>(steps[turn[0]].location)] = writes;
    }
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        auto& thread = draft.threads[static_cast<std::size_t>(steps[i].thread)];
        thread.push_back({cycle[i]->from, steps[i].location, steps[i].value, thread.empty() ? nullptr : cycle[i - 1]});
    }
    return draft;
}

}  // namespace tandem::specs
