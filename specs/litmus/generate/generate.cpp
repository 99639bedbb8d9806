#include "specs/litmus/generate/generate.hpp"

#include <set>

#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

namespace {

/// Every scope tree and memory map, with accesses in every style, for one draft.
class Placed {
public:
    Placed(const GeneratorOptions& options, const std::string& name, const std::string& cycle,
           const std::function<bool(const GeneratedTest&)>& take)
        : options_(options), styles_(options.accesses), name_(name), cycle_(cycle), take_(take) {
        if (styles_.empty()) styles_ = {&styles(options.language).front()};
    }

    bool all(Draft draft) {
        if (options_.language == TestLanguage::x86) return style(draft);
        const bool ptx = options_.language == TestLanguage::ptx;
        for (auto& tree : scope_trees(draft.threads.size(), options_.levels)) {
            draft.places = std::move(tree);
            for (auto& map : memory_maps(draft, !ptx || options_.global, ptx && options_.shared)) {
                draft.shared = std::move(map);
                if (!style(draft)) return false;
            }
        }
        return true;
    }

private:
    bool style(const Draft& placed) {
        return for_each_styling(options_.language, styles_, placed, [&](const Draft& draft) {
            if (!known_.insert(canonical_form(draft)).second) return true;
            const std::string places = draft.places.empty() ? "" : name_of_places(draft.places, options_.language);
            const std::string name = name_ + name_of_styles(draft, styles_.front()) + places + name_of_regions(draft.shared);
            return take_({name, cycle_, write_test(options_.language, name, cycle_, draft)});
        });
    }

    const GeneratorOptions& options_;
    std::vector<const AccessStyle*> styles_;
    const std::string name_, cycle_;
    const std::function<bool(const GeneratedTest&)>& take_;
    std::set<std::string> known_;
};

}  // namespace

bool generate(const GeneratorOptions& options, const std::function<bool(const GeneratedTest&)>& take) {
    std::set<std::string> known;
    return for_each_cycle(options.relaxations, options.cycle_size, [&](const Cycle& found) {
        Cycle cycle = found;
        const std::string name = name_and_turn(cycle);
        auto drafted = draft(cycle);
        if (!drafted || !known.insert(canonical_form(*drafted)).second) return true;
        return Placed(options, name, text(cycle), take).all(std::move(*drafted));
    });
}

}  // namespace tandem::specs
