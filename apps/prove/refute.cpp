#include "apps/prove/refute.hpp"

#include <algorithm>

#include "apps/check/check.hpp"
#include "apps/check/judged.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/terminal.hpp"
#include "checker/random_walk.hpp"

namespace tandem::apps {

namespace {

constexpr std::uint64_t depth = 200;  // steps of a walk: what is found is told as it was walked, and nothing shortens it

checker::SearchResult searched(const model::Network& network, const Refuting& refuting, const std::vector<int>& properties,
                               bool symmetry, std::vector<Refutation>& refuted) {
    checker::SearchOptions options;
    options.memory = bytes_beside_a_solver();
    options.threads = refuting.threads;
    options.seconds = refuting.seconds;
    options.symmetry = symmetry;
    options.keep_going = true;
    options.properties = properties;
    options.interrupt = &InterruptWatch::flag();
    checker::Search search(network, options);
    const checker::SearchResult result = search.run();
    require_sound_text(search, result);
    for (const checker::Violation& violation : result.violations) {
        const model::Property& property = network.properties()[static_cast<std::size_t>(violation.property)];
        refuted.push_back({property.name, property.sentence, explained(network, property, trace_to(search, violation))});
    }
    return result;
}

void walked(const model::Network& network, const Refuting& refuting, const std::vector<int>& properties,
            std::vector<Refutation>& refuted) {
    checker::WalkOptions options;
    options.memory = bytes_beside_a_solver();
    options.threads = refuting.threads;
    options.walks = ~std::uint64_t{0};
    options.depth = depth;
    options.seed = refuting.seed;
    options.seconds = refuting.seconds;
    options.properties = properties;
    options.interrupt = &InterruptWatch::flag();
    checker::RandomWalk walks(network, options);
    for (const checker::WalkViolation& violation : walks.run().violations) {
        const model::Property& property = network.properties()[static_cast<std::size_t>(violation.property)];
        refuted.push_back(
            {property.name, property.sentence,
             explained(network, property, trace_along(walks.components(), property, violation.start, violation.path))});
    }
}

}  // namespace

std::vector<int> refutable(const model::Network& network, const std::vector<std::string>& wanted) {
    std::vector<int> chosen;
    for (std::size_t p = 0; p < network.properties().size(); ++p) {
        const model::Property& property = network.properties()[p];
        const bool of_runs = property.kind == model::PropertyKind::invariant || property.kind == model::PropertyKind::step;
        const bool asked = wanted.empty() || std::find(wanted.begin(), wanted.end(), property.name) != wanted.end();
        if (of_runs && asked && !property.lemma) chosen.push_back(static_cast<int>(p));
    }
    return chosen;
}

std::vector<Refutation> refuted_by_runs(const model::Network& network, const Refuting& refuting) {
    const std::vector<int> properties = refutable(network, refuting.properties);
    std::vector<Refutation> refuted;
    if (properties.empty()) return refuted;
    if (refuting.progress) refuting.progress->show("proof", "looking for a run that breaks a property");
    checker::SearchResult result;
    try {
        result = searched(network, refuting, properties, true, refuted);
    } catch (const checker::NotSymmetric&) {
        result = searched(network, refuting, properties, false, refuted);
    }
    if (refuted.empty() && result.ending != checker::Ending::complete && !InterruptWatch::flag())
        walked(network, refuting, properties, refuted);
    if (refuting.progress) refuting.progress->clear();
    const auto place = [&](const Refutation& r) {
        const auto named = [&](int p) { return network.properties()[static_cast<std::size_t>(p)].name == r.property; };
        return std::find_if(properties.begin(), properties.end(), named);
    };
    std::stable_sort(refuted.begin(), refuted.end(),
                     [&](const Refutation& a, const Refutation& b) { return place(a) < place(b); });
    return refuted;
}

}  // namespace tandem::apps
