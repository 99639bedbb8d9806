// The folder that keeps results: one file for each finished simulation, written whole, so that an interruption loses none.
//
// A file `program.json` says which program computed them. Results of another program are neither used nor overwritten.
//
// Several processes, on one machine or on several that share the folder, may work on it: each claims a job before it computes it.
// A claim is a lock on a file, which ends with the process that holds it. Without locks in the file system every process computes
// what it needs.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "reproduce/job.hpp"

namespace tandem::reproduce {

class ResultFolder {
public:
    /// Nobody else computes a job while its claim lasts.
    class Claim {
    public:
        Claim(Claim&& other) noexcept : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)) {}
        ~Claim();

    private:
        friend ResultFolder;
        Claim(int file, std::filesystem::path path) : file_(file), path_(std::move(path)) {}
        int file_;  // -1: moved from
        std::filesystem::path path_;
    };

    /// Makes the folder if it does not exist. Throws UsageError if it holds something other than this program's results.
    explicit ResultFolder(const std::string& path);

    /// Whether the job is finished; if so, its result. Throws UsageError if its file is not what was written.
    bool find(const Job& job, nlohmann::json& result) const;
    /// A claim to the job, or nothing while another process has it. The holder must check whether the job is finished by now.
    /// Throws UsageError if there is no place for its file.
    std::optional<Claim> claim(const Job& job) const;
    /// May be called by several threads, for different jobs.
    void keep(const Job& job, const nlohmann::json& result) const;
    /// Where a page or a picture goes.
    std::filesystem::path file(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace tandem::reproduce
