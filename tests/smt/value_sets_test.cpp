// The values that finite variables can have, as facts that renaming keeps.
#include <doctest/doctest.h>

#include "smt/prove/value_sets.hpp"

namespace tandem::smt {

TEST_CASE("a core's name that is never in use is not said to be the first core's, for renaming would change that") {
    Problem problem;
    problem.shape.extent = {2, 1, 1, 2};
    const ValueType& core = problem.expressions->type({ValueType::Kind::name, "core", 2, {}});
    const Layout name{.kind = Layout::Kind::leaf, .type = &core};
    for (const int sm : {0, 1}) {
        Segment segment{Segment::Kind::node,
                        "SM" + std::to_string(sm),
                        "node0",
                        sm,
                        sm,
                        sm,
                        {.kind = Layout::Kind::record, .name = "Sm", .members = {"peer"}, .parts = {name}}};
        segment.leaves = 1;
        problem.segments.push_back(std::move(segment));
        problem.variables.push_back(
            {"SM" + std::to_string(sm) + ".peer", &core, 0, 1, problem.expressions->variable({sm, 0}, core, 0, 1)});
    }
    problem.initial = {{0, 0}};  // so unused names are stored
    CHECK(ValueSets(problem).only(0) == 0);

    problem.exchanges = {{model::Sort::core, {0, 1}}};
    const ValueSets sets(problem);
    for (const std::size_t v : {0, 1}) CHECK(!sets.only(v));
    for (const Clause& clause : sets.typing())
        for (const Renaming& r : renamings(problem)) CHECK(r.of(clause).holds(problem.initial[0].data()));
}

}  // namespace tandem::smt
