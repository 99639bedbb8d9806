// Workloads that a program knows: its own, and the kernel of a user's folder, which is a library that was built of it
// (cmake/kernel.cmake).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "perfsim/workload.hpp"

namespace tandem::apps {

/// All of them, a user's last.
const std::vector<perfsim::WorkloadInfo>& known_workloads();

/// Whether a word that stands for a workload is a folder: it has a slash in it or is one, and no workload of the program has that
/// name.
bool names_a_folder(const std::string& workload);

/// The word of `--workload WORD` or `--workload=WORD`, and where it stands; or the end. `words` begin with a command.
struct WorkloadWord {
    std::size_t at;     // among the words
    std::string value;  // empty: there is none
};
WorkloadWord workload_word(const std::vector<std::string>& words);

/// Runs a program by its command line. If that names a folder as the workload, the library that was built there is loaded first,
/// and the kernel's name takes the folder's place. Returns the exit status.
int run_with_kernel(int argc, const char* const* argv, const std::function<int(int, const char* const*)>& run);

}  // namespace tandem::apps
