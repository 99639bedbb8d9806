#include "exports/murphi_invariant.hpp"

#include "exports/murphi_decision.hpp"

namespace tandem::exports {
namespace {

/// The failures as one expression; nothing if that is long.
std::string short_failure(const MurphiText& text, const Invariant& invariant) {
    std::vector<std::string> failures;
    std::size_t length = 0;
    for (const auto& failure : invariant.failures) {
        if (length > text.limit()) return "";
        std::vector<std::string> conditions;
        for (const Expression& e : failure) conditions.push_back(text.condition(e, {}));
        for (const std::string& condition : conditions) length += condition.size() + 3;
        if (length <= text.limit()) failures.push_back(text.all_of(conditions, {}));
    }
    return length > text.limit() ? "" : text.any_of(failures, {});
}

}  // namespace

std::string failure(const MurphiText& text, const Invariant& invariant) {
    if (const std::string all = short_failure(text, invariant); !all.empty()) return all;
    OrderedDiagrams diagrams;
    auto fails = OrderedDiagrams::never;
    for (const auto& failure : invariant.failures) {
        auto all = OrderedDiagrams::always;
        for (const Expression& condition : failure) all = diagrams.both(all, diagrams.of(condition));
        fails = diagrams.either(fails, all);
    }
    const MurphiText::Scope scope;
    return MurphiDecision(text, scope, diagrams, [](int holds) { return holds ? "true" : "false"; }).function(fails);
}

}  // namespace tandem::exports
