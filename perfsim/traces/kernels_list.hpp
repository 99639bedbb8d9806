// `kernelslist.g`: an application's actions on the device, in order. It has a line for each copy from or to the host, and for
// each kernel the name of its trace. Newer tracers add calls such as cudaMalloc, which cost a device nothing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "perfsim/traces/trace_lines.hpp"

namespace tandem::perfsim {

struct KernelsList {
    std::vector<std::string> kernels;  // paths, in the order of their launches
    std::uint64_t copies = 0, copied_bytes = 0;
    std::map<std::string, std::uint64_t> skipped;  // other calls of the host, by name: how often
};

/// Reads the list, or makes one for a single kernel's trace, depending on the file's name. Throws WorkloadError.
KernelsList read_kernels_list(const std::string& path);

}  // namespace tandem::perfsim
