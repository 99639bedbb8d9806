#include "specs/litmus/generate/generate.hpp"

#include <set>

#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

namespace {

/// Every scope tree and memory map for one draft.
bool place(const GeneratorOptions& options, const std::string& name, const std::string& cycle, Draft draft,
           const std::function<bool(const GeneratedTest&)>& take) {
    const auto write = [&](const std::string& placed) {
        return take({placed, cycle, write_test(options.language, placed, cycle, draft)});
    };
    if (options.language == TestLanguage::x86) return write(name);
    std::set<std::string> known;
    for (auto& tree : scope_trees(draft.threads.size(), options.levels)) {
        draft.places = std::move(tree);
        const bool ptx = options.language == TestLanguage::ptx;
        for (auto& map : memory_maps(draft, !ptx || options.global, ptx && options.shared)) {
            draft.shared = std::move(map);
            if (!known.insert(canonical_form(draft)).second) continue;
            if (!write(name + name_of_places(draft.places) + name_of_regions(draft.shared))) return false;
        }
    }
    return true;
}

}  // namespace

bool generate(const GeneratorOptions& options, const std::function<bool(const GeneratedTest&)>& take) {
    std::set<std::string> known;
    return for_each_cycle(options.relaxations, options.cycle_size, [&](const Cycle& found) {
        Cycle cycle = found;
        const std::string name = name_and_turn(cycle);
        auto drafted = draft(cycle);
        if (!drafted || !known.insert(canonical_form(*drafted)).second) return true;
        return place(options, name, text(cycle), std::move(*drafted), take);
    });
}

}  // namespace tandem::specs
