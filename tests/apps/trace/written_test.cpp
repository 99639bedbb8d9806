// Traces as files: the result of each file extension for one run, and refusal of unknown ones.
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "apps/trace/message_text.hpp"
#include "apps/trace/tree.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

using namespace tandem;
using namespace tandem::tests;

namespace {

/// Eight steps, of one SM and L2.
Run refuted(const std::string& file) {
    return tests::tandem({"check", "gtsc", "--variant", "literal", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5", "--property",
                          "single-writer", "--trace", file.c_str()});
}

}  // namespace

TEST_SUITE("traces as files") {
    TEST_CASE("the ending says the format, and an ending that names none is refused before anything is searched") {
        const TemporaryFolder folder;
        const auto written = [&](const std::string& name) {
            CHECK(refuted(folder.path() / name).status == 1);
            return contents(folder.path() / name);
        };
        CHECK(written("trace.txt").starts_with("Shortest trace to a violation of single-writer: 8 steps"));
        const auto record = nlohmann::json::parse(written("trace.json"));
        CHECK(record["protocol"] == "gtsc");
        const auto& trace = record["traces"][0];
        CHECK(trace["steps"].size() == 8);
        CHECK(trace["start"]["SM0"]["warps"]["0"]["ts"] == 1);
        CHECK(trace["steps"][7]["states"]["SM0"]["lines"]["A"]["wts"] == 3);
        const auto states = nlohmann::json::parse(written("trace.itf.json"));
        CHECK(states["states"].size() == 9);
        CHECK(states["vars"] == nlohmann::json({"SM0", "L2", "messages", "step"}));
        for (const auto& state : states["states"])
            for (const auto& variable : states["vars"]) CHECK(state.contains(variable.get<std::string>()));
        CHECK(written("trace.mmd").find("\nsequenceDiagram\n    participant n0 as SM0\n") != std::string::npos);
        CHECK(written("trace.svg").starts_with("<svg "));
        CHECK(written("trace.html").starts_with("<!doctype html>"));
        check_unusable(refuted(folder.path() / "trace.pdf"), ".itf.json, .trace.json, .mmd, .svg, .html, .txt and none");
        check_unusable(refuted("/no/such/folder/trace.html"), "folder");
        // nothing else, and nothing half-written
        CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 6);
    }

    TEST_CASE("each command that writes traces writes a page when it is asked for html, whatever the file is called") {
        const TemporaryFolder folder;
        const std::string page = folder.path() / "page", both = folder.path() / "trace.json",
                          sb = std::string(TANDEM_SOURCE_DIR) + "/tests/litmus/lsc-sb.litmus";
        const auto is_page = [&] {
            const bool is = contents(page).starts_with("<!doctype html>");
            std::filesystem::remove(page);
            return is;
        };
        CHECK(tests::tandem({"check", "incoherent", "--html", page.c_str(), "--trace", both.c_str()}).status == 1);
        CHECK(is_page());
        CHECK(nlohmann::json::parse(contents(both))["format"] == "tandem-trace");
        CHECK(tests::tandem({"litmus", sb.c_str(), "--protocol", "lsc", "--shape", "cpus=0,evictions=0,false_positives=0",
                             "--html", page.c_str()})
                  .status == 0);
        CHECK(is_page());
        CHECK(tests::tandem({"conform", "incoherent", "--ops", "2", "--html", page.c_str()}).status == 1);
        CHECK(is_page());
        check_unusable(tests::tandem({"litmus", sb.c_str(), "--html", page.c_str()}), "--protocol names it");
        check_unusable(tests::tandem({"check", "incoherent", "--html", "/no/such/folder/page.html"}), "/no/such/folder");
    }

    TEST_CASE("a sequence diagram and a chart say why, and mark the steps that this rests on") {
        const TemporaryFolder folder;
        CHECK(refuted(folder.path() / "trace.mmd").status == 1);
        const std::string diagram = contents(folder.path() / "trace.mmd");
        CHECK(diagram.find("    Note over n0,n1: Why: After step 8 two versions of A can be read at one moment") !=
              std::string::npos);
        CHECK(diagram.find(": 7. (write_performed) ❗\n") != std::string::npos);
        CHECK(diagram.find(": 2. (dram_read)\n") != std::string::npos);
        CHECK(refuted(folder.path() / "trace.svg").status == 1);
        const std::string chart = contents(folder.path() / "trace.svg");
        for (const char* part :
             {">After step 8 two versions of A can be read at one moment", ">a step that the violation rests on<"})
            CHECK_MESSAGE(chart.find(part) != std::string::npos, part);
        CHECK(chart.find(">a message that is on its way at the end<") == std::string::npos);  // none is
    }

    TEST_CASE("what means nothing now is not shown, nor is a value that an event does not bring") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "trace.json";
        CHECK(
            tests::tandem({"check", "rsp", "--shape", "sharing=global", "--property", "message-passing", "--trace", file.c_str()})
                .status == 1);
        const auto trace = nlohmann::json::parse(contents(file))["traces"][0];
        const auto ready = trace["start"]["CU0"]["wavefronts"]["0"];
        CHECK(ready["phase"] == "ready");
        CHECK(!ready.contains("address"));
        CHECK(!ready.contains("access"));
        std::size_t busy = 0;
        for (const auto& step : trace["steps"])
            for (const auto& [node, state] : step["states"].items()) {
                if (!state.contains("wavefronts")) continue;
                for (const auto& wavefront : state["wavefronts"]) {
                    CHECK(wavefront.contains("address") == (wavefront["phase"] != "ready"));
                    busy += wavefront["phase"] != "ready";
                }
            }
        CHECK(busy > 0);
        std::size_t completed = 0;
        for (const auto& step : trace["steps"])
            for (const std::string seen : step["seen"]) {
                if (!seen.starts_with("store_completed(")) continue;
                ++completed;
                CHECK(seen.find("value") == std::string::npos);
            }
        CHECK(completed > 0);
    }

    TEST_CASE("each step has the lines in which its handler names the outcomes") {
        const TemporaryFolder folder;
        CHECK(refuted(folder.path() / "trace.json").status == 1);
        const auto trace = nlohmann::json::parse(contents(folder.path() / "trace.json"))["traces"][0];
        std::size_t outcomes = 0;
        for (const auto& step : trace["steps"]) {
            CAPTURE(step["event"]);
            REQUIRE(step["source"].size() == step["outcomes"].size());
            for (const auto& place : step["source"]) {
                CHECK(place["file"].get<std::string>().starts_with("protocols/gtsc/"));
                const auto& text = place["text"];
                const int at = place["line"].get<int>() - place["first"].get<int>();
                REQUIRE(at < static_cast<int>(text.size()));
                const std::string line = text[static_cast<std::size_t>(at)];
                CHECK(std::any_of(step["outcomes"].begin(), step["outcomes"].end(), [&](const auto& outcome) {
                    return line.find(outcome.template get<std::string>()) != std::string::npos;
                }));
                ++outcomes;
            }
        }
        CHECK(outcomes >= trace["steps"].size());
    }

    TEST_CASE("in the Informal Trace Format sets are sets, maps are maps, and a record has the same fields in all states") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "trace.itf.json";
        CHECK(tests::tandem({"check", "moesi", "--variant", "repeats", "--shape", "blocks", "--property", "no-deadlock",
                             "--trace", file.c_str()})
                  .status == 1);
        const auto states = nlohmann::json::parse(contents(file))["states"];
        std::map<std::string, std::set<std::string>> fields;  // by place
        std::size_t sets = 0, maps = 0;
        const std::function<void(const std::string&, const nlohmann::json&, bool)> look =
            [&](const std::string& place, const nlohmann::json& value, bool first) {
                if (value.is_string()) CHECK(!value.get<std::string>().starts_with("{"));
                if (value.is_array())
                    for (const auto& part : value) look(place + "[]", part, first);
                if (!value.is_object()) return;
                if (value.contains("#set")) {
                    ++sets;
                    return;
                }
                if (value.contains("#map")) {
                    ++maps;
                    for (const auto& pair : value["#map"]) {
                        REQUIRE(pair.size() == 2);
                        look(place + ".*", pair[1], first);
                    }
                    return;
                }
                std::set<std::string> here;
                for (const auto& [name, part] : value.items()) {
                    here.insert(name);
                    look(place + "." + name, part, first);
                }
                CHECK_MESSAGE(fields.try_emplace(place, here).first->second == here, place);
            };
        for (const auto& state : states)
            for (const char* node : {"cluster0", "cluster1", "directory"}) look(node, state[node], false);
        CHECK(sets > 0);
        CHECK(maps > 0);
        CHECK(states[0]["directory"]["memory"]["#map"][0][0] == "A");
    }

    TEST_CASE("where nothing is refuted no file is written, and a line says so") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "trace.html";
        const Run run = tests::tandem({"check", "gtsc", "--shape", "sms=1,warps=1,blocks=1,lease=1,ts=3", "--property",
                                       "single-writer", "--trace", file.c_str()});
        CHECK(run.status == 0);
        CHECK(run.err == "No trace was found, so the trace file '" + file + "' is not written\n");
        CHECK(std::filesystem::is_empty(folder.path()));
    }

    TEST_CASE("each message is sent once, received once at most, and by the nodes that it names") {
        const TemporaryFolder folder;
        CHECK(refuted(folder.path() / "trace.json").status == 1);
        const auto trace = nlohmann::json::parse(contents(folder.path() / "trace.json"))["traces"][0];
        int sent = 0, received = 0;
        for (const auto& step : trace["steps"]) {
            sent += static_cast<int>(step["sends"].size());
            for (const auto& id : step["sends"]) CHECK(trace["messages"][id.get<std::size_t>()]["from"] == step["node"]);
            if (step["receives"].is_null()) continue;
            ++received;
            const auto& message = trace["messages"][step["receives"].get<std::size_t>()];
            CHECK(message["to"] == step["node"]);
            CHECK(step["event"].get<std::string>().find(message["text"].get<std::string>()) != std::string::npos);
        }
        CHECK(sent == static_cast<int>(trace["messages"].size()));
        CHECK(received == 4);
    }

    TEST_CASE("fields make a tree, and a message is taken apart as it was put together") {
        const auto tree = apps::tree_of({{"lines.A.wts", "3"},
                                         {"lines.A.readable", "yes"},
                                         {"waiting[0].from", "0"},
                                         {"waiting[1].from", "1"},
                                         {"epoch", "no"},
                                         {"phase", "over"}});
        CHECK(tree.dump() ==
              R"({"lines":{"A":{"wts":3,"readable":true}},"waiting":[{"from":0},{"from":1}],"epoch":false,"phase":"over"})");
        const auto message = apps::message_text("BusFill(address B, wts 1, cores {0 1}, epoch no)");
        CHECK(message.kind == "BusFill");
        CHECK(apps::blocks_in(message, 2) == std::vector<std::string>{"B"});
        CHECK(apps::blocks_in(message, 1).empty());
        CHECK(apps::short_text(message, 2) == "BusFill B: wts 1, cores {0 1}");
        CHECK(apps::message_text("Read").fields.empty());
    }
}
