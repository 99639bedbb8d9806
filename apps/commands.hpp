// The command line.
#pragma once

namespace tandem::apps {

/// Runs the program; returns its exit status.
int run(int argc, const char* const* argv);

}  // namespace tandem::apps
