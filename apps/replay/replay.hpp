// `tandem replay TRACE`: a written trace against today's text. A trace of a bug is so a test that the bug does not come back.
#pragma once

#include <string>

namespace tandem::apps {

struct ReplayOptions {
    std::string trace;               // a file that `check --trace FILE.json` wrote
    std::string other;               // another: then the two are compared, and nothing is followed
    std::string protocol, variant;   // instead of the file's, where they are not empty
    std::string json;                // file; may be "-"
    std::string html;                // file: a page of both runs
};

/// The whole command; returns the exit status: 1 where a trace still shows its violation, 3 where it is not known whether it
/// does, else 0; of two files 0. Throws UsageError.
int run_replay(const ReplayOptions& options);

}  // namespace tandem::apps
