// What is false is refuted by `prove` as well, by a run that `replay` follows; what is left is tried.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/prove/refute.hpp"
#include "engines/registry.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

nlohmann::json read(const std::filesystem::path& file) { return nlohmann::json::parse(std::ifstream(file)); }

}  // namespace

TEST_SUITE("apps/prove/refute") {
    TEST_CASE("prove refutes what a run breaks, and still proves what holds") {
        const TemporaryFolder folder;
        const auto report = (folder.path() / "report.json").string(), trace = (folder.path() / "trace.json").string();
        const Run ran = tandem({"prove", "incoherent", "--property", "single-writer", "--property", "no-store-lost", "--samples",
                                "10000", "--explored", "1000", "--json", report.c_str(), "--trace", trace.c_str()});
        CHECK(ran.status == 1);
        CHECK(ran.err.find("single-writer is refuted by a run of 6 steps") != std::string::npos);
        const auto json = read(report);
        CHECK(json["verdict"] == "refuted");
        REQUIRE(json["properties"].size() == 2);
        CHECK(json["properties"][0] == nlohmann::json{{"name", "single-writer"}, {"verdict", "refuted"}});
        CHECK(json["properties"][1]["name"] == "no-store-lost");
        CHECK(json["properties"][1]["verdict"] != "refuted");
        CHECK(json["trace"]["steps"].size() == 6);
        REQUIRE(json["refuted"].size() == 1);
        CHECK(tandem({"replay", trace.c_str()}).out.find("still refutes single-writer, at step 6") != std::string::npos);
    }

    TEST_CASE("a run with leases that the shape does not have is replayed with them, and nothing is proved when all is refuted") {
        const TemporaryFolder folder;
        const auto trace = (folder.path() / "trace.json").string();
        const Run ran = tandem({"prove", "gtsc", "--variant", "unsafe", "--property", "single-writer", "--trace", trace.c_str()});
        CHECK(ran.status == 1);
        CHECK(ran.out.find("all of them are refuted, so nothing was proved") != std::string::npos);
        CHECK(tandem({"replay", trace.c_str()}).out.find("still refutes single-writer") != std::string::npos);

        auto damaged = read(trace);
        damaged["traces"][0]["moments"] = "some";
        std::ofstream(trace) << damaged.dump();
        CHECK(tandem({"replay", trace.c_str()}).err.find("\"moments\" of trace 1 are neither any nor those of a clock") !=
              std::string::npos);
    }

    TEST_CASE("where nothing is false nothing is refuted, and what is not of states or steps is not looked for") {
        const auto network = engines::protocol("baseline").explored({"", "small"}, model::Limits::none).network;
        CHECK(apps::refuted_by_runs(*network, {}).empty());
        for (const int p : apps::refutable(*network, {})) {
            const auto kind = network->properties()[static_cast<std::size_t>(p)].kind;
            CHECK((kind == model::PropertyKind::invariant || kind == model::PropertyKind::step));
        }
        CHECK(apps::refutable(*network, {"no-deadlock"}).empty());
    }
}

}  // namespace tandem::tests
