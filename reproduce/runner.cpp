#include "reproduce/runner.hpp"

#include <mutex>
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
    std::vector<Job> open;
    for (const auto& [name, job] : missing) open.push_back(job);
    const std::size_t all = results.size() + open.size();

    std::atomic<std::size_t> next = 0;
    std::atomic<bool> failed = false;
    std::mutex mutex;
    std::exception_ptr error;
    const auto work = [&] {
        for (std::size_t i = next++; i < open.size() && !stop && !failed; i = next++) {
            try {
                const auto result = run(open[i], stop);
                folder.keep(open[i], result);
                const std::lock_guard lock(mutex);
                results[open[i].file_name()] = result;
                progress(results.size(), all, open[i]);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!error) error = std::current_exception();
                failed = true;
            }
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
