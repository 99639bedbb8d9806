// The text of a model in the .cat language (Alglave, Maranget, Tautschnig, TOPLAS 2014; ptx-litmus.txt, 5.2.2), as a tree.
//
// The parser knows: let, let rec ... and, functions, include, show, checks (acyclic, irreflexive, empty, each with ~, flag and
// as), the operators | ; \ & * ~ and the postfixes + * ? ^+ ^* ^-1, [set], 'tag, _ and 0. Any other language feature ends in an
// error that names it.
#pragma once

#include <string>
#include <vector>

#include "specs/litmus/cursor.hpp"

namespace tandem::specs::cat {

struct Expression {
    enum class Op {
        name, tag, everything, nothing,                          // leaves
        unite, then, minus, intersect, product,                  // of two
        complement, plus, star, maybe, inverse, identity_on,     // of one
        apply,                                                   // a function, `name`
    };
    Op op;
    std::string name;
    std::vector<Expression> operands;
    std::size_t position = 0;  // in the text
};

struct Binding {
    std::string name;
    bool function = false;
    std::vector<std::string> parameters;
    Expression body;
    std::size_t position = 0;
};

struct Check {
    enum class Kind { acyclic, irreflexive, empty };
    Kind kind = Kind::acyclic;
    bool negated = false;
    bool flag = false;  // only reports
    std::string name;
    Expression of;
};

struct Statement {
    enum class Kind { let, let_rec, check, include };
    Kind kind;
    std::vector<Binding> bindings;
    Check check;
    std::string file;  // to include
    std::size_t position = 0;
};

struct Model {
    std::string title;
    std::vector<Statement> statements;
};

/// Throws SyntaxError.
Model parse(Cursor& cursor);

}  // namespace tandem::specs::cat
