// The words of a language.
#pragma once

#include <algorithm>
#include <string>

namespace tandem::specs {

/// Whether the name is one of these.
template <class Names>
bool among(const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace tandem::specs
