#include "apps/gtsc_mutants.hpp"

#include "apps/words.hpp"

namespace tandem::apps {

const Mutant* gtsc_mutant(const std::string& name) {
    for (const Mutant& mutant : gtsc_mutants())
        if (mutant.name == name) return &mutant;
    return nullptr;
}

const Mutant* gtsc_mutant(const Selection& selection) {
    const Mutant* chosen = nullptr;
    for (const auto& word : split(selection.variant, ',')) {
        const Mutant* mutant = gtsc_mutant(word);
        if (chosen && mutant) throw UsageError("the variants '" + chosen->name + "' and '" + mutant->name + "' both break the text: one of them is accepted");
        if (mutant) chosen = mutant;
    }
    return chosen;
}

}  // namespace tandem::apps
