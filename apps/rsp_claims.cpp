#include "apps/rsp_claims.hpp"

#include <fmt/format.h>

#include "model/print.hpp"

namespace tandem::apps {

using smt::Clause, smt::Literal, smt::Relation;

smt::Claim dirty_in_fifo(const smt::Problem& problem) {
    std::map<std::string, int> number_of;
    for (std::size_t v = 0; v < problem.variables.size(); ++v) number_of[problem.variables[v].name] = static_cast<int>(v);
    const auto is = [&](const std::string& name, int value) { return Literal{Relation::equal, number_of.at(name), -1, value}; };
    const auto write = static_cast<int>(rsp::EntryKind::write);

    smt::Claim claim{rsp::DirtyInFifo::name, rsp::DirtyInFifo::sentence};
    for (const smt::Segment& cu : problem.segments) {
        if (cu.kind != smt::Segment::Kind::node || cu.core < 0) continue;
        const std::string fifo = cu.name + ".fifo";
        for (int a = 0; a < problem.shape[model::Sort::address]; ++a) {
            const std::string block = model::name_text(model::Sort::address, a), holds = fifo + " holds write of " + block;
            // No run at random has held it: then it is not dirty either.
            Clause listed{{negated(is(cu.name + ".lines." + block + ".dirty", 1))}};
            if (number_of.contains(holds)) listed.literals.push_back(is(holds, 1));
            claim.clauses.push_back(normalised(std::move(listed)));
            const auto elsewhere = [&](int place) {
                const std::string entry = fmt::format("{}[{}]", fifo, place);
                return std::vector{Literal{Relation::less_equal, number_of.at(fifo + ".size"), -1, place}, negated(is(entry + ".kind", write)), negated(is(entry + ".address", a))};
            };
            for (int j = 1; j < rsp::L1<model::Concrete>::most_entries; ++j)
                for (int i = 0; i < j; ++i) {
                    Clause once{elsewhere(i)};
                    for (const Literal& l : elsewhere(j)) once.literals.push_back(l);
                    claim.clauses.push_back(normalised(std::move(once)));
                }
        }
    }
    return claim;
}

}  // namespace tandem::apps
