// A parser for the part of TLA+ that exports use, after "Specifying Systems", chapter 15: operator precedence, and lists of
// conjuncts and disjuncts whose extent is their indentation. It knows the language, not the exporter.
#pragma once

#include <cctype>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace tandem::agreement::tla {

struct Token {
    enum class Kind { name, number, string, sign, end } kind;
    std::string text;
    int line, column;
};

/// An operator applied to operands. `op` is the operator's sign, or the form's name; `name` is an identifier or literal.
struct Syntax;
using Tree = std::shared_ptr<const Syntax>;
struct Syntax {
    std::string op, name{};
    std::vector<Tree> operands{};
    std::vector<std::string> names{};  // bound by a quantifier, function or LET; fields of a record
};

struct Definition {
    std::string name;
    std::vector<std::string> parameters;
    Tree body;
};

struct Module {
    std::vector<std::string> variables;
    std::vector<Definition> definitions;
};

class Parser {
public:
    explicit Parser(const std::string& text) { scan(text); }

    Module module() {
        Module module;
        skip_dashes();
        expect("MODULE");
        ++at_;
        skip_dashes();
        while (!now().text.starts_with("====")) {
            if (now().kind == Token::Kind::end) fail("the module does not end");
            if (take("EXTENDS")) names();
            else if (take("VARIABLES")) module.variables = names();
            else module.definitions.push_back(definition());
        }
        return module;
    }

private:
    void scan(const std::string& text) {
        static const std::vector<std::string> signs{
            "|->", "\\union", "\\in", "/\\", "\\/", "==", "<<", ">>", "<=", ">=", "=>", "->",
            "..",  "[]",      "\\E",  "\\A", "\\",  "=",  "#",  "<",  ">",  "+",  "-",  "~",
            "'",   "(",       ")",    "[",   "]",   "{",  "}",  ":",  ",",  ".",  "!",  "@"};
        int line = 1;
        std::size_t start = 0, i = 0;
        const auto word = [&](std::size_t k) {
            return k < text.size() && (std::isalnum(static_cast<unsigned char>(text[k])) || text[k] == '_');
        };
        while (i < text.size()) {
            const char c = text[i];
            const auto add = [&](Token::Kind kind, std::size_t length) {
                tokens_.push_back({kind, text.substr(i, length), line, static_cast<int>(i - start)});
                i += length;
            };
            if (c == '\n') ++line, start = ++i;
            else if (c == ' ') ++i;
            else if (text.compare(i, 2, "\\*") == 0) i = std::min(text.find('\n', i), text.size());
            else if (text.compare(i, 4, "----") == 0 || text.compare(i, 4, "====") == 0) {
                add(Token::Kind::sign, text.find_first_not_of(c, i) - i);
                if (c == '=') break;  // text after a module is not part of it
            } else if (c == '"') add(Token::Kind::string, text.find('"', i + 1) + 1 - i);
            else if (word(i)) {
                std::size_t length = 1;
                while (word(i + length)) ++length;
                add(std::isdigit(static_cast<unsigned char>(c)) ? Token::Kind::number : Token::Kind::name, length);
            } else {
                std::size_t which = 0;
                while (which < signs.size() && text.compare(i, signs[which].size(), signs[which]) != 0) ++which;
                if (which == signs.size()) throw std::runtime_error("line " + std::to_string(line) + ": " + text.substr(i, 10));
                add(Token::Kind::sign, signs[which].size());
            }
        }
        tokens_.push_back({Token::Kind::end, "", line + 1, 0});
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error("line " + std::to_string(tokens_[at_].line) + " at '" + tokens_[at_].text + "': " + what);
    }
    /// The next token, unless it is outside the innermost list, whose items end there.
    const Token& now() const {
        static const Token none{Token::Kind::end, "", 0, 0};
        return !lists_.empty() && tokens_[at_].column <= lists_.back() ? none : tokens_[at_];
    }
    bool is(const std::string& text) const { return now().text == text && now().kind != Token::Kind::string; }
    bool take(const std::string& text) {
        if (!is(text)) return false;
        ++at_;
        return true;
    }
    void expect(const std::string& text) {
        if (!take(text)) fail("'" + text + "' is expected");
    }
    std::string name() {
        if (now().kind != Token::Kind::name) fail("a name is expected");
        return tokens_[at_++].text;
    }
    std::vector<std::string> names() {
        std::vector<std::string> all{name()};
        while (take(",")) all.push_back(name());
        return all;
    }
    void skip_dashes() {
        if (now().text.starts_with("----")) ++at_;
    }
    static Tree make(const std::string& op, std::vector<Tree> operands, const std::string& name = "",
                     std::vector<std::string> names = {}) {
        return std::make_shared<Syntax>(Syntax{op, name, std::move(operands), std::move(names)});
    }

    Definition definition() {
        Definition d{name(), {}, nullptr};
        if (take("(")) {
            d.parameters = names();
            expect(")");
        }
        expect("==");
        d.body = expression(0);
        return d;
    }

    struct Infix {
        int low, high;
    };
    static const Infix* infix(const std::string& sign) {
        static const std::vector<std::pair<std::string, Infix>> all{
            {"=>", {1, 1}},      {"/\\", {3, 3}}, {"\\/", {3, 3}}, {"=", {5, 5}},   {"#", {5, 5}},
            {"<", {5, 5}},       {">", {5, 5}},   {"<=", {5, 5}},  {">=", {5, 5}},  {"\\in", {5, 5}},
            {"\\union", {8, 8}}, {"\\", {8, 8}},  {"..", {9, 9}},  {"+", {10, 10}}, {"-", {11, 11}}};
        for (const auto& [s, precedence] : all)
            if (s == sign) return &precedence;
        return nullptr;
    }

    Tree expression(int least) {
        Tree left = prefix();
        std::string last;
        int last_high = 99;
        while (now().kind == Token::Kind::sign) {
            const std::string sign = now().text;
            const Infix* precedence = infix(sign);
            if (!precedence || precedence->low < least) return left;
            // Operators of equal precedence need parentheses, except for associative ones with themselves.
            if (precedence->low == last_high &&
                !(sign == last && (sign == "/\\" || sign == "\\/" || sign == "+" || sign == "-" || sign == "\\union")))
                fail("parentheses are missing");
            ++at_;
            left = make(sign, {left, expression(precedence->high + 1)});
            last = sign;
            last_high = precedence->high;
        }
        return left;
    }

    Tree prefix() {
        if (is("/\\") || is("\\/")) return list(now().text);
        if (take("~")) return make("~", {expression(4)});
        if (take("[]")) return make("always", {expression(4)});
        if (take("UNCHANGED")) return make("UNCHANGED", {expression(4)});
        for (const char* sign : {"SUBSET", "UNION"})
            if (take(sign)) {
                const Tree set = make(sign, {expression(9)});
                if (const Infix* next = infix(now().text); next && next->low == 8) fail("parentheses are missing");
                return set;
            }
        if (is("\\E") || is("\\A")) return quantifier();
        if (take("IF")) {
            const Tree condition = expression(0);
            expect("THEN");
            const Tree yes = expression(0);
            expect("ELSE");
            return make("IF", {condition, yes, expression(0)});
        }
        if (take("LET")) {
            std::vector<Tree> bodies;
            std::vector<std::string> defined;
            while (!is("IN")) {
                const Definition d = definition();
                if (!d.parameters.empty()) fail("LET defines an operator");
                defined.push_back(d.name);
                bodies.push_back(d.body);
            }
            expect("IN");
            bodies.push_back(expression(0));
            return make("LET", bodies, "", defined);
        }
        return suffixed(primary());
    }

    /// Items start in the column of the first bullet; each extends to the next text in that column or left of it.
    Tree list(const std::string& bullet) {
        const int column = tokens_[at_].column;
        std::vector<Tree> items;
        while (tokens_[at_].text == bullet && tokens_[at_].column == column && (lists_.empty() || column > lists_.back())) {
            ++at_;
            lists_.push_back(column);
            items.push_back(expression(0));
            const bool ended = now().kind == Token::Kind::end;
            lists_.pop_back();
            if (!ended && !is(",") && !is(")") && !is("]") && !is("THEN") && !is("ELSE") && !is("IN"))
                fail("an item of a list goes on");
        }
        Tree all = items.back();
        for (std::size_t i = items.size() - 1; i-- > 0;) all = make(bullet, {items[i], all});
        return all;
    }

    Tree quantifier() {
        const std::string op = tokens_[at_++].text;
        std::vector<std::pair<std::string, Tree>> bound;
        do {
            const std::vector<std::string> group = names();
            expect("\\in");
            const Tree set = expression(6);
            for (const auto& n : group) bound.emplace_back(n, set);
        } while (take(","));
        expect(":");
        Tree body = expression(0);
        for (std::size_t i = bound.size(); i-- > 0;) body = make(op, {bound[i].second, body}, "", {bound[i].first});
        return body;
    }

    Tree suffixed(Tree tree) {
        for (;;) {
            if (take("'")) tree = make("prime", {tree});
            else if (take(".")) tree = make("apply", {tree, make("string", {}, name())});
            else if (take("[")) {
                tree = make("apply", {tree, expression(0)});
                expect("]");
            } else return tree;
        }
    }

    Tree primary() {
        const Token token = now();
        if (token.kind == Token::Kind::end) fail("an expression is expected");
        ++at_;
        if (token.kind == Token::Kind::number) return make("number", {}, token.text);
        if (token.kind == Token::Kind::string) return make("string", {}, token.text.substr(1, token.text.size() - 2));
        if (token.kind == Token::Kind::name) {
            std::vector<Tree> operands;
            if (take("(")) operands = until(")");
            return make("name", operands, token.text);
        }
        if (token.text == "(") {
            const Tree inner = expression(0);
            expect(")");
            return inner;
        }
        if (token.text == "<<") return make("tuple", until(">>"));
        if (token.text == "@") return make("@", {});
        if (token.text == "{") return braces();
        if (token.text == "[") return brackets();
        --at_;
        fail("an expression is expected");
    }

    std::vector<Tree> until(const std::string& close) {
        std::vector<Tree> items;
        if (take(close)) return items;
        do items.push_back(expression(0));
        while (take(","));
        expect(close);
        return items;
    }

    Tree braces() {
        // {x \in S : P}
        if (now().kind == Token::Kind::name && tokens_[at_ + 1].text == "\\in") {
            const std::string x = name();
            ++at_;
            const Tree set = expression(6);
            expect(":");
            const Tree filter = expression(0);
            expect("}");
            return make("filter", {set, filter}, "", {x});
        }
        if (take("}")) return make("set", {});
        std::vector<Tree> items{expression(0)};
        if (take(":")) {  // {e : x \in S}
            const std::string x = name();
            expect("\\in");
            const Tree set = expression(6);
            expect("}");
            return make("image", {set, items[0]}, "", {x});
        }
        while (take(",")) items.push_back(expression(0));
        expect("}");
        return make("set", items);
    }

    Tree brackets() {
        const std::string next = tokens_[at_ + 1].text;
        if (now().kind == Token::Kind::name && next == "\\in") {
            const std::string x = name();
            ++at_;
            const Tree set = expression(6);
            expect("|->");
            const Tree value = expression(0);
            expect("]");
            return make("function", {set, value}, "", {x});
        }
        if (now().kind == Token::Kind::name && (next == "|->" || next == ":")) {
            std::vector<Tree> values;
            std::vector<std::string> fields;
            do {
                fields.push_back(name());
                expect(next);
                values.push_back(expression(0));
            } while (take(","));
            expect("]");
            return make(next == ":" ? "records" : "record", values, "", fields);
        }
        const Tree first = expression(0);
        if (take("->")) {
            const Tree range = expression(0);
            expect("]");
            return make("functions", {first, range});
        }
        if (take("EXCEPT")) {
            std::vector<Tree> parts{first};  // then a tuple of the path and the value for each change
            do {
                expect("!");
                std::vector<Tree> path;
                for (;;) {
                    if (take(".")) path.push_back(make("string", {}, name()));
                    else if (take("[")) {
                        path.push_back(expression(0));
                        expect("]");
                    } else break;
                }
                expect("=");
                parts.push_back(make("tuple", path));
                parts.push_back(expression(0));
            } while (take(","));
            expect("]");
            return make("EXCEPT", parts);
        }
        expect("]");
        return make("box", {first}, name());  // [A]_v
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::vector<int> lists_;  // the columns of the open lists
};

}  // namespace tandem::agreement::tla
