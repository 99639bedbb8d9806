#include "reproduce/runner.hpp"

#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace tandem::reproduce {

Results run_all(const std::vector<Job>& jobs, const ResultFolder& folder, int threads, const std::atomic<bool>& stop,
                const std::function<void(std::size_t done, std::size_t all, const Job& latest)>& progress) {
    Results results;
    std::map<std::string, Job> missing;
    for (const Job& job : jobs) {
        nlohmann::json result;
        if (folder.find(job, result)) results[job.file_name()] = result;
        else missing.emplace(job.file_name(), job);
    }
    std::deque<Job> open;
    for (const auto& [name, job] : missing) open.push_back(job);
    const std::size_t all = results.size() + open.size();

    std::atomic<bool> failed = false;
    std::mutex mutex;
    std::exception_ptr error;
    const auto next = [&]() -> std::optional<Job> {
        const std::lock_guard lock(mutex);
        if (open.empty()) return {};
        const Job job = open.front();
        open.pop_front();
        return job;
    };
    /// The job's result, unless another process has claimed it.
    const auto result_of = [&](const Job& job) -> std::optional<nlohmann::json> {
        const auto claim = folder.claim(job);
        if (!claim) return {};
        nlohmann::json result;
        if (folder.find(job, result)) return result;
        result = run(job, stop);
        folder.keep(job, result);
        return result;
    };
    const auto work = [&] {
        std::size_t refused = 0;  // since the last result
        while (!stop && !failed) {
            const auto job = next();
            if (!job) return;
            try {
                const auto result = result_of(*job);
                const std::lock_guard lock(mutex);
                if (result) {
                    refused = 0;
                    results[job->file_name()] = *result;
                    progress(results.size(), all, *job);
                    continue;
                }
                open.push_back(*job);
                if (++refused <= open.size()) continue;
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!error) error = std::current_exception();
                failed = true;
            }
            // Other processes have all remaining jobs. If one of them dies its job is free.
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    };
    {
        std::vector<std::jthread> pool;
        for (int t = 1; t < threads; ++t) pool.emplace_back(work);
        work();
    }
    if (stop) throw Interrupted{};
    if (error) std::rethrow_exception(error);
    return results;
}

}  // namespace tandem::reproduce
