#include "apps/folder/folder.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>

#include "apps/common/usage_error.hpp"
#include "apps/folder/compile_errors.hpp"
#include "engines/registry.hpp"

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

/// Runs a program with its output in a file; returns its status. It ends when this program does.
int run_quietly(const std::vector<std::string>& words, const fs::path& log) {
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
        dup2(out, 1), dup2(out, 2);
        setenv("LC_ALL", "C", 1);  // what is read from the log is English
        std::vector<char*> arguments;
        for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        execvp(arguments[0], arguments.data());
        dprintf(2, "error: cannot run %s: %s\n", arguments[0], std::strerror(errno));
        _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Held while a folder is built: of two commands at once, the second waits. The program that is run in the end does not hold it.
void lock(const fs::path& folder, const fs::path& build) {
    std::error_code error;
    fs::create_directories(build, error);
    const int file = error ? -1 : open((build / "lock").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0)
        throw UsageError("cannot write to " + build.string() + ", where " + folder.filename().string() + " is built (" + (error ? error.message() : std::strerror(errno)) +
                         "): a folder of your own is accepted, such as a copy");
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return;
    std::cerr << "tandem: another command builds " << folder.string() << ", and this one waits\n";
    while (flock(file, LOCK_EX) != 0)
        if (errno != EINTR) throw UsageError("cannot lock " + (build / "lock").string() + ": " + std::strerror(errno));
}

int fail(const fs::path& folder, const fs::path& log, const std::string& what) {
    std::ifstream in(log);
    std::cerr << compile_errors(in, folder.string()) << "tandem: " << what << " (the whole log: " << log.string() << ")\n";
    return status_unusable;
}

/// Whether CMake has noted this value of a variable.
bool caches(const fs::path& build, const std::string& variable, const fs::path& value) {
    std::ifstream in(build / "CMakeCache.txt");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(variable + ":")) return line.substr(line.find('=') + 1) == value.string();
    return false;
}

/// Whether a word that stands for a protocol is a folder. A protocol of this program goes before a folder of its name. Throws UsageError for what can be neither.
bool is_folder(const std::string& word) {
    if (word.empty() || word[0] == '-') return false;
    for (const engines::Protocol& p : engines::protocols())
        if (p.name == word) return false;
    std::error_code error;
    const fs::path path = word;
    if (!fs::exists(path, error)) {
        if (word.find('/') != std::string::npos) throw UsageError("there is no folder '" + word + "': `tandem new " + word + "` writes one");
        return false;
    }
    if (!fs::is_directory(path, error)) throw UsageError("'" + word + "' is a file: the folder with its CMakeLists.txt is accepted, or the name of a protocol");
    if (!fs::exists(path / "CMakeLists.txt", error)) throw UsageError("the folder '" + word + "' has no CMakeLists.txt that declares a protocol: one as `tandem new` writes it is accepted");
    // Whose folder this is must be known before anything is written there: another project may have its own `build`.
    std::ifstream in(path / "CMakeLists.txt");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.find("tandem_protocol") == std::string::npos)
        throw UsageError("the CMakeLists.txt of '" + word + "' declares no protocol: one with `find_package(tandem REQUIRED)` and `tandem_protocol(name)` is accepted");
    return true;
}

}  // namespace

std::optional<int> run_folder(std::vector<std::string> words) {
    static const std::set<std::string> commands{"list", "check", "prove", "export", "litmus", "conform", "sim", "compare"};
    if (words.empty() || !commands.contains(words[0])) return std::nullopt;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (static const std::string option = "--protocol"; words[i].starts_with(option + "=")) {
            words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words[i].substr(option.size() + 1));
            words[i] = option;
        }
    // The protocol is the first word after the command, or of an option.
    auto at = words.end();
    if (words[0] != "litmus" && words.size() > 1 && is_folder(words[1])) at = words.begin() + 1;
    if (words[0] == "list" && at == words.end() && words.size() > 1 && words[1].find_first_not_of("-") == 0)
        throw UsageError("'" + words[1] + "' is no folder: `tandem list` shows all protocols that this program has, and with a folder the one there");
    for (auto word = words.begin(); word != words.end(); ++word)
        if (*word == "--protocol" && word + 1 != words.end() && is_folder(word[1])) at = word + 1;
    if (at == words.end()) return std::nullopt;

    const fs::path folder = fs::canonical(*at), build = folder / "build", log = build / "log";
    const fs::path package = own_package();
    lock(folder, build);
    fs::remove(log);
    // What was built of another folder, of which this is a copy, or with another Tandem, is of no use here.
    if (!caches(build, "CMAKE_HOME_DIRECTORY", folder) || !caches(build, "tandem_DIR", package))
        for (const char* stale : {"CMakeCache.txt", "build.ninja", "protocol"}) fs::remove(build / stale);
    if (!fs::exists(build / "build.ninja") || !fs::exists(build / "protocol")) {
        std::cerr << "tandem: building " << folder.string() << "\n";
        std::string compiler;
        std::getline(std::ifstream(package / "compiler") >> std::ws, compiler);
        if (run_quietly({"cmake", "-S", folder.string(), "-B", build.string(), "-G", "Ninja", "-Dtandem_DIR=" + package.string(), "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_COMPILER=" + compiler}, log) != 0) {
            fs::remove(build / "CMakeCache.txt");
            return fail(folder, log, "this folder cannot be configured");
        }
    }
    std::string name;
    std::getline(std::ifstream(build / "protocol") >> std::ws, name);
    if (name.empty()) throw UsageError("the CMakeLists.txt of " + folder.string() + " declares no protocol: a line `tandem_protocol(name)` is accepted");
    // The search is built soon; all else only for who asks for it.
    const std::string program = words[0] == "check" ? name + "-search" : name;
    if (run_quietly({"ninja", "-C", build.string(), "-k", "0", program}, log) != 0) return fail(folder, log, "this folder does not compile");

    std::vector<std::string> command{(build / program).string()};
    for (auto word = words.begin(); word != words.end(); ++word)
        if (word != at || words[0] != "list") command.push_back(word == at ? name : *word);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    throw UsageError("cannot run " + command[0] + ": " + std::strerror(errno));
}

}  // namespace tandem::apps
