// Which of many equivalent runs a bounded search looks at: steps that do not concern each other come in one order only, and names
// of one sort are used in one order only.
//
// Paths fall into *classes* by what they touch: the node, the channels, what they read and write of the monitor, and the names
// that their event speaks of. Classes are numbered, by the names first. Every run has equivalents: renamings of it, and runs in
// which two neighbouring steps that touch nothing in common have changed places. All end in the same state, up to renaming. The
// one whose sequence of classes is least satisfies both rules:
// - of two neighbours that do not concern each other, the lower class comes first, else exchanging them would give less;
// - a name b is not spoken of before some step has spoken of a, where a < b are exchangeable, else renaming would give less: the
//   first step that speaks of either would speak of a, which is less, and those before it would keep their classes.
//
// The first is the peephole reduction of Wang, Yang, Kahlon, Gupta, "Peephole Partial Order Reduction" (TACAS 2008); the second
// is a lex-leader constraint as in Crawford, Ginsberg, Luks, Roy, "Symmetry-Breaking Predicates for Search Problems" (KR 1996).
#pragma once

#include "smt/prove/problem.hpp"

namespace tandem::smt {

class StepOrder {
public:
    explicit StepOrder(const Problem& problem);

    int classes() const { return static_cast<int>(footprints_.size()); }
    /// The class of a path.
    int of(std::size_t path) const { return class_of_[path]; }
    /// The classes of an event's paths.
    const std::set<int>& classes_of(int event) const { return classes_of_[static_cast<std::size_t>(event)]; }
    bool concern(int a, int b) const {
        return concern(footprints_[static_cast<std::size_t>(a)], footprints_[static_cast<std::size_t>(b)]);
    }
    /// Whether a step of class `b` may follow one of class `a` at once.
    bool may_follow(int a, int b) const {
        return a <= b || concern(footprints_[static_cast<std::size_t>(a)], footprints_[static_cast<std::size_t>(b)]);
    }
    /// For an exchange of names: the classes that may come only after one of the others.
    struct Turn {
        std::vector<int> late, early;
    };
    const std::vector<Turn>& turns() const { return turns_; }

private:
    struct Footprint {
        std::array<std::uint32_t, model::sort_count> names{};  // bits; of cores also those that what it touches belongs to
        std::set<int> touched;                                 // segments other than the monitor
        std::set<int> read, written;                           // variables of the monitor
        friend auto operator<=>(const Footprint&, const Footprint&) = default;
    };
    static bool concern(const Footprint& a, const Footprint& b);
    static Footprint footprint(const Problem& problem, const Path& path);

    std::vector<Footprint> footprints_;  // by class
    std::vector<int> class_of_;          // by path
    std::vector<std::set<int>> classes_of_;  // by event
    std::vector<Turn> turns_;
};

}  // namespace tandem::smt
