// The command line, with CLI11. Everything that a user can mend ends in one line and status 2.
#include "apps/command/run.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "apps/common/broken_text.hpp"
#include "apps/common/crash_report.hpp"
#include "apps/common/output.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/help/value_kinds.hpp"
#include "model/version.hpp"

namespace tandem::apps {

namespace {

/// An empty path, of a variable that a script has not set, is a mistake and not the option's absence.
void refuse_empty_paths(CLI::App& command) {
    for (CLI::Option* option : command.get_options()) {
        const auto kind = std::find_if(value_kinds.begin(), value_kinds.end(), [&](const ValueKind& k) { return option->get_type_name().starts_with(k.word); });
        if (kind == value_kinds.end() || (!kind->files && !kind->folders)) continue;
        const std::string accepted = kind->meaning;
        option->check([accepted](const std::string& value) { return value.empty() ? "it is empty; accepted is " + accepted : std::string(); });
    }
}

/// The papers' evaluations divide their runs by locks, so their processes need not meet.
bool divides_by_itself(const std::string& command) { return command == "reproduce"; }

int dispatch(int argc, const char* const* argv, const std::vector<AddCommand>& commands, LaunchedRanks& ranks) {
    CLI::App app{"Tandem: write a memory protocol once; check it, prove it and time it.", "tandem"};
    app.set_version_flag("--version", std::string(version));
    app.require_subcommand(1);
    std::vector<std::function<int()>> runs;
    for (const AddCommand add : commands) runs.push_back(add(app));
    for (CLI::App* command : app.get_subcommands({})) refuse_empty_paths(*command);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        const int status = app.exit(success);
        say("");
        return status;
    } catch (const CLI::ParseError& error) {
        throw UsageError(std::string(error.what()) + " (tandem --help, tandem " + (app.get_subcommands().empty() ? "check" : app.get_subcommands()[0]->get_name()) + " --help)");
    }
    const auto& all = app.get_subcommands([](const CLI::App*) { return true; });
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i]->parsed()) {
            if (!divides_by_itself(all[i]->get_name())) ranks.meet();
            if (LaunchedRanks::ranks() && all[i]->get_name() != "check") throw UsageError("several processes divide the work of `tandem check`, and not that of `tandem " + all[i]->get_name() + "`: without mpirun it is accepted");
            return runs[i]();
        }
    return status_unusable;
}

}  // namespace

int run(int argc, const char* const* argv, const std::vector<AddCommand>& commands) {
    report_crashes_of_texts();
    LaunchedRanks ranks;
    const auto ended = [&]() -> checker::Ranks::End {
        try {
            return {dispatch(argc, argv, commands, ranks), ""};
        } catch (const UsageError& error) {
            return {status_unusable, error.what()};
        } catch (const BrokenText& error) {
            return {status_refuted, error.what()};
        } catch (const std::bad_alloc&) {
            return {status_undecided, "the machine's memory does not suffice; a smaller --shape, or --memory where there is one, is accepted"};
        } catch (const checker::RankFailed& failed) {
            return {failed.status, failed.what()};
        } catch (const std::exception& error) {
            return {status_unusable, error.what()};
        }
    };
    const checker::Ranks::End end = ranks.leave(ended());
    if (!end.failure.empty() && speaks_for_all()) std::cerr << "tandem: " << end.failure << "\n";
    return end.status;
}

}  // namespace tandem::apps
