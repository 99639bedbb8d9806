#include "apps/map/refusals.hpp"

#include <set>
#include <tuple>
#include <unordered_set>

namespace tandem::apps {

using checker::Components, checker::Number, checker::Parts;

namespace {

class Asker {
public:
    explicit Asker(Components& components)
        : components_(components), network_(components.network()), met_(static_cast<std::size_t>(components.nodes())) {}

    void ask(const Parts& parts, int level) {
        for (int node = 0; node < components_.nodes(); ++node)
            if (const Number number = parts[static_cast<std::size_t>(node)];
                met_[static_cast<std::size_t>(node)].insert(number).second)
                ask_node(node, number, level);
        for (int slot = 0; slot < components_.slots(); ++slot) {
            if (slot == components_.monitor_slot()) continue;
            for (const checker::Delivery& d : components_.row(slot, parts[static_cast<std::size_t>(slot)]).deliveries())
                if (const Number number = parts[d.receiver]; delivered_.emplace(number, d.message, d.channel).second)
                    ask_with(d, number, level);
        }
    }
    std::vector<RefusedStep> found() { return std::move(found_); }

private:
    const std::string& name(int node) const { return network_.nodes()[static_cast<std::size_t>(node)].name; }

    void ask_node(int node, Number number, int level) {
        const checker::NodeEntry& state = components_.node(node, number);
        steps_.clear();
        network_.spontaneous(node, state.packed, steps_);
        for (const model::LocalStep& step : steps_)
            if (step.stalled)
                found_.push_back({node, level, &state, name(node) + ": " + network_.label(node, step.label), step.outcomes});
    }
    void ask_with(const checker::Delivery& d, Number number, int level) {
        const checker::NodeEntry& state = components_.node(d.receiver, number);
        const model::Packed& message = components_.message(d.message).packed;
        steps_.clear();
        network_.receive(d.receiver, d.channel, state.packed, message, steps_);
        const int from = network_.channels()[d.channel].from;
        for (const model::LocalStep& step : steps_)
            if (step.stalled)
                found_.push_back({d.receiver, level, &state,
                                  name(d.receiver) + ": receives " + network_.describe_message(message) + " from " + name(from),
                                  step.outcomes});
    }

    Components& components_;
    const model::Network& network_;
    std::vector<std::unordered_set<Number>> met_;          // by node
    std::set<std::tuple<Number, Number, int>> delivered_;  // a receiver's state, a message, a channel
    std::vector<model::LocalStep> steps_;
    std::vector<RefusedStep> found_;
};

}  // namespace

std::optional<std::vector<RefusedStep>> refusals(checker::Search& search,
                                                 const std::function<bool(int, std::uint64_t)>& proceed) {
    constexpr std::uint64_t between = 4096;  // states between two calls of `proceed`
    Asker asker(search.components());
    std::uint64_t states = 0;
    Parts parts{};
    const auto& levels = search.found().levels();
    for (int level = 0; level + 1 < static_cast<int>(levels.size()); ++level)
        for (auto at = levels[static_cast<std::size_t>(level)]; at < levels[static_cast<std::size_t>(level) + 1]; ++at) {
            if (!search.found().state(at, parts)) continue;
            asker.ask(parts, level);
            if (++states % between == 0 && !proceed(level, states)) return std::nullopt;
        }
    return asker.found();
}

}  // namespace tandem::apps
