// A run on two threads equals the run on one: all counts are the same.
#include "perfsim/two_sides.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/common/usage_error.hpp"
#include "apps/sim/report.hpp"

namespace tandem::tests {

namespace {

apps::SimOptions run_of(const std::string& protocol, const std::string& variant, const std::string& workload) {
    apps::SimOptions options;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.workload = workload;
    if (workload == "owned-locks") options.workload_options.settings = {{"locking", "remote"}};
    return options;
}

/// The report without the processor time.
nlohmann::json counted(apps::SimOptions options, int threads, const perfsim::MachineDescription& machine) {
    options.threads = threads;
    apps::SimReport report = apps::simulate(options, machine);
    report.seconds = 0;
    return apps::as_json(report);
}

void same_on_two_threads(const apps::SimOptions& options, const perfsim::MachineDescription& machine = perfsim::paper_machine()) {
    CAPTURE(options.protocol);
    CAPTURE(options.selection.variant);
    CAPTURE(options.workload);
    const auto one = counted(options, 1, machine), two = counted(options, 2, machine);
    // Of random accesses nothing is computed.
    const std::string result = one["result"];
    CHECK((result == "correct" || result.starts_with("each value was stored")) == (options.protocol != "incoherent"));
    CHECK(one == two);
}

perfsim::MachineDescription with(const std::string& text) { return perfsim::machine_from(text, "test"); }

}  // namespace

TEST_SUITE("perfsim/two_sides") {
    TEST_CASE("two threads count what one counts: every protocol that comes with the program") {
        for (const auto& [protocol, variant] : std::vector<std::pair<std::string, std::string>>{{"baseline", "sc"},
                                                                                                {"baseline", "rc"},
                                                                                                {"gtsc", "sc"},
                                                                                                {"gtsc", "rc"},
                                                                                                {"tc", "sc"},
                                                                                                {"tc", "rc"},
                                                                                                {"tc", "weak"},
                                                                                                {"incoherent", "rc"},
                                                                                                {"moesi", "rc"}})
            same_on_two_threads(run_of(protocol, variant, "hash"));
        same_on_two_threads(run_of("rsp", "repaired", "owned-locks"), with("base = \"rsp\""));
    }

    TEST_CASE("two threads count what one counts: on machines with few SMs, short pipelines and little room") {
        for (const char* text :
             {"[l2]\nlatency = 3", "[l2]\nlatency = 4\nmshr_entries = 1\n[dram]\nqueue = 2",
              "[sms]\ncount = 1\n[l2]\npartitions = 1", "[l2]\nqueue = 1", "[l2]\nqueue = 7\nlatency = 9", "[l2]\nqueue = 4096",
              "[network]\ninput_flits = 0\noutput_flits = 0\noutput_packets = 1\ninput_packets = 1",
              "[network]\nlatency = 1\noutput_flits = 5\n[l2]\nlatency = 7", "[sms]\nlaunch_cycles = 5000"}) {
            CAPTURE(text);
            same_on_two_threads(run_of("gtsc", "rc", "hash"), with(text));
        }
    }

    TEST_CASE("two threads count what one counts: resets of timestamps, which all banks tell each other") {
        same_on_two_threads(run_of("gtsc", "rc", "hash"), with("[timestamps]\nbits = 6"));
    }

    TEST_CASE(
        "two threads count what one counts: accesses that touch many blocks, arithmetic, shared memory and several launches") {
        for (const char* workload : {"triad", "matmul", "backprop"}) same_on_two_threads(run_of("gtsc", "rc", workload));
    }

    TEST_CASE("two threads count what one counts: every workload") {
        for (const auto& workload : perfsim::workloads())
            if (workload.name != "trace" && workload.name != "cpu-pipeline")
                same_on_two_threads(run_of("gtsc", "rc", workload.name));
    }

    TEST_CASE("a run that is given up stops in the same cycle on two threads") {
        for (const std::int64_t limit : {1, 100, 5'000, 12'345}) {
            auto options = run_of("gtsc", "rc", "hash");
            options.limit = limit;
            const auto one = counted(options, 1, perfsim::paper_machine());
            CHECK(one["result"] != "correct");
            CHECK(one == counted(options, 2, perfsim::paper_machine()));
        }
    }

    TEST_CASE("a machine without a pipeline before its banks, and one that is watched, keep one thread") {
        auto options = run_of("gtsc", "rc", "hash");
        const auto short_pipeline = with("[l2]\nlatency = 2");
        CHECK(counted(options, 1, short_pipeline) == counted(options, 2, short_pipeline));
        options.monitor = true;
        CHECK(counted(options, 2, perfsim::paper_machine())["result"] == "correct");
    }

    TEST_CASE("a run has two sides, and takes no more threads") {
        auto options = run_of("gtsc", "rc", "hash");
        options.threads = 3;
        CHECK_THROWS_AS(apps::simulate(options), apps::UsageError);
    }
}

}  // namespace tandem::tests
