// The program. It has the commands of the search; all others are a library, so that the first result is there before they are
// built.
#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <iostream>

#include "apps/command/run.hpp"
#include "apps/common/library_of_commands.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/folder/folder.hpp"
#include "engines/modules.hpp"
#include "model/shown_text.hpp"

namespace {

using namespace tandem::apps;

constexpr std::array<const char*, 3> of_the_search{"check", "replay", "step"};

int run_program(const std::vector<std::string>& words, const char* program) {
    std::vector<const char*> arguments{program};
    for (const std::string& word : words) arguments.push_back(word.c_str());
    const int count = static_cast<int>(arguments.size());
    const std::string command = words.empty() ? "" : words[0];
    const auto library = library_of_commands();
    const bool searches = std::find(of_the_search.begin(), of_the_search.end(), command) != of_the_search.end();
    if (searches || (command == "complete" && !std::filesystem::exists(library)))
        return run(count, arguments.data(),
                   {{"check", add_check}, {"replay", add_replay}, {"step", add_step}, {"complete", add_complete, true}});
    const auto all = reinterpret_cast<int (*)(int, const char* const*)>(tandem::engines::function_in(library, "tandem_run"));
    return all(count, arguments.data());
}

}  // namespace

int main(int argc, char** argv) {
    LaunchedRanks ranks;
    std::string failure;
    try {
        heed_interrupts();
        std::vector<std::string> words{argv + 1, argv + argc};
        const auto status = build_folders(words, ranks);
        return status ? ranks.leave({*status, ""}).status : run_program(words, argv[0]);
    } catch (const std::filesystem::filesystem_error& error) {
        failure = "'" + tandem::model::cleaned_line(error.path1().string()) + "' cannot be used: " + error.code().message();
    } catch (const std::exception& error) {
        failure = tandem::model::cleaned_line(error.what());
    }
    const auto end = ranks.leave({status_unusable, failure});
    if (speaks_for_all()) std::cerr << "tandem: " << end.failure << "\n";
    return end.status;
}
