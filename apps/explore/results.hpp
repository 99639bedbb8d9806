// What is known already: a file of results, a line of JSON each, with all that a result depends on as its key.
//
// Lines are appended whole, so an interrupted run loses none, and two runs may share the file. A key has the digest of what was
// compiled of the text and of the engine, so a changed text knows nothing.
#pragma once

#include <map>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace tandem::apps {

class KeptResults {
public:
    /// Reads a file, and makes it if it is not there; `anew`: what it has is not used, and what is found is added. An empty name
    /// keeps results for this run alone. Throws UsageError for a file that has something else, and for one that cannot be
    /// written.
    explicit KeptResults(std::string file, bool anew = false);

    std::optional<nlohmann::json> find(const std::string& key) const;
    void add(const std::string& key, const nlohmann::json& result);
    const std::string& file() const { return file_; }

private:
    std::string file_;
    mutable std::mutex mutex_;
    std::map<std::string, std::string> lines_;  // the results as text, by key; the last of each
};

/// Where results are kept if nobody says where: among the user's caches. Empty if there are none.
std::string usual_results_file();

}  // namespace tandem::apps
