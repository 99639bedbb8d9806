// Names in a protocol's folder that are nearly what an engine reads. An engine does without what a text does not have, so
// `compleet` would silently mean nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::apps {

struct Misspelt {
    std::string file;  // of the folder
    int line = 0;
    std::string name, hook;
};

/// Declarations in the folder's headers whose name nothing else there uses, no header below `library` has, and which are nearly
/// one of engines::hooks: one letter or two are other. Comments, strings and what lies in subfolders do not count.
std::vector<Misspelt> misspelt_hooks(const std::filesystem::path& folder, const std::filesystem::path& library);

}  // namespace tandem::apps
