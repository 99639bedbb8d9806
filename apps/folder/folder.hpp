// `tandem check path/to/folder`: a protocol in a folder of its own. The parts of its module that the command loads are built when
// the folder has changed, into FOLDER/build/modules (or where caches are, if the disk is read-only), and the module's name takes
// the folder's place in the command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/common/ranks.hpp"

namespace tandem::apps {

/// Builds the folder that the words name where a protocol is expected, if they do. Returns the exit status if it could not be
/// built, and the user was told why. Of several processes the first builds it, and then the others, which find it built where
/// they have the same files. A protocol of this program goes before a folder of its name (`./NAME` is the folder). Two
/// calls at once build one after the other. With `check --sanitize` it also searches what sanitizers watch, and returns the
/// status if that finds something or does not end. Throws UsageError for a file, a folder without a protocol, and one that
/// cannot be written to.
std::optional<int> build_folders(std::vector<std::string>& words, LaunchedRanks& ranks);

/// Where a folder is built: in its own `build`, or, if it cannot be written to, in a folder of the user's caches (XDG_CACHE_HOME,
/// or .cache of the home).
std::filesystem::path build_place(const std::filesystem::path& folder);

/// A protocol's folder that has been built, and whose module goes before all others.
struct BuiltFolder {
    std::string name;  // that its CMakeLists.txt gives
    int status = 0;    // not 0: it could not be built, and the user was told why
};
/// Builds what the command needs of a folder; a thorough check also needs the simulator's part, and a sanitized one what
/// sanitizers watch (sanitized.hpp). Throws UsageError as above.
BuiltFolder build_protocol(const std::filesystem::path& folder, const std::string& command, bool thorough = false,
                           bool sanitized = false);
/// The folder that the command line named, if it named one.
std::optional<std::filesystem::path> folder_of_protocol();

/// Builds the kernel in a folder, as FOLDER/build/NAME.so; returns the exit status, or 0. Throws UsageError as above.
int build_kernel(const std::string& folder);

}  // namespace tandem::apps
