// `tandem conform` and `tandem litmus --protocol` from outside: statuses, what is printed, what is refused.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

namespace {

constexpr const char* wrc = TANDEM_SOURCE_DIR "/tests/litmus/wrc+membar.gl.litmus";
constexpr const char* buffering = TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus";

}  // namespace

TEST_SUITE("apps/conform") {
    TEST_CASE("a protocol that conforms ends in 0, and says what it never shows") {
        const Run sc = tandem({"conform", "gtsc", "--ops", "2", "--shape", "lease=1,ts=4", "--json", "-"});
        CHECK(sc.status == 0);
        const auto report = nlohmann::json::parse(sc.out);
        CHECK(report["programs"] == 230);  // counted in tests/specs/operational_test.cpp
        CHECK(report["outcomes"] == 490);
        CHECK(report["forbidden"] == 0);
        CHECK(report["not_shown"] == 0);
        const Run tso = tandem({"conform", "baseline", "--ops", "2", "--model", "tso"});
        CHECK(tso.status == 0);
        CHECK(tso.out.find("conforms to tso") != std::string::npos);
        // The idioms SB and R, each on one SM and on two.
        CHECK(tso.out.find("not shown, though tso allows it: 4 outcomes of 4 programs, as\n  P0: W x=1; R y | P1: W y=1; R x\n  0:r0=0; 1:r0=0;\n") != std::string::npos);
    }

    TEST_CASE("one that does not ends in 1, with the smallest program, the model's objection and the protocol's run") {
        const Run run = tandem({"conform", "incoherent", "--ops", "2"});
        CHECK(run.status == 1);
        for (const char* part : {"the smallest:\n  P0: R x | P1: W x=1; R x\n  0:r0=0; 1:r0=0;\n", "sc fails on the cycle P1: W x=1 -> P1: R x=0 -> P1: W x=1",
                                 "In this run A is x; P0 is W0 of SM0, P1 is W1 of SM0", "Shortest trace to 0:r0=0; 1:r0=0;: ", "1. SM0: W"})
            CHECK_MESSAGE(run.out.find(part) != std::string::npos, part);
        CHECK(run.out.find("begins_") == std::string::npos);
        CHECK(run.out.find("monitor") == std::string::npos);
    }

    TEST_CASE("exchanges and three threads are programs too") {
        CHECK(tandem({"conform", "tc", "--ops", "1", "--threads", "3", "--shape", "lease=1"}).status == 0);
        CHECK(tandem({"conform", "baseline", "--ops", "2", "--atomics"}).status == 0);
    }

    TEST_CASE("too little time or memory ends in 3 and is never called conforming") {
        const Run time = tandem({"conform", "gtsc", "--time", "0.2"});
        CHECK(time.status == 3);
        CHECK(time.out.find("conforms") == std::string::npos);
        CHECK(time.out.find("undecided: the time limit was reached") != std::string::npos);
        CHECK(tandem({"conform", "gtsc", "--memory", "16M"}).status == 3);
        const Run test = tandem({"litmus", wrc, "--protocol", "gtsc", "--shape", "lease=2/3/4,ts=12", "--memory", "16M"});
        CHECK(test.status == 3);
        CHECK(test.out.find("Undecided: the memory limit was reached") != std::string::npos);
    }

    TEST_CASE("a test on a protocol: its states, a run to each, and what the model says of them") {
        const Run run = tandem({"litmus", buffering, "--protocol", "baseline", "--traces"});
        CHECK(run.status == 0);
        CHECK(run.out.starts_with("Test sb Allowed\nStates 3\n"));
        CHECK(run.out.find("Observation sb Never\n") != std::string::npos);
        CHECK(run.out.find("Shortest trace to 0:r2=1; 1:r2=1;: ") != std::string::npos);
        const Run weak = tandem({"litmus", wrc, "--protocol", "incoherent", "--model", "sc", "--json", "-"});
        CHECK(weak.status == 1);
        const auto report = nlohmann::json::parse(weak.out)["tests"][0];
        CHECK(report["observation"] == "Sometimes");
        CHECK(report["protocol"]["beyond"].size() > 0);
    }

    TEST_CASE("what is unknown, too large or does not go together ends in one line") {
        check_unusable(tandem({"conform", "msi"}), "gtsc");
        check_unusable(tandem({"conform", "gtsc", "--model", "power"}), "sc");
        check_unusable(tandem({"conform", "gtsc", "--variant", "lost-mem-ts"}), "check only");
        check_unusable(tandem({"conform", "gtsc", "--threads", "5"}), "4");
        check_unusable(tandem({"conform", "baseline", "--threads", "3", "--ops", "3", "--addresses", "1"}), "values");
        check_unusable(tandem({"litmus", buffering, "--variant", "rc"}), "--protocol");
        check_unusable(tandem({"litmus", buffering, "--traces"}), "--protocol");
        check_unusable(tandem({"litmus", buffering, "--protocol", "msi"}), "gtsc");
        check_unusable(tandem({"litmus", buffering, "--protocol", "gtsc", "--explain"}), "without --protocol");
    }
}

}  // namespace tandem::tests
