// `tandem check FOLDER --sanitize`: before the search of a protocol in a folder, the same search of the same text as sanitizers
// watch it (cmake/sanitized.cmake). C++ leaves undefined what an unset value decides, or what lies where a variable ended; a text
// that does so may hold by luck, and the verdict would be about the luck.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::apps {

/// The words of a `check` without what only its report needs, for a search that is judged by whether it ends: without --sanitize,
/// without files to write and without random walks, unless they are asked for.
std::vector<std::string> words_of_sanitized(const std::vector<std::string>& words);

/// What the log of such a search says of the text, in lines for its author: nothing if nothing was found.
/// `folder`: the author's, an absolute path.
std::string found_by_sanitizer(const std::string& log, const std::filesystem::path& folder);

/// "4970 states up to symmetry, 9833 in all, 22410 transitions" of a report; empty if there is none.
std::string counted_in(const std::string& log);

/// Searches with each kind that has been built below `build`. `words` are those of the `check`, with the protocol's name.
/// Says on standard error what is found, or that nothing is. Returns the status: `status_holds` if nothing is found,
/// `status_refuted` if the text is wrong, else why a search has not ended.
int search_sanitized(const std::vector<std::string>& words, const std::filesystem::path& folder,
                     const std::filesystem::path& build);

}  // namespace tandem::apps
