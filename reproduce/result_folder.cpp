#include "reproduce/result_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "apps/common/json_of.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/usage_error.hpp"
#include "model/file_bytes.hpp"

namespace tandem::reproduce {

namespace fs = std::filesystem;

namespace {

constexpr const char* program_file = "program.json";

/// Discarded if the file is not JSON, or cannot be read.
nlohmann::json read(const fs::path& file) {
    constexpr std::size_t most_bytes = std::size_t{64} << 20;
    constexpr int deepest = 64;
    try {
        return apps::json_of(model::bytes_of_file(file, most_bytes), deepest);
    } catch (const model::Unreadable&) {
        return nlohmann::json(nlohmann::json::value_t::discarded);
    }
}

/// Another process may be about to write whose folder it is. Until then the folder holds only the temporary file; that is soon
/// over.
bool says_whose(const fs::path& folder) {
    for (int tries = 0;; ++tries) {
        if (fs::exists(folder / program_file)) return true;
        bool in_the_making = tries < 50;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder, error))
            in_the_making &= entry.path().filename().string().starts_with(program_file);
        if (!in_the_making) return fs::exists(folder / program_file);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

std::string text(const nlohmann::json& program) {
    if (!program.is_object()) return "something else";
    const auto word = [&](const char* name) {
        const auto found = program.find(name);
        return found != program.end() && found->is_string() ? found->get<std::string>() : "?";
    };
    return fmt::format("Tandem {} (sources {})", word("version"), word("sources"));
}

}  // namespace

ResultFolder::ResultFolder(const std::string& path) : path_(path) {
    std::error_code error;
    const bool there = fs::exists(path_, error);
    if (there && !fs::is_directory(path_, error))
        throw UsageError("the result folder '" + path + "' is a file: a new or empty folder is accepted (--results)");
    if (there && !fs::is_empty(path_, error)) {
        if (!says_whose(path_))
            throw UsageError("the folder '" + path +
                             "' holds something else than results: a new or empty folder is accepted (--results)");
        const auto by = read(path_ / program_file);
        if (!(by == program()))  // what is discarded is neither equal nor unequal
            throw UsageError("the folder '" + path + "' holds results of " + text(by) + ", and this is " + text(program()) +
                             ": a new or empty folder is accepted (--results)");
    } else {
        // The file that identifies the results comes first. Otherwise an interruption here would leave a folder without an owner.
        fs::create_directories(path_, error);
        if (error)
            throw UsageError("the result folder '" + path +
                             "' cannot be made: a name in a folder that exists and may be written to is accepted (--results)");
        WholeFile(path_ / program_file, "result").commit(json_text(program()) + "\n");
    }
    fs::create_directories(path_ / "runs", error);
}

bool ResultFolder::find(const Job& job, nlohmann::json& result) const {
    const fs::path file = path_ / "runs" / job.file_name();
    if (!fs::exists(file)) return false;
    const auto kept = read(file);
    if (!kept.is_object() || !kept.contains("result") || kept.value("job", nlohmann::json()) != job.key())
        throw UsageError("the result file '" + file.string() + "' is damaged: remove it, and the run is repeated");
    result = kept["result"];
    return true;
}

std::optional<ResultFolder::Claim> ResultFolder::claim(const Job& job) const {
    const fs::path path = path_ / "runs" / (job.file_name() + ".claim");
    for (;;) {
        const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0) throw UsageError("the file '" + path.string() + "' cannot be made: " + std::strerror(errno));
        Claim claim(file, path);
        if (flock(file, LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK) {
                claim.path_.clear();  // it belongs to another
                return std::nullopt;
            }
            return claim;
        }
        // Its former holder may have removed the file that was opened here.
        struct stat opened{}, there{};
        if (fstat(file, &opened) == 0 && stat(path.c_str(), &there) == 0 && opened.st_ino == there.st_ino &&
            opened.st_dev == there.st_dev)
            return claim;
        claim.path_.clear();
    }
}

ResultFolder::Claim::~Claim() {
    if (file_ < 0) return;
    if (!path_.empty()) unlink(path_.c_str());
    close(file_);
}

void ResultFolder::keep(const Job& job, const nlohmann::json& result) const {
    WholeFile(path_ / "runs" / job.file_name(), "result")
        .commit(json_text(nlohmann::json{{"job", job.key()}, {"result", result}}, 1) + "\n");
}

}  // namespace tandem::reproduce
