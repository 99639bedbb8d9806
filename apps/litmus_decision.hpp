// What a model or a protocol says of one litmus test.
#pragma once

#include <optional>

#include "apps/litmus.hpp"
#include "apps/protocol_outcomes.hpp"
#include "specs/axiomatic/outcomes.hpp"

namespace tandem::apps {

struct Decided {
    std::optional<specs::Test> test;
    specs::Outcomes outcomes;               // what the model allows; of a protocol what it shows
    std::optional<ProtocolOutcomes> shown;  // by the protocol
    std::vector<specs::FinalState> beyond;  // shown and not allowed by the model, which objects:
    std::map<specs::FinalState, specs::Objection> objections;
    std::string error;  // why it could not be read or decided

    bool ok() const { return outcomes.ok(test->quantifier); }
    bool refuted() const { return (!ok() && test->quantifier != specs::Test::Quantifier::exists) || !beyond.empty() || (shown && shown->stuck); }
    bool undecided() const { return shown && shown->search.ending != checker::Ending::complete; }
    const char* observation() const { return outcomes.positive == 0 ? "Never" : outcomes.negative == 0 ? "Always" : "Sometimes"; }
};

/// `file` is for messages, `text` the test. Without a model only the protocol is asked. What goes wrong is in `error`.
Decided decide(const std::string& file, const std::string& text, const std::optional<specs::Model>& model, const LitmusOptions& options);

}  // namespace tandem::apps
