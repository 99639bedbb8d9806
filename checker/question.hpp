// The way to a state in which an answer is due. That is no property of the state: the shortest way to it may not ask at all, or
// have its answer. So the way is looked for among runs that ask and then are not answered, by their whole length.
#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "checker/obligation_graph.hpp"

namespace tandem::checker::liveness {

struct WayFromQuestion {
    Position from;                // before the step that asks
    std::vector<PathStep> steps;  // that one, and those after it
};

class Question {
public:
    /// `look(bytes)` is called now and then with the memory in use, and may throw.
    Question(ObligationGraph& graph, const std::vector<Position>& levels, std::function<void(std::size_t)> look)
        : graph_(graph), levels_(levels), look_(std::move(look)) {}

    WayFromQuestion way_to(Position to) {
        std::vector<Position> reached, next;  // by runs of one length
        for (std::size_t length = 1; !origins_.contains(to); ++length) {
            next.clear();
            for (const Position p : reached) extend(p, false, next);
            // A question in this step ends a run of this length.
            if (length < levels_.size())
                for (Position p = levels_[length - 1]; p < levels_[length]; ++p) extend(p, true, next);
            reached.swap(next);
            if (reached.empty() && length >= levels_.size()) throw std::logic_error("nothing leads from a question to its loop");
        }
        return told(to);
    }

private:
    struct Origin {
        Position before;
        int step;
        bool asks;
    };

    void extend(Position p, bool asking, std::vector<Position>& next) {
        if (++looked_ % 4096 == 0)
            look_(origins_.size() * (sizeof(*origins_.begin()) + 2 * sizeof(void*)) + origins_.bucket_count() * sizeof(void*));
        int step = -1;
        graph_.each_step(p, [&](const Move& move, const Parts& after) {
            ++step;
            if (asking ? !graph_.asks(move) : !graph_.stays_due(move, after)) return;
            const Position to = graph_.position_of(after);
            if (origins_.try_emplace(to, Origin{p, step, asking}).second) next.push_back(to);
        });
    }
    WayFromQuestion told(Position to) {
        WayFromQuestion way{to, {}};
        for (bool asks = false; !asks;) {
            const Origin& origin = origins_.at(way.from);
            int step = -1;
            graph_.each_step(origin.before, [&](const Move& move, const Parts& after) {
                if (++step != origin.step) return;
                PathStep& added = way.steps.emplace_back();
                added.move = move;
                std::copy_n(after.begin(), graph_.slots(), added.after.begin());
            });
            asks = origin.asks;
            way.from = origin.before;
        }
        std::reverse(way.steps.begin(), way.steps.end());
        return way;
    }

    ObligationGraph& graph_;
    const std::vector<Position>& levels_;
    const std::function<void(std::size_t)> look_;
    std::unordered_map<Position, Origin> origins_;  // how a state is first reached
    std::size_t looked_ = 0;
};

}  // namespace tandem::checker::liveness
