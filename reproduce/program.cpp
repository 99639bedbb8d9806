// All commands: the library that the program loads when one is asked for that is not of the search.
#include "apps/command/run.hpp"
#include "apps/kernel/loaded.hpp"
#include "reproduce/reproduce.hpp"

namespace tandem::apps {

int run(int argc, const char* const* argv) {
    return run(argc, argv,
               {add_new, add_list, add_check, add_replay, add_step, add_sim, add_compare, add_explore, add_prove,
                add_certificate, add_litmus, add_conform, add_audit, add_follow, add_run, reproduce::add_reproduce, add_export,
                add_reference, add_complete});
}

}  // namespace tandem::apps

extern "C" int tandem_run(int argc, const char* const* argv);
int tandem_run(int argc, const char* const* argv) {
    return tandem::apps::run_with_kernel(argc, argv,
                                         [](int count, const char* const* words) { return tandem::apps::run(count, words); });
}
