#include "apps/audit/judged_trace.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include <fmt/format.h>

#include "apps/audit/stored_value.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "specs/audit/matched.hpp"
#include "specs/audit/per_scope.hpp"
#include "specs/audit/races.hpp"

namespace tandem::apps {

using namespace audit;

namespace {

constexpr std::size_t most_listed = 100;  // operations that no order explains

bool is_interrupted() { return InterruptWatch::flag(); }

/// The names of a part's threads and addresses. Its addresses are numbered anew.
LogNames names_of_part(const Part& part, const Trace& whole, const LogNames& names) {
    LogNames out;
    out.threads = names.threads;
    out.values_say_their_store = names.values_say_their_store;
    out.addresses.resize(part.trace.addresses);
    for (std::size_t i = 0; i < part.origin.size(); ++i)
        if (part.trace.operations[i].kind != Kind::fence)
            out.addresses[part.trace.operations[i].address] = names.addresses[whole.operations[part.origin[i]].address];
    return out;
}

/// Values become words again at each address where these tell its stores apart, and differ from what memory holds at first.
void show_words(Trace& trace) {
    std::vector<std::map<std::uint64_t, std::uint64_t>> value_of(trace.addresses);  // of an address: by word
    std::vector<std::uint8_t> tells(trace.addresses, 1);
    const auto each_value = [&](auto&& f) {
        for (Operation& o : trace.operations) {
            if (o.loads()) f(o.address, o.reads);
            if (o.stores()) f(o.address, o.writes);
        }
        for (Final& last : trace.finals) f(last.address, last.value);
    };
    each_value([&](std::uint32_t address, std::uint64_t value) {
        const std::uint64_t word = word_of_value(value);
        const auto [found, added] = value_of[address].try_emplace(word, value);
        if (found->second != value || (word == 0 && value != 0)) tells[address] = 0;
    });
    each_value([&](std::uint32_t address, std::uint64_t& value) {
        if (tells[address]) value = word_of_value(value);
    });
}

nlohmann::json json_of(const ForbiddenPart& r, const ToldCycle& told) {
    const auto chain = [&](const std::vector<ToldEdge>& steps) {
        nlohmann::json out = nlohmann::json::array();
        for (const ToldEdge& s : steps) {
            const Operation &from = r.part.trace.operations[s.from], &to = r.part.trace.operations[s.to];
            nlohmann::json step{{"operation", as_shown(r.part.trace, s.from, r.names)},
                                {"line", from.line},
                                {"next", as_shown(r.part.trace, s.to, r.names)},
                                {"next_line", to.line},
                                {"why", s.why}};
            if (s.because > 0) step["reason"] = s.because;
            out.push_back(std::move(step));
        }
        return out;
    };
    nlohmann::json reasons = nlohmann::json::array(), operations = nlohmann::json::array();
    for (const auto& [shows, steps] : told.reasons) reasons.push_back({{"shows", shows}, {"steps", chain(steps)}});
    for (Id id = 0; id < r.part.trace.operations.size(); ++id)
        operations.push_back({{"operation", as_shown(r.part.trace, id, r.names)}, {"line", r.part.trace.operations[id].line}});
    return {{"operations", operations}, {"cycle", chain(told.cycle)}, {"reasons", reasons}};
}

/// The operations without some of them, and without what their threads did after them and what reads from those.
std::vector<Id> without(const Trace& trace, const Matched& matched, const std::vector<Id>& cuts, const Limits& limits) {
    std::vector<std::uint8_t> gone(trace.operations.size(), 0);
    std::vector<Id> first_gone(trace.threads, none);
    for (const Id cut : cuts) {
        Id& first = first_gone[trace.operations[cut].thread];
        first = std::min(first, cut);
    }
    for (bool more = true; more && !limits.over();) {
        more = false;
        for (Id i = 0; i < trace.operations.size(); ++i) {
            const Operation& o = trace.operations[i];
            if (gone[i] || (i < first_gone[o.thread] && !(o.loads() && matched.source[i] < initial && gone[matched.source[i]])))
                continue;
            gone[i] = 1;
            first_gone[o.thread] = std::min(first_gone[o.thread], i);
            more = true;
        }
    }
    std::vector<Id> kept;
    for (Id i = 0; i < trace.operations.size(); ++i)
        if (!gone[i]) kept.push_back(i);
    return kept;
}

/// The part of a forbidden trace that matters.
std::vector<Id> forbidden_part(const Trace& trace, const Model& model, const Verdict& verdict, const Limits& limits) {
    return verdict.by_cycle ? shrink(trace, model, verdict.part, limits).origin : shrink_by_search(trace, model, limits).origin;
}

constexpr std::size_t most_cuts = 64;  // that are tried

/// A race of a run that goes as far as the cut, and then does what each thread does next.
Races race_before(const Trace& trace, const Matched& matched, Id cut, const Model& model, const Limits& limits) {
    const Races undecided{{}, false};
    std::vector<Id> cuts{cut}, kept, run;
    for (bool allowed = false; !allowed;) {
        kept = without(trace, matched, cuts, limits);
        if (limits.over()) return undecided;
        Trace begun = trace;
        begun.finals.clear();
        begun.replaced.clear();
        begun.operations.clear();
        begun.times.clear();
        begun.synchronizations.clear();
        for (const Id id : kept) begun.operations.push_back(trace.operations[id]);
        try {
            const Verdict verdict = judge(begun, model, limits);
            if (verdict.answer == Answer::undecided) return undecided;
            allowed = verdict.answer == Answer::allowed;
            if (allowed) {
                for (const Id id : verdict.order) run.push_back(kept[id]);
            } else {  // something else has no order either: a run goes as far as that
                if (cuts.size() == most_cuts || limits.over()) return undecided;
                cuts.push_back(kept[forbidden_part(begun, model, verdict, limits).back()]);
            }
        } catch (const BadTrace&) {  // what a load may have read is cut off
            return {};
        }
    }
    Trace going_on = trace;
    going_on.synchronizations.resize(trace.operations.size());
    std::vector<std::uint64_t> memory(trace.addresses, 0);
    for (const Id id : run)
        if (trace.operations[id].stores()) memory[trace.operations[id].address] = trace.operations[id].writes;
    std::vector<std::uint8_t> done(trace.operations.size(), 0), next_found(trace.threads, 0), is_known(trace.addresses, 1);
    for (const Id id : kept) done[id] = 1;
    for (Id i = 0; i < trace.operations.size(); ++i) {
        Operation& o = going_on.operations[i];
        if (done[i] || o.kind == Kind::fence || next_found[o.thread]) continue;
        next_found[o.thread] = 1;
        run.push_back(i);
        if (o.kind == Kind::swap && (!is_known[o.address] || memory[o.address] != o.reads)) {
            // It finds another value than in the log, so it may be one that fails: a load, as far as anybody knows.
            o.kind = Kind::load;
            Synchronization& how = going_on.synchronizations[i];
            if (how.order == model::Order::plain) how.order = model::Order::relaxed;
            is_known[o.address] = 0;
        } else if (o.stores()) {
            memory[o.address] = o.writes;
        }
    }
    return races_of(going_on, run, model.scoping, limits);
}

/// HRF promises nothing to a program with a race. One of the log's own run, or of how it begins, is one of the program.
void look_for_races(const Trace& trace, const LogNames& names, const Model& model, const Limits& limits, JudgedTrace& out) {
    const auto note = [&](const std::string& text) { out.notes += "  " + text + "\n"; };
    const auto shown = [&](Id id) {
        Trace one;
        one.operations = {trace.operations[id]};
        one.synchronizations = {trace.synchronization(id)};
        if (names.values_say_their_store) {
            one.operations[0].reads = word_of_value(one.operations[0].reads);
            one.operations[0].writes = word_of_value(one.operations[0].writes);
        }
        return fmt::format("\"{}\" (line {})", as_shown(one, 0, names), trace.operations[id].line);
    };
    const auto told = [&](const Race& race) {
        return fmt::format("{} and {}{}", shown(race.earlier), shown(race.later),
                           race.of_scopes ? ", whose scopes do not go together" : "");
    };
    const bool is_forbidden = out.verdict.answer == Answer::forbidden;
    if (trace.synchronizations.empty()) {
        if (is_forbidden)
            note(
                "It has no sequential order. HRF promises one to programs without heterogeneous races, and this log names no "
                "scopes.");
        return;
    }
    if (out.verdict.answer == Answer::allowed) {
        const Races races = races_of(trace, out.verdict.order, model.scoping, limits);
        if (races.first) note("It has a heterogeneous race, so HRF promises nothing to its program: " + told(*races.first) + ".");
        else
            note(races.decided ? "An order that explains it has no heterogeneous race."
                               : "Whether it has a heterogeneous race was not found out within the limits.");
        return;
    }
    if (!is_forbidden) return;
    const Matched matched = match(trace);
    const std::vector<Id> cuts = forbidden_part(trace, model, out.verdict, limits);
    bool decided = true;
    for (std::size_t i = cuts.size(); i-- > 0 && cuts.size() - i <= most_cuts && !limits.over();) {
        const Races races = race_before(trace, matched, cuts[i], model, limits);
        decided = decided && races.decided;
        if (!races.first) continue;
        out.verdict.answer = Answer::allowed;
        note("It has no sequential order. But a run that begins so has a heterogeneous race, so HRF promises none: " +
             told(*races.first) + ".");
        return;
    }
    if (!decided || limits.over() || cuts.size() > most_cuts) {
        out.verdict.answer = Answer::undecided;
        note("It has no sequential order. Whether how it begins has a heterogeneous race was not found out.");
        return;
    }
    note("It has no sequential order, and how it begins has no heterogeneous race. HRF promises one to programs without races.");
}

}  // namespace

const Model& log_model(const std::string& name) {
    std::string known;
    for (const Model& m : models) {
        if (m.name == name) return m;
        known += (known.empty() ? "" : ", ") + std::string(m.name);
    }
    throw UsageError("there is no model '" + shown(name) + "' for logs: " + known + " are accepted");
}

Limits audit_limits(double seconds, const std::string& memory) {
    Limits limits;
    limits.interrupted = is_interrupted;
    if (seconds > 0)
        limits.deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
    limits.bytes = bytes_of(memory.empty() ? "4G" : memory);
    return limits;
}

std::size_t most_operations(const Limits& limits) { return limits.bytes / bytes_an_operation; }

std::string how_many(std::size_t number, const char* thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

const char* word_of(Answer answer) {
    return answer == Answer::allowed ? "allowed" : answer == Answer::forbidden ? "forbidden" : "undecided";
}

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
        if (!trace.times.empty()) trace.times[kept] = trace.times[i];
        Synchronization how = trace.synchronization(static_cast<Id>(i));
        if (unexplained) {
            o.kind = Kind::store;
            // It is still atomic, and acquires nothing.
            how.order = how.releases() ? model::Order::release : model::Order::relaxed;
        }
        trace.operations[kept] = o;
        if (!trace.synchronizations.empty()) trace.synchronizations[kept] = how;
        ++kept;
    }
    // What an atomic has left behind that was not told is no fault of the run either.
    std::erase_if(trace.finals, [&](const Final& last) {
        return last.value != 0 && !stored.contains({last.value, last.address});
    });
    if (dropped > 0) trace.replaced.clear();  // its numbers are others now
    trace.operations.resize(kept);
    if (!trace.times.empty()) trace.times.resize(kept);
    if (!trace.synchronizations.empty()) trace.synchronizations.resize(kept);
    return dropped;
}

JudgedTrace judge_trace(const Trace& trace, const LogNames& names, const Model& model, const Limits& limits, bool explain) {
    JudgedTrace out;
    out.verdict = judge(trace, model, limits);
    const auto note = [&](const std::string& text) { out.notes += "  " + text + "\n"; };
    if (out.verdict.answer == Answer::undecided)
        note(is_interrupted() ? "It was interrupted."
             : limits.over()  ? "The time ran out."
             : model.scoping == Scoping::ptx && trace.operations.size() > most_operations_per_scope
                 ? fmt::format(
                       "Of more than {} operations two bounds are asked. It is not allowed if all fences reach all threads, "
                       "and not forbidden if narrow ones reach nobody.",
                       most_operations_per_scope)
                 : "The memory ran out.");
    if (out.verdict.several > 0)
        note(fmt::format("{} may have read one of several stores of its value: a search chose among these, and took back {}.",
                         how_many(out.verdict.several, "load"), how_many(out.verdict.tried, "choice")));
    if (model.is_promised_to_some()) look_for_races(trace, names, model, limits, out);
    if (out.verdict.answer != Answer::forbidden || !explain) return out;
    ForbiddenPart refutation;
    Limits at_most = limits;
    at_most.deadline = std::min(limits.deadline, std::chrono::steady_clock::now() + std::chrono::seconds(10));
    if (out.verdict.by_cycle) {
        refutation.part = shrink(trace, model, out.verdict.part, at_most);
        refutation.proof = prove(refutation.part.trace, model, Limits{});
    } else {
        refutation.part = shrink_by_search(trace, model, at_most);
    }
    refutation.names = out.verdict.by_cycle ? names_of_part(refutation.part, trace, names) : names;
    if (names.values_say_their_store) show_words(refutation.part.trace);
    // What is left of a run without races may have some, and is no run that the model explains either.
    if (model.is_promised_to_some()) refutation.part.trace.synchronizations.clear();
    out.told = told_cycle(refutation, model);
    const std::size_t kept = refutation.part.trace.operations.size();
    out.explanation = out.told.cycle.empty()
                          ? fmt::format("  No order of these {} operations explains their values: all were tried.\n", kept)
                          : fmt::format("  A cycle, in {} of {}. Each would have to come before the next {}:\n", kept,
                                        how_many(trace.operations.size(), "operation"),
                                        out.told.within.empty() ? "in memory" : out.told.within.substr(1));
    if (!out.told.cycle.empty() || kept <= most_listed) out.explanation += as_text(refutation, out.told);
    out.refutation = json_of(refutation, out.told);
    out.forbidden = std::move(refutation);
    return out;
}

}  // namespace tandem::apps
