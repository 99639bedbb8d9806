// Tables of settings in TOML: what machines and energy tables are described in. Only settings.cpp includes the reader's headers, which are slow to compile.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace tandem::perfsim {

struct Setting {
    std::string text;  // as TOML writes it
    std::optional<std::int64_t> whole{};
    std::optional<double> number{};  // whole or not
};

struct Settings {
    std::map<std::string, std::map<std::string, Setting>> tables;
    std::map<std::string, Setting> outside;  // of tables
    std::optional<std::string> name{};       // the setting of this name outside of tables, if it is a string
};

struct NotToml : std::runtime_error {
    NotToml(const std::string& what, std::size_t line) : std::runtime_error(what), line(line) {}
    std::size_t line;
};

/// `from` is the file's name, for messages. Throws NotToml.
Settings settings_in(const std::string& text, const std::string& from);
/// The text with another number for `key`, which is there as "table.key".
std::string with_setting(const std::string& text, const std::string& key, int value);

}  // namespace tandem::perfsim
