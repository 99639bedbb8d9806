// `tandem reproduce`: a paper's figures from our own simulations, with its values beside ours.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "apps/common/progress.hpp"

namespace CLI {
class App;
}

namespace tandem::reproduce {

struct ReproduceOptions {
    std::vector<std::string> figures;
    bool all = false;         // every figure, and one page with all of them
    std::string benchmarks;   // the paper's names with commas; empty: all
    int size = 0;             // of the workloads; 0: each its own
    std::uint64_t seed = 1;
    bool sensitivity = false; // each claim with other seeds, without its largest contributor, and with what the paper leaves open
    int seeds = 5;            // of data, for that: from `seed` on
    bool parts = false;       // each claim with each part of the machine switched off
    std::string machine;      // a machine file that replaces each paper's, or that says what differs from it
    std::string energy;       // an energy table
    std::string sweep;        // "lease=2..64", or nothing
    std::string results = "reproduction";  // the folder that keeps results
    int threads = 0;          // 0: as many as there are processors
    apps::ProgressStyle progress = apps::ProgressStyle::off;
    std::string json;
};

/// The whole command; returns the exit status.
int run_reproduce(const ReproduceOptions& options);

/// Adds it to the command line (apps/command/commands.hpp).
std::function<int()> add_reproduce(CLI::App& app);

}  // namespace tandem::reproduce
