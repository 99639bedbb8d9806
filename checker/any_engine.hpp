// What the search asks of its engine, whatever the size of the keys.
//
// The engine for keys of W words is a template (engine.hpp), so that comparing and hashing keys costs no loop. Between two levels
// this does not matter: there the search sees this interface, and an engine with longer keys takes over from one whose keys have
// become too short.
#pragma once

#include "checker/search_shared.hpp"

namespace tandem::checker {

class Search::AnyEngine : public FoundStates {
public:
    /// Of a key.
    virtual int words() const = 0;
    /// Behind the last position that is taken.
    virtual Position end() const = 0;

    /// Inserts the initial states.
    virtual void start() = 0;
    /// All threads work on the current level, until it is done or all must pause.
    virtual void work() = 0;
    virtual void finish_level() = 0;
    /// What has been found is expanded next.
    virtual void begin_level() = 0;
    /// Loads more of the level that is expanded; false if all of it has been.
    virtual bool load_more() = 0;
    /// Makes room for more states.
    virtual void grow() = 0;
    /// Makes room for the bits of all numbers that are known by now, where the layout has it; false if it has not.
    virtual bool use_more_bits() = 0;
    /// Takes over all states of an engine whose keys are no longer. False if there is no memory for it.
    virtual bool take_over(AnyEngine& old) = 0;

    /// How large the files are that hold states; 0 if these are in memory.
    virtual std::uint64_t disk_bytes() const = 0;

    virtual Counts counts() const = 0;
    virtual Standing standing(unsigned pause) const = 0;
    virtual Progress progress() const = 0;

    /// What a level's end leaves. Until the next level has ended, nothing of that changes, so it may be written at any time.
    virtual void note_level_end(bool complete) = 0;
    /// Writes the search as the last level's end has left it.
    virtual void save(CheckpointWriter& out, const std::vector<std::uint64_t>& level_sizes) const = 0;
    /// Reads what `save` wrote behind the tables of components; false if the memory limit does not suffice.
    virtual bool restore(CheckpointReader& in, std::vector<std::uint64_t>& level_sizes) = 0;
    /// What was written is in its place: files that it does not need may go.
    virtual void checkpoint_is_kept() = 0;
};

}  // namespace tandem::checker
