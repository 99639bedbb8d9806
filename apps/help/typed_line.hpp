// A command line that is still being typed, as a shell reads it.
#pragma once

#include <string>
#include <vector>

namespace tandem::apps {

struct TypedLine {
    std::vector<std::string> words;  // the program's name first; without quotes
    std::string last;                // the word that is being typed; may be empty
    std::size_t kept = 0;            // so much of `last` the shell leaves as it is, and replaces the rest
    bool redirected = false;         // `last` is a file that input or output goes to
};

/// The last command of `line`, in which quotes and \ are a shell's. At an unquoted one of `breaks` the shell begins to replace,
/// and after a quote that is open.
TypedLine typed_line(const std::string& line, const std::string& breaks);

}  // namespace tandem::apps
