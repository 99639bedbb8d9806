#include "specs/axiomatic/text.hpp"

namespace tandem::specs {

namespace {

std::string text(const Test& test, const Formula& formula, bool inside) {
    using Kind = Formula::Kind;
    const auto part = [&](std::size_t i) { return text(test, formula.parts[i], true); };
    const auto joined = [&](const char* sign, Kind kind) {
        // A repeated operator needs no brackets on the left.
        const Formula& left = formula.parts[0];
        const std::string whole = text(test, left, left.kind != kind) + sign + part(1);
        return inside ? "(" + whole + ")" : whole;
    };
    const auto place = [&](const Observed& o) { return o.thread < 0 ? "[" + test.text(o) + "]" : test.text(o); };
    switch (formula.kind) {
        case Kind::truth: return "true";
        case Kind::equal: return place(formula.observed) + "=" + test.text(formula.value);
        case Kind::equal_places: return place(formula.observed) + "=" + place(formula.other);
        case Kind::negation: return "not " + part(0);
        case Kind::conjunction: return joined(" /\\ ", Kind::conjunction);
        case Kind::disjunction: return joined(" \\/ ", Kind::disjunction);
        case Kind::implication: return joined(" => ", Kind::truth);
    }
    return {};
}

}  // namespace

std::string text(const Test& test, const FinalState& state) {
    std::string line;
    for (std::size_t i = 0; i < state.size(); ++i) {
        const Observed& o = test.observed[i];
        line += (i > 0 ? " " : "") + (o.thread < 0 ? "[" + test.text(o) + "]" : test.text(o)) + "=" + test.text(state[i]) + ";";
    }
    return line;
}

std::string condition_text(const Test& test) {
    using enum Test::Quantifier;
    const char* quantifier = test.quantifier == exists ? "exists" : test.quantifier == not_exists ? "~exists" : "forall";
    return std::string(quantifier) + " (" + text(test, test.condition, false) + ")";
}

std::string text(const Test& test, const MemoryEvent& event) {
    if (event.thread < 0)
        return "initially " + test.locations[static_cast<std::size_t>(event.location)] + "=" + test.text(event.value);
    const Thread& thread = test.threads[static_cast<std::size_t>(event.thread)];
    if (event.kind == MemoryEvent::Kind::fence) return thread.name + ": fence";
    return thread.name + ": " + (event.kind == MemoryEvent::Kind::read ? "R " : "W ") +
           test.locations[static_cast<std::size_t>(event.location)] + "=" + test.text(event.value);
}

}  // namespace tandem::specs
