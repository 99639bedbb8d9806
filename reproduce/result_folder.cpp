#include "reproduce/result_folder.hpp"

#include <fmt/format.h>

#include <fstream>

#include "apps/common/output.hpp"
#include "apps/common/usage_error.hpp"

namespace tandem::reproduce {

namespace fs = std::filesystem;

namespace {

constexpr const char* program_file = "program.json";

/// Discarded if the file is not JSON.
nlohmann::json read(const fs::path& file) {
    std::ifstream stream(file);
    return nlohmann::json::parse(stream, nullptr, false);
}

std::string text(const nlohmann::json& program) {
    if (!program.is_object()) return "something else";
    return fmt::format("Tandem {} (sources {})", program.value("version", "?"), program.value("sources", "?"));
}

}  // namespace

ResultFolder::ResultFolder(const std::string& path) : path_(path) {
    std::error_code error;
    const bool there = fs::exists(path_, error);
    if (there && !fs::is_directory(path_, error)) throw UsageError("the result folder '" + path + "' is a file: a new or empty folder is accepted (--results)");
    if (there && !fs::is_empty(path_, error)) {
        if (!fs::exists(path_ / program_file)) throw UsageError("the folder '" + path + "' holds something else than results: a new or empty folder is accepted (--results)");
        const auto by = read(path_ / program_file);
        if (by != program())
            throw UsageError("the folder '" + path + "' holds results of " + text(by) + ", and this is " + text(program()) + ": a new or empty folder is accepted (--results)");
    } else {
        // What says whose results they are comes first, or an interruption here would leave a folder that is nobody's.
        fs::create_directories(path_, error);
        if (error) throw UsageError("the result folder '" + path + "' cannot be made: a name in a folder that exists and may be written to is accepted (--results)");
        WholeFile(path_ / program_file, "result").commit(program().dump(2) + "\n");
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

void ResultFolder::keep(const Job& job, const nlohmann::json& result) const {
    WholeFile(path_ / "runs" / job.file_name(), "result").commit(nlohmann::json{{"job", job.key()}, {"result", result}}.dump(1) + "\n");
}

}  // namespace tandem::reproduce
