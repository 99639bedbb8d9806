#include "apps/prove/told_step.hpp"

#include <algorithm>

#include "apps/common/words.hpp"
#include "smt/prove/readable.hpp"

namespace tandem::apps {

namespace {

struct Place {
    std::string node, field;
};

/// "SM0.lines.A.data" is a field of SM0, and "SM0 to L2.size" one as well, "to L2.size". A list has a size besides its items, so
/// these are members too: "to L2.0.kind".
Place place_of(const std::string& variable) {
    const std::size_t dot = variable.find('.'), to = variable.find(" to ");
    const std::size_t end = std::min(dot, to);
    std::string field = variable.substr(std::min(end + 1, variable.size()));
    std::replace(field.begin(), field.end(), '[', '.');
    std::erase(field, ']');
    return {variable.substr(0, end), field};
}

using Nodes = std::vector<std::pair<std::string, std::vector<model::Field>>>;

/// All nodes of the problem, in its order, with the fields that a state is told by.
Nodes nodes_in(const smt::Problem& problem, const smt::StateVector& state) {
    Nodes nodes;
    const auto node = [&](const std::string& name) -> std::vector<model::Field>& {
        const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const auto& n) { return n.first == name; });
        return found == nodes.end() ? nodes.emplace_back(name, std::vector<model::Field>{}).second : found->second;
    };
    for (const auto& variable : problem.variables) node(place_of(variable.name).node);
    for (const std::string& line : smt::readable(problem, state)) {
        const std::size_t equals = line.find(" = ");
        const Place place = place_of(line.substr(0, equals));
        node(place.node).push_back({place.field, equals == line.npos ? "" : line.substr(equals + 3)});
    }
    return nodes;
}

}  // namespace

std::string broken_clause(const smt::Problem& problem, const smt::CounterexampleToInduction& cti,
                          const std::vector<smt::Clause>& clauses) {
    const auto broken =
        std::find_if(clauses.begin(), clauses.end(), [&](const smt::Clause& c) { return !c.holds(cti.after.data()); });
    if (broken == clauses.end()) return "";
    std::vector<int> variables;
    for (const smt::Literal& l : broken->literals)
        for (const int v : {l.a, l.b})
            if (v >= 0 && std::find(variables.begin(), variables.end(), v) == variables.end()) variables.push_back(v);
    std::vector<std::string> values;
    for (const int v : variables) {
        const int was = cti.before[static_cast<std::size_t>(v)], is = cti.after[static_cast<std::size_t>(v)];
        values.push_back(problem.variables[static_cast<std::size_t>(v)].name + " is " + smt::readable(problem, v, is) +
                         (was == is ? "" : " (it was " + smt::readable(problem, v, was) + ")"));
    }
    return "After it this does not hold: " + smt::readable(problem, *broken) +
           (values.empty() ? ". " : ". There " + join(values, ", ") + ". ");
}

checker::Trace told_step(const smt::Problem& problem, const smt::CounterexampleToInduction& cti, const std::string& claim,
                         const std::string& why, int blocks) {
    const smt::Path& path = problem.paths[static_cast<std::size_t>(cti.path)];
    checker::Trace trace;
    trace.property = claim;
    trace.why = why;
    trace.shortest = false;
    trace.blocks = blocks;
    trace.witnesses = {0};
    trace.start = nodes_in(problem, cti.before);
    trace.cores.assign(trace.start.size(), -1);

    checker::TraceStep step;
    const std::string& event = problem.events[static_cast<std::size_t>(path.event)].name;
    step.event = event;
    for (std::size_t n = 0; n < trace.start.size(); ++n)
        if (const std::string& name = trace.start[n].first; event.starts_with(name + " "))
            step.node = static_cast<int>(n), step.event = name + ": " + event.substr(name.size() + 1);
    for (std::size_t o = 0; o < problem.outcomes.size(); ++o)
        if (path.outcomes >> o & 1) step.outcomes.push_back(problem.outcomes[o]);
    step.lines = path.lines;
    const Nodes after = nodes_in(problem, cti.after);
    for (std::size_t v = 0; v < problem.variables.size(); ++v) {
        const int was = cti.before[v], is = cti.after[v];
        if (was == is) continue;
        const Place place = place_of(problem.variables[v].name);
        step.changes.push_back({place.node, place.field, smt::readable(problem, static_cast<int>(v), was),
                                smt::readable(problem, static_cast<int>(v), is)});
    }
    for (std::size_t n = 0; n < after.size(); ++n)
        if (std::any_of(step.changes.begin(), step.changes.end(),
                        [&](const checker::Change& change) { return change.node == after[n].first; }))
            step.states.emplace_back(static_cast<int>(n), after[n].second);
    trace.steps.push_back(std::move(step));
    return trace;
}

}  // namespace tandem::apps
