// Parallel breadth-first search of all reachable states, exact.
//
// Threads take chunks of the current level's positions from the store, expand their states and insert the successors in
// batches. When the store or the keys' layout must grow, all threads stop between two states, grow it together, and go on.
// Several processes can divide the states among them (ranks/exchange.hpp): each runs this, and all of them get the same result.
// Invariants are judged when a state is expanded; so the first level with a violation gives the shortest trace.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "checker/checkpoint.hpp"
#include "checker/layout.hpp"
#include "checker/successors.hpp"
#include "checker/state_store.hpp"
#include "checker/symmetry.hpp"

namespace tandem::checker {

class Exchange;
class StoreFolder;
class Ranks;
struct Standing;

struct Progress {
    std::uint64_t states = 0;         // found so far (representatives, with symmetry)
    std::uint64_t transitions = 0;    // fired so far
    int level = 0;                    // being expanded
    std::uint64_t level_states = 0;   // states of that level
    std::uint64_t level_done = 0;     // of these, taken up for expansion
    std::uint64_t next_states = 0;    // found for the next level
    std::size_t bytes = 0;
    double seconds = 0;
};

struct SearchOptions {
    int threads = 1;
    std::size_t memory = std::size_t{4} << 30;  // bytes, for everything
    double seconds = 0;                         // wall-clock limit; 0 for none
    bool symmetry = true;
    // of the renamings those of data alone, and none where a channel does not keep the order of messages: what liveness is judged
    // on (liveness.hpp)
    bool data_alone = false;
    bool keep_going = false;                    // after a refutation
    bool compact = false;                       // fewer bytes a state; earlier positions are not kept (compact_store.hpp)
    std::string store;                          // a folder: states are kept there, and checkpoints (disk/); empty: in memory
    std::vector<int> properties;                // indices into Network::properties() of those to judge
    const std::atomic<bool>* interrupt = nullptr;
    std::function<void(const Progress&)> progress;  // called by one thread, a few times a second
    Checkpoints checkpoints{};
    // the processes among which the states are divided, each with all of these options; null if this one is alone
    Ranks* ranks = nullptr;
};

enum class Ending { complete, refuted, out_of_memory, out_of_time, interrupted, no_checkpoint };

enum class Verdict : std::uint8_t { holds, refuted, undecided };

/// Stands for none in a Violation: a handler has done what no text may (model::LocalStep::error).
inline constexpr int no_property = -1;

/// Where a property failed: in the state at `position`, or in a step from it.
struct Violation {
    int property;
    int level;
    Position position;
    bool in_step = false;
    int rank = 0;  // in whose part of the states it stands
};

struct SearchResult {
    Ending ending = Ending::complete;
    std::uint64_t states = 0;         // as stored: one of each orbit
    std::uint64_t full_states = 0;    // with all orbits' members
    std::uint64_t transitions = 0;    // from stored states
    std::vector<std::uint64_t> level_sizes;
    std::uint64_t outcomes = 0;       // those that occurred
    std::size_t bytes = 0;            // store, frontier, components, tables; of all ranks together
    std::size_t key_bytes = 0;        // of one state
    std::uint64_t disk_bytes = 0;     // of all states, where they are kept on disk
    int ranks = 1;                    // processes that have searched
    std::uint64_t states_sent = 0, bytes_sent = 0;  // between these: successors, and all
    std::uint64_t most_states = 0;                  // that one of these has stored
    double seconds = 0;               // with those of the runs that it goes on from
    int checkpoint = -1;              // the level before which the last checkpoint stands; -1 if there is none
    std::string failure;              // why a checkpoint, or states, could not be written or read (Ending::no_checkpoint)
    std::vector<Violation> violations;  // at most one a property
    // a first step whose handler does what no text may; judged always, and it refutes whatever is asked
    std::optional<Violation> text_error;
};

/// Found states, for traces and for liveness.
class FoundStates {
public:
    virtual ~FoundStates() = default;
    /// First positions of the levels, and the end of the last.
    virtual const std::vector<Position>& levels() const = 0;
    /// False for a position that holds no state. Of a compact search: for all but those of the last level and of violations.
    virtual bool state(Position position, Parts& parts) const = 0;
    /// The position of a (canonical) state, or no_position; not of a compact search.
    virtual Position find(const Parts& parts) const = 0;
    virtual bool has(const Parts& parts) const { return find(parts) != no_position; }
    virtual bool has_all(std::span<const Parts> all) const {
        return std::all_of(all.begin(), all.end(), [&](const Parts& parts) { return has(parts); });
    }
    /// Calls visit(state) for each `stride`-th state of levels first..last-1, until it returns true; whether it did.
    virtual bool any_state(int first, int last, Position stride, const std::function<bool(const Parts&)>& visit) const {
        Parts parts;
        const std::uint64_t end = levels()[static_cast<std::size_t>(last)];  // `at` may pass the largest position
        for (std::uint64_t at = levels()[static_cast<std::size_t>(first)]; at < end; at += stride)
            if (state(static_cast<Position>(at), parts) && visit(parts)) return true;
        return false;
    }
    virtual std::size_t bytes() const = 0;
};

class Search {
public:
    Search(const Network& network, SearchOptions options);
    ~Search();

    /// Throws UsageError if it is to go on from a checkpoint and cannot.
    SearchResult run();

    const SearchOptions& options() const { return options_; }
    Components& components() { return components_; }
    Symmetry& symmetry() { return symmetry_; }
    /// Of several ranks each has those that belong to it.
    const FoundStates& found() const;
    /// A state that rank `rank` names, for all: each rank calls it, and only that one's `parts` count. Several ranks have several
    /// numbers for the same.
    Parts told(int rank, const Parts& parts);
    /// The least rank for which something is true, or -1 if it is for none; each rank calls it.
    int first_rank(bool mine) const;
    /// Which of the ranks this process is; 0 if it is alone.
    int rank() const;

private:
    class AnyEngine;
    template <class Store> class Engine;
    template <class Store> class Worker;
    struct Shared;

    // From level to level (search.cpp). A layout that is returned is the one that the search needs next; without one it has
    // ended.
    Layout first_layout();
    std::optional<Layout> search_with(const Layout& layout);
    std::optional<Layout> expand_levels();
    std::unique_ptr<AnyEngine> engine_for(const Layout& layout);
    bool start();
    void begin_level();
    bool end_level();
    bool level_has_ended(bool complete);
    void give_up(unsigned reasons);
    void end_early(unsigned reasons);
    void finish();

    // Checkpoints (search_checkpoints.cpp).
    std::optional<Layout> resume();
    bool checkpoint_is_due() const;
    bool save_checkpoint();
    void save_what_is_left();

    // Other ranks (search_ranks.cpp).
    const Standing& meet(unsigned reasons);
    void agree(const Standing& mine);

    const Network& network_;
    SearchOptions options_;
    std::unique_ptr<StoreFolder> folder_;  // null if states are kept in memory
    Components components_;
    Symmetry symmetry_;
    std::unique_ptr<Exchange> exchange_;  // null if this process searches alone
    std::unique_ptr<Shared> shared_;
    std::unique_ptr<AnyEngine> engine_;
    SearchResult result_;
};

}  // namespace tandem::checker
