// Consistency models by name, from the library or from files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "specs/axiomatic/model.hpp"

namespace tandem::apps {

/// Throws std::runtime_error.
std::string whole_text(const std::filesystem::path& path);

/// A model of the library, or of a file. What it includes is looked for beside it, then in these folders, and then in the
/// library. Throws UsageError.
specs::Model load_model(const std::string& wanted, const std::vector<std::string>& folders = {});

}  // namespace tandem::apps
