// The command line, with CLI11. Everything that a user can mend ends in one line and status 2.
#include "apps/command/run.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <set>
#include <string_view>
#include <system_error>

#include "apps/command/values.hpp"
#include "apps/common/broken_text.hpp"
#include "apps/common/crash_report.hpp"
#include "apps/common/output.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "checker/equivariance.hpp"
#include "model/shown_text.hpp"
#include "model/version.hpp"

namespace tandem::apps {

namespace {

constexpr const char* no_memory =
    "the machine's memory does not suffice; a smaller --shape, or --memory where there is one, is accepted";

/// The papers' evaluations divide their runs by locks, so their processes need not meet.
bool divides_by_itself(const std::string& command) { return command == "reproduce"; }

/// What a command was asked to do, without what each process may be told for itself: its limits, and where it writes.
std::string asked_of(const CLI::App& command) {
    const std::set<std::string> for_itself{"--threads", "--memory", "--time", "--progress", "--json", "--trace", "--html"};
    std::string words = command.get_name();
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() == 0 || for_itself.contains(option->get_name())) continue;
        const bool is_flag = option->get_expected_max() == 0;
        if (!option->get_positional()) words += " " + option->get_name();
        if (!is_flag)
            for (const std::string& value : option->results()) words += " " + value;
    }
    return words;
}

/// To declare the options of all commands takes longer than many a command, so one that is named is declared alone.
std::vector<Command> declared(int argc, const char* const* argv, const std::vector<Command>& commands) {
    for (const Command& command : commands)
        if (argc > 1 && std::string_view(argv[1]) == command.name && !command.knows_all) return {command};
    return commands;
}

int dispatch(int argc, const char* const* argv, const std::vector<Command>& commands, LaunchedRanks& ranks) {
    CLI::App app{"Tandem: write a memory protocol once; check it, prove it and time it.", "tandem"};
    app.set_version_flag("--version", std::string(version));
    app.require_subcommand(1);
    std::vector<std::function<int()>> runs;
    for (const Command& command : declared(argc, argv, commands)) runs.push_back(command.add(app));
    for (CLI::App* command : app.get_subcommands({})) check_values(*command);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        const int status = app.exit(success);
        say("");
        return status;
    } catch (const CLI::ParseError& error) {
        throw UsageError(std::string(error.what()) + " (tandem --help, tandem " +
                         (app.get_subcommands().empty() ? "check" : app.get_subcommands()[0]->get_name()) + " --help)");
    }
    const auto& all = app.get_subcommands([](const CLI::App*) { return true; });
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i]->parsed()) {
            if (!divides_by_itself(all[i]->get_name())) ranks.meet();
            if (LaunchedRanks::ranks()) require_divided(all[i]->get_name());
            if (LaunchedRanks::ranks()) require_same_command(*LaunchedRanks::ranks(), asked_of(*all[i]));
            return runs[i]();
        }
    return status_unusable;
}

/// A complaint as one line that is not endless, whatever names it shows.
std::string one_line(std::string_view complaint) {
    constexpr std::size_t most = 4000, end = 500;
    const std::string line = model::cleaned_line(complaint);
    if (line.size() <= most) return line;
    const auto whole = [&](std::size_t at) {  // no character is cut
        while (at > 0 && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80) --at;
        return at;
    };
    return line.substr(0, whole(most - end)) + " ... " + line.substr(whole(line.size() - end));
}

}  // namespace

int run(int argc, const char* const* argv, const std::vector<Command>& commands) {
    report_crashes_of_texts();
    heed_interrupts();
    LaunchedRanks ranks;
    const auto ended = [&]() -> checker::Ranks::End {
        try {
            return {dispatch(argc, argv, commands, ranks), ""};
        } catch (const UsageError& error) {
            return {status_unusable, one_line(error.what())};
        } catch (const BrokenText& error) {
            return {status_refuted, error.what()};
        } catch (const checker::NotRepeatable& error) {
            return {status_refuted, error.what()};
        } catch (const std::bad_alloc&) {
            return {status_undecided, no_memory};
        } catch (const checker::RankFailed& failed) {
            return {failed.status, failed.what()};
        } catch (const std::filesystem::filesystem_error& error) {
            return {status_unusable, one_line("'" + error.path1().string() + "' cannot be used: " + error.code().message())};
        } catch (const std::system_error& error) {  // of a thread: there is no room for its stack, or too many run
            if (error.code() == std::errc::resource_unavailable_try_again || error.code() == std::errc::not_enough_memory)
                return {status_undecided, no_memory};
            return {status_unusable, one_line(error.what())};
        } catch (const std::exception& error) {
            return {status_unusable, one_line(error.what())};
        }
    };
    const checker::Ranks::End end = ranks.leave(ended());
    if (!end.failure.empty() && speaks_for_all()) std::cerr << "tandem: " << model::cleaned(end.failure) << "\n";
    return end.status;
}

}  // namespace tandem::apps
