#include "apps/folder.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "apps/usage_error.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

/// The package that this program belongs to: of its build folder, or installed beside it.
fs::path own_package() {
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
    std::vector<fs::path> places{here / ".."};
    for (const char* lib : {"lib", "lib64"}) {
        places.push_back(here / ".." / lib / "cmake" / "tandem");
        for (const auto& entry : fs::directory_iterator(here / ".." / lib, error))
            if (entry.is_directory(error)) places.push_back(entry.path() / "cmake" / "tandem");
    }
    for (const fs::path& place : places)
        if (fs::exists(place / "tandemConfig.cmake", error)) return fs::canonical(place);
    throw UsageError("this program has no package beside it that a folder could be built with: build it with ./tandem, or install it with `cmake --install`");
}

/// Runs a program with its output in a file; returns its status.
int run_quietly(const std::vector<std::string>& words, const fs::path& log) {
    const pid_t child = fork();
    if (child == 0) {
        const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
        dup2(out, 1), dup2(out, 2);
        std::vector<char*> arguments;
        for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Of a compiler's output, what concerns the user: errors, those in the user's own files first, each once.
std::string errors_of(const fs::path& log, const fs::path& folder) {
    std::ifstream in(log);
    std::vector<std::string> own, others;
    std::set<std::string> seen;
    for (std::string line; std::getline(in, line);) {
        const bool error = line.find("error:") != std::string::npos || line.find("CMake Error") != std::string::npos || line.find("undefined reference") != std::string::npos;
        const bool called_from = line.find("required from here") != std::string::npos || line.find("requested here") != std::string::npos;
        const std::size_t at = line.find(folder.string() + "/");
        const bool generated = line.find((folder / "build").string() + "/") != std::string::npos;
        if (at != std::string::npos && !generated && (error || called_from)) {
            line.erase(at, folder.string().size() + 1);
            if (seen.insert(line).second) own.push_back(line);
        } else if (error && seen.insert(line).second) {
            others.push_back(line);
        }
    }
    own.resize(std::min<std::size_t>(own.size(), 8));
    if (own.empty()) own.assign(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(others.size(), 4)));
    std::string text;
    for (const std::string& line : own) text += line + "\n";
    return text;
}

int fail(const fs::path& folder, const fs::path& log, const std::string& what) {
    std::cerr << errors_of(log, folder) << "tandem: " << what << " (the whole log: " << log.string() << ")\n";
    return status_unusable;
}

/// Whether CMake has noted this value of a variable.
bool caches(const fs::path& build, const std::string& variable, const fs::path& value) {
    std::ifstream in(build / "CMakeCache.txt");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(variable + ":")) return line.substr(line.find('=') + 1) == value.string();
    return false;
}

bool is_folder(const std::string& word) {
    std::error_code error;
    return !word.empty() && word[0] != '-' && fs::exists(fs::path(word) / "CMakeLists.txt", error);
}

}  // namespace

std::optional<int> run_folder(const std::vector<std::string>& words) {
    static const std::set<std::string> commands{"list", "check", "prove", "export", "litmus", "conform", "sim"};
    if (words.empty() || !commands.contains(words[0])) return std::nullopt;
    // The protocol is the first word after the command, or of an option.
    auto at = words.end();
    if (words[0] != "litmus" && words.size() > 1 && is_folder(words[1])) at = words.begin() + 1;
    for (auto word = words.begin(); word != words.end(); ++word)
        if (*word == "--protocol" && word + 1 != words.end() && is_folder(word[1])) at = word + 1;
    if (at == words.end()) return std::nullopt;

    const fs::path folder = fs::canonical(*at), build = folder / "build", log = build / "log";
    fs::create_directories(build);
    fs::remove(log);
    const fs::path package = own_package();
    // What was built of another folder, of which this is a copy, or with another Tandem, is of no use here.
    if (!caches(build, "CMAKE_HOME_DIRECTORY", folder) || !caches(build, "tandem_DIR", package))
        for (const char* stale : {"CMakeCache.txt", "build.ninja", "protocol"}) fs::remove(build / stale);
    if (!fs::exists(build / "build.ninja")) {
        std::cerr << "tandem: building " << folder.string() << "\n";
        std::string compiler;
        std::getline(std::ifstream(package / "compiler") >> std::ws, compiler);
        if (run_quietly({"cmake", "-S", folder.string(), "-B", build.string(), "-G", "Ninja", "-Dtandem_DIR=" + package.string(), "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_COMPILER=" + compiler}, log) != 0) {
            fs::remove(build / "CMakeCache.txt");
            return fail(folder, log, "this folder cannot be configured");
        }
    }
    if (run_quietly({"ninja", "-C", build.string(), "-k", "0"}, log) != 0) return fail(folder, log, "this folder does not compile");
    std::string name;
    std::getline(std::ifstream(build / "protocol") >> std::ws, name);

    std::vector<std::string> command{(build / name).string()};
    for (auto word = words.begin(); word != words.end(); ++word)
        if (word != at || words[0] != "list") command.push_back(word == at ? name : *word);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    throw UsageError("cannot run " + command[0] + ": " + std::strerror(errno));
}

}  // namespace tandem::apps
