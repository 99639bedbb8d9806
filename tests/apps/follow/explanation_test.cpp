// `tandem follow` where something ends early, and the rarer members of a log's lines.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/apps/follow/messages_file.hpp"

namespace tandem::tests {

using nlohmann::json;

namespace {

/// The lines of one node of a log, and a first line that says so.
std::vector<std::string> lines_of_node(const std::vector<std::string>& lines, const char* node) {
    json head = json::parse(lines[0]);
    head["nodes"] = {node};
    std::vector<std::string> kept{head.dump()};
    for (const std::string& line : lines)
        if (json::parse(line).value("node", "") == node) kept.push_back(line);
    return kept;
}

/// All lines without their moments.
std::vector<std::string> without_cycles(std::vector<std::string> lines) {
    for (std::string& text : lines) {
        json line = json::parse(text);
        line.erase("cycle");
        text = line.dump();
    }
    return lines;
}

}  // namespace

TEST_SUITE("apps/follow") {
    TEST_CASE("a pipe that ends in half a line: what was read is judged, and the report says that it is cut") {
        const MessagesFile file;
        REQUIRE(file.simulated("moesi", "").err == "");
        const auto lines = file.lines();
        const TemporaryFolder folder;
        const std::string pipe = folder.path() / "pipe";
        const auto followed = [&](const std::string& text) {
            REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
            std::thread writer([&] { std::ofstream(pipe) << text; });
            const Run run = tandem({"follow", "moesi", pipe.c_str()});
            writer.join();
            std::filesystem::remove(pipe);
            return run;
        };
        std::string begun;
        for (std::size_t i = 0; i < 20; ++i) begun += lines[i] + "\n";
        const Run cut = followed(begun + lines[20].substr(0, lines[20].size() / 2));
        CHECK(cut.status == 0);
        CHECK(contains(cut.out, "The log ends in half a line: what was read is judged.\nexplained: 19 lines"));
        // A line that lacks nothing but its end is a line.
        CHECK(contains(followed(begun + lines[20]).out, "explained: 20 lines"));
        check_unusable(followed(lines[0] + "\n{\"node\""), "has no step");
        // In a file half a line is refused: nobody is still writing it.
        file.write_bytes(begun + lines[20].substr(0, lines[20].size() / 2));
        check_unusable(file.followed("moesi"), ":21: this is no JSON object");
    }

    TEST_CASE("where a channel of the system is full nothing is decided, and the report names the way out") {
        const MessagesFile file;
        REQUIRE(file.simulated("moesi", "").err == "");
        std::string shape = json::parse(file.lines()[0])["shape"];
        CHECK(file.followed("moesi", {"--shape", shape.c_str()}).status == 0);
        const std::size_t room = shape.find("capacity=");
        REQUIRE(room != std::string::npos);
        shape.replace(room, shape.find(',', room) - room, "capacity=1");
        const Run run = file.followed("moesi", {"--shape", shape.c_str()});
        CHECK(run.status == 3);
        CHECK(contains(run.out, "undecided: the system's channels are full there"));
        CHECK(contains(run.out, "--shape capacity="));
    }

    TEST_CASE("out of time or memory it is undecided, and what was possible behind the longest prefix is told all the same") {
        const MessagesFile file(with_clock);
        REQUIRE(file.simulated("gtsc", "").err == "");
        auto lines = lines_of_node(file.lines(), "L2");
        lines.resize(3);
        json wrong = json::parse(lines[2]);
        wrong.erase("event");
        wrong["receives"] = {{"kind", "BusRd"}, {"wts", 4000}};  // no SM has such a copy so soon
        lines[2] = wrong.dump();
        file.write(lines);
        for (const char* limit : {"--time", "--memory"}) {
            const bool is_time = limit == std::string("--time");
            const Run run = file.followed("gtsc", {limit, is_time ? "0.001" : "16M"});
            CAPTURE(run.out);
            CHECK(run.status == 3);
            CHECK(contains(run.out, fmt::format("undecided: the {} ran out ({})", is_time ? "time" : "memory", limit)));
            if (!is_time) CHECK(contains(run.out, "the longest prefix that a run explains has 1 of 2 lines"));
            CHECK(contains(run.out, "  possible there\n    "));
        }
        check_unusable(file.followed("gtsc", {"--memory", "2M"}), "16M or more is accepted");
        check_unusable(file.followed("gtsc", {"--time", "0"}), "--time");
    }

    TEST_CASE("outcomes and fields of the node afterwards are compared where a line names them") {
        const MessagesFile file;
        const std::string head = R"({"format": "tandem-messages", "protocol": "gtsc", "shape": "tiny"})";
        const auto answered = [&](const std::string& rest) {
            file.write({head, R"({"node": "SM0", "event": "W0 load A", )" + rest + "}"});
            return file.followed("gtsc");
        };
        CHECK(answered(R"("outcomes": [])").status == 0);
        CHECK(answered(R"("outcomes": ["load_miss"])").status == 0);
        const Run hit = answered(R"("outcomes": ["load_hit", "load_miss"])");
        CHECK(hit.status == 1);
        CHECK(contains(hit.out, "nearest to it\n    SM0: W0 load A"));
        CHECK(contains(hit.out, "its outcome is not load_hit"));
        CHECK(answered(R"("state": {"mshr.A.requests": 1})").status == 0);
        const Run other = answered(R"("state": {"mshr.A.requests": 2})");
        CHECK(other.status == 1);
        CHECK(contains(other.out, "mshr.A.requests of SM0 is 1 then, and in the log 2"));
        const Run none = answered(R"("state": {"mshr.A.colour": "red"})");
        CHECK(none.status == 1);
        CHECK(contains(none.out, "SM0 has no mshr.A.colour then"));
        check_unusable(answered(R"("outcomes": ["dance"])"), ":2: there is no outcome 'dance'");
        check_unusable(answered(R"("outcomes": "load_hit")"), ":2: \"outcomes\" is no list of texts");
        check_unusable(answered(R"("state": [1])"), ":2: \"state\" is no object");
    }

    TEST_CASE("without moments time passes unobserved, and the report counts the ticks") {
        const MessagesFile file;
        REQUIRE(file.simulated("tc", "", {"--operations", "4"}, "2").err == "");
        auto lines = without_cycles(file.lines());
        lines.resize(std::min<std::size_t>(lines.size(), 12));
        file.write(lines);
        const Run run = file.followed("tc", {"--json", "-"});
        CAPTURE(run.err);
        CHECK(run.status == 0);
        const json facts = json::parse(run.out);
        CHECK(facts["ticks"] > 0);
        CHECK(facts["steps"] == lines.size() - 1);
    }

    TEST_CASE("the facts of a log stand in both reports") {
        const MessagesFile file(with_clock);
        const Run simulated = file.simulated("gtsc", "", {"--operations", "20", "--json", "-"});
        REQUIRE(simulated.status == 0);
        const json log = json::parse(simulated.out)["messages_log"];
        CHECK(log["file"] == file.path());
        CHECK(log["receptions"].get<std::size_t>() + log["events"].get<std::size_t>() == file.lines().size() - 1);
        const Run run = file.followed("gtsc", {"--json", "-"});
        REQUIRE(run.status == 0);
        const json facts = json::parse(run.out);
        CHECK(facts["receptions"] == log["receptions"]);
        CHECK(facts["events"] == log["events"]);
        CHECK(facts["nodes"] == json({"SM0", "SM1", "L2"}));
        CHECK(facts["steps_observed"] == json({"access", "act", "receive"}));
    }
}

}  // namespace tandem::tests
