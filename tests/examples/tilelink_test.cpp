// The example TileLink in the explicit search: counts, verdicts, and who may share a system. Rumur finds the same numbers of
// states and transitions in the exports of one cache and of `small` (examples/tilelink/README.md).
#include <doctest/doctest.h>

#include "checker/search.hpp"
#include "tilelink/description.hpp"

namespace {

using namespace tandem;
using Text = tilelink::TileLink<model::Concrete>;
using StoreWatch = specs::WatchedStore<model::Concrete>;

/// No property of states or steps is refuted, in this number of states, and each outcome that is expected occurs.
void holds_in(const std::string& words, const std::string& shape, std::uint64_t states, std::uint64_t transitions) {
    const tilelink::Config config = tilelink::Description::settings().read(words, shape, {}, true).config;
    model::System<Text, StoreWatch> system(config);
    tilelink::add_properties<StoreWatch>(system);
    checker::SearchOptions options;
    options.threads = 1;
    options.symmetry = false;
    for (std::size_t p = 0; p < system.properties().size(); ++p)
        if (system.properties()[p].kind < model::PropertyKind::always_eventually)
            options.properties.push_back(static_cast<int>(p));
    checker::Search search(system, options);
    const checker::SearchResult found = search.run();
    CHECK(found.ending == checker::Ending::complete);
    for (const auto& violation : found.violations)
        CHECK(system.properties()[static_cast<std::size_t>(violation.property)].name == "");
    CHECK(found.states == states);
    CHECK(found.transitions == transitions);
}

std::string refused(const std::string& shape) {
    try {
        tilelink::Description::check(tilelink::Description::settings().read("", shape, {}, true).config);
    } catch (const model::UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_SUITE("examples/tilelink") {
    TEST_CASE("TileLink with three levels holds in as many states as ever") {
        holds_in("", "cores=1,threads=1,blocks=1,values=2", 6966, 17'723);
        holds_in("as-asked,unordered", "cores=1,threads=1,blocks=1,values=2", 9085, 21'947);
    }
    TEST_CASE("a cache and a DMA engine share memory, which probes the cache for each of its accesses") {
        holds_in("", "dma", 83'975, 266'803);
    }
    TEST_CASE("who has a cache, reads only or has none must fit the number of cores") {
        CHECK(refused("cores=2,readers=1,dmas=1") == "readers=1 and dmas=1 leave no cache of 2 cores: fewer are accepted");
        CHECK(refused("cores=3,threads=2") ==
              "cores=3 times threads=2 is more than a line has places for requests: up to 4 threads in all are accepted");
        CHECK(refused("cores=1,banks=2") ==
              "banks=2 with blocks=1 leaves a bank without a block: at least as many blocks as banks are accepted");
        CHECK(refused("cores=4,readers=1,dmas=1,blocks=2,banks=2") == "");
    }
}
