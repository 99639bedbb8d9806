// Random walks through a system that is too large to search: they prove nothing, and find much.
//
// A walk starts in an initial state and takes `depth` steps (walk_in_place.hpp). The states that it visits and the steps that it
// takes are judged, and none is stored but near its end. There what must happen in the end is judged: if threads ask for nothing
// more (drain.hpp), or of each fourth walk if some ask again and again (crowd.hpp). A walk that refutes something is taken once
// more, among the components of a search, where it can be told.
#pragma once

#include <optional>

#include "checker/liveness.hpp"
#include "checker/path.hpp"
#include "checker/search.hpp"
#include "checker/walk_in_place.hpp"

namespace tandem::checker {

struct WalkProgress {
    std::uint64_t walks = 0, steps = 0;
    std::size_t bytes = 0;
    double seconds = 0;
    int outcomes = 0, pairs = 0;  // seen so far; pairs: of steps that directly follow each other
    int new_pairs = 0;            // of them, in the last minute
};

struct WalkOptions {
    int threads = 1;
    std::uint64_t first = 0, stride = 1;        // the number of the first walk, and from one to the next
    std::uint64_t walks = 1000;                 // how many
    std::uint64_t depth = 10'000;               // steps of a walk, each of which a thread remembers in about 200 bytes
    std::uint64_t seed = 1;
    std::size_t memory = std::size_t{4} << 30;  // bytes
    double seconds = 0;                         // wall-clock limit; 0 for none
    bool keep_going = false;                    // after a refutation
    bool crowds = true;                         // also where threads go on asking (crowd.hpp)
    OutcomePairs known{};                       // pairs that earlier walks have seen
    // Indices into Network::properties(). All but can_happen are judged. Of always_accepted those are left out that speak of some
    // run.
    std::vector<int> properties;
    const std::atomic<bool>* interrupt = nullptr;
    std::function<void(const WalkProgress&)> progress;  // called by one thread, a few times a second
};

/// Where a property failed: in the last state of the path, or in its last step; or what is never done on it.
struct WalkViolation {
    int property;
    std::uint64_t walk;          // counted from 0
    Parts start;
    std::vector<PathStep> path;  // as walked, without its detours: it visits no state twice
    std::optional<Obligation> obligation{};  // that is never met; the steps from `cycle_from` on repeat
    std::size_t cycle_from = 0;
};

struct WalkResult {
    Ending ending = Ending::complete;  // complete: all walks were taken
    std::uint64_t walks = 0;           // begun
    std::uint64_t steps = 0;           // taken
    std::uint64_t next = 0;            // the first walk that was not begun
    std::uint64_t outcomes = 0;        // that were seen to occur
    OutcomePairs pairs;                // of outcomes; with those that were known
    std::size_t bytes = 0;
    double seconds = 0;
    std::vector<WalkViolation> violations;  // at most one a property, of the first walk that meets it
    std::optional<WalkViolation> text_error;  // `no_property`: a step whose handler does what no text may, the last of the path
};

class RandomWalk {
public:
    RandomWalk(const Network& network, WalkOptions options);

    /// The same walks for the same seed, with any number of threads.
    WalkResult run();

    /// Gives names to what the result's paths mention; they point into it.
    Components& components() { return components_; }

private:
    class Walker;
    struct Shared;

    const Network& network_;
    WalkOptions options_;
    Components components_;
};

}  // namespace tandem::checker
