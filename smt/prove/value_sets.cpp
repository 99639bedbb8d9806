#include "smt/prove/value_sets.hpp"

#include <bit>
#include <utility>

namespace tandem::smt {

namespace {

bool finite(const StateVariable& v) { return v.high - v.low < 64 && v.high < unbounded && v.low > -unbounded; }

}  // namespace

ValueSets::ValueSets(const Problem& problem)
    : problem_(problem), exchanges_(exchanges(problem)), possible_(problem.variables.size()) {
    for (std::size_t v = 0; v < problem.variables.size(); ++v)
        for (const auto& state : problem.initial)
            if (finite(variable(v)) && !channel_of(static_cast<int>(v))) possible_[v] |= bit(v, state[v]);
    rename();
}

/// Adds what the sets of images have.
void ValueSets::rename() {
    for (bool news = true; std::exchange(news, false);)
        for (const Renaming& exchange : exchanges_)
            for (std::size_t v = 0; v < problem_.variables.size(); ++v)
                for (std::uint64_t left = possible_[v]; left != 0; left &= left - 1) {
                    const Literal image =
                        exchange.of(Literal{Relation::equal, static_cast<int>(v), -1, variable(v).low + std::countr_zero(left)});
                    const auto w = static_cast<std::size_t>(image.a);
                    const std::uint64_t value = bit(w, image.constant);
                    news = news || (possible_[w] & value) == 0;
                    possible_[w] |= value;
                }
}

/// The channel that this field belongs to, of a message that may be there.
const Segment* ValueSets::channel_of(int v) const {
    for (const Segment& s : problem_.segments)
        if (s.kind == Segment::Kind::channel && v > s.first && v <= s.first + s.places * s.leaves) return &s;
    return nullptr;
}

bool ValueSets::grow() {
    bool news = false;
    for (const Path& path : problem_.paths)
        for (const auto& [assigned, value] : path.assignments) {
            const auto v = static_cast<std::size_t>(assigned);
            if (!finite(variable(v))) continue;
            const std::uint64_t values = values_of(v, value) & ~cleared(path, assigned, value);
            news = news || (values & ~possible_[v]) != 0;
            possible_[v] |= values;
        }
    if (news) rename();
    return news;
}

std::uint64_t ValueSets::all(std::size_t v) const {
    const int count = variable(v).high - variable(v).low + 1;
    return count == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << count) - 1;
}

/// What an emptied place in a channel holds is nobody's value.
std::uint64_t ValueSets::cleared(const Path& path, int v, Expression value) const {
    const Segment* channel = channel_of(v);
    if (!channel || !value.is(0)) return 0;
    for (const auto& [assigned, size] : path.assignments)
        if (assigned == channel->first && size.is_constant() && size.constant() <= (v - channel->first - 1) / channel->leaves)
            return 1;
    return 0;
}

std::uint64_t ValueSets::values_of(std::size_t target, Expression e) const {
    const StateVariable& t = variable(target);
    if (e.is_constant()) return e.constant() >= t.low && e.constant() <= t.high ? bit(target, e.constant()) : all(target);
    if (e.op() == Operator::variable && e.place().node >= 0) {
        const auto v = static_cast<std::size_t>(problem_.variable_of(e.place()));
        if (finite(variable(v)) && variable(v).low == t.low) return possible_[v] & all(target);
    }
    if (e.op() == Operator::conditional) return values_of(target, e.operand(1)) | values_of(target, e.operand(2));
    return all(target);
}

std::optional<int> ValueSets::only(std::size_t v) const {
    if (!finite(variable(v)) || !std::has_single_bit(possible_[v])) return std::nullopt;
    const int value = variable(v).low + std::countr_zero(possible_[v]);
    if (value != 0 && channel_of(static_cast<int>(v))) return std::nullopt;  // an empty place holds 0
    return value;
}

std::vector<Exclusion> ValueSets::exclusions() const {
    std::vector<Exclusion> result;
    for (std::size_t v = 0; v < problem_.variables.size(); ++v) {
        if (!finite(variable(v)) || variable(v).expression.is_constant() || possible_[v] == 0) continue;
        for (int value = variable(v).low; value <= variable(v).high; ++value)
            if (!(possible_[v] & bit(v, value))) result.push_back({variable(v).expression, value});
    }
    return result;
}

std::vector<Clause> ValueSets::typing() const {
    std::vector<Clause> clauses;
    for (std::size_t v = 0; v < problem_.variables.size(); ++v) {
        const int number = static_cast<int>(v);
        Clause among;
        if (const Segment* s = channel_of(number))
            among.literals.push_back({Relation::less_equal, s->first, -1, (number - s->first - 1) / s->leaves});
        if (finite(variable(v)) && possible_[v] != all(v)) {
            for (int value = variable(v).low; value <= variable(v).high; ++value)
                if (possible_[v] & bit(v, value)) among.literals.push_back({Relation::equal, number, -1, value});
            clauses.push_back(among);
        }
        if (variable(v).low > -unbounded) clauses.push_back({{{Relation::less_equal, -1, number, variable(v).low}}});
        if (variable(v).high < unbounded) clauses.push_back({{{Relation::less_equal, number, -1, variable(v).high}}});
    }
    return clauses;
}

}  // namespace tandem::smt
