#include "perfsim/machine_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <toml.hpp>
#include <vector>

namespace tandem::perfsim {

namespace {

toml::value parsed(const std::string& text) {
    std::istringstream stream(text);
    return toml::parse(stream, "machine");
}

toml::value& setting(toml::value& root, const std::string& key) {
    const auto dot = key.find('.');
    return toml::find(toml::find(root, key.substr(0, dot)), key.substr(dot + 1));
}

}  // namespace

std::string setting_in(const std::string& text, const std::string& key) {
    std::vector<std::string> all, found;
    const toml::value root = parsed(text);
    for (const auto& [table, values] : root.as_table()) {
        if (!values.is_table()) continue;
        for (const auto& [name, value] : values.as_table()) {
            all.push_back(table + "." + name);
            if (key == name || key == all.back()) found.push_back(all.back());
        }
    }
    std::sort(all.begin(), all.end());
    std::sort(found.begin(), found.end());
    if (found.empty()) throw DescriptionError(fmt::format("a machine has no setting '{}': {} are accepted", key, fmt::join(all, ", ")));
    if (found.size() > 1) throw DescriptionError(fmt::format("a machine has several settings '{}': {} are accepted", key, fmt::join(found, ", ")));
    return found.front();
}

int setting_value(const std::string& text, const std::string& key) {
    toml::value root = parsed(text);
    return static_cast<int>(setting(root, key).as_integer());
}

std::string with_setting(const std::string& text, const std::string& key, int value) {
    toml::value root = parsed(text);
    setting(root, key) = value;
    std::ostringstream out;
    out << root;
    return out.str();
}

}  // namespace tandem::perfsim
