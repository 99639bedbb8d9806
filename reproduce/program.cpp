// All commands: the library that the program loads when one is asked for that is not of the search.
#include "apps/command/run.hpp"
#include "apps/kernel/loaded.hpp"
#include "reproduce/reproduce.hpp"

namespace tandem::apps {

int run(int argc, const char* const* argv) {
    return run(argc, argv,
               {{"new", add_new},
                {"list", add_list},
                {"check", add_check},
                {"replay", add_replay},
                {"step", add_step},
                {"sim", add_sim},
                {"compare", add_compare},
                {"explore", add_explore},
                {"prove", add_prove},
                {"certificate", add_certificate},
                {"litmus", add_litmus},
                {"run", add_run},
                {"conform", add_conform},
                {"audit", add_audit},
                {"follow", add_follow},
                {"reproduce", reproduce::add_reproduce},
                {"export", add_export},
                {"reference", add_reference, true},
                {"complete", add_complete, true}});
}

}  // namespace tandem::apps

extern "C" int tandem_run(int argc, const char* const* argv);
int tandem_run(int argc, const char* const* argv) {
    return tandem::apps::run_with_kernel(argc, argv,
                                         [](int count, const char* const* words) { return tandem::apps::run(count, words); });
}
