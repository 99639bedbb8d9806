// A place in a text that is being read, for the parsers of litmus tests and of models: blanks and comments, symbols, names,
// numbers, and errors that say where, what was expected and what was found.
//
// Hand-written descent decides all our formats: they are small, the columns of a program table are awkward for a grammar library, and
// the errors are what users meet.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tandem::specs {

/// A text that cannot be read; its message is "FILE:LINE:COLUMN: what is wrong".
struct SyntaxError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Cursor {
public:
    /// `file` is only for messages. Throws SyntaxError for what is no text: UTF-8 without control characters, blanks apart.
    Cursor(std::string file, std::string text);

    const std::string& file() const { return file_; }
    std::size_t position() const { return at_; }
    void back_to(std::size_t position) { at_ = position; }
    bool at_end() const { return at_ == text_.size(); }
    /// The character here, or 0 at the end.
    char peek() const { return at_end() ? '\0' : text_[at_]; }

    /// Whether a symbol stands here. A name's letters do not count as the start of a longer name.
    bool sees(std::string_view symbol) const;
    bool take(std::string_view symbol);
    void expect(std::string_view symbol);

    /// Letters, digits, underscores and the characters `also`, not starting with a digit or one of these; empty if none stands here.
    std::string name(std::string_view also = "");
    /// The same; an error if none stands here, with `what` was expected.
    std::string expect_name(std::string_view what, std::string_view also = "");
    bool sees_number() const;
    /// A decimal or 0x number, perhaps negative.
    std::int64_t expect_number(std::string_view what);
    /// The rest of the line, without blanks at its ends.
    std::string rest_of_line();
    /// What stands between quotation marks, of which the first is here.
    std::string quoted();

    /// Throws a SyntaxError for what stands here, or for what stood at `position`.
    [[noreturn]] void expected(std::string_view what) const;
    [[noreturn]] void wrong(std::string_view message, std::size_t position) const;

private:
    void skip();

    std::string file_, text_;
    std::size_t at_ = 0;
};

}  // namespace tandem::specs
