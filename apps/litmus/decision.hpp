// What a model or a protocol says of one litmus test.
#pragma once

#include <atomic>
#include <optional>

#include "apps/litmus/litmus.hpp"
#include "apps/litmus/protocol_outcomes.hpp"
#include "specs/axiomatic/outcomes.hpp"

namespace tandem::apps {

struct Decided {
    std::optional<specs::Test> test;
    specs::Outcomes outcomes;               // what the model allows; of a protocol what it shows, with the model's flags
    std::optional<ProtocolOutcomes> shown;  // by the protocol
    // shown and not allowed by the model, which objects where it has a candidate execution that ends so:
    std::vector<specs::FinalState> beyond;
    std::map<specs::FinalState, specs::Objection> objections;
    bool cut = false;   // the model was asked about loops that it left early, so it may allow more
    std::string error;  // why it could not be read or decided

    bool complete() const { return !shown || shown->search.ending == checker::Ending::complete; }
    /// The program has a run after which it never ends.
    bool hangs() const { return shown && shown->stuck; }
    /// Nothing is said of a test without a final state.
    bool nothing_ends() const { return outcomes.allowed.empty(); }
    /// What the test asks is so; what a search that is not complete has found decides it only if more can change nothing.
    bool ok() const {
        return !hangs() && outcomes.ok(test->quantifier) && (complete() || test->quantifier == specs::Test::Quantifier::exists);
    }
    bool refuted() const { return outcomes.contradicts(test->quantifier) || (!beyond.empty() && !cut) || hangs(); }
    bool undecided() const {
        return !hangs() &&
               (nothing_ends() || (!complete() && !ok() && !outcomes.contradicts(test->quantifier)) || (!beyond.empty() && cut));
    }
    /// Whatever a program that hangs shows, it is no answer.
    const char* verdict() const { return hangs() ? "Hangs" : ok() ? "Ok" : undecided() ? "Undecided" : "No"; }
    const char* observation() const {
        if (nothing_ends() || (outcomes.positive == 0 && !complete())) return "Undecided";
        return outcomes.positive == 0 ? "Never" : outcomes.negative == 0 && complete() ? "Always" : "Sometimes";
    }
};

/// `file` is for messages, `text` the test. Without a model only the protocol is asked. What goes wrong is in `error`. Throws
/// specs::Interrupted once `interrupt` is set; without it, when the user asks for an end.
Decided decide(const std::string& file, const std::string& text, const std::optional<specs::Model>& model,
               const LitmusOptions& options, const std::atomic<bool>* interrupt = nullptr);

}  // namespace tandem::apps
