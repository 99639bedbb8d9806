// `tandem reproduce`: its options.
#include "reproduce/reproduce.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "apps/command/progress_option.hpp"
#include "apps/help/value_kinds.hpp"
#include "reproduce/litmus_paper.hpp"
#include "reproduce/paper.hpp"

namespace tandem::reproduce {

namespace {

/// The names of what all simulated papers have, such as their figures.
template <class Thing>
std::vector<std::string> names_of_all(std::vector<Thing> Paper::*things) {
    std::vector<std::string> names;
    for (const Paper& paper : papers())
        for (const std::string& name : names_of(paper.*things)) names.push_back(name);
    return names;
}

/// Of simulated figures, and of the litmus paper's.
std::vector<std::string> names_of_figures() {
    std::vector<std::string> names = names_of_all(&Paper::figures);
    for (const ObservedFigure& f : observed_figures()) names.push_back(f.name);
    return names;
}

}  // namespace

std::function<int()> add_reproduce(CLI::App& app) {
    CLI::App* reproducing = app.add_subcommand(
        "reproduce", "A paper's figures again: its values and ours, simulated, or what models say of its litmus tests");
    const auto reproduce_options = std::make_shared<ReproduceOptions>();
    ReproduceOptions& reproduce = *reproduce_options;
    reproducing
        ->add_option("figures", reproduce.figures,
                     "Figures of the papers: drawn anew from our simulations, or (ptx-...) judged by our models")
        ->type_name(kind::word.word)
        ->check(among(names_of_figures()));
    reproducing->add_flag("--all", reproduce.all, "Every simulated figure, and one page with all of them");
    reproducing->add_option("--benchmarks", reproduce.benchmarks, "The paper's names, separated by commas; all by default")
        ->type_name(kind::words.word)
        ->check(among(names_of_all(&Paper::benchmarks)));
    reproducing->add_option("--size", reproduce.size, "Of every workload; each its own by default")->check(CLI::Range(1, 1000));
    reproducing->add_option("--seed", reproduce.seed, "Of the workloads' data")->capture_default_str();
    reproducing->add_flag("--sensitivity", reproduce.sensitivity,
                          "Each claim with other seeds, without the benchmark that does most for it, with the best of what the "
                           "paper leaves open, with other pauses between polls, and on inputs of other sizes; and how far "
                           "means vary");
    reproducing->add_option("--seeds", reproduce.seeds, "For --sensitivity: from --seed on")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    reproducing->add_flag("--parts", reproduce.parts, "Each claim with one part of the machine switched off at a time");
    reproducing
        ->add_option("--machine", reproduce.machine, "A machine file (TOML) that says what differs from each paper's machine")
        ->type_name(kind::machine.word);
    reproducing->add_option("--energy", reproduce.energy, "What events cost (TOML); perfsim/machines/energy.toml by default")
        ->type_name(kind::energy.word);
    reproducing->add_option("--sweep", reproduce.sweep,
                            "A number of the machine file and its values: lease=2..64, lease=2..64*2, lease=8,10,12");
    reproducing->add_option("--results", reproduce.results, "A folder that keeps results; runs that it has are not repeated")
        ->type_name(kind::folder.word)
        ->capture_default_str();
    reproducing
        ->add_option("--threads", reproduce.threads, "As many as there are processors by default, and as free memory holds")
        ->check(CLI::Range(1, 256));
    apps::add_progress_option(*reproducing, reproduce.progress);
    reproducing->add_option("--json", reproduce.json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    return [reproduce_options] { return run_reproduce(*reproduce_options); };
}

}  // namespace tandem::reproduce
