// Core sides in front of a protocol that does not know them: examples/tso is examples/msi behind a write buffer.
#include <doctest/doctest.h>

#include "apps/check/play.hpp"
#include "checker/search.hpp"
#include "engines/programs_binding.hpp"
#include "tso/description.hpp"

namespace {

using namespace tandem;
using Tso = tso::Tso<model::Concrete>;

/// Whether some final state of a test of two threads, each on its own core, meets its condition.
bool shows(const tso::Config& config, const std::string& rows, const std::string& condition) {
    const specs::Test test = specs::parse_test("t", "LISA t\n{}\n P0 | P1 ;\n" + rows + "exists (" + condition + ")\n");
    const engines::Played played = engines::play_on<Tso>(config, {test}, 4, [](const auto&) { return std::string(); });
    apps::PlaySearch search(played, {});
    CHECK(search.complete());
    for (const auto& [state, place] : search.outcomes()[0]) {
        const auto value = [&, &left = state](const specs::Observed& o) {
            for (std::size_t at = 0; at < test.observed.size(); ++at)
                if (test.observed[at] == o) return left[at];
            return specs::Value{};
        };
        if (specs::holds(test.condition, value)) return true;
    }
    return false;
}

tso::Config of(cores::Side side, cores::Forwarding forwarding = cores::Forwarding::none) {
    tso::Config config;
    config.side = side;
    config.forwarding = forwarding;
    config.waiting = 1;
    return config;
}

const std::string sb = " w[] x 1 | w[] y 1 ;\n r[] r0 y | r[] r0 x ;\n", both_old = "0:r0=0 /\\ 1:r0=0";
const std::string sb_rfi = " w[] x 1 | w[] y 1 ;\n r[] r0 x | r[] r0 y ;\n r[] r1 y | r[] r1 x ;\n",
                  own_new = "0:r0=1 /\\ 0:r1=0 /\\ 1:r0=1 /\\ 1:r1=0";
const std::string mp = " w[] x 1 | r[] r0 y ;\n w[] y 1 | r[] r1 x ;\n", stale = "1:r0=1 /\\ 1:r1=0";

}  // namespace

TEST_SUITE("examples/tso") {
    TEST_CASE("MSI behind a write buffer shows what TSO does, and with forwarding what only forwarding does") {
        using enum cores::Side;
        CHECK_FALSE(shows(of(scwb), sb, both_old));
        CHECK(shows(of(tso), sb, both_old));
        CHECK_FALSE(shows(of(tso), sb_rfi, own_new));
        CHECK(shows(of(tso, cores::Forwarding::of_own), sb_rfi, own_new));
        CHECK_FALSE(shows(of(tso, cores::Forwarding::of_own), mp, stale));
    }

    TEST_CASE("what MSI promises holds behind it") {
        tso::Config config = of(cores::Side::tso, cores::Forwarding::of_own);
        config.shape.extent = {2, 1, 1, 2};
        model::System<Tso, cores::Watch<model::Concrete>> system(config);
        tso::add_properties<cores::Watch<model::Concrete>>(system);
        checker::SearchOptions options;
        options.threads = 1;
        for (std::size_t p = 0; p < system.properties().size(); ++p)
            if (system.properties()[p].kind < model::PropertyKind::always_eventually)
                options.properties.push_back(static_cast<int>(p));
        checker::Search search(system, options);
        const checker::SearchResult found = search.run();
        CHECK(found.ending == checker::Ending::complete);
        for (const auto& violation : found.violations)
            CHECK(system.properties()[static_cast<std::size_t>(violation.property)].name == "");
        CHECK(found.full_states > 9833);  // MSI's own
    }
}
