#include "smt/prove/step_order.hpp"

#include <algorithm>

namespace tandem::smt {

namespace {

int segment_of(const Problem& problem, int variable) {
    const auto after =
        std::find_if(problem.segments.begin(), problem.segments.end(), [&](const Segment& s) { return s.first > variable; });
    return static_cast<int>(after - problem.segments.begin()) - 1;
}

bool meet(const std::set<int>& a, const std::set<int>& b) {
    return std::any_of(a.begin(), a.end(), [&](int x) { return b.contains(x); });
}

}  // namespace

StepOrder::Footprint StepOrder::footprint(const Problem& problem, const Path& path) {
    const ProofEvent& event = problem.events[static_cast<std::size_t>(path.event)];
    Footprint found{event.names, {}, {}, {}};
    if (event.node != ProofEvent::no_node) found.touched.insert(event.node);
    const auto touch = [&](int variable, std::set<int> Footprint::*of_monitor) {
        const int s = segment_of(problem, variable);
        const Segment& segment = problem.segments[static_cast<std::size_t>(s)];
        if (segment.kind == Segment::Kind::monitor) (found.*of_monitor).insert(variable);
        else found.touched.insert(s);
    };
    std::set<Place> places;
    const auto read = [&](Expression e) { for_each_variable(e, [&](Expression v) { places.insert(v.place()); }); };
    for (const Expression& e : path.conditions) read(e);
    for (const auto& broken : path.broken)
        for (const Expression& e : broken) read(e);
    for (const Assignment& a : path.assignments) {
        read(a.value);
        touch(a.variable, &Footprint::written);
    }
    for (const Place place : places)
        if (place.node >= 0) touch(problem.variable_of(place), &Footprint::read);
    for (const int s : found.touched)
        if (const int core = problem.segments[static_cast<std::size_t>(s)].core; core >= 0)
            found.names[static_cast<std::size_t>(model::Sort::core)] |= 1u << core;
    return found;
}

bool StepOrder::concern(const Footprint& a, const Footprint& b) {
    return meet(a.touched, b.touched) || meet(a.written, b.read) || meet(a.read, b.written) || meet(a.written, b.written);
}

StepOrder::StepOrder(const Problem& problem) {
    std::vector<Footprint> of_path;
    for (const Path& path : problem.paths) of_path.push_back(footprint(problem, path));
    footprints_ = of_path;
    std::sort(footprints_.begin(), footprints_.end());
    footprints_.erase(std::unique(footprints_.begin(), footprints_.end()), footprints_.end());
    for (const Footprint& f : of_path)
        class_of_.push_back(static_cast<int>(std::lower_bound(footprints_.begin(), footprints_.end(), f) - footprints_.begin()));
    classes_of_.resize(problem.events.size());
    for (std::size_t p = 0; p < problem.paths.size(); ++p)
        classes_of_[static_cast<std::size_t>(problem.paths[p].event)].insert(class_of_[p]);

    for (const auto& [sort, exchanged] : problem.exchanges) {
        Turn turn;
        for (int c = 0; c < classes(); ++c) {
            const std::uint32_t names = footprints_[static_cast<std::size_t>(c)].names[static_cast<std::size_t>(sort)];
            if (names >> exchanged.first & 1) turn.early.push_back(c);
            else if (names >> exchanged.second & 1) turn.late.push_back(c);
        }
        turns_.push_back(std::move(turn));
    }
}

}  // namespace tandem::smt
