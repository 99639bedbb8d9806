// `tandem litmus`: which final states of litmus tests a consistency model allows, or a protocol shows.
#pragma once

#include <string>
#include <vector>

#include "apps/common/catalog.hpp"

namespace tandem::apps {

struct LitmusOptions {
    std::vector<std::string> tests;  // files, or folders of *.litmus
    std::string model;               // a name of the library, or a .cat file; sc by default, unless there is a protocol
    std::vector<std::string> include;  // folders that have what the model includes, behind its own
    std::string protocol;            // run the tests on it; with a model as well, what it shows must be allowed
    Selection selection;             // of the protocol
    bool traces = false;             // a shortest run of the protocol to each final state
    std::string trace, html;         // the same as files too: as its ending says, and as a page; of one test
    bool writes_runs() const { return !trace.empty() || !html.empty(); }
    std::string memory;  // of all that is decided at a time, or of a test's search on a protocol; "" for the default
    int threads = 0;
    int turns = 2;
    std::string engine = "enumeration";  // or "smt": Z3, without numbers of witnesses
    bool explain = false;                // for each forbidden state, which check fails and on which cycle
    bool summary = false;                // count what whole collections hold, folders within folders too (summary.hpp)
    std::string expected;                // of the summary: a list of verdicts, if not those that lie in the folders
    double seconds = 10;                 // of the summary: for each test
    std::string json, dot, svg;

    bool explained() const { return explain || !dot.empty() || !svg.empty(); }
};

/// The whole command; returns the exit status: 1 if a test's ~exists or forall does not hold, the protocol shows what the model
/// forbids, or it has a run after which the program never ends; 2 if a test cannot be read, 3 if it has no final state or a
/// search has run out of memory or was interrupted. Throws UsageError.
int run_litmus(const LitmusOptions& options);

}  // namespace tandem::apps
