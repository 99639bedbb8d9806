// `tandem litmus`: its options.
#include <algorithm>

#include "apps/command/commands.hpp"
#include "apps/command/selection.hpp"
#include "apps/command/trace_options.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/litmus/compare_models.hpp"
#include "apps/litmus/generate.hpp"
#include "apps/litmus/litmus.hpp"
#include "apps/litmus/summary.hpp"
#include "specs/axiomatic/library.hpp"

namespace tandem::apps {

std::function<int()> add_litmus(CLI::App& app) {
    CLI::App* deciding =
        app.add_subcommand("litmus", "Decide which final states of litmus tests a consistency model allows, or a protocol shows");
    struct Words {
        LitmusOptions litmus;
        GenerateOptions generate;
        bool generates = false;
    };
    const auto words = std::make_shared<Words>();
    LitmusOptions& litmus = words->litmus;
    CLI::Option* tests =
        deciding
            ->add_option("tests", litmus.tests, "Files, or folders of *.litmus, in X86, AArch64, RISCV, PPC, C, LISA or GPU_PTX")
            ->type_name(kind::test.word);
    deciding->add_option("--model", litmus.model, "A model from `tandem list`, or a .cat file; sc by default")
        ->type_name(kind::model.word)
        ->check(among(names_of(specs::model_library())));
    deciding->add_option("--include", litmus.include, "A folder that has what the model includes, behind the model's own")
        ->type_name(kind::folder.word)
        ->expected(1);
    deciding
        ->add_option("--protocol", litmus.protocol,
                     "Run the tests on a protocol, in every way; with --model, what it shows must be allowed")
        ->type_name(kind::protocol.word);
    deciding->add_option("--variant", litmus.selection.variant, "Of the protocol: names from `tandem list`, separated by commas")
        ->type_name(kind::variant.word);
    deciding
        ->add_option("--shape", litmus.selection.shape,
                     "Of the protocol: key=value, separated by commas; sizes are those that a test needs")
        ->type_name(kind::shape.word);
    deciding->add_flag("--traces", litmus.traces, "Tell a shortest run of the protocol to each final state");
    add_trace_options(*deciding, litmus.trace, litmus.html, "The same, and write the runs, those first that the model forbids,");
    deciding
        ->add_option("--memory", litmus.memory,
                     "Limit of all that is decided at a time (by default half of the machine's memory, and at least 4G), or of a "
                     "test's search on a protocol (4G), as in 500M")
        ->type_name(kind::size.word);
    deciding->add_option("--threads", litmus.threads, "As many as there are processors by default")->check(CLI::Range(1, 256));
    deciding->add_option("--turns", litmus.turns, "How often a run may go through backward branches")
        ->check(CLI::Range(0, 16))
        ->capture_default_str();
    deciding->add_option("--engine", litmus.engine, "enumeration, or smt: Z3 decides, and does not count witnesses")
        ->type_name(kind::word.word)
        ->check(CLI::IsMember({"enumeration", "smt"}))
        ->capture_default_str();
    deciding->add_flag("--explain", litmus.explain, "For each forbidden state, say which check fails, and on which cycle");
    deciding->add_option("--dot", litmus.dot, "Draw an execution of each state, for Graphviz, to a file; of one test")
        ->type_name(kind::file.word);
    deciding->add_option("--svg", litmus.svg, "The same as one picture; the cycle that forbids a state lies on a red streak")
        ->type_name(kind::file.word);
    CLI::Option* summary = deciding->add_flag(
        "--summary", litmus.summary,
        "Count what folders hold, at whatever depth: what loads, what is refused and why, and verdicts against expected lists");
    deciding
        ->add_option("--expected", litmus.expected,
                     "Of the summary: a list of verdicts, instead of the expected*.tsv and *expected.csv in the folders")
        ->type_name(kind::file.word)
        ->needs(summary);
    deciding->add_option("--seconds", litmus.seconds, "Of the summary: for each test; then it is undecided")
        ->check(CLI::Range(0.001, 86400.0))
        ->needs(summary)
        ->capture_default_str();
    deciding->add_option("--json", litmus.json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);

    GenerateOptions& generate = words->generate;
    CLI::Option* generating =
        deciding->add_flag("--generate", words->generates, "Write tests instead, from cycles of relaxations");
    CLI::Option* comparing =
        deciding
            ->add_option("--compare", generate.compare, "Two models: look for the smallest generated test on which they differ")
            ->type_name(kind::model.word)
            ->expected(2)
            ->excludes(generating);
    // Of both; CLI11 has no word for "needs one of these".
    const std::vector<CLI::Option*> of_generator{
        deciding->add_option("--relaxations", generate.relaxations, "Their names, with * for any letters, separated by commas")
            ->type_name(kind::words.word)
            ->capture_default_str(),
        deciding->add_option("--cycle-size", generate.cycle_size, "Edges of a cycle, at most")->capture_default_str(),
        deciding->add_option("--language", generate.language, "Of the tests")
            ->type_name(kind::word.word)
            ->check(among({"GPU_PTX", "PTX", "LISA", "X86"}))
            ->capture_default_str(),
        deciding->add_option("--scopes", generate.scopes, "How near two threads may be, in all combinations")
            ->type_name(kind::words.word)
            ->check(among({"warp", "cta", "gl", "sys", "gpu", "wv", "wg", "cmp"}))
            ->capture_default_str(),
        deciding
            ->add_option("--accesses", generate.accesses,
                         "By which instructions, in all combinations, as cg,volatile,atom or weak,acquire.*,atom.*")
            ->type_name(kind::words.word),
        deciding->add_option("--regions", generate.regions, "Where locations may be, in all combinations")
            ->type_name(kind::words.word)
            ->check(among({"global", "shared"}))
            ->capture_default_str(),
        deciding->add_option("--limit", generate.limit, "Tests at most")->capture_default_str(),
        deciding
            ->add_option("--output", generate.output,
                         "The folder for the tests, new or empty; of --compare the file for its test")
            ->type_name(kind::folder.word)};
    return [words, deciding, tests, generating, comparing, of_generator] {
        const bool generates = words->generates || comparing->count() > 0;
        if (!generates)
            for (const CLI::Option* option : of_generator)
                if (option->count() > 0) throw UsageError(option->get_name() + " is of --generate and --compare");
        if (!generates && tests->count() == 0)
            throw UsageError("litmus asks for tests: files, or folders of *.litmus, are accepted (or --generate, or --compare)");
        if (!generates) return words->litmus.summary ? run_summary(words->litmus) : run_litmus(words->litmus);
        const CLI::Option* asked = words->generates ? generating : comparing;
        for (const CLI::Option* other : deciding->get_options())
            if (other->count() > 0 && other != asked && other->get_name() != "--json" &&
                std::find(of_generator.begin(), of_generator.end(), other) == of_generator.end())
                throw UsageError(other->get_name() + " does not go with " + asked->get_name() + " (tandem litmus --help)");
        words->generate.json = words->litmus.json;
        return words->generates ? run_generate(words->generate) : run_compare_models(words->generate);
    };
}

}  // namespace tandem::apps
