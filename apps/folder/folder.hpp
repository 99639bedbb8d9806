// `tandem check path/to/folder`: a protocol in a folder of its own. The folder is built when it has changed, into FOLDER/build, and the program that comes of it runs the
// command.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tandem::apps {

/// Builds the kernel of `sim --workload FOLDER` and of `compare`, if the command line names one (apps/kernel/loaded.hpp loads it).
/// If a word of the command line is a folder where a protocol is expected, builds it and runs its program in place of this one; returns only if no word is, or with the exit
/// status if it could not be built. A protocol of this program goes before a folder of its name (`./NAME` is the folder). Two calls at once build one after the other.
/// Throws UsageError for a file, a folder without a protocol, and one that cannot be written to.
std::optional<int> run_folder(std::vector<std::string> words);

}  // namespace tandem::apps
