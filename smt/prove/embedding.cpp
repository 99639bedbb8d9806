#include "smt/prove/embedding.hpp"

#include <set>
#include <unordered_map>

namespace tandem::smt {

namespace {

class Embedding {
public:
    Embedding(const Problem& smaller, const Problem& larger) {
        std::unordered_map<std::string, int> number_of;
        for (std::size_t v = 0; v < smaller.variables.size(); ++v)
            number_of.emplace(smaller.variables[v].name, static_cast<int>(v));
        const StateVector at_first = state_at_first(larger, 0, [&] { return larger.singled_out == 0 ? 1 : 0; });
        for (std::size_t v = 0; v < larger.variables.size(); ++v) {
            const auto found = number_of.find(larger.variables[v].name);
            sides_.push_back(found != number_of.end() ? Side{found->second, 0} : Side{-1, at_first[v]});
        }
    }

    /// Nothing of a clause that holds because of what others are at first.
    std::optional<Clause> clause(const Clause& of_larger) const {
        Clause result;
        for (const Literal& l : of_larger.literals) {
            const Side a = side(l.a, l.constant), b = side(l.b, l.constant);
            if (a.variable >= 0 || b.variable >= 0)
                result.literals.push_back({l.relation, a.variable, b.variable,
                                           a.variable < 0   ? a.value
                                           : b.variable < 0 ? b.value
                                                            : 0});
            else if (holds(l.relation, a.value, b.value)) return {};
        }
        result = normalised(std::move(result));
        return valid(result) ? std::nullopt : std::optional(result);
    }

private:
    struct Side {
        int variable, value;
    };
    Side side(int variable, int constant) const {
        return variable < 0 ? Side{-1, constant} : sides_[static_cast<std::size_t>(variable)];
    }

    std::vector<Side> sides_;  // by variable of the larger problem
};

}  // namespace

std::vector<Clause> as_seen_by(const Problem& smaller, const Problem& larger, const std::vector<Clause>& invariant) {
    const Embedding embedding(smaller, larger);
    std::set<Clause> seen;
    for (const Clause& clause : invariant)
        if (auto embedded = embedding.clause(clause)) seen.insert(std::move(*embedded));
    return {seen.begin(), seen.end()};
}

}  // namespace tandem::smt
