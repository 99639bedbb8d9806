#include "specs/axiomatic/library.hpp"

#include <stdexcept>

namespace tandem::specs {

const std::string* library_text(const std::string& name) {
    for (const LibraryModel& model : model_library())
        if (model.name == name || model.name + ".cat" == name) return &model.text;
    return nullptr;
}

Model library_model(const std::string& name) {
    const auto text = [](const std::string& wanted) -> std::string {
        if (const std::string* found = library_text(wanted)) return *found;
        throw std::runtime_error("there is no '" + wanted + "' in the library");
    };
    return Model(name, text(name), text);
}

}  // namespace tandem::specs
