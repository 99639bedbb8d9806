#include "apps/kernel/loaded.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "apps/common/shell_word.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/folder/folder.hpp"
#include "engines/modules.hpp"
#include "model/shown_text.hpp"
#include "model/version.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

std::vector<perfsim::WorkloadInfo>& all() {
    static std::vector<perfsim::WorkloadInfo> known = perfsim::workloads();
    return known;
}

bool is_of_program(const std::string& name) {
    return std::any_of(perfsim::workloads().begin(), perfsim::workloads().end(), [&](const auto& w) { return w.name == name; });
}

/// What the loader says, with names as they are written.
std::string complaint(const std::string& name) {
    const std::string text = dlerror();
    static const std::string mark = "undefined symbol: ";
    const auto at = text.find(mark);
    if (at == std::string::npos) return text;
    const std::string symbol = text.substr(at + mark.size());
    int status = 0;
    char* const readable = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    const std::string what = readable ? readable : symbol;
    std::free(readable);
    return "the kernel " + name + " uses " + what +
           ", which is defined nowhere: a definition in a .cpp file of its folder is accepted";
}

perfsim::WorkloadInfo loaded_from(const fs::path& folder) {
    std::string name;
    const fs::path build = build_place(fs::absolute(folder));
    std::getline(std::ifstream(build / "kernel") >> std::ws, name);
    if (!engines::is_name(name))
        throw UsageError("no kernel was built in '" + folder.string() + "': `tandem sim PROTOCOL --workload " +
                         shell_word(folder.string()) + "` builds one");
    const fs::path library = build / (name + ".so");
    void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) throw UsageError(complaint(name));
    const auto its_version = reinterpret_cast<const char* (*)()>(dlsym(handle, "tandem_version_of_kernel"));
    const auto make = reinterpret_cast<void (*)(perfsim::WorkloadInfo&)>(dlsym(handle, "tandem_kernel"));
    if (!its_version || !make || its_version() != version)
        throw UsageError("the library '" + library.string() +
                         "' is of another Tandem: without the folder's `build` it is built anew");
    perfsim::WorkloadInfo info;
    make(info);
    return info;
}

/// If the words name a folder as the workload, builds and loads its kernel and names that instead. Returns the exit status where
/// it does not compile, else 0. Throws UsageError.
int load_kernel(std::vector<std::string>& words) {
    if (words.empty() || (words[0] != "sim" && words[0] != "compare")) return 0;
    const WorkloadWord word = workload_word(words);
    if (!names_a_folder(word.value)) return 0;
    if (const int status = build_kernel(word.value)) return status;
    perfsim::WorkloadInfo info = loaded_from(word.value);
    if (is_of_program(info.name))
        throw UsageError("the kernel " + info.name +
                         " is called as a workload of this program: another name in `tandem_kernel(name)` is accepted");
    words[word.at] = (words[word.at] == word.value ? "" : "--workload=") + info.name;
    all().push_back(std::move(info));
    return 0;
}

}  // namespace

const std::vector<perfsim::WorkloadInfo>& known_workloads() { return all(); }

bool names_a_folder(const std::string& workload) {
    if (workload.empty() || is_of_program(workload)) return false;
    std::error_code error;
    return workload.find('/') != std::string::npos || fs::is_directory(workload, error);
}

WorkloadWord workload_word(const std::vector<std::string>& words) {
    static const std::string option = "--workload";
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == option && i + 1 < words.size()) return {i + 1, words[i + 1]};
        if (words[i].starts_with(option + "=")) return {i, words[i].substr(option.size() + 1)};
    }
    return {words.size(), ""};
}

int run_with_kernel(int argc, const char* const* argv, const std::function<int(int, const char* const*)>& run) {
    std::vector<std::string> words{argv + 1, argv + argc};
    try {
        if (const int status = load_kernel(words)) return status;
    } catch (const UsageError& error) {
        std::cerr << "tandem: " << model::cleaned_line(error.what()) << "\n";
        return status_unusable;
    }
    std::vector<const char*> arguments{argv[0]};
    for (const std::string& word : words) arguments.push_back(word.c_str());
    return run(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace tandem::apps
