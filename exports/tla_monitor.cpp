#include "exports/tla_monitor.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "smt/substitution.hpp"
#include "exports/tla_event.hpp"

namespace tandem::exports {
namespace {

using Names = TlaEvent::Names;

/// Which leaves of an event are names, and of which sort.
constexpr std::array sorts_of_arguments{model::Sort::core, model::Sort::thread, model::Sort::address};

class ObserverText {
public:
    ObserverText(const TlaText& text, const TransitionSystem& system, const Observer& observer)
        : text_(text), system_(system), observer_(observer) {}

    /// What the monitor is, for all names; those of the sorts in `alike` are parameters, all others are told apart.
    std::string body(std::set<model::Sort> alike) {
        for (;;) {
            try {
                return cases(alike, 0, {}, {});
            } catch (const TlaText::Unbound& unbound) {
                if (alike.erase(unbound.sort) == 0) throw std::logic_error("a monitor speaks of a name that it does not know");
            }
        }
    }
    std::string parameters() const {
        std::string all = before;
        for (std::size_t i = 0; i < observer_.asks.size(); ++i)
            if (observer_.asks[i]) all += ", " + called(i);
        return all;
    }

private:
    static constexpr const char* before = "mon";

    std::string called(std::size_t argument) const {
        if (argument < sorts_of_arguments.size()) return text_.element(sorts_of_arguments[argument]);
        return system_.monitor->arguments[argument] == "value" ? text_.element(model::Sort::value)
                                                               : system_.monitor->arguments[argument];
    }

    /// `known` are the names that the event speaks of so far.
    std::string cases(const std::set<model::Sort>& alike, std::size_t argument, Names bound, std::map<Place, int> known) {
        if (argument == sorts_of_arguments.size()) return one(bound, known);
        const model::Sort sort = sorts_of_arguments[argument];
        const Place place{Place::reported, static_cast<int>(argument)};
        if (!observer_.asks[argument]) return cases(alike, argument + 1, bound, known);
        if (alike.contains(sort)) {
            const int number = system_.shape[sort] - 1;
            bound.emplace_back(sort, number);
            known[place] = number;
            return cases(alike, argument + 1, bound, known);
        }
        std::string text;
        for (int n = 0; n < system_.shape[sort]; ++n) {
            known[place] = n;
            const std::string here = cases(alike, argument + 1, bound, known),
                              name = text_.name(sort, n, TlaText::Scope{0, {}, {sort}, {}, false, {}});
            if (n + 1 < system_.shape[sort]) text += "IF " + called(argument) + " = " + name + " THEN " + here + "\n  ELSE ";
            else text += here;
        }
        return "(" + text + ")";
    }

    std::string one(const Names& bound, const std::map<Place, int>& known) {
        const Event event{system_.monitor_node(), -1, "", false, with_known(observer_.tree, known)};
        std::set<model::Sort> literal{model::Sort::core, model::Sort::thread, model::Sort::address, model::Sort::value};
        for (const auto& [sort, number] : bound) literal.erase(sort);
        std::map<int, std::string> arguments;
        for (std::size_t i = 0; i < observer_.asks.size(); ++i)
            if (observer_.asks[i]) arguments[static_cast<int>(i)] = called(i);
        return TlaEvent(text_, system_, event, bound, literal, {}).told(before, arguments);
    }

    const TlaText& text_;
    const TransitionSystem& system_;
    const Observer& observer_;
};

/// Calls note(place) for each leaf that an expression speaks of.
template <class F>
void each_place(Expression e, F&& note) {
    if (e.is_constant()) return;
    if (e.op() == Operator::variable) return note(e.place());
    for (int i = 0; i < 3; ++i) each_place(e.operand(i), note);
}

}  // namespace

std::string tla_observers(const TlaText& text, const TransitionSystem& system, const std::set<model::Sort>& alike) {
    if (!system.monitor) return "";
    std::string all = "\\* What the monitor remembers after an event.\n";
    for (const Observer& observer : system.monitor->observers) {
        ObserverText made(text, system, observer);
        const std::string body = made.body(alike);
        all += text.observer(observer.kind) + "(" + made.parameters() + ") ==\n  " + body + "\n";
    }
    return all + "\n";
}

TlaInvariants tla_invariants(const TlaText& text, const TransitionSystem& system, const std::vector<std::string>& without) {
    TlaInvariants result;
    for (const Invariant& invariant : system.invariants) {
        if (std::find(without.begin(), without.end(), invariant.name) != without.end()) continue;
        TlaText::Scope scope{0,  {},    {model::Sort::core, model::Sort::thread, model::Sort::address, model::Sort::value},
                             {}, false, {}};
        bool possible = true;
        for (const auto& failure : invariant.failures)
            for (const Expression& e : failure) {
                each_place(e, [&](Place place) {
                    // Each leaf is called by its whole path.
                    if (place.node <= system.monitor_node()) {
                        TlaText::Scope of_node = scope;
                        of_node.node = place.node;
                        of_node.variables.clear();
                        scope.variables[place] = text.expression(system.expressions->variable(place, text.leaf_type(place)),
                                                                 text.leaf_type(place), of_node);
                        return;
                    }
                    const int c = place.node - system.monitor_node() - 1, width = static_cast<int>(system.message.leaves.size());
                    possible = possible && system.channels[static_cast<std::size_t>(c)].ordered;
                    const std::string path = text.channel_path(c, scope);
                    if (place.leaf == 0) {
                        scope.variables[place] = "Len(" + path + ")";
                    } else {
                        const std::string field = text.leaf_path({Place::message, (place.leaf - 1) % width}, scope);
                        scope.variables[place] =
                            path + "[" + std::to_string((place.leaf - 1) / width + 1) + "]" + field.substr(1);
                    }
                });
            }
        if (!possible) continue;
        std::string failures;
        for (const auto& failure : invariant.failures) {
            std::string all;
            for (const Expression& e : failure) all += (all.empty() ? "" : " /\\ ") + text.condition(e, true, scope);
            failures += "  /\\ ~(" + (all.empty() ? "TRUE" : all) + ")\n";
        }
        const std::string name = TlaText::invariant_name(invariant.name);
        result.definitions +=
            "\\* " + invariant.sentence + "\n" + name + " ==\n" + (failures.empty() ? "  TRUE\n" : failures) + "\n";
        result.names.push_back(name);
    }
    return result;
}

}  // namespace tandem::exports
