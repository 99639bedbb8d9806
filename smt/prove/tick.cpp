#include "smt/prove/tick.hpp"

#include "smt/substitution.hpp"

namespace tandem::smt {

namespace {

class Tick {
public:
    Tick(const Problem& problem, int event) : problem_(problem), path_{event, 0, {}, {}, {}, {}, {}} {}

    Path path() {
        for (const Segment& segment : problem_.segments) {
            const bool channel = segment.kind == Segment::Kind::channel;
            for (int k = 0; k < segment.places; ++k)
                age(segment.layout, segment.first + (channel ? 1 + k * segment.leaves : 0), segment.leaves);
        }
        path_.conditions.push_back(some_lasts_);
        return std::move(path_);
    }

private:
    Expression now(int variable) const { return problem_.variables[static_cast<std::size_t>(variable)].expression; }
    bool is_moment(int variable) const { return is_instant(*problem_.variables[static_cast<std::size_t>(variable)].type); }
    Expression aged(int variable) const { return is_moment(variable) ? maximum(sum(now(variable), -1), 0) : now(variable); }

    void age(const Layout& layout, int first, int leaves) {
        for (int v = first; v < first + leaves; ++v) {
            if (!is_moment(v)) continue;
            some_lasts_ = disjunction(some_lasts_, less(0, now(v)));
            assign(v, aged(v));
        }
        each_record(layout, first, [&](const Layout& record, int at) { clear_unused(record, at); });
    }

    /// All conditions speak of the state after the tick and before anything is cleared; no record clears what decides about
    /// another.
    void clear_unused(const Layout& record, int first) {
        for (std::size_t i = 0; i < record.used.size(); ++i) {
            const int v = first + static_cast<int>(i);
            if (!mentions_instant(record.used[i]) || is_moment(v)) continue;
            const Expression used = substituted(record.used[i], [&](Expression x) { return aged(first + x.place().leaf); });
            assign(v, conditional(used, now(v), 0));
        }
    }

    void assign(int variable, Expression value) {
        if (value != now(variable)) path_.assignments.push_back({variable, value});
    }

    const Problem& problem_;
    Path path_;
    Expression some_lasts_ = 0;
};

}  // namespace

Path tick(const Problem& problem, int event) { return Tick(problem, event).path(); }

}  // namespace tandem::smt
