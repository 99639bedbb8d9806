#include "smt/prove/explicit_state.hpp"

#include <algorithm>

namespace tandem::smt {

namespace {

/// The leaves of a packed object, which has as many bits for each as its type needs; an absent object's are 0.
void append(const Problem& problem, const model::Shape& shape, const model::Packed& packed, int leaves, StateVector& out) {
    std::size_t bit = 0;
    for (int i = 0; i < leaves; ++i) {
        const ValueType& type = *problem.variables[out.size()].type;
        const int cardinality = type.name == "time" ? shape.time_max + 1 : type.cardinality;
        int n = 0;
        for (int b = 0; b < model::bits_for(cardinality); ++b, ++bit)
            if (bit / 32 < packed.size()) n |= static_cast<int>(packed[bit / 32] >> (bit % 32) & 1) << b;
        out.push_back(n);
    }
}

}  // namespace

StateVector leaves_of(const Problem& problem, const model::Shape& shape, const ExplicitState& state) {
    StateVector result;
    for (const Segment& segment : problem.segments) {
        const auto index = static_cast<std::size_t>(segment.index);
        switch (segment.kind) {
            case Segment::Kind::node: append(problem, shape, state.nodes[index], segment.leaves, result); break;
            case Segment::Kind::monitor: append(problem, shape, state.monitor, segment.leaves, result); break;
            case Segment::Kind::channel: {
                const auto& messages = state.channels[index];
                result.push_back(static_cast<int>(messages.size()));
                for (std::size_t k = 0; k < static_cast<std::size_t>(segment.places); ++k)
                    append(problem, shape, k < messages.size() ? messages[k] : model::Packed(), segment.leaves, result);
            }
        }
    }
    return result;
}

void add_defined_values(const Problem& problem, StateVector& leaves) {
    for (const DefinedVariable& d : problem.defined)
        leaves.push_back(evaluate(problem.variables[static_cast<std::size_t>(d.variable)].expression,
                                  [&](Place place) { return leaves[static_cast<std::size_t>(problem.variable_of(place))]; }));
}

void sort_unordered(const Problem& problem, StateVector& leaves) {
    for (const Segment& s : problem.segments) {
        if (s.kind != Segment::Kind::channel || s.ordered) continue;
        std::vector<StateVector> messages;
        const auto place = [&](std::size_t k) { return leaves.begin() + s.first + 1 + static_cast<int>(k) * s.leaves; };
        for (int k = 0; k < leaves[static_cast<std::size_t>(s.first)]; ++k)
            messages.emplace_back(place(static_cast<std::size_t>(k)), place(static_cast<std::size_t>(k) + 1));
        std::sort(messages.begin(), messages.end());
        for (std::size_t k = 0; k < messages.size(); ++k) std::copy(messages[k].begin(), messages[k].end(), place(k));
    }
}

StateVector numbers_of(const Problem& problem, const model::Shape& shape, const ExplicitState& state) {
    StateVector result = leaves_of(problem, shape, state);
    add_defined_values(problem, result);
    return result;
}

}  // namespace tandem::smt
