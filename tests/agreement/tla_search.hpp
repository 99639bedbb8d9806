// TLA+ specifications evaluated and searched breadth first, as TLC does. An action is run from left to right, x' = e gives x' its
// value, and each way through disjunctions and quantifiers is one transition.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>

#include "tests/agreement/tla_syntax.hpp"
#include "tests/agreement/tla_value.hpp"

namespace tandem::agreement::tla {

class Specification {
public:
    explicit Specification(const std::string& text) : module_(Parser(text).module()) {
        for (const Definition& d : module_.definitions)
            if (!definitions_.emplace(d.name, &d).second) throw std::runtime_error(d.name + " is defined twice");
        for (std::size_t i = 0; i < module_.variables.size(); ++i) variables_[module_.variables[i]] = i;
    }

    using State = std::vector<Value>;
    struct Counts {
        std::size_t states = 0, transitions = 0, stuck = 0, levels = 0;
    };

    /// Counts the reachable states; each must satisfy the invariants. Gives up, with the counts so far, beyond `limit` states.
    Counts search(const std::vector<std::string>& invariants, std::size_t limit) {
        std::set<State> seen;
        std::vector<State> level;
        Counts counts;
        const auto add = [&](State state, std::vector<State>& to) {
            if (!seen.insert(state).second) return;
            for (const std::string& invariant : invariants)
                if (!evaluate(*definitions_.at(invariant)->body, {&state, nullptr}, nullptr).truth())
                    throw std::runtime_error(invariant + " does not hold");
            to.push_back(std::move(state));
        };
        const auto run = [&](const std::string& predicate, const State* from, const std::function<void(State)>& found) {
            Next next(module_.variables.size());
            act(*definitions_.at(predicate)->body, {from, &next}, nullptr, [&] {
                State state;
                for (const auto& value : next) {
                    if (!value) throw std::runtime_error("a variable gets no value");
                    state.push_back(*value);
                }
                found(std::move(state));
            });
        };
        initial_ = true;
        run("Init", nullptr, [&](State state) { add(std::move(state), level); });
        initial_ = false;
        for (; !level.empty() && seen.size() <= limit; ++counts.levels) {
            std::vector<State> next;
            for (const State& state : level) {
                const std::size_t before = counts.transitions;
                run("Next", &state, [&](State successor) {
                    ++counts.transitions;
                    add(std::move(successor), next);
                });
                counts.stuck += counts.transitions == before;
            }
            level = std::move(next);
        }
        counts.states = seen.size();
        return counts;
    }

private:
    using Next = std::vector<std::optional<Value>>;
    struct World {
        const State* now;
        Next* next;
    };
    /// The meaning of names: values, or expressions that are evaluated on demand.
    struct Scope {
        const std::string& name;
        mutable std::optional<Value> value;
        const Syntax* expression;
        const Scope* expression_scope;
        const Scope* outer;
    };
    using Continue = std::function<void()>;

    // ---- actions ----------------------------------------------------------------------------------------------------

    void act(const Syntax& e, World world, const Scope* scope, const Continue& then) {
        if (e.op == "/\\") return act(*e.operands[0], world, scope, [&] { act(*e.operands[1], world, scope, then); });
        if (e.op == "\\/") return act(*e.operands[0], world, scope, then), act(*e.operands[1], world, scope, then);
        if (e.op == "IF") return act(*e.operands[evaluate(*e.operands[0], world, scope).truth() ? 1 : 2], world, scope, then);
        if (e.op == "LET")
            return with_definitions(e, 0, scope, [&](const Scope* inner) { act(*e.operands.back(), world, inner, then); });
        if (e.op == "\\E") {
            for (const Value set = evaluate(*e.operands[0], world, scope); const Value& x : set.items()) {
                no_clash(e.names[0], scope);
                const Scope inner{e.names[0], x, nullptr, nullptr, scope};
                act(*e.operands[1], world, &inner, then);
            }
            return;
        }
        if (e.op == "UNCHANGED") {
            std::vector<std::size_t> set;
            bool same = true;
            for (const Tree& variable : e.operands[0]->operands) {
                const std::size_t i = variables_.at(variable->name);
                if (!(*world.next)[i]) (*world.next)[i] = (*world.now)[i], set.push_back(i);
                else same = same && (*world.next)[i]->equals((*world.now)[i]);
            }
            if (same) then();
            for (const std::size_t i : set) (*world.next)[i].reset();
            return;
        }
        if (e.op == "=") {
            const Syntax& left = *e.operands[0];
            const Syntax* variable = initial_ && left.op == "name" ? &left
                                     : left.op == "prime"          ? left.operands[0].get()
                                                                   : nullptr;
            if (variable && variables_.contains(variable->name) && !find(variable->name, scope)) {
                auto& value = (*world.next)[variables_.at(variable->name)];
                if (!value) {
                    value = evaluate(*e.operands[1], world, scope);
                    then();
                    return value.reset();
                }
            }
        }
        if (e.op == "name" && !find(e.name, scope) && definitions_.contains(e.name))
            return apply(e, scope, [&](const Syntax& body, const Scope* inner) { act(body, world, inner, then); });
        if (evaluate(e, world, scope).truth()) then();
    }

    // ---- names ------------------------------------------------------------------------------------------------------

    static const Scope* find(const std::string& name, const Scope* scope) {
        while (scope && scope->name != name) scope = scope->outer;
        return scope;
    }

    template <class F>
    void with_definitions(const Syntax& let, std::size_t i, const Scope* scope, F&& f) {
        if (i == let.names.size()) return f(scope);
        no_clash(let.names[i], scope);
        const Scope inner{let.names[i], std::nullopt, let.operands[i].get(), scope, scope};
        with_definitions(let, i + 1, &inner, f);
    }

    /// Calls f(body, scope) for an operator applied to operands, which are evaluated on demand.
    template <class F>
    void apply(const Syntax& e, const Scope* scope, F&& f) {
        const Definition& d = *definitions_.at(e.name);
        if (d.parameters.size() != e.operands.size()) throw std::runtime_error(e.name + " takes another number of operands");
        bind(d, e, 0, scope, nullptr, f);
    }
    template <class F>
    void bind(const Definition& d, const Syntax& e, std::size_t i, const Scope* outside, const Scope* inside, F&& f) {
        if (i == d.parameters.size()) return f(*d.body, inside);
        no_clash(d.parameters[i], nullptr);
        const Scope next{d.parameters[i], std::nullopt, e.operands[i].get(), outside, inside};
        bind(d, e, i + 1, outside, &next, f);
    }

    /// A name must not be given a second meaning.
    void no_clash(const std::string& name, const Scope* scope) const {
        if (find(name, scope) || definitions_.contains(name) || variables_.contains(name))
            throw std::runtime_error(name + " has a meaning already");
    }

    // ---- expressions ------------------------------------------------------------------------------------------------

    Value evaluate_in(const Syntax& e, World world, const Scope* scope, const std::string& name, const Value& value) {
        no_clash(name, scope);
        const Scope inner{name, value, nullptr, nullptr, scope};
        return evaluate(e, world, &inner);
    }

    Value evaluate(const Syntax& e, World world, const Scope* scope) {
        const auto operand = [&](std::size_t i) { return evaluate(*e.operands[i], world, scope); };
        const auto truth = [](bool b) { return Value::boolean(b); };
        const std::string& op = e.op;
        if (op == "name") return name(e, world, scope);
        if (op == "number") return Value::number(std::stoi(e.name));
        if (op == "string") return Value::string(e.name);
        if (op == "apply") return operand(0).at(operand(1));
        if (op == "/\\") return truth(operand(0).truth() && operand(1).truth());
        if (op == "\\/") return truth(operand(0).truth() || operand(1).truth());
        if (op == "~") return truth(!operand(0).truth());
        if (op == "=>") return truth(!operand(0).truth() || operand(1).truth());
        if (op == "=") return truth(operand(0).equals(operand(1)));
        if (op == "#") return truth(!operand(0).equals(operand(1)));
        if (op == "<") return truth(operand(0).integer() < operand(1).integer());
        if (op == "<=") return truth(operand(0).integer() <= operand(1).integer());
        if (op == ">") return truth(operand(0).integer() > operand(1).integer());
        if (op == ">=") return truth(operand(0).integer() >= operand(1).integer());
        if (op == "+") return Value::number(operand(0).integer() + operand(1).integer());
        if (op == "-") {
            const int n = operand(0).integer() - operand(1).integer();
            if (n < 0) throw std::runtime_error("a natural number below 0");
            return Value::number(n);
        }
        if (op == "\\in") return truth(member(operand(0), *e.operands[1], world, scope));
        if (op == "IF") return operand(operand(0).truth() ? 1 : 2);
        if (op == "\\E" || op == "\\A") {
            const bool some = op == "\\E";
            for (const Value set = operand(0); const Value& x : set.items())
                if (evaluate_in(*e.operands[1], world, scope, e.names[0], x).truth() == some) return truth(some);
            return truth(!some);
        }
        if (op == "LET") {
            std::optional<Value> result;
            with_definitions(e, 0, scope, [&](const Scope* inner) { result = evaluate(*e.operands.back(), world, inner); });
            return *result;
        }
        if (op == "prime") {
            const auto& value = (*world.next)[variables_.at(e.operands[0]->name)];
            if (!value) throw std::runtime_error("a variable is read before it has its next value");
            return *value;
        }
        return constructed(e, world, scope);
    }

    Value constructed(const Syntax& e, World world, const Scope* scope) {
        const auto operand = [&](std::size_t i) { return evaluate(*e.operands[i], world, scope); };
        const std::string& op = e.op;
        std::vector<Value> items;
        if (op == "tuple" || op == "set") {
            for (std::size_t i = 0; i < e.operands.size(); ++i) items.push_back(operand(i));
            return op == "set" ? Value::set(items) : Value::tuple(items);
        }
        if (op == "record") {
            Value::Map map;
            for (std::size_t i = 0; i < e.operands.size(); ++i) map.emplace_back(Value::string(e.names[i]), operand(i));
            return Value::function(std::move(map));
        }
        if (op == "function") {
            Value::Map map;
            for (const Value set = operand(0); const Value& x : set.items())
                map.emplace_back(x, evaluate_in(*e.operands[1], world, scope, e.names[0], x));
            return Value::function(std::move(map));
        }
        if (op == "filter") {
            for (const Value set = operand(0); const Value& x : set.items())
                if (evaluate_in(*e.operands[1], world, scope, e.names[0], x).truth()) items.push_back(x);
            return Value::set(items);
        }
        if (op == "image") {
            for (const Value set = operand(0); const Value& x : set.items())
                items.push_back(evaluate_in(*e.operands[1], world, scope, e.names[0], x));
            return Value::set(items);
        }
        if (op == "UNION") {
            for (const Value sets = operand(0); const Value& set : sets.items())
                items.insert(items.end(), set.items().begin(), set.items().end());
            return Value::set(items);
        }
        if (op == "..") {
            for (int n = operand(0).integer(); n <= operand(1).integer(); ++n) items.push_back(Value::number(n));
            return Value::set(items);
        }
        if (op == "\\union" || op == "\\") {
            const Value a = operand(0), b = operand(1);
            for (const Value& x : a.items())
                if (op == "\\union" || !b.contains(x)) items.push_back(x);
            if (op == "\\union") items.insert(items.end(), b.items().begin(), b.items().end());
            return Value::set(items);
        }
        if (op == "functions") {
            std::vector<Value::Map> maps{{}};
            const Value domain = operand(0), range = operand(1);
            for (const Value& x : domain.items()) {
                std::vector<Value::Map> longer;
                for (const Value::Map& map : maps)
                    for (const Value& y : range.items()) {
                        longer.push_back(map);
                        longer.back().emplace_back(x, y);
                    }
                maps = std::move(longer);
            }
            for (Value::Map& map : maps) items.push_back(Value::function(std::move(map)));
            return Value::set(items);
        }
        if (op == "EXCEPT") {
            Value result = operand(0);
            for (std::size_t i = 1; i < e.operands.size(); i += 2) {
                std::vector<Value> path;
                for (const Tree& step : e.operands[i]->operands) path.push_back(evaluate(*step, world, scope));
                result = changed(result, path, 0, operand(i + 1));
            }
            return result;
        }
        throw std::runtime_error("'" + op + "' is not known");
    }

    static Value changed(const Value& function, const std::vector<Value>& path, std::size_t i, const Value& value) {
        if (i == path.size()) return value;
        Value::Map map = function.map();
        const Value part = changed(function.at(path[i]), path, i + 1, value);
        for (auto& [argument, result] : map)
            if (argument == path[i]) result = part;
        return Value::function(std::move(map));
    }

    Value name(const Syntax& e, World world, const Scope* scope) {
        if (const Scope* found = find(e.name, scope)) {
            if (!found->value) found->value = evaluate(*found->expression, world, found->expression_scope);
            return *found->value;
        }
        if (const auto variable = variables_.find(e.name); variable != variables_.end()) return world.now->at(variable->second);
        if (definitions_.contains(e.name)) {
            std::optional<Value> result;
            apply(e, scope, [&](const Syntax& body, const Scope* inner) { result = evaluate(body, world, inner); });
            return *result;
        }
        const auto operand = [&](std::size_t i) { return evaluate(*e.operands.at(i), world, scope); };
        if (e.name == "TRUE" || e.name == "FALSE") return Value::boolean(e.name == "TRUE");
        if (e.name == "BOOLEAN") return Value::set({Value::boolean(false), Value::boolean(true)});
        if (e.name == "Cardinality") return Value::number(static_cast<int>(operand(0).items().size()));
        if (e.name == "Len") return Value::number(static_cast<int>(operand(0).sequence().size()));
        if (e.name == "Head" || e.name == "Tail") {
            std::vector<Value> items = operand(0).sequence();
            if (items.empty()) throw std::runtime_error(e.name + " of an empty sequence");
            if (e.name == "Head") return items[0];
            items.erase(items.begin());
            return Value::tuple(items);
        }
        if (e.name == "Append") {
            std::vector<Value> items = operand(0).sequence();
            items.push_back(operand(1));
            return Value::tuple(items);
        }
        throw std::runtime_error(e.name + " is not defined");
    }

    /// Sets that need not be finite are asked only for membership.
    bool member(const Value& x, const Syntax& set, World world, const Scope* scope) {
        const auto in = [&](const Value& y, std::size_t i) { return member(y, *set.operands[i], world, scope); };
        const bool function = x.kind() == Value::Kind::function;
        if (set.op == "name" && set.name == "Seq") {
            const std::vector<Value> items = x.sequence();
            return std::all_of(items.begin(), items.end(), [&](const Value& y) { return in(y, 0); });
        }
        if (set.op == "name" && set.operands.empty() && definitions_.contains(set.name) && !find(set.name, scope))
            return member(x, *definitions_.at(set.name)->body, world, nullptr);
        if (set.op == "\\union") return in(x, 0) || in(x, 1);
        if (set.op == "SUBSET") return std::all_of(x.items().begin(), x.items().end(), [&](const Value& y) { return in(y, 0); });
        if (set.op == "functions") {
            const Value domain = evaluate(*set.operands[0], world, scope);
            if (!function || x.map().size() != domain.items().size()) return false;
            return std::all_of(x.map().begin(), x.map().end(),
                               [&](const auto& pair) { return domain.contains(pair.first) && in(pair.second, 1); });
        }
        if (set.op == "records") {
            if (!function || x.map().size() != set.names.size()) return false;
            for (std::size_t i = 0; i < set.names.size(); ++i) {
                const auto field = std::find_if(x.map().begin(), x.map().end(),
                                                [&](const auto& pair) { return pair.first == Value::string(set.names[i]); });
                if (field == x.map().end() || !in(field->second, i)) return false;
            }
            return true;
        }
        return evaluate(set, world, scope).contains(x);
    }

    Module module_;
    std::map<std::string, const Definition*> definitions_;
    std::map<std::string, std::size_t> variables_;
    bool initial_ = false;
};

}  // namespace tandem::agreement::tla
