// Tables of settings in TOML, for machines and energy tables. Only settings.cpp includes the reader's headers, which are slow to
// compile.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace tandem::perfsim {

/// Of one kind, or of no kind that descriptions have.
struct Setting {
    std::string written;  // in TOML's syntax
    std::optional<std::int64_t> whole{};
    std::optional<double> real{};
    std::optional<std::string> text{};
};

struct Settings {
    std::map<std::string, std::map<std::string, Setting>> tables;
    std::map<std::string, Setting> outside;  // of tables
};

struct NotToml : std::runtime_error {
    NotToml(const std::string& what, std::size_t line) : std::runtime_error(what), line(line) {}
    std::size_t line;
};

/// `from` is the file's name, for messages. Throws NotToml.
Settings parse_settings(const std::string& text, const std::string& from);
/// The text with another number for `key`, which it has as "table.key".
std::string with_setting(const std::string& text, const std::string& key, int value);

}  // namespace tandem::perfsim
