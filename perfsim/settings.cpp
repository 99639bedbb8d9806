#include "perfsim/settings.hpp"

#include <sstream>
#include <toml.hpp>

#include "model/file_bytes.hpp"

namespace tandem::perfsim {

namespace {

/// A parser that goes down as deep as the text does would take all of the stack.
void require_shallow(const std::string& text) {
    constexpr int most = 100;
    int line = 1, open = 0, dots = 0;
    bool comment = false;
    for (const char c : text) {
        if (c == '\n') ++line, dots = 0, comment = false;
        comment |= c == '#';
        if (comment) continue;
        if (c == '[' || c == '{') ++open;
        else if ((c == ']' || c == '}') && open > 0) --open;
        else if (c == '.') ++dots;
        if (open > most || dots > most)
            throw NotToml("more than " + std::to_string(most) + " tables or arrays are within each other",
                          static_cast<std::uint_least32_t>(line));
    }
}

toml::value parsed(const std::string& text, const std::string& from) {
    require_shallow(text);
    std::istringstream stream(text);
    try {
        return toml::parse(stream, from);
    } catch (const toml::exception& error) {
        // "[error] toml::parse_key_value_pair: missing key-value separator `=`", and then lines of the file
        const std::string what = error.what(), line = what.substr(0, what.find('\n'));
        const auto function = line.find("toml::"), end = line.find(": ", function);
        throw NotToml(function == std::string::npos || end == std::string::npos ? line : line.substr(end + 2),
                      error.location().line());
    }
}

Setting setting_of(const toml::value& value) {
    Setting setting{model::printable(toml::format(value))};  // a table would take several lines
    if (value.is_integer()) setting.whole = value.as_integer();
    if (value.is_floating()) setting.real = value.as_floating();
    if (value.is_string()) setting.text = toml::get<std::string>(value);
    return setting;
}

}  // namespace

Settings parse_settings(const std::string& text, const std::string& from) {
    Settings settings;
    const toml::value root = parsed(text, from);
    for (const auto& [name, value] : root.as_table()) {
        if (!value.is_table()) {
            settings.outside[name] = setting_of(value);
            continue;
        }
        auto& table = settings.tables[name];
        for (const auto& [key, setting] : value.as_table()) table[key] = setting_of(setting);
    }
    return settings;
}

std::string with_setting(const std::string& text, const std::string& key, int value) {
    toml::value root = parsed(text, "machine");
    const auto dot = key.find('.');
    toml::value& table = root.as_table().try_emplace(key.substr(0, dot), toml::table()).first->second;  // a base may lack it
    table.as_table()[key.substr(dot + 1)] = value;
    std::ostringstream out;
    out << root;
    return out.str();
}

}  // namespace tandem::perfsim
