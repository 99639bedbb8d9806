// Checkpoints that somebody else has made, with a right sum: the text says which words of a good one are changed, and to what.
// A search that goes on from it ends within its limits.
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>

#include "checker/checkpoint.hpp"
#include "checker/search.hpp"
#include "checker/trace.hpp"
#include "model/usage_error.hpp"
#include "tests/toys/counters.hpp"
#include "tests/toys/greetings.hpp"

namespace {

namespace fs = std::filesystem;
using namespace tandem;

/// A system, and a checkpoint of its search.
struct Good {
    const model::Network& network;
    bool symmetry;
    fs::path level, name;
    std::string bytes;      // without the sum
    std::size_t start = 0;  // behind the facts
};

checker::SearchOptions options_of(const Good& good, const fs::path& folder) {
    checker::SearchOptions options;
    options.symmetry = good.symmetry;
    options.keep_going = true;
    for (std::size_t p = 0; p < good.network.properties().size(); ++p) options.properties.push_back(static_cast<int>(p));
    options.checkpoints = {folder, "", 0, {{"system", "a toy"}}};
    return options;
}

/// Where this process works; what is left of it is the operating system's to remove.
const fs::path& folder() {
    static const fs::path made = [] {
        std::string name = (fs::temp_directory_path() / "checkpoint-XXXXXX").string();
        if (!mkdtemp(name.data())) std::abort();
        return fs::path(name);
    }();
    return made;
}

Good searched(const model::Network& network, bool symmetry, const char* called) {
    Good good{network, symmetry, {}, {}, {}};
    checker::Search(network, options_of(good, folder() / called)).run();
    const fs::path file = checker::part_of_checkpoint(checker::last_checkpoint(folder() / called));
    good.level = file.parent_path().filename();
    good.name = file.filename();
    std::ifstream in(file, std::ios::binary);
    good.bytes.assign(std::istreambuf_iterator<char>(in), {});
    good.bytes.resize(good.bytes.size() - sizeof(std::uint64_t));
    good.start = good.bytes.find("\n\n") + 2;
    return good;
}

/// Messages on their way; and counts up to two, which two bits hold, with properties that are refuted.
const std::array<Good, 2>& all() {
    static const toys::GreetingsSystem greetings(2);
    static const toys::CountersSystem counters(2, 2);
    static const std::array made{searched(greetings.system, true, "greetings"), searched(counters.system, false, "counters")};
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const Good& good = all()[data[0] % all().size()];
    ++data, --size;
    std::string changed = good.bytes;
    for (; size >= 6; data += 6, size -= 6) {  // where, in units of two bytes, and what
        std::uint16_t where;
        std::memcpy(&where, data, sizeof where);
        const std::size_t room = changed.size() - good.start - 4;
        std::memcpy(changed.data() + good.start + 2u * where % room, data + 2, 4);
    }
    if (size > 0) changed.resize(changed.size() - data[0] % (changed.size() - good.start));
    checker::Checksum sum;
    sum.add(std::as_bytes(std::span(changed)));
    const std::uint64_t value = sum.value();
    changed.append(reinterpret_cast<const char*>(&value), sizeof value);
    const fs::path strange = folder() / "strange", level = strange / good.level;
    fs::create_directories(level);
    std::ofstream(level / good.name, std::ios::binary) << changed;
    checker::SearchOptions options = options_of(good, "");
    options.checkpoints.resume = strange;
    options.memory = std::size_t{64} << 20;
    options.seconds = 2;
    try {
        checker::Search search(good.network, options);
        const checker::SearchResult result = search.run();
        for (const checker::Violation& violation : result.violations) {
            try {
                checker::trace_to(search, violation);
            } catch (const std::out_of_range&) {  // a finding, though it is a logic_error too
                throw;
            } catch (const std::logic_error&) {  // nothing leads to what the file calls a violation
            }
        }
    } catch (const model::UsageError&) {
    }
    fs::remove_all(level);
    return 0;
}
