// Statements about a state, as clauses, in the names of its variables ("CU0.lines.A.dirty"): for who knows more of a protocol than candidates say.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// Comparisons that all hold; without any it is true.
using Term = std::vector<Literal>;
/// One of them holds; without any it is false.
using Terms = std::vector<Term>;

Term operator&(Term a, const Term& b);
Terms operator|(Terms a, const Terms& b);
/// What says that the term does not hold: one of its comparisons does not.
Terms no(const Term& term);

/// Whoever derives from it states what holds in each state of a problem, variable by variable. A name that no variable has is a std::logic_error.
/// A statement has a clause for each choice from its conclusions, so what is said of long ones is best said of `named` ones.
class Statements {
public:
    /// What has been said.
    const std::vector<Clause>& clauses() const { return clauses_; }

protected:
    explicit Statements(Problem& problem);

    bool known(const std::string& name) const { return number_of_.contains(name); }
    int variable(const std::string& name) const;
    template <class V>
    Term is(const std::string& name, V value) const { return {{Relation::equal, variable(name), -1, static_cast<int>(value)}}; }
    template <class V>
    Term isnt(const std::string& name, V value) const { return {{Relation::differ, variable(name), -1, static_cast<int>(value)}}; }
    Term same(const std::string& a, const std::string& b) const { return {{Relation::equal, variable(a), variable(b)}}; }
    Term more(const std::string& name, int than) const { return {{Relation::less, -1, variable(name), than}}; }

    /// That one of the terms holds, as one comparison: of a variable of the problem that has this name and is defined so, added if it is not there yet.
    Term named(const std::string& name, const Terms& terms);

    /// Where the premises hold, one of the conclusions does. As clauses these are one for each choice of a comparison from each conclusion.
    void say(const Term& premises, const Terms& conclusions);

private:
    Problem& problem_;
    std::unordered_map<std::string, int> number_of_;
    std::vector<Clause> clauses_;
};

}  // namespace tandem::smt
