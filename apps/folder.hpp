// `tandem check path/to/folder`: a protocol in a folder of its own. The folder is built when it has changed, into FOLDER/build, and the program that comes of it runs the
// command.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tandem::apps {

/// If a word of the command line is a folder with a CMakeLists.txt where a protocol is expected, builds it and runs its program in place of this one; returns only if
/// no word is, or with the exit status if it could not be built.
std::optional<int> run_folder(const std::vector<std::string>& words);

}  // namespace tandem::apps
