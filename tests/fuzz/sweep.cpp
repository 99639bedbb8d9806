// The words of --sweep, on the machine of the paper.
#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/common/usage_error.hpp"
#include "apps/sim/swept.hpp"
#include "perfsim/machine_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem;
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        apps::sweep_from(text, perfsim::paper_machine_text, "paper");
    } catch (const model::UsageError&) {
    }
    return 0;
}
