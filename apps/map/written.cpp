#include "apps/map/written.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "apps/pictures/chart.hpp"
#include "apps/pictures/colours.hpp"
#include "apps/pictures/graph.hpp"
#include "apps/pictures/svg.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

std::string heading(const FieldMachine& machine) {
    return machine.field.empty() ? machine.kind + ": no field has words for values; --map-of chooses another"
                                 : name_of(machine) + (std::count(machine.values.begin(), machine.values.end(), absent)
                                                           ? fmt::format(" ({}: there is none)", absent)
                                                           : "");
}

Graph graph_of(const FieldMachine& machine) {
    constexpr std::size_t most_lines = 6;  // of an arrow's label; the tip and the page have all
    Graph graph{machine.values, {}};
    for (const FieldMachine::Arrow& arrow : machine.arrows) {
        Graph::Arrow drawn{static_cast<std::size_t>(arrow.from), static_cast<std::size_t>(arrow.to), {}};
        std::vector<std::string> all;
        for (const auto& [label, where] : arrow.labels) all.push_back(label);
        drawn.words = all;
        if (all.size() > most_lines) {
            drawn.words.resize(most_lines - 1);
            drawn.words.push_back(fmt::format("and {} more", all.size() - (most_lines - 1)));
        }
        drawn.tip = join(all, ", ");
        graph.arrows.push_back(std::move(drawn));
    }
    return graph;
}

/// Levels, and beneath them where each outcome is first seen.
double draw_levels(Svg& svg, const StateMap& map, double top) {
    constexpr double width = 560, height = 170, row = 16;
    double most = 1;
    for (const std::uint64_t states : map.levels) most = std::max(most, static_cast<double>(states));
    const double left = 80, bottom = top + height;
    const Axis up(most, bottom, top),
        across(std::max<double>(1, static_cast<double>(map.levels.size())), left, left + width, true);
    const auto seen = std::count_if(map.outcomes.begin(), map.outcomes.end(), [](const auto& o) { return o.level >= 0; });
    const double end = bottom + 44 + row * static_cast<double>(seen);
    draw_up(svg, up, left, left + width, "states");
    draw_across(svg, across, top, bottom, "level");
    for (std::size_t level = 0; level < map.levels.size(); ++level) {
        const double x = across.place(static_cast<double>(level)), states = static_cast<double>(map.levels[level]);
        svg.box(x, up.place(states), across.place(static_cast<double>(level) + 1) - x, bottom - up.place(states),
                colour_of_part(0), "states", fmt::format("level {}: {} states", level, map.levels[level]));
    }
    double y = bottom + 54;
    std::vector<std::string> never;
    for (const auto& [outcome, level] : map.outcomes) {
        if (level < 0) {
            never.push_back(outcome);
            continue;
        }
        const double x = across.place(level + 0.5);
        svg.rule(left, y, x, y, "grid");
        svg.dot(x, y, colour_of_part(1), "outcomes", fmt::format("{}: level {}", outcome, level));
        svg.text(x + 8, y + 4, fmt::format("{}  {}", outcome, level), Svg::At::start, 11);
        y += row;
    }
    y = std::max(y, end) + 10;
    svg.text(left, y, "Each outcome of a handler, at the first level with a state in which it is possible.", Svg::At::start, 11);
    for (std::size_t i = 0; i < never.size(); i += 4) {
        y += row;
        svg.text(left, y,
                 (i == 0 ? "Never: " : "") + join({never.begin() + static_cast<std::ptrdiff_t>(i),
                                                   never.begin() + static_cast<std::ptrdiff_t>(std::min(i + 4, never.size()))},
                                                  ", "),
                 Svg::At::start, 11);
    }
    return y;
}

std::string as_text_of_json(const StateMap& map) { return json_text(as_json(map)) + "\n"; }

std::string (*text_by_ending(const std::string& path))(const StateMap&) {
    if (path.ends_with(".svg")) return [](const StateMap& map) { return as_svg(map); };
    if (path.ends_with(".html")) return as_page;
    if (path.ends_with(".json")) return as_text_of_json;
    throw UsageError(
        "the map '" + path +
        "' has no ending that says what it is: .svg (a picture), .html (a page with tables) and .json (numbers) are accepted");
}

}  // namespace

std::string name_of(const FieldMachine& machine) { return machine.kind + "." + machine.field; }

std::string scope(const StateMap& map) {
    std::uint64_t states = 0;
    for (const std::uint64_t level : map.levels) states += level;
    return fmt::format("{} states{} in {} levels{}", states, map.symmetric ? " up to symmetry" : "", map.levels.size(),
                       map.ending == "complete" ? "" : "; not all was explored: " + map.ending);
}

std::string as_svg(const StateMap& map, Diagrams which) {
    Svg svg;
    svg.text(14, 26, "States of " + map.system, Svg::At::start, 15);
    svg.text(14, 46, scope(map));
    double y = draw_levels(svg, map, 70);
    for (const FieldMachine& machine : map.machines) {
        if (which == Diagrams::small && machine.values.size() > most_states_of_diagram) continue;
        y += 40;
        svg.text(14, y, heading(machine), Svg::At::start, 14, true);
        if (!machine.values.empty()) y = draw_graph(svg, graph_of(machine), 14, y + 18);
    }
    return svg.finish();
}

nlohmann::json as_json(const StateMap& map) {
    nlohmann::json outcomes = nlohmann::json::array(), machines = nlohmann::json::array();
    for (const auto& [outcome, level] : map.outcomes)
        outcomes.push_back({{"outcome", outcome}, {"level", level < 0 ? nlohmann::json() : nlohmann::json(level)}});
    for (const FieldMachine& machine : map.machines) {
        nlohmann::json arrows = nlohmann::json::array();
        for (const auto& arrow : machine.arrows)
            for (const auto& [label, where] : arrow.labels)
                arrows.push_back({{"from", machine.values[static_cast<std::size_t>(arrow.from)]},
                                  {"to", machine.values[static_cast<std::size_t>(arrow.to)]},
                                  {"outcome", label},
                                  {"level", where.level},
                                  {"event", where.event}});
        nlohmann::json entries = nlohmann::json::array();
        for (const FieldMachine::Entry& entry : machine.entries) {
            const bool refused = entry.next == FieldMachine::refused;
            entries.push_back(
                {{"state", machine.values[static_cast<std::size_t>(entry.state)]},
                 {"event", entry.event},
                 {"next", refused ? nlohmann::json() : nlohmann::json(machine.values[static_cast<std::size_t>(entry.next)])},
                 {"outcome", entry.outcomes},
                 {"level", entry.first.level},
                 {"example", entry.first.event}});
        }
        machines.push_back({{"kind", machine.kind},
                            {"field", machine.field},
                            {"values", machine.values},
                            {"arrows", arrows},
                            {"table", entries}});
    }
    return {{"system", map.system}, {"ending", map.ending}, {"symmetry", map.symmetric},
            {"levels", map.levels}, {"outcomes", outcomes}, {"machines", machines}};
}

MapOutput::MapOutput(const std::string& path)
    : path_(path), text_(path.empty() ? nullptr : text_by_ending(path)), file_(path, "map") {}

void MapOutput::commit(const std::optional<StateMap>& map) {
    if (path_.empty()) return;
    if (!map)
        std::cerr << "The states were not all looked at again, so the map '" + model::cleaned_line(path_) + "' is not written\n";
    else file_.commit(text_(*map));
}

}  // namespace tandem::apps
