// The option --progress, of commands that may work for long.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "apps/common/progress.hpp"
#include "apps/help/value_kinds.hpp"

namespace tandem::apps {

inline void add_progress_option(CLI::App& command, ProgressStyle& style) {
    style = ProgressStyle::on_terminal;
    static const std::map<std::string, ProgressStyle> styles{
        {"auto", ProgressStyle::on_terminal}, {"json", ProgressStyle::json}, {"off", ProgressStyle::off}};
    command
        .add_option_function<std::string>(
            "--progress", [&style](const std::string& word) { style = styles.at(word); },
            "What is shown on standard error meanwhile: auto, a line if that is a terminal; json, an object a line; or off")
        ->type_name(kind::word.word)
        ->check(CLI::IsMember({"auto", "json", "off"}))
        ->default_str("auto");
}

}  // namespace tandem::apps
