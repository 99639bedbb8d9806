// One trace, judged and explained: the words and facts that `audit` and `sim --audit` report.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "apps/audit/told.hpp"

namespace tandem::apps {

/// Throws UsageError, with the names of those that there are.
const audit::Model& log_model(const std::string& name);

/// Limits of the time from now on and of the memory, "" for 4G. Ctrl-C ends the work as well.
audit::Limits audit_limits(double seconds, const std::string& memory);
/// Of a trace while it is judged, at most (docs/benchmarks.md).
inline constexpr std::size_t bytes_an_operation = 256;
/// How many operations of a trace fit into that memory.
std::size_t most_operations(const audit::Limits& limits);

const char* word_of(audit::Answer answer);
/// "1 thread", "2 threads".
std::string how_many(std::size_t number, const char* thing);

/// Where a log was cut, a load may have the value of a store that is missing. Such loads say nothing. Returns how many there
/// were.
std::size_t drop_unexplained(audit::Trace& trace);

struct JudgedTrace {
    audit::Verdict verdict;
    std::string notes;                       // lines about the verdict
    std::string explanation;                 // why it is forbidden, in lines; empty where nobody asked
    nlohmann::json refutation;               // the same as facts, or null
    std::optional<ForbiddenPart> forbidden;  // the operations that matter
    ToldCycle told;
};

/// `explain`: whether a forbidden trace is cut down and explained. Throws audit::BadTrace.
JudgedTrace judge_trace(const audit::Trace& trace, const LogNames& names, const audit::Model& model, const audit::Limits& limits,
                        bool explain);

}  // namespace tandem::apps
