// Modules of protocols on this machine. A folder of modules holds NAME-PART.so for each part that has been built, and the file
// `list` with the names in the order of their declaration. Nothing that lies there is run before a protocol of that name is asked
// for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::engines {

/// The folders that are looked at, the first that has a name goes before the others: those that were added, those of
/// TANDEM_MODULES (separated by colons), and the program's own, lib/tandem/protocols beside bin/.
std::vector<std::filesystem::path> module_folders();
/// Looks at this folder before all others.
void add_module_folder(const std::filesystem::path& folder);

/// Whether CMake and C++ accept this name. Nothing else in a list or in a record of a build leads to a file.
bool is_name(const std::string& word);

/// The names in a folder's list whose part `check` has been built.
std::vector<std::string> modules_in(const std::filesystem::path& folder);

/// What modules are compiled with: the version, and a fingerprint of all headers and of the compiler. A module of another is
/// refused.
std::string module_version();

/// A function of a shared object that this program can load; throws UsageError for one of another version, and for what the
/// loader says.
void* function_in(const std::filesystem::path& object, const char* function);

}  // namespace tandem::engines
