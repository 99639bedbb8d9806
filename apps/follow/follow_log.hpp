// `tandem follow`: is a log of messages and events a run of the protocol?
#pragma once

#include <string>

#include "engines/selection.hpp"

namespace tandem::apps {

struct FollowOptions {
    std::string protocol, log, json, memory;
    std::string trace, html;       // files for a part of the run
    std::string lines;             // which: "100-140", lines of the file; the last ones if empty
    engines::Selection selection;  // instead of what the log's first line says
    double seconds = 0;            // 0: as long as it takes
    int silent = 1000;             // silent steps between two lines, at most
};

/// The whole command; returns the exit status.
int run_follow(const FollowOptions& options);

}  // namespace tandem::apps
