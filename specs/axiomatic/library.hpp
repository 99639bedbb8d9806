// The consistency models that come with the program: the texts of axiomatic/models/*.cat.
#pragma once

#include <string>
#include <vector>

namespace tandem::specs {

struct LibraryModel {
    std::string name;  // of the file, without .cat
    std::string text;
};

/// By name.
const std::vector<LibraryModel>& model_library();

}  // namespace tandem::specs
