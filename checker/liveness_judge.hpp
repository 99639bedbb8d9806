// Judging obligations: strongly connected components, and whether one of them is fair.
//
// The components are found by Pearce's one-number form of Tarjan's algorithm ("A space-efficient algorithm for finding strongly
// connected components", 2016), without recursion. Steps are computed anew whenever they are needed.
#pragma once

#include <algorithm>
#include <utility>

#include "checker/fair_lasso.hpp"
#include "checker/liveness_shared.hpp"
#include "checker/question.hpp"

namespace tandem::checker::liveness {

/// Judges one obligation after another.
class Judge {
public:
    Judge(Shared& shared, int thread)
        : shared_(shared),
          thread_(thread),
          graph_(shared.search.components(), shared.search.found(), shared.options.fairness, shared.options.strong,
                 shared.search.symmetry().trivial() ? nullptr : &shared.search.symmetry()) {}

    /// Judges obligation number `which`.
    std::optional<Lasso> judge(std::size_t which) {
        which_ = which;
        graph_.start(shared_.obligations[which]);
        index_ = 1;
        frames_.clear(), path_.clear(), pending_.clear();
        lasso_.reset();
        bool met = false;
        if (graph_.obligation().answers >= 0)
            for (Position p = 0; p < graph_.end(); ++p) {
                if (p % 4096 == 0) look_at_limits();
                graph_.find_questions(p);
            }
        for (Position p = 0; p < graph_.end(); ++p) {
            if (p % 65536 == 0) look_at_limits();
            if (mark(p) != unvisited || !graph_.has(p)) continue;
            met = true;
            if (explore(p)) break;
        }
        shared_.states += std::exchange(expanded_, 0);
        shared_.met += met;
        return std::move(lasso_);
    }

private:
    using Mark = ObligationGraph::Mark;
    static constexpr Mark unvisited = ObligationGraph::unvisited, inside = ObligationGraph::inside, done = ObligationGraph::done;

    struct Frame {
        Position state;
        std::uint32_t pending;  // successors still to be looked at
        bool root;              // nothing older has been reached
        bool worth_judging;     // even if it is a component alone
    };

    Mark& mark(Position p) { return graph_.mark(p); }

    /// Finds the components of what `root` reaches and judges each; true if one is fair, with the lasso made.
    bool explore(Position root) {
        const std::size_t bottom = frames_.size(), path_bottom = path_.size();
        enter(root);
        while (frames_.size() > bottom) {
            Frame& frame = frames_.back();
            if (frame.pending > 0) {
                --frame.pending;
                const Position next = pending_.back();
                pending_.pop_back();
                if (mark(next) == unvisited) enter(next);
                else reach(frame, mark(next));
                continue;
            }
            const Frame left = frame;
            frames_.pop_back();
            path_.push_back(left.state);
            if (left.root && leave_component(left, path_bottom)) return true;
            if (frames_.size() > bottom) reach(frames_.back(), mark(left.state));
        }
        return false;
    }
    void reach(Frame& frame, Mark reached) {
        if (reached >= mark(frame.state)) return;
        mark(frame.state) = reached;
        frame.root = false;
    }
    void enter(Position state) {
        if (++expanded_ % 4096 == 0) look_at_limits();
        mark(state) = index_++;
        Frame frame{state, 0, true, false};
        bool must_go_on = false, repeats = false, leaves = false;
        graph_.each_step(state, [&](const Move& move, const Parts& next) {
            must_go_on = must_go_on || move.step->fair;
            if (!graph_.stays_due(move, next)) return void(leaves = true);
            const Position p = graph_.position_of(next);
            repeats = repeats || p == state;
            leaves = leaves || p != state;
            if (mark(p) == unvisited) pending_.push_back(p), ++frame.pending;
            else reach(frame, mark(p));
        });
        frame.worth_judging = graph_.obligation().certain ? repeats || !must_go_on : !leaves;
        frames_.push_back(frame);
    }
    /// Takes the component with root `left` off the path and judges it.
    bool leave_component(const Frame& left, std::size_t path_bottom) {
        std::size_t first = path_.size() - 1;
        const Mark root = mark(left.state);
        while (first > path_bottom && mark(path_[first - 1]) >= root) --first;
        const std::size_t size = path_.size() - first;
        index_ -= static_cast<Mark>(size);
        if (size == 1 && !left.worth_judging) {
            path_.pop_back();
            mark(left.state) = done;
            return false;
        }
        const std::vector<Position> members(path_.begin() + static_cast<std::ptrdiff_t>(first), path_.end());
        path_.resize(first);
        for (const Position p : members) mark(p) = inside;
        // A copy for the component, and with strong fairness one for what is left of it.
        const std::size_t copies = (graph_.any_strong() ? 2 : 1) * size * sizeof(Position);
        component_bytes_ += copies;
        const bool broken = !graph_.obligation().certain ? is_dead_end(members)
                            : graph_.any_strong()        ? is_fair(members)
                                                         : is_fair_weakly(members);
        component_bytes_ -= copies;
        return broken;
    }

    /// Whether no step leads out of the component.
    bool is_dead_end(const std::vector<Position>& members) {
        bool leaves = false;
        Position entry = no_position;
        for (const Position p : members) {
            if (++judged_ % 4096 == 0) look_at_limits();
            entry = std::min(entry, p);
            graph_.each_step(
                p, [&](const Move& move, const Parts& next) { leaves = leaves || graph_.inside_at(move, next) == no_position; });
            if (leaves) break;
        }
        if (!leaves) lasso_ = Lasso{graph_.obligation(), entry, {}};
        for (const Position p : members) mark(p) = done;
        return !leaves;
    }

    /// Where no class is strongly fair: it need not be looked at to its end.
    bool is_fair_weakly(const std::vector<Position>& members) {
        ClassSet unmet, possible, taken;  // unmet: possible in all states so far and not taken
        bool first = true;
        for (const Position p : members) {
            if (++judged_ % 4096 == 0) look_at_limits();
            possible.clear(), taken.clear();
            graph_.each_step(p, [&](const Move& move, const Parts& next) {
                const int c = graph_.class_of(move);
                if (c < 0) return;
                possible.insert(c);
                if ((first || unmet.contains(c)) && !taken.contains(c) && graph_.inside_at(move, next) != no_position)
                    taken.insert(c);
            });
            if (first)
                for (const int c : possible.list()) unmet.insert(c);
            first = false;
            unmet.keep_if([&](int c) { return possible.contains(c) && !taken.contains(c); });
            if (unmet.empty()) {
                make_lasso(members);
                return true;
            }
        }
        for (const Position p : members) mark(p) = done;
        return false;
    }

    bool is_fair(const std::vector<Position>& members) {
        ClassSet possible, taken, always;  // always: weakly fair, and possible in all states so far
        bool first = true;
        for (const Position p : members) {
            if (++judged_ % 4096 == 0) look_at_limits();
            ClassSet here;
            graph_.each_step(p, [&](const Move& move, const Parts& next) {
                const int c = graph_.class_of(move);
                if (c < 0) return;
                if (graph_.strong(c)) possible.insert(c);
                else if (first || always.contains(c)) here.insert(c);
                if (!taken.contains(c) && graph_.inside_at(move, next) != no_position) taken.insert(c);
            });
            always = std::move(here);
            first = false;
        }
        // What weak fairness asks for and a component does not do, no part of it does.
        always.keep_if([&](int c) { return !taken.contains(c); });
        if (!always.empty()) {
            for (const Position p : members) mark(p) = done;
            return false;
        }
        possible.keep_if([&](int c) { return !taken.contains(c); });
        if (possible.empty()) {
            make_lasso(members);
            return true;
        }
        std::vector<Position> kept;
        for (const Position p : members) {
            bool keep = true;
            graph_.each_step(p, [&](const Move& move, const Parts&) {
                const int c = graph_.class_of(move);
                keep = keep && (c < 0 || !possible.contains(c));
            });
            if (keep) kept.push_back(p);
        }
        for (const Position p : members) mark(p) = done;
        for (const Position p : kept) mark(p) = unvisited;
        for (const Position p : kept)
            if (mark(p) == unvisited && explore(p)) return true;
        return false;
    }

    void make_lasso(const std::vector<Position>& members) {
        if (graph_.up_to_data()) return void(lasso_ = Lasso{graph_.obligation(), members.front(), {}});
        const auto look = [&](std::size_t bytes) {
            lasso_bytes_ = bytes;
            look_at_limits();
        };
        lasso_ = FairLasso(graph_, look).make(members);
        if (lasso_->answers < 0) return;
        auto [from, steps] = Question(graph_, shared_.search.found().levels(), look).way_to(lasso_->entry);
        lasso_->entry = from;
        lasso_->unanswered = std::move(steps);
    }

    void look_at_limits() {
        const LivenessOptions& options = shared_.options;
        shared_.states += std::exchange(expanded_, 0);
        if (const char* const why = shared_.ended()) shared_.give_up(why);
        const std::size_t bytes = graph_.bytes() + frames_.capacity() * sizeof(Frame) +
                                  (path_.capacity() + pending_.capacity()) * sizeof(Position) + component_bytes_ + lasso_bytes_;
        const std::size_t sum = shared_.bytes += bytes - std::exchange(bytes_, bytes);
        std::size_t most = shared_.most_bytes;
        while (most < sum && !shared_.most_bytes.compare_exchange_weak(most, sum)) {}
        if (sum > options.memory) shared_.give_up("the memory for liveness ran out");
        const auto now = Clock::now();
        if (thread_ == 0 && now - shared_.last_report > std::chrono::milliseconds(100)) {
            shared_.last_report = now;
            shared_.report();
        }
        if (shared_.stop || which_ > shared_.first_broken) throw Abandoned{};
    }

    Shared& shared_;
    const int thread_;
    ObligationGraph graph_;
    std::size_t which_ = 0;
    Mark index_ = 1;                  // of the next state to enter
    std::vector<Frame> frames_;       // the way of the depth-first search
    std::vector<Position> path_;      // states that are left and belong to a component not yet complete
    std::vector<Position> pending_;   // of all frames
    std::optional<Lasso> lasso_;
    std::uint64_t expanded_ = 0, judged_ = 0;
    std::size_t component_bytes_ = 0;  // of the components under judgement, one within the other
    std::size_t lasso_bytes_ = 0;      // of the search for a lasso
    std::size_t bytes_ = 0;
};

}  // namespace tandem::checker::liveness
