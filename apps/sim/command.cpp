// `tandem sim` and `tandem compare`: their options.
#include <fmt/format.h>

#include "apps/command/commands.hpp"
#include "apps/command/progress_option.hpp"
#include "apps/command/selection.hpp"
#include "apps/compare/compare.hpp"
#include "apps/sim/options.hpp"
#include "specs/audit/order.hpp"

namespace tandem::apps {

namespace {

/// What is simulated, besides the protocol.
void add_workload_and_machine(CLI::App& app, SimOptions& sim) {
    app.add_option("--workload", sim.workload,
                   "A workload from `tandem list`, or the folder of a kernel of one's own; with --trace it is trace")
        ->type_name(kind::workload.word)
        ->check(among(names_of(known_workloads())));
    add_machine_and_data(app, sim);
    add_progress_option(app, sim.progress);
    app.add_flag("--monitor", sim.monitor,
                 "Assert the checked properties at every event of the run; the report says what it cost");
}

}  // namespace

std::function<int()> add_sim(CLI::App& app) {
    CLI::App* simulating = app.add_subcommand("sim", "Run a kernel on a simulated GPU through the protocol's handlers");
    const auto sim_options = std::make_shared<SimOptions>();
    SimOptions& sim = *sim_options;
    simulating->add_option("protocol", sim.protocol, "Which protocol; `tandem list` names them")
        ->type_name(kind::protocol.word)
        ->required();
    simulating->add_option("--variant", sim.selection.variant, "Names from `tandem list`, separated by commas")
        ->type_name(kind::variant.word);
    add_workload_and_machine(*simulating, sim);
    simulating->add_option("--json", sim.json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    simulating->add_option("--svg", sim.svg, "Write a picture of the report to a file")->type_name(kind::file.word);
    simulating
        ->add_option("--timeline", sim.timeline,
                     "Write what happened in each of some hundred intervals: FILE.svg (a picture), FILE.json (numbers), "
                     "FILE.trace.json (a trace for Perfetto); may be given several times")
        ->type_name(kind::file.word)
        ->allow_extra_args(false);
    simulating
        ->add_option("--log", sim.log,
                     "Write the memory operations of the run as a log that `tandem audit` reads; in JSON if the file ends in "
                     ".json or .jsonl")
        ->type_name(kind::file.word);
    simulating
        ->add_option("--messages", sim.messages,
                     "Write what each node does and receives as a log that `tandem follow` reads, as long as the run fits into "
                     "the searched system")
        ->type_name(kind::file.word);
    simulating->add_option("--audit", sim.audit, "Decide whether this consistency model allows the memory operations of the run")
        ->type_name(kind::word.word)
        ->check(among(names_of(audit::models)));
    simulating->add_option("--audit-time", sim.audit_seconds, "Limit of that decision in seconds")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9));
    simulating
        ->add_option("--audit-memory", sim.audit_memory,
                     "Limit of that decision, which has 256 bytes for each operation, as in 12G; 4G by default")
        ->type_name(kind::size.word);
    simulating->add_option("--shrink", sim.shrink, "Write the operations that --audit forbids, and no others, as a log")
        ->type_name(kind::file.word);
    simulating->add_flag_callback(
        "--cpu-phases", [&sim] { sim.workload_options.settings[cpu_phases] = "1"; },
        "Before the first launch threads of CPUs store what the workload's host has written, and in the end they load what its "
        "kernels have changed");
    simulating
        ->add_option_function<double>(
            "--shared",
            [&sim](double percent) { sim.workload_options.settings[shared_with_cpus] = fmt::format("{}", percent); },
            "With --cpu-phases: the part of the blocks that CPUs access so, in percent, all by default; others belong to the "
            "kernels alone")
        ->type_name(kind::percent.word)
        ->check(CLI::Range(0.01, 100.0));
    simulating->add_flag("--idle-keys", sim.idle_keys,
                         "Name the numbers of your machine file that decide nothing in this run: it is repeated with the base's "
                         "value of each, for at most twice its time or five seconds");
    simulating->add_option("--sweep", sim.sweep,
                           "A number of the machine file and its values: l1.ways=2..16*2, lease=8..12, l2.latency=60,120");
    simulating
        ->add_option("--threads", sim.threads,
                     "Of a run: 1, or 2 for the SMs and the L2 banks apart, which changes nothing that is counted; with --sweep "
                     "runs at a time, as many as there are processors by default, and as free memory holds")
        ->check(CLI::Range(1, 256));
    add_workload_settings(*simulating, sim.workload_options.settings);
    return [sim_options] { return run_sim(*sim_options); };
}

std::function<int()> add_compare(CLI::App& app) {
    CLI::App* comparing =
        app.add_subcommand("compare", "Which protocol is faster for a workload: a table and a picture, over several seeds");
    const auto compare_options = std::make_shared<CompareOptions>();
    CompareOptions& compare = *compare_options;
    comparing
        ->add_option(
            "protocols", compare.protocols,
            "Names, or names with variants such as PROTOCOL:VARIANT, relative to the first; all that can be simulated by default")
        ->type_name(kind::word.word);
    add_workload_and_machine(*comparing, compare.sim);
    comparing->add_option("--seeds", compare.seeds, "How many, from --seed on")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    comparing->add_option("--threads", compare.threads, "As many as there are processors by default, and as free memory holds")
        ->check(CLI::Range(1, 256));
    comparing->add_option("--json", compare.json, "Write the comparison as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    comparing->add_option("--svg", compare.svg, "Write a picture of it to a file")->type_name(kind::file.word);
    add_workload_settings(*comparing, compare.sim.workload_options.settings);
    return [compare_options] { return run_compare(*compare_options); };
}

}  // namespace tandem::apps
