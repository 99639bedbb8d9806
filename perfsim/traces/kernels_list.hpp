// `kernelslist.g`: an application's actions on the device, in order. It has a line for each copy from or to the host, and for
// each kernel the name of its trace.
#pragma once

#include <string>
#include <vector>

#include "perfsim/traces/trace_lines.hpp"

namespace tandem::perfsim {

struct KernelsList {
    std::vector<std::string> kernels;  // paths, in the order of their launches
    std::uint64_t copies = 0, copied_bytes = 0;
};

/// Reads the list, or makes one for a single kernel's trace, depending on the file's name. Throws WorkloadError.
KernelsList read_kernels_list(const std::string& path);

}  // namespace tandem::perfsim
