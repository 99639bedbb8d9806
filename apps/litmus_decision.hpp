// What a model or a protocol says of one litmus test.
#pragma once

#include <optional>

#include "apps/litmus.hpp"
#include "apps/protocol_outcomes.hpp"
#include "specs/axiomatic/outcomes.hpp"

namespace tandem::apps {

struct Decided {
    std::optional<specs::Test> test;
    specs::Outcomes outcomes;               // what the model allows; of a protocol what it shows, with the model's flags
    std::optional<ProtocolOutcomes> shown;  // by the protocol
    std::vector<specs::FinalState> beyond;  // shown and not allowed by the model, which objects where it has a candidate execution that ends so:
    std::map<specs::FinalState, specs::Objection> objections;
    bool cut = false;   // the model was asked about loops that it left early, so it may allow more
    std::string error;  // why it could not be read or decided

    bool complete() const { return !shown || shown->search.ending == checker::Ending::complete; }
    /// What the test asks is so; what a search that is not complete has found decides it only if more can change nothing.
    bool ok() const { return outcomes.ok(test->quantifier) && (complete() || test->quantifier == specs::Test::Quantifier::exists); }
    bool refuted() const {
        const bool wrong = test->quantifier != specs::Test::Quantifier::exists && !outcomes.ok(test->quantifier);
        return wrong || (!beyond.empty() && !cut) || (shown && shown->stuck);
    }
    bool undecided() const { return (!complete() && !ok()) || (!beyond.empty() && cut); }
    const char* observation() const { return outcomes.positive == 0 ? (complete() ? "Never" : "Undecided") : outcomes.negative == 0 && complete() ? "Always" : "Sometimes"; }
};

/// `file` is for messages, `text` the test. Without a model only the protocol is asked. What goes wrong is in `error`.
Decided decide(const std::string& file, const std::string& text, const std::optional<specs::Model>& model, const LitmusOptions& options);

}  // namespace tandem::apps
