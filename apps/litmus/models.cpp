#include "apps/litmus/models.hpp"

#include <optional>

#include "apps/common/usage_error.hpp"
#include "model/file_bytes.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/vocabulary.hpp"

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

namespace {

/// Where a file that is included lies. A model may be a stranger's, and what is wrong in a file is quoted: so only files of its
/// own folder are looked at, and of those that the user names. Throws std::runtime_error.
std::optional<fs::path> place_of(const std::string& name, const fs::path& model, const std::vector<std::string>& folders) {
    std::vector<fs::path> all{model.has_parent_path() ? model.parent_path() : fs::path(".")};
    all.insert(all.end(), folders.begin(), folders.end());
    for (const fs::path& place : all) {
        std::error_code error;
        const fs::path folder = fs::weakly_canonical(place, error), included = fs::weakly_canonical(folder / name, error);
        const fs::path within = included.lexically_relative(folder);
        if (error || within.empty() || *within.begin() == "..")
            throw std::runtime_error("'" + name +
                                     "' is not in the model's folder: a file there, or one of the library, is accepted");
        if (fs::exists(included, error)) return included;
    }
    return std::nullopt;
}

}  // namespace

specs::Model load_model(const std::string& wanted, const std::vector<std::string>& folders) {
    const fs::path path = wanted;
    const auto load = [&](const std::string& name) {
        const std::optional<fs::path> included = place_of(name, path, folders);
        if (const char* text = specs::replacing_file(name)) return std::string(text);
        if (included) return whole_text(*included);
        if (const std::string* text = specs::library_text(name)) return *text;
        if (const char* text = specs::standard_file(name)) return std::string(text);
        throw std::runtime_error("there is no '" + name + "' beside the model, nor in the library");
    };
    for (const std::string& folder : folders)
        if (std::error_code error; !fs::is_directory(folder, error))
            throw UsageError("--include '" + folder + "' is no folder: one that has .cat files is accepted");
    try {
        if (const std::string* text = specs::library_text(wanted)) return specs::Model(wanted, *text, load);
        if (std::error_code error; fs::exists(path, error)) return specs::Model(wanted, whole_text(path), load);
    } catch (const std::runtime_error& e) {
        throw UsageError(e.what());
    }
    std::string names;
    for (const auto& model : specs::model_library()) names += (names.empty() ? "" : ", ") + model.name;
    throw UsageError("there is no model '" + wanted + "': " + names + ", or the name of a .cat file, is accepted");
}

}  // namespace tandem::apps
