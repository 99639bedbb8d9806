// What the published Trace Event Format asks of a file, so that Perfetto shows it: events have their members, slices of a track
// do not cross, and each arrow begins and ends in a slice.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

TEST_SUITE("apps/trace/perfetto") {
    TEST_CASE("a run has a track for each node and channel, and an arrow for each message") {
        const TemporaryFolder folder;
        const std::string path = folder.path() / "run.trace.json", record = folder.path() / "run.json";
        for (const std::string& file : {path, record})
            REQUIRE(tandem({"check", "moesi", "--variant", "repeats", "--shape", "blocks", "--property", "no-deadlock", "--trace",
                            file.c_str(), "--threads", "1"})
                        .status == 1);
        const auto events = nlohmann::json::parse(contents(path))["traceEvents"];
        const auto run = nlohmann::json::parse(contents(record))["traces"][0];

        using Track = std::pair<int, int>;
        std::map<Track, std::string> tracks;
        std::map<Track, std::vector<std::pair<int, int>>> slices;
        std::map<int, std::string> phases;
        for (const auto& e : events) {
            REQUIRE(e["name"].is_string());
            REQUIRE(e["pid"].is_number_integer());
            if (e["name"] == "thread_name") tracks[{e["pid"], e["tid"]}] = e["args"]["name"];
            if (e["ph"] == "X") slices[{e["pid"], e["tid"]}].emplace_back(e["ts"], e["ts"].get<int>() + e["dur"].get<int>());
        }
        const auto in_a_slice = [&](const nlohmann::json& e) {
            for (const auto& [begin, end] : slices[{e["pid"], e["tid"]}])
                if (begin <= e["ts"] && e["ts"] < end) return true;
            return false;
        };
        std::size_t steps = 0, sent = 0, received = 0;
        for (const auto& e : events) {
            const std::string phase = e["ph"];
            if (phase != "M") CHECK(tracks.contains({e["pid"], e["tid"]}));
            if (phase == "X") steps += e["cat"] == "step";
            if (phase != "s" && phase != "t" && phase != "f") continue;
            CHECK(in_a_slice(e));
            phases[e["id"]] += phase;
        }
        for (auto& [track, all] : slices) {
            std::sort(all.begin(), all.end());
            for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].second <= all[i].first);
        }
        CHECK(steps == run["steps"].size());
        for (const auto& message : run["messages"]) sent += message["sent"] != 0, received += !message["received"].is_null();
        std::size_t through = 0, open = 0;
        for (const auto& [message, told] : phases) through += told == "stf", open += told == "sf";
        CHECK(through == received);
        CHECK(through + open == sent);
        CHECK(open > 0);  // what fills the channels
        std::set<std::string> names;
        for (const auto& [track, name] : tracks) names.insert(name);
        for (const char* name : {"cluster0", "cluster1", "directory"}) CHECK(names.contains(name));
        const auto& verdict = events.back();
        CHECK(verdict["name"] == "no-deadlock is refuted");
        CHECK(verdict["args"]["why"] == run["why"]);
    }
}

}  // namespace tandem::tests
