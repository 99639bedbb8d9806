// `tandem litmus --generate`: litmus tests from cycles of relaxations, a file each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "specs/litmus/generate/generate.hpp"

namespace tandem::apps {

struct GenerateOptions {
    std::string relaxations = "Rfe,Fre,Coe,Pod**";  // names, with * for any letters, separated by commas
    std::string language = "GPU_PTX";               // or PTX, LISA or X86
    int cycle_size = 4;                             // edges at most
    std::string accesses;                           // by which instructions, with *; empty: the language's first
    std::string scopes = "cta,gl";                  // how near two threads may be, in the language's words
    std::string regions = "global";                 // where locations may be: global, shared
    std::size_t limit = 100'000;                    // tests at most
    std::string output;                             // a folder, new or empty
    std::vector<std::string> compare;               // two models: the smallest test on which they differ, and no files
    std::string json;
};

/// What is asked of the generator. Throws UsageError.
specs::GeneratorOptions generator_options(const GenerateOptions& options);

/// The whole command; returns the exit status: 3 if there are more tests than the limit. Throws UsageError.
int run_generate(const GenerateOptions& options);

}  // namespace tandem::apps
