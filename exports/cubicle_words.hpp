// Names, types, formulas and terms of a problem in Cubicle's language.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "smt/prove/any/path_text.hpp"

namespace tandem::exports {

using namespace smt;

/// What the cores of the problem are called where something is printed; one that is called nothing cannot be spoken of.
using CoreNames = std::map<int, std::string>;

class CubicleWords {
public:
    /// `roles` must outlive this. Throws std::invalid_argument for a variable that Cubicle has no type for.
    explicit CubicleWords(const any::Roles& roles);

    /// "type state = ...", "var Memory : value", "array State[proc] : state".
    std::string declarations() const;
    /// What is not declared until it is spoken of: constants, inputs. Call it last.
    std::string constants() const;
    /// The constants of a type without values of its own differ.
    std::string constants_differ() const;

    /// Whether it speaks of a core that has no name here.
    bool speaks_of_others(Expression e, const CoreNames& names) const;
    /// A condition that holds, or does not.
    std::string formula(Expression e, bool truth, const CoreNames& names);
    /// A value that is a variable or a constant, or one more or less than a variable. Throws std::invalid_argument for others.
    std::string term(Expression e, const ValueType& type, const CoreNames& names);
    std::string literal(Relation relation, const std::string& a, const std::string& b) const;

    const std::string& identifier(int variable) const { return identifiers_[static_cast<std::size_t>(variable)]; }
    /// The cores of a variable, in the order of its indices.
    std::vector<int> cores(int variable) const;
    /// "State[p]"
    std::string variable(int variable, const CoreNames& names) const;
    std::string constant(int value, const ValueType& type, const CoreNames& names);

    /// Claimed by the caller: "Broken", "Broken_2".
    std::string fresh(const std::string& wanted);

private:
    std::string type_name(const ValueType& type) const;
    bool enumerates(const ValueType& type) const;
    std::string value_name(int value, const ValueType& type) const;
    void note_arithmetic(Expression e);
    std::string identifier_of(int variable);

    const any::Roles& roles_;
    const Problem& problem_;
    std::vector<std::string> identifiers_;
    std::map<any::Role, std::string> by_role_;  // without names
    std::set<std::string> taken_;
    std::set<ValueType> counted_with_;              // types of numbers that are added, or compared for their order
    std::map<std::string, std::string> constants_;  // by identifier, its type
};

/// A path that Cubicle has no words for.
[[noreturn]] void unfit(const std::string& what);

}  // namespace tandem::exports
