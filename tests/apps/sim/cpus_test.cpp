// `tandem sim` with threads of CPUs, from outside: what they see, what is counted, what is refused.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

/// Threads of CPUs and of warps that load, store and exchange a few words.
Run random_run_of_cpus(std::vector<const char*> more) {
    std::vector<const char*> words{"sim"};
    words.insert(words.end(), more.begin(), more.end());
    for (const char* word : {"--machine", "soc", "--workload", "random", "--cpus", "2", "--operations", "300"})
        words.push_back(word);
    return tandem(words);
}

}  // namespace

TEST_SUITE("apps/sim/cpus") {
    TEST_CASE("random runs of CPUs, and of CPUs and CUs, are allowed by the model that each protocol promises") {
        const auto allowed = [](std::vector<const char*> words, const char* model) {
            words.insert(words.end(), {"--audit", model});
            const Run run = random_run_of_cpus(words);
            CAPTURE(run.out);
            CHECK(run.status == 0);
            CHECK(run.out.find(fmt::format("audit: allowed by {}, ", model)) != std::string::npos);
        };
        for (const char* variant : {"repaired", "one-at-a-time"})
            for (const char* warps : {"0", "8"}) allowed({"lsc", "--variant", variant, "--warps", warps}, "sc");
        allowed({"apu", "--warps", "0"}, "tso");
        allowed({"apu", "--warps", "8"}, "rc");
    }

    TEST_CASE("the store buffers of the APU's CPUs show what SC forbids") {
        const Run run = random_run_of_cpus(
            {"apu", "--warps", "0", "--addresses", "4", "--atomics", "0", "--fences", "0", "--audit", "sc"});
        CAPTURE(run.out);
        CHECK(run.status == 1);
        CHECK(run.out.find("audit: forbidden by sc, ") != std::string::npos);
    }

    TEST_CASE("a report has what CPUs did, and says nothing of them where none ran") {
        const Run run =
            tandem({"sim", "lsc", "--variant", "repaired", "--machine", "soc", "--workload", "cpu-pipeline", "--json", "-"});
        const auto cpus = nlohmann::json::parse(run.out)["cpus"];
        CHECK(cpus["loads"].get<long>() > 1000);
        CHECK(cpus["pool_bytes"].get<long>() > 0);
        CHECK(cpus["no_commit"].get<long>() < cpus["cycles"].get<long>());
        CHECK(cpus["full"].get<long>() <= cpus["no_commit"].get<long>());
        const auto text = [](const char* workload) {
            return tandem({"sim", "apu", "--machine", "soc", "--workload", workload}).out;
        };
        CHECK(text("cpu-pipeline").find("\nCPUs: ") != std::string::npos);
        CHECK(text("convolution").find("\nCPUs: ") == std::string::npos);
        CHECK(text("convolution").find("no launch has threads of CPUs") != std::string::npos);
    }

    TEST_CASE("with phases of CPUs a report says how much of the kernels' data CPUs store or load") {
        const Run run = tandem({"sim", "apu", "--machine", "soc", "--workload", "spmv", "--cpu-phases", "--json", "-"});
        const auto phases = nlohmann::json::parse(run.out)["cpu_phases"];
        const long accessed = phases["accessed"].get<long>(), shared = phases["shared"].get<long>(),
                   stored = phases["stored"].get<long>(), loaded = phases["loaded"].get<long>();
        // What CPUs load kernels have stored.
        CHECK(shared <= accessed);
        CHECK(shared <= stored + loaded);
        CHECK(shared >= loaded);
        CHECK(loaded > 0);
    }

    TEST_CASE("of the part that is asked for, and of the blocks that only kernels access no CPU stores or loads a word") {
        const auto run = [](const char* percent) {
            return nlohmann::json::parse(tandem({"sim", "lsc", "--machine", "soc", "--workload", "dgemm", "--cpu-phases",
                                                 "--shared", percent, "--json", "-"})
                                             .out);
        };
        const auto tenth = run("10"), whole = run("100");
        for (const auto& report : {tenth, whole}) CHECK(report["result"] == "correct");
        CHECK(tenth["cpu_phases"]["accessed"] == whole["cpu_phases"]["accessed"]);
        CHECK(whole["cpu_phases"]["accessed"] == 3 * 2 * 256 * 256);  // three matrices of doubles, and nothing else
        const double all = whole["cpu_phases"]["accessed"].get<double>();
        CHECK(tenth["cpu_phases"]["shared"].get<double>() / all == doctest::Approx(0.1).epsilon(0.05));
        CHECK(whole["cpu_phases"]["shared"].get<double>() / all > 0.99);
        CHECK(tenth["cpu_phases"]["stored"].get<long>() < whole["cpu_phases"]["stored"].get<long>() / 8);
        const auto refused = [](std::vector<const char*> more, const char* why) {
            std::vector<const char*> words{"sim", "apu", "--machine", "soc", "--workload", "dgemm"};
            words.insert(words.end(), more.begin(), more.end());
            check_unusable(tandem(words), why);
        };
        refused({"--shared", "10"}, "needs --cpu-phases");
        for (const char* percent : {"0", "100.5", "-1", "nan", "ten"}) refused({"--cpu-phases", "--shared", percent}, "--shared");
    }

    TEST_CASE("too many threads, machines without CPUs and protocols without are refused in a line") {
        check_unusable(tandem({"sim", "gtsc", "--workload", "cpu-pipeline"}), "has no CPUs");
        check_unusable(tandem({"sim", "apu", "--machine", "soc", "--workload", "random", "--warps", "0"}),
                       "no warps and no CPUs");
        check_unusable(tandem({"sim", "apu", "--machine", "soc", "--workload", "random", "--cpus", "3"}), "has 2 CPUs");
        check_unusable(tandem({"sim", "gtsc", "--workload", "random", "--cpus", "1"}), "CPUs");
        const TemporaryFolder folder;
        const auto refused = [&](const char* protocol, const std::string& machine, const char* why) {
            const std::string file = folder.path() / "machine.toml";
            std::ofstream(file) << machine;
            check_unusable(tandem({"sim", protocol, "--machine", file.c_str(), "--workload", "triad"}), why);
        };
        const std::string rest =
            "steps = 3\nwidth = 8\nrob = 9\nloads = 9\nstores = 9\nbuffered = 9\nmrf = 9\ncounts = 9\narithmetic_latency = 1\n"
            "special_latency = 1\ndivision_latency = 1\nl1_bytes = 1024\nl1_ways = 1\nl1_latency = 1\nbytes = 1024\nways = 1\n"
            "latency = 1\nmshr_entries = 1\ndistance = 1\n";
        refused("apu", "base = \"soc\"\n[cpus]\ncount = 57\n", "0 to 56");
        refused("apu", "base = \"soc\"\n[cpus]\nways = 3\n", "cpus.ways = 3");
        refused("apu", "base = \"soc\"\n[cpus]\nl1_bytes = 1000\n", "power of two");
        refused("apu", "base = \"soc\"\n[cpus]\nspeed = 3\n", "unknown key cpus.speed");
        refused("gtsc", "[cpus]\ncount = 1\n" + rest, "no directory");
        refused("gtsc", "[cpus]\ncount = 1\n", "lacks cpus.steps");
    }
}

}  // namespace tandem::tests
