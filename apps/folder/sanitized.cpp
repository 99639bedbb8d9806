#include "apps/folder/sanitized.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iostream>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "apps/common/usage_error.hpp"
#include "apps/folder/run_quietly.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

/// One way to watch the text: its name, which is that of its folder of modules, and the library that must be loaded first, or "".
struct Watch {
    std::string name, library;
};

std::vector<Watch> watches_in(const std::filesystem::path& sanitized) {
    std::vector<Watch> all;
    std::ifstream in(sanitized / "kinds");
    for (std::string line; std::getline(in, line);) {
        const std::size_t blank = line.find(' ');
        all.push_back({line.substr(0, blank), blank == std::string::npos ? "" : line.substr(blank + 1)});
    }
    return all;
}

/// What an author reads of it.
std::string called(const Watch& watch) { return watch.name == "unset" ? "unset values" : "addresses"; }

/// The first place in the author's own files, "protocol.hpp:45:12", of the calls that AddressSanitizer prints; or "".
std::string own_place(const std::string& log, const std::filesystem::path& folder) {
    std::istringstream lines(log);
    const std::string own = folder.string() + "/";
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find(own);
        if (at == std::string::npos || line.find('#') == std::string::npos) continue;
        if (line.compare(at + own.size(), 6, "build/") == 0) continue;
        return line.substr(at + own.size());
    }
    return "";
}

}  // namespace

std::vector<std::string> words_of_sanitized(const std::vector<std::string>& words) {
    static constexpr std::array flags{"--sanitize", "--shrink"};
    static constexpr std::array with_value{"--json", "--trace", "--map", "--map-of", "--progress"};
    std::vector<std::string> kept;
    bool walks = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string option = words[i].substr(0, words[i].find('='));
        walks = walks || option == "--walks" || option == "--walk-time";
        if (std::find(flags.begin(), flags.end(), words[i]) != flags.end()) continue;
        if (std::find(with_value.begin(), with_value.end(), option) == with_value.end()) kept.push_back(words[i]);
        else if (option == words[i]) ++i;  // and its value
    }
    if (!walks) kept.insert(kept.end(), {"--walk-time", "0"});
    return kept;
}

std::string found_by_sanitizer(const std::string& log, const std::filesystem::path& folder) {
    static const std::regex summary(R"(SUMMARY: AddressSanitizer: ([a-zA-Z-]+))"), unset(R"(unset: (`[^`]*`) of (.*))");
    std::istringstream lines(log);
    std::string wrong, where, place;
    for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        if (line.starts_with("tandem: ") && line.find(" is wrong") != std::string::npos) wrong = line;
        if (std::regex_search(line, found, unset))
            where = fmt::format("it decides by {} in {}, of which something is not set", found[1].str(), found[2].str());
        if (std::regex_search(line, found, summary)) {
            place = own_place(log, folder);
            where = fmt::format("{}{}", found[1].str(), place.empty() ? "" : " at " + place);
        }
    }
    if (wrong.empty() && where.empty()) return "";
    if (wrong.empty()) wrong = "tandem: the protocol's text is wrong";
    return model::cleaned_line(wrong) + "\n" + (where.empty() ? "" : "tandem: " + model::cleaned_line(where) + "\n");
}

std::string counted_in(const std::string& log) {
    static const std::regex form(R"((\d+ states\b.*?\d+ transitions))");
    std::smatch found;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);)
        if (std::regex_search(line, found, form)) return found[1];
    return "";
}

int search_sanitized(const std::vector<std::string>& words, const std::filesystem::path& folder,
                     const std::filesystem::path& build) {
    const std::filesystem::path sanitized = build / "sanitized";
    const std::vector<Watch> watches = watches_in(sanitized);
    if (watches.empty())
        throw UsageError(
            "the compiler has no sanitizers here: with clang's runtime libraries (libclang-rt-dev or libclang-common-dev) "
            "--sanitize is accepted");
    std::vector<std::string> command = words_of_sanitized(words);
    command.insert(command.begin(), std::filesystem::read_symlink("/proc/self/exe").string());
    std::string told, counted;
    for (const Watch& watch : watches) {
        const std::filesystem::path log = sanitized / (watch.name + ".log");
        std::filesystem::remove(log);
        std::map<std::string, std::string> environment{{"TANDEM_MODULES", (sanitized / watch.name).string()}};
        if (!watch.library.empty()) {
            environment["LD_PRELOAD"] = watch.library;
            // The program is not watched, and need not give back what it has.
            environment["ASAN_OPTIONS"] = "detect_leaks=0:detect_stack_use_after_return=1";
        }
        const auto start = std::chrono::steady_clock::now();
        const int status = run_quietly(command, log, environment);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::ifstream in(log);
        std::stringstream said;
        said << in.rdbuf();
        // Where exceptions end the search, only what has a name is a finding.
        const bool names = watch.name != "unset" || said.str().find("unset: ") != std::string::npos;
        if (const std::string found = found_by_sanitizer(said.str(), folder); names && !found.empty()) {
            std::cerr << found << "tandem: the whole log: " << model::cleaned_line(log.string()) << "\n";
            return status_refuted;
        }
        if (status != status_holds && status != status_refuted) {
            if (status == status_unusable) std::cerr << model::cleaned(said.str());
            else
                std::cerr << "tandem: the search that watches " << called(watch)
                          << " has not ended (the whole log: " << model::cleaned_line(log.string()) << ")\n";
            return status == status_unusable ? status : status_undecided;
        }
        if (status == status_refuted) return status_holds;  // the usual search tells what is refuted
        const std::string counts = counted_in(said.str());
        if (!counted.empty() && !counts.empty() && counts != counted) {
            std::cerr << "tandem: the protocol's text is wrong: what is left unset decides what happens. It has " << counted
                      << " where locals begin as zero, and " << counts << " where they begin as anything\n";
            return status_refuted;
        }
        counted = counts;
        told += fmt::format("{}{} in {:.1f} s", told.empty() ? "" : ", ", called(watch), seconds);
    }
    std::cerr << "tandem: sanitizers find nothing: " << told << "\n";
    return status_holds;
}

}  // namespace tandem::apps
