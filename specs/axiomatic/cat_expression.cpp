// The expressions of .cat. Operators bind as in herd: | ++ ; \ & * from loose to tight, then prefixes, postfixes, and application
// by juxtaposition, the tightest.
#include <algorithm>
#include <array>
#include <utility>

#include "specs/axiomatic/cat_syntax.hpp"

namespace tandem::specs::cat {

namespace {

using Op = Expression::Op;

constexpr std::array keywords{"let",
                              "rec",
                              "and",
                              "in",
                              "as",
                              "acyclic",
                              "irreflexive",
                              "empty",
                              "flag",
                              "show",
                              "with",
                              "unshow",
                              "assert",
                              "include",
                              "instructions",
                              "default",
                              "fun",
                              "if",
                              "then",
                              "else",
                              "end",
                              "match",
                              "try",
                              "forall",
                              "procedure",
                              "call",
                              "enum",
                              "from",
                              "do",
                              "scopes",
                              "undefined_unless",
                              "when",
                              "catdep",
                              "deadness_requires"};

Expression made(Op op, std::size_t position, Expression a) {
    Expression e{op, {}, {}, position, 0, {}, {}, {}};
    e.operands.push_back(std::move(a));
    return e;
}
Expression made(Op op, std::size_t position, Expression a, Expression b) {
    Expression e = made(op, position, std::move(a));
    e.operands.push_back(std::move(b));
    return e;
}
Expression leaf(Op op, std::size_t position, std::string name = {}) { return {op, std::move(name), {}, position, 0, {}, {}, {}}; }

class ExpressionParser {
public:
    explicit ExpressionParser(Cursor& cursor) : c_(cursor) {}

    Expression expression() {
        const Cursor::Level level(c_);
        const std::size_t at = c_.position();
        if (take_word(c_, "let")) {
            const bool rec = take_word(c_, "rec");
            Expression e = leaf(rec ? Op::local_rec : Op::local, at);
            e.bindings = bindings(c_);
            expect_word("in");
            e.operands.push_back(expression());
            return e;
        }
        if (take_word(c_, "fun")) {
            Expression e = leaf(Op::function, at);
            e.pattern = pattern(c_, "a parameter");
            c_.expect("->");
            e.operands.push_back(expression());
            return e;
        }
        if (take_word(c_, "if")) {
            Expression e = made(Op::choose, at, condition(0));
            expect_word("then");
            e.operands.push_back(expression());
            expect_word("else");
            e.operands.push_back(expression());
            return e;
        }
        if (take_word(c_, "try")) {
            Expression tried = expression();
            expect_word("with");
            return made(Op::attempt, at, std::move(tried), expression());
        }
        if (take_word(c_, "match")) return match(at);
        return binary(0);
    }

    /// Of an if: || and && of variants' names, perhaps with not.
    Expression condition(int level) {
        const Cursor::Level nested(c_);
        if (level == 2) {
            const std::size_t at = c_.position();
            if (take_word(c_, "not") || c_.take("~")) return made(Op::negation, at, condition(2));
            if (c_.take("(")) {
                Expression inner = condition(0);
                c_.expect(")");
                return inner;
            }
            if (c_.peek() == '"') return leaf(Op::variant, at, c_.quoted());
            expression();
            if (!c_.take("=") && !take_word(c_, "subset")) c_.expected("a variant's name in quotation marks, or = or subset");
            expression();
            return leaf(Op::unsupported, at, "a condition that compares sets or relations");
        }
        Expression left = condition(level + 1);
        for (std::size_t at = c_.position(); c_.take(level == 0 ? "||" : "&&"); at = c_.position()) {
            c_.count_operator();
            left = made(level == 0 ? Op::either : Op::both, at, std::move(left), condition(level + 1));
        }
        return left;
    }

private:
    void expect_word(const char* word) {
        if (!take_word(c_, word)) c_.expected("'" + std::string(word) + "'");
    }

    Expression match(std::size_t at) {
        Expression e = made(Op::match, at, expression());
        expect_word("with");
        c_.take("||");
        do {
            Pattern& clause = e.clauses.emplace_back();
            if (c_.take("{")) {
                c_.expect("}");
            } else if (c_.take("'")) {
                clause = {"'" + expect_name(c_, "a tag")};
            } else {
                clause = {expect_name(c_, "a pattern")};
                if (c_.take("++")) clause.push_back(expect_name(c_, "a pattern"));
            }
            c_.expect("->");
            e.operands.push_back(expression());
        } while (c_.take("||"));
        expect_word("end");
        return e;
    }

    /// Operands of the operators from `level` on; higher levels bind tighter.
    Expression binary(std::size_t level) {
        static constexpr std::array<std::pair<std::string_view, Op>, 6> operators{{{"|", Op::unite},
                                                                                   {"++", Op::add_element},
                                                                                   {";", Op::then},
                                                                                   {"\\", Op::minus},
                                                                                   {"&", Op::intersect},
                                                                                   {"*", Op::product}}};
        if (level == operators.size()) return prefix();
        Expression left = binary(level + 1);
        const auto& [symbol, op] = operators[level];
        for (std::size_t at = c_.position(); !(symbol.size() == 1 && sees_longer(symbol[0])) && c_.take(symbol);
             at = c_.position()) {
            c_.count_operator();
            left = made(op, at, std::move(left), binary(op == Op::add_element ? level : level + 1));
        }
        return left;
    }
    /// || and && are of conditions and matches.
    bool sees_longer(char symbol) const { return (symbol == '|' && c_.sees("||")) || (symbol == '&' && c_.sees("&&")); }

    Expression prefix() {
        const Cursor::Level level(c_);
        const std::size_t at = c_.position();
        if (c_.take("~") || c_.take("!")) return made(Op::complement, at, prefix());
        Expression e = application();
        for (;;) {
            const std::size_t here = c_.position();
            if (c_.take("^+") || (!c_.sees("++") && c_.take("+"))) e = made(Op::plus, here, std::move(e));
            else if (c_.take("^*")) e = made(Op::star, here, std::move(e));
            else if (c_.take("^-1")) e = made(Op::inverse, here, std::move(e));
            else if (c_.take("^?") || c_.take("?")) e = made(Op::maybe, here, std::move(e));
            else if (c_.take("^")) e = power(std::move(e), here);
            else if (c_.sees("*") && !product_follows()) {
                c_.take("*");
                e = made(Op::star, here, std::move(e));
            } else return e;
            c_.count_operator();
        }
    }
    Expression power(Expression e, std::size_t at) {
        constexpr int most = 64;
        const auto times = c_.expect_number("+, *, ?, -1 or a number");
        if (times < 1 || times > most) c_.wrong("a power is from 1 to " + std::to_string(most), at);
        e = made(Op::power, at, std::move(e));
        e.number = static_cast<int>(times);
        return e;
    }
    /// Whether this * stands between two operands, and is not a closure.
    bool product_follows() {
        const std::size_t start = c_.position();
        c_.take("*");
        const bool follows = starts_operand() || c_.sees("~") || c_.sees("!");
        c_.back_to(start);
        return follows;
    }
    bool starts_operand() {
        const std::string word = peek_word(c_);
        return (!word.empty() && !is_keyword(word)) || c_.sees("(") || c_.sees("[") || c_.sees("{") || c_.sees("'") ||
               c_.sees("0");
    }

    /// Only what may be a function takes what follows for its argument.
    Expression application() {
        bool may_be_function = c_.sees("(") || !peek_word(c_).empty();
        Expression e = primary();
        may_be_function = may_be_function && e.op != Op::everything;
        while (may_be_function && starts_operand()) {
            c_.count_operator();
            const std::size_t at = e.position;
            e = made(Op::apply, at, std::move(e), primary());
        }
        return e;
    }

    /// Expressions up to `end`, with commas between them.
    std::vector<Expression> list(const char* end) {
        std::vector<Expression> found;
        while (!c_.take(end)) {
            if (!found.empty()) c_.expect(",");
            found.push_back(expression());
        }
        return found;
    }

    Expression primary() {
        const std::size_t at = c_.position();
        if (c_.take("(")) {
            std::vector<Expression> inside = list(")");
            if (inside.size() == 1) return std::move(inside[0]);
            Expression e = leaf(Op::tuple, at);
            e.operands = std::move(inside);
            return e;
        }
        if (c_.take("{")) {
            Expression e = leaf(Op::enumeration, at);
            e.operands = list("}");
            if (e.operands.empty()) e.op = Op::empty_set;
            return e;
        }
        if (c_.take("[")) {
            Expression e = made(Op::identity_on, at, expression());
            c_.expect("]");
            return e;
        }
        if (c_.take("'")) return leaf(Op::tag, at, expect_name(c_, "a tag"));
        if (c_.sees_number()) {
            if (c_.expect_number("0") != 0) c_.wrong("the only number in a model is 0, the empty relation", at);
            return leaf(Op::nothing, at);
        }
        std::string word = expect_name(c_, "a set or relation");
        if (word == "_") return leaf(Op::everything, at);
        return leaf(Op::name, at, std::move(word));
    }

    Cursor& c_;
};

}  // namespace

bool is_keyword(const std::string& word) {
    return std::any_of(keywords.begin(), keywords.end(), [&](const char* k) { return word == k; });
}

std::string peek_word(Cursor& cursor) {
    const std::size_t start = cursor.position();
    std::string word = cursor.name(name_characters);
    cursor.back_to(start);
    return word;
}

bool take_word(Cursor& cursor, const char* word) {
    if (peek_word(cursor) != word) return false;
    cursor.name(name_characters);
    return true;
}

std::string expect_name(Cursor& cursor, const char* what) {
    if (is_keyword(peek_word(cursor))) cursor.expected(what);
    return cursor.expect_name(what, name_characters);
}

Expression expression(Cursor& cursor) { return ExpressionParser(cursor).expression(); }
Expression condition(Cursor& cursor) { return ExpressionParser(cursor).condition(0); }

Pattern pattern(Cursor& cursor, const char* what) {
    if (!cursor.take("(")) return {expect_name(cursor, what)};
    Pattern names;
    while (!cursor.take(")")) {
        if (!names.empty()) cursor.expect(",");
        names.push_back(expect_name(cursor, what));
    }
    return names;
}

std::vector<Binding> bindings(Cursor& cursor) {
    std::vector<Binding> list;
    do {
        Binding b;
        b.position = cursor.position();
        b.names = pattern(cursor, "a name to define");
        while (!cursor.sees("=")) {
            if (cursor.at_end()) cursor.expected("'='");
            b.parameters.push_back(pattern(cursor, "'=', or a parameter"));
        }
        cursor.expect("=");
        b.body = expression(cursor);
        list.push_back(std::move(b));
    } while (take_word(cursor, "and"));
    return list;
}

}  // namespace tandem::specs::cat
