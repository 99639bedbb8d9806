#include "specs/audit/races.hpp"

#include <algorithm>
#include <array>

namespace tandem::audit {

using model::Scope;

namespace {

constexpr std::size_t scope_count = 5;

/// Of each thread, by its number, the latest step that is known. Threads of a group have numbers one after the other, and most of
/// what a thread knows is of its group: so this is a range of numbers.
class Clock {
public:
    std::size_t size() const { return steps_.size(); }
    std::uint32_t of(std::uint32_t number) const {
        return number >= begin_ && number - begin_ < steps_.size() ? steps_[number - begin_] : 0;
    }
    void learn(std::uint32_t number, std::uint32_t step) {
        reach(number, number + 1);
        std::uint32_t& known = steps_[number - begin_];
        known = std::max(known, step);
    }
    void learn(const Clock& other) {
        if (other.steps_.empty()) return;
        reach(other.begin_, other.begin_ + static_cast<std::uint32_t>(other.steps_.size()));
        const auto at = steps_.begin() + (other.begin_ - begin_);
        std::transform(other.steps_.begin(), other.steps_.end(), at, at,
                       [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
    }

private:
    void reach(std::uint32_t begin, std::uint32_t end) {
        if (steps_.empty()) begin_ = begin;
        if (begin < begin_) {
            steps_.insert(steps_.begin(), begin_ - begin, 0);
            begin_ = begin;
        }
        if (end - begin_ > steps_.size()) steps_.resize(end - begin_, 0);
    }
    std::uint32_t begin_ = 0;
    std::vector<std::uint32_t> steps_;
};

class Run {
public:
    Run(const Trace& trace, Scoping scoping, const Limits& limits)
        : trace_(trace),
          scoping_(scoping),
          limits_(limits),
          levels_(scoping == Scoping::hrf_direct ? scope_count : 1),
          number_(trace.threads),
          threads_(trace.threads),
          places_(trace.addresses),
          room_(limits.bytes / 2 / sizeof(std::uint32_t)) {
        std::vector<std::uint32_t> by_group(trace.threads);
        for (std::uint32_t t = 0; t < trace.threads; ++t) by_group[t] = t;
        std::stable_sort(by_group.begin(), by_group.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return trace.seat(a).group < trace.seat(b).group; });
        for (std::uint32_t i = 0; i < trace.threads; ++i) number_[by_group[i]] = i;
    }

    Races follow(const std::vector<Id>& run) {
        Races races;
        for (std::size_t i = 0; i < run.size(); ++i) {
            if ((i % 256 == 0 && limits_.over()) || used_ > room_) {
                races.decided = false;
                return races;
            }
            if (trace_.operations[run[i]].kind == Kind::fence) continue;
            if (auto race = perform(run[i])) {
                races.first = race;
                return races;
            }
        }
        return races;
    }

private:
    struct Access {
        Id id;               // the latest of its kind
        std::uint32_t step;  // of its thread
    };
    struct Release {
        Id id;
        std::uint32_t step;
        Clock clock;  // at its level
    };
    struct Place {  // an address, in this launch
        std::uint16_t launch = 0;
        std::vector<Access> loads, stores;
        std::vector<Release> releases;
    };
    struct Thread {
        std::uint16_t launch = 0;
        std::uint32_t step = 0;
        std::array<Clock, scope_count> known;  // by level; of itself `step` counts
    };

    const Operation& op(Id id) const { return trace_.operations[id]; }
    bool is_atomic(Id id) const { return trace_.synchronization(id).order != model::Order::plain || op(id).kind == Kind::swap; }

    /// Whether the scope of x includes the thread of y.
    bool includes(Id x, Id y) const {
        const Seat a = trace_.seat(op(x).thread), b = trace_.seat(op(y).thread);
        switch (trace_.synchronization(x).scope) {
            case Scope::wi:
                return op(x).thread == op(y).thread;
            case Scope::wv:
                return a.wave == b.wave && a.wave != nowhere;
            case Scope::wg:
                return a.group == b.group && a.group != nowhere;
            case Scope::cmp:
                return a.device == b.device;
            case Scope::sys:
                break;
        }
        return true;
    }
    bool go_together(Id x, Id y) const {
        if (scoping_ != Scoping::hrf_inclusive)
            return trace_.synchronization(x).scope == trace_.synchronization(y).scope && includes(x, y);
        const bool forth = includes(x, y), back = includes(y, x);
        return (forth && back) || (forth && trace_.synchronization(x).remote) || (back && trace_.synchronization(y).remote);
    }
    std::size_t level_of(Id id) const {
        return scoping_ == Scoping::hrf_direct ? static_cast<std::size_t>(trace_.synchronization(id).scope) : 0;
    }

    /// All of the launch before comes before this one, so nothing of it need be known.
    Thread& thread_of(Id id) {
        Thread& thread = threads_[op(id).thread];
        if (thread.launch != launch_) {
            for (const Clock& clock : thread.known) used_ -= clock.size();
            thread = {};
            thread.launch = launch_;
        }
        return thread;
    }
    Place& place_of(Id id) {
        Place& place = places_[op(id).address];
        if (place.launch != launch_) {
            for (const Release& r : place.releases) used_ -= r.clock.size();
            place = {};
            place.launch = launch_;
        }
        return place;
    }

    bool knows(const Thread& thread, std::size_t level, std::uint32_t number, std::uint32_t step) const {
        return thread.known[level].of(number) >= step;
    }
    bool is_ordered(const Access& earlier, const Thread& thread) const {
        for (std::size_t level = 0; level < levels_; ++level)
            if (knows(thread, level, number_[op(earlier.id).thread], earlier.step)) return true;
        return false;
    }

    std::optional<Race> perform(Id id) {
        const Operation& o = op(id);
        const Synchronization how = trace_.synchronization(id);
        launch_ = how.launch;
        Thread& thread = thread_of(id);
        Place& place = place_of(id);
        const std::uint32_t now = ++thread.step;
        if (o.loads() && how.acquires()) acquire(id, place, thread);
        bool follows_all = true;
        std::optional<Race> race;
        const auto look = [&](const std::vector<Access>& accesses) {
            for (const Access& a : accesses) {
                if (op(a.id).thread == o.thread || is_ordered(a, thread)) continue;
                follows_all = false;
                const bool atomic = is_atomic(a.id) && is_atomic(id);
                if (atomic && go_together(a.id, id)) continue;
                race = Race{a.id, id, atomic};
                return;
            }
        };
        look(place.stores);
        if (!race && o.stores()) look(place.loads);
        if (race) return race;
        // What follows an ordinary store that follows all before it follows these too.
        if (o.stores() && follows_all && !is_atomic(id) && levels_ == 1) place.loads.clear(), place.stores.clear();
        std::vector<Access>& accesses = o.stores() ? place.stores : place.loads;
        const auto same = std::find_if(accesses.begin(), accesses.end(), [&](const Access& a) {
            return op(a.id).thread == o.thread && is_atomic(a.id) == is_atomic(id) && trace_.synchronization(a.id) == how;
        });
        if (same == accesses.end()) accesses.push_back({id, now});
        else *same = {id, now};
        if (o.stores() && how.releases()) release(id, place, thread);
        return {};
    }

    void acquire(Id id, const Place& place, Thread& thread) {
        const std::size_t level = level_of(id);
        for (std::size_t r = place.releases.size(); r-- > 0;) {
            const Release& release = place.releases[r];
            const std::uint32_t number = number_[op(release.id).thread];
            if (op(release.id).thread == op(id).thread || knows(thread, level, number, release.step)) continue;
            if (!go_together(release.id, id)) continue;
            Clock& known = thread.known[level];
            used_ -= known.size();
            known.learn(release.clock);
            used_ += known.size();
        }
    }

    /// A later release of a thread with the same scope has the earlier one behind it. The newest is the last.
    void release(Id id, Place& place, const Thread& thread) {
        const Synchronization how = trace_.synchronization(id);
        const auto same = std::find_if(place.releases.begin(), place.releases.end(), [&](const Release& r) {
            const Synchronization its = trace_.synchronization(r.id);
            return op(r.id).thread == op(id).thread && its.scope == how.scope && its.remote == how.remote;
        });
        Release release;
        if (same != place.releases.end()) {
            release = std::move(*same);
            place.releases.erase(same);
        }
        used_ -= release.clock.size();
        release.id = id;
        release.step = thread.step;
        release.clock = thread.known[level_of(id)];
        release.clock.learn(number_[op(id).thread], thread.step);
        used_ += release.clock.size();
        place.releases.push_back(std::move(release));
    }

    const Trace& trace_;
    Scoping scoping_;
    const Limits& limits_;
    std::size_t levels_;
    std::uint16_t launch_ = 0;
    std::vector<std::uint32_t> number_;  // of each thread
    std::vector<Thread> threads_;
    std::vector<Place> places_;
    std::size_t room_, used_ = 0;  // words of clocks
};

}  // namespace

Races races_of(const Trace& trace, const std::vector<Id>& run, Scoping scoping, const Limits& limits) {
    return Run(trace, scoping, limits).follow(run);
}

void check_seats(const Trace& trace) {
    for (Id i = 0; i < trace.synchronizations.size(); ++i) {
        const Synchronization how = trace.synchronizations[i];
        const Operation& o = trace.operations[i];
        if (how.order == model::Order::plain && o.kind != Kind::fence && o.kind != Kind::swap) continue;
        const Seat seat = trace.seat(o.thread);
        if (how.scope == Scope::wv && seat.wave == nowhere)
            throw BadTrace(o.line, "its scope is a wave, and its thread has none");
        if (how.scope == Scope::wg && seat.group == nowhere)
            throw BadTrace(o.line, "its scope is a group, and its thread has none");
    }
}

}  // namespace tandem::audit
