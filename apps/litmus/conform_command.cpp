// `tandem conform`: its options.
#include "apps/command/commands.hpp"
#include "apps/command/progress_option.hpp"
#include "apps/command/selection.hpp"
#include "apps/command/trace_options.hpp"
#include "apps/litmus/conform.hpp"
#include "specs/axiomatic/library.hpp"

namespace tandem::apps {

std::function<int()> add_conform(CLI::App& app) {
    CLI::App* conforming =
        app.add_subcommand("conform", "Compare a protocol with a consistency model, for every program up to a size");
    const auto conform_options = std::make_shared<ConformOptions>();
    ConformOptions& conform = *conform_options;
    add_selection(conforming, conform.protocol, conform.selection);
    conforming
        ->add_option("--model", conform.model,
                     "A model from `tandem list`, or a .cat file; by default the one that the protocol promises")
        ->type_name(kind::model.word)
        ->check(among(names_of(specs::model_library())));
    conforming
        ->add_option("--cpus", conform.cpu_cores,
                     "Cores that are CPUs, whose threads are held to total store order beside the model rc of others; several "
                     "with commas")
        ->delimiter(',')
        ->type_name(kind::word.word)
        ->check(CLI::Range(0, 3));
    conforming->add_option("--program-threads", conform.program_threads, "Threads of a program, at most")
        ->check(CLI::Range(1, 4))
        ->capture_default_str();
    conforming
        ->add_option("--ops", conform.operations,
                     "Operations of a thread, at most, by default 3, or 2 where accesses have scopes; with release consistency "
                     "fences are operations too")
        ->check(CLI::Range(1, 6));
    conforming
        ->add_option("--lanes", conform.lanes,
                     "Lanes of a thread, at most, where threads are wavefronts: an operation is then one instruction, of as many "
                     "locations as it has lanes")
        ->check(CLI::Range(1, 4))
        ->capture_default_str();
    conforming->add_option("--addresses", conform.locations, "Locations of a program, at most")
        ->check(CLI::Range(1, 4))
        ->capture_default_str();
    using Exchanges = ConformOptions::Exchanges;
    auto* all_exchanges = conforming->add_flag_callback(
        "--atomics", [&conform] { conform.exchanges = Exchanges::all; },
        "With exchanges in all threads; by default in those of up to 2 operations, or of 1 where accesses have scopes or threads "
        "two lanes");
    conforming
        ->add_flag_callback(
            "--no-atomics", [&conform] { conform.exchanges = Exchanges::none; }, "Without exchanges")
        ->excludes(all_exchanges);
    conforming->add_flag("--between", conform.between,
                         "With fences and dependencies between any two operations of a thread, and not counted as operations: an "
                         "access may depend on the load before it by its address, its data or a branch");
    conforming->add_option("--threads", conform.threads, "Of the search, as many as there are processors by default")
        ->check(CLI::Range(1, 256));
    conforming->add_option("--memory", conform.memory, "Limit of a search, as in 500M or 4G")
        ->type_name(kind::size.word)
        ->capture_default_str();
    conforming->add_option("--time", conform.seconds, "Limit in seconds")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9));
    conforming
        ->add_option("--walk-time", conform.walk_time,
                     "Seconds of random runs of programs that are one operation longer, behind the searches; as many as these "
                     "took by default, up to 1; 0 for none")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.0, 1e9));
    add_trace_options(*conforming, conform.trace, conform.html, "Write the run of the smallest program that is refuted");
    add_progress_option(*conforming, conform.progress);
    conforming->add_option("--json", conform.json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    return [conform_options] { return run_conform(*conform_options); };
}

}  // namespace tandem::apps
