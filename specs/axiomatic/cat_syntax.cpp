// The statements of .cat.
#include "specs/axiomatic/cat_syntax.hpp"

namespace tandem::specs::cat {

namespace {

class Parser {
public:
    explicit Parser(Cursor& cursor) : c_(cursor) {}

    Model model() {
        Model model;
        if (c_.peek() == '"') model.title = c_.quoted();
        else if (const std::string word = peek_word(c_); !word.empty() && !is_keyword(word)) model.title = c_.rest_of_line();
        if (peek_word(c_) == "withsc") c_.wrong("a choice of an order of SC is not supported", c_.position());
        while (!c_.at_end()) statement(model.statements);
        model.memalloy = memalloy_;
        return model;
    }

private:
    std::vector<Statement> until_end(bool or_else = false) {
        std::vector<Statement> list;
        while (peek_word(c_) != "end" && !(or_else && peek_word(c_) == "else")) {
            if (c_.at_end()) c_.expected("'end'");
            statement(list);
        }
        return list;
    }
    void expect_word(const char* word) {
        if (!take_word(c_, word)) c_.expected("'" + std::string(word) + "'");
    }

    void statement(std::vector<Statement>& list) {
        const Cursor::Level level(c_);
        using enum Statement::Kind;
        Statement s{};
        c_.begin_formula();
        s.position = c_.position();
        if (take_word(c_, "include")) {
            if (c_.peek() != '"') c_.expected("a file's name in quotation marks");
            s.kind = include;
            s.file = c_.quoted();
        } else if (take_word(c_, "show") || take_word(c_, "unshow")) {
            do {
                expression(c_);
                if (take_word(c_, "as")) expect_name(c_, "a name");
            } while (c_.take(","));
            return;
        } else if (take_word(c_, "deadness_requires")) {  // of tests that memalloy looks for, and not of executions
            this->check();
            memalloy_ = true;
            return;
        } else if (take_word(c_, "catdep")) {  // that the text computes dependencies, which is as well
            return;
        } else if (take_word(c_, "instructions")) {
            // Which tags a bell's instructions may have: they are known from its enums.
            expect_name(c_, "an instruction");
            c_.expect("[");
            do expression(c_);
            while (c_.take(","));
            c_.expect("]");
            return;
        } else if (take_word(c_, "enum")) {
            s.kind = tags;
            s.bindings.emplace_back().names = {expect_name(c_, "a name")};
            c_.expect("=");
            c_.take("||");
            do {
                c_.expect("'");
                s.tags.push_back(expect_name(c_, "a tag"));
            } while (c_.take("||"));
        } else if (take_word(c_, "let")) {
            s.kind = take_word(c_, "rec") ? let_rec : let;
            s.bindings = bindings(c_);
            if (take_word(c_, "when")) c_.wrong("'when' is not supported in models", s.position);
        } else if (take_word(c_, "with")) {
            s.kind = choice;
            Binding& b = s.bindings.emplace_back();
            b.names = {expect_name(c_, "a name to define")};
            expect_word("from");
            b.body = expression(c_);
        } else if (take_word(c_, "procedure")) {
            s.kind = procedure;
            Binding& b = s.bindings.emplace_back();
            b.names = {expect_name(c_, "a name to define")};
            while (!c_.sees("=")) b.parameters.push_back(pattern(c_, "'=', or a parameter"));
            c_.expect("=");
            s.inside = until_end();
            expect_word("end");
        } else if (take_word(c_, "call")) {
            s.kind = call;
            s.bindings.emplace_back().body = expression(c_);
            if (take_word(c_, "as")) expect_name(c_, "a name");
        } else if (take_word(c_, "if")) {
            s.kind = conditional;
            s.bindings.emplace_back().body = condition(c_);
            s.inside = until_end(true);
            if (take_word(c_, "else")) s.otherwise = until_end();
            expect_word("end");
        } else if (take_word(c_, "forall")) {
            s.kind = for_each;
            Binding& b = s.bindings.emplace_back();
            b.names = {expect_name(c_, "a name")};
            expect_word("in");
            b.body = expression(c_);
            expect_word("do");
            s.inside = until_end();
            expect_word("end");
        } else {
            s.kind = Statement::Kind::check;
            s.check = this->check();
        }
        list.push_back(std::move(s));
    }

    Check check() {
        Check check;
        const bool undefined = take_word(c_, "undefined_unless");
        check.flag = undefined || take_word(c_, "flag");
        take_word(c_, "assert");
        check.negated = c_.take("~");
        if (take_word(c_, "acyclic")) check.kind = Check::Kind::acyclic;
        else if (take_word(c_, "irreflexive")) check.kind = Check::Kind::irreflexive;
        else if (take_word(c_, "empty")) check.kind = Check::Kind::empty;
        else if (const std::string word = peek_word(c_); is_keyword(word))
            c_.wrong("'" + word + "' is not supported in models", c_.position());
        else c_.expected("let, acyclic, irreflexive, empty, flag, include or show");
        // Where the check fails, the test means nothing: a flag that says so.
        if (undefined) check.negated = !check.negated;
        check.of = expression(c_);
        if (take_word(c_, "as")) check.name = expect_name(c_, "the check's name");
        return check;
    }

    Cursor& c_;
    bool memalloy_ = false;
};

}  // namespace

Model parse(Cursor& cursor) { return Parser(cursor).model(); }

}  // namespace tandem::specs::cat
