// Runs simulations on all cores, one on each, and keeps each result as soon as it exists.
#pragma once

#include <functional>

#include "reproduce/result_folder.hpp"

namespace tandem::reproduce {

/// The results of all jobs: those in the folder, those that other processes compute meanwhile, and those computed here. Throws
/// Interrupted when `stop` is set; finished results are kept. `progress` is called by one thread at a time.
Results run_all(const std::vector<Job>& jobs, const ResultFolder& folder, int threads, const std::atomic<bool>& stop,
                const std::function<void(std::size_t done, std::size_t all, const Job& latest)>& progress);

}  // namespace tandem::reproduce
