#include "apps/audit/audit.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/audit/judged_trace.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/large_pages.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "model/words.hpp"
#include "smt/audit/orders.hpp"

namespace tandem::apps {

using namespace audit;

namespace {

JudgedTrace judged_by_z3(const Trace& trace, const Model& model, const Limits& limits) {
    JudgedTrace out;
    const std::optional<bool> allowed = smt::some_order_explains(trace, model.order, limits);
    if (allowed) out.verdict.answer = *allowed ? Answer::allowed : Answer::forbidden;
    else if (trace.operations.size() > smt::most_operations_of_orders)
        out.notes = fmt::format("  Z3 is asked of at most {} operations.\n", smt::most_operations_of_orders);
    else out.notes = "  Z3 did not decide it within the limits.\n";
    if (allowed == false) out.notes = "  Z3 finds no order of its operations. --method rules says why.\n";
    return out;
}

}  // namespace

int run_audit(const AuditOptions& options) {
    const InterruptWatch watch;
    const auto begin = std::chrono::steady_clock::now();
    const Model& model = log_model(options.model);
    const bool by_z3 = options.method == "z3";
    if (!by_z3 && options.method != "rules")
        throw UsageError("there is no method '" + model::shown(options.method) + "': rules and z3 are accepted");
    if (by_z3 && !(options.shrink.empty() && options.svg.empty()))
        throw UsageError("Z3 says no more than whether there is an order: --shrink and --svg go with --method rules");
    if (by_z3 && model.scoping == Scoping::ptx)
        throw UsageError("Z3 is asked for one order of all operations, and ptx has several: --method rules is accepted");
    const Limits limits = audit_limits(options.seconds, options.memory);
    WholeFile shrunk(options.shrink, "the smaller log"), picture(options.svg, "the picture"), record(options.json, "the report");
    const bool silent = record.to_output() || shrunk.to_output() || picture.to_output();

    Log log(options.log, most_operations(limits));
    constexpr std::size_t of_short_logs = std::size_t{1} << 24;
    prefer_large_pages(std::max(of_short_logs, log.expected() * bytes_an_operation));
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
        JudgedTrace judged;
        if (log.is_full()) {
            note(fmt::format("The memory suffices for {} operations of a trace (--memory): the rest was not read.", operations));
        } else {
            try {
                judged = by_z3 ? judged_by_z3(trace, model, limits)
                               : judge_trace(trace, names, model, limits, explained < options.explain);
            } catch (const BadTrace& bad) {
                log.refuse(bad.line, bad.what());
            }
        }
        notes += judged.notes;
        const Answer answer = judged.verdict.answer;
        ++counts[static_cast<int>(answer)];
        nlohmann::json fact{{"first_line", log.first_line()}, {"last_line", log.last_line()}, {"operations", operations},
                            {"threads", trace.threads},       {"answer", word_of(answer)},    {"cut", log.is_cut()}};
        if (!notes.empty()) fact["notes"] = notes;
        if (judged.forbidden) {
            ++explained;
            fact["refutation"] = judged.refutation;
            if (!first) {
                first = std::move(judged.forbidden);
                first_told = std::move(judged.told);
                first_title = fmt::format("{}, lines {} to {}: forbidden by {}", log.shown_path(), log.first_line(),
                                          log.last_line(), model.name);
            }
        }
        print(fmt::format("{}: {} by {}, {} of {}\n", traces, word_of(answer), model.name, how_many(operations, "operation"),
                          how_many(trace.threads, "thread")) +
              notes + judged.explanation);
        if (!options.json.empty()) facts.push_back(std::move(fact));
        if (InterruptWatch::flag()) break;
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
                 const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
                 record.commit(json_text(nlohmann::json{{"log", log.shown_path()},
                                                        {"model", model.name},
                                                        {"method", options.method},
                                                        {"seconds", seconds},
                                                        {"allowed", counts[0]},
                                                        {"forbidden", counts[1]},
                                                        {"undecided", counts[2]},
                                                        {"traces", facts}}) +
                               "\n");
             }});
    return counts[1] > 0 ? status_refuted : counts[2] > 0 || InterruptWatch::flag() ? status_undecided : status_holds;
}

}  // namespace tandem::apps
