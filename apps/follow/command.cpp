// `tandem follow`: its options.
#include "apps/command/commands.hpp"
#include "apps/command/selection.hpp"
#include "apps/command/trace_options.hpp"
#include "apps/follow/follow_log.hpp"

namespace tandem::apps {

std::function<int()> add_follow(CLI::App& app) {
    CLI::App* following =
        app.add_subcommand("follow", "Decide whether a log of messages and events is of a run of the protocol");
    const auto options = std::make_shared<FollowOptions>();
    add_selection(following, options->protocol, options->selection);
    following->add_option("log", options->log, "Lines of JSON, as `tandem sim --messages` writes them; - for standard input")
        ->type_name(kind::file.word)
        ->required();
    following
        ->add_option("--silent", options->silent, "Steps that the log does not observe, between two lines, at most")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str();
    following->add_option("--time", options->seconds, "Limit in seconds")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9));
    following->add_option("--memory", options->memory, "Limit, as in 500M; 4G by default")->type_name(kind::size.word);
    following->add_option("--json", options->json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    add_trace_options(*following, options->trace, options->html, "Write a part of the run that explains the log");
    following
        ->add_option("--lines", options->lines,
                     "Which part: its first and last line of the log, as in 100-140; by default the last 40 that a run explains")
        ->type_name(kind::word.word);
    return [options] { return run_follow(*options); };
}

}  // namespace tandem::apps
