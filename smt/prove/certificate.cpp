#include "smt/prove/certificate.hpp"

#include <algorithm>
#include <set>

#include "smt/prove/certificate_check.hpp"
#include "smt/prove/readable.hpp"
#include "smt/prove/smtlib.hpp"

namespace tandem::smt {

namespace {

// others are what they are defined to be
bool declared(const StateVariable& v) { return !v.expression.is_constant() && v.expression.op() == Operator::variable; }

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
    std::string text =
        "; " + problem.description + "\n; a state, the next one, and what the environment chooses\n(set-logic QF_LIA)\n";
    for (const StateVariable& v : problem.variables)
        if (declared(v))
            for (const bool next : {false, true}) text += "(declare-const " + symbol(v, next) + " " + sort(v) + ")\n";
    for (const Expression& input : inputs_of(problem)) {
        const std::string name = namer(problem)(input.place());
        const bool boolean = input.type().kind == ValueType::Kind::boolean;
        text += "(declare-const " + name + (boolean ? " Bool)\n" : " Int)\n");
        if (!boolean) text += range(name, input.low(), input.high());
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
        const Expression e =
            as_expression(clause, [&](int v) { return problem.variables[static_cast<std::size_t>(v)].expression; });
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
        text += " (= " + symbol(variable, true) + " " +
                smtlib(value, namer(problem), variable.type->kind == ValueType::Kind::boolean) + ")";
    }
    return text + ")";
}

/// A nullary function that stands for a disjunction over the declared state, the next one and what is chosen.
std::string define(const std::string& name, const std::string& disjuncts) {
    return "(define-fun " + name + " () Bool (or false\n" + disjuncts + "))\n";
}

std::string steps(const Problem& problem, int event) {
    std::string text;
    for (const Path& path : problem.paths)
        if (path.event == event) text += "  ; " + outcomes_of(problem, path) + "\n  " + step(problem, path) + "\n";
    return text;
}

/// That a variable is this number.
std::string is(const StateVariable& variable, const std::string& name, int number) {
    if (variable.type->kind == ValueType::Kind::boolean) return " (= " + name + (number ? " true)" : " false)");
    return " (= " + name + " " + (number < 0 ? "(- " + std::to_string(-number) + ")" : std::to_string(number)) + ")";
}

std::string initial_states(const Problem& problem) {
    std::string text;
    for (const StateVector& initial : problem.initial) {
        text += "  (and";
        for (std::size_t v = 0; v < initial.size(); ++v) {
            const StateVariable& variable = problem.variables[v];
            if (!declared(variable)) continue;
            const std::string name = symbol(variable, false);
            if (initial[v] >= 0) text += is(variable, name, initial[v]);
            else if (const auto first = static_cast<std::size_t>(first_with_datum_of(initial, static_cast<int>(v))); first != v)
                text += " (= " + name + " " + symbol(problem.variables[first], false) + ")";
            else if (problem.singled_out < 0) text += " (<= 0 " + name + ")";
            else text += " (<= 0 " + name + ") (not (= " + name + " " + std::to_string(problem.singled_out) + "))";
        }
        text += ")\n";
    }
    return text;
}

/// That the state, or the next one, is this one.
std::string state_is(const Problem& problem, const StateVector& state, bool next) {
    std::string text = "(and";
    for (std::size_t v = 0; v < state.size(); ++v)
        if (declared(problem.variables[v])) text += is(problem.variables[v], symbol(problem.variables[v], next), state[v]);
    return text + ")";
}

/// By path that breaks one of the claims: when it does.
std::string broken(const Problem& problem, int event, const std::vector<int>& claims) {
    std::string text;
    for (const Path& path : problem.paths) {
        if (path.event != event) continue;
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (std::find(claims.begin(), claims.end(), path.broken_claim[i]) == claims.end()) continue;
            text += "  (and";
            for (const auto* conditions : {&path.conditions, &path.broken[i]})
                for (const Expression& e : *conditions) text += " " + smtlib(e, namer(problem));
            text += ")  ; " + problem.claims[static_cast<std::size_t>(path.broken_claim[i])].name + "\n";
        }
    }
    return text;
}

const std::string ask = "(check-sat)\n";

/// What someone should know who has the folder and nothing else.
std::string introduction(const Problem& problem, const std::vector<int>& claims) {
    std::string proved;
    for (const int c : claims) proved += "- `" + problem.claims[static_cast<std::size_t>(c)].name + "`\n";
    return "# A proof, for any SMT solver to check\n\nWritten by Tandem. The system: " + problem.description +
           "\n\nProved of all its runs, of any length:\n\n" + proved + R"text(
To check it:

```
./check            # asks cvc5, or else z3, every question, and counts what there must be
./check z3 -in     # or any other solver that reads SMT-LIB 2 from standard input
```

It ends with `confirmed` and status 0, or with a line for each flaw and status 1. It needs a POSIX shell and nothing of Tandem.
The solver must know `push` and `pop`. It is asked about each path by itself.

Whether this is the protocol's system, no solver can say. `tandem certificate .` derives all files but the invariant from the
text again, this script as well, and compares them.

| file | what it is |
| --- | --- |
| `state.smt2` | declares a state, the next one (with a prime) and what the environment chooses |
| `invariant.smt2` | the invariant, a clause a line, each with a comment that reads more easily |
| `initial.smt2`, `event-N.smt2`, `claims.smt2` | the initial states, the steps of each event, and what is claimed |
| `reached.smt2` | states that an explicit search has reached |
| `contents` | what there must be, and what never happens |

Each other file is a question. It is put to a solver behind those that it speaks of:

| question | behind | answer |
| --- | --- | --- |
| `begins` | `state initial` | `sat`: there is an initial state |
| `initiation` | `state invariant initial` | `unsat`: the invariant holds at first |
| `consecution-N` | `state invariant event-N` | `unsat`: event N preserves it |
| `safety`, `safety-N` | `state invariant claims`, `state invariant` | `unsat`: it implies what is claimed |
| `happens-N` | `state invariant event-N` | `sat`: event N can happen; `unsat` where `contents` says `impossible` |
| `fails-C` | `state claims` | `sat`: claim C can be false, of some state |
| `allowed` | `state invariant reached` | `unsat`: the invariant allows what was reached |
| `steps-N`, `only-N` | `state reached event-N` | `unsat`: the steps of the search are those of event N, and no others |

One by hand: `cat state.smt2 invariant.smt2 initial.smt2 initiation.smt2 | cvc5 --lang smt2 -`.
)text";
}

constexpr const char* contents_begin = "; what this folder must have: `check` counts, and `tandem certificate` compares\n";

/// Writes the files; what each is for stands in certificate.hpp.
class Writer {
public:
    Writer(const Problem& problem, const std::vector<Clause>& invariant, const std::vector<int>& claims, const Evidence& evidence,
           const std::vector<PathCount>& events, const std::string& origin)
        : problem_(problem),
          invariant_(invariant),
          claims_(claims),
          evidence_(evidence),
          counts_(events),
          contents_(contents_begin + origin) {}

    std::vector<CertificateFile> write() {
        add("state", states(problem_));
        add("invariant", invariant_text(problem_, invariant_));
        add("initial", define("initial", initial_states(problem_)));
        add("begins", "; there is an initial state\n(assert initial)\n" + ask);
        add("initiation", "; an initial state that the invariant does not allow\n(assert initial)\n(assert (not " +
                              applied(problem_, false) + "))\n" + ask);
        add_claims();
        add_reached();
        for (std::size_t e = 0; e < problem_.events.size(); ++e) add_event(e);
        add_constants();
        files_.push_back({"contents", contents_});
        files_.push_back({"check", certificate_check(), true});
        files_.push_back({"README.md", introduction(problem_, claims_)});
        return std::move(files_);
    }

private:
    void add(const std::string& name, std::string text) { files_.push_back({name + ".smt2", std::move(text)}); }

    void add_claims() {
        std::string definitions, failed;
        for (const int c : claims_) {
            const Claim& claim = problem_.claims[static_cast<std::size_t>(c)];
            if (claim.of_steps) continue;
            const std::string name = "|claim " + claim.name + "|";
            definitions += "(define-fun " + name + " () Bool (and true\n";
            for (const Clause& clause : claim.clauses)
                definitions +=
                    "  " +
                    smtlib(
                        as_expression(clause, [&](int v) { return problem_.variables[static_cast<std::size_t>(v)].expression; }),
                        namer(problem_)) +
                    "\n";
            definitions += "))\n";
            failed += "  (not " + name + ")\n";
            contents_ += "claim " + std::to_string(c) + " " + std::to_string(claim.clauses.size()) + " " + claim.name + "\n";
            if (!claim.clauses.empty())
                add("fails-" + std::to_string(c),
                    "; a state, of any, that breaks " + claim.name + "\n(assert (not " + name + "))\n" + ask);
        }
        add("claims", definitions);
        add("safety", "; the invariant allows a state that breaks a property\n(assert " + applied(problem_, false) +
                          ")\n(assert (or false\n" + failed + "))\n" + ask);
        for (const int c : claims_) {
            if (!problem_.claims[static_cast<std::size_t>(c)].of_steps) continue;
            std::size_t places = 0;
            for (const Path& path : problem_.paths)
                places += static_cast<std::size_t>(std::count(path.broken_claim.begin(), path.broken_claim.end(), c));
            contents_ += "claim-of-steps " + std::to_string(c) + " " + std::to_string(places) + " " +
                         problem_.claims[static_cast<std::size_t>(c)].name + "\n";
        }
    }

    /// The states of the evidence, each with a number.
    void add_reached() {
        std::string definitions, excluded;
        const auto add_state = [&](const StateVector& state) {
            const auto [found, added] = reached_.try_emplace(state, reached_.size());
            if (!added) return;
            const std::string name = "reached-" + std::to_string(found->second);
            definitions += "(define-fun " + name + " () Bool " + state_is(problem_, state, false) + ")\n";
            excluded += "  " + name + "\n";
        };
        for (const Evidence::Step& step : evidence_.steps) add_state(step.before);
        for (const Evidence::Whole& whole : evidence_.whole) add_state(whole.before);
        add("reached", definitions);
        add("allowed", "; a state that the explicit search reaches and the invariant does not allow\n(assert (or false\n" +
                           excluded + "))\n(assert (not " + applied(problem_, false) + "))\n" + ask);
        contents_ += "reached " + std::to_string(reached_.size()) + "\n";
    }
    std::string reached(const StateVector& state) const { return "reached-" + std::to_string(reached_.at(state)); }

    void add_event(std::size_t e) {
        const std::string number = std::to_string(e), &name = problem_.events[e].name;
        const int event = static_cast<int>(e);
        const std::string assumed = "(assert " + applied(problem_, false) + ")\n", taken = "(assert event)\n";
        add("event-" + number, "; " + name + "\n" + define("event", steps(problem_, event)));
        add("consecution-" + number, "; " + name + " leads from the invariant out of it\n" + assumed + taken + "(assert (not " +
                                         applied(problem_, true) + "))\n" + ask);
        add("happens-" + number, "; " + name + " can happen where the invariant holds\n" + assumed + taken + ask);
        if (const std::string text = broken(problem_, event, claims_); !text.empty())
            add("safety-" + number,
                "; " + name + " breaks a property of steps\n" + assumed + "(assert (or false\n" + text + "))\n" + ask);
        const PathCount& count = counts_[e];
        const char* what = count.paths == 0 ? "without-paths" : count.none_possible() ? "impossible" : "event";
        contents_ += std::string(what) + " " + number + " " + std::to_string(count.paths) + " " + name + "\n";
        add_steps(e, number, name);
        add_whole(e, number, name);
    }
    void add_steps(std::size_t e, const std::string& number, const std::string& name) {
        std::string text;
        std::size_t steps = 0;
        for (const Evidence::Step& step : evidence_.steps) {
            if (step.event != e) continue;
            ++steps;
            text += "  (and " + reached(step.before);
            for (const auto& [place, n] : step.chosen) text += " (= " + namer(problem_)(place) + " " + std::to_string(n) + ")";
            text += " " + state_is(problem_, step.after, true) + ")\n";
        }
        if (steps == 0) return;
        add("steps-" + number, "; " + name + ": a step of the explicit search that is no path\n(assert (or false\n" + text +
                                   "))\n(assert (not event))\n" + ask);
        contents_ += "steps " + number + " " + std::to_string(steps) + "\n";
    }
    void add_whole(std::size_t e, const std::string& number, const std::string& name) {
        std::string text;
        for (const Evidence::Whole& whole : evidence_.whole) {
            text += "  (and " + reached(whole.before) + " (not (or false\n";
            for (const StateVector& after : whole.after[e]) text += "    " + state_is(problem_, after, true) + "\n";
            text += "  )))\n";
        }
        add("only-" + number, "; " + name +
                                  ": a path that is no step of the explicit search, from a state of which all steps are known\n" +
                                  chosen() + "(assert (or false\n" + text + "))\n(assert event)\n" + ask);
    }
    /// That what is chosen is what the explicit search chooses from.
    std::string chosen() const {
        std::string text;
        for (const Expression& input : inputs_of(problem_)) {
            const std::vector<int>& from = choices_for(evidence_.choices, input);
            std::string among;
            for (const int n : from) among += " (= " + namer(problem_)(input.place()) + " " + std::to_string(n) + ")";
            text += "(assert (or false" + among + "))\n";
        }
        return text;
    }
    /// Variables that no path changes.
    void add_constants() {
        const PathsByVariable assigning = assigning_paths(problem_);
        for (std::size_t v = 0; v < problem_.variables.size(); ++v)
            if (declared(problem_.variables[v]) && assigning[v].empty())
                contents_ += "constant " + problem_.variables[v].name + "\n";
    }

    const Problem& problem_;
    const std::vector<Clause>& invariant_;
    const std::vector<int>& claims_;
    const Evidence& evidence_;
    const std::vector<PathCount>& counts_;
    std::map<StateVector, std::size_t> reached_;
    std::string contents_;
    std::vector<CertificateFile> files_;
};

}  // namespace

std::vector<CertificateFile> certificate(const Problem& problem, const std::vector<Clause>& invariant,
                                         const std::vector<int>& claims, const Evidence& evidence,
                                         const std::vector<PathCount>& events, const std::string& origin) {
    return Writer(problem, invariant, claims, evidence, events, origin).write();
}

std::string smtlib_of(const Problem& problem) {
    std::string text = states(problem) + define("initial", initial_states(problem));
    for (std::size_t e = 0; e < problem.events.size(); ++e)
        text += "; " + problem.events[e].name + "\n" + define("event-" + std::to_string(e), steps(problem, static_cast<int>(e)));
    return text;
}

}  // namespace tandem::smt
