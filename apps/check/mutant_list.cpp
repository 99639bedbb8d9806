#include "apps/check/mutant_list.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <map>

#include "apps/common/usage_error.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_list = 1 << 20;  // bytes

/// As a terminal may have it.
std::string told(std::string text) {
    if (text.size() > 100) text = text.substr(0, 100) + "...";
    std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 32 || c == 127; }, '?');
    return text;
}

std::string contents(const std::string& path) {
    std::string text;
    try {
        text = model::bytes_of_file(path, largest_list);
    } catch (const model::Unreadable& why) {
        throw UsageError("cannot read '" + told(path) + "' (" + why.what() +
                         "): a list of mutants is accepted, as docs/guide/check.md shows it");
    }
    if (text.find('\0') != std::string::npos) throw UsageError("'" + told(path) + "' has a NUL byte: a list of mutants is text");
    return text;
}

/// Words as CMake reads them: bare, in quotes, in [[ ]] or [=[ ]=].
class Reader {
public:
    Reader(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {}

    [[noreturn]] void fail(const std::string& what, int line = 0) const {
        throw UsageError(told(path_) + ":" + std::to_string(line ? line : line_) + ": " + what);
    }
    /// Skips blanks and comments; whether anything follows.
    bool more() {
        while (at_ < text_.size()) {
            if (text_[at_] == '#') while (at_ < text_.size() && text_[at_] != '\n') ++at_;
            else if (std::isspace(static_cast<unsigned char>(text_[at_]))) take();
            else return true;
        }
        return false;
    }
    int line() const { return line_; }
    bool is(char c) { return more() && text_[at_] == c; }
    void expect(char c) {
        if (!is(c)) fail(std::string("'") + c + "' is due here");
        take();
    }
    std::string word() {
        if (!more()) fail("the list ends within a call");
        if (text_[at_] == '"') return quoted();
        if (text_[at_] == '[') return bracketed();
        std::string word;
        while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_])) && !std::strchr("()#\"", text_[at_]))
            word += take();
        if (word.empty()) fail("a word is due here");
        return word;
    }

private:
    char take() {
        line_ += text_[at_] == '\n';
        return text_[at_++];
    }
    std::string quoted() {
        const int begun = line_;
        std::string word;
        take();
        while (at_ < text_.size() && text_[at_] != '"') {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) take();
            word += take();
        }
        if (at_ == text_.size()) fail("the quotation that begins here does not end", begun);
        take();
        return word;
    }
    std::string bracketed() {
        const int begun = line_;
        std::size_t equals = at_ + 1;
        while (equals < text_.size() && text_[equals] == '=') ++equals;
        if (equals == text_.size() || text_[equals] != '[') fail("'[[' is due here");
        const std::string close = "]" + text_.substr(at_ + 1, equals - at_ - 1) + "]";
        const std::size_t end = text_.find(close, equals + 1);
        if (end == std::string::npos)
            fail("the " + told(text_.substr(at_, equals - at_ + 1)) + " that begins here does not end", begun);
        const std::string word = text_.substr(equals + 1, end - equals - 1);
        while (at_ < end + close.size()) take();
        return word;
    }

    std::string path_, text_;
    std::size_t at_ = 0;
    int line_ = 1;
};

bool is_name(const std::string& word) {
    return !word.empty() && word.size() <= 100 &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
}
/// A file of the folder or below it.
bool is_inside(const std::string& file) {
    const fs::path path = file;
    return !file.empty() && told(file) == file && path.is_relative() &&
           std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

Mutant mutant_of(Reader& in) {
    Mutant m;
    m.at = in.line();
    in.expect('(');
    m.name = in.word();
    if (!is_name(m.name)) in.fail("'" + told(m.name) + "' is no name for a mutant: letters, digits and '-' are accepted");
    m.file = in.word();
    if (!is_inside(m.file)) in.fail("'" + told(m.file) + "' is no file of the folder: its name is accepted");
    std::string steps;
    const std::map<std::string, std::string*> keys{{"IN", &m.in},       {"LINE", &m.line},        {"BECOMES", &m.becomes},
                                                   {"SO", &m.meaning},  {"REFUTES", &m.property}, {"VARIANT", &m.variant},
                                                   {"SHAPE", &m.shape}, {"STEPS", &steps}};
    while (!in.is(')')) {
        const std::string key = in.word();
        const auto known = keys.find(key);
        if (known == keys.end())
            in.fail("'" + told(key) +
                    "' is no word of a mutant: IN, LINE, BECOMES, SO, REFUTES, VARIANT, SHAPE and STEPS are accepted");
        *known->second = in.word();
    }
    in.expect(')');
    for (std::string* words : {&m.meaning, &m.property, &m.variant, &m.shape}) *words = told(*words);
    if (m.line.empty()) in.fail("the mutant " + m.name + " has no LINE: a whole line of " + told(m.file) + " is accepted", m.at);
    if (!steps.empty()) {
        if (steps.size() > 6 || !std::all_of(steps.begin(), steps.end(), [](unsigned char c) { return std::isdigit(c); }))
            in.fail("STEPS '" + told(steps) + "' is no number of steps", m.at);
        m.steps = std::stoi(steps);
    }
    return m;
}

/// Where the first line that reads `line` begins, not counting its indentation; and where the next one does.
std::pair<std::size_t, std::size_t> place_of(const std::string& text, const std::string& line, std::size_t from) {
    for (std::size_t at = text.find(line, from); at != std::string::npos; at = text.find(line, at + 1)) {
        const std::size_t end = at + line.size(), begin = text.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
        const bool indented =
            at == 0 || text[at - 1] == '\n' || (begin != std::string::npos && text[begin] == '\n') || begin == std::string::npos;
        if (indented && (end == text.size() || text[end] == '\n')) return {at, end};
    }
    return {std::string::npos, 0};
}

}  // namespace

std::vector<Mutant> read_mutants(const std::string& path) {
    Reader in(path, contents(path));
    std::vector<Mutant> all;
    while (in.more()) {
        const int at = in.line();
        const std::string call = in.word();
        if (call != "mutant") in.fail("'" + told(call) + "' is no call of a list of mutants: `mutant(...)` is accepted", at);
        all.push_back(mutant_of(in));
        all.back().at = at;
        if (std::any_of(all.begin(), all.end() - 1, [&](const Mutant& m) { return m.name == all.back().name; }))
            in.fail("there is a mutant " + all.back().name + " already", at);
    }
    if (all.empty()) throw UsageError("'" + told(path) + "' lists no mutant");
    return all;
}

std::optional<std::string> mutated(const std::string& text, const Mutant& mutant) {
    std::size_t from = 0;
    if (!mutant.in.empty()) {
        const auto [at, end] = place_of(text, mutant.in, 0);
        if (at == std::string::npos) return std::nullopt;
        from = end;
    }
    const auto [at, end] = place_of(text, mutant.line, from);
    if (at == std::string::npos) return std::nullopt;
    if (mutant.in.empty() && place_of(text, mutant.line, end).first != std::string::npos) return std::nullopt;
    return text.substr(0, at) + mutant.becomes + text.substr(end);
}

}  // namespace tandem::apps
