#include "apps/check/command_of.hpp"

#include <cstdlib>

#include "apps/common/shell_word.hpp"
#include "apps/folder/folder.hpp"

namespace tandem::apps {

std::string called(const std::string& protocol) {
    const char* const folder = folder_of_protocol() ? std::getenv("TANDEM_FOLDER") : nullptr;
    return folder ? shell_word(folder) : protocol;
}

std::string command_of(const CheckOptions& options) {
    std::string words = "tandem check " + called(options.protocol);
    const auto add = [&](const char* name, const std::string& value) { words += std::string(" ") + name + " " + value; };
    if (!options.selection.variant.empty()) add("--variant", options.selection.variant);
    if (!options.selection.shape.empty()) add("--shape", options.selection.shape);
    if (options.selection.lemmas) words += " --lemmas";
    for (const std::string& property : options.properties) add("--property", shell_word(property));
    if (!options.fairness.empty()) add("--fairness", shell_word(options.fairness));
    if (options.walks > 0) {
        add("--walks", std::to_string(options.walks));
        if (options.first_walk > 0) add("--first-walk", std::to_string(options.first_walk));
        if (options.depth != CheckOptions{}.depth) add("--depth", std::to_string(options.depth));
        if (options.seed != CheckOptions{}.seed) add("--seed", std::to_string(options.seed));
    }
    return words;
}

}  // namespace tandem::apps
