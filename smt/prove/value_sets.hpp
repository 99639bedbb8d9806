// The values that each finite variable can have: a set for each variable that no path leaves (an interval analysis with sets).
//
// They keep the paths few, since what no variable holds need not be explored, and they become clauses of the invariant
// (`typing`), which are proved with it. The sets of a message's fields are meant while there is a message. Each renaming takes a
// variable's set to that of its image: a name that is never in use is stored as the first, and that is no fact that renaming
// keeps.
#pragma once

#include <optional>

#include "smt/prove/symmetries.hpp"

namespace tandem::smt {

class ValueSets {
public:
    /// Of the variables that `problem` has, as far as its initial states say. `problem` must outlive it.
    explicit ValueSets(const Problem& problem);

    /// Adds what the problem's paths assign; false if that was known.
    bool grow();
    /// The one value that the variable can have.
    std::optional<int> only(std::size_t variable) const;
    /// What the variables' expressions never are.
    std::vector<Exclusion> exclusions() const;
    /// All that is known of the variables, as clauses.
    std::vector<Clause> typing() const;

private:
    const StateVariable& variable(std::size_t v) const { return problem_.variables[v]; }
    std::uint64_t bit(std::size_t v, int value) const { return std::uint64_t(1) << (value - variable(v).low); }
    std::uint64_t all(std::size_t v) const;
    const Segment* channel_of(int v) const;
    std::uint64_t cleared(const Path& path, int v, Expression value) const;
    std::uint64_t values_of(std::size_t target, Expression e) const;
    void rename();

    const Problem& problem_;
    const std::vector<Renaming> exchanges_;
    std::vector<std::uint64_t> possible_;  // by finite variable: bit i for the value low + i
};

}  // namespace tandem::smt
