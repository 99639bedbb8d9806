// A place in a text that is being read, for the parsers of litmus tests and of models. It knows blanks and comments, symbols,
// names and numbers. Its errors say where, what was expected and what was found.
//
// Hand-written recursive descent parses all our formats. They are small, a grammar library handles the columns of a program table
// badly, and errors are what users see.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tandem::specs {

/// An error for an unreadable text; its message is "FILE:LINE:COLUMN: what is wrong".
struct SyntaxError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Cursor {
public:
    /// `file` is only for messages. Throws SyntaxError unless the text is UTF-8 without control characters other than blanks.
    /// Comments are (* ... *) and // to the end of the line; with `hash_comments` # to the end of the line too.
    Cursor(std::string file, std::string text, bool hash_comments = false);
    /// From here on, comments are C's, among which (* begins none, or again what they were.
    void comments_of_c(bool are);

    const std::string& file() const { return file_; }
    std::size_t position() const { return at_; }
    void back_to(std::size_t position) { at_ = position; }
    bool at_end() const { return at_ == text_.size(); }
    /// The character here, or 0 at the end.
    char peek() const { return at_end() ? '\0' : text_[at_]; }

    /// Whether this symbol is here. A keyword does not match the start of a longer name.
    bool sees(std::string_view symbol) const;
    bool take(std::string_view symbol);
    void expect(std::string_view symbol);

    /// Letters, digits, underscores and the characters `also`, not starting with a digit or one of these; empty if there is none
    /// here.
    std::string name(std::string_view also = "");
    /// The same; an error if there is none here: `what` was expected.
    std::string expect_name(std::string_view what, std::string_view also = "");
    bool sees_number() const;
    /// A decimal or 0x number, perhaps negative.
    std::int64_t expect_number(std::string_view what);
    /// The rest of the line, without blanks at its ends.
    std::string rest_of_line();
    /// The text between quotation marks, the first of which is here.
    std::string quoted();

    /// Lives while a parser is within a part of the text that may hold such parts again. Throws SyntaxError where more are within
    /// each other than anyone writes: they would take all of the stack.
    class Level {
    public:
        explicit Level(Cursor& cursor) : cursor_(cursor) { cursor.enter(); }
        ~Level() { --cursor_.level_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Cursor& cursor_;
    };
    /// Counts an operator of a formula, whose tree is as deep as they are many. Throws SyntaxError for more than anyone writes.
    void count_operator();
    void begin_formula() { operators_ = 0; }

    /// Throws a SyntaxError for the text here, or at `position`.
    [[noreturn]] void expected(std::string_view what) const;
    [[noreturn]] void wrong(std::string_view message, std::size_t position) const;

private:
    void skip();
    void enter();

    std::string file_, text_;
    bool hash_comments_, comments_of_c_ = false;
    std::size_t at_ = 0;
    int level_ = 0, operators_ = 0;
};

}  // namespace tandem::specs
