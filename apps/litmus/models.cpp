#include "apps/litmus/models.hpp"

#include "apps/common/usage_error.hpp"
#include "model/file_bytes.hpp"
#include "specs/axiomatic/library.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

std::string whole_text(const fs::path& path) {
    constexpr std::size_t most_bytes = 4 << 20;
    try {
        return model::bytes_of_file(path, most_bytes);
    } catch (const model::Unreadable& why) {
        throw std::runtime_error("cannot read " + path.string() + " (" + why.what() + ")");
    }
}

specs::Model load_model(const std::string& wanted) {
    const fs::path path = wanted;
    const auto load = [&](const std::string& name) {
        if (fs::exists(path.parent_path() / name)) return whole_text(path.parent_path() / name);
        if (const std::string* text = specs::library_text(name)) return *text;
        throw std::runtime_error("there is no '" + name + "' beside the model, nor in the library");
    };
    try {
        if (const std::string* text = specs::library_text(wanted)) return specs::Model(wanted, *text, load);
        if (fs::exists(path)) return specs::Model(wanted, whole_text(path), load);
    } catch (const std::runtime_error& e) {
        throw UsageError(e.what());
    }
    std::string names;
    for (const auto& model : specs::model_library()) names += (names.empty() ? "" : ", ") + model.name;
    throw UsageError("there is no model '" + wanted + "': " + names + ", or the name of a .cat file, is accepted");
}

}  // namespace tandem::apps
