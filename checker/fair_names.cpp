#include "checker/fair_names.hpp"

#include <algorithm>
#include <set>

namespace tandem::checker {

namespace {

/// "channel B" of "L2 to L1 0 on channel B", or empty. A node's name may have the word in it.
std::string network_of(const Network& network, const model::ChannelInfo& channel) {
    const auto node = [&](int n) { return network.nodes()[static_cast<std::size_t>(n)].name; };
    const std::string ends = node(channel.from) + " to " + node(channel.to), on = " on ";
    return channel.name.size() > ends.size() + on.size() ? channel.name.substr(ends.size() + on.size()) : "";
}

}  // namespace

bool is_named(const Network& network, const Move& move, const std::vector<std::string>& names) {
    const auto any = [&](const std::string& name) {
        return !name.empty() && std::find(names.begin(), names.end(), name) != names.end();
    };
    if (names.empty() || move.node == no_node) return false;
    if (move.channel >= 0) {
        const model::ChannelInfo& channel = network.channels()[static_cast<std::size_t>(move.channel)];
        return any(channel.name) || any(network_of(network, channel));
    }
    const std::string& node = network.nodes()[static_cast<std::size_t>(move.node)].name;
    return any(node) || any(node + ": " + network.label(move.node, move.step->label));
}

bool may_be_named(const Network& network, const std::string& name) {
    for (const model::ChannelInfo& channel : network.channels())
        if (name == channel.name || (!name.empty() && name == network_of(network, channel))) return true;
    return std::any_of(network.nodes().begin(), network.nodes().end(),
                       [&](const model::NodeInfo& node) { return name == node.name || name.starts_with(node.name + ": "); });
}

std::string what_is_named(const Network& network) {
    std::set<std::string> networks;
    std::string all;
    const auto add = [&](const std::string& name) { all += (all.empty() ? "'" : ", '") + name + "'"; };
    for (const model::ChannelInfo& channel : network.channels()) {
        add(channel.name);
        if (const std::string name = network_of(network, channel); !name.empty()) networks.insert(name);
    }
    for (const std::string& name : networks) add(name);
    for (const model::NodeInfo& node : network.nodes()) add(node.name);
    return all;
}

std::string names_nothing(Components& components, const std::vector<std::string>& names) {
    const Network& network = components.network();
    for (const std::string& name : names) {
        bool found = false;
        for (const model::ChannelInfo& channel : network.channels())
            found = found || name == channel.name || name == network_of(network, channel);
        for (int n = 0; n < components.nodes() && !found; ++n)
            for (Number i = 0; i < components.count(n) && !found; ++i) {
                if (!components.met(n, i)) continue;
                for (const Step& step : components.row(n, i).steps())
                    found = found || (step.fair && step.channel < 0 && is_named(network, {n, -1, 0, &step}, {name}));
            }
        if (!found) return name;
    }
    return {};
}

}  // namespace tandem::checker
