#include "apps/audit/told.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "specs/audit/per_scope.hpp"

namespace tandem::apps {

using namespace audit;

namespace {

class Teller {
public:
    Teller(const ForbiddenPart& refutation, const Model& model) : r_(refutation), model_(model) {}

    ToldCycle tell() {
        for (const std::uint32_t e : r_.proof.cycle) told_.cycle.push_back(step(e));
        told_.within = within(r_.proof.cycle);
        return std::move(told_);
    }

private:
    std::string text(Id id) const { return fmt::format("\"{}\"", as_shown(r_.part.trace, id, r_.names)); }
    /// Whose order the edges are in, where there are several.
    std::string within(const std::vector<std::uint32_t>& edges) const {
        if (model_.scoping != Scoping::ptx || edges.empty()) return "";
        return " in the order of " + name_of_view(r_.part.trace, r_.proof.edges[edges.front()].view, r_.names.addresses);
    }
    std::uint64_t thread(Id id) const { return r_.names.threads[r_.part.trace.operations[id].thread]; }

    /// The number of the reason why the one is before the other, or 0 where that is one edge which needs no more words.
    int because(std::uint32_t e, Id from, Id to, std::string& words) {
        const std::vector<std::uint32_t>& path = r_.proof.premises[e];
        if (path.size() == 1 && r_.proof.edges[path[0]].why == Why::program_order) {
            words = fmt::format("the order of thread {}", thread(from));
            return 0;
        }
        if (path.size() == 1 && r_.proof.edges[path[0]].why == Why::reads_from) {
            words = "which reads it";
            return 0;
        }
        const auto [at, is_new] = numbers_.try_emplace({from, to}, 0);
        if (is_new) {
            const std::size_t place = told_.reasons.size();
            at->second = static_cast<int>(place) + 1;
            told_.reasons.push_back({fmt::format("{} is before {}{}", text(from), text(to), within(path)), {}});
            std::vector<ToldEdge> steps;
            for (const std::uint32_t p : path) steps.push_back(step(p));
            told_.reasons[place].second = std::move(steps);
        }
        const int number = numbers_.at({from, to});
        words = fmt::format("reason {}", number);
        return number;
    }

    ToldEdge step(std::uint32_t e) {
        const Edge& edge = r_.proof.edges[e];
        ToldEdge out{edge.from, edge.to, "", 0};
        std::string words;
        switch (edge.why) {
            case Why::program_order:
                out.why = fmt::format("{} keeps this order of thread {}", model_.name, thread(edge.from));
                break;
            case Why::answered:
                out.why = fmt::format("it was answered before thread {} asked for the next", thread(edge.from));
                break;
            case Why::reads_from:
                out.why = "the next reads it";
                break;
            case Why::own_store:
                out.why =
                    "the next comes later in its thread, and reads another store: so that is newer, and the next is after both";
                break;
            case Why::reads_initial:
                out.why = "it reads what memory holds at first, so it is before every store there";
                break;
            case Why::final_value:
                out.why = "the next leaves the final value, so it is the last store there";
                break;
            case Why::stores_order:
                out.because = because(e, edge.from, edge.to, words);
                out.why = fmt::format("the next is the later store there ({})", words);
                break;
            case Why::otherwise_none:
                out.why = "the other way round leads to a cycle";
                break;
            case Why::from_read:
                out.because = because(e, edge.via, edge.to, words);
                out.why = fmt::format("it reads {}, and the next overwrites that ({})", text(edge.via), words);
                break;
            case Why::coherence:
                if (r_.proof.premises[e].empty()) {
                    out.why = fmt::format("{} comes later in its thread, and reads the next", text(edge.via));
                } else {
                    out.because = because(e, edge.from, edge.via, words);
                    out.why = fmt::format("it is before {} ({}), which reads the next: so that is newer", text(edge.via), words);
                }
                break;
        }
        return out;
    }

    const ForbiddenPart& r_;
    const Model& model_;
    ToldCycle told_;
    std::map<std::pair<Id, Id>, int> numbers_;
};

}  // namespace

ToldCycle told_cycle(const ForbiddenPart& refutation, const Model& model) { return Teller(refutation, model).tell(); }

std::string as_text(const ForbiddenPart& r, const ToldCycle& told) {
    std::size_t width = 0;
    const Trace& trace = r.part.trace;
    for (Id id = 0; id < trace.operations.size(); ++id) width = std::max(width, as_shown(trace, id, r.names).size());
    const auto line_of = [&](Id id) {
        return fmt::format("{:{}}  line {}", as_shown(trace, id, r.names), width, trace.operations[id].line);
    };
    const auto chain = [&](const std::vector<ToldEdge>& steps, const std::string& indent) {
        std::string out;
        for (const ToldEdge& s : steps)
            out += fmt::format("{}{}\n{}    is before the next: {}\n", indent, line_of(s.from), indent, s.why);
        return out + indent + line_of(steps.back().to) + "\n";
    };
    std::string out;
    if (told.cycle.empty()) {
        for (Id id = 0; id < trace.operations.size(); ++id) out += "  " + line_of(id) + "\n";
        for (const Final& f : trace.finals)
            out += fmt::format("  final {} == {}  line {}\n", r.names.addresses[f.address], f.value, f.line);
        return out;
    }
    out += chain(told.cycle, "  ");
    for (std::size_t i = 0; i < told.reasons.size(); ++i)
        out += fmt::format("  Reason {}: {}.\n", i + 1, told.reasons[i].first) + chain(told.reasons[i].second, "    ");
    return out;
}

}  // namespace tandem::apps
