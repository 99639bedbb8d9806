#include "specs/litmus/generate/placement.hpp"

#include <algorithm>

namespace tandem::specs {

const std::array<std::string, 4>& level_words(TestLanguage language) {
    static const std::array<std::string, 4> cuda{"warp", "cta", "gl", "sys"}, ptx6{"warp", "cta", "gpu", "sys"},
        hsa{"wv", "wg", "cmp", "sys"};
    return language == TestLanguage::hsa_lisa ? hsa : language == TestLanguage::ptx6 ? ptx6 : cuda;
}

Nearest nearest(const Place& a, const Place& b) {
    return a.warp == b.warp ? Nearest::warp : a.cta == b.cta ? Nearest::cta : a.grid == b.grid ? Nearest::gl : Nearest::sys;
}

std::vector<std::vector<Place>> scope_trees(std::size_t threads, const std::vector<Nearest>& levels) {
    std::vector<std::vector<Place>> trees;
    std::vector<Place> tree{{0, 0, 0}};
    const auto place_next = [&](auto&& self) -> void {
        if (tree.size() == threads) return trees.push_back(tree);
        // Beside a thread of each group, in the levels shared with it, and in new groups below. A new group is entered once, by
        // the first place like it.
        Place fresh;
        for (const Place& p : tree)
            fresh = {std::max(fresh.grid, p.grid + 1), std::max(fresh.cta, p.cta + 1), std::max(fresh.warp, p.warp + 1)};
        std::vector<Place> tried;
        const std::size_t placed = tree.size();
        const auto attempt = [&](const Place& next) {
            if (std::find(tried.begin(), tried.end(), next) != tried.end()) return;
            tried.push_back(next);
            for (std::size_t t = 0; t < placed; ++t)
                if (std::find(levels.begin(), levels.end(), nearest(tree[t], next)) == levels.end()) return;
            tree.push_back(next);
            self(self);
            tree.pop_back();
        };
        for (std::size_t t = 0; t < placed; ++t) {
            const Place beside = tree[t];
            attempt(beside);
            attempt({beside.grid, beside.cta, fresh.warp});
            attempt({beside.grid, fresh.cta, fresh.warp});
        }
        attempt(fresh);
    };
    place_next(place_next);
    return trees;
}

std::vector<std::vector<bool>> memory_maps(const Draft& draft, bool global, bool shared) {
    std::vector<std::vector<bool>> maps{{}};
    for (std::size_t l = 0; l < draft.locations(); ++l) {
        bool one_cta = true;
        const Place* first = nullptr;
        for (std::size_t t = 0; t < draft.threads.size(); ++t)
            for (const DraftAccess& a : draft.threads[t]) {
                if (static_cast<std::size_t>(a.location) != l) continue;
                if (!first) first = &draft.places[t];
                one_cta = one_cta && first->cta == draft.places[t].cta;
            }
        std::vector<std::vector<bool>> longer;
        for (const auto& map : maps)
            for (const bool in_cta : {false, true}) {
                if (in_cta ? !(shared && one_cta) : !(global || !one_cta)) continue;
                longer.push_back(map);
                longer.back().push_back(in_cta);
            }
        maps = std::move(longer);
    }
    return maps;
}

}  // namespace tandem::specs
