// `tandem audit`: its options.
#include "apps/audit/audit.hpp"
#include "apps/command/commands.hpp"
#include "apps/help/value_kinds.hpp"
#include "specs/audit/order.hpp"

namespace tandem::apps {

std::function<int()> add_audit(CLI::App& app) {
    CLI::App* judging =
        app.add_subcommand("audit", "Decide whether a consistency model allows what a log of memory operations shows");
    const auto options = std::make_shared<AuditOptions>();
    judging->add_option("log", options->log, "A log, in Axe's form or as lines of JSON; - for standard input")
        ->type_name(kind::file.word)
        ->required();
    judging->add_option("--model", options->model, "Of what is allowed")
        ->type_name(kind::word.word)
        ->check(among(names_of(audit::models)))
        ->capture_default_str();
    judging->add_option("--method", options->method, "Who decides: rules and a search, or Z3, which explains nothing")
        ->type_name(kind::word.word)
        ->check(among({"rules", "z3"}))
        ->capture_default_str();
    judging->add_option("--explain", options->explain, "So many of the forbidden traces are explained")->capture_default_str();
    judging->add_option("--shrink", options->shrink, "Write the first forbidden trace, cut down to what forbids it, as a log")
        ->type_name(kind::file.word);
    judging->add_option("--svg", options->svg, "Draw its cycle")->type_name(kind::file.word);
    judging->add_option("--time", options->seconds, "Limit in seconds, of all traces together")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9));
    judging->add_option("--memory", options->memory, "Limit, as in 500M; 4G by default")->type_name(kind::size.word);
    judging->add_option("--json", options->json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    return [options] { return run_audit(*options); };
}

}  // namespace tandem::apps
