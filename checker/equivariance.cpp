#include "checker/equivariance.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "model/print.hpp"
#include "model/text_error.hpp"

namespace tandem::checker {

using model::LocalStep;
using model::Network;
using model::Packed;
using model::Permutation;
using model::Sort;

namespace {

/// How many names `p` moves.
int moved(const Permutation& p) {
    int count = 0;
    const auto add = [&](const Permutation::Names& names) {
        for (std::size_t i = 0; i < names.size(); ++i) count += names[i] != i;
    };
    add(p.core), add(p.address), add(p.value);
    for (const auto& names : p.thread) add(names);
    return count;
}

std::vector<Permutation> generators(std::span<const Permutation> group) {
    std::vector<Permutation> simple(group.begin(), group.end()), chosen;
    std::stable_sort(simple.begin(), simple.end(), [](const auto& a, const auto& b) { return moved(a) < moved(b); });
    std::set<Permutation> generated{Permutation{}};
    for (const Permutation& p : simple) {
        if (generated.contains(p)) continue;
        chosen.push_back(p);
        std::vector<Permutation> news(generated.begin(), generated.end());
        while (!news.empty()) {
            const Permutation last = news.back();
            news.pop_back();
            for (const Permutation& q : chosen)
                if (const Permutation both = composed(last, q); generated.insert(both).second) news.push_back(both);
        }
    }
    return chosen;
}

/// "cores 0 and 1": what `p` exchanges.
std::string text(const Permutation& p) {
    const auto list = [](Sort sort, const std::string& what, const Permutation::Names& names) {
        std::string found;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] != i) found += (found.empty() ? what + " " : " and ") + model::name_text(sort, static_cast<int>(i));
        return found;
    };
    if (p.core != Permutation::identity) return list(Sort::core, "cores", p.core);
    if (p.address != Permutation::identity) return list(Sort::address, "addresses", p.address);
    if (p.value != Permutation::identity) return list(Sort::value, "values", p.value);
    for (std::size_t c = 0; c < p.thread.size(); ++c)
        if (p.thread[c] != Permutation::identity)
            return list(Sort::thread, "threads", p.thread[c]) + " of core " + std::to_string(c);
    return "nothing";
}

int core_named_on(const Network& network, int channel) {
    return network.core_named_on(network.channels()[static_cast<std::size_t>(channel)]);
}

/// A step as numbers that can be compared; sends to different nodes have no order. What a stalled handler leaves is nothing.
using Told = std::vector<Packed>;
Told told(const LocalStep& step, bool with_label = false) {
    Told all{{step.stalled, step.fair, !step.error.empty(), static_cast<std::uint32_t>(step.outcomes),
              static_cast<std::uint32_t>(step.outcomes >> 32)}};
    if (with_label && step.fair) all.push_back({static_cast<std::uint32_t>(step.label)});
    if (step.stalled) return all;
    all.push_back(step.next);
    std::map<int, std::vector<const Packed*>> by_channel;
    for (const auto& send : step.sends) by_channel[send.channel].push_back(&send.message);
    for (const auto& [channel, messages] : by_channel) {
        all.push_back({static_cast<std::uint32_t>(channel)});
        for (const Packed* message : messages) all.push_back(*message);
    }
    return all;
}

std::string event_text(const Network& network, int node, int channel, const LocalStep& step, const Packed* message) {
    return network.nodes()[static_cast<std::size_t>(node)].name + " \"" +
           (channel < 0 ? network.label(node, step.label) : "receives " + network.describe_message(*message)) + "\"";
}

}  // namespace

void require_same_again(const Network& network, int node, int channel, const Packed& state, const Packed* message,
                        const std::vector<LocalStep>& steps) {
    std::vector<LocalStep> again;
    if (channel < 0) network.spontaneous(node, state, again);
    else network.receive(node, channel, state, *message, again);
    for (std::size_t i = 0; i < std::max(steps.size(), again.size()); ++i) {
        if (i < steps.size() && i < again.size() && steps[i].label == again[i].label &&
            steps[i].events.size() == again[i].events.size() && told(steps[i]) == told(again[i]))
            continue;
        const LocalStep& step = i < steps.size() ? steps[i] : again[i];
        throw NotRepeatable("the protocol's text is wrong: " + network.handler(node, channel, step.label) + ", as where " +
                            event_text(network, node, channel, step, message) + ", " + model::deed_not_repeated);
    }
}

void Equivariance::check(const Network& network, std::span<const Permutation> group, std::span<const Permutation> others,
                         bool to_the_label) {
    network_ = &network;
    to_the_label_ = to_the_label;
    const auto& nodes = network.nodes();
    const auto& channels = network.channels();
    std::vector<Permutation> renamings = generators(group);
    renamings.insert(renamings.end(), others.begin(), others.end());
    for (const Permutation& p : renamings) {
        Renaming& r = renamings_.emplace_back(Renaming{p, {}, {}});
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const auto image = std::find_if(nodes.begin(), nodes.end(), [&](const auto& m) {
                return m.kind == nodes[n].kind && nodes[n].owner >= 0 &&
                       m.owner == p.core[static_cast<std::size_t>(nodes[n].owner)];
            });
            r.node.push_back(image == nodes.end() ? static_cast<int>(n) : static_cast<int>(image - nodes.begin()));
        }
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const auto image = std::find_if(channels.begin(), channels.end(), [&](const auto& d) {
                return d.from == r.node[static_cast<std::size_t>(channels[c].from)] &&
                       d.to == r.node[static_cast<std::size_t>(channels[c].to)] && d.network == channels[c].network;
            });
            r.channel.push_back(image == channels.end() ? static_cast<int>(c) : static_cast<int>(image - channels.begin()));
        }
    }
}

const LocalStep* Equivariance::missing(const Situation& of, const Renaming& r, const Permutation& names) const {
    const Network& network = *network_;
    const auto& info = network.nodes()[static_cast<std::size_t>(of.node)];
    const int image = r.node[static_cast<std::size_t>(of.node)];
    const Packed renamed = network.permuted_node(info.kind, of.state, names, info.owner);
    std::vector<LocalStep> others;
    if (of.channel < 0) {
        network.spontaneous(image, renamed, others);
    } else {
        const Packed received = network.permuted_message(*of.message, names, core_named_on(network, of.channel));
        network.receive(image, r.channel[static_cast<std::size_t>(of.channel)], renamed, received, others);
    }
    std::multiset<Told> expected;
    for (const LocalStep& step : others) expected.insert(told(step, to_the_label_));
    for (const LocalStep& original : of.steps) {
        LocalStep step = original;
        if (!step.stalled) step.next = network.permuted_node(info.kind, step.next, r.names, info.owner);
        for (auto& send : step.sends) {
            send.message = network.permuted_message(send.message, r.names, core_named_on(network, send.channel));
            send.channel = r.channel[static_cast<std::size_t>(send.channel)];
        }
        const auto same = expected.find(told(step, to_the_label_));
        if (same == expected.end()) return &original;
        expected.erase(same);
    }
    return nullptr;
}

bool Equivariance::due_alike(const Situation& of, const Renaming& r) const {
    const Network& network = *network_;
    const auto& info = network.nodes()[static_cast<std::size_t>(of.node)];
    const int kind = info.kind;
    const Packed renamed = network.permuted_node(kind, of.state, r.names, info.owner);
    if (network.owes(kind, of.state) != network.owes(kind, renamed)) return false;
    if (of.channel >= 0) return true;
    const std::vector<model::Asking> askings = network.askings(of.node);
    if (askings.empty()) return true;
    std::vector<LocalStep> others;
    network.spontaneous(of.node, renamed, others);
    // What the node accepts, and which channels must have room then.
    const auto accepted = [](const std::vector<LocalStep>& steps, int label) {
        std::multiset<std::multiset<int>> all;
        for (const LocalStep& step : steps) {
            if (step.stalled || step.label != label) continue;
            std::multiset<int> channels;
            for (const auto& send : step.sends) channels.insert(send.channel);
            all.insert(channels);
        }
        return all;
    };
    return std::all_of(askings.begin(), askings.end(), [&](const model::Asking& asking) {
        return network.excused(kind, of.state, asking.thread) == network.excused(kind, renamed, asking.thread) &&
               accepted(of.steps, asking.label) == accepted(others, asking.label);
    });
}

std::string Equivariance::cleared_members_read(const Situation& of, const Renaming& r) const {
    Permutation with_unused = r.names;
    with_unused.clears_unused = false;
    if (missing(of, r, with_unused)) return "";
    const auto& info = network_->nodes()[static_cast<std::size_t>(of.node)];
    const auto fields = [&](const Permutation& p) {
        return network_->describe_node(info.kind, network_->permuted_node(info.kind, of.state, p, info.owner));
    };
    std::map<std::string, std::string> cleared;
    for (const model::Field& field : fields(r.names)) cleared.emplace(field.name, field.value);
    std::string names;
    int more = 0;
    for (const model::Field& field : fields(with_unused)) {
        if (const auto known = cleared.find(field.name); known != cleared.end() && known->second == field.value) continue;
        if (names.size() < 60) names += (names.empty() ? "" : ", ") + field.name;
        else ++more;
    }
    if (more > 0) names += " or " + std::to_string(more) + " others";
    return "It reads what `clear_unused` has set back to name 0: " + (names.empty() ? "a member of the message" : names) +
           ". Such a name can be held as a `Maybe`, or must not be cleared yet";
}

void Equivariance::require(int node, int channel, const Packed& state, const Packed* message,
                           const std::vector<LocalStep>& steps) const {
    const Network& network = *network_;
    const Situation situation{node, channel, state, message, steps};
    for (const Renaming& r : renamings_) {
        const LocalStep* const step = missing(situation, r, r.names);
        if (!step && to_the_label_ && !due_alike(situation, r))
            throw NotSymmetric(network.nodes()[static_cast<std::size_t>(node)].name + " owes or accepts other things once " +
                               text(r.names) + " are exchanged");
        if (!step) continue;
        require_same_again(network, node, channel, state, message, steps);
        const std::string cleared = cleared_members_read(situation, r);
        throw NotSymmetric(network.handler(node, channel, step->label) + " treats " + text(r.names) + " differently, as where " +
                           event_text(network, node, channel, *step, message) + (cleared.empty() ? "" : ". " + cleared));
    }
}

}  // namespace tandem::checker
