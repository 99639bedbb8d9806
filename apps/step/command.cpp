// `tandem step`: its options.
#include <iostream>
#include <unistd.h>

#include "apps/command/commands.hpp"
#include "apps/command/selection.hpp"
#include "apps/step/step.hpp"

namespace tandem::apps {

std::function<int()> add_step(CLI::App& app) {
    CLI::App* stepping = app.add_subcommand("step",
                                            "Make a run event by event: choose, undo, look at the state, save it as a trace, and "
                                            "let the search find the way to what you name");
    const auto options = std::make_shared<StepOptions>();
    add_selection(stepping, options->protocol, options->selection);
    stepping->add_flag("--free", options->selection.free, "Let threads do whatever they like, without a monitor");
    stepping->add_option("--trace", options->trace, "Begin at the end of the run in this file")->type_name(kind::trace.word);
    stepping->add_option("--states", options->states, "How many states `go` may look at")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    return [options] { return run_step(*options, std::cin, isatty(STDIN_FILENO) != 0); };
}

}  // namespace tandem::apps
