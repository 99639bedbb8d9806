// The reader of lists of seeded bugs, `check FOLDER --mutants FILE`. It reads files alone, so a file in memory has the text.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/check/mutant_list.hpp"
#include "apps/common/usage_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem;
    static const int file = memfd_create("mutants", 0);
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) return 0;
    try {
        for (const apps::Mutant& mutant : apps::read_mutants("/proc/self/fd/" + std::to_string(file)))
            apps::mutated("a line\n  another\na line\n", mutant);
    } catch (const model::UsageError&) {
    }
    return 0;
}
