// What the expressions of .cat mean while a model is compiled, and the names that are known.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "specs/axiomatic/cat_syntax.hpp"

namespace tandem::specs::cat {

// Functions that the text need not define.
inline constexpr std::array functions{"domain", "range", "fencerel", "toid", "tag2events", "tag2instrs", "tag2set"};

// What entries of page tables have in common; there are none.
inline constexpr std::array of_page_tables{"oa-changes", "same-oa", "at-least-one-writable"};

/// WR, MA, ...: the pairs of such events of a relation.
inline bool selects_pairs(const std::string& name) { return name.size() == 2 && name.find_first_not_of("RWMA") == name.npos; }

struct Link;
struct Group;
/// What a function stands for: its parameters from `next` on are still to be given.
struct Function {
    const std::vector<Pattern>* parameters;
    std::size_t next;
    const Expression* body;      // or
    const Statement* procedure;  // its statements
    Cursor* cursor;              // of its text
    const Link* scope;           // what is known to it
    std::string name;
};
struct Builtin {
    std::string name;
};
/// What is wrong with a definition of an included file, said where it is used.
struct Refused {
    std::string message;
};
/// A name that herd knows and executions here have nothing of: no error until a check needs it.
struct NotHere : SyntaxError {
    using SyntaxError::SyntaxError;
};
/// What an expression means: a node, a function, or several values, at once or enumerated.
using Meaning = std::variant<int, Function, Builtin, Refused, std::shared_ptr<Group>>;
struct Group {
    std::vector<Meaning> members;
    bool set = false;  // an enumeration, and no tuple
};
/// A name that is known, and those that were known before.
struct Link {
    std::string name;
    Meaning what;
    const Link* next;
};

}  // namespace tandem::specs::cat
