// What this user has had built of folders. A folder may be a stranger's, and so may the objects in its `build`: whoever only
// knows a folder, as completion does, loads nothing of it that the record does not have. The record lies among the user's caches,
// and never in the folder.
#pragma once

#include <filesystem>

namespace tandem::apps {

/// Where the user's caches are (XDG_CACHE_HOME, or .cache of the home); empty if nowhere.
std::filesystem::path user_caches();

/// Records that this user asked for this object. Where no record can be kept nothing happens: completion then offers less.
void record_build(const std::filesystem::path& object);

/// Whether this very file, unchanged, is one that this user asked for.
bool is_recorded_build(const std::filesystem::path& object);

}  // namespace tandem::apps
