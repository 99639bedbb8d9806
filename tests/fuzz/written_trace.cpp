// The reader of traces in JSON, which `tandem replay` takes.
#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/common/usage_error.hpp"
#include "apps/replay/trace_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        tandem::apps::trace_file_of(std::string(reinterpret_cast<const char*>(data), size), "t.json");
    } catch (const tandem::model::UsageError&) {
    }
    return 0;
}
