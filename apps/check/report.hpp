// A check's report for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/check/check.hpp"

namespace tandem::apps {

/// "holds", "refuted", "undecided"
const char* text(checker::Verdict verdict);

std::string as_text(const CheckReport& report);
/// The random walks behind a search in a line, empty if there are none: "And 5.2 million random steps in wide, and there with rc:
/// nothing found (4.9 s)".
std::string walks_text(const CheckReport& report);
/// What they refute, with the traces and the command that finds it again; empty for nothing.
std::string refuted_text(const CheckReport& report);
/// `goal`: where the trace leads, if that is no violation.
std::string as_text(const checker::Trace& trace, const std::string& goal = {});
/// One step of a trace, number `number`.
std::string as_text(const checker::TraceStep& step, int number);
nlohmann::json as_json(const CheckReport& report);
nlohmann::json as_json(const checker::Trace& trace);

}  // namespace tandem::apps
