// A program that runs beside this one, with all that it says in a file.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tandem::apps {

/// Runs a program, whose output is added to the file `log`, in this environment with these changes; returns its status, 1 if a
/// signal has ended it. It ends when this program does, or as soon as `give_up` says so, which is asked many times a second.
/// Throws std::system_error if no process can be had.
int run_quietly(const std::vector<std::string>& words, const std::filesystem::path& log,
                const std::map<std::string, std::string>& environment = {}, const std::function<bool()>& give_up = {});

}  // namespace tandem::apps
