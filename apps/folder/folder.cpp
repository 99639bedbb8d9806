#include "apps/folder/folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "apps/common/ranks.hpp"
#include "apps/common/shell_word.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/folder/build_record.hpp"
#include "apps/folder/compile_errors.hpp"
#include "apps/folder/misspelt.hpp"
#include "apps/folder/run_quietly.hpp"
#include "apps/folder/sanitized.hpp"
#include "engines/modules.hpp"
#include "engines/registry.hpp"
#include "model/file_bytes.hpp"
#include "model/shown_text.hpp"

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
    throw UsageError(
        "this program has no package beside it that a folder could be built with: build it with ./tandem, or install it with "
        "`cmake --install`");
}

/// Held while a folder is built: of two commands at once, the second waits. What is run in the end does not hold it.
class Lock {
public:
    Lock(const fs::path& folder, const fs::path& build);
    ~Lock() { close(file_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    int file_ = -1;
};
Lock::Lock(const fs::path& folder, const fs::path& build) {
    std::error_code error;
    fs::create_directories(build, error);
    if (!error) file_ = open((build / "lock").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (file_ < 0)
        throw UsageError("cannot write to " + build.string() + ", where " + folder.filename().string() + " is built (" +
                         (error ? error.message() : std::strerror(errno)) +
                         "): a folder of your own is accepted, such as a copy");
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    if (speaks_for_all()) std::cerr << "tandem: another command builds " << folder.string() << ", and this one waits\n";
    while (flock(file_, LOCK_EX) != 0)
        if (errno != EINTR) throw UsageError("cannot lock " + (build / "lock").string() + ": " + std::strerror(errno));
}

int fail(const fs::path& folder, const fs::path& log, const std::string& what) {
    std::ifstream in(log);
    const std::string errors = compile_errors(in, folder.string());
    std::ifstream again(log);
    const std::string text{std::istreambuf_iterator<char>(again), {}};
    const bool crashed = errors.empty() && text.find("PLEASE submit a bug report") != std::string::npos;
    std::cerr << errors << "tandem: " << (crashed ? "the compiler crashes on this folder" : what)
              << " (the whole log: " << log.string() << ")\n";
    return status_unusable;
}

/// What the compiler warns of is told until it is mended, and not only by the command that compiles.
void tell_warnings(const fs::path& folder, const fs::path& build) {
    constexpr std::size_t most = 8, largest_list_of_warnings = 1 << 20;
    const fs::path kept = build / "warnings";
    std::ifstream log(build / "log");
    std::stringstream text;
    text << log.rdbuf();
    if (text.str().find("bind_check.cpp.o") != std::string::npos) {
        fs::remove(kept);  // a link is not written through
        std::ofstream out(kept);
        for (const std::string& line : compile_warnings(text, folder.string())) out << line << "\n";
    }
    std::error_code none;
    if (!fs::exists(kept, none)) return;
    std::string told;
    try {
        told = model::bytes_of_file(kept, largest_list_of_warnings);
    } catch (const model::Unreadable&) {  // somebody else's: this program writes less
        return;
    }
    std::istringstream in(told);
    std::size_t lines = 0;
    for (std::string line; std::getline(in, line); ++lines)
        if (lines < most) std::cerr << model::cleaned_line(line) << "\n";
    if (lines > most) std::cerr << "tandem: the compiler has " << lines - most << " more warnings (" << kept.string() << ")\n";
}

/// Whether CMake has noted this value of a variable.
bool caches(const fs::path& build, const std::string& variable, const fs::path& value) {
    std::ifstream in(build / "CMakeCache.txt");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(variable + ":")) return line.substr(line.find('=') + 1) == value.string();
    return false;
}

/// What a folder may be built for, by what its CMakeLists.txt declares.
struct Kind {
    const char *noun, *function, *stamp, *how;  // of the file that says what was built; "`tandem new" + how writes one
};
constexpr Kind of_protocol{"protocol", "tandem_protocol", "protocol", ""},
    of_kernel{"kernel", "tandem_kernel", "kernel", " --kernel"};

/// Throws UsageError for what is no folder of that kind.
void check_folder(const Kind& kind, const Kind& other, const std::string& word) {
    std::error_code error;
    const fs::path path = word;
    if (!fs::exists(path, error))
        throw UsageError("there is no folder '" + word + "': `tandem new" + kind.how + " " + shell_word(word) + "` writes one");
    if (!fs::is_directory(path, error))
        throw UsageError("'" + word + "' is a file: the folder with its CMakeLists.txt is accepted, or the name of a " +
                         (&kind == &of_protocol ? "protocol" : "workload"));
    if (!fs::exists(path / "CMakeLists.txt", error))
        throw UsageError("the folder '" + word + "' has no CMakeLists.txt that declares a " + kind.noun + ": one as `tandem new" +
                         kind.how + "` writes it is accepted");
    // Whose folder this is must be known before anything is written there: another project may have its own `build`.
    std::ifstream in(path / "CMakeLists.txt");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.find(kind.function) != std::string::npos) return;
    if (text.find(other.function) != std::string::npos)
        throw UsageError("'" + word + "' is the folder of a " + other.noun + ", and one of a " + kind.noun +
                         " is accepted here: " +
                         (&kind == &of_protocol ? "a kernel is named by --workload" : "a protocol is named before the options"));
    throw UsageError("the CMakeLists.txt of '" + word + "' declares no " + kind.noun +
                     ": one with `find_package(tandem REQUIRED)` and `" + kind.function + "(name)` is accepted");
}

/// Whether a word that stands for a protocol is a folder. A protocol of this program goes before a folder of its name. Throws
/// UsageError for what can be neither.
bool is_folder(const std::string& word) {
    if (word.empty() || word[0] == '-') return false;
    for (const std::string& name : engines::protocol_names())
        if (name == word) return false;
    std::error_code error;
    if (!fs::exists(word, error) && word.find('/') == std::string::npos) return false;
    check_folder(of_protocol, of_kernel, word);
    return true;
}

std::optional<fs::path> named;  // by the command line

/// Builds what has changed. `targets` are those of the folder that are wanted, by its name; `use` is called with it before
/// another command may build them anew. Throws UsageError.
template <class Targets, class Use>
BuiltFolder built(const Kind& kind, const fs::path& folder, Targets&& targets, Use&& use) {
    const fs::path build = build_place(folder), log = build / "log", package = own_package();
    const Lock lock(folder, build);
    fs::remove(log);
    // What was built of another folder, of which this is a copy, or with another Tandem, is of no use here.
    if (!caches(build, "CMAKE_HOME_DIRECTORY", folder) || !caches(build, "tandem_DIR", package))
        for (const char* stale : {"CMakeCache.txt", "build.ninja", kind.stamp}) fs::remove(build / stale);
    if (!fs::exists(build / "build.ninja") || !fs::exists(build / kind.stamp)) {
        std::cerr << "tandem: building " << folder.string()
                  << (build == folder / "build" ? "" : ", which cannot be written to, in " + build.string()) << "\n";
        std::string compiler;
        std::getline(std::ifstream(package / "compiler") >> std::ws, compiler);
        if (run_quietly({"cmake", "-S", folder.string(), "-B", build.string(), "-G", "Ninja", "-Dtandem_DIR=" + package.string(),
                         "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_COMPILER=" + compiler},
                        log) != 0) {
            fs::remove(build / "CMakeCache.txt");
            return {"", fail(folder, log, "this folder cannot be configured")};
        }
    }
    BuiltFolder result;
    std::getline(std::ifstream(build / kind.stamp) >> std::ws, result.name);
    if (!result.name.empty() && !engines::is_name(result.name))
        throw UsageError("the file " + (build / kind.stamp).string() + " names no " + kind.noun +
                         ": without that folder it is built anew");
    if (result.name.empty())
        throw UsageError("the CMakeLists.txt of " + folder.string() + " declares no " + kind.noun + ": a line `" + kind.function +
                         "(name)` is accepted");
    std::vector<std::string> ninja{"ninja", "-C", build.string(), "-k", "0"};
    for (const std::string& target : targets(result.name)) ninja.push_back(target);
    if (run_quietly(ninja, log) != 0) {
        result.status = fail(folder, log, "this folder does not compile");
    } else {
        if (speaks_for_all()) tell_warnings(folder, build);
        use(result.name);
    }
    return result;
}

/// The parts of a module that a command loads.
std::vector<const char*> parts_of(const std::string& command) {
    if (command == "prove" || command == "certificate") return {"check", "proof"};
    if (command == "export") return {"check", "proof", "exports"};
    if (command == "litmus" || command == "conform") return {"check", "programs"};
    if (command == "sim" || command == "compare") return {"check", "simulation"};
    if (command == "explore") return {"check", "simulation", "proof"};
    return {"check"};
}

/// The headers of the library, in a build folder or below a prefix.
fs::path headers_of(const fs::path& package) {
    std::error_code error;
    const fs::path in_build = package / "include";
    return fs::exists(in_build, error) ? in_build : package / ".." / ".." / ".." / "include" / "tandem";
}

/// Throws UsageError for a name that is nearly what an engine reads.
void require_spelt(const fs::path& folder) {
    const std::vector<Misspelt> all = misspelt_hooks(folder, headers_of(own_package()));
    if (all.empty()) return;
    const Misspelt& m = all.front();
    throw UsageError(m.file + ":" + std::to_string(m.line) + ": nothing reads '" + m.name + "', did you mean " + m.hook +
                     "? docs/api.md says what is read; a name of your own is accepted where the folder uses it");
}

/// Names the folder for commands that ask which it was.
void note_folder(const fs::path& folder, const std::string& called) {
    named = folder;
    setenv("TANDEM_FOLDER", called.c_str(), 1);  // what the user called it, for a command that names another
}

/// Of several processes the first builds, and then the others.
BuiltFolder built_in_turn(LaunchedRanks& ranks, const std::function<BuiltFolder()>& build) {
    ranks.meet();
    checker::Ranks* const all = LaunchedRanks::ranks();
    if (!all) return build();
    BuiltFolder own;
    if (all->rank() == 0) own = build();
    own.status = all->gather(own.status)[0];
    if (all->rank() == 0 || own.status != 0) return own;
    own = build();
    if (own.status != 0)
        throw UsageError("process " + std::to_string(all->rank()) + " cannot build what the first has built");
    return own;
}

/// Of `compare` each word before the options may be a folder, or a folder with a variant after a colon. Returns the exit status
/// if one could not be built.
std::optional<int> build_compared(std::vector<std::string>& words) {
    std::map<std::string, fs::path> built_as;  // by name
    std::set<std::string> shipped;             // of the words
    for (const std::string& name : engines::protocol_names())
        for (const std::string& word : words)
            if (word.substr(0, word.find(':')) == name) shipped.insert(name);
    for (std::size_t i = 1; i < words.size() && !words[i].starts_with('-'); ++i) {
        std::error_code error;
        const std::size_t colon = fs::exists(words[i], error) ? std::string::npos : words[i].rfind(':');
        const std::string word = words[i].substr(0, colon);
        if (!is_folder(word)) continue;
        const fs::path folder = fs::canonical(word);
        const BuiltFolder own = build_protocol(folder, words[0]);
        if (own.status != 0) return own.status;
        const auto [same, added] = built_as.emplace(own.name, folder);
        if (same->second != folder)
            throw UsageError("the folders '" + same->second.string() + "' and '" + folder.string() +
                             "' both declare the protocol " + own.name +
                             ": folders whose CMakeLists.txt give them different names are accepted");
        if (shipped.contains(own.name))
            throw UsageError("the folder '" + folder.string() + "' declares " + own.name +
                             ", as a protocol of this program is called: a folder of another name can be compared with that");
        if (built_as.size() == 1 && added) note_folder(folder, word);
        words[i] = own.name + (colon == std::string::npos ? "" : words[i].substr(colon));
    }
    return std::nullopt;
}

}  // namespace

int build_kernel(const std::string& word) {
    check_folder(of_kernel, of_protocol, word);
    return built(
               of_kernel, fs::canonical(word), [](const std::string& name) { return std::vector{name}; },
               [](const std::string&) {})
        .status;
}

fs::path build_place(const fs::path& folder) {
    const fs::path own = folder / "build";
    std::error_code error;
    if (access((fs::exists(own, error) ? own : folder).c_str(), W_OK) == 0 || (errno != EROFS && errno != EACCES)) return own;
    const fs::path place = user_caches();
    if (place.empty()) return own;
    // Folders of one name must not meet.
    const std::string path = fs::weakly_canonical(folder, error).string();
    return place / "tandem" / (folder.filename().string() + "-" + std::to_string(std::hash<std::string>()(path)));
}

BuiltFolder build_protocol(const fs::path& folder, const std::string& command, bool thorough, bool sanitized) {
    require_spelt(folder);
    const std::vector<const char*> parts = parts_of(thorough && command == "check" ? "sim" : command);
    return built(
        of_protocol, folder,
        [&](const std::string& name) {
            std::vector<std::string> targets;
            for (const char* part : parts) targets.push_back(name + "-" + part);
            if (sanitized) targets.push_back(name + "-sanitized");
            return targets;
        },
        [&](const std::string& name) {
            const fs::path modules = build_place(folder) / "modules";
            record_build(modules / (name + "-check.so"));
            engines::add_module_folder(modules);
            const engines::Protocol& protocol = engines::protocol(name);
            if (protocol.name != name)
                throw UsageError("the description's name is '" + model::cleaned_line(protocol.name) +
                                 "', and the CMakeLists.txt of " + folder.string() + " declares '" + name +
                                 "': one name for both is accepted");
            for (std::size_t part = 0; part < engines::part_names.size(); ++part)
                if (std::find(parts.begin(), parts.end(), std::string_view(engines::part_names[part])) != parts.end())
                    static_cast<void>(protocol.loaded(static_cast<engines::Part>(part)));
        });
}

std::optional<fs::path> folder_of_protocol() { return named; }

std::optional<int> build_folders(std::vector<std::string>& words, LaunchedRanks& ranks) {
    static const std::set<std::string> commands{"list",   "check",  "replay",  "step", "prove",   "certificate",
                                                "export", "litmus", "conform", "sim",  "compare", "explore",
                                                "follow"};
    if (words.empty() || !commands.contains(words[0])) return std::nullopt;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (static const std::string option = "--protocol"; words[i].starts_with(option + "=")) {
            words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words[i].substr(option.size() + 1));
            words[i] = option;
        }
    const bool several = launched_processes() > 1;
    if (words[0] == "compare" && !several) return build_compared(words);
    // The protocol is the first word after the command, or of an option.
    auto at = words.end();
    if (words[0] != "litmus" && words[0] != "replay" && words[0] != "certificate" && words.size() > 1 && is_folder(words[1]))
        at = words.begin() + 1;
    for (auto word = words.begin(); word != words.end(); ++word)
        if (*word == "--protocol" && word + 1 != words.end() && is_folder(word[1])) at = word + 1;
    if (at == words.end()) return std::nullopt;

    if (several) require_divided(words[0]);
    const fs::path folder = fs::canonical(*at);
    const auto says = [&](const char* option) { return std::find(words.begin(), words.end(), option) != words.end(); };
    const bool sanitize = words[0] == "check" && says("--sanitize") && !says("--help");
    if (sanitize && several) throw UsageError("several processes do not divide --sanitize: without mpirun it is accepted");
    const BuiltFolder own =
        built_in_turn(ranks, [&] { return build_protocol(folder, words[0], says("--thorough"), sanitize); });
    if (own.status != 0) return own.status;
    note_folder(folder, *at);
    *at = own.name;
    if (!sanitize) return std::nullopt;
    const int status = search_sanitized(words, folder, build_place(folder));
    return status == status_holds ? std::nullopt : std::optional(status);
}

}  // namespace tandem::apps
