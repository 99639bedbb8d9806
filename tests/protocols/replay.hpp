// Walks a system along a script of events, to compare a paper's example with the text.
#pragma once

#include <stdexcept>

#include "checker/trace.hpp"

namespace tandem::tests {

class Replay {
public:
    explicit Replay(const model::Network& network) : components_(network, false), at_(components_.initial(0)) {}

    /// Takes the step whose event, sends, outcomes and changes contain all the texts. There must be one, or several that lead to
    /// the same state.
    const checker::TraceStep& take(const std::vector<std::string>& texts) {
        std::optional<checker::Parts> after;
        checker::TraceStep told;
        for_each_successor(components_, at_, [&](const checker::Move& move, checker::Parts& next) {
            const auto step = checker::describe(components_, move, at_, next);
            std::string all = step.event;
            for (const auto& send : step.sends) all += " | " + send;
            for (const auto& outcome : step.outcomes) all += " | " + outcome;
            for (const auto& c : step.changes) all += " | " + c.node + "." + c.field + " = " + c.after + " |";
            for (const auto& text : texts)
                if (all.find(text) == std::string::npos) return;
            if (after && !std::equal(next.begin(), next.begin() + components_.slots(), after->begin()))
                throw std::runtime_error("several steps fit " + texts[0]);
            after = next;
            told = step;
        });
        if (!after) throw std::runtime_error("no step fits " + texts[0]);
        at_ = *after;
        steps_.push_back(told);
        return steps_.back();
    }

    const std::vector<checker::TraceStep>& steps() const { return steps_; }

private:
    checker::Components components_;
    checker::Parts at_;
    std::vector<checker::TraceStep> steps_;
};

}  // namespace tandem::tests
