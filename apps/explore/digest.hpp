// What a kept result depends on, as a few digits: texts, files, and what was compiled of a protocol and of the engines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/common/catalog.hpp"

namespace tandem::apps {

/// 32 hexadecimal digits of some text, and of the contents of files; of a file that is not there, its name.
std::string digest_of_text(const std::string& text);
std::string digest_of_files(const std::vector<std::filesystem::path>& files);
/// Of these parts of a protocol as they are compiled, of the engines that they run in, and of the version.
std::string digest_of(const Protocol& protocol, const std::vector<engines::Part>& parts);

}  // namespace tandem::apps
