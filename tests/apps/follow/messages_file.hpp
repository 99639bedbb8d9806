// A log of messages in a file: what a small machine writes, and what `tandem follow` says of it.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

/// A log of messages in a file, as its first line and the others.
class MessagesFile {
public:
    explicit MessagesFile(std::string machine = "[sms]\ncount = 2\nwarps = 2\nthread_blocks = 2\n[l2]\npartitions = 1\n")
        : path_(folder_.path() / "run.jsonl"), machine_(folder_.path() / "small.toml") {
        std::ofstream(machine_) << machine;
    }

    Run simulated(const char* protocol, const char* variant, std::vector<const char*> more = {"--operations", "20"},
                  const char* warps = "4") const {
        std::vector<const char*> words{"sim", protocol, "--workload", "random", "--addresses", "4", "--warps", warps};
        for (const char* word : {"--machine", machine_.c_str(), "--messages", path_.c_str()}) words.push_back(word);
        if (*variant != 0) words.push_back("--variant"), words.push_back(variant);
        words.insert(words.end(), more.begin(), more.end());
        return tandem(words);
    }
    Run followed(const char* protocol, std::vector<const char*> more = {}) const {
        std::vector<const char*> words{"follow", protocol, path_.c_str()};
        words.insert(words.end(), more.begin(), more.end());
        return tandem(words);
    }

    std::vector<std::string> lines() const {
        std::ifstream in(path_);
        std::vector<std::string> all;
        for (std::string line; std::getline(in, line);) all.push_back(line);
        return all;
    }
    void write(const std::vector<std::string>& lines) const {
        std::ofstream out(path_, std::ios::binary);
        for (const std::string& line : lines) out << line << "\n";
    }
    void write_bytes(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
    const std::string& path() const { return path_; }

private:
    TemporaryFolder folder_;
    std::string path_, machine_;
};

inline const char* const with_clock =
    "[sms]\ncount = 2\nwarps = 2\nthread_blocks = 2\n[l2]\npartitions = 1\n[timestamps]\nbits = 12\n";

inline const char* const as_on_chip =
    "base = \"soc\"\n[sms]\ncount = 2\nwarps = 2\nthread_blocks = 2\nschedulers = 2\n[cpus]\ncount = 0\n";

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace tandem::tests
