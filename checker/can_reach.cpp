#include "checker/can_reach.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "checker/in_parallel.hpp"
#include "checker/successors.hpp"

namespace tandem::checker {

namespace {

constexpr Position states_a_chunk = 256;

class Marker {
public:
    Marker(Search& search, const std::function<bool(const Parts&)>& goal)
        : components_(search.components()),
          found_(search.found()),
          options_(search.options()),
          goal_(goal),
          marks_(found_.levels().back()) {}

    std::optional<std::vector<std::uint8_t>> all() {
        const std::vector<Position>& levels = found_.levels();
        do {
            changed_ = false;
            for (std::size_t l = levels.size() - 1; l-- > 0;) {
                if (options_.interrupt && *options_.interrupt) return std::nullopt;
                mark(levels[l], levels[l + 1]);
            }
            first_pass_ = false;
        } while (changed_);
        return std::move(marks_);
    }

private:
    bool marked(Position p) { return std::atomic_ref(marks_[p]).load(std::memory_order_relaxed) != 0; }

    /// Marks what it can of a level; the last states first, since steps within a level tend to lead on.
    void mark(Position begin, Position end) {
        std::atomic<Position> left = (end - begin + states_a_chunk - 1) / states_a_chunk;
        const auto work = [&](int) {
            for (;;) {
                const Position chunk = left.load();
                if (chunk == 0) return;
                Position taken = chunk;
                if (!left.compare_exchange_strong(taken, chunk - 1)) continue;
                const Position first = begin + (chunk - 1) * states_a_chunk;
                for (Position p = std::min<Position>(end, first + states_a_chunk); p-- > first;) mark(p);
            }
        };
        if (end - begin <= states_a_chunk) return work(0);
        in_parallel(options_.threads, work);
    }

    void mark(Position p) {
        Parts parts;
        if (marked(p) || !found_.state(p, parts)) return;
        bool reaches = first_pass_ && goal_(parts);
        // What the monitor has no say in comes first: of what it sees it forbids nearly all, where it plays programs.
        for (const Steps steps : {Steps::silent, Steps::observed}) {
            if (reaches) break;
            for_each_successor(
                components_, parts,
                [&](const Move&, const Parts& next) {
                    const Position there = found_.find(next);
                    // An exception cannot leave a thread, so a state that the search has not found counts as no way.
                    reaches = there != no_position && marked(there);
                    return !reaches;
                },
                steps);
        }
        if (!reaches) return;
        std::atomic_ref(marks_[p]).store(1, std::memory_order_relaxed);
        changed_.store(true, std::memory_order_relaxed);
    }

    Components& components_;
    const FoundStates& found_;
    const SearchOptions& options_;
    const std::function<bool(const Parts&)>& goal_;
    std::vector<std::uint8_t> marks_;  // by position
    std::atomic<bool> changed_ = false;
    bool first_pass_ = true;
};

}  // namespace

std::optional<std::vector<std::uint8_t>> can_reach(Search& search, const std::function<bool(const Parts&)>& goal) {
    if (search.options().symmetry) throw std::logic_error("a representative's way to a goal may be another's");
    return Marker(search, goal).all();
}

}  // namespace tandem::checker
