#include "apps/run/toolchain.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "apps/common/usage_error.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

/// The path of a program, as the shell finds it, or in a folder besides; empty if there is none.
std::string found(const std::string& name, const char* also = nullptr) {
    const char* path = std::getenv("PATH");
    std::istringstream folders((path ? std::string(path) : std::string()) + (also ? ":" + std::string(also) : ""));
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::error_code error;
        const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
        if (fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0) return file.string();
    }
    return {};
}
std::string needed(const std::string& name, const std::string& package, const char* also = nullptr) {
    std::string file = found(name, also);
    if (file.empty()) throw UsageError(fmt::format("{} is not installed: {} is accepted", name, package));
    return file;
}

constexpr const char* host =
#if defined(__x86_64__)
    "x86_64";
#elif defined(__aarch64__)
    "aarch64";
#elif defined(__riscv)
    "riscv64";
#else
    "";
#endif

Toolchain on_processor(std::unique_ptr<Dialect> dialect, const std::string& processor, const std::string& triple_package) {
    Toolchain t;
    t.source = ".c";
    const bool native = processor == host, any = processor.empty();
    const std::string prefix = native || any ? "" : processor + "-linux-gnu-";
    const std::string compiler =
        needed(native || any ? "gcc" : prefix + "gcc", "Debian's package " + (native || any ? "gcc" : triple_package));
    // -w: a test may compare what no programmer would.
    t.compile = {compiler, "-std=gnu11", "-O2", "-w", "-pthread"};
    if (!native && !any) {
        t.compile.push_back("-static");
        t.run = {needed("qemu-" + processor, "Debian's package qemu-user")};
        t.emulated = dialect->processor();
    }
    if (const std::string objdump = found(prefix + "objdump"); !objdump.empty() && !any)
        t.disassemble = {objdump, "-d", "--no-show-raw-insn"};
    t.dialect = std::move(dialect);
    return t;
}

}  // namespace

Toolchain toolchain_for(const std::string& language, const std::string& on) {
    static constexpr const char* cuda_folder = "/usr/local/cuda/bin";
    if (on == "cuda") {
        Toolchain t;
        t.dialect = ptx_dialect();
        if (!t.dialect->reads(language))
            throw Unrunnable(fmt::format("a test in {} is none of a GPU: GPU_PTX is accepted with --on cuda", language));
        t.harness = Harness::cuda;
        t.source = ".cu";
        t.compile = {needed("nvcc", "NVIDIA's CUDA toolkit", cuda_folder), "-O2", "-w"};
        return t;
    }
    if (language == "X86" || language == "X86_64") return on_processor(x86_dialect(), "x86_64", "gcc-x86-64-linux-gnu");
    if (language == "AArch64") return on_processor(aarch64_dialect(), "aarch64", "gcc-aarch64-linux-gnu");
    if (language == "RISCV") return on_processor(riscv_dialect(), "riscv64", "gcc-riscv64-linux-gnu");
    if (language == "C") return on_processor(c_dialect(), "", "");
    throw Unrunnable(
        fmt::format("a test in {} has no processor here: X86, AArch64, RISCV and C are accepted with --on cpu, GPU_PTX "
                    "with --on cuda",
                    language));
}

std::vector<int> processors_at_hand() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> all;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int p = 0; p < CPU_SETSIZE; ++p)
            if (CPU_ISSET(p, &set)) all.push_back(p);
    return all;
}

std::string lost_in_compilation(const std::string& disassembly, const std::vector<MarkedInstruction>& marked) {
    struct Found {
        std::string label, instruction;
    };
    std::vector<Found> labels;
    std::istringstream lines(disassembly);
    bool after_label = false;
    for (std::string line; std::getline(lines, line);) {
        if (const std::size_t open = line.find('<'); line.ends_with(">:") && open != line.npos) {
            labels.push_back({line.substr(open + 1, line.size() - open - 3), ""});
            after_label = true;
        } else if (const std::size_t tab = line.find('\t'); after_label && tab != line.npos) {
            labels.back().instruction = line.substr(tab + 1);
            after_label = false;
        }
    }
    std::size_t last = 0;
    for (const MarkedInstruction& m : marked) {
        const auto at = std::find_if(labels.begin(), labels.end(), [&](const Found& f) { return f.label.starts_with(m.mark); });
        if (at == labels.end()) return fmt::format("the instruction {} is not in the program", m.mark);
        if (!at->instruction.starts_with(m.mnemonic))
            return fmt::format("the instruction {} is {} in the program, not {}", m.mark, at->instruction, m.mnemonic);
        const auto place = static_cast<std::size_t>(at - labels.begin());
        if (m.follows && place < last) return fmt::format("the instruction {} is before its predecessor in the program", m.mark);
        last = place;
    }
    return {};
}

}  // namespace tandem::apps
