#include "apps/replay/drop.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "apps/replay/judge.hpp"
#include "apps/trace/why.hpp"
#include "checker/crowd.hpp"
#include "checker/drain.hpp"

namespace tandem::apps {

using model::PropertyKind;

namespace {

/// The property is violated after so many steps of a run; or what they leave undone is so at its end.
struct Violated {
    std::size_t steps;
    std::optional<checker::LeftUndone> undone{};
};

class Judge {
public:
    Judge(checker::Components& components, const model::Property& property)
        : components_(components),
          property_(property),
          never_done_(components, of_the_end(property) ? std::vector{number()} : std::vector<int>{}),
          drain_(components, never_done_) {}

    std::optional<Violated> violated(const Followed& run) {
        if (of_the_end(property_)) {
            checker::Random random(1, 1);
            if (auto undone = drain_.from(run.last(), random); !undone.empty())
                return Violated{run.path.size(), std::move(undone.front())};
            return in_last_cycle(run);
        }
        const Judged judged = property_.kind == PropertyKind::no_deadlock ? judge_deadlock(components_, run)
                                                                          : judge_states(components_, property_, run);
        return judged.refuted ? std::optional(Violated{static_cast<std::size_t>(judged.step)}) : std::nullopt;
    }

private:
    /// What the run leaves undone that repeats its last steps, since the same state was there before.
    std::optional<Violated> in_last_cycle(const Followed& run) {
        const auto slots = static_cast<std::ptrdiff_t>(components_.slots());
        const checker::Parts& last = run.last();
        std::vector<checker::Parts> cycle;
        for (std::size_t i = run.path.size(); i > 0; --i) {
            cycle.push_back(run.path[i - 1].after);
            const checker::Parts& before = i == 1 ? run.start : run.path[i - 2].after;
            if (!std::equal(before.begin(), before.begin() + slots, last.begin())) continue;
            // A part of the cycle may come back to its last state as well, and be unfair.
            const std::vector<checker::Parts> in_order(cycle.rbegin(), cycle.rend());
            if (auto undone = checker::never_done_in_cycle(components_, never_done_, in_order); !undone.empty())
                return Violated{i - 1, std::move(undone.front())};
        }
        return {};
    }

    int number() const {
        const auto& all = components_.network().properties();
        const auto at = std::find_if(all.begin(), all.end(), [&](const model::Property& p) { return p.name == property_.name; });
        return static_cast<int>(at - all.begin());
    }

    checker::Components& components_;
    const model::Property& property_;
    checker::NeverDone never_done_;
    checker::Drain drain_;
};

checker::Trace told_of(const Judging& judging, checker::Trace trace) {
    explain(*judging.network, judging.property, trace);
    return trace;
}

}  // namespace

std::optional<checker::Trace> with_fewer_events(const Judging& judging, const WrittenTrace& trace,
                                                const std::function<bool()>& enough) {
    checker::Components components(*judging.network, judging.property.kind == PropertyKind::invariant);
    WrittenTrace events = trace;
    for (WrittenStep& step : events.steps) step.states.clear(), step.outcomes.clear();  // what is left out changes them
    std::vector<std::size_t> needed(events.steps.size());
    std::iota(needed.begin(), needed.end(), 0);
    std::optional<Followed> found;
    Violated how{};
    Judge judge(components, judging.property);
    // In rounds, until one leaves out nothing: without the last events a long stretch may go that had to stay before.
    bool any = false;
    for (std::size_t stretch = needed.size() / 2; stretch > 0 && !enough();) {
        bool fewer = false;
        // From the end on: what comes late rests on what came before.
        for (std::size_t end = needed.size(); end > 0 && !enough();
             end = std::min(end > stretch ? end - stretch : 0, needed.size())) {
            std::vector<bool> wanted(events.steps.size(), false);
            for (std::size_t i = 0; i < needed.size(); ++i) wanted[needed[i]] = i >= end || i + stretch < end;
            Passed passed = follow_possible(components, events, wanted);
            auto violated = judge.violated(passed.run);
            if (!violated) continue;
            how = std::move(*violated);
            passed.steps.resize(how.steps);
            passed.run.path.resize(how.steps);
            needed = std::move(passed.steps);
            found = std::move(passed.run);
            fewer = any = true;
        }
        if (!fewer || stretch > 1) stretch /= 2;
        if (stretch == 0 && std::exchange(any, false)) stretch = needed.size() / 2;
    }
    if (!found) return {};
    if (!how.undone) return told_of(judging, trace_along(components, judging.property, found->start, found->path));
    std::vector<checker::PathStep>& path = found->path;
    const auto cycle_from = static_cast<int>(path.size() + how.undone->cycle_from);
    path.insert(path.end(), how.undone->path.begin(), how.undone->path.end());
    if (path.size() >= events.steps.size()) return {};  // the way to rest is not always the same
    return told_of(judging, trace_along(components, judging.property, found->start, path, how.undone->obligation, cycle_from));
}

}  // namespace tandem::apps
