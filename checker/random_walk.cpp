// The walkers: each thread takes the next walk's number, and the number alone decides the walk.
#include "checker/random_walk.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "checker/drain.hpp"

namespace tandem::checker {

namespace {

using Clock = std::chrono::steady_clock;

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
          drain_(components_, options_.properties) {}

    void work() {
        try {
            while (!shared_.stop) {
                walk_ = shared_.next++;
                if (walk_ >= options_.walks || walk_ > shared_.last_walk) return;
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
    void walk() {
        Random random(options_.seed, walk_);
        start_ = here_ = components_.initial(static_cast<int>(random.below(static_cast<std::size_t>(network_.initial_states()))));
        path_.clear();
        for (;;) {
            judge_state();
            if (path_.size() == options_.depth || !look_around() || shared_.stop || walk_ > shared_.last_walk) break;
            const std::size_t source = random.below(sources_.size());
            const std::size_t first = sources_[source], end = source + 1 < sources_.size() ? sources_[source + 1] : possible_.size();
            path_.push_back(possible_[first + random.below(end - first)]);
            here_ = path_.back().after;
            if (path_.size() % 1024 == 0) tick();
        }
        shared_.steps_taken += path_.size();
        shared_.outcomes |= outcomes_;
        if (!shared_.stop && drain_.judges()) judge_end(random);
    }

    /// What is never done from the walk's last state on; and if there is something, from how early on.
    void judge_end(Random& random) {
        for (Drain::LeftUndone& left : drain_.from(here_, random)) {
            if (!open(left.property)) continue;
            std::size_t taken = path_.size();
            for (std::size_t sooner = 1; sooner < path_.size(); sooner += std::max<std::size_t>(1, sooner / 8)) {
                auto again = drain_.from(path_[sooner - 1].after, random);
                const auto same = std::find_if(again.begin(), again.end(), [&](const auto& other) { return other.property == left.property; });
                if (same == again.end()) continue;
                left = std::move(*same);
                taken = sooner;
                break;
            }
            std::vector<PathStep> path(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(taken));
            path.insert(path.end(), left.path.begin(), left.path.begin() + static_cast<std::ptrdiff_t>(left.cycle_from));
            WalkViolation violation{left.property, walk_, start_, without_detours(start_, path), left.obligation};
            violation.cycle_from = violation.path.size();
            violation.path.insert(violation.path.end(), left.path.begin() + static_cast<std::ptrdiff_t>(left.cycle_from), left.path.end());
            record(std::move(violation));
        }
    }

    /// Finds the possible steps and judges them; false if there are none.
    bool look_around() {
        possible_.clear(), sources_.clear();
        bool progress = false, error = false;
        std::uint64_t outcomes = for_each_successor(components_, here_, [&](const Move& move, const Parts& next) {
            if (possible_.empty() || move.channel != possible_.back().move.channel || (move.channel < 0 && move.node != possible_.back().move.node))
                sources_.push_back(possible_.size());
            PathStep& step = possible_.emplace_back();
            step.move = move;
            std::copy_n(next.begin(), components_.slots(), step.after.begin());
            progress = progress || step.after != here_;
        }, [&](const Move& move) {
            const PathStep failed{move, here_};
            record(text_error_, &failed);
            error = true;
        });
        for (const PathStep& step : possible_) {
            outcomes |= step.move.step->outcomes;
            if (step.move.step->broken != 0)
                for (const auto& [property, bit] : shared_.steps)
                    if (step.move.step->broken >> bit & 1) record(property, &step);
        }
        outcomes_ |= outcomes;
        if (!progress && !error && shared_.deadlock >= 0 && !components_.quiescent(here_)) record(shared_.deadlock, nullptr);
        return !possible_.empty();
    }

    void judge_state() {
        if (shared_.invariants.empty()) return;
        const model::RawState raw = components_.raw(here_, objects_, messages_);
        for (const auto& [property, number] : shared_.invariants)
            if (open(property) && !network_.holds(number, raw)) record(property, nullptr);
    }

    bool open(int property) const { return walk_ < shared_.first_walk[static_cast<std::size_t>(property)].load(std::memory_order_relaxed); }
    void record(int property, const PathStep* step) {
        if (!open(property)) return;
        std::vector<PathStep> path = path_;
        if (step) path.push_back(*step);
        record({property, walk_, start_, without_detours(start_, path)});
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
        if (options_.progress) options_.progress({shared_.walks, shared_.steps_taken, bytes, shared_.seconds()});
    }

    const WalkOptions& options_;
    const Network& network_;
    Components& components_;
    Shared& shared_;
    const int thread_;
    Drain drain_;
    const int text_error_ = static_cast<int>(network_.properties().size());  // stands behind the properties
    std::uint64_t walk_ = 0, outcomes_ = 0;
    Parts start_{}, here_{};
    std::vector<PathStep> path_;      // from start_ to here_
    std::vector<PathStep> possible_;  // from here_
    std::vector<std::size_t> sources_;  // the first in possible_ of each node and channel
    std::vector<const void*> objects_;
    std::vector<model::MessageInFlight> messages_;
};

RandomWalk::RandomWalk(const Network& network, WalkOptions options)
    : network_(network), options_(std::move(options)),
      components_(network, std::any_of(options_.properties.begin(), options_.properties.end(), [&](int p) {
                      return network.properties().at(static_cast<std::size_t>(p)).kind == model::PropertyKind::invariant;
                  })) {}

WalkResult RandomWalk::run() {
    Shared shared;
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
    result.outcomes = shared.outcomes;
    result.bytes = components_.bytes();
    result.seconds = shared.seconds();
    for (auto& [property, violation] : shared.violations) {
        if (violation.property == static_cast<int>(count)) violation.property = no_property, result.text_error = std::move(violation);
        else result.violations.push_back(std::move(violation));
    }
    return result;
}

}  // namespace tandem::checker
