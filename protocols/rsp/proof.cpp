#include "protocols/rsp/suggestions.hpp"

#include <fmt/format.h>

#include "model/print.hpp"
#include "protocols/rsp/properties.hpp"
#include "smt/prove/defined.hpp"
#include "smt/prove/statements.hpp"

namespace tandem::rsp {

namespace {

class FifoStatements : smt::Statements {
public:
    explicit FifoStatements(smt::Problem& problem) : Statements(problem) {
        for (const smt::Segment& cu : problem.segments)
            if (cu.kind == smt::Segment::Kind::node && cu.core >= 0)
                for (int a = 0; a < problem.shape[model::Sort::address]; ++a) state(cu.name, a);
    }
    using Statements::clauses;

private:
    void state(const std::string& cu, int a) {
        const std::string block = model::name_text(model::Sort::address, a), fifo = cu + ".fifo", holds = fifo + " holds write of " + block;
        // No run at random has held it: then it is not dirty either.
        say(is(cu + ".lines." + block + ".dirty", 1), known(holds) ? smt::Terms{is(holds, 1)} : smt::Terms{});
        const auto written_at = [&](int place) {
            const std::string entry = fmt::format("{}[{}].", fifo, place);
            return more(fifo + ".size", place) & is(entry + "kind", EntryKind::write) & is(entry + "address", a);
        };
        for (int j = 1; j < L1<model::Concrete>::most_entries; ++j)
            for (int i = 0; i < j; ++i) say(written_at(i), no(written_at(j)));
    }
};

}  // namespace

smt::Problem with_queues_as_sets(smt::Problem problem, const Setup& setup) {
    problem.exchanges.clear();  // a wavefront's name where none is in use is the first: renaming would change it
    smt::add_defined(problem, 1);
    problem.claims.push_back({DirtyInFifo::name, DirtyInFifo::sentence, false, FifoStatements(problem).clauses()});
    problem.suggested = suggestions(problem, setup);
    return problem;
}

}  // namespace tandem::rsp
