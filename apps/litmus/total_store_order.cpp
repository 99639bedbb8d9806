#include "apps/litmus/total_store_order.hpp"

#include <algorithm>

#include "specs/operational/places.hpp"

namespace tandem::apps {

namespace {

using specs::Instruction;

Instruction fence_beside(const Instruction& beside, const char* order) {
    Instruction fence;
    fence.kind = Instruction::Kind::fence;
    fence.tags = {"sys", "mfence"};
    if (*order != '\0') fence.tags.push_back(order);
    fence.row = beside.row;
    return fence;
}

/// Branches go where they went.
void hold(specs::Thread& thread) {
    using enum Instruction::Kind;
    std::vector<Instruction> held;
    std::vector<std::size_t> place;  // by old number
    for (const Instruction& i : thread.instructions) {
        place.push_back(held.size());
        if (i.kind == store) held.push_back(fence_beside(i, "release"));
        if (i.kind == read_modify_write) held.push_back(fence_beside(i, ""));
        held.push_back(i);
        if (i.kind == load) held.push_back(fence_beside(i, "acquire"));
        if (i.kind == read_modify_write) held.push_back(fence_beside(i, ""));
    }
    place.push_back(held.size());
    for (Instruction& i : held)
        if (i.kind == branch) i.target = place[i.target];
    thread.instructions = std::move(held);
}

}  // namespace

specs::Test with_total_store_order(specs::Test test, const std::vector<int>& cores) {
    if (cores.empty()) return test;
    const auto lanes = specs::lanes_of_threads(test, true);
    const auto places = specs::places(test, lanes, false);
    for (std::size_t t = 0; t < test.threads.size(); ++t) {
        const int core = places[static_cast<std::size_t>(lanes[t].warp)].core;
        if (std::find(cores.begin(), cores.end(), core) != cores.end()) hold(test.threads[t]);
    }
    return test;
}

}  // namespace tandem::apps
