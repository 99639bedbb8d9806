// The simulated runs at the end of `tandem check --thorough`.
#include "apps/check/simulated.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

namespace {

apps::SimulatedReport simulated(const std::string& protocol, const std::string& variant, double seconds = 0) {
    apps::CheckOptions options;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.seconds = seconds;
    apps::Engines engines(options);
    return apps::simulated_runs(options, engines);
}

}  // namespace

TEST_SUITE("apps/simulated") {
    using End = apps::SimulatedRun::End;

    TEST_CASE("a copy that is read too late is found in a simulated run, whose command finds it again") {
        const apps::SimulatedReport report = simulated("incoherent", "rc");
        CHECK(report.verdict() == checker::Verdict::refuted);
        const auto& wrong = report.runs.back();
        CHECK(wrong.end == End::wrong);
        CHECK(wrong.command == "tandem sim incoherent --variant rc --workload " + wrong.workload + " --monitor");
        const Run again = tandem({"sim", "incoherent", "--variant", "rc", "--workload", wrong.workload.c_str(), "--monitor"});
        CHECK(again.status == 1);
        CHECK(again.out.find(wrong.result) != std::string::npos);
        CHECK(apps::as_text(report).find("\nA simulated run is wrong: " + wrong.result) != std::string::npos);
        CHECK(apps::as_json(report).at("runs").back().at("end") == "wrong");
    }

    TEST_CASE("kernels whose accesses a protocol has not say nothing of it, and others run in their place") {
        const apps::SimulatedReport report = simulated("rsp", "repaired");
        CHECK(report.verdict() == checker::Verdict::holds);
        const auto count = [&](End end) {
            return std::count_if(report.runs.begin(), report.runs.end(), [&](const auto& run) { return run.end == end; });
        };
        CHECK(count(End::right) == 2);
        CHECK(count(End::refused) == 3);
        CHECK(apps::as_text(report).find("hash, bfs, stencil not simulated: ") != std::string::npos);
    }

    TEST_CASE("a run that time cuts short says nothing") {
        const apps::SimulatedReport report = simulated("gtsc", "", 0.001);  // a short kernel ends before anyone looks at the time
        REQUIRE(!report.runs.empty());
        CHECK(report.runs.back().end == End::cut);
        CHECK(report.verdict() == checker::Verdict::holds);
        CHECK(apps::as_text(report).ends_with(report.runs.back().workload + " simulated in part: the time ran out\n"));
    }
}

}  // namespace tandem::tests
