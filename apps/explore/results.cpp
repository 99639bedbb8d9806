#include "apps/explore/results.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "apps/common/json_of.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/folder/build_record.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t most_bytes_of_results = std::size_t{256} << 20;
constexpr int deepest_result = 16;
const std::string first_line = R"({"tandem":"results of explore","version":1})";

/// Whether all numbers are some that a search or a run may have; sums of them are numbers too.
bool is_measured(const json& value) {
    constexpr double most = 1e20;
    if (value.is_number()) return std::abs(value.get<double>()) <= most;
    return !value.is_structured() || std::all_of(value.begin(), value.end(), is_measured);
}

/// One write of the whole line, at the end of the file wherever that is by then.
void append(const std::string& file, const std::string& line) {
    const int out = open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    errno = out < 0 ? errno : 0;
    const bool whole = out >= 0 && write(out, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const std::string why = errno ? std::strerror(errno) : "the disk is full";
    if (out >= 0) close(out);
    if (!whole)
        throw UsageError("the results file '" + file + "' cannot be written (" + why +
                         "): --results FILE with another is accepted");
}

}  // namespace

KeptResults::KeptResults(std::string file, bool anew) : file_(std::move(file)) {
    if (file_.empty()) return;
    std::error_code none;
    if (const fs::file_status status = fs::status(file_, none); fs::exists(status) && !fs::is_regular_file(status))
        throw UsageError("'" + file_ + "' is no ordinary file, and results are kept in one: the name of a file is accepted");
    std::string text;
    if (fs::exists(file_, none)) try {
            text = model::bytes_of_file(file_, most_bytes_of_results);
        } catch (const model::Unreadable& why) {
            throw UsageError("the results file '" + file_ + "' cannot be read (" + why.what() +
                             "): --results FILE with another is accepted");
        }
    if (text.empty()) {
        append(file_, first_line + "\n");
        return;
    }
    if (!text.starts_with(first_line + "\n"))
        throw UsageError("'" + file_ +
                         "' has something else than results that Tandem keeps, and is left alone: a file of such results is "
                         "accepted, or a new one");
    // The last line may have been cut off, by a machine that went down: what follows it begins a line of its own.
    if (text.back() != '\n') append(file_, "\n");
    if (anew) return;
    for (std::size_t at = first_line.size() + 1; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const json line = json_of(std::string_view(text).substr(at, end - at), deepest_result);
        at = end + 1;
        if (!line.is_object() || !line.contains("key") || !line["key"].is_string() || !line.contains("result") ||
            !line["result"].is_object() || !is_measured(line["result"]))
            continue;
        lines_[line["key"].get<std::string>()] = json_text(line["result"], -1);
    }
}

std::optional<json> KeptResults::find(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto at = lines_.find(key);
    if (at == lines_.end()) return {};
    return json::parse(at->second, nullptr, false);
}

void KeptResults::add(const std::string& key, const json& result) {
    const std::lock_guard lock(mutex_);
    lines_[key] = json_text(result, -1);
    if (!file_.empty()) append(file_, json_text(json{{"key", key}, {"result", result}}, -1) + "\n");
}

std::string usual_results_file() {
    const fs::path caches = user_caches();
    if (caches.empty()) return "";
    std::error_code error;
    fs::create_directories(caches / "tandem", error);
    return error ? "" : (caches / "tandem" / "explored").string();
}

}  // namespace tandem::apps
