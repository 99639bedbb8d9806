#include "engines/modules.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "model/usage_error.hpp"
#include "model/words.hpp"

extern "C" const char* tandem_module_version();  // generated (cmake/module_version.cmake): of this library, and of each module

namespace tandem::engines {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path>& added() {
    static std::vector<fs::path> folders;
    return folders;
}

/// lib/tandem/protocols of the build folder or the prefix that this library lies in.
fs::path own_folder() {
    Dl_info info;
    if (!dladdr(reinterpret_cast<void*>(&tandem_module_version), &info) || !info.dli_fname) return {};
    std::error_code error;
    const fs::path library = fs::canonical(info.dli_fname, error);
    return error ? fs::path() : library.parent_path().parent_path() / "protocols";
}

}  // namespace

bool is_name(const std::string& word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::vector<fs::path> module_folders() {
    std::vector<fs::path> folders = added();
    if (const char* path = std::getenv("TANDEM_MODULES"))
        for (const std::string& folder : model::split(path, ':'))
            if (!folder.empty()) folders.push_back(folder);
    if (const fs::path own = own_folder(); !own.empty()) folders.push_back(own);
    return folders;
}

void add_module_folder(const fs::path& folder) { added().insert(added().begin(), folder); }

std::vector<std::string> modules_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    if (!fs::is_regular_file(folder / "list", error)) return names;
    std::ifstream list(folder / "list");
    for (std::string name; std::getline(list, name);)
        if (is_name(name) && fs::exists(folder / (name + "-check.so"), error)) names.push_back(name);
    return names;
}

std::string module_version() { return tandem_module_version(); }

void* function_in(const fs::path& object, const char* function) {
    void* const handle = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) throw model::UsageError(std::string("a module cannot be loaded: ") + dlerror());
    const auto version = reinterpret_cast<const char* (*)()>(dlsym(handle, "tandem_module_version"));
    if (!version || version() != module_version())
        throw model::UsageError("the module " + object.string() + " is of another Tandem (" + (version ? version() : "none") +
                                ", and this is " + module_version() + "): one that was built with this program is accepted");
    void* const found = dlsym(handle, function);
    if (!found)
        throw model::UsageError("the module " + object.string() + " has no " + function +
                                ": one that `tandem_protocol` makes is accepted");
    return found;
}

}  // namespace tandem::engines
