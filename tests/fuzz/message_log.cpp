// The reader of logs of messages, which `tandem follow` takes, for a small system. It reads files alone, so a file in memory has
// the text.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/common/usage_error.hpp"
#include "apps/follow/message_log.hpp"
#include "tests/toys/greetings.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem;
    static const int file = memfd_create("log", 0);
    static const toys::GreetingsSystem greetings(2);
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) return 0;
    try {
        apps::MessageLogFile log("/proc/self/fd/" + std::to_string(file));
        log.read(greetings.system, 1 << 20);
    } catch (const model::UsageError&) {
    }
    return 0;
}
