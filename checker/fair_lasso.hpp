// The counterexample to an obligation: a fair run in a component of states that all owe.
#pragma once

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "checker/obligation_graph.hpp"

namespace tandem::checker::liveness {

class FairLasso {
public:
    /// `look(bytes)` is called now and then with the memory in use, and may throw.
    FairLasso(ObligationGraph& graph, std::function<void(std::size_t)> look) : graph_(graph), look_(std::move(look)) {}

    /// A fair run in the component `members`, all of which are marked `inside`.
    Lasso make(const std::vector<Position>& members) {
        // A state where the run may end makes the plainest lasso.
        Position entry = no_position, rest = no_position;
        for (const Position p : members) {
            entry = std::min(entry, p);
            bool must_go_on = false;
            graph_.each_step(p, [&](const Move& move, const Parts&) { must_go_on = must_go_on || move.step->fair; });
            if (!must_go_on) rest = std::min(rest, p);
        }
        lasso_ = {graph_.obligation(), rest != no_position ? rest : entry, {}};
        if (rest != no_position) return lasso_;

        // From the entry to a state or step that meets an unmet class, until none is left, and back.
        ClassSet unmet;
        for (const Position p : members) {
            if (!graph_.any_strong() && p != entry) continue;
            graph_.each_class(p, [&](int c) {
                if (p == entry || graph_.strong(c)) unmet.insert(c);
            });
        }
        Position at = entry;
        while (!unmet.empty())
            at = walk(at, unmet, [&](Position p) {
                if (std::all_of(unmet.list().begin(), unmet.list().end(), [&](int c) { return graph_.strong(c); })) return false;
                ClassSet possible;
                graph_.each_class(p, [&](int c) { possible.insert(c); });
                return std::any_of(unmet.list().begin(), unmet.list().end(),
                                   [&](int c) { return !graph_.strong(c) && !possible.contains(c); });
            });
        if (at != entry) walk(at, unmet, [&](Position p) { return p == entry; });
        return lasso_;
    }

private:
    /// Extends the cycle from `from`, by the fewest steps inside the component, through a step of an unmet class or to a state
    /// that `meets`, and takes what it meets from `unmet`. Returns where it has come to.
    template <class Meets>
    Position walk(Position from, ClassSet& unmet, Meets&& meets) {
        struct Origin {
            Position before;
            int step;
        };
        std::unordered_map<Position, Origin> origins{{from, {no_position, -1}}};
        std::vector<Position> queue{from};
        std::optional<Origin> last;
        for (std::size_t i = 0; i < queue.size() && !last; ++i) {
            const Position p = queue[i];
            if (i % 4096 == 0)
                look_(origins.size() * (sizeof(*origins.begin()) + 2 * sizeof(void*)) + origins.bucket_count() * sizeof(void*) +
                      queue.capacity() * sizeof(p));
            if (i > 0 && meets(p)) {
                last = origins[p];
                break;
            }
            int step = -1;
            graph_.each_step(p, [&](const Move& move, const Parts& next) {
                ++step;
                const Position to = last ? no_position : graph_.inside_at(move, next);
                if (to == no_position) return;
                if (const int c = graph_.class_of(move); c >= 0 && unmet.contains(c)) last = Origin{p, step};
                else if (origins.try_emplace(to, Origin{p, step}).second) queue.push_back(to);
            });
        }
        if (!last) throw std::logic_error("a fair component has no fair cycle");
        std::vector<Origin> way;
        for (Origin o = *last; o.before != no_position; o = origins[o.before]) way.push_back(o);
        Position at = from;
        for (std::size_t i = way.size(); i-- > 0;) at = append(way[i].before, way[i].step, unmet);
        return at;
    }

    /// Appends step number `wanted` from `from` to the cycle; what it or its end meets is met. Returns its end.
    Position append(Position from, int wanted, ClassSet& unmet) {
        int step = -1, taken = -1;
        graph_.each_step(from, [&](const Move& move, const Parts& next) {
            if (++step != wanted) return;
            taken = graph_.class_of(move);
            PathStep& added = lasso_.cycle.emplace_back();
            added.move = move;
            std::copy_n(next.begin(), graph_.slots(), added.after.begin());
        });
        const Position to = graph_.position_of(lasso_.cycle.back().after);
        unmet.keep_if([&](int c) { return c != taken; });
        if (std::all_of(unmet.list().begin(), unmet.list().end(), [&](int c) { return graph_.strong(c); })) return to;
        ClassSet possible;
        graph_.each_class(to, [&](int c) { possible.insert(c); });
        unmet.keep_if([&](int c) { return graph_.strong(c) || possible.contains(c); });
        return to;
    }

    ObligationGraph& graph_;
    std::function<void(std::size_t)> look_;
    Lasso lasso_{};
};

}  // namespace tandem::checker::liveness
