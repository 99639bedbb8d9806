// Traces as files, in the format that a file's ending names:
//
//   .json        all that is known, for programs; docs/trace.schema.json says what is in it
//   .itf.json    the Informal Trace Format that viewers of Apalache and TLA+ read: the states
//   .trace.json  tracks of nodes and channels, for Perfetto
//   .mmd         a sequence diagram for Mermaid
//   .svg         a message sequence chart
//   .html        a page to step through
//   .txt, none   what `tandem check` prints
//
// All are made of the same record (checker/trace.hpp). A writer knows no protocol.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "checker/trace.hpp"
#include "engines/selection.hpp"

namespace tandem::apps {

/// What a written run is of that violates no property: `tandem step` wrote it.
inline constexpr const char* by_hand_property = "by-hand";

enum class TraceFormat { text, json, itf, perfetto, mermaid, svg, html };

/// Throws UsageError with the endings that are accepted. "-" and devices are text.
TraceFormat trace_format(const std::string& path);

/// A trace, and what its property says.
struct Told {
    std::string sentence;
    const checker::Trace* trace = nullptr;
    std::string fairness{};  // of what must always happen in the end (apps/check/fairness.hpp)
    std::string verdict{};   // of what is no run of the system by itself, and cannot be replayed: one of these
    std::string moments{};   // of a run of the system that a proof is about: one of those below
};
/// What a final state of a program is, that all its runs end, and what a step is that a proof stumbles over. A part of a log is
/// explained, refused or undecided (apps/follow).
inline constexpr const char *shown_verdict = "shown", *forbidden_verdict = "shown, and forbidden", *refuted_verdict = "refuted",
                            *not_inductive_verdict = "not inductive";

/// "a run to a violation of load-value", "run.jsonl:50-69, explained": what the run is, in a title.
std::string what_it_shows(const Told& told);

/// Which moments and leases that system has: any, or those of a clock that is reset, whatever the shape says.
inline constexpr const char *any_moments = "any", *moments_of_clock = "clock";

/// Of one system.
struct TraceFile {
    std::string protocol;
    engines::Selection selection;
    std::string system;  // in full, as it is printed
    std::vector<Told> traces;
};

/// `file.traces` is not empty. Of several traces those formats that are of one trace hold the first.
std::string written(TraceFormat format, const TraceFile& file);
/// Whether the format holds one trace only.
constexpr bool of_one_trace(TraceFormat format) {
    return format == TraceFormat::itf || format == TraceFormat::perfetto || format == TraceFormat::mermaid ||
           format == TraceFormat::svg;
}

nlohmann::ordered_json record_of(const TraceFile& file);
std::string itf_of(const TraceFile& file);
std::string perfetto_of(const TraceFile& file);
std::string mermaid_of(const TraceFile& file);
std::string chart_of(const TraceFile& file);
std::string page_of(const TraceFile& file);

/// What a step is called in a picture: "W0 load A", or "BusRd A" of a message that is received.
std::string step_text(const checker::Trace& trace, const checker::TraceStep& step);

}  // namespace tandem::apps
