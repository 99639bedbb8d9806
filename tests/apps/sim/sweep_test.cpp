// `tandem sim --sweep` from outside: each line is the run on a machine with that number.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/sim/swept.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/settings.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/apps/pictures/labels.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

TEST_SUITE("apps/sim/sweep") {
    TEST_CASE("each value's run is that of a machine file with this value, and all is in table, JSON and picture") {
        const TemporaryFolder folder;
        const std::string json = folder.path() / "sweep.json", svg = folder.path() / "sweep.svg",
                          alone = folder.path() / "alone.json", machine = folder.path() / "machine.toml";
        const Run run = tandem({"sim", "gtsc", "--variant", "rc", "--workload", "hash", "--sweep", "l2.latency=60..240*2",
                                "--json", json.c_str(), "--svg", svg.c_str()});
        CHECK(run.status == 0);
        const auto points = nlohmann::json::parse(contents(json))["points"];
        REQUIRE(points.size() == 3);
        std::int64_t before = 0;
        for (const auto& point : points) {
            std::ofstream(machine) << "[l2]\nlatency = " << point["value"].get<int>() << "\n";
            REQUIRE(tandem({"sim", "gtsc", "--variant", "rc", "--workload", "hash", "--machine", machine.c_str(), "--json",
                            alone.c_str()})
                        .status == 0);
            const auto one = nlohmann::json::parse(contents(alone));
            CHECK(point["report"]["cycles"] == one["cycles"]);
            CHECK(point["report"]["outcomes"] == one["outcomes"]);
            CHECK(run.out.find(std::to_string(one["cycles"].get<std::int64_t>())) != std::string::npos);
            CHECK(point["report"]["cycles"].get<std::int64_t>() > before);
            before = point["report"]["cycles"];
        }
        CHECK(run.out.find("l2.latency") != std::string::npos);
        const std::string picture = contents(svg);
        CHECK(unreadable(picture) == "");
        CHECK(without_key(picture) == "");
    }

    TEST_CASE("every number of a machine can be swept, on each machine that comes with the program") {
        for (const auto& machine : perfsim::library_machines())
            for (const auto& [table, settings] : perfsim::parse_settings(machine.text, machine.name).tables)
                for (const auto& [key, setting] : settings) {
                    const std::string name = table + "." + key;
                    CAPTURE(name);
                    const auto sweep =
                        apps::sweep_from(name + "=" + std::to_string(setting.whole.value()), machine.text, machine.name);
                    CHECK(sweep.key == name);
                }
    }

    TEST_CASE("where a larger machine does more work, speed is work over time, and the table says how much") {
        const TemporaryFolder folder;
        const std::string json = folder.path() / "sweep.json";
        const Run run = tandem(
            {"sim", "gtsc", "--variant", "rc", "--workload", "stencil", "--sweep", "sms.count=4,16", "--json", json.c_str()});
        CHECK(run.out.find("Work, times the first: 1 (4), 4 (16).") != std::string::npos);
        const auto points = nlohmann::json::parse(contents(json))["points"];
        CHECK(points[1]["work"].get<double>() == 4 * points[0]["work"].get<double>());
        const double speed = 4 * points[0]["report"]["cycles"].get<double>() / points[1]["report"]["cycles"].get<double>();
        CHECK(speed > 1);
        CHECK(run.out.find(fmt::format(" {:.3f} ", speed)) != std::string::npos);
        CHECK(tandem({"sim", "gtsc", "--variant", "rc", "--workload", "hash", "--sweep", "sms.count=4,16"})
                  .out.find("Work, times") == std::string::npos);
    }

    TEST_CASE("less latency of L2 makes a stream no slower, since the queue before a bank does not shrink with it") {
        const TemporaryFolder folder;
        const std::string json = folder.path() / "sweep.json";
        tandem(
            {"sim", "gtsc", "--variant", "rc", "--workload", "triad", "--sweep", "l2.latency=1,60,120", "--json", json.c_str()});
        const auto points = nlohmann::json::parse(contents(json))["points"];
        const auto cycles = [&](std::size_t i) { return points[i]["report"]["cycles"].get<double>(); };
        CHECK(cycles(0) < cycles(2));
        // DRAM's bus is the bound; it was 15% with a queue as long as the latency, and the other way round.
        CHECK(cycles(1) < 1.005 * cycles(2));
    }

    TEST_CASE("a wrong result has no speed, and the status says so") {
        const TemporaryFolder folder;
        const std::string svg = folder.path() / "sweep.svg";
        const Run run = tandem(
            {"sim", "incoherent", "--variant", "rc", "--workload", "hash", "--sweep", "l1.ways=2,4", "--svg", svg.c_str()});
        CHECK(run.status == 1);
        CHECK(run.out.find("the table has lost entry") != std::string::npos);
        CHECK(without_key(contents(svg)) == "");
    }

    TEST_CASE("what cannot be swept is refused in a line") {
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--sweep", "colour=1..3"}), "timestamps.lease");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--sweep", "lease=9..3"}), "is empty");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--sweep", "l1.bytes=1000"}), "l1.bytes");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--sweep", "latency=1..3"}), "l1.latency");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--sweep", "lease=8,9", "--timeline", "t.svg"}),
                       "one of them is accepted");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--sweep", "sms.warps=4..8*2"}), "with sms.warps = 4: ");
        check_unusable(tandem({"sim", "gtsc", "--workload", "nosuch", "--sweep", "lease=8,9"}), "there is no workload");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--machine", "nosuch.toml", "--sweep", "lease=8,9"}),
                       "nosuch.toml");
    }

    TEST_CASE("a sweep of more values than anybody reads is refused at once, and in a short line") {
        std::string list = "lease=1", same = "lease=1";
        for (int value = 2; value < 100'000; ++value) list += "," + std::to_string(value), same += ",1";
        for (const std::string& sweep : {list, same, "lease=" + std::string(100'000, 'a'), std::string(100'000, 'a')}) {
            const Run run = tandem({"sim", "gtsc", "--workload", "hash", "--sweep", sweep.c_str()});
            check_unusable(run, sweep == list ? "has more than 10000 points" : "");
            CHECK(run.err.size() < 400);
        }
    }
}

}  // namespace tandem::tests
