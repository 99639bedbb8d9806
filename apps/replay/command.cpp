// `tandem replay`: its options.
#include "apps/command/commands.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/help/value_kinds.hpp"
#include "apps/replay/replay.hpp"

namespace tandem::apps {

std::function<int()> add_replay(CLI::App& app) {
    CLI::App* replaying =
        app.add_subcommand("replay", "Follow a written trace through today's text, and say whether it still shows the violation");
    const auto options = std::make_shared<ReplayOptions>();
    replaying->add_option("trace", options->trace, "A file that `tandem check PROTOCOL --trace FILE.json` wrote")
        ->type_name(kind::trace.word)
        ->required();
    replaying
        ->add_option("other", options->other,
                     "Another such file: the two runs are shown beside each other, and where they part; nothing is followed then")
        ->type_name(kind::trace.word);
    replaying
        ->add_option("--protocol", options->protocol, "Instead of the one that the file names: for one in a folder of its own")
        ->type_name(kind::protocol.word);
    replaying
        ->add_option("--variant", options->variant,
                     "Instead of the one that the file names, to see whether a repaired one still allows the run")
        ->type_name(kind::variant.word);
    replaying->add_option("--json", options->json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    replaying->add_option("--html", options->html, "Of two files: write a page of both runs beside each other")
        ->type_name(kind::file.word);
    return [options] { return run_replay(*options); };
}

}  // namespace tandem::apps
