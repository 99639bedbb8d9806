// Progress as JSON: each line is an object, and the last of a search agrees with the report.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

namespace {

std::vector<nlohmann::json> objects(const std::string& lines) {
    std::vector<nlohmann::json> found;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) found.push_back(nlohmann::json::parse(line));
    return found;
}

TEST_SUITE("progress") {
    TEST_CASE("of a search the last object has the states that the report counts") {
        const Run run = tandem(
            {"check", "gtsc", "--shape", "sms=1", "--property", "single-writer", "--walk-time", "0", "--progress", "json"});
        CHECK(run.status == 0);
        const auto said = objects(run.err);
        REQUIRE(!said.empty());
        const auto& last = said.back();
        CHECK(last["phase"] == "states");
        CHECK(last["next_states"] == 0);
        CHECK(last["level_done"] == last["level_states"]);
        CHECK_FALSE(last.contains("remaining_seconds"));
        CHECK(run.out.find(std::to_string(last["states"].get<std::uint64_t>()) + " states") != std::string::npos);
    }

    TEST_CASE("of simulations each object says how many have ended") {
        const Run run = tandem({"compare", "gtsc", "tc", "--workload", "triad", "--seeds", "2", "--progress", "json"});
        CHECK(run.status == 0);
        const auto said = objects(run.err);
        REQUIRE(!said.empty());
        CHECK(said.back()["phase"] == "runs");
        CHECK(said.back()["runs"] == 4);
        CHECK(said.back()["of"] == 4);
        CHECK(tandem({"sim", "gtsc", "--workload", "triad", "--progress", "off"}).err == "");
        check_unusable(tandem({"reproduce", "gtsc-fig12", "--progress", "xml"}), "--progress: xml not in {auto,json,off}");
    }

    TEST_CASE("no terminal is shown none, and other words are refused") {
        CHECK(tandem({"check", "gtsc", "--shape", "sms=1", "--property", "single-writer"}).err == "");
        CHECK(tandem({"check", "gtsc", "--shape", "sms=1", "--property", "single-writer", "--progress", "off"}).err == "");
        check_unusable(tandem({"check", "gtsc", "--progress", "xml"}), "--progress: xml not in {auto,json,off}");
    }
}

}  // namespace

}  // namespace tandem::tests
