// Which steps ask, and which answer (model/answers.hpp): a text is asked once for each step of a situation.
#pragma once

#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "checker/successors.hpp"
#include "model/answers.hpp"

namespace tandem::checker {

class AskedSteps {
public:
    /// `which` of the network's answers. Throws std::logic_error if the network has none.
    AskedSteps(const Components& components, int which)
        : components_(components), answers_(dynamic_cast<const model::Answers*>(&components.network())), which_(which) {
        if (!answers_) throw std::logic_error("a network without a text has no answers to judge");
    }

    int which() const { return which_; }

    const model::AskedAndAnswered& of(const Move& move) {
        static const model::AskedAndAnswered nothing{};
        if (move.node == no_node) return nothing;
        const auto [known, first] = known_.try_emplace(move.step);
        if (!first) return known->second;
        std::vector<model::Send> sends;
        for (const Posting& posting : move.step->sends())
            sends.push_back({components_.channel(posting), components_.message(posting.message).packed});
        return known->second = answers_->asked_and_answered(
                   which_, {.node = move.node,
                            .channel = move.channel,
                            .received = move.channel < 0 ? nullptr : &components_.message(move.message).packed,
                            .outcomes = move.step->outcomes,
                            .sends = sends,
                            .events = components_.events(move.step->events),
                            .after = &components_.node(move.node, move.step->next).packed});
    }
    /// Whether message number `send` of those that the step sends asks it.
    bool asks_by(const Move& move, const model::Inquiry& inquiry, std::size_t send) const {
        const Posting& posting = move.step->sends()[send];
        const model::Send one{components_.channel(posting), components_.message(posting.message).packed};
        return contains(answers_->asked_and_answered(which_, {.node = move.node, .sends = {&one, 1}}).asked, inquiry);
    }
    bool asks(const Move& move, const model::Inquiry& inquiry) { return contains(of(move).asked, inquiry); }
    bool answers(const Move& move, const model::Inquiry& inquiry) { return contains(of(move).answered, inquiry); }

private:
    static bool contains(const std::vector<model::Inquiry>& list, const model::Inquiry& one) {
        for (const model::Inquiry& other : list)
            if (other == one) return true;
        return false;
    }

    const Components& components_;
    const model::Answers* const answers_;
    const int which_;
    std::unordered_map<const Step*, model::AskedAndAnswered> known_;  // steps of rows never move
};

}  // namespace tandem::checker
