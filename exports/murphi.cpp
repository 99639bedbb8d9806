#include "exports/murphi.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "exports/murphi_invariant.hpp"
#include "exports/murphi_rule.hpp"
#include "exports/murphi_tick.hpp"
#include "exports/words.hpp"

namespace tandem::exports {
namespace {

void write_maximum(std::ostream& out) {
    out << "function later(a: moment; b: moment): moment;\nbegin\n"
        << "  if a < b then return b; else return a; end;\nend;\n\n";
}

/// Sorts a channel whose last message is new, so that the order of arrival leaves no trace.
void write_sort(std::ostream& out, const MurphiText& text, const TransitionSystem& system, const std::string& type,
                int capacity) {
    const std::string before = "before_" + type, last = std::to_string(capacity - 1);
    out << "function " << before << "(var a: " << text.message_type() << "; var b: " << text.message_type()
        << "): boolean;\nbegin\n";
    for (std::size_t i = 0; i < system.message.leaves.size(); ++i) {
        const std::string field = text.message_leaf(static_cast<int>(i));
        const ValueType& values = *system.message.leaves[i];
        out << "  if a" << field << " != b" << field << " then ";
        if (values.kind != ValueType::Kind::boolean && (values.names.empty() || values.names[0] == "0")) {
            out << "return a" << field << " < b" << field << ";";
        } else {
            for (int v = 0; v + 1 < values.cardinality; ++v) {
                const std::string name = text.constant(v, values);
                out << "if a" << field << " = " << name << " then return true; end; if b" << field << " = " << name
                    << " then return false; end; ";
            }
            out << "return false;";
        }
        out << " end;\n";
    }
    out << "  return false;\nend;\n\n"
        << "procedure sort_" << type << "(var c: " << type << ");\nvar\n  swapped: " << text.message_type() << ";\nbegin\n"
        << "  for k: 0.." << last << " do\n    for j: 1.." << last << " do\n"
        << "      if j < c.count & " << before << "(c.messages[j], c.messages[j - 1]) then\n"
        << "        swapped := c.messages[j];\n        c.messages[j] := c.messages[j - 1];\n        c.messages[j - 1] := "
           "swapped;\n"
        << "      end;\n    end;\n  end;\nend;\n\n";
}

void write_sorts(std::ostream& out, const MurphiText& text, const TransitionSystem& system) {
    std::set<std::string> written;
    for (std::size_t c = 0; c < system.channels.size(); ++c) {
        const model::ChannelInfo& channel = system.channels[c];
        const std::string& type = text.channel_type(static_cast<int>(c));
        if (!channel.ordered && channel.capacity > 1 && written.insert(type).second)
            write_sort(out, text, system, type, channel.capacity);
    }
}

std::string sorting(const MurphiText& text, const TransitionSystem& system, int channel) {
    const model::ChannelInfo& info = system.channels[static_cast<std::size_t>(channel)];
    if (info.ordered || info.capacity == 1) return "";
    return "  sort_" + text.channel_type(channel) + "(" + text.channel(channel) + ");\n";
}

void write_start(std::ostream& out, const MurphiText& text, const TransitionSystem& system, int which) {
    out << "startstate \"" << which << "\"\nbegin\n";
    std::set<std::string> cleared;
    for (std::size_t n = 0; n < system.nodes.size(); ++n) {
        const std::string& name = text.node(static_cast<int>(n));
        if (cleared.insert(name.substr(0, name.find('['))).second) out << "  clear " << name.substr(0, name.find('[')) << ";\n";
    }
    for (std::size_t c = 0; c < system.channels.size(); ++c) out << "  clear " << text.channel(static_cast<int>(c)) << ";\n";
    for (const std::string& name : text.monitor()) out << "  clear " << name << ";\n";
    for (std::size_t n = 0; n < system.initial[static_cast<std::size_t>(which)].size(); ++n) {
        const auto& types = system.state_of(static_cast<int>(n)).leaves;
        for (std::size_t leaf = 0; leaf < types.size(); ++leaf)
            if (const int value = system.initial[static_cast<std::size_t>(which)][n][leaf])
                out << "  " << text.leaf(static_cast<int>(n), static_cast<int>(leaf))
                    << " := " << text.constant(value, *types[leaf]) << ";\n";
    }
    out << "end;\n\n";
}

// ---- scalarsets -----------------------------------------------------------------------------------------------------

/// All initial states at once, which must differ by what some leaves hold, independently of each other.
void write_starts(std::ostream& out, const MurphiText& text, const TransitionSystem& system) {
    std::string rulesets, body;
    std::size_t states = 1;
    for (std::size_t n = 0; n < system.nodes.size(); ++n) {
        const auto& types = system.kinds[static_cast<std::size_t>(system.nodes[n].kind)].leaves;
        for (std::size_t leaf = 0; leaf < types.size(); ++leaf) {
            const std::string assign = "  " + text.leaf(static_cast<int>(n), static_cast<int>(leaf)) + " := ";
            const int value = system.initial[0][n][leaf];
            if (std::all_of(system.initial.begin(), system.initial.end(),
                            [&](const auto& nodes) { return nodes[n][leaf] == value; })) {
                if (value) body += assign + text.constant(value, *types[leaf]) + ";\n";
                continue;
            }
            const std::string name = "start" + std::to_string(leaf) + "_" + std::to_string(n);
            rulesets += (rulesets.empty() ? "ruleset " : "; ") + name + ": " + text.type(*types[leaf]);
            body += assign + name + ";\n";
            states *= static_cast<std::size_t>(types[leaf]->cardinality);
        }
    }
    if (std::set(system.initial.begin(), system.initial.end()).size() != states)
        throw std::invalid_argument("no scalarsets: the initial states do not differ in independent fields");
    const MurphiRule::Choice all = MurphiRule::choose(text, {}, {}, text.reset() + body);
    out << rulesets << (rulesets.empty() ? "" : " do\n") << "startstate \"0\"\n"
        << (all.locals.empty() ? "" : "  var\n" + all.locals) << "begin\n"
        << all.statements << "end;\n"
        << (rulesets.empty() ? "" : "end;\n") << "\n";
}

/// The least names of each sort that tell `event` from all others like it: what is neither may be exchanged.
std::vector<MurphiText::Parameter> bound_names(const MurphiText& text, const TransitionSystem& system, std::size_t event) {
    std::vector<std::pair<const MurphiText::Parameter*, const MurphiText::Parameter*>> moved;
    const auto parameter = [&](model::Sort sort, int number) -> const MurphiText::Parameter* {
        for (const auto& p : text.parameters())
            if (p.sort == sort && p.number == number) return &p;
        return nullptr;
    };
    for (const Exchange& e : system.symmetries)
        if (parameter(e.sort, e.a) && e.events[event] != static_cast<int>(event))
            moved.emplace_back(parameter(e.sort, e.a), parameter(e.sort, e.b));
    std::vector<MurphiText::Parameter> bound;
    while (!moved.empty()) {
        const auto pairs = [&](const auto& p) {
            return std::count_if(moved.begin(), moved.end(), [&](const auto& m) { return m.first == &p || m.second == &p; });
        };
        const auto most = std::max_element(text.parameters().begin(), text.parameters().end(),
                                           [&](const auto& p, const auto& q) { return pairs(p) < pairs(q); });
        bound.push_back(*most);
        std::erase_if(moved, [&](const auto& m) { return m.first == &*most || m.second == &*most; });
    }
    // Of two cores one tells the other, but the rule names a channel by both.
    if (const int channel = system.events[event].channel; channel >= 0)
        for (const auto& p : text.parameters())
            if (mentions(text.channel(channel), p.name) &&
                std::none_of(bound.begin(), bound.end(), [&](const auto& q) { return q.name == p.name; }))
                bound.push_back(p);
    std::sort(bound.begin(), bound.end(),
              [](const auto& p, const auto& q) { return std::pair(p.sort, p.number) < std::pair(q.sort, q.number); });
    return bound;
}

/// One rule for all events that renaming maps to each other.
void write_orbits(std::ostream& out, const MurphiText& text, const TransitionSystem& system) {
    std::set<std::size_t> written;
    for (std::size_t event = 0; event < system.events.size(); ++event) {
        if (written.contains(event)) continue;
        std::vector<std::size_t> orbit{event};
        written.insert(event);
        for (std::size_t i = 0; i < orbit.size(); ++i)
            for (const Exchange& e : system.symmetries) {
                const bool scalar = std::any_of(text.parameters().begin(), text.parameters().end(),
                                                [&](const auto& p) { return p.sort == e.sort; });
                const auto image = static_cast<std::size_t>(e.events[orbit[i]]);
                if (scalar && written.insert(image).second) orbit.push_back(image);
            }
        out << MurphiRule(text, system, system.events[event], bound_names(text, system, event)).print();
    }
}

/// What the monitor does when it is told of an event.
std::string procedures_of_monitor(const MurphiText& text, const TransitionSystem& system) {
    std::string all;
    if (!system.monitor) return all;
    for (const Observer& observer : system.monitor->observers) all += MurphiRule::procedure(text, system, observer);
    return all;
}

std::string invariants(const MurphiText& text, const TransitionSystem& system) {
    std::string all;
    for (const Invariant& invariant : system.invariants) {
        const std::string fails = failure(text, invariant);
        all += "-- " + invariant.sentence + "\ninvariant \"" + invariant.name + "\"\n  !" +
               (fails.find(' ') == std::string::npos ? fails : "(" + fails + ")") + ";\n\n";
    }
    return all;
}

}  // namespace

void write_murphi(std::ostream& out, const TransitionSystem& system, const std::string& title, const MurphiOptions& options) {
    if (options.scalarsets && time_passes(system))
        throw std::invalid_argument("no scalarsets: the rule for physical time does not know them");
    const MurphiText text(system, options.scalarsets);
    out << as_comment(title + "\n" + system.remarks, "--") << text.renamed() << "\ntype\n"
        << text.types() << "\nvar\n"
        << text.variables() << "\n";
    write_maximum(out);
    // Functions come before rules; which there are the rules say.
    std::ostringstream rules;
    std::string procedures;
    if (text.scalarsets()) {
        write_starts(rules, text, system);
        write_orbits(rules, text, system);
        procedures = text.procedures();
    } else {
        write_sorts(out, text, system);
        for (int which = 0; which < static_cast<int>(system.initial.size()); ++which) write_start(rules, text, system, which);
        for (const Event& event : system.events) rules << MurphiRule(text, system, event).print();
        if (time_passes(system)) rules << murphi_tick(text, system, sorting);
        procedures = procedures_of_monitor(text, system);
    }
    // An invariant is of nodes and blocks by their names, which scalarsets have not.
    if (text.scalarsets() && !system.invariants.empty())
        rules << "-- No invariant is stated: with scalarsets nodes and blocks have no names.\n";
    else rules << invariants(text, system);
    out << text.functions() << procedures << rules.str();
}

}  // namespace tandem::exports
