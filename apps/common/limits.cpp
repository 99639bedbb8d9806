#include "apps/common/limits.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

#include "apps/common/usage_error.hpp"

namespace tandem::apps {

namespace {

/// `ulimit -v`, which counts addresses whether they are used or not.
std::size_t most_addresses() {
    rlimit limit{};
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : SIZE_MAX;
}

/// Bytes that are counted against RLIMIT_DATA: private, and may be written.
std::size_t bytes_of_data() {
    std::ifstream statm("/proc/self/statm");
    std::size_t pages = 0;
    for (int field = 0; field < 6; ++field) statm >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Of a thread: as data they count whole, whatever of them is used.
std::size_t bytes_of_stack() {
    std::size_t bytes = 0;
    pthread_attr_t usual;
    if (pthread_getattr_default_np(&usual) != 0) return 0;
    pthread_attr_getstacksize(&usual, &bytes);
    pthread_attr_destroy(&usual);
    return bytes;
}

/// A search reserves addresses for several tables that may each become as large as its limit.
constexpr std::size_t tables = 5;

}  // namespace

std::size_t bytes_of(const std::string& text) {
    const std::string digits = text.substr(0, text.find_first_not_of("0123456789"));
    const std::string unit = text.substr(digits.size());
    const std::size_t factor = unit == "K"    ? 1ull << 10
                               : unit == "M"  ? 1ull << 20
                               : unit == "G"  ? 1ull << 30
                               : unit.empty() ? 1
                                              : 0;
    const bool usable = !digits.empty() && digits.size() < 10 && factor != 0;
    const std::size_t bytes = usable ? std::stoull(digits) * factor : 0;
    if (bytes < (std::size_t{16} << 20))
        throw UsageError("the memory limit '" + text + "' is not usable: 16M or more is accepted, as in 500M or 4G");
    return std::min(bytes, most_addresses() / tables);
}

std::size_t bytes_beside_a_solver() {
    constexpr std::size_t others = 3;
    return std::min(checker::SearchOptions().memory, most_addresses() / (others * tables));
}

std::size_t memory_at_hand() {
    return std::min(static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)),
                    most_addresses());
}

std::size_t bytes_of_all(const std::string& text) {
    return text.empty() ? std::max(bytes_of("4G"), memory_at_hand() / 2) : bytes_of(text);
}

MemoryLimit::MemoryLimit(std::size_t bytes, int threads) {
    if (getrlimit(RLIMIT_DATA, &before_) != 0) return;
    const std::size_t most = bytes_of_data() + bytes + static_cast<std::size_t>(threads) * bytes_of_stack();
    const rlimit limit{std::min<rlim_t>(before_.rlim_cur, most), before_.rlim_max};
    is_set_ = setrlimit(RLIMIT_DATA, &limit) == 0;
}
MemoryLimit::~MemoryLimit() {
    if (is_set_) setrlimit(RLIMIT_DATA, &before_);
}

const char* ending_text(checker::Ending ending) {
    using checker::Ending;
    switch (ending) {
        case Ending::complete:
            return "complete";
        case Ending::refuted:
            return "the search stopped at the first refutation (--all goes on)";
        case Ending::out_of_memory:
            return "the memory limit was reached (--memory)";
        case Ending::out_of_time:
            return "the time limit was reached (--time)";
        case Ending::interrupted:
            return "it was interrupted";
        case Ending::no_checkpoint:
            return "the search could not be kept on disk";
    }
    return "";
}

}  // namespace tandem::apps
