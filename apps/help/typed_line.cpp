#include "apps/help/typed_line.hpp"

#include <algorithm>
#include <cctype>

namespace tandem::apps {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }
/// What ends a command and begins another.
bool is_separator(char c) { return c == ';' || c == '|' || c == '&' || c == '(' || c == ')' || c == '\n'; }
bool is_direction(char c) { return c == '<' || c == '>'; }

/// "CXX=g++", which stands before a command and is no part of it.
bool is_assignment(const std::string& word) {
    const std::size_t equals = word.find('=');
    return equals != std::string::npos && equals > 0 && !std::isdigit(static_cast<unsigned char>(word[0])) &&
           std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                       [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

class Reader {
public:
    explicit Reader(const std::string& breaks) : breaks_(breaks) {}

    /// `next` is what follows, or 0.
    void take(char c, char next) {
        if (escaped_) {
            escaped_ = false;
            if (c != '\n') put(c);
        } else if (quote_) {
            if (c == quote_) quote_ = 0;
            else if (quote_ == '"' && c == '\\' && std::string("\"\\$`").find(next) != std::string::npos && next) escaped_ = true;
            else put(c);
        } else if (is_direction(c)) {
            if (std::all_of(line_.last.begin(), line_.last.end(), [](unsigned char d) { return std::isdigit(d); })) drop();  // 2>
            finish();
            line_.redirected = true;
        } else if (c == '&' && (is_direction(next) || is_direction(before_))) {
            finish();  // &>, >&
        } else if (is_separator(c)) {
            line_ = {};
            begun_ = false;
        } else if (is_space(c)) {
            finish();
        } else if (c == '\\') {
            escaped_ = begun_ = true;
        } else if (c == '\'' || c == '"') {
            quote_ = c;
            begun_ = true;
            line_.kept = line_.last.size();
        } else {
            put(c);
            if (breaks_.find(c) != std::string::npos) broken_ = line_.last.size();
        }
        before_ = c;
    }

    TypedLine result() {
        if (!quote_) line_.kept = broken_;
        return line_;
    }

private:
    void put(char c) {
        line_.last += c;
        begun_ = true;
    }
    void drop() {
        line_.last.clear();
        line_.kept = broken_ = 0;
        begun_ = false;
    }
    void finish() {
        if (begun_ && line_.redirected) line_.redirected = false;
        else if (begun_ && !(line_.words.empty() && is_assignment(line_.last))) line_.words.push_back(line_.last);
        drop();
    }

    const std::string& breaks_;
    TypedLine line_;
    char quote_ = 0, before_ = 0;
    bool escaped_ = false, begun_ = false;
    std::size_t broken_ = 0;
};

}  // namespace

TypedLine typed_line(const std::string& line, const std::string& breaks) {
    Reader reader(breaks);
    for (std::size_t i = 0; i < line.size(); ++i) reader.take(line[i], i + 1 < line.size() ? line[i + 1] : '\0');
    return reader.result();
}

}  // namespace tandem::apps
