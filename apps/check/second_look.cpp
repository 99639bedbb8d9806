#include "apps/check/second_look.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "apps/check/alternatives.hpp"
#include "apps/check/command_of.hpp"
#include "apps/check/engines.hpp"
#include "apps/check/judged.hpp"
#include "apps/check/leave_out.hpp"
#include "apps/check/smaller.hpp"
#include "apps/check/walk_record.hpp"
#include "apps/check/walks.hpp"

namespace tandem::apps {

namespace {

/// Seconds between two writings of the record, and so of one round in all systems.
constexpr double longest_round = 60;

/// For leaving events out of one trace, and again for looking for it in smaller systems.
double seconds_to_shorten(const Engines& engines) {
    constexpr double most = 3;
    return engines.deadline > 0 ? std::min(most, engines.seconds_left()) : most;
}

/// The walks of one system, in rounds.
class WideSystem {
public:
    WideSystem(const Selection& selection, const CheckOptions& options, Engines& engines, WalkRecord& record)
        : options_(options),
          engines_(engines),
          network_(engines.text.make(selection, true)),
          wide_{selection, engines.text.describe(selection)},
          properties_(judged_on_walks(*network_, engines.text, selection, options)),
          walked_(record.systems[wide_.system]) {
        wide_.depth = options.depth;
        wide_.seed = options.seed;
        wide_.earlier = walked_.steps;
    }

    /// Whether a walk can judge something of what was asked for.
    bool judges() const { return !properties_.empty() || options_.properties.empty() || asks_for_text_error(options_); }

    struct Ended {
        bool refuted, stop;  // stop: the user, or the time
    };
    /// All processes end alike.
    Ended walk(double seconds) {
        checker::Ranks* ranks = engines_.ranks;
        const auto rank = static_cast<std::uint64_t>(ranks ? ranks->rank() : 0),
                   size = static_cast<std::uint64_t>(ranks ? ranks->size() : 1);
        checker::WalkOptions limits = limits_of(walked_.next + rank, ~std::uint64_t{0});
        limits.stride = size;
        limits.seconds = seconds;
        limits.progress = [&](const checker::WalkProgress& p) { engines_.progress.show(p, 0); };
        checker::RandomWalk walks(*network_, limits);
        const checker::WalkResult result = walks.run();
        Round round{first_refuted(result),
                    result.walks,
                    result.steps,
                    result.next - rank,
                    result.seconds,
                    result.outcomes,
                    result.pairs,
                    InterruptWatch::flag() || engines_.out_of_time()};
        if (ranks) round = together(ranks->gather(round));
        walked_.next = std::min(round.next, round.refuted);  // what is refuted is found again until it is mended
        walked_.walks += round.walks;
        walked_.steps += round.steps;
        walked_.seconds += round.seconds;
        walked_.pairs = round.pairs;
        wide_.outcomes |= round.outcomes;
        wide_.pairs = round.pairs.count();
        wide_.walks = walked_.walks;
        wide_.steps = walked_.steps;
        wide_.seconds += round.seconds;
        if (round.refuted == none) return {false, round.stop};
        // Another process may have found it. A walk's number decides the walk, so each can take it.
        if (ranks) take_again(round.refuted);
        else tell(walks, result);
        return {true, round.stop};
    }

    WideWalks report() const { return wide_; }

private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    struct Round {
        std::uint64_t refuted, walks, steps, next;
        double seconds;
        std::uint64_t outcomes;
        checker::OutcomePairs pairs;
        bool stop;
    };
    static Round together(const std::vector<Round>& all) {
        Round sum = all.front();
        for (std::size_t i = 1; i < all.size(); ++i) {
            sum.refuted = std::min(sum.refuted, all[i].refuted);
            sum.walks += all[i].walks;
            sum.steps += all[i].steps;
            sum.next = std::max(sum.next, all[i].next);
            sum.seconds = std::max(sum.seconds, all[i].seconds);
            sum.outcomes |= all[i].outcomes;
            sum.pairs.add(all[i].pairs);
            sum.stop = sum.stop || all[i].stop;
        }
        return sum;
    }
    static std::uint64_t first_refuted(const checker::WalkResult& result) {
        std::uint64_t first = result.text_error ? result.text_error->walk : none;
        for (const checker::WalkViolation& violation : result.violations) first = std::min(first, violation.walk);
        return first;
    }

    checker::WalkOptions limits_of(std::uint64_t first, std::uint64_t walks) {
        checker::WalkOptions limits = walk_options(options_, wide_.selection, engines_, properties_);
        limits.first = first;
        limits.walks = walks;
        limits.known = walked_.pairs;
        return limits;
    }
    void take_again(std::uint64_t walk) {
        checker::RandomWalk walks(*network_, limits_of(walk, 1));
        tell(walks, walks.run());
    }
    void tell(checker::RandomWalk& walks, const checker::WalkResult& result) {
        for (const checker::WalkViolation& violation : result.violations) {
            const model::Property& property = network_->properties()[static_cast<std::size_t>(violation.property)];
            PropertyReport report = refuted_report(property, options_, wide_.selection);
            report.trace = trace_of(*network_, property, walks, violation);
            refuted(std::move(report), violation.walk);
        }
        if (result.text_error)
            refuted(text_error_report(trace_of(*network_, text_error_property(), walks, *result.text_error)),
                    result.text_error->walk);
    }
    void refuted(PropertyReport property, std::uint64_t walk) {
        const std::size_t steps = property.trace->steps.size();
        engines_.progress.show("smaller", fmt::format("a trace of {} steps: with fewer events, or in a smaller system", steps));
        leave_events_out(engines_.text, wide_.selection, wide_.system, property, seconds_to_shorten(engines_));
        CheckOptions again = options_;
        again.selection = wide_.selection;
        again.first_walk = walk;
        again.walks = 1;
        WideRefutation found{std::move(property), wide_.selection, wide_.system, command_of(again)};
        if (!engines_.ranks)
            in_smaller_system(options_, seconds_to_shorten(engines_), found);  // processes would divide these searches
        wide_.refuted.push_back(std::move(found));
    }

    const CheckOptions& options_;
    Engines& engines_;
    std::unique_ptr<model::Network> network_;
    WideWalks wide_;
    std::vector<int> properties_;
    Walked& walked_;
};

}  // namespace

std::vector<Selection> wide_systems(const Protocol& protocol, const Selection& chosen) {
    std::vector<Selection> systems;
    std::set<std::string> described;
    const auto add = [&](const std::string& variant, const std::string& shape) {
        Selection wide = chosen;
        wide.lemmas = chosen.lemmas && variant == chosen.variant;  // they speak of that one
        wide.variant = variant;
        wide.shape = shape;
        try {
            if (!described.insert(protocol.describe(wide)).second) return;
            protocol.make(wide, false);
            systems.push_back(std::move(wide));
        } catch (const UsageError&) {  // the variant takes no such shape, or breaks a node that the shape does not have
        }
    };
    std::string first;
    for (const Entry& shape : protocol.shapes) {
        if (!shape.too_wide) continue;
        if (first.empty()) first = shape.name;
        add(chosen.variant, shape.name);
    }
    if (first.empty()) return {};
    for (const std::string& variant : alternatives_beside(protocol, chosen.variant)) add(variant, first);
    return systems;
}

void second_look(const CheckOptions& options, double seconds, Engines& engines, CheckReport& report) {
    WalkRecord record = walk_record(options);
    std::vector<std::unique_ptr<WideSystem>> chosen, others;
    for (const Selection& selection : wide_systems(engines.text, options.selection)) {
        auto system = std::make_unique<WideSystem>(selection, options, engines, record);
        if (system->judges()) (selection.variant == options.selection.variant ? chosen : others).push_back(std::move(system));
    }
    if (engines.deadline > 0) seconds = std::min(seconds, engines.seconds_left());
    if (engines.ranks) {  // all take as many rounds
        const auto all = engines.ranks->gather(seconds);
        seconds = *std::max_element(all.begin(), all.end());
    }
    bool more = true;
    const auto walk = [&](const std::vector<std::unique_ptr<WideSystem>>& systems, double share) {
        for (const auto& system : systems) {
            if (!more) return;
            const auto [refuted, stop] = system->walk(engines.deadline > 0 ? std::min(share, engines.seconds_left()) : share);
            more = !stop && (!refuted || options.all.value_or(false));
        }
    };
    for (double left = seconds; more && left > 0; left -= longest_round) {
        const double round = std::min(left, longest_round);
        const double half = chosen.empty() || others.empty() ? round : round / 2;
        walk(chosen, half / static_cast<double>(std::max<std::size_t>(1, chosen.size())));
        walk(others, half / static_cast<double>(std::max<std::size_t>(1, others.size())));
        if (chosen.empty() && others.empty()) break;
        if (!engines.ranks || engines.ranks->rank() == 0) write_walk_record(options, record);
    }
    for (const auto* systems : {&chosen, &others})
        for (const auto& system : *systems)
            if (WideWalks walks = system->report(); walks.walks > 0) report.wide.push_back(std::move(walks));
}

}  // namespace tandem::apps
