// The folder in which results are kept: one file for each simulation that is finished, written whole, so that an interruption loses none.
//
// A file `program.json` says which program computed them. Results of another are neither used nor overwritten.
#pragma once

#include <filesystem>

#include "reproduce/job.hpp"

namespace tandem::reproduce {

class ResultFolder {
public:
    /// Makes the folder if it is not there. Throws UsageError if it holds something else than this program's results.
    explicit ResultFolder(const std::string& path);

    /// Whether the job is finished; then its result. Throws UsageError if its file is not what was written.
    bool find(const Job& job, nlohmann::json& result) const;
    /// May be called by several threads, for different jobs.
    void keep(const Job& job, const nlohmann::json& result) const;
    /// Where a page or a picture goes.
    std::filesystem::path file(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace tandem::reproduce
