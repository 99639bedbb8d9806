#include "smt/prove/certificate.hpp"

#include <functional>
#include <set>

#include "smt/prove/readable.hpp"
#include "smt/prove/smtlib.hpp"

namespace tandem::smt {

namespace {

using ValueOf = std::function<Expression(int)>;

bool declared(const StateVariable& v) { return !v.expression.is_constant() && v.expression.op() == Operator::variable; }  // others are what they are defined to be

std::string symbol(const StateVariable& v, bool next) { return "|" + v.name + (next ? "'" : "") + "|"; }
const char* sort(const StateVariable& v) { return v.type->kind == ValueType::Kind::boolean ? "Bool" : "Int"; }

Namer namer(const Problem& problem) {
    return [&problem](Place place) {
        if (place.node >= 0) return symbol(problem.variables[static_cast<std::size_t>(problem.variable_of(place))], false);
        return "|chosen " + std::to_string(place.leaf) + "|";
    };
}

std::string range(const std::string& name, int low, int high) {
    std::string text;
    if (low > -unbounded) text += "(assert (<= " + std::to_string(low) + " " + name + "))\n";
    if (high < unbounded) text += "(assert (<= " + name + " " + std::to_string(high) + "))\n";
    return text;
}

std::string states(const Problem& problem) {
    std::string text = "; " + problem.description + "\n; a state, the next one, and what the environment chooses\n(set-logic QF_LIA)\n";
    for (const StateVariable& v : problem.variables)
        if (declared(v))
            for (const bool next : {false, true}) text += "(declare-const " + symbol(v, next) + " " + sort(v) + ")\n";
    for (const Expression& input : inputs_of(problem)) {
        const std::string name = namer(problem)(input.place());
        text += "(declare-const " + name + " Int)\n" + range(name, input.low(), input.high());
    }
    return text;
}

std::string invariant_text(const Problem& problem, const std::vector<Clause>& invariant) {
    std::string text = "(define-fun invariant (";
    for (const StateVariable& v : problem.variables)
        if (declared(v)) text += "\n  (" + symbol(v, false) + " " + sort(v) + ")";
    text += ") Bool (and true\n";
    for (const StateVariable& v : problem.variables) {  // ranges, which our own expressions know without saying
        if (!declared(v) || v.type->kind == ValueType::Kind::boolean) continue;
        if (v.low > -unbounded) text += "  (<= " + std::to_string(v.low) + " " + symbol(v, false) + ")\n";
        if (v.high < unbounded) text += "  (<= " + symbol(v, false) + " " + std::to_string(v.high) + ")\n";
    }
    for (const Clause& clause : invariant) {
        const Expression e = as_expression(clause, [&](int v) { return problem.variables[static_cast<std::size_t>(v)].expression; });
        if (!e.is(1)) text += "  " + smtlib(e, namer(problem)) + "  ; " + readable(problem, clause) + "\n";
    }
    return text + "))\n";
}

std::string applied(const Problem& problem, bool next) {
    std::string text = "(invariant";
    for (const StateVariable& v : problem.variables)
        if (declared(v)) text += " " + symbol(v, next);
    return text + ")";
}

std::string step(const Problem& problem, const Path& path) {
    std::string text = "(and";
    for (const Expression& condition : path.conditions) text += " " + smtlib(condition, namer(problem));
    std::map<int, Expression> values;
    for (const Assignment& a : path.assignments) values[a.variable] = a.value;
    for (std::size_t v = 0; v < problem.variables.size(); ++v) {
        const StateVariable& variable = problem.variables[v];
        if (!declared(variable)) continue;
        const auto found = values.find(static_cast<int>(v));
        const Expression value = found == values.end() ? variable.expression : found->second;
        text += " (= " + symbol(variable, true) + " " + smtlib(value, namer(problem), variable.type->kind == ValueType::Kind::boolean) + ")";
    }
    return text + ")";
}

std::string steps(const Problem& problem, int event) {
    std::string text = "(assert (or false\n";
    for (const Path& path : problem.paths)
        if (path.event == event) text += "  ; " + outcomes_of(problem, path) + "\n  " + step(problem, path) + "\n";
    return text + "))\n";
}

std::string initial_state(const Problem& problem) {
    std::string text = "(assert (or false\n";
    for (const StateVector& initial : problem.initial) {
        text += "  (and";
        for (std::size_t v = 0; v < initial.size(); ++v) {
            const StateVariable& variable = problem.variables[v];
            if (!declared(variable)) continue;
            const std::string name = symbol(variable, false);
            if (initial[v] < 0) text += " (<= 0 " + name + ") (not (= " + name + " " + std::to_string(problem.singled_out) + "))";
            else if (variable.type->kind == ValueType::Kind::boolean) text += " (= " + name + (initial[v] ? " true)" : " false)");
            else text += " (= " + name + " " + std::to_string(initial[v]) + ")";
        }
        text += ")\n";
    }
    return text + "))\n";
}

std::string broken(const Problem& problem, int event, const std::vector<int>& claims) {
    std::string text;
    for (const Path& path : problem.paths) {
        if (path.event != event) continue;
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (std::find(claims.begin(), claims.end(), path.broken_claim[i]) == claims.end()) continue;
            text += "  (and";
            for (const auto* conditions : {&path.conditions, &path.broken[i]})
                for (const Expression& e : *conditions) text += " " + smtlib(e, namer(problem));
            text += ")\n";
        }
    }
    return text.empty() ? text : "(assert (or false\n" + text + "))\n";
}

}  // namespace

std::vector<CertificateFile> certificate(const Problem& problem, const std::vector<Clause>& invariant, const std::vector<int>& claims) {
    const std::string ask = "(check-sat)\n";
    std::vector<CertificateFile> files{{"state.smt2", states(problem)}, {"invariant.smt2", invariant_text(problem, invariant)}};
    files.push_back({"initiation.smt2", "; an initial state that the invariant does not allow\n" + initial_state(problem) + "(assert (not " + applied(problem, false) + "))\n" + ask});
    for (std::size_t e = 0; e < problem.events.size(); ++e) {
        const std::string number = std::to_string(e), assumed = "(assert " + applied(problem, false) + ")\n";
        files.push_back({"consecution-" + number + ".smt2", "; " + problem.events[e].name + " leads from the invariant out of it\n" + assumed +
                                                                steps(problem, static_cast<int>(e)) + "(assert (not " + applied(problem, true) + "))\n" + ask});
        if (const std::string text = broken(problem, static_cast<int>(e), claims); !text.empty())
            files.push_back({"safety-" + number + ".smt2", "; " + problem.events[e].name + " breaks a property of steps\n" + assumed + text + ask});
    }
    std::string failed;
    for (const int c : claims)
        for (const Clause& clause : problem.claims[static_cast<std::size_t>(c)].clauses) {
            const Expression e = as_expression(clause, [&](int v) { return problem.variables[static_cast<std::size_t>(v)].expression; });
            failed += "  (not " + smtlib(e, namer(problem)) + ")  ; " + problem.claims[static_cast<std::size_t>(c)].name + "\n";
        }
    files.push_back({"safety.smt2", "; the invariant allows a state that breaks a property\n(assert " + applied(problem, false) + ")\n(assert (or false\n" + failed + "))\n" + ask});
    return files;
}

std::string smtlib_of(const Problem& problem) {
    std::string text = states(problem) + "(define-fun initial () Bool " + initial_state(problem).substr(8);
    for (std::size_t e = 0; e < problem.events.size(); ++e) {
        std::string relation = steps(problem, static_cast<int>(e));
        text += "; " + problem.events[e].name + "\n(define-fun event-" + std::to_string(e) + " () Bool " + relation.substr(8);
    }
    return text;
}

}  // namespace tandem::smt
