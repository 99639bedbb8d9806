// The example Dragon, an update protocol, in the explicit search and as a TLA+ module.
#include <doctest/doctest.h>

#include "checker/search.hpp"
#include "dragon/description.hpp"
#include "exports/tla.hpp"
#include "smt/symbolic_system.hpp"
#include "tests/agreement/reference_search.hpp"
#include "tests/agreement/tla_search.hpp"

namespace {

using namespace tandem;
template <class D> using DragonWatch = specs::WatchedStore<D>;

dragon::Config dragon_of(const std::string& shape) {
    return dragon::Description::settings().read("", shape, {}, true).config;
}

}  // namespace

TEST_SUITE("examples/dragon") {
    TEST_CASE("Dragon on a directory holds in as many states as ever") {
        model::System<dragon::Protocol<model::Concrete>, DragonWatch<model::Concrete>> system(dragon_of("small"));
        dragon::add_properties<DragonWatch<model::Concrete>>(system);
        checker::SearchOptions options;
        options.threads = 1;
        options.symmetry = false;
        for (std::size_t p = 0; p < system.properties().size(); ++p)
            if (system.properties()[p].kind < model::PropertyKind::always_eventually)
                options.properties.push_back(static_cast<int>(p));
        checker::Search search(system, options);
        const checker::SearchResult found = search.run();
        CHECK(found.ending == checker::Ending::complete);
        CHECK(found.violations.empty());
        CHECK(found.states == 27'684);
    }

    TEST_CASE("Dragon as a TLA+ module has the same steps: what is left of a condition may be the whole of it") {
        const dragon::Config config = dragon_of("small");
        model::System<dragon::Protocol<model::Concrete>, DragonWatch<model::Concrete>> system(config);
        smt::SymbolicSystem<dragon::Protocol, DragonWatch> symbolic(config);
        dragon::add_properties<DragonWatch<smt::Symbolic>>(symbolic);
        const auto files = exports::write_tla(symbolic.build(), "dragon", {});
        const agreement::Counts ours = agreement::reference_search(system, 150);
        const auto theirs = agreement::tla::Specification(files.module).search({"TypeOK"}, 150);
        CHECK(ours.states >= 150);
        CHECK(theirs.states == ours.states);
        CHECK(theirs.transitions == ours.transitions);
        CHECK(theirs.levels == ours.levels);
    }
}
