#include "apps/common/runs_at_once.hpp"

#include <algorithm>
#include <fstream>
#include <string>

#include "apps/common/work_queue.hpp"

namespace tandem::apps {

namespace {

/// As Linux tells it, what can be had without swapping; 0 elsewhere.
std::uint64_t bytes_free() {
    std::ifstream file("/proc/meminfo");
    std::string key, unit;
    for (std::uint64_t value = 0; file >> key >> value; std::getline(file, unit))
        if (key == "MemAvailable:") return 1024 * value;
    return 0;
}

}  // namespace

int runs_at_once(int asked) { return runs_at_once(asked, threads_or_all(0), bytes_free()); }

int runs_at_once(int asked, int processors, std::uint64_t free) {
    if (asked > 0) return asked;
    if (free == 0) return std::max(1, processors);
    return static_cast<int>(
        std::clamp<std::uint64_t>(free / memory_of_a_run, 1, static_cast<std::uint64_t>(std::max(1, processors))));
}

}  // namespace tandem::apps
