// The commands of the program: each adds itself with its options, and is run where the user names it. A program may have some of
// them only, and is then built without what the others need.
#pragma once

#include <functional>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::apps {

/// Adds a command to the command line; what it returns runs the command, and returns its exit status.
using AddCommand = std::function<int()> (*)(CLI::App& app);
struct Command {
    const char* name;
    AddCommand add;
    bool knows_all = false;  // needs the options of the others
};

std::function<int()> add_new(CLI::App& app);
std::function<int()> add_list(CLI::App& app);
std::function<int()> add_check(CLI::App& app);
std::function<int()> add_replay(CLI::App& app);
std::function<int()> add_step(CLI::App& app);
std::function<int()> add_sim(CLI::App& app);
std::function<int()> add_compare(CLI::App& app);
std::function<int()> add_explore(CLI::App& app);
std::function<int()> add_prove(CLI::App& app);
std::function<int()> add_certificate(CLI::App& app);
std::function<int()> add_litmus(CLI::App& app);
std::function<int()> add_conform(CLI::App& app);
std::function<int()> add_audit(CLI::App& app);
std::function<int()> add_follow(CLI::App& app);
std::function<int()> add_run(CLI::App& app);
std::function<int()> add_export(CLI::App& app);
std::function<int()> add_reference(CLI::App& app);
std::function<int()> add_complete(CLI::App& app);

}  // namespace tandem::apps
