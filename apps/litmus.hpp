// `tandem litmus`: which final states of litmus tests a consistency model allows.
#pragma once

#include <string>
#include <vector>

namespace tandem::apps {

struct LitmusOptions {
    std::vector<std::string> tests;  // files, or folders of *.litmus
    std::string model = "sc";        // a name of the library, or a .cat file
    int threads = 0;
    int turns = 2;
    std::string engine = "enumeration";  // or "smt": Z3, without numbers of witnesses
    bool explain = false;            // for each forbidden state, which check fails and on which cycle
    std::string json, dot, svg;

    bool explained() const { return explain || !dot.empty() || !svg.empty(); }
};

/// The whole command; returns the exit status: 1 if a test's ~exists or forall does not hold, 2 if a test cannot be read. Throws UsageError.
int run_litmus(const LitmusOptions& options);

}  // namespace tandem::apps
