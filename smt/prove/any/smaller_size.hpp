// What a smaller size says of a state of a larger one: its candidates (candidates.hpp), of which samples of the smaller size show
// that they are true there.
//
// Clauses of one proof need not suffice for a larger size: where several would do, that proof has needed one of them. So a state
// that no lifted clause excludes is looked at with few names at a time. For each choice of as many names as the smaller size has
// it is a state of that size: variables of other names are left out, and so are places of queues that hold other names. A pointer
// to another name has no image and becomes name 0: what that shows by mistake is seen when the clause is asked of the state
// itself.
#pragma once

#include "smt/prove/any/instances.hpp"
#include "smt/prove/candidates.hpp"

namespace tandem::smt::any {

class SmallerSize {
public:
    /// All must outlive this. A clause that takes more names than `most` to break is left out, so that n0 stays.
    SmallerSize(const Roles& roles, Candidates& candidates, const BySort& most);

    /// Clauses of the larger size that the state violates.
    std::set<Clause> excluding(const Roles& larger, const Names& names, const StateVector& state);
    /// From now on candidates hold in what the state is with few names. What has a pointer to another name is no such state.
    void hold_in(const Roles& larger, const Names& names, const StateVector& state);

private:
    struct Image {
        std::array<std::vector<int>, sorts> names;  // of the larger size, by name of the smaller
        std::vector<int> variable;                  // of the larger size
    };
    struct QueuePlaces {
        int size;                              // variable
        std::vector<std::vector<int>> places;  // variables
    };
    using Moves = std::map<int, std::vector<int>>;  // by a queue's variable of its size: the place that each place comes from

    const std::vector<Image>& images(const Roles& larger, const Names& names);
    struct Seen {
        StateVector state{};
        bool whole = true;  // no pointer is to another name
        Moves moves{};
    };
    Seen seen(const Image& image, const Roles& larger, const StateVector& state) const;
    std::optional<Clause> told(const Clause& clause, const Image& image, const Moves& moves) const;

    const Roles& roles_;
    Candidates& candidates_;
    const BySort most_;
    std::vector<QueuePlaces> queues_;
    std::vector<std::pair<int, int>> place_of_;  // by variable: the queue's variable of its size, and the place; or -1
    std::map<const Roles*, std::vector<Image>> images_;
    const std::vector<Renaming> renamings_;
};

}  // namespace tandem::smt::any
