// `tandem conform`: whether a protocol shows only what a consistency model allows, for every program up to a size.
#pragma once

#include <optional>
#include <vector>

#include "apps/common/catalog.hpp"
#include "apps/common/progress.hpp"
#include "specs/operational/all_programs.hpp"

namespace tandem::apps {

struct ConformOptions {
    std::string protocol;
    Selection selection;
    std::string model;        // empty: SC, or where accesses have scopes, SC of programs without heterogeneous races
    std::vector<int> cpu_cores = {};  // whose threads are held to total store order (total_store_order.hpp)
    int lanes = 1;            // of a wavefront, at most; a thread of a CPU has one
    int program_threads = 2;  // of a program, at most
    int operations = 0;       // of a thread, at most; 0: as many as `specs::usual_operations` says
    // of a program, at most; fences are used if the protocol has them, and exchanges as the next says
    int locations = 2;
    bool between = false;  // what orders accesses stands between them, and is no operation (specs::ProgramSpace)
    // in threads as short as `specs::usual_atomics` says, in all threads, in none
    enum class Exchanges { usual, all, none } exchanges = Exchanges::usual;
    int threads = 0;            // of the search; 0: as many as there are processors
    std::string memory = "4G";  // limit of each search
    double seconds = 0;         // limit of all searches; 0 for none
    // seconds of random runs of longer programs, behind the searches; nothing: as many as these took, up to 1
    std::optional<double> walk_time{};
    std::string json;
    std::string trace, html;  // files: the run that the model forbids, or after which a program never ends; html: as a page
    ProgressStyle progress = ProgressStyle::on_terminal;
};

/// The whole command; returns the exit status. Throws UsageError.
int run_conform(ConformOptions options);

}  // namespace tandem::apps
