#include "specs/audit/races.hpp"

#include <algorithm>
#include <array>

namespace tandem::audit {

using model::Scope;

namespace {

constexpr std::size_t scope_count = 5;

class Run {
public:
    Run(const Trace& trace, Scoping scoping, const Limits& limits)
        : trace_(trace),
          scoping_(scoping),
          limits_(limits),
          levels_(scoping == Scoping::hrf_direct ? scope_count : 1),
          step_(trace.threads, 0),
          places_(trace.addresses) {}

    Races follow(const std::vector<Id>& run) {
        Races races;
        const std::size_t cells = levels_ * trace_.threads * std::size_t{trace_.threads};
        if (cells > limits_.bytes / 2 / sizeof(std::uint32_t)) {
            races.decided = false;
            return races;
        }
        clocks_.assign(cells, 0);
        room_ = limits_.bytes / 2 / sizeof(std::uint32_t);
        for (std::size_t i = 0; i < run.size(); ++i) {
            if ((i % 256 == 0 && limits_.over()) || room_ < levels_ * trace_.threads) {
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
        std::vector<std::uint32_t> clocks;  // at its level
    };
    struct Place {  // an address
        std::vector<Access> loads, stores;
        std::vector<Release> releases;
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

    std::uint32_t* clock(std::size_t level, std::uint32_t thread) {
        return clocks_.data() + (level * trace_.threads + thread) * std::size_t{trace_.threads};
    }
    std::size_t level_of(Id id) const {
        return scoping_ == Scoping::hrf_direct ? static_cast<std::size_t>(trace_.synchronization(id).scope) : 0;
    }

    bool is_ordered(const Access& earlier, Id later) {
        const std::uint32_t thread = op(earlier.id).thread;
        for (std::size_t level = 0; level < levels_; ++level)
            if (clock(level, op(later).thread)[thread] >= earlier.step) return true;
        return false;
    }

    std::optional<Race> perform(Id id) {
        const Operation& o = op(id);
        const Synchronization how = trace_.synchronization(id);
        Place& place = places_[o.address];
        const std::uint32_t now = ++step_[o.thread];
        for (std::size_t level = 0; level < levels_; ++level) clock(level, o.thread)[o.thread] = now;
        if (o.loads() && how.acquires()) acquire(id, place);
        bool follows_all = true;
        std::optional<Race> race;
        const auto look = [&](const std::vector<Access>& accesses) {
            for (const Access& a : accesses) {
                if (op(a.id).thread == o.thread) continue;
                if (trace_.synchronization(a.id).launch != how.launch || is_ordered(a, id)) continue;
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
        // What follows a store that follows all before it follows these too.
        if (o.stores() && follows_all && !is_atomic(id) && levels_ == 1) place.loads.clear(), place.stores.clear();
        std::vector<Access>& accesses = o.stores() ? place.stores : place.loads;
        const auto same = std::find_if(accesses.begin(), accesses.end(), [&](const Access& a) {
            return op(a.id).thread == o.thread && is_atomic(a.id) == is_atomic(id) && trace_.synchronization(a.id) == how;
        });
        if (same == accesses.end()) accesses.push_back({id, now});
        else *same = {id, now};
        if (o.stores() && how.releases()) release(id, place);
        return {};
    }

    void acquire(Id id, const Place& place) {
        for (const Release& r : place.releases) {
            if (trace_.synchronization(r.id).launch != trace_.synchronization(id).launch || !go_together(r.id, id)) continue;
            std::uint32_t* mine = clock(level_of(id), op(id).thread);
            for (std::uint32_t t = 0; t < trace_.threads; ++t) mine[t] = std::max(mine[t], r.clocks[t]);
        }
    }

    /// A later release of a thread with the same scope has the earlier one behind it.
    void release(Id id, Place& place) {
        const Synchronization how = trace_.synchronization(id);
        const auto same = std::find_if(place.releases.begin(), place.releases.end(), [&](const Release& r) {
            const Synchronization its = trace_.synchronization(r.id);
            return op(r.id).thread == op(id).thread && its.scope == how.scope && its.remote == how.remote &&
                   its.launch == how.launch;
        });
        Release& r = same != place.releases.end() ? *same : place.releases.emplace_back();
        if (r.clocks.empty()) room_ -= trace_.threads;
        r.id = id;
        const std::uint32_t* mine = clock(level_of(id), op(id).thread);
        r.clocks.assign(mine, mine + trace_.threads);
    }

    const Trace& trace_;
    Scoping scoping_;
    const Limits& limits_;
    std::size_t levels_;
    std::vector<std::uint32_t> step_;    // of each thread: operations so far
    std::vector<std::uint32_t> clocks_;  // by level and thread: of each thread the latest step that happens before
    std::vector<Place> places_;
    std::size_t room_ = 0;  // for clocks of releases
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
