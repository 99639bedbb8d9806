// What of a protocol a command works on: options that most commands have.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/help/value_kinds.hpp"
#include "engines/selection.hpp"

namespace tandem::apps {

inline void add_selection(CLI::App* command, std::string& protocol, engines::Selection& selection) {
    command->add_option("protocol", protocol, "Which protocol; `tandem list` names them")
        ->type_name(kind::protocol.word)
        ->required();
    command->add_option("--variant", selection.variant, "Names from `tandem list`, separated by commas")
        ->type_name(kind::variant.word);
    command->add_option("--shape", selection.shape, "A named shape and key=value, separated by commas")
        ->type_name(kind::shape.word);
}

}  // namespace tandem::apps
