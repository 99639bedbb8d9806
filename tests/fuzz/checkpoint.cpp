// Checkpoints that somebody else has made, with a right sum: the text says which words of a good one are changed, and to what.
// A search that goes on from it ends within its limits.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "checker/search.hpp"
#include "model/usage_error.hpp"
#include "tests/toys/greetings.hpp"

namespace {

namespace fs = std::filesystem;
using namespace tandem;

const model::Network& network() {
    static const toys::GreetingsSystem greetings(2);
    return greetings.system;
}

checker::SearchOptions options_in(const fs::path& folder) {
    checker::SearchOptions options;
    options.checkpoints = {folder, "", 0, {{"system", "a toy"}}};
    return options;
}

/// Where this process works; what is left of it is the operating system's to remove.
const fs::path& folder() {
    static const fs::path made = [] {
        std::string name = (fs::temp_directory_path() / "checkpoint-XXXXXX").string();
        if (!mkdtemp(name.data())) std::abort();
        checker::Search(network(), options_in(fs::path(name) / "good")).run();
        return fs::path(name);
    }();
    return made;
}

struct Good {
    fs::path level, name;
    std::string bytes;
    std::size_t start;  // behind the facts
};
const Good& good() {
    static const Good made = [] {
        const fs::path file = checker::part_of_checkpoint(checker::last_checkpoint(folder() / "good"));
        std::ifstream in(file, std::ios::binary);
        Good g{file.parent_path().filename(), file.filename(), std::string(std::istreambuf_iterator<char>(in), {}), 0};
        g.bytes.resize(g.bytes.size() - sizeof(std::uint64_t));
        g.start = g.bytes.find("\n\n") + 2;
        return g;
    }();
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string changed = good().bytes;
    for (; size >= 6; data += 6, size -= 6) {  // where, in units of two bytes, and what
        std::uint16_t where;
        std::memcpy(&where, data, sizeof where);
        const std::size_t room = changed.size() - good().start - 4;
        std::memcpy(changed.data() + good().start + 2u * where % room, data + 2, 4);
    }
    checker::Checksum sum;
    sum.add(std::as_bytes(std::span(changed)));
    const std::uint64_t value = sum.value();
    changed.append(reinterpret_cast<const char*>(&value), sizeof value);
    const fs::path strange = folder() / "strange", level = strange / good().level;
    fs::remove_all(strange);
    fs::create_directories(level);
    std::ofstream(level / good().name, std::ios::binary) << changed;
    checker::SearchOptions options = options_in(strange);
    options.checkpoints.resume = strange;
    options.memory = std::size_t{64} << 20;
    options.seconds = 2;
    try {
        checker::Search(network(), options).run();
    } catch (const tandem::model::UsageError&) {
    }
    return 0;
}
