// What a compiler, or CMake, says of a protocol's folder, shortened to what its author can mend.
//
// First come the rules of protocol texts (model/text_rules.hpp), each with the node or member that it speaks of; then errors in
// the author's own files; then errors elsewhere that a line of the author's has led to, told of that line. Each is said once,
// however often a template repeats it.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace tandem::apps {

/// `log` is what Clang, GCC or CMake has written; `folder` an absolute path without a slash at its end, below which the author's
/// files are, but for `build`. Returns lines, at most eight, each with a newline; empty if there is no error.
std::string compile_errors(std::istream& log, const std::string& folder);

/// What it warns of in the author's own files, a line each, once a place.
std::vector<std::string> compile_warnings(std::istream& log, const std::string& folder);

}  // namespace tandem::apps
