#include "specs/litmus/cursor.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "model/shown_text.hpp"

namespace tandem::specs {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The bytes of the UTF-8 character that starts at `at`, or 0 if none starts there that belongs in a text.
std::size_t character_size(std::string_view text, std::size_t at) {
    const std::size_t size = model::character_size(text, at);
    const bool blank = size == 1 && std::isspace(static_cast<unsigned char>(text[at]));
    return blank || !model::commands_terminal(text.substr(at, size)) ? size : 0;
}

}  // namespace

Cursor::Cursor(std::string file, std::string text, bool hash_comments)
    : file_(std::move(file)), text_(std::move(text)), hash_comments_(hash_comments) {
    for (std::size_t at = 0; at < text_.size();) {
        const std::size_t size = character_size(text_, at);
        if (size == 0) {
            constexpr const char* digits = "0123456789abcdef";
            const auto byte = static_cast<unsigned char>(text_[at]);
            wrong(std::string("expected text in UTF-8, found the byte 0x") + digits[byte >> 4] + digits[byte & 15], at);
        }
        at += size;
    }
    skip();
}

void Cursor::skip() {
    for (;;) {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
        const std::size_t start = at_;
        if (comments_of_c_ && text_.compare(at_, 2, "/*") == 0) {
            const std::size_t end = text_.find("*/", at_ + 2);
            if (end == text_.npos) wrong("the comment has no end", start);
            at_ = end + 2;
        } else if (!comments_of_c_ && text_.compare(at_, 2, "(*") == 0) {  // comments may be nested
            int depth = 0;
            do {
                if (at_ >= text_.size()) wrong("the comment has no end", start);
                if (text_.compare(at_, 2, "(*") == 0) ++depth, at_ += 2;
                else if (text_.compare(at_, 2, "*)") == 0) --depth, at_ += 2;
                else ++at_;
            } while (depth > 0);
        } else if (text_.compare(at_, 2, "//") == 0 || (hash_comments_ && at_ < text_.size() && text_[at_] == '#')) {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else {
            return;
        }
    }
}

void Cursor::comments_of_c(bool are) {
    comments_of_c_ = are;
    skip();
}

bool Cursor::sees(std::string_view symbol) const {
    if (text_.compare(at_, symbol.size(), symbol) != 0) return false;
    const std::size_t end = at_ + symbol.size();
    return !is_letter(symbol.back()) || end == text_.size() || !(is_letter(text_[end]) || is_digit(text_[end]));
}

bool Cursor::take(std::string_view symbol) {
    if (!sees(symbol)) return false;
    at_ += symbol.size();
    skip();
    return true;
}

void Cursor::expect(std::string_view symbol) {
    if (!take(symbol)) expected("'" + std::string(symbol) + "'");
}

std::string Cursor::name(std::string_view also) {
    if (!is_letter(peek())) return {};
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) || also.find(text_[at_]) != also.npos)) ++at_;
    constexpr std::size_t longest = 500;
    if (at_ - start > longest) wrong("a name has more than " + std::to_string(longest) + " characters", start);
    std::string found = text_.substr(start, at_ - start);
    skip();
    return found;
}

std::string Cursor::expect_name(std::string_view what, std::string_view also) {
    std::string found = name(also);
    if (found.empty()) expected(what);
    return found;
}

bool Cursor::sees_number() const {
    return is_digit(peek()) || (peek() == '-' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]));
}

std::int64_t Cursor::expect_number(std::string_view what) {
    if (!sees_number()) expected(what);
    const bool negative = peek() == '-', hexadecimal = text_.compare(at_ + negative, 2, "0x") == 0;
    std::int64_t value = 0;
    const char* begin = text_.data() + at_ + (hexadecimal ? negative + 2 : 0);  // the sign is read with the digits
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value, hexadecimal ? 16 : 10);
    if (error != std::errc{} || (hexadecimal && *begin == '-')) expected("a number of 64 bits");
    at_ = static_cast<std::size_t>(end - text_.data());
    skip();
    return hexadecimal && negative ? -value : value;
}

std::string Cursor::rest_of_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string line = text_.substr(at_, end - at_);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.pop_back();
    at_ = end;
    skip();
    return line;
}

std::string Cursor::quoted() {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == text_.npos) wrong("the quotation has no end", at_);
    std::string found = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    skip();
    return found;
}

void Cursor::enter() {
    constexpr int most = 400;
    if (level_ == most) wrong("more than " + std::to_string(most) + " parts are within each other", at_);
    ++level_;
}

void Cursor::count_operator() {
    constexpr int most = 1000;
    if (++operators_ > most) wrong("a formula has more than " + std::to_string(most) + " operators", at_);
}

void Cursor::expected(std::string_view what) const {
    std::size_t end = at_;
    while (end < text_.size() && end < at_ + 20 && text_[end] != '\n') ++end;
    while (end < text_.size() && continues_character(text_[end])) ++end;
    const std::string found = at_end() ? "the end" : "'" + text_.substr(at_, end - at_) + "'";
    wrong("expected " + std::string(what) + ", found " + found, at_);
}

void Cursor::wrong(std::string_view message, std::size_t position) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(position), '\n');
    const std::size_t start = position == 0 ? text_.npos : text_.rfind('\n', position - 1);
    const std::size_t column = start == text_.npos ? position + 1 : position - start;
    throw SyntaxError(file_ + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + std::string(message));
}

}  // namespace tandem::specs
