// Where the library of the commands that are not of the search is: beside the program, if it has been built.
#pragma once

#include <filesystem>

namespace tandem::apps {

inline std::filesystem::path library_of_commands() {
    std::error_code error;
    const auto here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    return here / ".." / "lib" / "tandem" / "program" / "commands.so";
}

}  // namespace tandem::apps
