// `tandem explore` from outside: what it reports, what it keeps, and what it refuses.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/explore/judge.hpp"
#include "apps/explore/report.hpp"
#include "apps/explore/timing.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

/// Verdicts that one case has are known to the next.
const std::string& results_of_all() {
    static const TemporaryFolder folder;
    static const std::string file = folder.path() / "kept";
    return file;
}

class Explored {
public:
    explicit Explored(bool alone = false) : results_(alone ? std::string(folder_.path() / "kept") : results_of_all()) {}
    Run run(std::vector<const char*> words, std::vector<const char*> more = {}) const {
        words.insert(words.begin(), "explore");
        for (const char* word : {"--results", results_.c_str(), "--progress", "off"}) words.push_back(word);
        words.insert(words.end(), more.begin(), more.end());
        return tandem(words);
    }
    nlohmann::json json(std::vector<const char*> words) const {
        return nlohmann::json::parse(run(std::move(words), {"--json", "-"}).out);
    }
    std::string in_folder(const char* name) const { return folder_.path() / name; }

private:
    TemporaryFolder folder_;
    std::string results_;
};

const nlohmann::json& row_with(const nlohmann::json& report, const std::string& word) {
    for (const auto& row : report["rows"])
        if (("," + row["variant"].get<std::string>() + ",").find("," + word + ",") != std::string::npos) return row;
    FAIL("no row with " << word);
    return report["rows"][0];
}

}  // namespace

TEST_SUITE("apps/explore") {
    TEST_CASE("what is broken is refuted where it shows, is timed and is never in the front, and nothing is done twice") {
        const Explored explored(true);
        const std::vector<const char*> words{"tc",     "--choices", "waiting",    "--variant", "sc",
                                             "--with", "impatient", "--workload", "hash"};
        const auto first = explored.json(words);
        REQUIRE(first["rows"].size() == 2);
        const auto &right = row_with(first, "patient"), &broken = row_with(first, "impatient");
        CHECK(right["verdict"] == "right");
        CHECK(right["front"] == true);
        CHECK(broken["verdict"] == "refuted");
        CHECK(broken["front"] == false);
        CHECK(broken["refuted"]["steps"].get<int>() > 2);
        CHECK(broken["runs"]["hash"]["cycles"].get<double>() > 1000);
        CHECK(first["effects"][0]["breaks"] == 1);
        CHECK(first["done"]["searches"].get<int>() > 1);

        const auto again = explored.json(words);
        CHECK(again["done"]["searches"] == 0);
        CHECK(again["done"]["runs"] == 0);
        CHECK(again["rows"] == first["rows"]);
        CHECK(again["effects"] == first["effects"]);

        // Its command shows the same trace.
        std::string command = broken["refuted"]["command"];
        std::vector<std::string> said;
        std::istringstream split(command);
        for (std::string word; split >> word;) said.push_back(word);
        std::vector<const char*> typed;
        for (std::size_t i = 1; i < said.size(); ++i) typed.push_back(said[i].c_str());
        typed.push_back("--json"), typed.push_back("-");
        const Run shown = tandem(typed);
        CHECK(shown.status == 1);
        CHECK(shown.out.find(broken["refuted"]["property"].get<std::string>()) != std::string::npos);
    }

    TEST_CASE("the figures are those of sim") {
        const Explored explored;
        const auto report =
            explored.json({"tc", "--choices", "waiting", "--variant", "sc", "--with", "impatient", "--workload", "hash"});
        const auto sim =
            nlohmann::json::parse(tandem({"sim", "tc", "--variant", "sc,impatient", "--workload", "hash", "--json", "-"}).out);
        const auto& row = row_with(report, "impatient");
        CHECK(row["runs"]["hash"]["cycles"] == sim["cycles"]);
        CHECK(row["cost"]["cycles"].get<double>() == doctest::Approx(sim["cycles"].get<double>()));
        double bytes = 0;
        for (const auto& kind : sim["traffic"]) bytes += kind["bytes"].get<double>();
        CHECK(row["runs"]["hash"]["bytes"] == bytes);
    }

    TEST_CASE("the table and the page name the front, the command and the trace") {
        const Explored explored;
        const std::string page = explored.in_folder("page.html"), picture = explored.in_folder("picture.svg");
        const Run run =
            explored.run({"tc", "--choices", "waiting", "--variant", "sc", "--with", "impatient", "--workload", "hash"},
                         {"--html", page.c_str(), "--svg", picture.c_str()});
        CHECK(run.status == 0);  // what is listed as broken is refuted, as listed
        CHECK(run.out.find("> the front") != std::string::npos);
        CHECK(run.out.find("tandem check tc --variant") != std::string::npos);
        CHECK(run.out.find("waiting: impatient, not patient") != std::string::npos);
        const std::string html = contents(page);
        CHECK(html.find("<tr id=\"row-1\"") != std::string::npos);
        CHECK(html.find("href=\"#trace-2\"") != std::string::npos);
        CHECK(html.find("<h3 id=\"trace-2\"") != std::string::npos);
        CHECK(html.find("http://") == html.find("http://www.w3.org/2000/svg"));  // nothing is fetched
        CHECK(contents(picture).find("data-series=\"refuted (x)\"") != std::string::npos);
    }

    TEST_CASE("a kernel whose accesses a protocol has not costs nothing there, and is no wrong result") {
        const apps::Protocol& text = apps::protocol("rsp");
        apps::KeptResults results("", false);
        const apps::JudgedSystems time(text, results, std::size_t{1} << 28, 300, 0);
        apps::ExploreOptions options;
        options.protocol = text.name;
        const apps::SimOptions sim;
        apps::TimedRuns timed(text, {"hash"}, sim, results, time);
        const apps::TimedRun run = timed.run("repaired", apps::machine_points(options, sim).points.front(), "hash");
        CHECK_FALSE(run.done);
        CHECK(run.refused.starts_with("the kernel does not apply: warp "));
    }

    TEST_CASE("numbers of the machine are choices as well") {
        const Explored explored;
        const auto report = explored.json(
            {"tc", "--choices", "waiting", "--variant", "sc", "--with", "impatient", "--lease", "50,200", "--workload", "hash"});
        CHECK(report["rows"].size() == 4);
        CHECK(report["sweeps"] == nlohmann::json{"timestamps.lease_cycles"});
        CHECK(report["effects"][1]["choice"] == "timestamps.lease_cycles");
        CHECK(report["effects"][1]["pairs"] == 2);
    }

    TEST_CASE("out of time is undecided, and the next run goes on") {
        const Explored explored(true);
        const Run run = explored.run({"tc", "--choices", "waiting", "--variant", "sc", "--workload", "hash", "--time", "0.001"});
        CHECK(run.status == 3);
        CHECK(run.out.find("goes on from here") != std::string::npos);
        CHECK(explored.run({"tc", "--choices", "waiting", "--variant", "sc", "--workload", "hash"}).status == 0);
    }

    TEST_CASE("a search that ran out of time is undecided, and tried again with more") {
        const Explored explored(true);
        // These searches take seconds, so a few thousandths of one never suffice.
        const auto of = [&](const char* seconds) {
            return explored.json({"gtsc", "--choices", "combining", "--variant", "sc", "--no-sim", "--search-time", seconds});
        };
        const auto first = of("0.001"), again = of("0.001"), longer = of("0.002");
        CHECK(row_with(first, "mshr")["verdict"] == "undecided");
        CHECK(again["done"]["searches"] == 0);
        CHECK(longer["done"]["searches"].get<int>() > 0);
        CHECK(of("0.001")["done"]["searches"] == 0);
        apps::ExploreOptions options;
        options.protocol = "tc";
        CHECK(command_of(options) == "tandem explore tc");
        options.search_seconds = 0.5;
        CHECK(command_of(options) == "tandem explore tc --search-time 0.5");
    }

    TEST_CASE("verdicts alone need no machine") {
        const Explored explored;
        const Run run = explored.run({"tc", "--choices", "waiting", "--variant", "sc", "--with", "impatient", "--no-sim"});
        CHECK(run.status == 0);
        CHECK(run.out.find("cycles") == std::string::npos);
        CHECK(run.out.find("breaks all") != std::string::npos);
    }

    TEST_CASE("what explore cannot do is refused in one line") {
        const Explored explored;
        check_unusable(explored.run({"tc", "--choices", "colour"}), "'consistency'");
        check_unusable(explored.run({"tc", "--choices", ""}), "accepted");
        check_unusable(explored.run({"tc", "--with", "strong"}), "impatient");
        check_unusable(explored.run({"tc", "--workload", "hush"}), "hash");
        check_unusable(explored.run({"tc", "--workload", "hash", "--graph", "mesh:9"}), "--graph");
        check_unusable(explored.run({"tc", "--lease", "2..x"}), "whole number");
        check_unusable(explored.run({"moesi", "--lease", "2"}), "no leases");
        check_unusable(explored.run({"tc", "--sweep", "l1.colour=2"}), "l1.ways");
        check_unusable(explored.run({"tc", "--no-sim", "--lease", "2"}), "--no-sim");
        check_unusable(explored.run({"lsc", "--machine", "paper"}), "machine");
        check_unusable(explored.run({"german"}), "accepted");
    }
}

}  // namespace tandem::tests
