// `tandem run`: litmus tests on real processors. How often does which final state occur, and is it beyond a model?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/common/progress.hpp"

namespace tandem::apps {

struct RunOptions {
    std::vector<std::string> tests;        // files, or folders of *.litmus
    std::string on = "cpu";                // or "cuda"
    std::string model;                     // what it forbids is beyond it; empty: nothing is
    std::uint64_t iterations = 1'000'000;  // of each test
    std::string incantation = "all";       // words, "none", or "search" for every combination
    std::uint64_t seed = 1;
    bool share = false;   // threads may take turns on a processor
    double seconds = 60;  // for a slice of the iterations
    bool compile_only = false;
    std::string keep;     // a folder that the sources and programs stay in
    std::string results;  // a file of what has been run: it goes on from there
    std::string json;
    ProgressStyle progress = ProgressStyle::on_terminal;
};

/// The whole command; returns the exit status: 1 if a state is beyond the model, 2 if a test cannot be read or run, 3 if it was
/// interrupted, a program did not end, or a state is perhaps beyond it. Throws UsageError.
int run_on_processors(const RunOptions& options);

}  // namespace tandem::apps
