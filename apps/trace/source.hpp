// The text of a handler, for who reads a trace.
#pragma once

#include <string>
#include <vector>

namespace tandem::apps {

/// How many lines before the one in question are shown, and how many after it.
inline constexpr int source_lines_before = 6, source_lines_after = 2;

/// A path as people know the file: "protocols/gtsc/l1.hpp" of one in the tree or installed, else its folder and its name.
std::string shown_path(const std::string& file);
/// The line and those around it, from line max(1, line - source_lines_before) on; empty if the file cannot be read, or is
/// shorter.
std::vector<std::string> lines_around(const std::string& file, int line);

}  // namespace tandem::apps
