#include "apps/check/leave_out.hpp"

#include <chrono>

#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/common/terminal.hpp"
#include "apps/replay/drop.hpp"

namespace tandem::apps {

bool leave_events_out(const Protocol& text, const Selection& selection, const std::string& system, PropertyReport& refuted,
                      double seconds) {
    if (!refuted.trace || refuted.trace->shortest || refuted.name == text_error_property().name) return false;
    const TraceFile file{text.name, selection, system, {{refuted.sentence, &*refuted.trace}}};
    const WrittenTrace trace = trace_file_of(json_text(record_of(file), -1), "").traces.front();
    const auto begun = std::chrono::steady_clock::now();
    const auto enough = [&] {
        return InterruptWatch::flag() ||
               std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() > seconds;
    };
    auto fewer = with_fewer_events(judging_of(text, selection, trace), trace, enough);
    if (!fewer) return false;
    refuted.trace = std::move(fewer);
    return true;
}

}  // namespace tandem::apps
