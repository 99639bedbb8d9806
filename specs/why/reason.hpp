// Why a run violates a monitor's promise, in words: which values, which steps, which clause. Monitors remember as little as they
// can, so the reason is read from the run's events.
//
// Each family of properties tells its own reasons in a file of this folder; reason.cpp lists them.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "model/event.hpp"
#include "model/network.hpp"

namespace tandem::specs {

using ConcreteEvent = model::Event<model::Concrete>;

struct Occurrence {
    int step;  // from 0
    ConcreteEvent event;
};

/// A run to a violation, as monitors see it.
struct WatchedRun {
    std::vector<Occurrence> events;            // in their order
    std::vector<model::Field> monitor;         // after the last step
    int last = -1;                             // the last step; -1 for an initial state
    std::function<std::string(int core, int thread)> thread;  // "W0 of SM1"
    int blocks = 1;

    /// The content of the monitor's field whose name ends so; empty if there is none.
    std::string noted(const std::string& field) const;
    /// The last event that is wanted, before `end` if that is given; or null.
    template <class Wanted>
    const Occurrence* latest(Wanted&& wanted, const Occurrence* end = nullptr) const {
        const Occurrence* found = nullptr;
        for (const Occurrence& one : events) {
            if (&one == end) break;
            if (wanted(one.event)) found = &one;
        }
        return found;
    }
    std::string who(const ConcreteEvent& event) const {
        return thread(static_cast<int>(event.core.index()), static_cast<int>(event.thread.index()));
    }
};

struct Reason {
    std::string words;
    std::vector<int> steps;  // the steps that it rests on
};

/// A reason that rests on these; null for none.
Reason resting_on(std::string words, std::initializer_list<const Occurrence*> which);

/// Nothing for a property that no family knows.
std::optional<Reason> reason_of(const std::string& property, const WatchedRun& run);

// ---- the families ----
std::optional<Reason> reason_of_watched_store(const std::string& property, const WatchedRun& run);
std::optional<Reason> reason_of_answers(const std::string& property, const WatchedRun& run);
std::optional<Reason> reason_of_threads(const std::string& property, const WatchedRun& run);
std::optional<Reason> reason_of_visibility(const std::string& property, const WatchedRun& run);
std::optional<Reason> reason_of_ownership(const std::string& property, const WatchedRun& run);

bool same_thread(const ConcreteEvent& a, const ConcreteEvent& b);

// ---- words ----
std::string value_text(const ConcreteEvent& event);
std::string block_name(const ConcreteEvent& event);
/// "(step 4)"
std::string at_step(const Occurrence& occurrence);

}  // namespace tandem::specs
