#include "apps/prove/comparison.hpp"

#include <algorithm>

namespace tandem::apps {

namespace {

constexpr std::size_t hunted_in_vain = 20'000;  // states without new outcomes, after which a hunt for them ends

}  // namespace

bool compare(Anchor& anchor, Exploration& exploration, const Effort& how, const Anchor::Stop& stop) {
    if (how.compared == 0) return false;
    const bool few = exploration.all() && exploration.states() <= how.compared;
    // If all states are compared, other runs and a search for rare outcomes have nothing to add.
    if (anchor.breadth_first(few ? how.compared : how.compared / 2, stop)) return true;
    anchor.walk(how.compared - std::min(how.compared, anchor.result().states), how.seed, stop);
    exploration.for_each([&](const checker::Parts& parts) { anchor.look(parts); });
    anchor.hunt(hunted_in_vain, how.seed, stop);
    return false;
}

}  // namespace tandem::apps
