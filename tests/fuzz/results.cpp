// The reader of kept results, `explore --results FILE`. The first byte says whether the file begins as it must, and so how far
// the reader gets; each record that it takes is found by its key.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/common/usage_error.hpp"
#include "apps/explore/results.hpp"

namespace {

/// Where this process works; what is left of it is the operating system's to remove.
const std::string& file() {
    static const std::string made = [] {
        std::string name = (std::filesystem::temp_directory_path() / "results-XXXXXX").string();
        if (!mkdtemp(name.data())) std::abort();
        return name + "/kept";
    }();
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem;
    if (size == 0) return 0;
    std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] % 8 != 0) text = "{\"tandem\":\"results of explore\",\"version\":1}\n" + text;
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << text;
    try {
        apps::KeptResults results(file());
        for (const char* key : {"a", "search b", ""})
            if (const auto found = results.find(key); found && !found->is_object()) std::abort();
        results.add("a", {{"verdict", "holds"}});
        if (!apps::KeptResults(file()).find("a")) std::abort();
    } catch (const model::UsageError&) {
    }
    return 0;
}
