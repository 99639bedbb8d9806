// A simulated run that is judged by a consistency model, and its log: what `sim --log` and `sim --audit` do.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "apps/sim/access_log.hpp"
#include "apps/sim/sim.hpp"

namespace tandem::apps {

class AuditedRun {
public:
    /// Opens the log that the options name. Throws UsageError.
    explicit AuditedRun(const SimOptions& options);

    /// Receives the run's memory operations; null if nothing asks for them.
    Accesses* accesses() { return all_.empty() ? nullptr : &all_; }
    /// After the run. Completes the log, and judges.
    void judge(const SimReport& report);

    /// Lines for a report, or nothing.
    const std::string& text() const { return text_; }
    /// The same as facts, or null.
    const nlohmann::json& facts() const { return facts_; }
    /// A log of what forbids the run, or nothing.
    const std::string& shrunk() const { return shrunk_; }
    /// What the model says, as an exit status; `status_holds` without one.
    int status() const { return status_; }
    bool to_output() const { return log_ && log_->to_output(); }

private:
    const SimOptions& options_;
    std::optional<LogOfRun> log_;
    std::optional<TraceOfRun> trace_;
    BothAccesses all_;
    std::string text_, shrunk_;
    nlohmann::json facts_;
    int status_ = 0;
};

}  // namespace tandem::apps
