// `tandem prove`: its options.
#include "apps/command/commands.hpp"
#include "apps/command/progress_option.hpp"
#include "apps/command/selection.hpp"
#include "apps/command/trace_options.hpp"
#include "apps/prove/any.hpp"
#include "apps/prove/prove.hpp"

namespace tandem::apps {

std::function<int()> add_prove(CLI::App& app) {
    CLI::App* proving = app.add_subcommand("prove", "Prove properties with Z3, for unbounded timestamps, leases and data");
    const auto prove_options = std::make_shared<ProveOptions>();
    ProveOptions& prove = *prove_options;
    add_selection(proving, prove.protocol, prove.selection);
    proving->add_option("--property", prove.properties, "A property that can be proved; may be repeated; all by default")
        ->type_name(kind::property.word);
    proving
        ->add_option("--method", prove.method,
                     "induction finds an invariant; k-induction and bmc unroll steps (bmc within the shape's bounds)")
        ->type_name(kind::word.word)
        ->check(CLI::IsMember({"induction", "k-induction", "bmc"}))
        ->capture_default_str();
    proving
        ->add_option(
            "--depth", prove.depth,
            "Steps that k-induction unrolls at most, or rounds of bmc: events that do not concern each other are one round")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    proving->add_option("--timeout", prove.seconds, "Limit in seconds")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9));
    proving->add_option("--seed", prove.seed, "Of the runs whose states refute candidates")->capture_default_str();
    proving
        ->add_option("--threads", prove.threads,
                     "Of induction, as many as there are processors by default; with 1 each run finds the same invariant")
        ->check(CLI::Range(1, 256));
    proving
        ->add_option("--samples", prove.samples,
                     "States that such runs meet; each is kept once, and runs end where hardly one is new")
        ->check(CLI::Range(100, 10'000'000))
        ->capture_default_str();
    proving->add_option("--explored", prove.explored, "States of the explicit search that refute candidates as well")
        ->check(CLI::Range(0, 10'000'000))
        ->capture_default_str();
    proving
        ->add_option("--compared", prove.compared,
                     "States in which the steps that are proved of are compared with those of the explicit search")
        ->check(CLI::Range(100, 10'000'000))
        ->capture_default_str();
    proving->add_option("--bits", prove.bits, "Width of a clock that overflows and is reset, instead of unbounded moments")
        ->check(CLI::Range(2, 12));
    proving
        ->add_option("--any", prove.any,
                     "Check an invariant for any number of cores, threads, blocks (a list); alone: of all that the text has")
        ->type_name(kind::word.word)
        ->expected(0, 1);
    proving->add_flag("--invariant", prove.invariant, "Print the whole invariant that was found");
    proving->add_option("--certificate", prove.certificate, "Write the proof as SMT-LIB 2 files into this folder, new or empty")
        ->type_name(kind::folder.word);
    add_trace_options(*proving, prove.trace, prove.html,
                      "Write the runs that refute properties, or the step that is not inductive,");
    add_progress_option(*proving, prove.progress);
    proving->add_option("--json", prove.json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    return [prove_options] { return prove_options->any ? run_any(*prove_options) : run_prove(*prove_options); };
}

}  // namespace tandem::apps
