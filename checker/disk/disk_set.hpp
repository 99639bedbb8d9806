// The set of visited states on disk, and the frontier of the search (delayed duplicate detection: Stern and Dill, "Using magnetic
// disk instead of main memory in the Murphi verifier", 1998; Korf, "Best-first frontier search with delayed duplicate detection",
// 2004).
//
// What a level's steps lead to is put down without a look at what is known. If the memory for it is full, it is sorted and
// written. When the level ends, all of it is held against the known states, which are read once, in order, by all threads: each
// takes ranges of strings. What is left is the next level. It is written as a run of its own, so known states are never written
// again, but for small runs: there are never more than some tens.
//
// A level that could not be finished, for the disk is full, leaves all as the level before has left it.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "checker/disk/candidates.hpp"
#include "checker/disk/run.hpp"

namespace tandem::checker {

class DiskSet {
public:
    /// What a level that has ended calls found(thread, list) with: its states in parts.
    using Found = std::function<void(int, const StateList&)>;

    /// Uses about `bytes` bytes of memory for candidates.
    DiskSet(StoreFolder& folder, std::size_t bytes, int threads, const StateForm::Widths& widths);

    const StateForm& form() const { return form_; }
    /// Strings have room for numbers of so many bits from now on; nobody may put anything down meanwhile. False if they cannot.
    bool widen(const StateForm::Widths& widths);

    /// Puts down a state of the next level, with what it needs not expand; false if there is no room: then `flush` makes some.
    bool put(std::size_t thread, const StateString& string, std::uint32_t asleep) {
        return candidates_.put(thread, string, asleep);
    }
    void flush();
    /// All that was put down is the next level, but for what is known. Afterwards strings may have another form.
    void finish_level(const Found& found);

    /// The states that are known, without what was put down since the last level has ended.
    std::uint64_t states() const { return level_.states; }
    /// How many of what was put down may be new, to judge by the last level.
    std::uint64_t expected() const;
    /// The run of the last level, by its blocks, and what each of its states needs not expand. Null if there is none.
    const Run* frontier() const;
    void read_asleep(std::uint64_t first, std::span<std::uint32_t> asleep) const;

    /// Calls visit(string) for each `stride`-th state of levels first..last-1 until it returns true; whether it did.
    bool any(int first, int last, std::uint64_t stride, const std::function<bool(const StateString&)>& visit) const;
    /// Whether all of these are known.
    bool has_all(const std::vector<StateString>& strings) const;

    std::size_t bytes() const;
    std::size_t candidate_bytes() const { return candidates_.bytes(); }
    /// Nothing has been put down since the last level has ended, and what will be gets so much memory.
    void limit_candidates(std::size_t bytes) { candidates_.limit(bytes); }
    std::uint64_t disk_bytes() const;

    /// Writes what the last level's end has left: which files, and that they are on the disk.
    void save(CheckpointWriter& out) const;
    /// What `save` has told is in a checkpoint that is in its place: files that none names are removed.
    void keep();
    /// Reads what `save` wrote, and holds each state against `counts`, the number of components by slot. Throws UsageError.
    /// Returns how many states each level has.
    std::vector<std::uint64_t> restore(CheckpointReader& in, const std::vector<std::uint32_t>& counts);

private:
    static constexpr std::size_t most_runs = 40;
    static constexpr std::uint64_t few_states = 1 << 16;  // these get another form without more ado
    static constexpr int enough_first_bits = 36;

    struct Level {
        std::vector<RunPointer> runs;  // the last may be the frontier, and is then of one level
        std::uint64_t notes_number = 0;
        std::shared_ptr<StoreFile> notes;  // of the frontier
        std::uint64_t states = 0;
        int levels = 0;  // that have ended
        std::vector<std::uint64_t> replaced;  // files that the level before had, or that were made on the way
    };
    struct Tools {
        Sieve sieve;
        RunReader reader;
    };
    /// How a run is made: fill(range, sieve, reader) begins a sieve and adds a range's states.
    struct Plan {
        std::size_t expected = 0;
        std::function<void(const StringRange&, Tools&)> fill;
        const std::vector<RunPointer>* known = nullptr;  // these states are left out
        int tag_bits = 0;
        bool notes = false;
        const Found* found = nullptr;
    };
    struct Built {
        RunPointer run;
        std::uint64_t notes_number = 0;
        std::shared_ptr<StoreFile> notes;
    };

    BlockShape shape(int tag_bits) const { return {form_.mixed_bits(), form_.more_bits(), tag_bits}; }
    RunReader::Also also(bool tags) const { return {form_.more_bits() > 0, tags}; }
    Built build(const Plan& plan, int first_level, int last_level);
    void fill(const StringRange& range, Tools& tools, const std::vector<RunPointer>& runs);
    Plan plan_of_candidates();
    void forget_candidates();
    void merge(Level& next);
    void change_form(Level& next);
    void put_all(const Level& level, const Run& run, const StateForm& old);
    void commit(Level&& next);
    std::set<std::uint64_t> files() const;
    std::vector<std::uint64_t> level_sizes(const std::vector<std::uint32_t>& counts);
    static bool is_frontier(const Level& level, const Run& run) { return run.last_level == level.levels; }
    static const Run* frontier_of(const Level& level) {
        return !level.runs.empty() && is_frontier(level, *level.runs.back()) ? level.runs.back().get() : nullptr;
    }

    StoreFolder& folder_;
    const int threads_;
    StateForm form_;
    Candidates candidates_;
    std::vector<RunPointer> candidate_runs_;
    Level level_;
    double share_of_new_ = 1;
    mutable std::vector<Tools> tools_;
};

}  // namespace tandem::checker
