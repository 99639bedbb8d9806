#include "apps/sim/audited.hpp"

#include <fmt/format.h>

#include <chrono>

#include "apps/audit/judged_trace.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

std::string run_named(const SimReport& report) {
    std::string out = fmt::format("tandem sim {}, workload {} size {} seed {}, machine {}", report.system(), report.workload,
                                  report.options.size, report.options.seed, report.machine);
    for (const auto& [name, value] : report.options.settings) out += fmt::format(", {} {}", name, value);
    return model::cleaned_line(out);
}

}  // namespace

AuditedRun::AuditedRun(const SimOptions& options) : options_(options) {
    if (!options.log.empty()) all_.add(log_.emplace(options.log));
    if (options.audit.empty()) return;
    const audit::Model& model = log_model(options.audit);
    const std::size_t most = most_operations(audit_limits(0, options.audit_memory));
    all_.add(trace_.emplace(options.protocol, model.order.times, model.is_promised_to_some(), most));
}

void AuditedRun::judge(const SimReport& report) {
    if (log_) log_->commit(run_named(report));
    if (!trace_) return;
    const InterruptWatch watch;
    const audit::Model& model = log_model(options_.audit);
    audit::Trace& trace = trace_->trace;
    trace_->join();
    std::string notes;
    if (!report.finished || trace_->is_cut)
        notes += fmt::format(
            "  The run was cut: what it did until then is judged. Loads of values that are not stored in it: {}, "
            "left out.\n",
            drop_unexplained(trace));
    const std::size_t operations = trace.operations.size();
    const auto begin = std::chrono::steady_clock::now();
    JudgedTrace judged;
    if (trace_->is_full) {
        notes += fmt::format("  The memory suffices for {} operations (--audit-memory): the run had more.\n", operations);
    } else {
        try {
            judged = judge_trace(trace, trace_->names, model, audit_limits(options_.audit_seconds, options_.audit_memory), true);
        } catch (const audit::BadTrace& bad) {  // no model allows that
            judged.verdict.answer = audit::Answer::forbidden;
            judged.explanation = fmt::format("  Operation {} of the log: {}.\n", bad.line, bad.what());
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const audit::Answer answer = judged.verdict.answer;
    text_ = fmt::format("\naudit: {} by {}, {} of {} in {:.2f} s", word_of(answer), model.name, how_many(operations, "operation"),
                        how_many(trace.threads, "thread"), seconds);
    const double both = seconds + report.seconds;
    if (both > 0)
        text_ += fmt::format("; simulated and judged: {:.0f} operations a second", static_cast<double>(operations) / both);
    text_ += "\n" + notes + judged.notes + judged.explanation;
    facts_ = {{"model", model.name},      {"answer", word_of(answer)}, {"operations", operations},
              {"threads", trace.threads}, {"seconds", seconds},        {"cut", trace_->is_cut || !report.finished}};
    if (!judged.notes.empty()) facts_["notes"] = judged.notes;
    if (!judged.refutation.is_null()) facts_["refutation"] = judged.refutation;
    if (judged.forbidden) shrunk_ = as_log(judged.forbidden->part.trace, judged.forbidden->names);
    status_ = answer == audit::Answer::forbidden   ? status_refuted
              : answer == audit::Answer::undecided ? status_undecided
                                                   : status_holds;
}

}  // namespace tandem::apps
