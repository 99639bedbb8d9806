// `tandem follow` from outside: logs that the simulator writes are explained, and changed ones are refused.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "tests/apps/follow/messages_file.hpp"

namespace tandem::tests {

namespace {

using nlohmann::json;

/// The first line from `from` on for which `is` holds; at least one must.
std::size_t line_of(const std::vector<std::string>& lines, std::size_t from, const std::function<bool(const json&)>& is) {
    for (std::size_t i = from; i < lines.size(); ++i)
        if (is(json::parse(lines[i]))) return i;
    FAIL("no line is like that");
    return 0;
}
bool receives(const json& line, const char* node, const char* kind) {
    return line["node"] == node && line.contains("receives") && line["receives"]["kind"] == kind;
}

}  // namespace

TEST_SUITE("apps/follow") {
    TEST_CASE("what no run begins with is refused before the rest is read") {
        const MessagesFile file;
        const std::string head = R"({"format": "tandem-messages", "protocol": "gtsc", "shape": "tiny"})";
        const std::string access = R"({"node": "SM0", "event": "W0 load A"})";  // one may not follow another
        std::vector<std::string> lines{head};
        lines.insert(lines.end(), 1200, access);
        lines.push_back("no JSON");
        file.write(lines);
        const Run run = file.followed("gtsc", {"--json", "-"});
        CHECK(run.status == 1);
        const json facts = json::parse(run.out);
        CHECK(facts["whole"] == false);
        CHECK(facts["line"] == 3);
        CHECK(contains(file.followed("gtsc").out, "The log was read to line 1001: no run begins so."));
        const std::string part = file.path() + ".json";  // of lines that the log has, behind the one that is refused
        CHECK(file.followed("gtsc", {"--lines", "1100-1105", "--trace", part.c_str()}).status == 1);
        // Few lines are read before anything is judged.
        file.write({head, access, access, "no JSON"});
        check_unusable(file.followed("gtsc"), ":4: this is no JSON object");
    }

    TEST_CASE("what the simulator logs is explained, for each protocol that it runs") {
        const MessagesFile clocked(with_clock), plain, on_chip(as_on_chip);
        using Case = std::pair<const char*, const char*>;
        for (const Case& one : {Case{"gtsc", ""},
                                {"gtsc", "rc,keep-old"},
                                {"tc", ""},
                                {"tc", "rc,weak"},
                                {"moesi", ""},
                                {"moesi", "mesi,rc"},
                                {"baseline", ""},
                                {"incoherent", ""},
                                {"apu", ""}}) {
            const char *protocol = one.first, *variant = one.second;
            CAPTURE(protocol);
            CAPTURE(variant);
            const std::string name = protocol;
            const MessagesFile& file = name == "gtsc" ? clocked : name == "apu" ? on_chip : plain;
            const Run simulated = file.simulated(protocol, variant);
            REQUIRE(simulated.err == "");
            CHECK(contains(simulated.out, "messages: "));
            CHECK(file.lines().size() > 100);
            const Run run = file.followed(protocol);
            CHECK(run.err == "");
            CHECK(contains(run.out, fmt::format("explained: {} lines, by a run of {} steps", file.lines().size() - 1,
                                                file.lines().size() - 1)));
            CHECK(run.status == 0);
        }
    }

    TEST_CASE("a log with a changed, a dropped or two swapped messages is refused at that line") {
        const MessagesFile file(with_clock);
        file.simulated("gtsc", "");
        const auto lines = file.lines();
        const std::size_t fill = line_of(lines, 60, [](const json& l) { return receives(l, "SM0", "BusFill"); });

        auto changed = lines;
        json line = json::parse(lines[fill]);
        line["receives"]["rts"] = line["receives"]["rts"].get<int>() + 1;
        changed[fill] = line.dump();
        file.write(changed);
        const Run other = file.followed("gtsc");
        CHECK(other.status == 1);
        CHECK(contains(other.out, fmt::format("refused at {}:{}: ", file.path(), fill + 1)));
        CHECK(contains(other.out, "rts is "));
        CHECK(contains(other.out, fmt::format("has {} of {} lines", fill - 1, lines.size() - 1)));

        // Without a request nobody answers it.
        const std::size_t request = line_of(lines, 40, [](const json& l) { return receives(l, "L2", "BusRd"); });
        auto dropped = lines;
        dropped.erase(dropped.begin() + static_cast<std::ptrdiff_t>(request));
        file.write(dropped);
        const Run fewer = file.followed("gtsc", {"--json", "-"});
        CHECK(fewer.status == 1);
        CHECK(json::parse(fewer.out)["line"] >= request + 1);

        // An answer that comes before its request.
        auto swapped = lines;
        const std::size_t access = line_of(lines, 1, [](const json& l) { return l["node"] == "SM0" && l.contains("event"); });
        const std::size_t first =
            line_of(lines, access, [](const json& l) { return receives(l, "L2", "BusRd") || receives(l, "L2", "BusWr"); });
        std::swap(swapped[access], swapped[first]);
        file.write(swapped);
        CHECK(file.followed("gtsc").status == 1);
    }

    TEST_CASE("a log of one node only is explained by silent steps of the others, or refused where none can") {
        const MessagesFile file(
            "[sms]\ncount = 1\nwarps = 1\nthread_blocks = 1\nschedulers = 1\n[l2]\npartitions = 1\n"
            "[timestamps]\nbits = 4\nlease = 2\n");
        REQUIRE(file.simulated("gtsc", "", {"--operations", "6"}, "1").err == "");
        const auto lines = file.lines();
        json head = json::parse(lines[0]);
        head["nodes"] = {"L2"};
        head["shape"] = "sms=1,warps=1,blocks=2,values=1,lease=2,ts=15,capacity=2,atomics=1,words=2";
        std::vector<std::string> kept{head.dump()};
        for (const std::string& line : lines)
            if (json::parse(line).value("node", "") == "L2") kept.push_back(line);
        REQUIRE(kept.size() > 5);
        file.write(kept);
        const Run run = file.followed("gtsc");
        CAPTURE(run.out);
        CHECK(run.status == 0);
        CHECK(contains(run.out, fmt::format("explained: {} lines", kept.size() - 1)));
        // L2 receives nothing that no SM can have sent, whatever silent steps are tried.
        json wrong = json::parse(kept[1]);
        wrong["receives"] = {{"kind", "BusRd"}, {"from", "SM0"}, {"wts", 14}};
        file.write({kept[0], wrong.dump()});
        CHECK(file.followed("gtsc").status == 1);
        // But where more silent steps might help, nothing is decided.
        file.write({kept[0], kept.back()});
        const Run undecided = file.followed("gtsc", {"--silent", "0"});
        CHECK(undecided.status == 3);
        CHECK(contains(undecided.out, "--silent"));
    }

    TEST_CASE("fields that the log does not name are not compared") {
        const MessagesFile file;
        file.simulated("moesi", "");
        std::vector<std::string> kept;
        for (const std::string& text : file.lines()) {
            json line = json::parse(text);
            if (line.contains("receives")) line["receives"] = {{"kind", line["receives"]["kind"]}};
            kept.push_back(line.dump());
        }
        file.write(kept);
        CHECK(file.followed("moesi").status == 0);
    }

    TEST_CASE("a part of the run is a trace: the lines that are named, with the states and messages of their steps") {
        for (const char* protocol : {"moesi", "tc"}) {  // with physical time, too
            const MessagesFile file;
            file.simulated(protocol, "");
            const std::string part = file.path() + ".json", page = file.path() + ".page", diagram = file.path() + ".mmd";
            const Run run = file.followed(protocol, {"--lines", "50-69", "--trace", part.c_str(), "--html", page.c_str()});
            CHECK(run.status == 0);
            CHECK(run.err == "");
            CHECK(contents(page).starts_with("<!doctype html>"));
            const json trace = json::parse(contents(part))["traces"][0];
            CHECK(trace["verdict"] == "explained");
            CHECK(trace["property"].get<std::string>().ends_with(":50-69"));
            const auto lines = file.lines();
            std::size_t line = 50, ticks = 0;
            for (const json& step : trace["steps"]) {
                if (step["node"].is_null()) {
                    ++ticks;
                    continue;
                }
                const json logged = json::parse(lines[line - 1]);
                CHECK(step["node"] == logged["node"]);
                if (logged.contains("event"))
                    CHECK(step["event"] == logged["node"].get<std::string>() + ": " + logged["event"].get<std::string>());
                else CHECK(trace["messages"][step["receives"].get<std::size_t>()]["kind"] == logged["receives"]["kind"]);
                CHECK(step["seen"].back().get<std::string>().starts_with(fmt::format("line {} of the log", line)));
                ++line;
            }
            CHECK(line == 70);
            CHECK(file.followed(protocol, {"--lines", "50-50", "--trace", diagram.c_str()}).status == 0);
            CHECK(contains(contents(diagram), "run.jsonl:50-50, explained\n"));
            CHECK(contains(contents(diagram), "This step is possible where it stands."));
            CHECK((ticks > 0) == (std::string(protocol) == "tc"));
        }
    }

    TEST_CASE("of a refused log the part ends before the refused line, and says what was possible there") {
        const MessagesFile file;
        file.simulated("moesi", "");
        auto lines = file.lines();
        const std::size_t at = line_of(lines, 80, [](const json& l) { return l.contains("receives"); });
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
        file.write(lines);
        const std::string part = file.path() + ".json";
        const Run run = file.followed("moesi", {"--trace", part.c_str()});
        CHECK(run.status == 1);
        const json trace = json::parse(contents(part))["traces"][0];
        CHECK(trace["verdict"] == "refused");
        CHECK(trace["steps"].size() == 40);
        CHECK(trace["witnesses"] == json{40});
        const std::string why = trace["why"];
        const std::string refused = "refused at " + file.path() + ":";
        const std::size_t place = run.out.find(refused);
        REQUIRE(place != std::string::npos);
        const int number = std::stoi(run.out.substr(place + refused.size()));
        CHECK(contains(why, fmt::format("no run goes on with line {} of the log: ", number)));
        CHECK(contains(why, "Possible there: "));
        // Lines that no run reaches have no part.
        const std::string last = fmt::format("{0}-{0}", lines.size());
        const Run behind = file.followed("moesi", {"--trace", part.c_str(), "--lines", last.c_str()});
        CHECK(behind.status == 1);
        CHECK(contains(behind.err, "No trace was found"));
        check_unusable(tandem({"replay", part.c_str()}), "the trace is of a litmus program, a log, or a step");
    }

    TEST_CASE("lines that are none are refused") {
        const MessagesFile file;
        file.simulated("moesi", "");
        for (const char* lines : {"5", "5-", "-5", "9-3", "0-4", "a-b", "1-2x", "4-99999999999", "1-1001"}) {
            CAPTURE(lines);
            check_unusable(file.followed("moesi", {"--lines", lines}), "the first and the last line are accepted, as in 100-140");
        }
        const std::string page = file.path() + ".html";
        check_unusable(file.followed("moesi", {"--html", page.c_str(), "--lines", "100000-100001"}), "the log ends at line ");
        check_unusable(file.followed("moesi", {"--lines", "5-9"}), "with --trace or --html it is accepted");
    }

    TEST_CASE("what is no log is refused in a line, with its place") {
        const MessagesFile file;
        const std::string head = R"({"format": "tandem-messages", "protocol": "moesi", "shape": "tiny"})";
        const auto refused = [&](const std::string& bytes, const std::string& accepted) {
            file.write_bytes(bytes);
            check_unusable(file.followed("moesi"), accepted);
        };
        refused("", "is empty");
        refused(std::string("\x7f"
                            "ELF\0\1\2",
                            7),
                ":1: this is no JSON object");
        refused(head + "\n", "has no step");
        refused(head + "\n{\"node\": \"cluster0\", \"ev", ":2: this is no JSON object");
        refused(head + "\n{\"node\": \"nobody\", \"event\": \"x\"}\n", ":2: there is no node 'nobody'");
        refused(head + "\n{\"node\": \"directory\", \"event\": \"dance\"}\n", ":2: there is no");
        refused(head + "\n{\"node\": \"directory\", \"receives\": {\"kind\": \"GETS\", \"from\": \"x\"}}\n",
                ":2: there is no node");
        refused(head + "\n{\"node\": \"directory\", \"receives\": {\"kind\": [1]}}\n", ":2: \"kind\" is no text");
        refused(head + "\n" + std::string(100, '[') + "\n", ":2: ");
        refused(head + "\n" + std::string(std::size_t{3} << 20, 'x'), ":2: it has more than 524288 bytes");
        refused(R"({"format": "tandem-messages", "protocol": "gtsc"})"
                "\n",
                "is of the protocol 'gtsc'");
        check_unusable(tandem({"follow", "moesi", "/no/such/file"}), "cannot be read");
        check_unusable(file.simulated("moesi", "", {"--monitor"}), "--messages is for one run");
        check_unusable(file.simulated("mttop", ""), "so no log of its messages could be followed");
    }
}

}  // namespace tandem::tests
