#include "engines/registry.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "engines/modules.hpp"
#include "engines/seeded_bug.hpp"

namespace tandem::engines {

namespace fs = std::filesystem;

namespace {

/// Those that have been loaded. A module is never unloaded.
struct Loaded {
    std::recursive_mutex mutex;
    std::map<fs::path, Protocol> protocols;  // by folder and name
};
Loaded& all_loaded() {
    static Loaded loaded;
    return loaded;
}

fs::path object_of(const fs::path& folder, const std::string& name, Part part) {
    return folder / (name + "-" + part_names[static_cast<std::size_t>(part)] + ".so");
}

bool has(const Engines& engines, Part part) {
    switch (part) {
        case Part::check: return true;
        case Part::programs: return engines.play;
        case Part::simulation: return engines.simulate;
        case Part::proof: return engines.problem;
        case Part::exports: return engines.write;
    }
    return false;
}

const Protocol& loaded_from(const fs::path& folder, const std::string& name) {
    Loaded& loaded = all_loaded();
    const std::lock_guard lock(loaded.mutex);
    const auto [entry, added] = loaded.protocols.try_emplace(folder / name);
    if (!added) return entry->second;
    try {
        const auto bind =
            reinterpret_cast<void (*)(Protocol&)>(function_in(object_of(folder, name, Part::check), "tandem_bind_check"));
        entry->second.folder = folder;
        read_seeded_bugs(name, folder);
        bind(entry->second);
    } catch (...) {
        loaded.protocols.erase(entry);
        throw;
    }
    return entry->second;
}

/// Each name once, with the first folder that has it.
std::vector<std::pair<std::string, fs::path>> known() {
    std::vector<std::pair<std::string, fs::path>> all;
    for (const fs::path& folder : module_folders())
        for (const std::string& name : modules_in(folder))
            if (std::none_of(all.begin(), all.end(), [&](const auto& other) { return other.first == name; }))
                all.emplace_back(name, folder);
    return all;
}

}  // namespace

std::vector<std::string> protocol_names() {
    std::vector<std::string> names;
    for (const auto& [name, folder] : known()) names.push_back(name);
    return names;
}

std::vector<std::reference_wrapper<const Protocol>> protocols() {
    std::vector<std::reference_wrapper<const Protocol>> all;
    for (const auto& [name, folder] : known()) all.emplace_back(loaded_from(folder, name));
    return all;
}

const Protocol& protocol(const std::string& name) {
    for (const auto& [known_name, folder] : known())
        if (known_name == name) return loaded_from(folder, name);
    const std::vector<std::string> names = protocol_names();
    const std::string near = model::nearest(name, names);
    throw model::UsageError("there is no protocol '" + name + "'" + (near.empty() ? "" : ", did you mean " + near + "?") + ": " +
                            model::join(names, ", ") +
                            " are accepted, and a folder with a CMakeLists.txt that declares one, as `tandem new` writes it");
}

const Engines& Protocol::loaded(Part part) const {
    const std::lock_guard lock(all_loaded().mutex);
    if (has(engines, part)) return engines;
    const std::string word = part_names[static_cast<std::size_t>(part)];
    std::error_code error;
    const fs::path object = object_of(folder, name, part);
    if (folder.empty() || !fs::exists(object, error))
        throw NotBuilt("the part `" + word + "` of " + name + " has not been built (" + object.string() + ")");
    reinterpret_cast<void (*)(Engines&)>(function_in(object, ("tandem_bind_" + word).c_str()))(engines);
    return engines;
}

}  // namespace tandem::engines
