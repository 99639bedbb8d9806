#include "perfsim/machine_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace tandem::perfsim {

const char* library_machine(const std::string& name) {
    for (const LibraryMachine& machine : library_machines())
        if (machine.name == name) return machine.text;
    return nullptr;
}

std::string whole_machine(const std::string& text, const std::string& from, const std::string& base) {
    const std::string based = "base = \"" + base + "\"\n" + text;
    bool says_base = false;
    try {
        says_base = parse_settings(text, from).outside.contains("base");
    } catch (const std::exception&) {  // what is no TOML is said in words
        machine_from(text, from);
        throw;
    }
    machine_from(says_base ? text : based, from);
    const Settings own = parse_settings(text, from);
    std::string whole = library_machine(says_base ? own.outside.at("base").text.value() : base);
    for (const auto& [table, settings] : own.tables)
        for (const auto& [key, setting] : settings)
            whole = with_setting(whole, table + "." + key, static_cast<int>(setting.whole.value()));
    return whole;
}

std::string setting_in(const std::string& text, const std::string& key) {
    std::vector<std::string> all, found;
    for (const auto& [table, settings] : parse_settings(text, "machine").tables)
        for (const auto& [name, setting] : settings) {
            all.push_back(table + "." + name);
            if (key == name || key == all.back()) found.push_back(all.back());
        }
    if (found.empty())
        throw DescriptionError(fmt::format("a machine has no setting '{}': {} are accepted", key, fmt::join(all, ", ")));
    if (found.size() > 1)
        throw DescriptionError(fmt::format("a machine has several settings '{}': {} are accepted", key, fmt::join(found, ", ")));
    return found.front();
}

int setting_value(const std::string& text, const std::string& key) {
    const auto dot = key.find('.');
    return static_cast<int>(parse_settings(text, "machine").tables.at(key.substr(0, dot)).at(key.substr(dot + 1)).whole.value());
}

}  // namespace tandem::perfsim
