// `tandem sim --timeline` from outside: a picture, numbers and a trace of one run, which agree.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"
#include "tests/apps/pictures/labels.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

TEST_SUITE("apps/sim/timeline") {
    TEST_CASE("intervals add up to the report, in numbers and in the trace, and the picture can be read") {
        const TemporaryFolder folder;
        const std::string json = folder.path() / "report.json", svg = folder.path() / "t.svg", numbers = folder.path() / "t.json",
                          trace = folder.path() / "t.trace.json";
        REQUIRE(tandem({"sim", "gtsc", "--variant", "rc", "--workload", "hash", "--json", json.c_str(), "--timeline", svg.c_str(),
                        "--timeline", numbers.c_str(), "--timeline", trace.c_str()})
                    .status == 0);
        const auto report = nlohmann::json::parse(contents(json)), timeline = nlohmann::json::parse(contents(numbers)),
                   whole = nlohmann::json::parse(contents(trace)), events = whole["traceEvents"];
        CHECK(whole["otherData"]["workload"] == "hash");

        std::uint64_t instructions = 0, flits = 0, sent = 0;
        std::map<std::string, std::uint64_t> stalls;
        for (const auto& i : timeline["intervals"]) {
            instructions += i["instructions"].get<std::uint64_t>();
            for (const auto& [why, cycles] : i["sm_cycles"].items()) stalls[why] += cycles.get<std::uint64_t>();
            for (const auto& [kind, count] : i["flits"].items()) flits += count.get<std::uint64_t>();
        }
        for (const auto& kind : report["traffic"]) sent += kind["flits"].get<std::uint64_t>();
        CHECK(instructions == report["instructions"]);
        CHECK(flits == sent);
        for (const auto& [why, cycles] : report["sm_cycles"].items()) CHECK(stalls[why] == cycles);

        // What every viewer of this format requires of an event: a name, a phase, a process, a time; for a slice a length, and
        // for a counter numbers.
        double issued = 0, last = -1, since = 0, rate = 0;
        std::size_t slices = 0;
        for (const auto& e : events) {
            REQUIRE(e["name"].is_string());
            CHECK(e["pid"].is_number());
            const std::string phase = e["ph"];
            if (phase == "M") continue;
            CHECK(e["ts"].is_number());
            if (phase == "X") {
                ++slices;
                CHECK(e["dur"].get<double>() >= 0);
                CHECK(e["tid"].is_number());
                continue;
            }
            REQUIRE(phase == "C");
            for (const auto& [series, value] : e["args"].items()) CHECK(value.is_number());
            if (e["name"] != "instructions a cycle") continue;
            CHECK(e["ts"].get<double>() > last);
            issued += rate * (e["ts"].get<double>() - since);
            since = last = e["ts"].get<double>();
            rate = e["args"]["issued"].get<double>();
        }
        CHECK(slices >= timeline["launches"].size());
        CHECK(rate == 0);  // nothing happens after the run
        CHECK(last == report["cycles"]);
        CHECK(issued == doctest::Approx(report["instructions"].get<double>()));

        const std::string picture = contents(svg);
        CHECK(unreadable(picture) == "");
        CHECK(without_key(picture) == "");
        CHECK(all_of(picture, "data-key").contains("network_full"));
    }

    TEST_CASE("a run of one cycle's work, one of many launches, and one without L1 have a timeline") {
        const TemporaryFolder folder;
        const std::string svg = folder.path() / "t.svg";
        CHECK(tandem({"sim", "gtsc", "--workload", "triad", "--cycles", "5", "--timeline", svg.c_str()}).status == 1);
        CHECK(unreadable(contents(svg)) == "");
        CHECK(tandem({"sim", "gtsc", "--workload", "gaussian", "--timeline", svg.c_str()}).status == 0);
        CHECK(unreadable(contents(svg)) == "");
        CHECK(tandem({"sim", "baseline", "--workload", "hash", "--timeline", svg.c_str()}).status == 0);
        CHECK(contents(svg).find("Accesses to L1") == std::string::npos);
    }

    TEST_CASE("an ending that says nothing, and a file that cannot be written, are refused before the run") {
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--timeline", "t.png"}), ".trace.json");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--timeline", "-"}), ".trace.json");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--timeline", "/nosuch/folder/t.svg"}),
                       "/nosuch/folder/t.svg");
    }
}

}  // namespace tandem::tests
