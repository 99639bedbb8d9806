// Obligations are judged one by one on all states, so each that can be left out saves a whole search of the graph:
//
//   a renaming of the network's symmetry maps fair runs to fair runs, so of the obligations that it maps to each other the first
//   is judged; two operations of a thread that its node refuses in the same situations, and that need room in the same channels,
//   are due in the same states.
//
// Fairness by name is no matter of renamings: they may take what is strongly fair to what is not. Then each is judged.
//
// Questions are those that some step from a state asks.
#include "checker/obligations.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "checker/asked_steps.hpp"
#include "checker/symmetry.hpp"
#include "model/hash.hpp"

namespace tandem::checker::liveness {

namespace {

using model::Permutation;

/// Where a renaming takes a node.
int image_of_node(const Network& network, int node, const Permutation& p) {
    const model::NodeInfo& info = network.nodes()[static_cast<std::size_t>(node)];
    if (info.owner < 0) return node;
    for (std::size_t n = 0; n < network.nodes().size(); ++n)
        if (network.nodes()[n].kind == info.kind && network.nodes()[n].owner == p.core[static_cast<std::size_t>(info.owner)])
            return static_cast<int>(n);
    return node;
}

std::vector<Obligation> of_accesses(Components& components, const std::vector<Permutation>& group) {
    const Network& network = components.network();
    std::vector<Obligation> list;
    std::set<std::pair<int, int>> judged;  // with their images
    for (int n = 0; n < components.nodes(); ++n) {
        const model::NodeInfo& info = network.nodes()[static_cast<std::size_t>(n)];
        std::uint64_t bits = 0;
        for (Number i = 0; i < components.count(n); ++i) bits |= components.node(n, i).owes;
        for (; bits != 0; bits &= bits - 1) {
            const int bit = std::countr_zero(bits);
            if (!judged.insert({n, bit}).second) continue;
            list.push_back({.node = n, .bit = bit});
            for (const Permutation& p : group)
                if (const int image = network.permuted_owed(info.kind, bit, p, info.owner); image >= 0)
                    judged.insert({image_of_node(network, n, p), image});
        }
    }
    return list;
}

/// For each label of a node, a fingerprint of the situations that refuse it and of the room that it needs in others.
std::vector<std::uint64_t> refusals(Components& components, int node, std::size_t labels) {
    std::vector<std::uint64_t> prints(labels, 0);
    for (Number i = 0; i < components.count(node); ++i) {
        if (!components.met(node, i)) continue;
        for (const Step& step : components.row(node, i).steps()) {
            if (step.channel >= 0 || step.label >= labels) continue;
            std::uint64_t& print = prints[step.label];
            print = model::hash_with(print, i + 1);
            for (const Posting& posting : step.elsewhere())
                print = model::hash_with(print, std::uint64_t{posting.slot} << 32 | posting.lane);
        }
    }
    return prints;
}

/// Whether the node answers two operations alike in every situation: fingerprints only find candidates.
bool answered_alike(Components& components, int node, int a, int b) {
    using Room = std::vector<std::pair<int, int>>;  // of the steps of one label in one situation: slot and lane, -1 between steps
    for (Number i = 0; i < components.count(node); ++i) {
        if (!components.met(node, i)) continue;
        Room needed[2];
        for (const Step& step : components.row(node, i).steps())
            for (const int which : {0, 1})
                if (step.channel < 0 && step.label == (which == 0 ? a : b)) {
                    needed[which].emplace_back(-1, -1);
                    for (const Posting& posting : step.elsewhere()) needed[which].emplace_back(posting.slot, posting.lane);
                }
        if (needed[0] != needed[1]) return false;
    }
    return true;
}

std::vector<Obligation> of_askings(Components& components, const std::vector<Permutation>& group, bool some_run) {
    const Network& network = components.network();
    std::vector<Obligation> list;
    for (int n = 0; n < components.nodes(); ++n) {
        bool least = true;
        for (const Permutation& p : group) least = least && image_of_node(network, n, p) >= n;
        if (!least) continue;
        const auto askings = network.askings(n);
        if (askings.empty()) continue;
        const auto prints = refusals(components, n, askings.size());
        std::map<std::tuple<int, bool, std::uint64_t>, int> judged;  // the label that is
        const auto add = [&](const model::Asking& asking, bool certain) {
            const auto [same, first] =
                judged.try_emplace({asking.thread, certain, prints[static_cast<std::size_t>(asking.label)]}, asking.label);
            if (first || !answered_alike(components, n, same->second, asking.label))
                list.push_back({.node = n, .bit = -1, .label = asking.label, .thread = asking.thread, .certain = certain});
        };
        // Where all is certain, what every fair run does some run does.
        const bool all_certain =
            !some_run && std::all_of(askings.begin(), askings.end(), [](const model::Asking& asking) { return asking.certain; });
        for (const model::Asking& asking : askings) {
            if (asking.certain && !some_run) add(asking, true);
            if (!all_certain) add(asking, false);
        }
    }
    return list;
}

std::vector<Obligation> of_answers(Search& search, const std::vector<Permutation>& group, const LivenessOptions& options,
                                   const std::function<bool()>& ended) {
    Components& components = search.components();
    AskedSteps asked(components, options.answers);
    std::set<model::Inquiry> all;
    Parts parts;
    for (Position p = 0; p < search.found().levels().back(); ++p) {
        if (p % 4096 == 0 && ended()) break;
        if (search.found().state(p, parts))
            for_each_successor(components, parts, [&](const Move& move, const Parts&) {
                const auto& asks = asked.of(move).asked;
                all.insert(asks.begin(), asks.end());
            });
    }
    const Network& network = components.network();
    const auto image = [&](const model::Inquiry& one, const Permutation& p) {
        const int owner = network.nodes()[static_cast<std::size_t>(one.node)].owner;
        const bool of_thread = one.thread >= 0 && owner >= 0;
        return model::Inquiry{
            .node = image_of_node(network, one.node, p),
            .of = one.of < 0 ? -1 : image_of_node(network, one.of, p),
            .block = one.block < 0 ? -1 : p.address[static_cast<std::size_t>(one.block)],
            .thread = of_thread ? p.thread[static_cast<std::size_t>(owner)][static_cast<std::size_t>(one.thread)] : one.thread,
            .stores = one.stores};
    };
    std::vector<Obligation> list;
    for (const model::Inquiry& one : all) {
        const bool least = std::none_of(group.begin(), group.end(), [&](const Permutation& p) {
            const model::Inquiry other = image(one, p);
            return other < one && all.contains(other);  // an author may have asked about some names alone
        });
        if (least) list.push_back({.node = one.node, .answers = options.answers, .inquiry = one});
    }
    return list;
}

}  // namespace

std::vector<Obligation> obligations(Search& search, const LivenessOptions& options, const std::function<bool()>& ended) {
    Components& components = search.components();
    const Symmetry symmetry(components, options.symmetry && options.strong.empty() ? Renamed::all : Renamed::nothing);
    if (options.kind == model::PropertyKind::always_accepted) return of_askings(components, symmetry.group(), options.some_run);
    return options.answers >= 0 ? of_answers(search, symmetry.group(), options, ended)
                                : of_accesses(components, symmetry.group());
}

}  // namespace tandem::checker::liveness
