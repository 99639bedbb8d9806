#include "specs/axiomatic/cat_syntax.hpp"

#include <algorithm>
#include <array>

namespace tandem::specs::cat {

namespace {

using Op = Expression::Op;

constexpr std::array keywords{"let",         "rec",   "and",  "in",      "as",   "acyclic",
                              "irreflexive", "empty", "flag", "include", "show", "unshow"};
constexpr std::array unsupported{"procedure", "call", "enum", "match", "with",   "forall", "instructions",
                                 "default",   "fun",  "if",   "try",   "scopes", "assert", "undefined_unless"};

bool is_keyword(const std::string& word) {
    return std::any_of(keywords.begin(), keywords.end(), [&](const char* k) { return word == k; });
}

class Parser {
public:
    explicit Parser(Cursor& cursor) : c_(cursor) {}

    Model model() {
        Model model;
        if (c_.peek() == '"') model.title = c_.quoted();
        else if (const std::string word = peek_word(); !word.empty() && !is_keyword(word) && !is_unsupported(word))
            model.title = c_.rest_of_line();
        while (!c_.at_end()) statement(model);
        return model;
    }

private:
    static constexpr const char* also = "-.";  // in names

    std::string peek_word() {
        const std::size_t start = c_.position();
        std::string word = c_.name(also);
        c_.back_to(start);
        return word;
    }
    static bool is_unsupported(const std::string& word) {
        return std::any_of(unsupported.begin(), unsupported.end(), [&](const char* k) { return word == k; });
    }
    bool take_word(const char* word) {
        if (peek_word() != word) return false;
        c_.name(also);
        return true;
    }
    std::string expect_name(const char* what) {
        if (is_keyword(peek_word())) c_.expected(what);
        return c_.expect_name(what, also);
    }

    void statement(Model& model) {
        Statement s{};
        c_.begin_formula();
        s.position = c_.position();
        if (take_word("include")) {
            if (c_.peek() != '"') c_.expected("a file's name in quotation marks");
            s.kind = Statement::Kind::include;
            s.file = c_.quoted();
        } else if (take_word("show") || take_word("unshow")) {
            do {
                expression();
                if (take_word("as")) expect_name("a name");
            } while (c_.take(","));
            return;
        } else if (take_word("let")) {
            const bool rec = take_word("rec");
            s.kind = rec ? Statement::Kind::let_rec : Statement::Kind::let;
            do s.bindings.push_back(binding()); while (take_word("and"));
        } else {
            s.kind = Statement::Kind::check;
            s.check = check();
        }
        model.statements.push_back(std::move(s));
    }

    Binding binding() {
        Binding b;
        b.position = c_.position();
        b.name = expect_name("a name to define");
        if (c_.take("(")) {
            b.function = true;
            while (!c_.take(")")) {
                if (!b.parameters.empty()) c_.expect(",");
                b.parameters.push_back(expect_name("a parameter"));
            }
        }
        c_.expect("=");
        b.body = expression();
        return b;
    }

    Check check() {
        Check check;
        check.flag = take_word("flag");
        check.negated = c_.take("~");
        if (take_word("acyclic")) check.kind = Check::Kind::acyclic;
        else if (take_word("irreflexive")) check.kind = Check::Kind::irreflexive;
        else if (take_word("empty")) check.kind = Check::Kind::empty;
        else if (const std::string word = peek_word(); is_unsupported(word))
            c_.wrong("'" + word + "' is not supported in models", c_.position());
        else c_.expected("let, acyclic, irreflexive, empty, flag, include or show");
        check.of = expression();
        if (take_word("as")) check.name = expect_name("the check's name");
        return check;
    }

    static Expression unary(Op op, Expression a, std::size_t position) {
        Expression e{op, {}, {}, position};
        e.operands.push_back(std::move(a));
        return e;
    }

    Expression expression() {
        const Cursor::Level level(c_);
        return binary(0);
    }
    /// Operands of the operators from `level` on; higher levels bind tighter.
    Expression binary(std::size_t level) {
        static constexpr std::array<std::pair<std::string_view, Op>, 5> operators{
            {{"|", Op::unite}, {";", Op::then}, {"\\", Op::minus}, {"&", Op::intersect}, {"*", Op::product}}};
        if (level == operators.size()) return prefix();
        Expression left = binary(level + 1);
        for (std::size_t at = c_.position(); c_.take(operators[level].first); at = c_.position()) {
            c_.count_operator();
            Expression whole{operators[level].second, {}, {}, at};
            whole.operands.push_back(std::move(left));
            whole.operands.push_back(binary(level + 1));
            left = std::move(whole);
        }
        return left;
    }
    Expression prefix() {
        const Cursor::Level level(c_);
        const std::size_t at = c_.position();
        if (c_.take("~")) return unary(Op::complement, prefix(), at);
        Expression e = primary();
        for (;;) {
            const std::size_t here = c_.position();
            if (c_.take("^+") || c_.take("+")) e = unary(Op::plus, std::move(e), here);
            else if (c_.take("^*")) e = unary(Op::star, std::move(e), here);
            else if (c_.take("^-1")) e = unary(Op::inverse, std::move(e), here);
            else if (c_.take("?")) e = unary(Op::maybe, std::move(e), here);
            else if (c_.sees("*") && !product_follows()) {
                c_.take("*");
                e = unary(Op::star, std::move(e), here);
            } else return e;
            c_.count_operator();
        }
    }
    /// Whether this * stands between two operands, and is not a closure.
    bool product_follows() {
        const std::size_t start = c_.position();
        c_.take("*");
        const std::string word = peek_word();
        const bool follows =
            (!word.empty() && !is_keyword(word)) || c_.sees("(") || c_.sees("[") || c_.sees("~") || c_.sees("'") || c_.sees("0");
        c_.back_to(start);
        return follows;
    }

    Expression primary() {
        const std::size_t at = c_.position();
        if (c_.take("(")) {
            Expression inner = expression();
            c_.expect(")");
            return inner;
        }
        if (c_.take("[")) {
            Expression e = unary(Op::identity_on, expression(), at);
            c_.expect("]");
            return e;
        }
        if (c_.take("'")) return {Op::tag, c_.expect_name("a tag", also), {}, at};
        if (c_.sees_number()) {
            if (c_.expect_number("0") != 0) c_.wrong("the only number in a model is 0, the empty relation", at);
            return {Op::nothing, {}, {}, at};
        }
        const std::string word = expect_name("a set or relation");
        if (word == "_") return {Op::everything, {}, {}, at};
        if (is_unsupported(word)) c_.wrong("'" + word + "' is not supported in models", at);
        if (!c_.take("(")) return {Op::name, word, {}, at};
        Expression e{Op::apply, word, {}, at};
        while (!c_.take(")")) {
            if (!e.operands.empty()) c_.expect(",");
            e.operands.push_back(expression());
        }
        return e;
    }

    Cursor& c_;
};

}  // namespace

Model parse(Cursor& cursor) { return Parser(cursor).model(); }

}  // namespace tandem::specs::cat
