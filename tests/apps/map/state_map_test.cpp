// `check --map`: the map agrees with a plain exploration, one event at a time; and its labels can be read.
#include "apps/map/state_map.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "apps/common/catalog.hpp"
#include "apps/common/words.hpp"
#include "apps/map/written.hpp"
#include "apps/pictures/graph.hpp"
#include "apps/step/run.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/apps/pictures/labels.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

using Change = std::tuple<std::string, std::string, std::string>;  // from, to, outcomes

Change change_of(const nlohmann::json& arrow) {
    return {arrow["from"].get<std::string>(), arrow["to"].get<std::string>(), arrow["outcome"].get<std::string>()};
}

struct Explored {
    std::vector<std::uint64_t> levels;
    std::map<std::string, int> outcomes;  // and the first level
    std::set<Change> changes;             // of one field of one kind
};

/// All states, by events as a trace tells them: the fields' changes are those of the trace.
Explored explored(const model::Network& network, const std::string& node, const std::string& ending) {
    Explored all;
    apps::SteppedRun run(network);
    auto& components = run.components();
    const auto slots = static_cast<std::size_t>(components.slots());
    const auto key = [&](const checker::Parts& parts) {
        return std::vector<checker::Number>(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(slots));
    };
    std::set<std::vector<checker::Number>> met;
    std::vector<checker::Parts> level, next;
    for (int i = 0; i < network.initial_states(); ++i)
        if (const auto parts = components.initial(i); met.insert(key(parts)).second) level.push_back(parts);
    const auto seen = [&](std::uint64_t outcomes) {
        for (const auto& outcome : checker::outcomes_of(network, outcomes))
            all.outcomes.try_emplace(outcome, static_cast<int>(all.levels.size()));
    };
    for (; !level.empty(); level.swap(next), next.clear()) {
        for (const auto& parts : level) {
            run.begin(parts);
            seen(run.stalls());
            for (const apps::Choice& choice : run.choices()) {
                seen(choice.move.step->outcomes);
                if (met.insert(key(choice.after)).second) next.push_back(choice.after);
                const checker::TraceStep step = describe(components, choice.move, parts, choice.after);
                for (const checker::Change& change : step.changes)
                    if (change.node.starts_with(node) && change.field.ends_with(ending))
                        all.changes.insert({change.before.empty() ? apps::absent : change.before,
                                            change.after.empty() ? apps::absent : change.after,
                                            apps::join(step.outcomes, " + ")});
            }
        }
        all.levels.push_back(level.size());
    }
    return all;
}

nlohmann::json mapped(std::vector<const char*> words, int status = 0) {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "map.json";
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--map", file.c_str()});
    const Run run = tandem(words);
    INFO(run.err);
    REQUIRE(run.status == status);
    return nlohmann::json::parse(contents(file));
}

}  // namespace

TEST_SUITE("apps/map") {
    TEST_CASE("levels, first outcomes and a field's changes are those of a plain exploration") {
        struct System {
            const char *protocol, *shape, *node, *field;
        };
        for (const System& system : {System{"moesi", "l1s=2,values=1", "cluster", "lines.*.state"},
                                     System{"moesi", "l1s=2,values=1", "directory", "entries.*.holders"},
                                     System{"apu", "cores=1,cpus=1,values=1", "CPU", "lines.*.state"}}) {
            CAPTURE(system.protocol);
            CAPTURE(system.field);
            const std::string wanted = std::string(system.node) + "." + system.field,
                              ending = std::string(system.field).substr(std::string(system.field).rfind('.'));
            const auto map = mapped({system.protocol, "--shape", system.shape, "--symmetry", "off", "--map-of", wanted.c_str()});
            const auto network = apps::protocol(system.protocol).make({"", system.shape}, true);
            const Explored plain = explored(*network, system.node, ending);
            CHECK(map["levels"] == nlohmann::json(plain.levels));
            CHECK(map["ending"] == "complete");
            std::map<std::string, int> outcomes;
            for (const auto& o : map["outcomes"])
                if (!o["level"].is_null()) outcomes[o["outcome"].get<std::string>()] = o["level"].get<int>();
            CHECK(outcomes == plain.outcomes);
            std::set<Change> changes;
            for (const auto& machine : map["machines"])
                if (machine["kind"] == system.node && machine["field"] == system.field)
                    for (const auto& arrow : machine["arrows"])
                        if (arrow["from"] != arrow["to"]) changes.insert(change_of(arrow));
            CHECK(plain.changes.size() > 4);
            CHECK(changes == plain.changes);
        }
    }

    TEST_CASE("a table of states by events has what nodes do, what they refuse, and the step that first shows it") {
        const auto map = mapped({"moesi", "--shape", "l1s=2,values=1", "--symmetry", "off"});
        for (const auto& machine : map["machines"]) {
            // Each entry that is taken is an arrow.
            std::set<Change> arrows, entries;
            for (const auto& arrow : machine["arrows"]) arrows.insert(change_of(arrow));
            bool refused = false;
            for (const auto& entry : machine["table"]) {
                const std::string event = entry["event"], example = entry["example"];
                CHECK(example.find(event.substr(0, event.find(' '))) != std::string::npos);
                if (entry["next"].is_null()) refused = true;
                else if (entry["outcome"] != "")
                    entries.insert({entry["state"].get<std::string>(), entry["next"].get<std::string>(),
                                    entry["outcome"].get<std::string>()});
            }
            CHECK(std::includes(arrows.begin(), arrows.end(), entries.begin(), entries.end()));
            CHECK(entries.size() > 4);
            if (machine["kind"] == "directory") CHECK(refused);
        }
        const auto& directory = map["machines"].back()["table"];
        CHECK(std::any_of(directory.begin(), directory.end(), [](const auto& entry) {
            return entry["next"].is_null() && entry["event"] == "GETX" && entry["outcome"] == "busy";
        }));
    }

    TEST_CASE("with symmetry the diagram is the same") {
        const auto with = mapped({"moesi", "--shape", "l1s=2"}),
                   without = mapped({"moesi", "--shape", "l1s=2", "--symmetry", "off"});
        const auto arrows = [](const nlohmann::json& map) {
            std::set<std::pair<Change, int>> all;
            for (const auto& arrow : map["machines"][0]["arrows"]) all.emplace(change_of(arrow), arrow["level"].get<int>());
            return all;
        };
        CHECK(with["symmetry"] == true);
        CHECK(without["symmetry"] == false);
        CHECK(arrows(with) == arrows(without));
        CHECK(with["machines"][0]["field"] == "lines.*.state");
        CHECK(with["outcomes"] == without["outcomes"]);
    }

    TEST_CASE("what is refuted has a map of what was explored, which says so") {
        const auto map = mapped({"incoherent", "--property", "load-value"}, 1);
        CHECK(map["ending"] != "complete");
        CHECK(map["levels"].size() > 1);
    }

    TEST_CASE("all labels of a picture can be read, and a page has picture and tables") {
        const TemporaryFolder folder;
        const std::string svg = folder.path() / "map.svg", page = folder.path() / "map.html";
        for (const char* protocol : {"moesi", "apu", "mttop"}) {
            REQUIRE(tandem({"check", protocol, "--map", svg.c_str()}).status == 0);
            CHECK(unreadable(contents(svg)) == "");
        }
        REQUIRE(tandem({"check", "apu", "--map", page.c_str()}).status == 0);
        const std::string text = contents(page);
        CHECK(text.find("<svg") != std::string::npos);
        CHECK(text.find("<th>first level</th>") != std::string::npos);
        CHECK(text.find("http://") == text.find("http://www.w3.org/2000/svg"));  // it opens offline
    }

    TEST_CASE("a graph with every arrow and long words has room for all of them") {
        apps::Graph graph;
        for (int v = 0; v < 9; ++v) graph.vertices.push_back("vertex_number_" + std::to_string(v));
        for (std::size_t a = 0; a < 9; ++a)
            for (std::size_t b = 0; b < 9; ++b)
                graph.arrows.push_back(
                    {a, b, {"from " + std::to_string(a) + " to " + std::to_string(b), "a_long_outcome_of_a_handler"}});
        apps::Svg svg;
        draw_graph(svg, graph, 10, 10);
        const std::string picture = svg.finish();
        CHECK(labels_of(picture).size() == 9 + 2 * 81);
        CHECK(unreadable(picture) == "");
        apps::Svg one;
        draw_graph(one, {{"alone"}, {{0, 0, {"stays"}}}}, 10, 10);
        CHECK(unreadable(one.finish()) == "");
    }

    TEST_CASE("what no map can be drawn of is refused in a line") {
        check_unusable(tandem({"check", "moesi", "--map", "map.png"}), ".svg");
        check_unusable(tandem({"check", "moesi", "--map", "/no/such/folder/map.svg"}), "/no/such/folder");
        check_unusable(tandem({"check", "moesi", "--map-of", "cluster.lines.*.state"}), "--map");
        const TemporaryFolder folder;
        const std::string file = folder.path() / "map.svg";
        check_unusable(tandem({"check", "moesi", "--map", file.c_str(), "--map-of", "nobody.state"}), "cluster, directory");
        check_unusable(tandem({"check", "moesi", "--map", file.c_str(), "--map-of", "cluster"}), "cluster.FIELD");
        check_unusable(tandem({"check", "moesi", "--map", file.c_str(), "--map-of", "cluster.lines.A.state"}), "lines.*.state");
        check_unusable(tandem({"check", "moesi", "--map", file.c_str(), "--map-of", "cluster.lines.*.state", "--map-of",
                               "cluster.lines.*.state"}),
                       "twice");
        check_unusable(tandem({"check", "moesi", "--map", file.c_str(), "--walks", "3"}), "--walks");
        CHECK(!std::filesystem::exists(file));
    }
}

}  // namespace tandem::tests
