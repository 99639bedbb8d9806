#include "checker/walk_in_place.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tandem::checker {

WalkInPlace::WalkInPlace(const Network& network) : network_(network), state_(network.in_place()) {
    for (int n = 0; n < static_cast<int>(network.nodes().size()); ++n) {
        labels_.push_back(state_->labels(n));
        all_labels_.emplace_back(static_cast<std::size_t>(labels_.back()));
        std::iota(all_labels_.back().begin(), all_labels_.back().end(), 0);
        for (int l = 0; l < labels_.back(); ++l)
            if (state_->fair(n, l)) fair_.push_back({.node = n, .label = l});
    }
    possible_ = all_labels_;
}

std::vector<Attempt> WalkInPlace::labels_of_nodes() const {
    std::vector<Attempt> all;
    for (int n = 0; n < static_cast<int>(labels_.size()); ++n)
        for (int l = 0; l < labels_[static_cast<std::size_t>(n)]; ++l) all.push_back({.node = n, .label = l});
    return all;
}

void WalkInPlace::list_sources() {
    sources_.clear();
    for (std::size_t n = 0; n < labels_.size(); ++n)
        if (!possible_[n].empty()) sources_.push_back({.node = static_cast<int>(n)});
    for (int c = 0; c < static_cast<int>(network_.channels().size()); ++c)
        if (state_->waiting(c) > 0) sources_.push_back({.channel = c});
    if (network_.time_passes()) sources_.push_back({});
}

void WalkInPlace::list_fair() {
    sources_ = fair_;
    for (int c = 0; c < static_cast<int>(network_.channels().size()); ++c)
        if (state_->waiting(c) > 0) sources_.push_back({.channel = c});
    if (network_.time_passes()) sources_.push_back({});
}

bool Follower::same_source(const Attempt& attempt, const Move& move) const {
    if (move.node == no_node) return attempt.node < 0 && attempt.channel < 0;
    if (attempt.channel >= 0) return move.channel == attempt.channel && components_.message(move.message).packed == message_;
    return move.channel < 0 && move.node == attempt.node && move.step->label == attempt.label;
}

PathStep Follower::taken(const Parts& from, const Attempt& attempt, Steps steps) const {
    using Sent = std::vector<std::pair<int, Packed>>;
    Sent sent;
    for (const model::Send& send : state_.last().sends) sent.emplace_back(send.channel, send.message);
    std::sort(sent.begin(), sent.end());
    const auto same = [&](const Move& move, const Parts& next) {
        if (!same_source(attempt, move)) return false;
        if (move.node == no_node) return true;
        if (components_.node(move.node, next[static_cast<std::size_t>(move.node)]).packed != state_.node(move.node)) return false;
        Sent theirs;
        for (const Posting& posting : move.step->sends())
            theirs.emplace_back(components_.channel(posting), components_.message(posting.message).packed);
        std::sort(theirs.begin(), theirs.end());
        return theirs == sent;
    };
    PathStep found{};
    bool any = false;
    for_each_successor(components_, from, [&](const Move& move, const Parts& next) {
        if (any || !same(move, next)) return;
        any = true;
        found.move = move;
        std::copy_n(next.begin(), components_.slots(), found.after.begin());
    }, [](const Move&) {}, steps);
    if (!any) throw std::logic_error("a random walk takes a step that the search does not have");
    return found;
}

bool Follower::wrong(const Parts& from, const Attempt& attempt, PathStep& step) const {
    bool any = false;
    for_each_successor(components_, from, [](const Move&, const Parts&) {}, [&](const Move& move) {
        if (any || !same_source(attempt, move)) return;
        any = true;
        step = {move, from};
    });
    return any;
}

}  // namespace tandem::checker
