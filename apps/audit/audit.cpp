#include "apps/audit/audit.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/audit/told.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

using namespace audit;

namespace {

constexpr std::size_t most_listed = 100;         // operations that no order explains
constexpr std::size_t bytes_an_operation = 256;  // of a trace while it is judged, at most (docs/benchmarks.md)

const Model& model_of(const std::string& name) {
    std::string known;
    for (const Model& m : models) {
        if (m.name == name) return m;
        known += (known.empty() ? "" : ", ") + std::string(m.name);
    }
    throw UsageError("there is no model '" + shown(name) + "' for logs: " + known + " are accepted");
}

bool is_interrupted() { return InterruptWatch::flag(); }

/// Where a log was cut, a load may have the value of a store that is missing. Such loads say nothing.
std::size_t drop_unexplained(Trace& trace) {
    struct Stored {
        std::uint64_t value;
        std::uint32_t address;
        bool operator==(const Stored&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Stored& s) const {
            return std::hash<std::uint64_t>()(s.value * 0x9E3779B97F4A7C15u + s.address);
        }
    };
    std::unordered_set<Stored, Hash> stored;
    for (const Operation& o : trace.operations)
        if (o.stores()) stored.insert({o.writes, o.address});
    std::size_t kept = 0, dropped = 0;
    for (std::size_t i = 0; i < trace.operations.size(); ++i) {
        Operation o = trace.operations[i];
        const bool unexplained = o.loads() && o.reads != 0 && !stored.contains({o.reads, o.address});
        dropped += unexplained;
        if (unexplained && o.kind == Kind::load) continue;
        if (unexplained) o.kind = Kind::store;
        trace.operations[kept] = o;
        if (!trace.times.empty()) trace.times[kept] = trace.times[i];
        ++kept;
    }
    trace.operations.resize(kept);
    if (!trace.times.empty()) trace.times.resize(kept);
    return dropped;
}

/// The names of a part's threads and addresses. Its addresses are numbered anew.
LogNames names_of_part(const Part& part, const Trace& whole, const LogNames& names) {
    LogNames out;
    out.threads = names.threads;
    out.addresses.resize(part.trace.addresses);
    for (std::size_t i = 0; i < part.origin.size(); ++i)
        if (part.trace.operations[i].kind != Kind::fence)
            out.addresses[part.trace.operations[i].address] = names.addresses[whole.operations[part.origin[i]].address];
    return out;
}

std::string counted(std::size_t number, const char* thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

const char* word_of(Answer answer) {
    return answer == Answer::allowed ? "allowed" : answer == Answer::forbidden ? "forbidden" : "undecided";
}

nlohmann::json json_of(const ForbiddenPart& r, const ToldCycle& told) {
    const auto chain = [&](const std::vector<ToldEdge>& steps) {
        nlohmann::json out = nlohmann::json::array();
        for (const ToldEdge& s : steps) {
            const Operation &from = r.part.trace.operations[s.from], &to = r.part.trace.operations[s.to];
            nlohmann::json step{{"operation", as_log(from, r.names)},
                                {"line", from.line},
                                {"next", as_log(to, r.names)},
                                {"next_line", to.line},
                                {"why", s.why}};
            if (s.because > 0) step["reason"] = s.because;
            out.push_back(std::move(step));
        }
        return out;
    };
    nlohmann::json reasons = nlohmann::json::array(), operations = nlohmann::json::array();
    for (const auto& [shows, steps] : told.reasons) reasons.push_back({{"shows", shows}, {"steps", chain(steps)}});
    for (const Operation& o : r.part.trace.operations)
        operations.push_back({{"operation", as_log(o, r.names)}, {"line", o.line}});
    return {{"operations", operations}, {"cycle", chain(told.cycle)}, {"reasons", reasons}};
}

}  // namespace

int run_audit(const AuditOptions& options) {
    const InterruptWatch watch;
    const auto begin = std::chrono::steady_clock::now();
    const Model& model = model_of(options.model);
    Limits limits;
    limits.interrupted = is_interrupted;
    if (options.seconds > 0)
        limits.deadline =
            std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(options.seconds * 1e6));
    limits.bytes = bytes_of(options.memory.empty() ? "4G" : options.memory);
    WholeFile shrunk(options.shrink, "the smaller log"), picture(options.svg, "the picture"), record(options.json, "the report");
    const bool silent = record.to_output() || shrunk.to_output() || picture.to_output();

    Log log(options.log, limits.bytes / bytes_an_operation);
    Trace trace;
    LogNames names;
    std::size_t counts[3] = {0, 0, 0}, traces = 0, explained = 0;
    nlohmann::json facts = nlohmann::json::array();
    std::optional<ForbiddenPart> first;
    ToldCycle first_told;
    std::string first_title;
    std::string pending;
    const auto print = [&](const std::string& text) {
        if (silent) return;
        pending += text;
        if (pending.size() < std::size_t{1} << 16) return;
        say(pending);
        pending.clear();
    };
    while (log.next(trace, names)) {
        ++traces;
        std::string notes;
        const auto note = [&](const std::string& text) { notes += "  " + text + "\n"; };
        if (log.is_cut())
            note(
                fmt::format("The log ends within this trace: what was read is judged. Loads of values that are not stored in it: "
                            "{}, left out.",
                            drop_unexplained(trace)));
        const std::size_t operations = trace.operations.size();
        Verdict verdict;
        if (log.is_full()) {
            note(fmt::format("The memory suffices for {} operations of a trace (--memory): the rest was not read.", operations));
        } else {
            try {
                verdict = judge(trace, model, limits);
            } catch (const BadTrace& bad) {
                log.refuse(bad.line, bad.what());
            }
            if (verdict.answer == Answer::undecided)
                note(is_interrupted() ? "It was interrupted." : limits.over() ? "The time ran out." : "The memory ran out.");
        }
        ++counts[static_cast<int>(verdict.answer)];
        if (verdict.several > 0)
            note(fmt::format("{} may have read one of several stores of its value: a search chose among these, and took back {}.",
                             counted(verdict.several, "load"), counted(verdict.tried, "choice")));
        nlohmann::json fact{{"first_line", log.first_line()}, {"last_line", log.last_line()},      {"operations", operations},
                            {"threads", trace.threads},       {"answer", word_of(verdict.answer)}, {"cut", log.is_cut()}};
        std::string explanation;
        if (verdict.answer == Answer::forbidden && explained < options.explain) {
            ++explained;
            ForbiddenPart refutation;
            Limits at_most = limits;
            at_most.deadline = std::min(limits.deadline, std::chrono::steady_clock::now() + std::chrono::seconds(10));
            if (verdict.by_cycle) {
                refutation.part = shrink(trace, model, verdict.part, at_most);
                refutation.proof = prove(refutation.part.trace, model, Limits{});
            } else {
                refutation.part = shrink_by_search(trace, model, at_most);
            }
            refutation.names = verdict.by_cycle ? names_of_part(refutation.part, trace, names) : names;
            const ToldCycle why = told_cycle(refutation, model);
            const std::size_t kept = refutation.part.trace.operations.size();
            explanation = why.cycle.empty()
                              ? fmt::format("  No order of these {} operations explains their values: all were tried.\n", kept)
                              : fmt::format("  A cycle, in {} of {}. Each would have to come before the next in memory:\n", kept,
                                            counted(operations, "operation"));
            if (!why.cycle.empty() || kept <= most_listed) explanation += as_text(refutation, why);
            fact["refutation"] = json_of(refutation, why);
            if (!first) {
                first = std::move(refutation);
                first_told = why;
                first_title = fmt::format("{}, lines {} to {}: forbidden by {}", log.shown_path(), log.first_line(),
                                          log.last_line(), model.name);
            }
        }
        print(fmt::format("{}: {} by {}, {} of {}\n", traces, word_of(verdict.answer), model.name,
                          counted(operations, "operation"), counted(trace.threads, "thread")) +
              notes + explanation);
        if (!options.json.empty()) facts.push_back(std::move(fact));
        if (is_interrupted()) break;
    }
    if (traces == 0) throw UsageError(log.shown_path() + " has no operation: lines as '0: M[1] := 1' are accepted");
    if (traces > 1)
        print(fmt::format("{} traces: {} allowed, {} forbidden, {} undecided\n", traces, counts[0], counts[1], counts[2]));
    if (!silent) say(pending);
    deliver({[&] {
                 if (!options.shrink.empty() && first) shrunk.commit(as_log(first->part.trace, first->names));
             },
             [&] {
                 if (!options.svg.empty() && first) picture.commit(as_svg(*first, first_told, first_title));
             },
             [&] {
                 if (options.json.empty()) return;
                 record.commit(
                     nlohmann::json{{"log", log.shown_path()},
                                    {"model", model.name},
                                    {"seconds", std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()},
                                    {"allowed", counts[0]},
                                    {"forbidden", counts[1]},
                                    {"undecided", counts[2]},
                                    {"traces", facts}}
                         .dump(2) +
                     "\n");
             }});
    return counts[1] > 0 ? status_refuted : counts[2] > 0 || is_interrupted() ? status_undecided : status_holds;
}

}  // namespace tandem::apps
