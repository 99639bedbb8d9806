// A decided litmus test for people, for programs and as a picture.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/litmus/decision.hpp"
#include "specs/axiomatic/picture.hpp"

namespace tandem::apps {

/// "the model's check c fails on the cycle P0: W x=1 -> P1: R x=1 -> P0: W x=1"
std::string sentence(const specs::Test& test, const specs::Objection& objection);
/// Why a model does not allow a state that a protocol shows; `objections` are those that it has.
std::string objection(const specs::Test& test, const std::map<specs::FinalState, specs::Objection>& objections,
                      const specs::FinalState& state);

/// As the ecosystem's tools print it; `counted`: with the numbers of witnesses.
std::string as_text(const Decided& decided, bool counted);
nlohmann::json as_json(const std::string& file, const Decided& decided);

/// One execution for each state, the forbidden ones first. They point into `decided`.
std::vector<specs::Drawing> drawings(const Decided& decided);

}  // namespace tandem::apps
