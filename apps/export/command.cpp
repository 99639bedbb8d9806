// `tandem export`: its options.
#include "apps/command/commands.hpp"
#include "apps/command/selection.hpp"
#include "apps/export/export.hpp"

namespace tandem::apps {

std::function<int()> add_export(CLI::App& app) {
    CLI::App* exporting = app.add_subcommand("export", "Write the system for another tool");
    struct Words {
        std::string protocol, output;
        ExportOptions options;
        Selection selection;
    };
    const auto words = std::make_shared<Words>();
    add_selection(exporting, words->protocol, words->selection);
    exporting->add_option("--format", words->options.format, "For which tool")
        ->type_name(kind::word.word)
        ->check(among(names_of(export_formats())))
        ->capture_default_str();
    exporting->add_flag(
        "--free", words->selection.free,
        "Let threads do whatever they like, without a monitor and what it judges: the system of `tandem check --free`");
    exporting->add_flag("--scalarsets", words->options.scalarsets,
                        "Let the Murphi tool reduce by symmetry: cores, threads, addresses and values are scalarsets");
    exporting->add_option("--output", words->output, "A file; standard output by default")->type_name(kind::file.word);
    return [words] { return run_export(words->protocol, words->selection, words->options, words->output); };
}

}  // namespace tandem::apps
