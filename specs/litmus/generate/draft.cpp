#include "specs/litmus/generate/draft.hpp"

#include <algorithm>

namespace tandem::specs {

namespace {

/// An access of the cycle: edge `i` begins at access `i`.
struct Step {
    int thread = 0, location = 0, value = 0;
};

std::vector<Step> steps_of(const Cycle& cycle) {
    const auto places = static_cast<int>(std::count_if(cycle.begin(), cycle.end(), [](const Relaxation* r) { return !r->same_location; }));
    std::vector<Step> steps(cycle.size());
    Step now;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        steps[i] = now;
        now.thread += cycle[i]->external;
        if (!cycle[i]->same_location) now.location = (now.location + 1) % places;
    }
    return steps;
}

/// The accesses from one edge that ends a location's turn to the next; on one location only, all, from behind the edge that coherence contradicts.
std::vector<std::vector<std::size_t>> turns_of(const Cycle& cycle) {
    const bool one_location = std::all_of(cycle.begin(), cycle.end(), [](const Relaxation* r) { return r->same_location; });
    const auto ends = [&](const Relaxation* r) { return one_location ? !r->communication() : !r->same_location; };
    const auto first = static_cast<std::size_t>(std::find_if(cycle.begin(), cycle.end(), ends) - cycle.begin()) + 1;
    std::vector<std::vector<std::size_t>> turns(1);
    for (std::size_t k = 0; k < cycle.size(); ++k) {
        const std::size_t i = (first + k) % cycle.size();
        turns.back().push_back(i);
        if (ends(cycle[i]) && k + 1 < cycle.size()) turns.emplace_back();
    }
    return turns;
}

}  // namespace

std::optional<Draft> draft(const Cycle& cycle) {
    std::vector<Step> steps = steps_of(cycle);
    Draft draft;
    draft.threads.resize(static_cast<std::size_t>(steps.back().thread) + 1);
    const auto turns = turns_of(cycle);
    draft.last.assign(turns.size(), -1);
    draft.shared.assign(turns.size(), false);
    for (const auto& turn : turns) {
        int writes = 0, before = -1;  // the write before, as an access
        bool told = false, all_told = true;
        for (const std::size_t i : turn) {
            Step& step = steps[i];
            if (cycle[i]->from == Access::read) {
                // It reads the last write of the walk: its source, or the one just before the write that it is to precede.
                step.value = writes;
                continue;
            }
            // The order of two writes is told by the second's thread, if that wrote or has read the first; that of the last two by what is left.
            if (writes > 0) {
                all_told = all_told && (writes == 1 || told);
                told = false;
                for (std::size_t k = 0; k < i; ++k)
                    if (steps[k].thread == step.thread && steps[k].location == step.location && (k == static_cast<std::size_t>(before) || (cycle[k]->from == Access::read && steps[k].value == writes))) told = true;
            }
            step.value = ++writes;
            before = static_cast<int>(i);
        }
        if (!all_told) return std::nullopt;
        if (writes > 1) draft.last[static_cast<std::size_t>(steps[turn[0]].location)] = writes;
    }
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        auto& thread = draft.threads[static_cast<std::size_t>(steps[i].thread)];
        thread.push_back({cycle[i]->from, steps[i].location, steps[i].value, thread.empty() ? nullptr : cycle[i - 1]});
    }
    return draft;
}

namespace {

/// What an access shows of itself, whatever it is called.
void put(std::string& form, const DraftAccess& a) {
    form += static_cast<char>(a.access);
    form += std::to_string(a.value);
    if (!a.link || a.link->communication() || a.link->kind == Relaxation::Kind::program_order) return;  // Rfi is PosWR
    form += static_cast<char>('a' + static_cast<int>(a.link->kind));
    form += a.link->fence;
}

/// The number that a name gets when it is met: the first is 0.
int number_of(std::vector<int>& names, int name) {
    const auto number = static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
    if (number == static_cast<int>(names.size())) names.push_back(name);
    return number;
}

std::string form(const Draft& draft, const std::vector<std::size_t>& order) {
    std::string form;
    std::vector<int> locations, grids, ctas, warps;
    for (const std::size_t t : order) {
        for (const DraftAccess& a : draft.threads[t]) {
            put(form, a);
            form += '@' + std::to_string(number_of(locations, a.location));
        }
        form += ';';
        if (draft.places.empty()) continue;
        const Place& place = draft.places[t];
        for (const int group : {number_of(grids, place.grid), number_of(ctas, place.cta), number_of(warps, place.warp)}) form += static_cast<char>('0' + group);
        form += ';';
    }
    for (const int l : locations) form += std::to_string(draft.last[static_cast<std::size_t>(l)]) + (draft.shared[static_cast<std::size_t>(l)] ? "s" : "g");
    return form;
}

/// What a thread shows of itself without the others.
std::string signature(const Draft& draft, std::size_t thread) {
    std::string signature;
    std::vector<int> locations;
    for (const DraftAccess& a : draft.threads[thread]) {
        put(signature, a);
        const auto l = static_cast<std::size_t>(a.location);
        signature += '@' + std::to_string(number_of(locations, a.location)) + '=' + std::to_string(draft.last[l]) + (draft.shared[l] ? "s" : "g");
    }
    return signature;
}

}  // namespace

std::string canonical_form(const Draft& draft) {
    // The least form over all orders of threads in which signatures ascend: only threads that look the same are exchanged.
    std::vector<std::pair<std::string, std::size_t>> threads;
    for (std::size_t t = 0; t < draft.threads.size(); ++t) threads.emplace_back(signature(draft, t), t);
    std::sort(threads.begin(), threads.end());
    std::string least;
    const auto arrange = [&](auto&& self, std::size_t from) -> void {
        if (from == threads.size()) {
            std::vector<std::size_t> order;
            for (const auto& [signature, t] : threads) order.push_back(t);
            std::string found = form(draft, order);
            if (least.empty() || found < least) least = std::move(found);
            return;
        }
        for (std::size_t other = from; other < threads.size() && threads[other].first == threads[from].first; ++other) {
            std::swap(threads[from], threads[other]);
            self(self, from + 1);
            std::swap(threads[from], threads[other]);
        }
    };
    arrange(arrange, 0);
    return least;
}

}  // namespace tandem::specs
