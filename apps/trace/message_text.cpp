#include "apps/trace/message_text.hpp"

#include <algorithm>
#include <utility>

namespace tandem::apps {

namespace {

/// What commas part that stand in no bracket.
std::vector<std::string> parted(const std::string& text) {
    std::vector<std::string> parts;
    std::string part;
    int depth = 0;
    for (const char c : text) {
        if (c == '(' || c == '{' || c == '[') ++depth;
        if (c == ')' || c == '}' || c == ']') --depth;
        if (c == ',' && depth == 0) parts.push_back(std::exchange(part, {}));
        else if (c != ' ' || !part.empty()) part += c;
    }
    if (!part.empty()) parts.push_back(part);
    return parts;
}

bool is_block(const std::string& value, int blocks) { return value.size() == 1 && value[0] >= 'A' && value[0] < 'A' + blocks; }

}  // namespace

MessageText message_text(const std::string& printed) {
    const std::size_t open = printed.find('(');
    if (open == std::string::npos || printed.back() != ')') return {printed, {}};
    MessageText message{printed.substr(0, open), {}};
    for (const std::string& part : parted(printed.substr(open + 1, printed.size() - open - 2))) {
        const std::size_t blank = part.find(' ');
        if (blank == std::string::npos) message.fields.push_back({part, ""});
        else message.fields.push_back({part.substr(0, blank), part.substr(blank + 1)});
    }
    return message;
}

std::vector<std::string> blocks_in(const MessageText& message, int blocks) {
    std::vector<std::string> named;
    for (const model::Field& field : message.fields)
        if (is_block(field.value, blocks) && std::find(named.begin(), named.end(), field.value) == named.end())
            named.push_back(field.value);
    return named;
}

std::string short_text(const MessageText& message, int blocks) {
    std::string text = message.kind, rest;
    for (const model::Field& field : message.fields) {
        if (is_block(field.value, blocks)) text += " " + field.value;
        else if (field.value != "no")
            rest += (rest.empty() ? "" : ", ") + (field.value == "yes" ? field.name : field.name + " " + field.value);
    }
    return rest.empty() ? text : text + ": " + rest;
}

}  // namespace tandem::apps
