// The reader of logs that `tandem audit` takes, in Axe's form and as JSON lines. It reads files alone, so a file in memory has
// the text. What is read is written again, and short traces are judged by the models of scopes.
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/audit/log.hpp"
#include "apps/common/usage_error.hpp"
#include "specs/audit/audit.hpp"
#include "specs/audit/races.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem;
    static const int file = memfd_create("log", 0);
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) return 0;
    try {
        apps::Log log("/proc/self/fd/" + std::to_string(file), 10'000);
        audit::Trace trace;
        apps::LogNames names;
        while (log.next(trace, names)) {
            apps::as_log(trace, names);
            if (trace.operations.size() > 64) continue;
            audit::Limits limits;
            limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
            for (const audit::Model& model : audit::models) {
                if (model.scoping == audit::Scoping::none) continue;
                try {
                    const audit::Verdict verdict = judge(trace, model, limits);
                    if (verdict.by_cycle) prove(trace, model, limits);
                    if (model.is_promised_to_some()) races_of(trace, verdict.order, model.scoping, limits);
                } catch (const audit::BadTrace&) {
                }
            }
        }
    } catch (const tandem::model::UsageError&) {
    }
    return 0;
}
