// Independent pieces of work on several threads.
#pragma once

#include <atomic>
#include <future>
#include <vector>

namespace tandem::apps {

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
