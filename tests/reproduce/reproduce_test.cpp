// `tandem reproduce`: its computations from results, the files that it keeps, and its refusals.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "apps/sim/sim.hpp"
#include "apps/sim/swept.hpp"
#include "reproduce/picture.hpp"
#include "reproduce/runner.hpp"
#include "reproduce/sweep.hpp"
#include "perfsim/machine_text.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

using namespace reproduce;

namespace {

Run run_reproduce(const std::vector<std::string>& words) {
    std::vector<const char*> arguments{"reproduce"};
    for (const auto& word : words) arguments.push_back(word.c_str());
    return tandem(arguments);
}

/// Refused in one line that says this.
void check_refused(const std::vector<std::string>& words, const std::string& why) { check_unusable(run_reproduce(words), why); }

const Paper& gtsc() { return papers()[0]; }
const std::vector<Benchmark>& benchmarks() { return gtsc().benchmarks; }
Sweep sweep_from(const std::string& text) { return apps::sweep_from(text, gtsc().machine, "paper"); }

nlohmann::json cycles(int n, const char* result = "correct") { return {{"cycles", n}, {"result", result}}; }

std::vector<std::filesystem::path> runs_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "runs")) files.push_back(entry.path());
    return files;
}

}  // namespace

TEST_SUITE("reproduce") {
    TEST_CASE("values are relative to the baseline, means are geometric, and claims are in percent") {
        std::map<std::string, nlohmann::json> reports;
        // With G-TSC-RC the first benchmark is 8 times as fast as on BL, and every other one equally fast.
        const auto result = [&](const Benchmark& b, const Configuration& c) -> const nlohmann::json& {
            return reports[b.name + c.name] = cycles(c.name == "G-TSC-RC" && b.name == "BH" ? 100 : 800);
        };
        const Table table = table_of(figure("gtsc-fig12"), benchmarks(), result);
        CHECK(*table.rows[0].values[6] == doctest::Approx(8));
        CHECK(*table.rows[1].values[6] == doctest::Approx(1));
        CHECK(*table.means[0].values[6] == doctest::Approx(std::sqrt(2.0)));  // 8 to the power 1/6
        CHECK(*table.means[1].values[6] == doctest::Approx(1));
        CHECK(table.claims[0].paper == 38);
        CHECK(*table.claims[0].ours == doctest::Approx(100 * (std::sqrt(2.0) - 1)));
        CHECK(*table.claims.back().ours == doctest::Approx(0));
        CHECK_FALSE(has_wrong_result(table));

        const Table part = table_of(figure("gtsc-fig12"), {benchmarks()[0], benchmarks()[1]}, result);
        CHECK(*part.means[0].values[6] == doctest::Approx(std::sqrt(8.0)));
        CHECK_FALSE(part.means[1].values[6].has_value());  // no benchmark of the second set
        CHECK_FALSE(part.claims[0].ours.has_value());      // the paper makes its claim for the whole set
    }

    TEST_CASE("a wrong result is no value") {
        const std::vector<Benchmark> one{benchmarks()[0]};
        const nlohmann::json good = cycles(100), bad = cycles(50, "x[3] is 4, and 5 is right");
        const Table table = table_of(
            figure("gtsc-fig12"), one,
            [&](const Benchmark&, const Configuration& c) -> const nlohmann::json& { return c.name == "G-TSC-RC" ? bad : good; });
        CHECK_FALSE(table.rows[0].values[6].has_value());
        CHECK(has_wrong_result(table));
        CHECK(as_text(table).find("G-TSC-RC: x[3] is 4, and 5 is right") != std::string::npos);
    }

    TEST_CASE("a benchmark that has nothing of what is measured is in no claim, and one that went wrong leaves none") {
        std::map<std::string, nlohmann::json> reports;
        const auto table = [&](const std::string& name, int bytes, const char* result) {
            return table_of(figure("lsc-rehash"), papers()[3].benchmarks,
                            [&](const Benchmark& b, const Configuration& c) -> const nlohmann::json& {
                                const int of_run = b.name == name ? bytes : c.name == "N = 16" ? 110 : 100;
                                return reports[b.name + c.name] = {
                                           {"result", b.name == name ? result : "correct"},
                                           {"traffic", {{{"name", "Inv"}, {"bytes", of_run}}}}};
                            });
        };
        const Table without = table("array", 0, "correct"), wrong = table("array", 0, "x[3] is 4, and 5 is right");
        REQUIRE(papers()[3].name == "lsc");
        CHECK(without.claims[0].ours.value() == doctest::Approx(10));
        CHECK_FALSE(wrong.claims[0].ours.has_value());
    }

    TEST_CASE("the paper's own numbers are there for each benchmark, and claims name configurations of their figure") {
        CHECK(benchmarks().size() == 12);
        CHECK(papers()[1].benchmarks.size() == 10);
        for (const Paper& paper : papers())
            for (const Figure& f : paper.figures) {
                CAPTURE(f.name);
                CHECK(&paper_of(f) == &paper);
                const auto has = [&](const std::string& name) {
                    return std::any_of(f.configurations.begin(), f.configurations.end(),
                                       [&](const auto& c) { return c.name == name; });
                };
                for (const auto& p : f.printed) CHECK((p.values.size() == paper.benchmarks.size() && has(p.configuration)));
                for (const auto& c : f.claims) CHECK((has(c.configuration) && has(c.than)));
                CHECK((f.relative_to.empty() || has(f.relative_to)));
            }
    }

    TEST_CASE("what a result depends on is in its key: a setting that does not concern a protocol is not") {
        const Benchmark& b = benchmarks()[0];
        const Configuration gtsc{"", "gtsc", "rc"}, tc{"", "tc", "rc"};
        const auto name = [&](const Configuration& c, const std::vector<Setting>& s, std::uint64_t seed = 1) {
            return job_of(papers()[0], b, c, s, seed).file_name();
        };
        CHECK(name(gtsc, {}) == name(gtsc, {{"timestamps.lease", 10}}));
        CHECK(name(gtsc, {}) != name(gtsc, {{"timestamps.lease", 11}}));
        CHECK(name(tc, {}) == name(tc, {{"timestamps.lease", 11}}));
        CHECK(name(tc, {}) != name(tc, {{"timestamps.lease_cycles", 11}}));
        CHECK(name(gtsc, {}) != name(gtsc, {{"l1.ways", 8}}));
        CHECK(name(gtsc, {}) != name(gtsc, {}, 2));
    }

    TEST_CASE("which part of the data CPUs share concerns a run with phases of CPUs alone") {
        Benchmark shares = benchmarks()[0];
        shares.settings[apps::shared_with_cpus] = "12.5";
        Configuration apu{"", "apu", ""};
        const auto settings = [&] { return job_of(papers()[3], shares, apu, {}, 1).settings; };
        CHECK(settings().empty());
        apu.of_workload[apps::cpu_phases] = "1";
        CHECK(settings().at(apps::shared_with_cpus) == "12.5");
    }

    TEST_CASE("boxes and tails are the quartiles and ends of all work-groups' times, in units of the baseline's mean") {
        std::map<std::string, nlohmann::json> reports;
        const auto result = [&](const Benchmark& b, const Configuration& c) -> const nlohmann::json& {
            return reports[b.name + c.name] = {{"result", "correct"},
                                               {"counted",
                                                {{"group_cycles", c.name == "baseline" ? std::vector<int>{4, 2, 8, 10, 6}
                                                                                       : std::vector<int>{3, 3, 3, 3, 9}}}}};
        };
        const Table table = table_of(figure("rsp-fig9"), papers()[1].benchmarks, result);
        REQUIRE(table.rows[0].boxes.size() == 4);
        for (int i = 0; i < 5; ++i)
            CHECK(table.rows[0].boxes[0][static_cast<std::size_t>(i)] == doctest::Approx((2 + 2 * i) / 6.0));
        CHECK(*table.rows[0].values[0] == doctest::Approx(10 / 6.0));
        CHECK(*table.rows[0].values[1] == doctest::Approx(1.5));
        CHECK(table.means.size() == 1);  // there are no sets
    }

    TEST_CASE("steals are shares of elements, and operations of component scope are remote or not") {
        std::map<std::string, nlohmann::json> reports;
        const auto result = [&](const Benchmark& b, const Configuration& c) -> const nlohmann::json& {
            return reports[b.name + c.name] = {
                       {"result", "correct"},
                       {"counted",
                        {{"counts", {{"elements popped", 90}, {"elements stolen", 10}, {"steals lost", 2}}},
                         {"synchronization",
                          {{"load acq cmp", {{"operations", 3}, {"cycles", 300}}},
                           {"cas ar cmp", {{"operations", 1}, {"cycles", 500}}},
                           {"load rm_acq cmp", {{"operations", 2}, {"cycles", 80}}},
                           {"load acq wg", {{"operations", 9}, {"cycles", 9}}}}}}}};
        };
        const Table steals = table_of(figure("rsp-table3"), papers()[1].benchmarks, result);
        CHECK(*steals.rows[0].values[0] == doctest::Approx(.1));
        CHECK(*steals.rows[0].values[2] == doctest::Approx(2 / 12.0));
        const Table operations = table_of(figure("rsp-operations"), papers()[1].benchmarks, result);
        CHECK(*operations.rows[0].values[1] == doctest::Approx(200));
        CHECK(*operations.rows[0].values[2] == doctest::Approx(40));
        CHECK(*operations.rows[0].values[3] == doctest::Approx(1));
        CHECK(*operations.rows[0].values[4] == doctest::Approx(889 / 15.0));  // of every scope
        CHECK(*operations.claims[0].ours == doctest::Approx(400));
        const Table repairs = table_of(figure("rsp-repairs-operations"), papers()[1].benchmarks, result);
        CHECK(*repairs.rows[0].values[0] == doctest::Approx(40));  // rm_acq, published
        CHECK(*repairs.rows[0].values[3] == doctest::Approx(0));   // there was no rm_ar
    }

    TEST_CASE("shares of work-groups' time add up to one, in the mean too where some are 0") {
        std::map<std::string, nlohmann::json> reports;
        const auto result = [&](const Benchmark& b, const Configuration& c) -> const nlohmann::json& {
            const bool steals = b.name == "PR-1";
            return reports[b.name + c.name] = {{"result", "correct"},
                                               {"counted",
                                                {{"counts",
                                                  {{"cycles working", 50},
                                                   {"cycles popping", 20},
                                                   {"cycles stealing", steals ? 20 : 0},
                                                   {"cycles searching", steals ? 0 : 20},
                                                   {"cycles idle", 10}}}}}};
        };
        const Table time = table_of(figure("rsp-time"), papers()[1].benchmarks, result);
        CHECK(*time.rows[0].values[0] == doctest::Approx(.5));
        CHECK(*time.rows[0].values[2] == doctest::Approx(0));
        CHECK(*time.means.back().values[2] == doctest::Approx(.02));
        double sum = 0;
        for (const auto& v : time.means.back().values) sum += *v;
        CHECK(sum == doctest::Approx(1));
    }

    TEST_CASE("a difference that rounds to nothing has no minus") {
        for (const double small : {-0.049, -1e-9, -0.0, 0.0, 0.049}) {
            CHECK(percent(small) == "+0%");
            CHECK(points(small) == "+0.0 points");
        }
        CHECK(percent(-0.06) == "-0.1%");
        CHECK(points(-0.06) == "-0.1 points");
        CHECK(percent(-0.96) == "-1%");
        CHECK(percent(12.04) == "+12%");
        CHECK(percent(-15.7) == "-15.7%");
        // A claim that nothing is more: all take as long but for one cycle of a million.
        const nlohmann::json longer = cycles(1'000'001), report = cycles(1'000'000);
        const auto result = [&](const Benchmark&, const Configuration& c) -> const nlohmann::json& {
            return c.name == "G-TSC-RC" ? longer : report;
        };
        const std::string text = as_text(table_of(figure("gtsc-fig12"), benchmarks(), result));
        CHECK(text.find("+0%") != std::string::npos);
        CHECK(text.find("-0%") == std::string::npos);
    }

    TEST_CASE("values stand under the names of their columns, however long those are") {
        const nlohmann::json report = cycles(100);
        std::istringstream lines(
            as_text(table_of(figure("rsp-looks"), {papers()[1].benchmarks[0]},
                             [&](const Benchmark&, const Configuration&) -> const nlohmann::json& { return report; })));
        std::string title, empty, names, values;
        for (std::string* line : {&title, &empty, &names, &values}) std::getline(lines, *line);
        CHECK(names.ends_with("rem-sync, look first"));
        CHECK(names.size() == values.size());
    }

    TEST_CASE("a sweep over many times its first value is drawn by logarithms, so that doublings stand equally far apart") {
        const auto x_of = [](const std::string& svg) {
            std::vector<double> places;
            for (std::size_t at = svg.find(" cx=\""); at != std::string::npos; at = svg.find(" cx=\"", at + 1))
                places.push_back(std::stod(svg.substr(at + 5)));
            return places;
        };
        const nlohmann::json report = cycles(100);
        const auto table = [&] {
            return table_of(figure("gtsc-table2"), {benchmarks()[0]},
                            [&](const Benchmark&, const Configuration&) -> const nlohmann::json& { return report; });
        };
        const auto doublings = x_of(
            as_svg(SweepTable{&figure("gtsc-table2"), "sms.count", {{8, table()}, {16, table()}, {32, table()}, {64, table()}}}));
        REQUIRE(doublings.size() == 8);  // of two configurations
        CHECK(doublings[1] - doublings[0] == doctest::Approx(doublings[3] - doublings[2]).epsilon(.01));
        const auto steps =
            x_of(as_svg(SweepTable{&figure("gtsc-table2"), "l1.ways", {{2, table()}, {3, table()}, {4, table()}}}));
        CHECK(steps[1] - steps[0] == doctest::Approx(steps[2] - steps[1]).epsilon(.01));
    }

    TEST_CASE("sweeps are ranges, factors and lists") {
        CHECK(sweep_from("lease=2..5").values == std::vector<int>{2, 3, 4, 5});
        CHECK(sweep_from("lease=2..20*3").values == std::vector<int>{2, 6, 18});
        CHECK(sweep_from("timestamps.lease=8,10..12").values == std::vector<int>{8, 10, 11, 12});
        CHECK(sweep_from("lease=8").key == "timestamps.lease");
    }

    TEST_CASE("a figure is computed once: the second time its runs are read") {
        const TemporaryFolder folder;
        const std::string results = folder.path() / "results", json = folder.path() / "report.json";
        const Run first =
            run_reproduce({"gtsc-table2", "--benchmarks", "SGM,GE", "--size", "1", "--results", results, "--json", json});
        CHECK(first.status == 0);
        CHECK(runs_in(results).size() == 4);
        const auto report = nlohmann::json::parse(contents(json));
        CHECK(report["figures"][0]["rows"][1]["values"]["TC-RC"].get<double>() > 0);
        CHECK(contents(results + "/gtsc-table2.svg").starts_with("<svg"));

        // One result is lost, and another gets a mark: only the first is recomputed.
        const auto files = runs_in(results);
        const std::string lost = contents(files[0]);
        std::filesystem::remove(files[0]);
        auto marked = nlohmann::json::parse(contents(files[1]));
        marked["result"]["mark"] = true;
        std::ofstream(files[1]) << marked;
        const Run second = run_reproduce({"gtsc-table2", "--benchmarks", "SGM,GE", "--size", "1", "--results", results});
        CHECK(second.status == 0);
        CHECK(first.out == second.out);
        CHECK(nlohmann::json::parse(contents(files[0]))["result"]["cycles"] == nlohmann::json::parse(lost)["result"]["cycles"]);
        CHECK(nlohmann::json::parse(contents(files[1]))["result"].contains("mark"));

        std::ofstream(files[2]) << "{";
        check_refused({"gtsc-table2", "--benchmarks", "SGM,GE", "--size", "1", "--results", results}, "is damaged");
        CHECK(contents(files[2]) == "{");
    }

    TEST_CASE("runs have the machine and the prices that the user names, and the page says which") {
        const TemporaryFolder folder;
        const std::string results = folder.path() / "results", json = folder.path() / "report.json",
                          machine = folder.path() / "slow.toml", energy = folder.path() / "energy.toml";
        std::ofstream(machine) << "[l2]\nlatency = 900\n";
        std::string prices = perfsim::energy_machine_text;
        prices.replace(prices.find("byte = 8 "), 9, "byte = 99 ");
        std::ofstream(energy) << prices;
        const auto cycles = [&](const std::vector<std::string>& more) {
            std::vector<std::string> words{"--all", "--benchmarks", "GE", "--size", "1", "--results", results, "--json", json};
            words.insert(words.end(), more.begin(), more.end());
            const Run run = run_reproduce(words);
            INFO(run.err);
            CHECK(run.status == 0);
            double total = 0;
            for (const auto& run : runs_in(results))
                total = std::max(total, nlohmann::json::parse(contents(run))["result"]["cycles"].get<double>());
            return total;
        };
        const double as_published = cycles({});
        CHECK(cycles({"--machine", machine, "--energy", energy}) > 1.5 * as_published);
        const std::string page = contents(results + "/index.html");
        CHECK(page.find("latency = 900") != std::string::npos);
        CHECK(page.find("mshr_entries") != std::string::npos);  // the whole machine, not just the differences
        CHECK(page.find("byte = 99") != std::string::npos);
        CHECK(page.find("--machine " + machine) != std::string::npos);
    }

    TEST_CASE("an interruption loses no finished run") {
        const TemporaryFolder folder;
        const ResultFolder results(folder.path() / "results");
        std::vector<Job> jobs;
        for (const char* variant : {"sc", "rc"}) jobs.push_back({"gtsc", variant, "matmul", 1, 1, perfsim::paper_machine_text});
        std::atomic<bool> stop = false;
        CHECK_THROWS_AS(run_all(jobs, results, 1, stop, [&](std::size_t, std::size_t, const Job&) { stop = true; }), Interrupted);
        CHECK(runs_in(folder.path() / "results").size() == 1);
        stop = false;
        int computed = 0;
        CHECK(run_all(jobs, results, 2, stop, [&](std::size_t, std::size_t, const Job&) { ++computed; }).size() == 2);
        CHECK(computed == 1);
    }

    TEST_CASE("processes that share a folder divide the runs, and each has all results") {
        const TemporaryFolder folder;
        std::vector<Job> jobs;
        for (const char* variant : {"sc", "rc"})
            for (std::uint64_t seed = 1; seed <= 4; ++seed)
                jobs.push_back({"gtsc", variant, "matmul", 1, seed, perfsim::paper_machine_text});
        const std::atomic<bool> stop = false;
        std::array<Results, 3> all;
        {
            std::vector<std::jthread> processes;
            for (Results& results : all)
                processes.emplace_back([&] {
                    results = run_all(jobs, ResultFolder(folder.path() / "results"), 1, stop,
                                      [](std::size_t, std::size_t, const Job&) {});
                });
        }
        // All have the same processor seconds to the last digit: one has computed it.
        CHECK(all[0].size() == 8);
        CHECK(all[0] == all[1]);
        CHECK(all[0] == all[2]);
        CHECK(runs_in(folder.path() / "results").size() == 8);  // and no claim is left
    }

    TEST_CASE("the job of a process that has died is taken over, and not before") {
        const TemporaryFolder folder;
        const ResultFolder results(folder.path() / "results");
        const Job job{"gtsc", "rc", "matmul", 1, 1, perfsim::paper_machine_text};
        std::array<int, 2> claimed{};
        REQUIRE(pipe(claimed.data()) == 0);
        const pid_t other = fork();
        if (other == 0) {
            const auto claim = results.claim(job);
            const char has = claim ? 'y' : 'n';
            _exit(write(claimed[1], &has, 1) == 1 ? pause() : 1);
        }
        char has = 'n';
        REQUIRE(read(claimed[0], &has, 1) == 1);
        CHECK(has == 'y');
        CHECK_FALSE(results.claim(job));
        std::atomic<bool> dead = false;
        std::jthread killer([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            dead = true;
            kill(other, SIGKILL);
        });
        const std::atomic<bool> stop = false;
        CHECK(run_all({job}, results, 2, stop, [&](std::size_t, std::size_t, const Job&) { CHECK(dead); }).size() == 1);
        killer.join();
        waitpid(other, nullptr, 0);
        close(claimed[0]);
        close(claimed[1]);
    }

    TEST_CASE("one page has all figures, and needs nothing else") {
        const TemporaryFolder folder;
        const std::string results = folder.path() / "results";
        CHECK(run_reproduce({"--all", "--benchmarks", "GE", "--size", "1", "--results", results}).status == 0);
        const std::string page = contents(results + "/index.html");
        for (const Figure& f : gtsc().figures) CHECK(page.find("<h2 id=\"" + f.name + "\">") != std::string::npos);
        CHECK(page.find("tandem reproduce --all --benchmarks GE --size 1") != std::string::npos);
        CHECK(page.find("mshr_entries") != std::string::npos);  // the machine
        CHECK(page.find("src=") == std::string::npos);
        CHECK(page.find("href=\"http") == std::string::npos);
    }

    TEST_CASE("a sweep has a row for each value, and a picture") {
        const TemporaryFolder folder;
        const std::string results = folder.path() / "results";
        const Run swept = run_reproduce(
            {"gtsc-table2", "--benchmarks", "GE", "--size", "1", "--sweep", "lease_cycles=50,100", "--results", results});
        CHECK(swept.status == 0);
        CHECK(swept.out.find("timestamps.lease_cycles") != std::string::npos);
        CHECK(swept.out.find("relative to BL; mean of GE") != std::string::npos);
        CHECK(runs_in(results).size() == 3);  // the baseline does not depend on it
        CHECK(std::filesystem::exists(results + "/gtsc-table2-sweep-timestamps.lease_cycles.svg"));
    }

    TEST_CASE("what cannot be used is refused in one line, and nothing is overwritten") {
        const TemporaryFolder folder;
        const std::string results = folder.path() / "results", other = folder.path() / "other", old = folder.path() / "old";
        check_refused({"gtsc-fig99", "--results", results}, "gtsc-fig12");
        check_refused({"--results", results}, "gtsc-fig12");
        check_refused({"gtsc-fig12", "--benchmarks", "XYZ", "--results", results}, "SGM");
        check_refused({"gtsc-fig12", "--sweep", "lease=9..3", "--results", results}, "is empty");
        check_refused({"gtsc-fig12", "--sweep", "lease=", "--results", results}, "the sweep's value is ''");
        check_refused({"gtsc-fig12", "--sweep", "lease", "--results", results}, "lease=2..64");
        check_refused({"gtsc-fig14", "--sweep", "lease=2..3", "--results", results}, "gtsc-fig12");
        check_refused({"gtsc-sets", "--sweep", "l1.ways=2", "--results", results}, "gtsc-fig12");
        check_refused({"gtsc-fig12", "--sweep", "colour=2..3", "--results", results}, "timestamps.lease");
        check_refused({"gtsc-fig12", "--sweep", "l1.bytes=1000", "--results", results}, "l1.bytes");
        check_refused({"gtsc-fig12", "--all", "--results", results}, "--all is every figure");
        CHECK_FALSE(std::filesystem::exists(results));

        std::filesystem::create_directory(other);
        std::ofstream(other + "/letter") << "Dear";
        check_refused({"gtsc-fig12", "--machine", "nosuch.toml", "--results", results},
                      "the machine file 'nosuch.toml' cannot be read");
        check_refused({"gtsc-fig12", "--energy", "nosuch.toml", "--results", results},
                      "the energy table 'nosuch.toml' cannot be read");
        check_refused({"gtsc-fig12", "--results", other}, "new or empty folder");
        CHECK(contents(other + "/letter") == "Dear");

        std::filesystem::create_directory(old);
        std::ofstream(old + "/program.json") << R"({"version": "0.0.1", "sources": "abc"})";
        check_refused({"gtsc-fig12", "--results", old}, "Tandem 0.0.1 (sources abc)");
        CHECK(contents(old + "/program.json").find("0.0.1") != std::string::npos);
        CHECK(std::distance(std::filesystem::directory_iterator(old), {}) == 1);
    }
}

}  // namespace tandem::tests
