#include "apps/prove/comparison.hpp"

#include <algorithm>

namespace tandem::apps {

namespace {

constexpr std::size_t hunted_in_vain = 20'000;  // states without new outcomes, after which a hunt for them ends

}  // namespace

void compare(Anchor& anchor, Exploration& exploration, const Effort& how, const Anchor::Stop& stop) {
    if (how.compared == 0) return;
    anchor.breadth_first(how.compared / 2, stop);
    anchor.walk(how.compared - std::min(how.compared, anchor.result().states), how.seed, stop);
    exploration.for_each([&](const checker::Parts& parts) { anchor.look(parts); });
    anchor.hunt(hunted_in_vain, how.seed, stop);
}

}  // namespace tandem::apps
