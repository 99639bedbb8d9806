// The example TileLink in the explicit search: counts, verdicts, and who may share a system. Rumur finds the same numbers of
// states and transitions in the exports of one cache and of `small` (examples/tilelink/README.md).
#include <set>

#include <doctest/doctest.h>

#include "checker/liveness.hpp"
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
    TEST_CASE("each Acquire and each Probe is answered, whatever other clients do") {
        const tilelink::Config config =
            tilelink::Description::settings().read("", "cores=1,threads=1,blocks=1,values=2", {}, true).config;
        model::System<Text> system(config);
        tilelink::add_properties<model::NoMonitor>(system);
        checker::Search search(system, {.symmetry = false});
        const checker::SearchResult found = search.run();
        for (const int which : {0, 1}) {
            checker::LivenessOptions liveness;
            liveness.answers = which;
            const checker::LivenessResult result = judge_liveness(search, found, liveness);
            CHECK(result.verdict == checker::Verdict::holds);
            CHECK(result.obligations == 2);  // L1 asks L2, and L2 the memory side; and they are probed
        }
    }
    TEST_CASE("channels and threads are called as the specification calls them") {
        const model::System<Text> system(tilelink::Description::settings().read("", "small", {}, true).config);
        std::set<std::string> names;
        for (const model::ChannelInfo& channel : system.channels()) names.insert(channel.name);
        for (const char* name : {"L1 0 to L2 on channel A", "L2 to L1 1 on channel B", "L2 to memory side on channel C",
                                 "memory side to L2 on channel D", "L1 1 to L2 on channel E"})
            CHECK(names.contains(name));
        CHECK(system.label(0, 0).starts_with("hart 0 "));
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
