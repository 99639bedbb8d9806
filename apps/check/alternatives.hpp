// The variants beside one: each alternative of each choice, with what is sound, or chosen, in the other choices. What promises
// that all properties hold is judged: in the wide shape of the walks that follow a search, and by `check --thorough`.
#pragma once

#include <string>
#include <vector>

#include "apps/common/catalog.hpp"

namespace tandem::apps {

/// Those that promise that all properties hold, in the order of their declaration; some may take no shape, and some are the
/// chosen one in other words.
std::vector<std::string> alternatives_beside(const Protocol& protocol, const std::string& chosen);

/// The systems of `check --thorough`: those that the description names, or else each named shape of the sound variant; and each
/// alternative that promises all properties and is in none of them, in a named shape that is searched quickly and shows its
/// outcomes. Where the description names none, also each such variant in each named shape that is searched quickly by the record
/// of outcomes, without and with atomics: these say nothing of what they show.
std::vector<ExaminedSystem> systems_of_thorough(const Protocol& protocol);

}  // namespace tandem::apps
