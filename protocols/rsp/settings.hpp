// The settings of remote-scope promotion for users: its variants, its shape, and the race-free programs that a search runs.
#pragma once

#include "model/settings.hpp"
#include "protocols/rsp/config.hpp"
#include "specs/ownership.hpp"

namespace tandem::rsp {

/// The protocol, and the programs that its wavefronts run in a search.
struct Setup : Config {
    specs::SharingRules rules;
};

const model::Settings<Setup>& settings();
/// Completes the settings from what was said. Throws UsageError for settings that do not fit together.
void complete(Setup& setup, const model::Said& said);
/// The rules of the programs. Throws UsageError if there is no block for the data that they share.
const specs::SharingRules& rules(const Setup& setup);

}  // namespace tandem::rsp
