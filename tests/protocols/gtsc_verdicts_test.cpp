// The table of protocols/gtsc/README.md about its variants, and the pinned sizes of its systems.
#include <doctest/doctest.h>

#include "apps/check/check.hpp"

namespace tandem::tests {

namespace {

apps::CheckReport check(const std::string& variant, const std::string& shape, std::vector<std::string> properties = {},
                        bool symmetry = true) {
    apps::CheckOptions options;
    options.protocol = "gtsc";
    options.selection = {variant, shape};
    options.properties = std::move(properties);
    options.symmetry = symmetry;
    return apps::check(options);
}

const std::vector<std::string> safety_of_variants{"load-value",       "no-store-lost",  "store-performed", "single-writer",
                                                  "warp-ts-monotone", "warp-ts-latest", "no-deadlock",     "can-happen"};

}  // namespace

TEST_SUITE("protocols/gtsc verdicts") {
    TEST_CASE("every property holds of every combination that the paper describes, and every handler outcome occurs") {
        for (const std::string consistency : {"sc", "rc"})
            for (const std::string visibility : {"delay", "keep-old"})
                for (const std::string combining : {"mshr", "forward-all"}) {
                    const auto report = check(consistency + "," + visibility + "," + combining,
                                              "sms=1,warps=2,blocks=1,lease=1,ts=5", safety_of_variants);
                    CAPTURE(report.system);
                    for (const auto& p : report.properties) {
                        CAPTURE(p.name);
                        CHECK(p.verdict == checker::Verdict::holds);
                    }
                }
    }

    TEST_CASE("every access completes with two SMs, under weak fairness") {
        const auto report = check("", "sms=2,warps=1,blocks=1,values=1,lease=1,ts=3", {"access-completes"});
        CHECK(report.verdict() == checker::Verdict::holds);
        CHECK(report.liveness_states > 100'000);
    }

    TEST_CASE("atomics read the latest version and write the next one") {
        for (const char* variant : {"sc", "rc"})
            for (const char* shape :
                 {"sms=2,warps=1,blocks=1,lease=1,ts=3,atomics=1", "sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1"}) {
                std::vector<std::string> asked = safety_of_variants;
                asked.push_back("rmw-atomic");
                const auto report = check(variant, shape, asked);
                CAPTURE(report.system);
                int of_atomics = 0;
                for (const auto& p : report.properties) {
                    CAPTURE(p.name);
                    // With timestamps to 3 a store's acknowledgement never finds its block in L1.
                    if (p.name != "can-happen:ack_unlocks" || report.system.find("ts=3") == std::string::npos)
                        CHECK(p.verdict == checker::Verdict::holds);
                    of_atomics += p.name.starts_with("can-happen:atomic");
                }
                CHECK(of_atomics == 3);
            }
    }

    TEST_CASE("atomics are atomic in the other variants, several blocks an instruction included") {
        for (const char* variant : {"keep-old", "forward-all", "rc,keep-old,forward-all", "literal", "paper-reset"})
            CHECK(check(variant, "sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1", {"rmw-atomic", "store-performed"}).verdict() ==
                  checker::Verdict::holds);
        CHECK(check("rc", "sms=1,warps=1,blocks=2,lease=1,ts=3,lanes=2,capacity=2,atomics=1", {"rmw-atomic", "store-performed"})
                  .verdict() == checker::Verdict::holds);
    }

    TEST_CASE("literal responses let a block be read under two versions") {
        const auto report = check("literal", "sms=1,warps=2,blocks=1,lease=1,ts=5", safety_of_variants);
        CHECK(report.verdict() == checker::Verdict::refuted);
        for (const auto& p : report.properties)
            if (p.name == "single-writer") CHECK(p.trace->steps.size() == 8);
    }

    TEST_CASE(
        "with stores to parts of blocks every property holds of every combination that the paper describes, and every handler "
        "outcome occurs") {
        for (const std::string consistency : {"sc", "rc"})
            for (const std::string visibility : {"delay", "keep-old"})
                for (const std::string combining : {"mshr", "forward-all"}) {
                    const auto report = check(consistency + "," + visibility + "," + combining,
                                              "sms=1,warps=2,blocks=1,lease=1,ts=4,words=2", safety_of_variants);
                    CAPTURE(report.system);
                    for (const auto& p : report.properties) {
                        CAPTURE(p.name);
                        CHECK(p.verdict == checker::Verdict::holds);
                    }
                }
    }

    TEST_CASE("a copy that is kept when a part of its block is stored is no version's (IV-A2)") {
        for (const std::string visibility : {"delay", "keep-old"}) {
            CAPTURE(visibility);
            const auto steps = [&](const std::string& shape, const std::string& property) {
                const auto report = check("keeps-copy," + visibility, shape, {property});
                REQUIRE(report.verdict() == checker::Verdict::refuted);
                return report.properties[0].trace->steps.size();
            };
            CHECK(steps("sms=2,warps=1,blocks=1,lease=1,ts=6,words=2", "load-value") == 11);
            CHECK(steps("sms=2,warps=1,blocks=1,lease=1,ts=6,words=2", "single-writer") == 10);
            CHECK(steps("sms=1,warps=2,blocks=1,lease=1,ts=6,words=2", "load-value") == 12);
            CHECK(steps("sms=1,warps=2,blocks=1,lease=1,ts=6,words=2", "single-writer") == 11);
        }
        CHECK(check("keeps-copy", "sms=1,warps=2,blocks=1,lease=1,ts=4", {"load-value", "single-writer"}).verdict() ==
              checker::Verdict::holds);  // for blocks of one word
    }

    TEST_CASE("where the copy must be given up, all holds if it is, and the system has its pinned size") {
        const auto report = check("", "sms=1,warps=2,blocks=1,lease=1,ts=6,words=2",
                                  {"load-value", "single-writer", "no-store-lost", "no-deadlock"});
        for (const auto& p : report.properties) {
            CAPTURE(p.name);
            CHECK(p.verdict == checker::Verdict::holds);
        }
        const auto free = check("", "sms=1,warps=1,blocks=1,lease=1,ts=3,words=2", {"no-deadlock"}, false);
        CHECK(free.result.states == 834);
        CHECK(free.result.transitions == 1'716);
    }

    TEST_CASE("the paper's reset loses the order of timestamps") {
        const auto report = check("paper-reset", "sms=2,warps=2,blocks=1,lease=1,ts=6", {"load-value"});
        REQUIRE(report.verdict() == checker::Verdict::refuted);
        CHECK(report.properties[0].trace->steps.size() == 17);
    }

    TEST_CASE("with several lanes an instruction keeps the order of blocks, and orbits still add up") {
        const std::string shape = "sms=1,warps=1,blocks=2,lease=1,ts=3,lanes=2,capacity=2";
        const auto all = check("", shape, {"no-deadlock"}, false);
        CHECK(all.result.states == 87'176);
        CHECK(check("", shape, {"no-deadlock"}).result.full_states == 87'176);
    }

    TEST_CASE("the tiny system has its pinned size, with and without symmetry") {
        const auto all = check("", "tiny", {"no-deadlock"}, false);
        CHECK(all.result.states == 1'974'852);
        CHECK(all.result.transitions == 6'765'720);
        const auto orbits = check("", "tiny", {"no-deadlock"});
        CHECK(orbits.result.states == 493'945);
        CHECK(orbits.result.full_states == 1'974'852);
    }
}

}  // namespace tandem::tests
