// The command line.
#pragma once

#include "apps/command/commands.hpp"

namespace tandem::apps {

/// Runs a program of these commands; returns its exit status.
int run(int argc, const char* const* argv, const std::vector<Command>& commands);
/// A program of all commands (reproduce/program.cpp).
int run(int argc, const char* const* argv);

}  // namespace tandem::apps
