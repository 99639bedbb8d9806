// The readers of TOML: machines, and tables of energies.
#include <cstddef>
#include <cstdint>
#include <string>

#include "perfsim/energy.hpp"
#include "perfsim/machine_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        tandem::perfsim::machine_from(text, "machine.toml");
    } catch (const tandem::perfsim::DescriptionError&) {
    }
    try {
        tandem::perfsim::energy_table_from(text, "energy.toml");
    } catch (const tandem::perfsim::DescriptionError&) {
    }
    return 0;
}
