#include "apps/check/checkpoints.hpp"

#include <link.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "apps/common/shell_word.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "model/version.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

namespace {

/// The files of the program that runs: it, its libraries, and the modules with texts of protocols that it has loaded. The
/// system's libraries are none of it.
std::set<std::string> files_of_program() {
    std::set<std::string> files{"/proc/self/exe"};
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* list) {
            const std::string name = object->dlpi_name ? object->dlpi_name : "";
            const bool of_system =
                (name.starts_with("/lib") || name.starts_with("/usr/lib")) && name.find("/tandem/") == std::string::npos;
            if (name.starts_with("/") && !of_system) static_cast<std::set<std::string>*>(list)->insert(name);
            return 0;
        },
        &files);
    return files;
}

/// A sum of the program that runs. Another text of a protocol or of a property is another program, and its search is another.
std::string sum_of_program() {
    std::string sums;
    std::vector<char> piece(std::size_t{1} << 20);
    for (const std::string& name : files_of_program()) {
        std::ifstream file(name, std::ios::binary);
        checker::Checksum sum;
        while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())), file.gcount() > 0)
            sum.add(std::as_bytes(std::span(piece).first(static_cast<std::size_t>(file.gcount()))));
        sums += fmt::format("{:016x}", sum.value());
    }
    if (sums.size() <= 16) return sums;
    checker::Checksum all;
    all.add(std::as_bytes(std::span(sums)));
    return fmt::format("{:016x}", all.value());
}

/// Where the checkpoints are: `--resume` may name one of them.
fs::path folder_of(const CheckOptions& options) {
    if (!options.store.empty()) return options.store;
    if (options.resume.empty()) return options.checkpoint;
    const fs::path named = fs::path(options.resume).lexically_normal();
    const fs::path folder = named.has_filename() ? named : named.parent_path();
    return checker::is_checkpoint(folder) ? (folder.has_parent_path() ? folder.parent_path() : fs::path(".")) : folder;
}

/// A search of hours should not find out after ten minutes that nothing can be written there.
void require_writable(const fs::path& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!failed && !fs::is_directory(folder)) failed = std::make_error_code(std::errc::not_a_directory);
    if (!failed && access(folder.c_str(), W_OK | X_OK) != 0) failed = std::error_code(errno, std::generic_category());
    if (failed) throw UsageError("checkpoints cannot be written to '" + folder.string() + "': " + failed.message());
}

}  // namespace

const std::string& sum_of_texts() {
    static const std::string sum = sum_of_program();
    return sum;
}

checker::Checkpoints checkpoints(const CheckOptions& options, const std::string& system, const model::Network& network,
                                 const checker::SearchOptions& search, SearchPart part) {
    checker::Checkpoints made;
    const bool stores = !options.store.empty() && part == SearchPart::states;
    if (options.checkpoint.empty() && options.resume.empty() && !stores) return made;
    const fs::path folder = folder_of(options);
    made.folder = part == SearchPart::cycles ? folder / "cycles" : folder;
    made.every = options.every * 60;
    if (stores) {
        if (checker::has_checkpoint(made.folder)) made.resume = made.folder;
    } else if (!options.resume.empty()) {
        if (part == SearchPart::states) made.resume = options.resume;
        else if (checker::has_checkpoint(made.folder)) made.resume = made.folder;
    } else if (checker::has_checkpoint(made.folder)) {
        throw UsageError("there is a checkpoint in '" + folder.string() + "' already: `--resume " + shell_word(folder.string()) +
                         "` goes on from it, and another folder is accepted");
    }
    // What there is nothing to resume from is told by the search: a mistyped name should not leave a folder.
    if (!stores && (options.resume.empty() || fs::is_directory(folder))) require_writable(folder);
    std::vector<std::string> properties;
    for (const int p : search.properties) properties.push_back(network.properties()[static_cast<std::size_t>(p)].name);
    made.facts = {{"version", std::string(version)},
                  {"program", sum_of_program()},
                  {"protocol", options.protocol},
                  {"system", system},
                  {"search", part == SearchPart::cycles ? "all states, for cycles"
                             : options.selection.free   ? "free"
                             : network.monitored()      ? "monitored"
                                                        : "unmonitored"},
                  {"symmetry", search.symmetry ? "on" : "off"},
                  {"store", stores ? "on disk" : search.compact ? "compact" : "of keys"},
                  {"end", search.keep_going ? "after the last refutation" : "at the first refutation"},
                  {"properties", properties.empty() ? "none" : join(properties, ", ")}};
    return made;
}

std::string how_to_resume(const CheckOptions& options, const checker::SearchResult& result) {
    using checker::Ending;
    if (result.ending == Ending::complete || result.ending == Ending::refuted ||
        (options.checkpoint.empty() && options.resume.empty() && options.store.empty()))
        return "";
    const std::string why = result.ending == Ending::no_checkpoint ? ": " + result.failure : "";
    if (result.checkpoint < 0) return why;
    const char* const room = result.ending == Ending::no_checkpoint ? ", where there is room," : "";
    if (!options.store.empty()) return why + fmt::format("; the same command{} goes on from level {}", room, result.checkpoint);
    return why + "; the same command with `--resume " + shell_word(folder_of(options).string()) + "`" +
           (options.checkpoint.empty() ? "" : " in the place of --checkpoint") +
           room + fmt::format(" goes on from level {}", result.checkpoint);
}

}  // namespace tandem::apps
