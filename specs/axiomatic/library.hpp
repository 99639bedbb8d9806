// The consistency models that come with the program: the texts of axiomatic/models/*.cat.
#pragma once

#include <string>
#include <vector>

#include "specs/axiomatic/model.hpp"

namespace tandem::specs {

struct LibraryModel {
    std::string name;  // of the file, without .cat
    std::string text;
};

/// By name.
const std::vector<LibraryModel>& model_library();

/// The text of a model, by its name or its file's name, or null.
const std::string* library_text(const std::string& name);

/// A model of the library, by its name; its includes are from the library too. Throws std::runtime_error if there is no such
/// model.
Model library_model(const std::string& name);

}  // namespace tandem::specs
