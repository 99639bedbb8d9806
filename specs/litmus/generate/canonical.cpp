// Equality of tests up to names: a form without names, the least over all orders of threads.
#include <algorithm>

#include "specs/litmus/generate/style.hpp"

namespace tandem::specs {

namespace {

/// What an access shows without any names.
void put(std::string& form, const DraftAccess& a) {
    form += static_cast<char>(a.access);
    form += std::to_string(a.value);
    if (a.style) form += '[' + a.style->name + ']';
    if (!a.link || a.link->communication() || a.link->kind == Relaxation::Kind::program_order) return;  // Rfi is PosWR
    form += static_cast<char>('a' + static_cast<int>(a.link->kind));
    form += a.link->fence;
}

/// A name's number, given at its first occurrence: the first is 0.
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
        for (const int group : {number_of(grids, place.grid), number_of(ctas, place.cta), number_of(warps, place.warp)})
            form += static_cast<char>('0' + group);
        form += ';';
    }
    for (const int l : locations)
        form += std::to_string(draft.last[static_cast<std::size_t>(l)]) + (draft.shared[static_cast<std::size_t>(l)] ? "s" : "g");
    return form;
}

/// What a thread shows without the others.
std::string signature(const Draft& draft, std::size_t thread) {
    std::string signature;
    std::vector<int> locations;
    for (const DraftAccess& a : draft.threads[thread]) {
        put(signature, a);
        const auto l = static_cast<std::size_t>(a.location);
        signature += '@' + std::to_string(number_of(locations, a.location)) + '=' + std::to_string(draft.last[l]) +
                     (draft.shared[l] ? "s" : "g");
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
