// The reader of the verdicts that come with litmus tests. A file's name gives the form, and here the first byte does.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "apps/common/usage_error.hpp"
#include "apps/litmus/expected.hpp"

namespace {

/// Where this process works; what is left of it is the operating system's to remove.
const std::filesystem::path& folder() {
    static const std::filesystem::path made = [] {
        std::string name = (std::filesystem::temp_directory_path() / "expected-XXXXXX").string();
        if (!mkdtemp(name.data())) std::abort();
        return std::filesystem::path(name);
    }();
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem;
    constexpr std::array names{"expected.tsv", "expected-sc.tsv", "expected.csv"};
    if (size == 0) return 0;
    const std::filesystem::path file = folder() / names[data[0] % names.size()];
    std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
    apps::ExpectedVerdicts verdicts("sc");
    try {
        verdicts.read(file);
        verdicts.of("tests/SB.litmus", "SB");
    } catch (const model::UsageError&) {
    }
    return 0;
}
