// `kernelslist.g`, what an application did on the device, in order: a line for each copy from or to the host, and for each kernel the name of its trace.
#pragma once

#include <string>
#include <vector>

#include "perfsim/traces/trace_lines.hpp"

namespace tandem::perfsim {

struct KernelsList {
    std::vector<std::string> kernels;  // paths, in the order of their launches
    std::uint64_t copies = 0, copied_bytes = 0;
};

/// Reads the list, or makes one of a single kernel's trace; by the name of the file. Throws WorkloadError.
KernelsList read_kernels_list(const std::string& path);

}  // namespace tandem::perfsim
