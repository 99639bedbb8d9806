// The classes of steps that fairness is due to (liveness.hpp), and sets of them.
#pragma once

#include <unordered_map>
#include <vector>

#include "checker/fair_names.hpp"

namespace tandem::checker::liveness {

/// Small numbers for the classes of steps that fairness is due to, as they are met.
class FairClasses {
public:
    /// Those that have one of these names are strongly fair; all are, if `strong`.
    explicit FairClasses(const Network& network, bool strong = false, const std::vector<std::string>& names = {})
        : network_(network), all_(strong), names_(names) {}

    int count() const { return static_cast<int>(numbers_.size()); }
    /// The class of a step, or -1 if it may be postponed forever.
    int of(const Move& move) {
        if (!move.step->fair) return -1;
        std::uint64_t key = std::uint64_t(move.node) << 32 | move.step->label;
        if (move.channel >= 0) {
            const bool ordered = network_.channels()[static_cast<std::size_t>(move.channel)].ordered;
            key = std::uint64_t(1) << 63 | std::uint64_t(move.channel) << 32 | (ordered ? 0 : move.message);
        }
        const auto [known, first] = numbers_.try_emplace(key, count());
        if (first) strong_.push_back(all_ || is_named(network_, move, names_));
        return known->second;
    }
    bool strong(int c) const { return strong_[static_cast<std::size_t>(c)]; }
    /// Whether a class may be.
    bool any_strong() const { return all_ || !names_.empty(); }

private:
    const Network& network_;
    const bool all_;
    const std::vector<std::string> names_;
    std::unordered_map<std::uint64_t, int> numbers_;
    std::vector<bool> strong_;  // by number
};

/// A set of classes.
class ClassSet {
public:
    bool contains(int c) const { return static_cast<std::size_t>(c) < member_.size() && member_[static_cast<std::size_t>(c)]; }
    void insert(int c) {
        if (contains(c)) return;
        if (static_cast<std::size_t>(c) >= member_.size()) member_.resize(static_cast<std::size_t>(c) + 1);
        member_[static_cast<std::size_t>(c)] = true;
        list_.push_back(c);
    }
    template <class Predicate>
    void keep_if(Predicate&& keep) {
        std::erase_if(list_, [&](int c) {
            member_[static_cast<std::size_t>(c)] = keep(c);
            return !contains(c);
        });
    }
    void clear() {
        for (const int c : list_) member_[static_cast<std::size_t>(c)] = false;
        list_.clear();
    }
    bool empty() const { return list_.empty(); }
    const std::vector<int>& list() const { return list_; }

private:
    std::vector<bool> member_;
    std::vector<int> list_;
};

}  // namespace tandem::checker::liveness
