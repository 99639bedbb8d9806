// What a user may say of remote-scope promotion: its variants, its shape, and the programs without races that a search runs.
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
/// What follows from what was said. Throws UsageError for what does not fit together.
void complete(Setup& setup, const model::Said& said);
/// Throws UsageError for what several components do not have.
void check_components(const Config& config);
/// The rules of the programs. Throws UsageError where there is no block for the data that they share.
const specs::SharingRules& rules(const Setup& setup);

}  // namespace tandem::rsp
