// The clauses that a proof needs, each with what the proof of it relies on so far.
//
// A clause becomes an obligation when some proof wants to rely on it. Its images under renaming are proved with it, so the least
// of them stands for all. One that turns out to be no invariant is dead, for good: what relied on it is open again. Whoever calls
// holds the lock (common.hpp).
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "smt/prove/problem.hpp"
#include "smt/prove/symmetries.hpp"

namespace tandem::smt {

/// What the proof for some paths relied on.
struct Support {
    std::vector<std::size_t> paths;
    std::set<std::size_t> used{};      // obligations
    std::vector<Clause> hints{};       // their instances
};

struct Obligation {
    Clause clause;                     // a representative
    std::vector<Clause> instances;     // its images
    std::set<std::size_t> open;        // paths that are to be tried
    bool candidate;                    // not part of a claim or of typing
    std::set<int> claims{};            // that need it; all need typing
    std::vector<Support> lemmas{};     // that are known
    bool done = false;
    bool dead = false;                 // no invariant
};

/// Clauses that share a fate, asked for by the least image of one.
struct Kin {
    std::function<std::vector<Clause>(const Clause&)> needed;  // what is to be proved with it
    std::function<std::vector<Clause>(const Clause&)> lost;    // what is no invariant if it is none
};

class Obligations {
public:
    explicit Obligations(const Problem& problem);

    /// Ties clauses together that live or die together. Clauses of claims and of typing are not tied.
    void tie(Kin kin) { kin_ = std::move(kin); }
    bool tied() const { return kin_.needed != nullptr; }

    const std::vector<Renaming>& group() const { return group_; }
    /// The least image under renaming; what images have in common is noted with it.
    const Clause& least(const Clause& clause);

    /// The obligation that the clause, or an image of it, is from now on.
    std::size_t need(const Clause& clause, bool candidate);
    Obligation& operator[](std::size_t o) { return all_[o]; }
    const std::vector<Obligation>& all() const { return all_; }
    bool contains(const Clause& least) const { return number_of_.contains(least); }
    bool is_dead(const Clause& least) const { return dead_.contains(least); }

    std::size_t proved() const { return proved_; }
    std::size_t open() const { return open_.size(); }
    std::size_t dead() const { return dead_.size(); }

    /// Waits until one is open or `enough()` holds, which is asked again when `wake_all` is called.
    template <class Enough>
    void wait(std::mutex& mutex, Enough&& enough) {
        something_open_.wait(mutex, [&] { return !open_.empty() || enough(); });
    }
    void wake_all() { something_open_.notify_all(); }
    /// Takes the one that has been open for the longest time.
    std::size_t take();
    /// No more is to be proved.
    void drop_open() { open_.clear(); }

    void note_proved(std::size_t o);
    /// The clause is no invariant: what relied on it is open again.
    void kill(std::size_t o);
    /// The same of the least image of a clause that may be none of these.
    void give_up(const Clause& least);
    /// The clause, and what is to be proved with it.
    std::vector<Clause> with_kin(const Clause& clause);
    /// How many of a family have died (0 of the empty one).
    int deaths_of(const std::vector<Literal>& family) const;

private:
    void reopen(std::size_t o);
    void bury(std::size_t o);

    Kin kin_{};
    std::vector<Renaming> group_;
    PathsByVariable paths_of_;
    std::vector<Obligation> all_;
    std::unordered_map<Clause, std::size_t, ClauseHash> number_of_;
    std::unordered_map<Clause, Clause, ClauseHash> least_;  // of the images of a clause that was asked for
    std::unordered_set<Clause, ClauseHash> dead_;
    std::map<std::vector<Literal>, int> deaths_of_;         // by family
    std::deque<std::size_t> open_;
    std::condition_variable_any something_open_;
    std::size_t proved_ = 0;
};

/// What a clause compares, whatever it is guarded by; clauses of one family tend to share their fate.
std::vector<Literal> family(const Clause& clause);

}  // namespace tandem::smt
