// Programs on protocols: that a search which ends with its programs loses no outcome.
#include "apps/check/play.hpp"

#include <doctest/doctest.h>

#include <set>

#include "apps/common/catalog.hpp"
#include "apps/litmus/models.hpp"
#include "checker/monitor_states.hpp"
#include "specs/litmus/test.hpp"

namespace {

using namespace tandem;
using Player = specs::Player<model::Concrete>;

/// The final states of all states there are, those after the programs' end among them.
std::set<specs::FinalState> of_all_states(const engines::Played& played) {
    checker::SearchOptions options;
    options.symmetry = false;
    options.keep_going = true;
    checker::Search search(*played.network, options);
    REQUIRE(search.run().ending == checker::Ending::complete);
    std::set<specs::FinalState> found;
    for (const checker::MonitorState& state : checker::monitor_states(search, played.ends_at_rest))
        if (const auto outcome = model::unpack<Player>(state.state, played.network->shape()).outcome(played.programs))
            found.insert(*outcome);
    return found;
}

specs::Test test_in(const std::string& file) {
    const std::string path = std::string(TANDEM_SOURCE_DIR) + "/" + file;
    return specs::parse_test(path, apps::whole_text(path));
}

}  // namespace

TEST_CASE("a search that does not go on after the programs' end finds the outcomes of one that does") {
    struct On {
        const char *protocol, *variant;
    };
    for (const char* name : {"sb", "mp-L1", "coRR", "cas-sl"})
        for (const On& on : {On{"mttop", "tso"}, {"moesi", ""}, {"gtsc", "rc"}, {"tc", "weak,rc"}, {"apu", ""}}) {
            CAPTURE(name);
            CAPTURE(on.protocol);
            const engines::Played played =
                engines::protocol(on.protocol).play({on.variant, ""}, {test_in("tests/litmus/" + std::string(name) + ".litmus")});
            apps::PlaySearch search(played, {});
            REQUIRE(search.complete());
            std::set<specs::FinalState> found;
            for (const auto& [state, place] : search.outcomes().front()) found.insert(state);
            CHECK(found == of_all_states(played));
            CHECK_FALSE(search.hangs().front());
        }
}
