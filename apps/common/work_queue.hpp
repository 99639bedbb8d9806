// Independent pieces of work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace tandem::apps {

/// As many threads as are asked for; for 0 as many as there are processors.
inline int threads_or_all(int asked) {
    return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Calls work(i) for each i below n, on so many threads; when all have returned it throws what one of them threw.
template <class Work>
void work_through(std::size_t n, int workers, Work&& work) {
    std::atomic<std::size_t> next{0};
    std::vector<std::future<void>> all;
    for (int t = 0; t < workers; ++t)
        all.push_back(std::async(std::launch::async, [&] {
            for (std::size_t i; (i = next++) < n;) work(i);
        }));
    for (auto& one : all) one.wait();
    for (auto& one : all) one.get();
}

}  // namespace tandem::apps
