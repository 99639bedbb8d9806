// `tandem prove`: proofs for unbounded timestamps, leases and data, or bounded runs, with Z3.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/common/catalog.hpp"
#include "apps/common/progress.hpp"

namespace tandem::apps {

struct ProveOptions {
    std::string protocol;
    Selection selection;
    std::vector<std::string> properties;  // by name; all that can be proved if empty
    std::string method = "induction";     // or k-induction, bmc
    int depth = 12;                       // of bmc and k-induction, in steps
    double seconds = 0;                   // 0: no limit
    std::uint64_t seed = 1;               // of the runs whose states refute candidates
    std::size_t samples = 1'000'000;      // such states
    std::size_t explored = 100'000;       // states of the explicit search that do the same
    std::size_t compared = 4'000;         // states in which the relation's steps are compared with those of the explicit search
    int bits = 0;                         // of a clock that is reset; 0: moments are unbounded
    int threads = 0;                      // of induction; 0: as many as there are processors
    double runs = 1;                      // seconds in which runs of --any that break a property are looked for; 0: none are
    std::optional<std::string> any{};     // sorts of which there may be any number, "cores,blocks"; empty: all (any.hpp)
    bool invariant = false;               // print all of the invariant
    std::string certificate, json;        // a folder; a file, or "-"
    std::string trace, html;              // files, of what is refuted, or of the step that is not inductive
    ProgressStyle progress = ProgressStyle::on_terminal;
    // changes the problem before it is looked at: for tests, that see whether a change is noticed
    std::function<void(smt::Problem&)> alter{};
};

/// For a certificate: throws UsageError unless the folder is new or empty, or none.
void check_folder(const std::string& folder);

/// The whole command; returns the exit status.
int run_prove(const ProveOptions& options);

}  // namespace tandem::apps
