// The walkers: each thread takes the next walk's number, and the number alone decides the walk.
#include "checker/random_walk.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "checker/crowd.hpp"
#include "checker/drain.hpp"

namespace tandem::checker {

namespace {

using Clock = std::chrono::steady_clock;

/// One of so many walks goes on with crowds; the others come to rest.
constexpr std::uint64_t walks_to_a_crowd = 4;
constexpr int crowds_of_a_walk = 4;

std::vector<PathStep> without_detours(const Parts& start, const std::vector<PathStep>& path) {
    std::vector<PathStep> direct;
    std::map<Parts, std::size_t> length_at{{start, 0}};  // of the direct path to each of its states
    for (const PathStep& step : path) {
        if (const auto seen = length_at.find(step.after); seen != length_at.end() && &step != &path.back()) {
            for (std::size_t i = seen->second; i < direct.size(); ++i) length_at.erase(direct[i].after);
            direct.resize(seen->second);
            length_at[step.after] = direct.size();
        } else {
            direct.push_back(step);
            length_at[step.after] = direct.size();
        }
    }
    return direct;
}

}  // namespace

struct RandomWalk::Shared {
    std::vector<std::pair<int, int>> invariants, steps;  // property and its number
    int deadlock = -1;

    Clock::time_point start = Clock::now(), last_tick{};
    std::atomic<std::uint64_t> next{0}, walks{0}, steps_taken{0}, outcomes{0};
    std::atomic<std::uint64_t> last_walk{~std::uint64_t{0}};  // walks beyond it are not needed any more
    std::atomic<bool> stop{false};
    std::mutex mutex;
    Ending ending = Ending::complete;
    std::map<int, WalkViolation> violations;  // by property
    std::unique_ptr<std::atomic<std::uint64_t>[]> first_walk;  // that violates the property
    std::exception_ptr error;

    OutcomePairs pairs;
    std::atomic<int> pair_count{0};
    int known = 0;  // of them, at the beginning
    std::deque<std::pair<double, int>> pairs_at;  // of the last minute, about: seconds, and how many there were
    void see(std::uint64_t outcomes_seen, const OutcomePairs& pairs_seen) {
        outcomes |= outcomes_seen;
        std::lock_guard lock(mutex);
        pairs.add(pairs_seen);
        pair_count = pairs.count();
    }
    /// How many pairs are new in the last minute.
    int new_pairs() {
        constexpr double minute = 60;
        const double now = seconds();
        if (pairs_at.empty() || now > pairs_at.back().first + 1) pairs_at.emplace_back(now, pair_count);
        while (pairs_at.size() > 1 && pairs_at[1].first <= now - minute) pairs_at.pop_front();
        return pair_count - (now > minute ? pairs_at.front().second : known);
    }

    double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
    void end(Ending why) {
        std::lock_guard lock(mutex);
        if (!stop.exchange(true)) ending = why;
    }
};

class RandomWalk::Walker {
public:
    Walker(RandomWalk& walks, Shared& shared, int thread)
        : options_(walks.options_), network_(walks.network_), components_(walks.components_), shared_(shared), thread_(thread),
          never_done_(components_, options_.properties), drain_(components_, never_done_) {}

    void work() {
        try {
            while (!shared_.stop) {
                const std::uint64_t number = shared_.next++;
                walk_ = options_.first + number * options_.stride;
                if (number >= options_.walks || walk_ > shared_.last_walk) return;
                ++shared_.walks;
                walk();
                tick();
            }
        } catch (...) {
            std::lock_guard lock(shared_.mutex);
            shared_.error = std::current_exception();
            shared_.stop = true;
        }
    }

private:
    using Tried = WalkInPlace::Tried;
    struct Path {
        Parts start;
        std::vector<PathStep> steps;
    };

    void walk() {
        Random random(options_.seed, walk_);
        here_.start(begin(random));
        std::uint64_t taken = 0;
        Attempt attempt;
        for (;;) {
            judge_state(taken);
            if (taken == options_.depth || shared_.stop || walk_ > shared_.last_walk) break;
            const Tried tried = here_.step(random, attempt, [](const Attempt&) {});
            if (tried == Tried::stalled) {
                judge_standstill(taken);
                break;
            }
            if (tried == Tried::wrong) {
                record(text_error_, taken + 1);
                break;
            }
            ++taken;
            if (const std::uint32_t broken = state().last().broken; broken != 0)
                for (const auto& [property, bit] : shared_.steps)
                    if (broken >> bit & 1) record(property, taken);
            if (taken % 1024 == 0) tick();
        }
        shared_.steps_taken += taken;
        shared_.see(here_.outcomes(), here_.pairs());
        if (shared_.stop || !never_done_.judges()) return;
        state().watch(false);
        if (options_.crowds && walk_ % walks_to_a_crowd == walks_to_a_crowd - 1) judge_crowds(random, taken);
        else judge_end(random, taken);
    }

    model::InPlace& state() { return here_.state(); }
    int begin(Random& random) { return static_cast<int>(random.below(static_cast<std::size_t>(network_.initial_states()))); }

    void judge_state(std::uint64_t taken) {
        if (shared_.invariants.empty()) return;
        const model::RawState raw = state().raw();
        for (const auto& [property, number] : shared_.invariants)
            if (open(property) && !network_.holds(number, raw)) record(property, taken);
    }

    /// No step was found. Whether there is none only all of them tell.
    void judge_standstill(std::uint64_t taken) {
        if (shared_.deadlock < 0 || !open(shared_.deadlock)) return;
        const Parts here = components_.numbered(state());
        if (components_.quiescent(here)) return;
        bool progress = false;
        const auto same = [&](const Parts& next) {
            return std::equal(next.begin(), next.begin() + components_.slots(), here.begin());
        };
        for_each_successor(components_, here, [&](const Move&, const Parts& next) { progress = progress || !same(next); },
                           [&](const Move&) { progress = true; });
        if (!progress) record(shared_.deadlock, taken);
    }

    /// What is never done from the walk's last state on: threads ask for nothing, and what must happen does. Here that is found
    /// in place, as far as the system rests.
    void judge_end(Random& random, std::uint64_t taken) {
        Attempt attempt;
        std::uint64_t drained = 0;
        while (drained < Drain::steps_to_rest && here_.fair_step(random, attempt, [](const Attempt&) {})) ++drained;
        const auto left = drain_.from(components_.numbered(state()), random);
        if (std::none_of(left.begin(), left.end(), [&](const auto& one) { return open(one.property); })) return;
        const Path whole = path_of(taken);
        for (const LeftUndone& one : left)
            if (open(one.property)) record_undone(one.property, whole, random);
    }
    /// The property is told of the first state of the path from which on something is left undone.
    void record_undone(int property, const Path& whole, Random& random) {
        std::vector<std::size_t> lengths;
        for (std::size_t length = 0; length < whole.steps.size(); length += std::max<std::size_t>(1, length / 8))
            lengths.push_back(length);
        lengths.push_back(whole.steps.size());
        for (const std::size_t sooner : lengths) {
            auto again = drain_.from(sooner == 0 ? whole.start : whole.steps[sooner - 1].after, random);
            const auto same =
                std::find_if(again.begin(), again.end(), [&](const auto& other) { return other.property == property; });
            if (same == again.end()) continue;
            std::vector<PathStep> path(whole.steps.begin(), whole.steps.begin() + static_cast<std::ptrdiff_t>(sooner));
            const auto cycle = same->path.begin() + static_cast<std::ptrdiff_t>(same->cycle_from);
            path.insert(path.end(), same->path.begin(), cycle);
            WalkViolation violation{property, walk_, whole.start, without_detours(whole.start, path), same->obligation};
            violation.cycle_from = violation.path.size();
            violation.path.insert(violation.path.end(), cycle, same->path.end());
            return record(std::move(violation));
        }
    }

    /// Rounds of turns that have been taken.
    struct Stretch {
        Crowd crowd;
        int rounds = 0;
    };

    /// What some threads keep from happening that ask again and again, from the walk's last state on: one crowd after the other.
    void judge_crowds(Random& random, std::uint64_t taken) {
        std::vector<Stretch> stretches;
        for (int crowd = 0; crowd < crowds_of_a_walk && !shared_.stop; ++crowd) {
            Stretch& stretch = stretches.emplace_back(Stretch{Crowd(network_, here_, random)});
            std::map<std::vector<Number>, int> round_at;
            for (;;) {
                const Parts parts = components_.numbered(state());
                const auto [seen, added] = round_at.try_emplace(
                    std::vector<Number>(parts.begin(), parts.begin() + components_.slots()), stretch.rounds);
                if (!added) {
                    judge_cycle(stretches, seen->second, taken);
                    stretch.rounds += stretch.rounds - seen->second;  // that has taken the cycle once more
                    break;
                }
                if (stretch.rounds == Crowd::most_rounds) break;
                stretch.crowd.round(state(), [] {});
                ++stretch.rounds;
            }
        }
    }
    /// The last crowd has come back to where it was after its first `approach` rounds, and goes on so.
    void judge_cycle(std::span<const Stretch> stretches, int approach, std::uint64_t taken) {
        std::vector<Parts> cycle;
        const Stretch& last = stretches.back();
        for (int round = approach; round < last.rounds; ++round)
            last.crowd.round(state(), [&] { cycle.push_back(components_.numbered(state())); });
        const auto left = never_done_in_cycle(components_, never_done_, cycle);
        if (std::none_of(left.begin(), left.end(), [&](const auto& one) { return open(one.property); })) return;
        // To there once more, among components.
        const Path whole = path_of(taken, [&](WalkInPlace& again, Path& path) {
            again.state().watch(false);
            for (const Stretch& stretch : stretches)
                for (int round = 0; round < (&stretch == &last ? approach : stretch.rounds); ++round)
                    stretch.crowd.round(again.state(), [&] {
                        const Parts from = path.steps.empty() ? path.start : path.steps.back().after;
                        path.steps.push_back(step_between(components_, from, components_.numbered(again.state())));
                    });
        });
        for (const LeftUndone& one : left) {
            if (!open(one.property)) continue;
            WalkViolation violation{one.property, walk_, whole.start, without_detours(whole.start, whole.steps), one.obligation};
            violation.cycle_from = violation.path.size() + one.cycle_from;
            violation.path.insert(violation.path.end(), one.path.begin(), one.path.end());
            record(std::move(violation));
        }
    }

    /// This walk's first steps, taken once more, among components, and what go_on(walk, path) adds to them. The last of the
    /// walk may be one that no text may take.
    Path path_of(std::uint64_t steps) { return path_of(steps, [](WalkInPlace&, Path&) {}); }
    template <class GoOn>
    Path path_of(std::uint64_t steps, GoOn&& go_on) {
        Random random(options_.seed, walk_);
        const int which = begin(random);
        WalkInPlace again(network_);
        again.start(which);
        Follower follower(components_, again.state());
        Path path{components_.initial(which), {}};
        Parts here = path.start;
        Attempt attempt;
        while (path.steps.size() < steps) {
            const Tried tried = again.step(random, attempt, [&](const Attempt& next) { follower.before(next); });
            if (tried == Tried::wrong) {
                if (PathStep wrong{}; follower.wrong(here, attempt, wrong)) path.steps.push_back(wrong);
                break;
            }
            path.steps.push_back(follower.taken(here, attempt, Steps::all));
            here = path.steps.back().after;
        }
        go_on(again, path);
        return path;
    }

    bool open(int property) const {
        return walk_ < shared_.first_walk[static_cast<std::size_t>(property)].load(std::memory_order_relaxed);
    }
    /// The property fails after so many steps of this walk, or in the last of them.
    void record(int property, std::uint64_t steps) {
        if (!open(property)) return;
        const Path path = path_of(steps);
        if (path.steps.size() < steps)
            throw std::logic_error("a random walk meets an error of the text that the search does not have");
        record({property, walk_, path.start, without_detours(path.start, path.steps)});
    }
    void record(WalkViolation violation) {
        const int property = violation.property;
        std::lock_guard lock(shared_.mutex);
        if (!open(property)) return;
        shared_.first_walk[static_cast<std::size_t>(property)] = walk_;
        shared_.violations.insert_or_assign(property, std::move(violation));
        if (!options_.keep_going) shared_.last_walk = std::min(shared_.last_walk.load(), walk_);
    }

    /// Looks at the limits and reports progress, now and then.
    void tick() {
        if (options_.interrupt && options_.interrupt->load(std::memory_order_relaxed)) shared_.end(Ending::interrupted);
        if (options_.seconds > 0 && shared_.seconds() > options_.seconds) shared_.end(Ending::out_of_time);
        if (thread_ != 0) return;
        const auto now = Clock::now();
        if (now - shared_.last_tick < std::chrono::milliseconds(100)) return;
        shared_.last_tick = now;
        const std::size_t bytes = components_.bytes();
        if (bytes > options_.memory) shared_.end(Ending::out_of_memory);
        if (options_.progress)
            options_.progress({shared_.walks, shared_.steps_taken, bytes, shared_.seconds(),
                               std::popcount(shared_.outcomes.load()), shared_.pair_count, shared_.new_pairs()});
    }

    const WalkOptions& options_;
    const Network& network_;
    Components& components_;
    Shared& shared_;
    const int thread_;
    NeverDone never_done_;
    Drain drain_;
    const int text_error_ = static_cast<int>(network_.properties().size());  // stands behind the properties
    std::uint64_t walk_ = 0;
    WalkInPlace here_{network_};
};

RandomWalk::RandomWalk(const Network& network, WalkOptions options)
    : network_(network), options_(std::move(options)),
      components_(network, std::any_of(options_.properties.begin(), options_.properties.end(), [&](int p) {
                      return network.properties().at(static_cast<std::size_t>(p)).kind == model::PropertyKind::invariant;
                  })) {}

WalkResult RandomWalk::run() {
    Shared shared;
    shared.pairs = options_.known;
    shared.pair_count = shared.known = options_.known.count();
    const std::size_t count = network_.properties().size();
    shared.first_walk = std::make_unique<std::atomic<std::uint64_t>[]>(count + 1);
    for (std::size_t p = 0; p <= count; ++p) shared.first_walk[p] = ~std::uint64_t{0};
    for (const int p : options_.properties) {
        const auto& property = network_.properties().at(static_cast<std::size_t>(p));
        if (property.kind == model::PropertyKind::invariant) shared.invariants.push_back({p, property.number});
        if (property.kind == model::PropertyKind::step) shared.steps.push_back({p, property.number});
        if (property.kind == model::PropertyKind::no_deadlock) shared.deadlock = p;
    }
    in_parallel(options_.threads, [&](int t) { Walker(*this, shared, t).work(); });
    if (shared.error) std::rethrow_exception(shared.error);

    WalkResult result;
    result.ending = shared.ending;
    if (!shared.violations.empty() && !options_.keep_going) result.ending = Ending::refuted;
    result.walks = shared.walks;
    result.steps = shared.steps_taken;
    result.next = options_.first + std::min<std::uint64_t>(shared.next, options_.walks) * options_.stride;
    result.outcomes = shared.outcomes;
    result.pairs = shared.pairs;
    result.bytes = components_.bytes();
    result.seconds = shared.seconds();
    for (auto& [property, violation] : shared.violations) {
        if (violation.property == static_cast<int>(count))
            violation.property = no_property, result.text_error = std::move(violation);
        else result.violations.push_back(std::move(violation));
    }
    return result;
}

}  // namespace tandem::checker
