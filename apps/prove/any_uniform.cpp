#include "apps/prove/any_uniform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "smt/prove/any/uniformity.hpp"
#include "smt/uniformity_watch.hpp"

namespace tandem::apps {

namespace {

using smt::any::BySort, smt::any::Size;

/// What the compiler and the watch say while the relation is made; nothing if they have no objection.
std::string objection(const AnyRun& run, const smt::UniformityWatch& watch) {
    for (const std::size_t s : run.any)
        if (!(watch.compiled >> s & 1)) return "not checked";
    return watch.against.empty() ? "" : "not given: " + watch.against.front();
}

/// Numbers of names that handlers are told: all that a search can have, and some of a larger machine.
std::vector<int> told_numbers() {
    std::vector<int> numbers(model::max_extent);
    std::iota(numbers.begin(), numbers.end(), 1);
    numbers.insert(numbers.end(), {17, 100, 1000});
    return numbers;
}

/// What handlers do must not depend on what they are told.
std::string told_other_numbers(const AnyRun& run, const BySort& extents, const Size& as_it_is) {
    for (const std::size_t s : run.any)
        for (const int told : told_numbers()) {
            if (told == extents[s]) continue;
            if (run.stop()) return "not checked: time did not suffice";
            const auto does_otherwise = [&](const std::string& event) {
                return fmt::format("not given: a handler that is told of {} {} does something else than with {}, {}", told,
                                   run.words[s], extents[s], event);
            };
            smt::UniformityWatch watch;
            watch.shown[s] = told;
            try {
                const auto shown = run.size(extents);
                if (const auto event = smt::any::differs(as_it_is.roles, shown->roles)) return does_otherwise("when " + *event);
            } catch (const UsageError& error) {
                return does_otherwise(error.what());
            }
        }
    return "";
}

/// In all sizes up to n0 and one more.
std::string starts(const AnyRun& run, const BySort& n0) {
    for (const std::size_t s : run.any) {
        BySort extents = n0;
        std::unique_ptr<Size> larger;
        for (extents[s] = n0[s] + 1; extents[s] >= 1; --extents[s]) {
            auto smaller = run.size(extents);
            if (larger && !smt::any::starts_alike(larger->roles, smaller->roles, s))
                return fmt::format("not given: the first states of {} and {} {} are not alike", extents[s] + 1, extents[s],
                                   run.words[s]);
            larger = std::move(smaller);
        }
    }
    return "";
}

}  // namespace

void check_uniform(AnyRun& run, const BySort& n0) {
    std::string& why = run.report.not_uniform;
    std::unique_ptr<Size> size;
    {
        smt::UniformityWatch watch;
        size = run.size(n0);
        why = objection(run, watch);
    }
    if (!why.empty()) return;
    for (const std::size_t s : run.any)
        if (std::any_of(run.paths[s].begin(), run.paths[s].end(), [](const auto& path) { return path.broken > 0; }))
            why = fmt::format("not checked: a property of steps speaks of more {} than the step does", run.words[s]);
    for (const std::size_t s : run.any)
        if (const auto event = smt::any::tells_names_apart(size->roles, s); event && why.empty())
            why = fmt::format("not given: {} are not treated alike, when {}", run.words[s], *event);
    if (why.empty()) why = starts(run, n0);
    if (why.empty()) why = told_other_numbers(run, n0, *size);
}

}  // namespace tandem::apps
