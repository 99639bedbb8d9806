#include "apps/replay/hindrance.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "apps/common/words.hpp"
#include "checker/successors.hpp"
#include "checker/trace.hpp"

namespace tandem::apps {

using checker::Components, checker::Parts;

namespace {

class Hindrance {
public:
    Hindrance(Components& components, const Parts& parts, int node, const std::vector<std::vector<UnderWay>>& under_way)
        : components_(components),
          network_(components.network()),
          parts_(parts),
          node_(node),
          name_(network_.nodes()[static_cast<std::size_t>(node)].name),
          under_way_(under_way) {}

    std::string of_operation(const std::string& operation) const {
        std::vector<model::LocalStep> steps;
        network_.spontaneous(node_, state(), steps);
        std::erase_if(steps, [&](const model::LocalStep& step) { return network_.label(node_, step.label) != operation; });
        if (!steps.empty()) return of_steps(steps);
        return fmt::format("{} does not offer it now{}", name_, alternatives());
    }

    std::string of_message(const WrittenTrace& trace, int id) const {
        const WrittenMessage& said = trace.messages[static_cast<std::size_t>(id)];
        for (std::size_t c = 0; c < under_way_.size(); ++c) {
            const auto& channel = under_way_[c];
            const auto at = std::find_if(channel.begin(), channel.end(), [&](const UnderWay& one) { return one.id == id; });
            if (at == channel.end()) continue;
            const model::ChannelInfo& info = network_.channels()[c];
            if (info.to != node_)
                return fmt::format("the message is on its way to {}", network_.nodes()[static_cast<std::size_t>(info.to)].name);
            if (info.ordered && at != channel.begin())
                return fmt::format("the message stands behind {}, which {} has to receive first",
                                   network_.describe_message(channel.front().message), name_);
            std::vector<model::LocalStep> steps;
            network_.receive(node_, static_cast<int>(c), state(), at->message, steps);
            return steps.empty() ? name_ + " does not take it now" : of_steps(steps);
        }
        const bool meant = said.to == name_;
        return meant ? fmt::format(
                           "no such message is on its way{}",
                           said.sent > 0 ? fmt::format(": step {} does not send it now, or it has been received", said.sent) : "")
                     : fmt::format("the trace has that message sent to {}", said.to);
    }

private:
    const model::Packed& state() const { return components_.node(node_, parts_[static_cast<std::size_t>(node_)]).packed; }

    /// What may be said of steps that the node offers, none of which is possible.
    std::string of_steps(const std::vector<model::LocalStep>& steps) const {
        std::uint64_t outcomes = 0;
        for (const model::LocalStep& step : steps) {
            outcomes |= step.outcomes;
            if (step.stalled) continue;
            for (const model::Send& send : step.sends) {
                const model::ChannelInfo& info = network_.channels()[static_cast<std::size_t>(send.channel)];
                if (static_cast<int>(under_way_[static_cast<std::size_t>(send.channel)].size()) >= info.capacity)
                    return fmt::format("{} has no room for what it would send to {}", name_,
                                       network_.nodes()[static_cast<std::size_t>(info.to)].name);
            }
            return "the monitor does not let it happen here";
        }
        const auto names = checker::outcomes_of(network_, outcomes);
        return name_ + " now stalls" + (names.empty() ? "" : " (" + join(names, ", ") + ")");
    }

    /// What the node may do there instead.
    std::string alternatives() const {
        std::vector<std::string> found;
        for_each_successor(components_, parts_, [&](const checker::Move& move, const Parts&) {
            if (move.node != node_ || move.channel >= 0) return;
            const std::string label = network_.label(node_, move.step->label);
            if (std::find(found.begin(), found.end(), label) == found.end()) found.push_back(label);
        });
        constexpr std::size_t shown = 4;
        const bool more = found.size() > shown;
        if (more) found.resize(shown);
        return found.empty() ? ", and nothing else of its own"
                             : "; of its own it may " + join(found, ", ") + (more ? " and others" : "");
    }

    Components& components_;
    const model::Network& network_;
    const Parts& parts_;
    const int node_;
    const std::string& name_;
    const std::vector<std::vector<UnderWay>>& under_way_;
};

}  // namespace

std::string hindrance(Components& components, const Parts& parts, const WrittenStep& step, int node, const WrittenTrace& trace,
                      const std::vector<std::vector<UnderWay>>& under_way) {
    if (node == checker::no_node)
        return components.time_passes() ? "no time passes here: nothing would change" : "no time passes in this system";
    const Hindrance of(components, parts, node, under_way);
    return step.receives >= 0 ? of.of_message(trace, step.receives) : of.of_operation(step.operation);
}

}  // namespace tandem::apps
