// The commands and their options, with CLI11. Everything that a user can mend ends in one line and status 2.
#include "apps/commands.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>

#include "apps/broken_text.hpp"
#include "apps/check.hpp"
#include "apps/conform.hpp"
#include "apps/crash_report.hpp"
#include "apps/export.hpp"
#include "apps/generate.hpp"
#include "apps/litmus.hpp"
#include "apps/output.hpp"
#include "apps/reproduce/reproduce.hpp"
#include "apps/sim.hpp"
#include "apps/prove.hpp"
#include "apps/terminal.hpp"
#include "apps/thorough.hpp"
#include "perfsim/workload.hpp"
#include "apps/words.hpp"
#include "model/version.hpp"
#include "specs/axiomatic/library.hpp"

namespace tandem::apps {

namespace {

nlohmann::json as_json(const std::vector<Entry>& entries) {
    nlohmann::json list = nlohmann::json::array();
    for (const Entry& entry : entries) {
        list.push_back({{"name", entry.name}, {"meaning", entry.meaning}});
        if (!entry.gaps.empty()) list.back()["not_exercised"] = entry.gaps;
    }
    return list;
}

int run_list(const std::string& json_file) {
    WholeFile json(json_file, "JSON");
    nlohmann::json list = nlohmann::json::array();
    std::string out;
    for (const Protocol& p : protocols()) {
        out += fmt::format("{}: {}\n", p.name, p.summary);
        nlohmann::json variants = nlohmann::json::array(), properties = nlohmann::json::array();
        for (const auto& [group, entries] : p.variants) {
            out += fmt::format("\n  --variant, {}:\n", group);
            std::size_t width = 14;
            for (const Entry& e : entries) width = std::max(width, e.name.size());
            for (const Entry& e : entries) out += fmt::format("    {:<{}} {}\n", e.name, width, e.meaning);
            variants.push_back({{"group", group}, {"variants", as_json(entries)}});
        }
        out += "\n  --shape:\n";
        for (const Entry& e : p.shapes) {
            out += fmt::format("    {:<14} {}\n", e.name, e.meaning);
            if (!e.gaps.empty()) out += fmt::format("    {:<14} not exercised: {}\n", "", join(e.gaps, ", "));
        }
        for (const Entry& e : p.shape_keys) out += fmt::format("    {:<14} {}\n", e.name + "=", e.meaning);
        nlohmann::json examined = nlohmann::json::array();
        if (!p.thorough.empty()) out += "\n  --thorough examines:\n";
        for (const ExaminedSystem& e : p.thorough) {
            const std::string system = (e.variant.empty() ? "" : "--variant " + e.variant + " ") + "--shape " + e.shape;
            const std::string how = e.how == Examined::whole ? "whole" : e.how == Examined::states ? "states only" : "random walks";
            const std::string only = e.judged.empty() ? "" : "; " + join(e.judged, ", ") + " only";
            out += fmt::format("    {:<50} {}{}{}\n", system, e.shows, e.how == Examined::whole ? "" : " (" + how + ")", only);
            examined.push_back({{"variant", e.variant}, {"shape", e.shape}, {"shows", e.shows}, {"how", how}, {"judged", e.judged}});
        }
        out += "\n  --property:\n";
        const auto system = p.make({}, true);
        for (const auto& property : system->properties()) {
            const model::Needs& needs = property.needs;
            properties.push_back({{"name", property.name}, {"sentence", property.sentence},
                                  {"needs", {{"cores", needs.cores}, {"threads", needs.threads}, {"addresses", needs.addresses}, {"values", needs.values}}}});
            if (!property.name.starts_with("can-happen")) out += fmt::format("    {:<18} {}\n", property.name, property.sentence);
        }
        out += fmt::format("    {:<18} {}\n", text_error_property().name, text_error_property().sentence);
        out += fmt::format("    {:<18} {}\n", "can-happen", "every handler outcome that the variant should show occurs (can-happen:NAME for one)");
        list.push_back({{"name", p.name}, {"summary", p.summary}, {"variants", variants}, {"shapes", as_json(p.shapes)}, {"thorough", examined}, {"properties", properties}});
    }
    out += "workloads, for `tandem sim`:\n";
    nlohmann::json workloads = nlohmann::json::array();
    for (const auto& w : perfsim::workloads()) {
        out += fmt::format("    {:<18} {}\n", w.name, w.meaning);
        nlohmann::json settings = nlohmann::json::array();
        for (const auto& s : w.settings) {
            out += fmt::format("      --{:<14} {} ({})\n", s.name, s.meaning, s.unless_given);
            settings.push_back({{"name", s.name}, {"meaning", s.meaning}, {"default", s.unless_given}});
        }
        workloads.push_back({{"name", w.name}, {"meaning", w.meaning}, {"settings", settings}});
    }
    out += "models, for `tandem litmus`:\n";
    nlohmann::json models = nlohmann::json::array();
    for (const auto& model : specs::model_library()) {
        const std::string title = specs::library_model(model.name).title();
        out += fmt::format("    {:<30} {}\n", model.name, title);
        models.push_back({{"name", model.name}, {"title", title}});
    }
    deliver({[&] { if (!json.to_output()) say(out); }, [&] { json.commit(nlohmann::json{{"protocols", list}, {"workloads", workloads}, {"models", models}}.dump(2) + "\n"); }});
    return status_holds;
}

void add_selection(CLI::App* command, std::string& protocol, Selection& selection) {
    command->add_option("protocol", protocol, "Which protocol; `tandem list` names them")->required();
    command->add_option("--variant", selection.variant, "Names from `tandem list`, separated by commas");
    command->add_option("--shape", selection.shape, "A named shape and key=value, separated by commas");
}

/// An option for each setting that some workload has.
void add_workload_settings(CLI::App& app, std::map<std::string, std::string>& settings) {
    std::map<std::string, std::pair<std::string, std::string>> meanings;  // and the workloads that have it
    for (const auto& workload : perfsim::workloads())
        for (const auto& setting : workload.settings) {
            auto& [meaning, whose] = meanings[setting.name];
            meaning = setting.meaning;
            whose += (whose.empty() ? "" : ", ") + workload.name;
        }
    for (const auto& [name, meaning] : meanings)
        app.add_option_function<std::string>("--" + name, [&settings, name = name](const std::string& value) { settings[name] = value; }, "Of " + meaning.second + ": " + meaning.first);
}

int dispatch(int argc, const char* const* argv) {
    CLI::App app{"Tandem: write a memory protocol once; check it, prove it and time it.", "tandem"};
    app.set_version_flag("--version", std::string(version));
    app.require_subcommand(1);

    CLI::App* list = app.add_subcommand("list", "Protocols, variants, shapes and properties");
    std::string list_json;
    list->add_option("--json", list_json, "Write the same as JSON to a file, - for standard output");

    CLI::App* checking = app.add_subcommand("check", "Explore all reachable states and judge the properties");
    CheckOptions check;
    std::string symmetry = "on", fairness;
    bool go_on = false;
    add_selection(checking, check.protocol, check.selection);
    checking->add_flag("--free", check.selection.free, "Let threads do whatever they like, without a monitor: the system of `tandem export --free`");
    bool thorough = false;
    CLI::Option* all_systems = checking->add_flag("--thorough", thorough, "Examine all the systems that `tandem list` names for it, one after the other: some two minutes on two processors")
                                   ->excludes("--shape")->excludes("--free");
    checking->add_option("--property", check.properties, "A property from `tandem list`; may be repeated; all by default");
    checking->add_option("--threads", check.threads, "As many as there are processors by default")->check(CLI::Range(1, 256));
    checking->add_option("--memory", check.memory, "Limit for everything, as in 500M or 4G")->capture_default_str();
    checking->add_option("--time", check.seconds, "Limit in seconds")->check(CLI::Range(0.001, 1e9));
    checking->add_option("--symmetry", symmetry, "on, or off to count every state")->check(CLI::IsMember({"on", "off"}));
    checking->add_option("--fairness", fairness, "For what must be delivered: weak (what stays possible happens) or strong (what is possible again and again happens); the default is the protocol's")
        ->check(CLI::IsMember({"weak", "strong"}))
        ->capture_default_str();
    bool all = false;
    checking->add_flag("--all", all, "Go on after a refutation until all properties are decided");
    CLI::Option* walks = checking->add_option("--walks", check.walks, "Take this many random walks instead, where the states are too many")->check(CLI::Range(1, 1'000'000'000))->excludes(all_systems);
    checking->add_option("--depth", check.depth, "Steps of a random walk")->check(CLI::Range(1, 1'000'000))->needs(walks)->capture_default_str();
    checking->add_option("--seed", check.seed, "Of the random walks")->needs(walks)->capture_default_str();
    checking->add_option("--trace", check.trace, "Write the traces to a file");
    checking->add_option("--json", check.json, "Write the report as JSON to a file, - for standard output");

    CLI::App* simulating = app.add_subcommand("sim", "Run a kernel on a simulated GPU through the protocol's handlers");
    SimOptions sim;
    simulating->add_option("protocol", sim.protocol, "Which protocol; `tandem list` names them")->required();
    simulating->add_option("--variant", sim.selection.variant, "Names from `tandem list`, separated by commas");
    simulating->add_option("--workload", sim.workload, "A workload from `tandem list`")->required();
    simulating->add_option("--machine", sim.machine, "A machine file (TOML), or paper or rsp: the machines of those papers");
    simulating->add_option("--energy", sim.energy, "What events cost (TOML); perfsim/machines/energy.toml by default");
    simulating->add_option("--size", sim.workload_options.size, "How much work; 1 takes a second at most")->capture_default_str();
    simulating->add_option("--seed", sim.workload_options.seed, "Of the workload's data")->capture_default_str();
    add_workload_settings(*simulating, sim.workload_options.settings);
    simulating->add_option("--cycles", sim.limit, "Give up after so many cycles")->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 60))->capture_default_str();
    simulating->add_flag("--monitor", sim.monitor, "Assert the checked properties at every event of the run; the report says what it cost");
    simulating->add_flag("--progress", sim.progress, "Show the cycle on standard error");
    simulating->add_option("--json", sim.json, "Write the report as JSON to a file, - for standard output");
    simulating->add_option("--svg", sim.svg, "Write a picture of the report to a file");

    CLI::App* proving = app.add_subcommand("prove", "Prove properties with Z3, for unbounded timestamps, leases and data");
    ProveOptions prove;
    add_selection(proving, prove.protocol, prove.selection);
    proving->add_option("--property", prove.properties, "A property that can be proved; may be repeated; all by default");
    proving->add_option("--method", prove.method, "induction finds an invariant; k-induction and bmc unroll steps (bmc within the shape's bounds)")
        ->check(CLI::IsMember({"induction", "k-induction", "bmc"}))
        ->capture_default_str();
    proving->add_option("--depth", prove.depth, "Steps that k-induction unrolls at most, or rounds of bmc: events that do not concern each other are one round")->check(CLI::Range(1, 1000))->capture_default_str();
    proving->add_option("--timeout", prove.seconds, "Limit in seconds")->check(CLI::Range(0.001, 1e9));
    proving->add_option("--seed", prove.seed, "Of the runs whose states refute candidates")->capture_default_str();
    proving->add_option("--threads", prove.threads, "Of induction, as many as there are processors by default; with 1 each run finds the same invariant")->check(CLI::Range(1, 256));
    proving->add_option("--samples", prove.samples, "States of such runs")->check(CLI::Range(100, 10'000'000))->capture_default_str();
    proving->add_option("--explored", prove.explored, "States of the explicit search that refute candidates as well")->check(CLI::Range(0, 10'000'000))->capture_default_str();
    proving->add_option("--compared", prove.compared, "States in which the steps that are proved of are compared with those of the explicit search")->check(CLI::Range(100, 10'000'000))->capture_default_str();
    proving->add_option("--bits", prove.bits, "Width of a clock that overflows and is reset, instead of unbounded moments")->check(CLI::Range(2, 12));
    proving->add_flag("--invariant", prove.invariant, "Print the whole invariant that was found");
    proving->add_option("--certificate", prove.certificate, "Write the proof as SMT-LIB 2 files into this folder, new or empty");
    proving->add_option("--json", prove.json, "Write the report as JSON to a file, - for standard output");

    CLI::App* deciding = app.add_subcommand("litmus", "Decide which final states of litmus tests a consistency model allows, or a protocol shows");
    LitmusOptions litmus;
    CLI::Option* tests = deciding->add_option("tests", litmus.tests, "Files, or folders of *.litmus, in X86, LISA or GPU_PTX");
    deciding->add_option("--model", litmus.model, "A model from `tandem list`, or a .cat file; sc by default");
    deciding->add_option("--protocol", litmus.protocol, "Run the tests on a protocol, in every way; with --model, what it shows must be allowed");
    deciding->add_option("--variant", litmus.selection.variant, "Of the protocol: names from `tandem list`, separated by commas");
    deciding->add_option("--shape", litmus.selection.shape, "Of the protocol: key=value, separated by commas; sizes are those that a test needs");
    deciding->add_flag("--traces", litmus.traces, "Tell a shortest run of the protocol to each final state");
    deciding->add_option("--memory", litmus.memory, "Limit of a test's search on a protocol, as in 500M; 4G by default");
    deciding->add_option("--threads", litmus.threads, "As many as there are processors by default")->check(CLI::Range(1, 256));
    deciding->add_option("--turns", litmus.turns, "How often a run may go through backward branches")->check(CLI::Range(0, 16))->capture_default_str();
    deciding->add_option("--engine", litmus.engine, "enumeration, or smt: Z3 decides, and does not count witnesses")->check(CLI::IsMember({"enumeration", "smt"}))->capture_default_str();
    deciding->add_flag("--explain", litmus.explain, "For each forbidden state, say which check fails, and on which cycle");
    deciding->add_option("--dot", litmus.dot, "Draw an execution of each state, for Graphviz, to a file; of one test");
    deciding->add_option("--svg", litmus.svg, "The same as one picture; the cycle that forbids a state is red");
    deciding->add_option("--json", litmus.json, "Write the report as JSON to a file, - for standard output");

    GenerateOptions generate;
    bool generates = false;
    CLI::Option* generating = deciding->add_flag("--generate", generates, "Write tests instead, from cycles of relaxations");
    deciding->add_option("--relaxations", generate.relaxations, "Their names, with * for any letters, separated by commas")->needs(generating)->capture_default_str();
    deciding->add_option("--cycle-size", generate.cycle_size, "Edges of a cycle, at most")->needs(generating)->capture_default_str();
    deciding->add_option("--language", generate.language, "GPU_PTX, LISA or X86")->needs(generating)->capture_default_str();
    deciding->add_option("--scopes", generate.scopes, "How near two threads may be, in all combinations: warp, cta, gl, sys")->needs(generating)->capture_default_str();
    deciding->add_option("--regions", generate.regions, "Where locations may be, in all combinations: global, shared")->needs(generating)->capture_default_str();
    deciding->add_option("--limit", generate.limit, "Tests at most")->needs(generating)->capture_default_str();
    deciding->add_option("--output", generate.output, "The folder for the tests, new or empty")->needs(generating);

    CLI::App* conforming = app.add_subcommand("conform", "Compare a protocol with a consistency model, for every program up to a size");
    ConformOptions conform;
    add_selection(conforming, conform.protocol, conform.selection);
    conforming->add_option("--model", conform.model, "A model from `tandem list`, or a .cat file; by default sc, or hrf-indirect-relaxed-rsp-pairs for a protocol whose accesses have scopes");
    conforming->add_option("--program-threads", conform.program_threads, "Threads of a program, at most")->check(CLI::Range(1, 4))->capture_default_str();
    conforming->add_option("--ops", conform.operations, "Operations of a thread, at most, by default 3, or 2 where accesses have scopes; with release consistency fences are operations too")->check(CLI::Range(1, 6));
    conforming->add_option("--addresses", conform.locations, "Locations of a program, at most")->check(CLI::Range(1, 4))->capture_default_str();
    using Exchanges = ConformOptions::Exchanges;
    auto* all_exchanges = conforming->add_flag_callback("--atomics", [&conform] { conform.exchanges = Exchanges::all; },
                                                        "With exchanges in all threads; by default in those of up to 2 operations, or of 1 where accesses have scopes");
    conforming->add_flag_callback("--no-atomics", [&conform] { conform.exchanges = Exchanges::none; }, "Without exchanges")->excludes(all_exchanges);
    conforming->add_option("--threads", conform.threads, "Of the search, as many as there are processors by default")->check(CLI::Range(1, 256));
    conforming->add_option("--memory", conform.memory, "Limit of a search, as in 500M or 4G")->capture_default_str();
    conforming->add_option("--time", conform.seconds, "Limit in seconds")->check(CLI::Range(0.001, 1e9));
    conforming->add_option("--json", conform.json, "Write the report as JSON to a file, - for standard output");

    CLI::App* reproducing = app.add_subcommand("reproduce", "Simulate what a paper's figures show: its values, ours, a table and a picture");
    ReproduceOptions reproduce;
    reproducing->add_option("figures", reproduce.figures, figure_names());
    reproducing->add_flag("--all", reproduce.all, "Every figure, and one page with all of them");
    reproducing->add_option("--benchmarks", reproduce.benchmarks, "The paper's names, separated by commas; all by default");
    reproducing->add_option("--size", reproduce.size, "Of every workload; each its own by default")->check(CLI::Range(1, 1000));
    reproducing->add_option("--seed", reproduce.seed, "Of the workloads' data")->capture_default_str();
    reproducing->add_option("--sweep", reproduce.sweep, "A number of the machine file and its values: lease=2..64, lease=2..64*2, lease=8,10,12");
    reproducing->add_option("--results", reproduce.results, "A folder that keeps results; runs that it has are not repeated")->capture_default_str();
    reproducing->add_option("--threads", reproduce.threads, "As many as there are processors by default")->check(CLI::Range(1, 256));
    reproducing->add_option("--json", reproduce.json, "Write the report as JSON to a file, - for standard output");

    CLI::App* exporting = app.add_subcommand("export", "Write the system for another tool");
    std::string protocol_name, output;
    ExportOptions export_options;
    Selection selection;
    add_selection(exporting, protocol_name, selection);
    exporting->add_option("--format", export_options.format, format_names("|"))->capture_default_str();
    exporting->add_flag("--free", selection.free, "Let threads do whatever they like, without a monitor and what it judges: the system of `tandem check --free`");
    exporting->add_flag("--scalarsets", export_options.scalarsets, "Let the Murphi tool reduce by symmetry: cores, threads, addresses and values are scalarsets");
    exporting->add_option("--output", output, "A file; standard output by default");

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        const int status = app.exit(success);
        say("");
        return status;
    } catch (const CLI::ParseError& error) {
        throw UsageError(std::string(error.what()) + " (tandem --help, tandem " + (app.get_subcommands().empty() ? "check" : app.get_subcommands()[0]->get_name()) + " --help)");
    }
    check.symmetry = symmetry == "on";
    if (go_on) check.all = true;
    if (!fairness.empty()) check.strong_fairness = fairness == "strong";
    if (list->parsed()) return run_list(list_json);
    if (checking->parsed()) return thorough ? run_thorough_check(check) : run_check(check);
    if (simulating->parsed()) return run_sim(sim);
    if (proving->parsed()) return run_prove(prove);
    if (generates) {
        for (const CLI::Option* other : deciding->get_options())
            if (other->count() > 0 && other != generating && other->get_name() != "--json" && !other->get_needs().contains(generating))
                throw UsageError(other->get_name() + " does not go with --generate (tandem litmus --help)");
        generate.json = litmus.json;
        return run_generate(generate);
    }
    if (deciding->parsed() && tests->count() == 0) throw UsageError("litmus asks for tests: files, or folders of *.litmus, are accepted (or --generate)");
    if (deciding->parsed()) return run_litmus(litmus);
    if (conforming->parsed()) return run_conform(conform);
    if (reproducing->parsed()) return run_reproduce(reproduce);
    return run_export(protocol_name, selection, export_options, output);
}

}  // namespace

int run(int argc, const char* const* argv) {
    report_crashes_of_texts();
    try {
        return dispatch(argc, argv);
    } catch (const UsageError& error) {
        std::cerr << "tandem: " << error.what() << "\n";
        return status_unusable;
    } catch (const BrokenText& error) {
        std::cerr << "tandem: " << error.what() << "\n";
        return status_refuted;
    } catch (const std::bad_alloc&) {
        std::cerr << "tandem: the machine's memory does not suffice; a smaller --shape, or --memory where there is one, is accepted\n";
        return status_undecided;
    } catch (const std::exception& error) {
        std::cerr << "tandem: " << error.what() << "\n";
        return status_unusable;
    }
}

}  // namespace tandem::apps
