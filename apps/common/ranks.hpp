// The processes that a launcher such as mpirun has started together, of which this one is a rank. MPI is in a library of its own,
// lib/tandem/tandem-mpi.so beside the program's folder, which is loaded only where there are several.
#pragma once

#include <memory>
#include <string>

#include "checker/ranks/ranks.hpp"

namespace tandem::apps {

/// How many processes the launcher says that there are; 1 if there is none, or it says nothing.
int launched_processes();
/// Whether this one is to speak for all.
bool speaks_for_all();

/// All ranks say what they were asked, and must have been asked the same: they come to the same places only then. Throws
/// UsageError.
void require_same_command(checker::Ranks& ranks, const std::string& asked);

/// Throws UsageError for a command whose work several processes do not divide.
void require_divided(const std::string& command);

/// Lives as long as a command, or as the program if a folder is built before.
class LaunchedRanks {
public:
    LaunchedRanks();
    ~LaunchedRanks();
    LaunchedRanks(const LaunchedRanks&) = delete;
    LaunchedRanks& operator=(const LaunchedRanks&) = delete;

    /// Meets the other processes, if there are any and it has not. Throws UsageError if this program has no MPI.
    void meet();
    /// How all end, of which this one ends so.
    checker::Ranks::End leave(const checker::Ranks::End& mine);

    /// Those of this process; null if it is alone.
    static checker::Ranks* ranks();

private:
    std::unique_ptr<checker::Transport> transport_;
    std::unique_ptr<checker::Ranks> ranks_;
};

}  // namespace tandem::apps
