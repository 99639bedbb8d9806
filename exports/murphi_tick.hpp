// Physical time in Murphi: one rule that makes every moment older, in nodes and in messages on their way (model/network.hpp).
#pragma once

#include <string>

#include "exports/murphi_text.hpp"

namespace tandem::exports {

using namespace smt;

/// Whether the system holds moments of physical time.
bool time_passes(const TransitionSystem& system);

/// The rule. `sort` gives the statement that sorts a channel, or nothing where it keeps its order.
std::string murphi_tick(const MurphiText& text, const TransitionSystem& system,
                        std::string (*sort)(const MurphiText&, const TransitionSystem&, int channel));

}  // namespace tandem::exports
