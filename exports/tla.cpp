#include "exports/tla.hpp"

#include <algorithm>
#include <stdexcept>

#include "exports/tla_event.hpp"
#include "exports/tla_monitor.hpp"
#include "exports/tla_tick.hpp"
#include "exports/words.hpp"

namespace tandem::exports {
namespace {

using Sorts = std::set<model::Sort>;

/// The sorts whose names may all be exchanged.
Sorts interchangeable(const TransitionSystem& system) {
    Sorts sorts;
    for (std::size_t s = 0; s < model::sort_count; ++s) {
        const auto sort = static_cast<model::Sort>(s);
        const int extent = system.shape[sort];
        const auto pairs =
            std::count_if(system.symmetries.begin(), system.symmetries.end(), [&](const Exchange& e) { return e.sort == sort; });
        if (pairs == extent * (extent - 1) / 2) sorts.insert(sort);
    }
    return sorts;
}

/// The actions of a system: those of events that are alike are made once.
class Actions {
public:
    Actions(const TlaText& text, const TransitionSystem& system) : text_(text), system_(system) {
        std::vector<int> all(system.events.size());
        for (std::size_t e = 0; e < all.size(); ++e) all[e] = static_cast<int>(e);
        for_each_orbit(all, interchangeable(system),
                       [&](const std::vector<int>& orbit) { add(orbit, interchangeable(system), nullptr); });
        tell_apart();
    }
    const std::vector<TlaAction>& list() const { return actions_; }

private:
    template <class F>
    void for_each_orbit(const std::vector<int>& events, const Sorts& sorts, F&& f) {
        std::set<int> seen;
        for (const int event : events) {
            if (!seen.insert(event).second) continue;
            std::vector<int> orbit{event};
            for (std::size_t i = 0; i < orbit.size(); ++i)
                for (const Exchange& e : system_.symmetries) {
                    const int image = e.events[static_cast<std::size_t>(orbit[i])];
                    if (sorts.contains(e.sort) && seen.insert(image).second) orbit.push_back(image);
                }
            f(orbit);
        }
    }

    const Event& event(int e) const { return system_.events[static_cast<std::size_t>(e)]; }

    TlaEvent::Names names(int e) const {
        TlaEvent::Names all;
        const auto core = [&](int node) {
            const int owner = system_.nodes[static_cast<std::size_t>(node)].owner;
            if (owner >= 0) all.emplace_back(model::Sort::core, owner);
        };
        core(event(e).node);
        if (event(e).channel >= 0) core(system_.channels[static_cast<std::size_t>(event(e).channel)].from);
        for (const auto& name : event(e).names)
            if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        return all;
    }

    /// The names that become parameters: those that tell the event from others, and the only ones of their sort.
    TlaEvent::Names bound(int e, const Sorts& sorts) const {
        TlaEvent::Names result;
        for (const auto& [sort, number] : names(e)) {
            const bool moved =
                std::any_of(system_.symmetries.begin(), system_.symmetries.end(), [&, s = sort, n = number](const Exchange& x) {
                    return x.sort == s && (x.a == n || x.b == n) && x.events[static_cast<std::size_t>(e)] != e;
                });
            if (sorts.contains(sort) && (moved || system_.shape[sort] == 1)) result.emplace_back(sort, number);
        }
        return result;
    }

    /// Adds the actions of an orbit, or only the one with these outcomes.
    void add(const std::vector<int>& orbit, const Sorts& sorts, const std::uint64_t* only) {
        // Names other than 0 where there are several: a field that is not in use holds 0.
        const int event =
            *std::max_element(orbit.begin(), orbit.end(), [&](int a, int b) { return least(a, sorts) < least(b, sorts); });
        const TlaEvent::Names parameters = bound(event, sorts);
        std::size_t instances = 1;
        Sorts used, literal, follow;
        for (const auto& [sort, number] : parameters) {
            instances *= static_cast<std::size_t>(system_.shape[sort]);
            if (!used.insert(sort).second) return split(orbit, sorts, sort, only);
        }
        if (instances != orbit.size())
            return split(orbit, sorts, parameters.empty() ? *sorts.begin() : parameters.back().first, only);
        for (std::size_t s = 0; s < model::sort_count; ++s) {
            const auto sort = static_cast<model::Sort>(s);
            if (used.contains(sort)) continue;
            literal.insert(sort);
            if (sorts.contains(sort)) follow.insert(sort);
        }
        TlaEvent event_text(text_, system_, this->event(event), parameters, literal, follow);
        for (const std::uint64_t outcomes : event_text.outcome_sets()) {
            if (only && *only != outcomes) continue;
            try {
                actions_.push_back(event_text.action(outcomes));
            } catch (const TlaText::Unbound& unbound) {
                split(orbit, sorts, unbound.sort, &outcomes);
            }
        }
    }

    void split(const std::vector<int>& orbit, Sorts sorts, model::Sort sort, const std::uint64_t* only) {
        if (sorts.erase(sort) == 0) throw std::logic_error("an event speaks of a name that it does not know");
        for_each_orbit(orbit, sorts, [&](const std::vector<int>& part) { add(part, sorts, only); });
    }

    int least(int e, const Sorts& sorts) const {
        int sum = 0;
        for (const auto& [sort, number] : bound(e, sorts)) sum += number == 0 ? 0 : 100 + number;
        return sum;
    }

    /// Actions of one name get their handler's kind, then what they speak of, then a number.
    void tell_apart() {
        const auto twice = [&](const TlaAction& a) {
            return std::count_if(actions_.begin(), actions_.end(), [&](const TlaAction& b) { return a.name == b.name; }) > 1;
        };
        const auto extend = [&](auto&& suffix) {
            std::vector<bool> wanted;
            for (const TlaAction& a : actions_) wanted.push_back(twice(a));
            for (std::size_t i = 0; i < actions_.size(); ++i)
                if (wanted[i]) actions_[i].name += suffix(actions_[i]);
        };
        extend([](const TlaAction& a) {
            std::string kind;
            bool upper = true;
            for (const char c : a.kind) {
                if (c != '_') kind += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
                upper = c == '_';
            }
            return kind.empty() ? "" : "_" + kind;
        });
        extend([](const TlaAction& a) { return a.concrete; });
        for (TlaAction& a : actions_) a.name = const_cast<TlaText&>(text_).identifier(a.name);
    }

    const TlaText& text_;
    const TransitionSystem& system_;
    std::vector<TlaAction> actions_;
};

std::string call(const TlaAction& a) {
    std::string parameters;
    for (const auto& [name, set] : a.parameters) parameters += (parameters.empty() ? "(" : ", ") + name;
    return a.name + (parameters.empty() ? "" : parameters + ")");
}

std::string next(const std::vector<TlaAction>& actions) {
    std::string text;
    for (const TlaAction& a : actions) {
        std::string names;
        for (const auto& [name, set] : a.parameters) names += (names.empty() ? "\\E " : ", ") + name + " \\in " + set;
        text += "  \\/ " + names + (names.empty() ? "" : " : ") + call(a) + "\n";
    }
    return text;
}

}  // namespace

TlaFiles write_tla(const TransitionSystem& system, const std::string& title, const TlaOptions& options) {
    const bool identifier =
        !options.module.empty() && std::isalpha(static_cast<unsigned char>(options.module[0])) &&
        std::all_of(options.module.begin(), options.module.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (!identifier)
        throw std::invalid_argument("'" + options.module +
                                    "' is no name for a TLA+ module: a letter, then letters, digits and _ are accepted");
    TlaText text(system, options);
    const Actions actions(text, system);
    const TlaTick tick = tla_tick(text, system);
    const TlaInvariants invariants = tla_invariants(text, system, options.instead_of);
    std::string variables;
    for (const std::string& variable : text.variables()) variables += (variables.empty() ? "" : ", ") + variable;
    std::string body;
    for (const TlaAction& action : actions.list()) body += call(action) + " ==\n" + action.body + "\n";
    const bool bags =
        std::any_of(system.channels.begin(), system.channels.end(), [](const model::ChannelInfo& c) { return !c.ordered; });
    TlaFiles files;
    std::string& out = files.module;
    out = "---- MODULE " + options.module + " ----\n" + as_comment(title + "\n" + system.remarks, "\\*") +
          "\nEXTENDS Naturals, Sequences, FiniteSets\n\n" + text.definitions() + "\n";
    out += "VARIABLES " + variables + "\n\nvars == <<" + variables + ">>\n\n";
    out += "Later(t, u) == IF t < u THEN u ELSE t\n\n";
    if (bags)
        out += "\\* A channel that keeps no order is a set: each message with a number that tells equal ones apart.\n"
               "Copies(channel, message) == Cardinality({x \\in channel : x.message = message})\n"
               "Put(channel, message) == channel \\union {[message |-> message, copy |-> Copies(channel, message) + 1]}\n"
               "Take(channel, message) == channel \\ {[message |-> message, copy |-> Copies(channel, message)]}\n\n";
    out += "TypeOK ==\n" + text.type_invariant() + "\nInit ==\n" + text.initial() + "\n" + tick.definitions +
           tla_observers(text, system, interchangeable(system)) + body;
    if (!tick.name.empty()) out += tick.action + "\n";
    out += "Next ==\n" + next(actions.list()) + (tick.name.empty() ? "" : "  \\/ " + tick.name + "\n") +
           "\nSpec == Init /\\ [][Next]_vars\n\n";
    out += invariants.definitions;
    if (!options.properties.empty()) out += options.properties + "\n";
    out += "====\n";
    files.config = "\\* " + title + "\n\nSPECIFICATION Spec\nINVARIANT TypeOK\n";
    for (const std::string& invariant : invariants.names) files.config += "INVARIANT " + invariant + "\n";
    for (const std::string& invariant : options.invariants) files.config += "INVARIANT " + invariant + "\n";
    files.config += std::string("CHECK_DEADLOCK ") + (options.may_stop ? "FALSE" : "TRUE") + "\n";
    return files;
}

}  // namespace tandem::exports
