// What a lemma says (model/lemma.hpp), as clauses: the body is run on the symbols of a problem's state, and each statement, with
// the branches that the body has taken so far, becomes a conjunction of disjunctions of comparisons.
//
// A fact that is no comparison of variables, or that the body gives a name, gets a variable of its own (defined.hpp). One that a
// variable stands for already, such as that a queue holds an entry of some kind, is that variable.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/lemma.hpp"
#include "smt/decision_tree.hpp"
#include "smt/prove/problem.hpp"
#include "smt/symbolic.hpp"

namespace tandem::smt {

class Statements {
public:
    using Fact = model::Fact<Symbolic>;
    /// The problem must be complete but for its claims and suggestions, and outlive this.
    explicit Statements(Problem& problem);

    /// Where the premise holds, so does the conclusion. Throws std::logic_error if that is more than `most_clauses` clauses.
    void operator()(const Fact& premise, const Fact& conclusion, const model::SourceLine& = {}) {
        say(disjunction(negation(premise.flag().value), conclusion.flag().value));
    }
    /// The words of its failing are for a search.
    template <class Why>
        requires std::is_invocable_v<const Why&, model::Unheard>
    void operator()(const Fact& premise, const Fact& conclusion, const Why&, const model::SourceLine& = {}) {
        (*this)(premise, conclusion);
    }
    void operator()(const Fact& always, const model::SourceLine& = {}) { say(always.flag().value); }

    /// The fact as one comparison: of a variable that is defined by it, called `text` with `parts` in the places of {}. The
    /// problem loses its exchanges by that. Throws std::logic_error for a text with other places.
    template <class... Parts>
    Fact named(const Fact& fact, std::string_view text, const Parts&... parts) {
        return Flag(name(fact.flag().value, [&] {
            try {
                return fmt::format(fmt::runtime(text), parts...);
            } catch (const fmt::format_error& wrong) {
                throw std::logic_error(of_ + " has a name that does not fit its parts, \"" + std::string(text) +
                                       "\": " + wrong.what());
            }
        }));
    }

    /// Runs a body on all its branches and returns what it says. `of` is its name, and `never` is what symbols never are.
    /// Throws std::logic_error for more than `most_branches`.
    std::vector<Clause> said_by(const std::string& of, const std::vector<Exclusion>& never,
                                const std::function<void(Statements&)>& body);

    static constexpr std::size_t most_clauses = 20'000, most_branches = 20'000;  // of one body

private:
    void say(Expression e);
    /// Clauses that hold together where `e` is `truth`.
    std::vector<Clause> clauses(Expression e, bool truth);
    Literal literal(Expression e);
    Expression name(Expression e, const std::function<std::string()>& text);
    Expression newly_named(Expression e, const std::function<std::string()>& text);
    /// `e` without names, in terms of what they stand for.
    Expression without_names(Expression e) const;
    int variable_of(Place place) const;
    void require_few(std::size_t clauses) const;

    Problem& problem_;
    std::unordered_map<int, int> variable_defined_by_;  // by an expression's number
    std::unordered_map<int, Expression> named_;         // by the same, what name() made of it
    std::set<Clause> said_;
    std::string of_;
    int unnamed_ = 0;
};

}  // namespace tandem::smt
