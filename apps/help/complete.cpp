// `tandem complete LINE`: for a shell, what may follow (apps/shell/tandem.bash says how it asks, and what it makes of the
// answer).
#include "apps/command/commands.hpp"
#include "apps/common/output.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "apps/help/completion.hpp"

#include <CLI/CLI.hpp>

namespace tandem::apps {

namespace {

struct Words {
    std::string line, breaks, also;
};

int run_complete(CLI::App& program, const Words& words) {
    const TypedLine line = typed_line(words.line, words.breaks);
    const Offer offer = offer_for(program, line, split(words.also, ','));
    std::string text =
        std::to_string(line.kept) + "\n" + line.last.substr(0, offer.value) + "\n" + line.last.substr(offer.value) + "\n";
    for (const std::string& word : offer.words) text += word + "\n";
    if (offer.files) text += std::string(":files") + offer.files + "\n";
    else if (offer.folders) text += ":folders\n";
    say(text);
    return status_holds;
}

}  // namespace

std::function<int()> add_complete(CLI::App& app) {
    CLI::App* completing =
        app.add_subcommand("complete", "For a shell: say what may follow in a command line")->group("");  // no user types it
    const auto words = std::make_shared<Words>();
    completing->add_option("line", words->line, "The line as far as it is typed")->required();
    completing->add_option("--breaks", words->breaks, "Characters at which the shell begins a new word");
    completing->add_option("--also", words->also, "Commands that the caller adds, separated by commas");
    return [&app, words] { return run_complete(app, *words); };
}

}  // namespace tandem::apps
