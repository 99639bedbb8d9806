// FLASH: what the search finds of it, and that proofs take stores of home's processor, which are actions, as stores of any data.
#include <doctest/doctest.h>

#include <bit>

#include "checker/search.hpp"
#include "flash/description.hpp"
#include "smt/prove/problem_builder.hpp"

namespace {

using namespace tandem;

flash::Config flash_of(int processors, int values) {
    flash::Config config;
    config.shape.extent = {processors, 1, 1, values};
    return config;
}

}  // namespace

TEST_SUITE("examples") {
    TEST_CASE("FLASH keeps its promises, with as many states as ever") {
        model::System<flash::Flash<model::Concrete>, flash::LastStore<model::Concrete>> system(flash_of(2, 2));
        flash::add_properties<flash::LastStore<model::Concrete>>(system);
        checker::SearchOptions options;
        for (std::size_t p = 0; p < system.properties().size(); ++p) options.properties.push_back(static_cast<int>(p));
        const checker::SearchResult result = checker::Search(system, options).run();
        CHECK(result.ending == checker::Ending::complete);
        CHECK(result.full_states == 44'520);
        CHECK(result.violations.empty());
        CHECK(std::popcount(result.outcomes) == 31);
    }

    TEST_CASE("in a proof an action's data may be any, as an operation's may") {
        smt::ProblemBuilder<flash::Flash, flash::LastStore> builder(flash_of(1, 3), smt::Limits::none);
        flash::add_properties<flash::LastStore<smt::Symbolic>>(builder);
        const smt::Problem problem = builder.build();
        std::vector<const smt::ProofEvent*> stores;
        for (const smt::ProofEvent& event : problem.events)
            if (event.name.find("home's processor stores") != std::string::npos) stores.push_back(&event);
        REQUIRE(stores.size() == 1);
        CHECK(stores[0]->other_data.size() == 2);  // of three values
        int told = 0;
        for (const smt::Path& path : problem.paths) {
            if (&problem.events[static_cast<std::size_t>(path.event)] != stores[0]) continue;
            for (const smt::Assignment& a : path.assignments)
                if (problem.variables[static_cast<std::size_t>(a.variable)].name == "monitor.value") {
                    ++told;
                    CHECK(!a.value.is_constant());
                }
        }
        CHECK(told > 0);
    }
}
