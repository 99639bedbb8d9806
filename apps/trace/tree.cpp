#include "apps/trace/tree.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace tandem::apps {

using nlohmann::ordered_json;

ordered_json value_of(const std::string& text) {
    if (text == "yes") return true;
    if (text == "no") return false;
    const bool number = !text.empty() && text.size() < 10 &&
                        std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    return number ? ordered_json(std::stoi(text)) : ordered_json(text);
}

ordered_json tree_of(const std::vector<model::Field>& fields) {
    ordered_json root = ordered_json::object();
    for (const model::Field& field : fields) {
        ordered_json* at = &root;
        std::string part;
        const auto enter = [&] {
            if (!part.empty()) at = &(*at)[part];
            part.clear();
        };
        for (std::size_t i = 0; i < field.name.size(); ++i) {
            const char c = field.name[i];
            const std::size_t close = c == '[' ? field.name.find(']', i) : std::string::npos;
            if (c == '.') {
                enter();
            } else if (close != std::string::npos) {
                enter();
                at = &(*at)[static_cast<std::size_t>(std::stoi(field.name.substr(i + 1, close - i - 1)))];
                i = close;
            } else {
                part += c;
            }
        }
        enter();
        *at = value_of(field.value);
    }
    return root;
}

}  // namespace tandem::apps
