// What keeps messages from being received while the steps of a cycle repeat: the receiver's handler, which refuses them, or a
// full channel, which has no room for what the handler would send. A reader who sees a starved access looks for exactly this.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "checker/components.hpp"
#include "checker/trace.hpp"

namespace tandem::checker {

/// Tells of one system's messages. The components are those of its search.
class WaitingMessages {
public:
    explicit WaitingMessages(const Components& components);

    /// Why the message at the head of `channel`, or one of an unordered channel, is not received in each of these states.
    std::vector<Waiting::Obstacle> obstacles(int channel, const model::Packed& message, std::span<const Parts> states) const;

    /// The fair actions of nodes that are possible in some of these states and not among those taken, each by its node and label.
    std::vector<Waiting> actions_never_taken(const std::set<std::pair<int, int>>& taken, std::span<const Parts> states) const;

    /// The outcomes with which a node refuses the operation with this label in some of these states.
    std::vector<std::string> refusals(int node, int label, std::span<const Parts> states) const;

private:
    /// The messages in a channel, the oldest first.
    const std::vector<Number>& contents(int channel, const Parts& parts) const;
    Waiting::Obstacle obstacle(int channel, const model::Packed& message, const Parts& parts) const;
    /// The channel that has no room for what the step sends; -1 if all have.
    int without_room(const model::LocalStep& step, const Parts& parts) const;
    const model::Packed& state_of(int node, const Parts& parts) const {
        return components_.node(node, parts[static_cast<std::size_t>(node)]).packed;
    }

    const Components& components_;
    const model::Network& network_;
    std::vector<std::pair<int, std::size_t>> places_;  // by channel: its link and lane
};

}  // namespace tandem::checker
