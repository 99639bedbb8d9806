// `tandem run`: its options.
#include "apps/command/commands.hpp"
#include "apps/command/progress_option.hpp"
#include "apps/run/run.hpp"
#include "specs/axiomatic/library.hpp"

namespace tandem::apps {

std::function<int()> add_run(CLI::App& app) {
    CLI::App* running =
        app.add_subcommand("run", "Run litmus tests on real processors, and count how often they end in which state");
    const auto options = std::make_shared<RunOptions>();
    running
        ->add_option("tests", options->tests, "Files, or folders of *.litmus, in X86, AArch64, RISCV or C, or GPU_PTX for a GPU")
        ->type_name(kind::test.word)
        ->required();
    running->add_option("--on", options->on, "cpu, or cuda: the first GPU")
        ->type_name(kind::word.word)
        ->check(CLI::IsMember({"cpu", "cuda"}))
        ->capture_default_str();
    running->add_option("--model", options->model, "What it forbids is beyond it: a model from `tandem list`, or a .cat file")
        ->type_name(kind::model.word)
        ->check(among(names_of(specs::model_library())));
    running->add_option("--iterations", options->iterations, "Runs of each test")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
        ->capture_default_str();
    running
        ->add_option(
            "--incantation", options->incantation,
            "What makes weak behaviours likelier: words of cpu (prefetch, flush, pause, order, layout) or of cuda (stress, "
            "bank-conflicts, synchronisation, randomisation); all, none, or search, which tries every combination")
        ->type_name(kind::words.word)
        ->capture_default_str();
    running->add_option("--seed", options->seed, "Of all that is random")->capture_default_str();
    running->add_flag("--share", options->share, "Threads may take turns on a processor, where there are more of them");
    running->add_option("--seconds", options->seconds, "Limit of a program, which runs 200000 times at most")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.1, 1e6))
        ->capture_default_str();
    running->add_flag("--compile-only", options->compile_only, "Make the programs, and run none");
    running->add_option("--keep", options->keep, "A new or empty folder in which the sources and programs stay")
        ->type_name(kind::folder.word);
    running
        ->add_option("--results", options->results, "A file of what was run: a command that was interrupted goes on from there")
        ->type_name(kind::file.word);
    running->add_option("--json", options->json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    add_progress_option(*running, options->progress);
    return [options] { return run_on_processors(*options); };
}

}  // namespace tandem::apps
