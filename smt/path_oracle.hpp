// The path oracle: what an ordinary `if` on a symbolic condition asks.
//
// It follows one branch and remembers the other. Running a handler again until no branch is left visits all its paths, depth
// first. What the path so far decides is not asked again: constants, repeated conditions, and comparisons that follow from the
// bounds that the path puts on a term. Deeper contradictions stay, as branches that no state takes; they do no harm.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "smt/expression.hpp"

namespace tandem::smt {

/// Paths can be more than anyone waits for: `PathOracle::Until` has ended the visit of all.
struct VisitStopped : std::runtime_error {
    VisitStopped() : std::runtime_error("stopped before all paths were visited") {}
};

class PathOracle {
public:
    /// A fork of a path: on a condition, where branch 0 is yes and 1 is no, or on a choice of the environment.
    struct Fork {
        std::optional<Expression> condition;
        int alternatives;
        int taken;
    };

    PathOracle() = default;
    /// One whose paths all begin where the current one of `outer` stands: what that decides is known. `outer` must outlive it,
    /// and stand there meanwhile.
    static PathOracle within(const PathOracle& outer);
    /// Before the first run: in all runs these terms are known to differ from these values.
    template <class Exclusions>
    void begin_all_with(const Exclusions& exclusions) {
        start();
        for (const auto& never : exclusions) exclude(never.variable, never.value);
        bounds_.at_start.swap(bounds_.found);
        start();
    }

    /// Begins a run; `next_run` says whether there is another.
    void start();
    bool next_run();

    /// From here on `term` is known to differ from `value`.
    void exclude(Expression term, int value);
    bool decide(Expression condition);
    /// One of 0..alternatives-1.
    int choose(int alternatives);
    /// The forks of the current run.
    const std::vector<Fork>& path() const { return path_; }

    /// The truth of a condition as far as the path decides it.
    std::optional<bool> known(Expression condition) const;

    /// Answers the `if`s of this thread while it lives.
    class Scope {
    public:
        explicit Scope(PathOracle& oracle);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        PathOracle* outer_;
    };
    /// While it lives, visits on this thread throw VisitStopped as soon as `stop` says so.
    class Until {
    public:
        explicit Until(std::function<bool()> stop);
        ~Until();
        Until(const Until&) = delete;
        Until& operator=(const Until&) = delete;

    private:
        std::function<bool()> stop_;
        const std::function<bool()>* outer_;
    };
    /// The oracle of the innermost scope.
    static PathOracle& current();

private:
    struct Range {
        int low, high;
    };
    struct Bounds : Range {
        std::vector<int> excluded{};  // a few

        bool excludes(int value) const { return std::find(excluded.begin(), excluded.end(), value) != excluded.end(); }
    };
    /// What a path finds out, on top of what all paths begin with, and of what an outer path knows. Neither is copied for each.
    template <class T>
    struct Known {
        std::unordered_map<int, T> found, at_start{};  // by expression's number
        const Known* outer = nullptr;

        const T* find(Expression e) const {
            if (e.is_constant()) return nullptr;
            for (const auto* those : {&found, &at_start})
                if (const auto at = those->find(e.number()); at != those->end()) return &at->second;
            return outer ? outer->find(e) : nullptr;
        }
    };
    int fork(std::optional<Expression> condition, int alternatives);
    void assume(Expression condition, bool truth);
    void narrow(Expression term, int low, int high);
    Bounds bounds(Expression term) const;
    Range range(Expression term) const;
    bool is_fact(Expression e) const;

    std::vector<Fork> path_;
    std::size_t position_ = 0;
    Known<bool> facts_;
    Known<Bounds> bounds_;
};

}  // namespace tandem::smt
