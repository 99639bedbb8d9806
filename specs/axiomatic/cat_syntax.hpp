// The text of a model in the .cat language (Alglave, Maranget, Tautschnig, TOPLAS 2014; ptx-litmus.txt, 5.2.2), as a tree.
//
// Two files read it: cat_expression.cpp the expressions, cat_syntax.cpp the statements. All of the language is read, so that a
// standard library may hold what no model uses; what the engines cannot do is refused where it is used (model.cpp).
#pragma once

#include <string>
#include <vector>

#include "specs/litmus/cursor.hpp"

namespace tandem::specs::cat {

/// What a function or a let binds: one name, or several of a tuple.
using Pattern = std::vector<std::string>;

struct Binding;

struct Expression {
    enum class Op {
        name, tag, everything, nothing, empty_set,              // leaves
        unite, then, minus, intersect, product,                 // of two
        complement, plus, star, maybe, inverse, identity_on,    // of one
        power,                                                  // `number` times
        apply,                                                  // a function to an argument
        tuple, enumeration,                                     // (a, b) and {a, b}
        function,                                               // fun `pattern` -> body
        local, local_rec,                                       // let `bindings` in a
        choose,                                                 // if a then b else c; a is a condition
        attempt,                                                // try a with b
        variant, negation, both, either,                        // conditions
        match,                                                  // operands: a, then what each of `clauses` gives
        add_element,                                            // a ++ b
        unsupported,                                            // read and refused where it is used; `name` says what
    };
    Op op;
    std::string name;
    std::vector<Expression> operands;
    std::size_t position = 0;  // in the text
    int number = 0;
    Pattern pattern;
    std::vector<Pattern> clauses;  // {}, 'tag, or the names of an element and of the rest; or one name for anything
    std::vector<Binding> bindings;
};

struct Binding {
    Pattern names;
    std::vector<Pattern> parameters;  // of a function, one for each argument
    Expression body;
    std::size_t position = 0;

    bool function() const { return !parameters.empty(); }
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
    enum class Kind {
        let, let_rec, check, include,
        procedure,    // bindings[0], whose body is `inside`
        call,         // bindings[0] is the procedure with its arguments applied
        choice,       // with bindings[0] from its body
        conditional,  // if bindings[0].body, `inside`, else `otherwise`
        for_each,     // bindings[0].names takes each element of its body, in `inside`
        tags,         // enum: bindings[0] and its tags
    };
    Kind kind;
    std::vector<Binding> bindings;
    Check check;
    std::string file;  // to include
    std::size_t position = 0;
    std::vector<Statement> inside, otherwise;
    std::vector<std::string> tags;
};

struct Model {
    std::string title;
    bool memalloy = false;  // says so by a statement that only its models have
    std::vector<Statement> statements;
};

/// Throws SyntaxError.
Model parse(Cursor& cursor);

// ---- for the two files that parse ----

/// In names.
inline constexpr const char* name_characters = "-.'";
bool is_keyword(const std::string& word);
std::string peek_word(Cursor& cursor);
/// Whether the word was there; a longer one does not count.
bool take_word(Cursor& cursor, const char* word);
std::string expect_name(Cursor& cursor, const char* what);
Expression expression(Cursor& cursor);
Expression condition(Cursor& cursor);
/// A name, or names of a tuple in brackets.
Pattern pattern(Cursor& cursor, const char* what);
/// What follows let or let rec, with its ands.
std::vector<Binding> bindings(Cursor& cursor);

}  // namespace tandem::specs::cat
