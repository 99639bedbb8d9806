// BL holds, and caches without invalidation are refuted; both agree with the simulator that runs them.
#include <doctest/doctest.h>

#include "apps/check/check.hpp"
#include "protocols/baseline/protocol.hpp"
#include "protocols/incoherent/protocol.hpp"
#include "tests/agreement/random_program.hpp"
#include "tests/agreement/replayer.hpp"

namespace tandem::tests {

namespace {

apps::CheckReport check(const std::string& protocol, const std::string& variant, const std::string& shape,
                        std::vector<std::string> properties) {
    apps::CheckOptions options;
    options.protocol = protocol;
    options.selection = {variant, shape};
    options.properties = std::move(properties);
    options.threads = 1;
    return apps::check(options);
}

template <template <class> class P, class Config>
std::uint64_t replay(Config config, baseline::Consistency consistency, int banks, int lanes) {
    config.consistency = consistency;
    config.capacity = 8;
    config.banks = banks;
    config.lanes = lanes;
    config.atomics = true;
    config.shape.extent = {2, 2, 3, 2};
    agreement::Replayer<P> replayer(config);
    for (int seed = 1; seed <= 150; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        perfsim::Machine<P<perfsim::Timed>> machine(config, agreement::small_machine(2, 2, banks, random));
        machine.memory().allocate(3 * perfsim::words_per_block);
        machine.limit = 1'000'000;
        machine.observe(&replayer);
        replayer.start();
        const agreement::ProgramShape shape{.blocks = 3, .lanes = lanes};
        std::string error;
        try {
            machine.run({4, 1, [&](perfsim::Warp& w) {
                             return agreement::random_program(w, shape,
                                                              std::mt19937(static_cast<unsigned>(seed * 100 + w.block)));
                         }});
            replayer.finish(machine);
        } catch (const std::exception& e) {
            error = e.what();
        }
        REQUIRE(error == "");
    }
    return replayer.steps;
}

}  // namespace

TEST_CASE("without private caches every property holds") {
    for (const char* variant : {"sc", "rc"})
        for (const char* shape : {"small,atomics=1", "warps"}) {
            const auto report =
                check("baseline", variant, shape, {"load-value", "no-store-lost", "single-writer", "no-deadlock", "can-happen"});
            CAPTURE(report.system);
            CHECK(report.verdict() == checker::Verdict::holds);
        }
}

TEST_CASE(
    "what reaches a thread is what was performed, and atomics are atomic, without private caches and with those that nobody "
    "invalidates") {
    for (const char* protocol : {"baseline", "incoherent"})
        for (const char* variant : {"sc", "rc"})
            for (const char* shape : {"small,atomics=1", "sms=1,warps=2,blocks=2,atomics=1"}) {
                const auto report = check(protocol, variant, shape, {"load-answer", "store-performed", "rmw-atomic"});
                CAPTURE(report.system);
                CHECK(report.properties.size() == 3);
                CHECK(report.verdict() == checker::Verdict::holds);
            }
}

TEST_CASE("caches that nobody invalidates let two versions be read, and a load return the old one") {
    struct Stores {
        std::string variant;
        std::size_t steps;  // until two versions can be read: one SM suffices if it updates its copy before L2 does
    };
    for (const Stores& stores : {Stores{"write-update", 6}, {"write-evict", 7}}) {
        CAPTURE(stores.variant);
        const auto writer = check("incoherent", stores.variant, "small", {"single-writer"});
        REQUIRE(writer.verdict() == checker::Verdict::refuted);
        CHECK(writer.properties.at(0).trace->steps.size() == stores.steps);
        const auto load = check("incoherent", stores.variant, "small", {"load-value"});
        REQUIRE(load.verdict() == checker::Verdict::refuted);
        CHECK(load.properties.at(0).trace->steps.size() == 8);
        CHECK(check("incoherent", stores.variant, "small", {"no-store-lost", "no-deadlock", "can-happen"}).verdict() ==
              checker::Verdict::holds);
    }
}

TEST_CASE("simulated runs of the plain protocols are paths of their systems") {
    CHECK(replay<baseline::Baseline>(baseline::Config{}, baseline::Consistency::sc, 1, 1) > 5'000);
    CHECK(replay<baseline::Baseline>(baseline::Config{}, baseline::Consistency::rc, 2, 2) > 5'000);
    CHECK(replay<incoherent::Incoherent>(incoherent::Config{}, baseline::Consistency::sc, 2, 2) > 5'000);
    CHECK(replay<incoherent::Incoherent>(incoherent::Config{}, baseline::Consistency::rc, 1, 1) > 5'000);
    incoherent::Config evicts;
    evicts.stores = incoherent::Stores::write_evict;
    CHECK(replay<incoherent::Incoherent>(evicts, baseline::Consistency::rc, 2, 2) > 5'000);
}

}  // namespace tandem::tests
