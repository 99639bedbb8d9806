#include "apps/step/run.hpp"

#include <algorithm>

#include "apps/common/words.hpp"
#include "apps/trace/why.hpp"

namespace tandem::apps {

using checker::Components, checker::Move, checker::Parts, checker::PathStep;
using model::PropertyKind;

SteppedRun::SteppedRun(const model::Network& network) : components_(network, true) { begin(components_.initial(0)); }

void SteppedRun::begin(const Parts& start) {
    start_ = start;
    path_.clear();
    look();
}

void SteppedRun::take(const PathStep& step) {
    path_.push_back(step);
    look();
}

void SteppedRun::undo(std::size_t events) {
    path_.resize(path_.size() - events);
    look();
}

void SteppedRun::look() {
    choices_.clear();
    const Parts& now = this->now();
    const auto add = [&](const Move& move, const Parts& after) {
        checker::TraceStep step = describe(components_, move, now, after);
        const bool same = std::equal(now.begin(), now.begin() + components_.slots(), after.begin());
        choices_.push_back({move, after, step.event, join(step.outcomes, ", "), step.error, !same});
    };
    stalls_ = for_each_successor(components_, now, add, [&](const Move& move) { add(move, now); });
    std::stable_sort(choices_.begin(), choices_.end(),
                     [](const Choice& a, const Choice& b) { return a.move.node < b.move.node; });
}

checker::TraceStep SteppedRun::told(std::size_t index) const {
    return describe(components_, path_[index].move, index == 0 ? start_ : path_[index - 1].after, path_[index].after);
}

std::vector<int> SteppedRun::violated() {
    std::vector<const void*> objects;
    std::vector<model::MessageInFlight> messages;
    const model::RawState state = components_.raw(now(), objects, messages);
    const auto& properties = network().properties();
    std::vector<int> violated;
    for (std::size_t p = 0; p < properties.size(); ++p) {
        const bool of_state = properties[p].kind == PropertyKind::invariant && !network().holds(properties[p].number, state);
        const bool of_step = properties[p].kind == PropertyKind::step && !path_.empty() &&
                             (path_.back().move.step->broken >> properties[p].number & 1);
        if (of_state || of_step) violated.push_back(static_cast<int>(p));
    }
    return violated;
}

checker::Trace SteppedRun::trace(const model::Property& property) const {
    checker::Trace trace = trace_along(components_, property, start_, path_);
    trace.shortest = false;
    if (property.kind == PropertyKind::invariant || property.kind == PropertyKind::step) explain(network(), property, trace);
    return trace;
}

}  // namespace tandem::apps
