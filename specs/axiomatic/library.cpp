#include "specs/axiomatic/library.hpp"

#include <stdexcept>

namespace tandem::specs {

Model library_model(const std::string& name) {
    const auto text = [](const std::string& wanted) -> std::string {
        for (const LibraryModel& model : model_library())
            if (model.name == wanted || model.name + ".cat" == wanted) return model.text;
        throw std::runtime_error("there is no '" + wanted + "' in the library");
    };
    return Model(name, text(name), text);
}

}  // namespace tandem::specs
