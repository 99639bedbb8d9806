#include "apps/certificate/invariant_form.hpp"

#include <algorithm>
#include <sstream>

namespace tandem::apps {

namespace {

/// Whether a line is one term or several that begin and end in it, with a comment perhaps.
bool is_clause(const std::string& line) {
    if (!line.starts_with("  ")) return false;
    int depth = 0;
    bool quoted = false;
    for (const char c : line) {
        if (c == '|') quoted = !quoted;
        else if (quoted) continue;
        else if (c == ';') return depth == 0;
        else if (c == '"') return false;
        else if (c == '(') ++depth;
        else if (c == ')' && --depth < 0) return false;
    }
    return depth == 0 && !quoted;
}

}  // namespace

std::string flaw_of_invariant(const std::string& text, const std::string& frame) {
    static const std::string end = "))\n";
    const std::string begin = frame.substr(0, frame.size() - end.size());
    if (!text.starts_with(begin)) return "it does not begin with the variables of the text and their ranges";
    if (text.size() < begin.size() + end.size() || !text.ends_with(end)) return "it does not end where its function does";
    std::istringstream clauses(text.substr(begin.size(), text.size() - begin.size() - end.size()));
    const auto lines_before = std::count(begin.begin(), begin.end(), '\n');
    std::ptrdiff_t at = lines_before;
    for (std::string line; std::getline(clauses, line);)
        if (++at; !is_clause(line)) return "line " + std::to_string(at) + " is no clause";
    return "";
}

}  // namespace tandem::apps
