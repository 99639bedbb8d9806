// `tandem reference`: what the commands and protocols take, as a page or as a manual.
#include "apps/command/commands.hpp"
#include "apps/common/output.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/reference/manual.hpp"
#include "apps/reference/reference.hpp"
#include "apps/help/value_kinds.hpp"

namespace tandem::apps {

std::function<int()> add_reference(CLI::App& app) {
    CLI::App* referring = app.add_subcommand("reference", "Write all that the commands and protocols take");
    struct Words {
        std::string format = "markdown", output;
    };
    const auto words = std::make_shared<Words>();
    referring->add_option("--format", words->format, "A page, or the manual of `man tandem`")
        ->type_name(kind::word.word)
        ->check(CLI::IsMember({"markdown", "man"}))
        ->capture_default_str();
    referring->add_option("--output", words->output, "A file; standard output by default")->type_name(kind::file.word);
    return [&app, words] {
        WholeFile file(words->output.empty() ? "-" : words->output, "reference");
        file.commit(words->format == "man" ? manual(app) : reference(app));
        return status_holds;
    };
}

}  // namespace tandem::apps
