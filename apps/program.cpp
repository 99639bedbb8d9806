// The program with all commands.
#include "apps/commands.hpp"
#include "reproduce/reproduce.hpp"

namespace tandem::apps {

int run(int argc, const char* const* argv) {
    return run(argc, argv, {add_new, add_list, add_check, add_replay, add_step, add_sim, add_compare, add_prove, add_litmus, add_conform, reproduce::add_reproduce, add_export, add_reference, add_complete});
}

}  // namespace tandem::apps
