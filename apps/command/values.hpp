// What a value on the command line must be, whatever command and option it is of: its kind says so (apps/help/value_kinds.hpp).
// What an option accepts besides, such as a range, it says itself.
#pragma once

#include <CLI/CLI.hpp>

namespace tandem::apps {

/// Adds the checks of their kinds to all options of a command.
void check_values(CLI::App& command);

}  // namespace tandem::apps
