// A decided litmus test for people, for programs and as a picture.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "apps/litmus/decision.hpp"
#include "specs/axiomatic/picture.hpp"

namespace tandem::apps {

/// By event of an execution the step of a run in which it happens, from 0; -1 where that is not known.
using RunSteps = std::function<std::vector<int>(const specs::Execution&)>;

/// "the model's check c fails on the cycle P0: W x=1 -rf-> P1: R x=1 -po-> P0: W x=1". With `steps`, by event, each event is
/// followed by the step of a run in which it happens.
std::string sentence(const specs::Test& test, const specs::Objection& objection, const std::vector<int>& steps = {});
/// The events for which a flag is raised: " on P0: W x=1, P1: R x=1".
std::string raised_on(const specs::Test& test, const specs::Execution& flagged);
/// Why a model does not allow a state that a protocol shows; `objections` are those that it has.
std::string objection(const specs::Test& test, const std::map<specs::FinalState, specs::Objection>& objections,
                      const specs::FinalState& state, const RunSteps& steps_of = {});

/// As the ecosystem's tools print it; `counted`: with the numbers of witnesses.
std::string as_text(const Decided& decided, bool counted);
nlohmann::json as_json(const std::string& file, const Decided& decided);

/// One execution for each state, the forbidden ones first. They point into `decided`.
std::vector<specs::Drawing> drawings(const Decided& decided);

}  // namespace tandem::apps
