#include "perfsim/traces/kernels_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>

#include "perfsim/traces/trace_instruction.hpp"
#include "perfsim/workload.hpp"

namespace tandem::perfsim {

namespace {

/// What must be done to a file before it can be read; empty if its name shows that it is readable.
std::string not_yet(const std::string& name) {
    if (name.ends_with(".xz"))
        return fmt::format(
            "'{}' is compressed: one that 'xz --decompress' has unpacked is accepted, under the name that this has without .xz",
            name);
    if (name.ends_with(".trace"))
        return fmt::format(
            "'{}' is as the tracer writes it, with all warps in one: what the tracer's post-processing makes of it, a .traceg, "
            "is accepted",
            name);
    return "";
}

/// "MemcpyHtoD,ADDRESS,BYTES". It has no values, so there is nothing to replay.
void read_copy(TraceLines& lines, KernelsList& list) {
    std::string line(lines.rest());
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t comma = std::min(line.find(',', at), line.size());
        parts.push_back(line.substr(at, comma - at));
        at = comma + 1;
    }
    const auto digits = [](const std::string& text, std::size_t most, bool hexadecimal) {
        return !text.empty() && text.size() <= most && std::all_of(text.begin(), text.end(), [&](unsigned char c) {
            return hexadecimal ? std::isxdigit(c) : std::isdigit(c);
        });
    };
    const bool prefixed = parts.size() == 3 && parts[1].starts_with("0x");
    if (parts.size() != 3 || !digits(prefixed ? parts[1].substr(2) : parts[1], 16, true) || !digits(parts[2], 18, false))
        lines.fail("'" + parts[0] + ",ADDRESS,BYTES'", line);
    ++list.copies;
    list.copied_bytes += std::stoull(parts[2]);
}

/// The name in "cudaMalloc,0x7f00,4096" or "ncclGroupStart"; empty if the line is no call of the host.
std::string call_in(const std::string& line) {
    const std::string name = line.substr(0, line.find(','));
    for (const char* library : {"cuda", "cu", "nccl"}) {
        const std::size_t begin = std::strlen(library);
        if (name.starts_with(library) && name.size() > begin && std::isupper(static_cast<unsigned char>(name[begin])) &&
            std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; }))
            return name;
    }
    return "";
}

/// The trace that a line names, in the list's folder. A list goes on to say .xz after its traces have been unpacked.
std::string trace_in(const std::filesystem::path& folder, const std::string& line) {
    const std::string_view packed = ".traceg.xz";
    if (line.ends_with(packed))
        if (const auto unpacked = folder / line.substr(0, line.size() - 3); std::filesystem::is_regular_file(unpacked))
            return unpacked;
    return folder / line;
}

}  // namespace

KernelsList read_kernels_list(const std::string& path) {
    KernelsList list;
    if (const std::string why = not_yet(path); !why.empty()) throw WorkloadError("the trace " + why);
    if (path.ends_with(".traceg")) {
        list.kernels.push_back(path);
        return list;
    }
    TraceLines lines(std::make_shared<TraceFile>(path));
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    while (lines.next()) {
        const std::string line(lines.rest());
        if (line.starts_with("Memcpy")) {
            read_copy(lines, list);
            continue;
        }
        if (const std::string call = call_in(line); !call.empty()) {
            ++list.skipped[call];
            continue;
        }
        const std::string kernel = trace_in(folder, line);
        if (const std::string why = kernel.ends_with(".traceg") ? "" : not_yet(line); !why.empty())
            lines.complain("the trace " + why);
        if (!kernel.ends_with(".traceg"))
            lines.fail("'MemcpyHtoD,ADDRESS,BYTES' or the name of a kernel's trace, as in kernel-1.traceg,", line);
        if (std::error_code ignored; !std::filesystem::is_regular_file(kernel, ignored))
            lines.complain(fmt::format("there is no trace '{}'", kernel));
        list.kernels.push_back(kernel);
    }
    if (list.kernels.empty()) lines.fail_at_end("the name of a kernel's trace, as in kernel-1.traceg,");
    return list;
}

}  // namespace tandem::perfsim
