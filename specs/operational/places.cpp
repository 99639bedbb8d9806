#include "specs/operational/places.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tandem::specs {

namespace {

/// The level of the scope tree whose groups share a private cache.
const std::vector<int>* groups_with_a_cache(const Test& test) {
    for (const char* level : {"cta", "cu", "wg"})
        if (const auto found = test.scopes.find(level); found != test.scopes.end()) return &found->second;
    return test.wavefronts();
}

}  // namespace

std::vector<Program::Lane> lanes_of_threads(const Test& test, bool lockstep) {
    const std::vector<int>* groups = lockstep ? test.wavefronts() : nullptr;
    std::vector<Program::Lane> all;
    std::vector<int> lanes;  // by warp
    std::map<int, int> warps;  // by group
    for (std::size_t t = 0; t < test.threads.size(); ++t) {
        const int next = static_cast<int>(lanes.size());
        const int warp = groups && (*groups)[t] >= 0 ? warps.try_emplace((*groups)[t], next).first->second : next;
        if (warp == next) lanes.push_back(0);
        all.push_back({warp, lanes[static_cast<std::size_t>(warp)]++});
    }
    return all;
}

std::vector<PlaceOfWarp> places(const Test& test, const std::vector<Program::Lane>& lanes, bool several_components) {
    const std::vector<int>* groups = groups_with_a_cache(test);
    const auto level = test.scopes.find("cmp");
    std::map<int, int> components;  // by group, in the order in which threads name them
    std::map<int, std::vector<std::pair<int, int>>> cores;  // by component: the group of each core, and its number of warps
    std::vector<PlaceOfWarp> all;
    for (std::size_t t = 0; t < test.threads.size(); ++t) {
        if (lanes[t].lane > 0) continue;
        const int of_level = several_components && level != test.scopes.end() ? level->second[t] : -1,
                  group = groups ? (*groups)[t] : -1;
        const int component = components.try_emplace(of_level, static_cast<int>(components.size())).first->second;
        auto& of_component = cores[component];
        auto core =
            std::find_if(of_component.begin(), of_component.end(), [&](const auto& c) { return group >= 0 && c.first == group; });
        if (core == of_component.end()) core = of_component.insert(core, {group, 0});
        all.push_back({component, static_cast<int>(core - of_component.begin()), core->second++});
    }
    return all;
}

int most_lanes(const Test& test) {
    int most = 0;
    for (const Program::Lane& l : lanes_of_threads(test, true)) most = std::max(most, l.lane + 1);
    return most;
}

Components components_of(const std::vector<Test>& tests) {
    Components most;
    for (const Test& test : tests)
        for (const PlaceOfWarp& place : places(test, lanes_of_threads(test, false), true)) {
            most.count = std::max(most.count, place.component + 1);
            most.cores_of_each = std::max(most.cores_of_each, place.core + 1);
        }
    return most;
}

}  // namespace tandem::specs
