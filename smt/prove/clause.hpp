// Clauses over the variables of a state: disjunctions of comparisons, which is the form of every candidate invariant.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "smt/expression.hpp"

namespace tandem::smt {

using StateVector = std::vector<int>;

enum class Relation : std::uint8_t { equal, differ, less, less_equal };

inline bool holds(Relation relation, int x, int y) {
    switch (relation) {
        case Relation::equal: return x == y;
        case Relation::differ: return x != y;
        case Relation::less: return x < y;
        case Relation::less_equal: return x <= y;
    }
    return false;
}

/// A comparison of two variables, or of one with `constant`, which stands where a or b is -1.
struct Literal {
    Relation relation;
    int a;
    int b = -1;
    int constant = 0;

    bool holds(const int* state) const {
        return smt::holds(relation, a < 0 ? constant : state[a], b < 0 ? constant : state[b]);
    }
    friend auto operator<=>(const Literal&, const Literal&) = default;
};

/// The literal that holds where `l` does not.
Literal negated(const Literal& l);

/// A disjunction; without literals it is false.
struct Clause {
    std::vector<Literal> literals;

    bool holds(const int* state) const {
        for (const Literal& l : literals)
            if (l.holds(state)) return true;
        return false;
    }
    friend auto operator<=>(const Clause&, const Clause&) = default;
};

struct ClauseHash {
    std::size_t operator()(const Clause& clause) const;
};

/// Sorted, without repetition, with equalities written one way.
Clause normalised(Clause clause);

/// Whether it holds in every state because it has a literal and its contrary; of a normalised clause.
bool valid(const Clause& clause);

/// Of normalised clauses: two that differ in one literal and its contrary become one without it, as often as there are such.
void resolve(std::set<Clause>& clauses);

/// `value_of(variable)` is what to put for a variable.
Expression as_expression(const Literal& literal, const std::function<Expression(int)>& value_of);
Expression as_expression(const Clause& clause, const std::function<Expression(int)>& value_of);

/// The literal that a condition is; nothing if it is not a comparison of variables and constants.
std::optional<Literal> as_literal(Expression condition, const std::function<int(Place)>& variable_of);

}  // namespace tandem::smt
