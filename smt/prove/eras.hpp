// Eras: which of two clocks the moments in a record count from, where a clock is reset.
//
// A flag that is copied to and compared with flags of other nodes or messages tells sides apart: moments beside it may be
// compared with those beside another flag only where the two agree. Nothing but the paths says which flags these are. One flag of
// a node that all cores share is what the others of its kind are held against; for two values there is no more to be said of any
// of them.
#pragma once

#include <algorithm>
#include <vector>

#include "smt/prove/objects.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::smt {

class Eras {
public:
    /// A flag that the monitor keeps belongs to them as well if it agrees with the shared one in all samples.
    Eras(const Problem& problem, const std::vector<StateObject>& objects, const SampleTable& samples);

    bool any() const { return any_; }
    /// Whether it is a flag that says which clock is meant, the shared one included.
    bool tells(int variable) const;
    /// Whether it is a counter that says how many resets a moment beside it lies back.
    bool dates(int variable) const { return any_ && std::find(age_of_.begin(), age_of_.end(), variable) != age_of_.end(); }
    /// The flag that `variable` is held against, or -1.
    int against(int variable) const { return against_[static_cast<std::size_t>(variable)]; }
    /// The flag that says which clock the moments of an object count from, or -1: its own, or else that of what holds it.
    int of(int object) const { return of_[static_cast<std::size_t>(object)]; }

    /// Where a guard holds: whether a moment counts from the clock that is current, or from the one before, or one cannot tell.
    enum class Side : std::uint8_t { unknown, current, before };
    Side side(int moment, const std::vector<Literal>& guard) const;
    /// Whether two moments count from one clock where the guards hold. Always, if no clock is reset.
    bool comparable(int x, const std::vector<Literal>& guard_of_x, int y, const std::vector<Literal>& guard_of_y) const;
    /// What an invariant of clocks without end suggests where they are reset: that it holds of all that counts from the current
    /// clock, and of all that counts from the one before.
    std::vector<Clause> relative(const std::vector<Clause>& invariant) const;

private:
    std::vector<Clause> relative(const Clause& clause) const;
    void find_ages(const Problem& problem, const std::vector<int>& fields);
    int era_of(int variable) const { return era_of_[static_cast<std::size_t>(variable)]; }
    int age_of(int variable) const { return age_of_[static_cast<std::size_t>(variable)]; }

    std::vector<int> era_of_;   // by variable: that of its object
    std::vector<bool> is_moment_;
    std::vector<int> age_of_;   // by variable of a monitor: the counter beside it that says how many resets it lies back, or -1
    std::vector<int> against_;  // by variable
    std::vector<int> of_;       // by object
    bool any_ = false;
};

}  // namespace tandem::smt
