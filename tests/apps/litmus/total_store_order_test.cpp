// Programs in which TSO's order is written out for release consistency (apps/litmus/total_store_order.hpp), compared with TSO
// itself.
#include <doctest/doctest.h>

#include "apps/litmus/total_store_order.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/outcomes.hpp"
#include "specs/operational/all_programs.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

namespace {

std::set<specs::FinalState> allowed(const specs::Test& test, const char* model) {
    std::set<specs::FinalState> states;
    for (const auto& [state, count] : specs::outcomes(test, specs::library_model(model)).allowed) states.insert(state);
    return states;
}

}  // namespace

TEST_SUITE("apps/litmus/held to TSO") {
    TEST_CASE("a program of which all threads are held to TSO allows what TSO allows, with exchanges and fences too") {
        specs::ProgramSpace space;
        space.operations = 2;
        space.fences = true;
        space.atomics = 2;
        std::size_t programs = 0, weaker = 0;
        for (const specs::Test& test : specs::all_programs(space, {0, 1})) {
            ++programs;
            CAPTURE(specs::one_line(test));
            CHECK(allowed(apps::with_total_store_order(test, {0, 1}), "rc") == allowed(test, "tso"));
            weaker += allowed(test, "rc") != allowed(test, "tso");
        }
        CHECK(programs > 100);
        CHECK(weaker > 10);
    }

    TEST_CASE("of two threads one may be held to TSO: message passing then needs a fence in the other alone") {
        specs::ProgramSpace space;
        space.operations = 2;
        space.alike = false;
        const auto all = specs::all_programs(space, {0, 1});
        const auto passing = std::find_if(all.begin(), all.end(), [](const specs::Test& test) {
            return specs::one_line(test) == "P0: W x=1; W y=1 | P1: R y; R x";
        });
        REQUIRE(passing != all.end());
        const std::size_t both = allowed(apps::with_total_store_order(*passing, {0, 1}), "rc").size();
        for (const std::vector<int>& held : {std::vector<int>{}, {0}, {1}})
            CHECK(allowed(apps::with_total_store_order(*passing, held), "rc").size() == both + 1);
    }

    TEST_CASE("the APU's CPUs show all that release consistency with total store order on both cores allows, and nothing else") {
        const Run run = tandem({"conform", "apu", "--shape", "cores=2,cpus=2,evictions=0", "--model", "rc", "--cpus", "0,1",
                                "--ops", "2", "--no-atomics", "--walk-time", "0"});
        CHECK(run.status == 0);
        CHECK(run.out.find("it shows all that rc with total store order on core 0 and 1 allows") != std::string::npos);
        check_unusable(tandem({"conform", "apu", "--model", "sc", "--cpus", "1"}), "--model rc");
        check_unusable(tandem({"conform", "apu", "--model", "rc", "--cpus", "7"}), "0 to 3");
    }
}

}  // namespace tandem::tests
