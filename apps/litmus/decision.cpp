#include "apps/litmus/decision.hpp"

#include <algorithm>

#include "apps/common/broken_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/terminal.hpp"
#include "smt/axiomatic/outcomes.hpp"
#include "specs/litmus/cursor.hpp"

namespace tandem::apps {

namespace {

specs::Outcomes allowed(const specs::Test& test, const specs::Model& model, const LitmusOptions& options,
                        const std::atomic<bool>* interrupt) {
    if (options.engine != "smt") return specs::outcomes(test, model, {options.turns, options.explained(), interrupt});
    const smt::SymbolicOutcomes found = smt::outcomes(test, model, options.turns, interrupt);
    specs::Outcomes outcomes;
    for (const auto& state : found.allowed) outcomes.allowed.emplace(state, 0);
    outcomes.positive = found.positive;
    outcomes.negative = found.negative;
    outcomes.flags = found.flags;
    outcomes.cut = found.cut;
    return outcomes;
}

ProtocolOutcomes shown(const specs::Test& test, const LitmusOptions& options) {
    checker::SearchOptions limits;
    limits.memory = bytes_of(options.memory.empty() ? "4G" : options.memory);
    limits.interrupt = &InterruptWatch::flag();
    return protocol_outcomes(protocol(options.protocol), options.selection, test, limits,
                             options.traces || options.writes_runs());
}

/// The same as a model's answer: states are counted, not executions.
specs::Outcomes as_outcomes(const specs::Test& test, const ProtocolOutcomes& shown) {
    specs::Outcomes outcomes;
    for (const auto& entry : shown.states) {
        const specs::FinalState& state = entry.first;
        outcomes.allowed.emplace(state, 0);
        const auto value = [&](const specs::Observed& o) {
            return state[static_cast<std::size_t>(std::find(test.observed.begin(), test.observed.end(), o) -
                                                  test.observed.begin())];
        };
        (specs::holds(test.condition, value) ? outcomes.positive : outcomes.negative) += 1;
    }
    return outcomes;
}

}  // namespace

Decided decide(const std::string& file, const std::string& text, const std::optional<specs::Model>& model,
               const LitmusOptions& options, const std::atomic<bool>* interrupt) {
    Decided d;
    if (!interrupt) interrupt = &InterruptWatch::flag();
    try {
        d.test = specs::parse_test(file, text, model ? model->tags() : std::set<std::string>());
        if (model) d.outcomes = allowed(*d.test, *model, options, interrupt);
        if (options.protocol.empty()) return d;
        d.shown = shown(*d.test, options);
        d.cut = d.outcomes.cut;
        // A flag says that the program has no meaning in the model, so nothing is beyond it.
        if (model && d.outcomes.flags.empty())
            for (const auto& [state, trace] : d.shown->states)
                if (!d.outcomes.allowed.contains(state)) d.beyond.push_back(state);
        if (!d.beyond.empty())
            d.objections = specs::outcomes(*d.test, *model, {options.turns, true, &InterruptWatch::flag()}).forbidden;
        specs::Outcomes seen = as_outcomes(*d.test, *d.shown);
        seen.flags = std::move(d.outcomes.flags);
        d.outcomes = std::move(seen);
    } catch (const specs::SyntaxError& e) {
        d.error = e.what();
    } catch (const BrokenText&) {
        throw;
    } catch (const std::bad_alloc&) {  // says nothing of the test
        throw;
    } catch (const specs::Interrupted&) {
        throw;
    } catch (const std::exception& e) {
        d.error = file + ": " + e.what();
    }
    return d;
}

}  // namespace tandem::apps
