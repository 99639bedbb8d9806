#include "reproduce/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/runs_at_once.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/toml_text.hpp"
#include "apps/common/words.hpp"
#include "apps/sim/swept.hpp"
#include "perfsim/energy.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/workload.hpp"
#include "reproduce/ablation.hpp"
#include "reproduce/litmus_paper.hpp"
#include "reproduce/never_shown.hpp"
#include "reproduce/page.hpp"
#include "reproduce/picture.hpp"
#include "reproduce/runner.hpp"
#include "reproduce/sensitivity.hpp"

namespace tandem::reproduce {

namespace {

/// The benchmarks that belong to this paper.
std::vector<Benchmark> of_paper(const Paper& paper, const std::vector<Benchmark>& chosen) {
    std::vector<Benchmark> own;
    for (const Benchmark& b : chosen)
        if (std::any_of(paper.benchmarks.begin(), paper.benchmarks.end(), [&](const Benchmark& of) { return of.name == b.name; }))
            own.push_back(b);
    return own;
}

/// The benchmarks of those figures' papers. Figures of a paper without a wanted benchmark are dropped.
std::vector<Benchmark> chosen_benchmarks(const ReproduceOptions& options, std::vector<const Figure*>& figures) {
    std::vector<std::string> names;
    std::vector<Benchmark> all, chosen;
    for (const Paper& paper : papers())
        if (std::any_of(figures.begin(), figures.end(), [&](const Figure* f) { return &paper_of(*f) == &paper; }))
            all.insert(all.end(), paper.benchmarks.begin(), paper.benchmarks.end());
    for (const Benchmark& b : all) names.push_back(b.name);
    const auto wanted = options.benchmarks.empty() ? names : split_once_each(options.benchmarks, ',', "--benchmarks");
    for (const Benchmark& b : all)
        if (std::find(wanted.begin(), wanted.end(), b.name) != wanted.end()) chosen.push_back(b);
    for (const auto& name : wanted)
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw UsageError("there is no benchmark '" + name + "': " + join(names, ", ") + " are accepted, separated by commas");
    if (chosen.empty()) throw UsageError("no benchmark is named: " + join(names, ", ") + " are accepted, separated by commas");
    for (Benchmark& b : chosen)
        if (options.size > 0) b.size = options.size;
    std::erase_if(figures, [&](const Figure* f) { return of_paper(paper_of(*f), chosen).empty(); });
    return chosen;
}

std::vector<const Figure*> chosen_figures(const ReproduceOptions& options) {
    if (options.all && !options.figures.empty())
        throw UsageError("--all is every figure, and " + options.figures.front() + " is one of them: either is accepted");
    require_each_once(options.figures, "reproduce");
    std::vector<const Figure*> chosen;
    for (const auto& name : options.figures) chosen.push_back(&figure(name));
    if (options.all) {
        chosen.clear();
        for (const Paper& paper : papers())
            for (const Figure& f : paper.figures) chosen.push_back(&f);
    }
    if (chosen.empty()) figure("");  // reports what there is
    return chosen;
}

/// The user's request, and the results that it needs.
struct Work {
    const ReproduceOptions& options;
    std::vector<const Figure*> figures;
    std::vector<Benchmark> on;  // of all their papers
    std::map<const Paper*, Conditions> conditions;
    Results results;

    Job job(const Figure& f, Benchmark b, const Configuration& c, const std::vector<Setting>& settings,
            const Variation& variation) const {
        if (options.size == 0 && f.size > 0) b.size = f.size;
        return job_of(paper_of(f), varied(b, variation), varied(c, variation), settings, variation.seed,
                      conditions.at(&paper_of(f)));
    }
    /// The variations that the figure is run under: one, unless claims are to be read under several.
    std::vector<Variation> variations_of(const Figure& f) const {
        if (options.parts && !f.claims.empty()) return variations_by_part(options.seed);
        if (options.sensitivity && !f.has_no_mean()) return variations(paper_of(f), options.seed, options.seeds);
        return {{options.seed}};
    }
    std::vector<Job> jobs(const std::vector<std::vector<Setting>>& points) const {
        std::vector<Job> all;
        for (const Figure* f : figures)
            for (const auto& settings : points)
                for (const Variation& variation : variations_of(*f))
                    for (const Benchmark& b : of_paper(paper_of(*f), on))
                        for (const Configuration& c : f->configurations)
                            if (c.set == Set::all || c.set == b.set) all.push_back(job(*f, b, c, settings, variation));
        return all;
    }
    /// For each benchmark, its resident warps in the runs of these figures, on the first of their variations.
    std::vector<ResidentWarps> resident(const std::vector<const Figure*>& of) const {
        std::vector<ResidentWarps> all;
        for (const Benchmark& b : on) {
            std::vector<const nlohmann::json*> reports;
            for (const Figure* f : of)
                if (!of_paper(paper_of(*f), {b}).empty())
                    for (const Configuration& c : f->configurations)
                        if (c.set == Set::all || c.set == b.set)
                            reports.push_back(&results.at(job(*f, b, c, {}, variations_of(*f).front()).file_name()));
            if (!reports.empty()) all.push_back(resident_warps(b.name, reports));
        }
        return all;
    }
    /// Of the runs of all figures, on the first of their variations.
    NeverShown never_shown() const {
        std::map<std::string, std::string> runs;  // and of what system
        for (const Figure* f : figures)
            for (const Benchmark& b : of_paper(paper_of(*f), on))
                for (const Configuration& c : f->configurations)
                    if (c.set == Set::all || c.set == b.set)
                        runs[job(*f, b, c, {}, variations_of(*f).front()).file_name()] =
                            c.protocol + (c.variant.empty() ? "" : " " + c.variant);
        NeverShown never;
        for (const auto& [run, system] : runs) never.add(system, results.at(run));
        return never;
    }
    Table table(const Figure& f, const std::vector<Setting>& settings) const {
        const auto under = [&](const Figure& figure, const Variation& variation) {
            return table_of(figure, of_paper(paper_of(f), on),
                            [&](const Benchmark& b, const Configuration& c) -> const nlohmann::json& {
                                return results.at(job(f, b, c, settings, variation).file_name());
                            });
        };
        const auto variations = variations_of(f);
        if (variations.size() == 1) return under(f, variations.front());
        return options.parts ? ablated_table(f, variations, under) : sensitive_table(f, variations, under);
    }
};

std::string command_of(const ReproduceOptions& options) {
    std::string command = "tandem reproduce --all";
    if (!options.benchmarks.empty()) command += " --benchmarks " + options.benchmarks;
    if (options.size > 0) command += fmt::format(" --size {}", options.size);
    if (options.seed != 1) command += fmt::format(" --seed {}", options.seed);
    if (!options.machine.empty()) command += " --machine " + options.machine;
    if (!options.energy.empty()) command += " --energy " + options.energy;
    if (options.parts) command += " --parts";
    if (options.sensitivity) command += fmt::format(" --sensitivity --seeds {}", options.seeds);
    return command;
}

Provenance provenance(const Work& work, const Paper& paper) {
    const Conditions& on = work.conditions.at(&paper);
    Provenance how{&paper, command_of(work.options), of_paper(paper, work.on), work.options.seed, 0, on.machine, on.energy, 0};
    std::set<std::string> runs;
    for (const Figure* f : work.figures)
        if (&paper_of(*f) == &paper)
            for (const Benchmark& b : how.benchmarks)
                for (const Configuration& c : f->configurations)
                    if (c.set == Set::all || c.set == b.set)
                        for (const Variation& v : work.variations_of(*f)) runs.insert(work.job(*f, b, c, {}, v).file_name());
    for (const auto& run : runs) how.seconds += work.results.at(run).at("seconds").get<double>();
    how.runs = runs.size();
    how.resident = work.resident(work.figures);
    return how;
}

/// A page for each paper with tables.
void write_pages(const Work& work, const std::vector<Table>& tables, const ResultFolder& folder) {
    for (const Paper& paper : papers()) {
        std::vector<Table> own;
        std::copy_if(tables.begin(), tables.end(), std::back_inserter(own),
                     [&](const Table& t) { return &paper_of(*t.figure) == &paper; });
        if (!own.empty()) WholeFile(folder.file(paper.page), "HTML").commit(as_page(own, provenance(work, paper)));
    }
}

/// The figures as in the paper.
int plain(const Work& work, const ResultFolder& folder, WholeFile& json) {
    std::vector<Table> tables;
    nlohmann::json list = nlohmann::json::array();
    std::string out;
    bool wrong = false;
    for (const Figure* f : work.figures) {
        tables.push_back(work.table(*f, {}));
        list.push_back(as_json(tables.back()));
        wrong = wrong || has_wrong_result(tables.back());
        WholeFile(folder.file(f->name + ".svg"), "SVG").commit(as_svg(tables.back()));
        out += as_text(tables.back()) + "\n";
    }
    out += as_text(work.resident(work.figures));
    const NeverShown never = work.never_shown();
    out += never.as_text();
    if (work.options.all) write_pages(work, tables, folder);
    out += std::string("pictures") + (work.options.all ? " and a page for each paper, such as index.html," : "") + " are in " +
           work.options.results + "\n";
    nlohmann::json warps = nlohmann::json::object();
    for (const ResidentWarps& of : work.resident(work.figures))
        warps[of.benchmark] = {{"mean", of.mean}, {"most", of.most}, {"machine", of.machine}};
    deliver({[&] {
                 if (!json.to_output()) say(out);
             },
             [&] {
                 json.commit(
                     json_text(nlohmann::json{{"figures", list}, {"resident_warps", warps}, {"never_shown", never.as_json()}}) +
                     "\n");
             }});
    return wrong ? status_refuted : status_holds;
}

/// The figures for each value of a setting.
int swept(const Work& work, const Sweep& sweep, const ResultFolder& folder, WholeFile& json) {
    nlohmann::json list = nlohmann::json::array();
    std::string out;
    bool wrong = false;
    for (const Figure* f : work.figures) {
        SweepTable table{f, sweep.key, {}};
        for (const int value : sweep.values) {
            table.points.push_back({value, work.table(*f, {{sweep.key, value}})});
            wrong = wrong || has_wrong_result(table.points.back().table);
        }
        list.push_back(as_json(table));
        WholeFile(folder.file(f->name + "-sweep-" + sweep.key + ".svg"), "SVG").commit(as_svg(table));
        out += as_text(table) + "\n";
    }
    out += "pictures are in " + work.options.results + "\n";
    deliver({[&] {
                 if (!json.to_output()) say(out);
             },
             [&] {
                 json.commit(json_text(nlohmann::json{{"sweeps", list}}) + "\n");
             }});
    return wrong ? status_refuted : status_holds;
}

/// Throws UsageError.
Conditions conditions_of(const ReproduceOptions& options, const Paper& paper) {
    Conditions on{paper.machine, perfsim::energy_machine_text};
    try {
        if (const char* known = perfsim::library_machine(options.machine)) on.machine = known;
        else if (!options.machine.empty())
            on.machine =
                perfsim::whole_machine(toml_text(options.machine, "machine file", "perfsim/machines/paper.toml"), options.machine,
                                       perfsim::parse_settings(paper.machine, paper.name).outside.at("name").text.value());
        if (!options.energy.empty()) on.energy = toml_text(options.energy, "energy table", "perfsim/machines/energy.toml");
        perfsim::energy_table_from(on.energy, options.energy);
    } catch (const perfsim::DescriptionError& error) {
        throw UsageError(error.what());
    }
    return on;
}

/// The litmus paper's, if they are asked for.
std::vector<const ObservedFigure*> chosen_of_tests(const ReproduceOptions& options) {
    std::vector<const ObservedFigure*> chosen;
    std::string simulated;
    for (const std::string& name : options.figures) {
        const auto& all = observed_figures();
        const auto at = std::find_if(all.begin(), all.end(), [&](const ObservedFigure& f) { return f.name == name; });
        if (at == all.end()) simulated = name;
        else chosen.push_back(&*at);
    }
    if (chosen.empty()) return chosen;
    if (!simulated.empty() || options.all)
        throw UsageError(chosen.front()->name + " is of litmus tests and " + (options.all ? "--all" : simulated) +
                         " of simulations: figures of one kind are accepted");
    require_each_once(options.figures, "reproduce");
    const std::pair<const char*, bool> others[] = {{"--benchmarks", !options.benchmarks.empty()},
                                                   {"--size", options.size > 0},
                                                   {"--sensitivity", options.sensitivity},
                                                   {"--parts", options.parts},
                                                   {"--machine", !options.machine.empty()},
                                                   {"--energy", !options.energy.empty()},
                                                   {"--sweep", !options.sweep.empty()}};
    for (const auto& [option, given] : others)
        if (given) throw UsageError(std::string(option) + " is of simulated figures: " + chosen.front()->name + " has none");
    return chosen;
}

int judge_tests(const ReproduceOptions& options, const std::vector<const ObservedFigure*>& figures) {
    WholeFile json(options.json, "JSON");
    std::string out;
    nlohmann::json list = nlohmann::json::array();
    for (const ObservedFigure* f : figures) {
        const JudgedFigure figure = judged(*f, ran_on_cards());
        out += as_text(figure) + "\n";
        list.push_back(as_json(figure));
    }
    out += "Counts are the paper's, of 100000 runs each; Sometimes and Never are what our models say.\n";
    if (ran_on_cards().empty())
        out += "No GPU has run these tests under Tandem: `tandem run TEST --on cuda` does where there is one.\n";
    deliver({[&] {
                 if (!json.to_output()) say(out);
             },
             [&] {
                 json.commit(json_text(nlohmann::json{{"figures", list}, {"runs_per_count", 100'000}}) + "\n");
             }});
    return status_holds;
}

}  // namespace

int run_reproduce(const ReproduceOptions& options) {
    if (const auto of_tests = chosen_of_tests(options); !of_tests.empty()) return judge_tests(options, of_tests);
    Work work{options, chosen_figures(options), {}, {}, {}};
    for (const Figure* f : work.figures) work.conditions[&paper_of(*f)] = conditions_of(options, paper_of(*f));
    work.on = chosen_benchmarks(options, work.figures);
    if (options.parts && options.sensitivity)
        throw UsageError("--parts and --sensitivity are two questions: one of them is accepted");
    const auto says_nothing = [&](const Figure* f) { return options.parts ? f->claims.empty() : f->has_no_mean(); };
    if ((options.parts || options.sensitivity) && std::all_of(work.figures.begin(), work.figures.end(), says_nothing))
        throw UsageError((options.parts ? "the paper claims nothing of " + work.figures.front()->name + " that --parts"
                                        : work.figures.front()->name + " has no mean that --sensitivity") +
                         " could read: gtsc-fig12 is accepted");
    Sweep sweep;
    std::vector<std::vector<Setting>> points{{}};
    if (!options.sweep.empty()) {
        if (options.sensitivity || options.parts)
            throw UsageError(std::string("--sweep and ") + (options.parts ? "--parts" : "--sensitivity") +
                             " are two questions: one of them is accepted");
        if (options.all)
            throw UsageError("--sweep goes with figures that are named, not with --all: " + options.sweep +
                             " with gtsc-fig12 is accepted");
        sweep = sweep_from(options.sweep, work.conditions.at(&paper_of(*work.figures.front())).machine, "paper");
        points.clear();
        for (const int value : sweep.values) points.push_back({{sweep.key, value}});
        for (const Figure* f : work.figures) {
            const bool has_its_own = std::any_of(f->configurations.begin(), f->configurations.end(), [&](const auto& c) {
                return !c.settings.empty() && c.settings[0].key == sweep.key;
            });
            if (f->has_no_mean() || has_its_own)
                throw UsageError("there is nothing to sweep " + sweep.key + " for in " + f->name + ": gtsc-fig12 is accepted");
        }
    }
    WholeFile json(options.json, "JSON");
    const ResultFolder folder(options.results);
    const auto jobs = work.jobs(points);
    const int threads = runs_at_once(options.threads);
    const InterruptWatch watch{1};  // making the data of a run does not look at it, and what is finished is kept
    try {
        apps::ProgressReport progress(options.progress);
        work.results =
            run_all(jobs, folder, threads, InterruptWatch::flag(), [&](std::size_t done, std::size_t all, const Job& latest) {
                progress.show_runs(done, all, fmt::format("{} {}, {}", latest.protocol, latest.variant, latest.workload));
            });
    } catch (const Interrupted&) {
        std::cerr << "tandem: interrupted; what is finished is in " << options.results
                  << ", and the same command goes on from there\n";
        return status_undecided;
    }
    try {
        return options.sweep.empty() ? plain(work, folder, json) : swept(work, sweep, folder, json);
    } catch (const nlohmann::json::exception&) {  // of a kept result: somebody has changed it
        throw UsageError("a result in the folder '" + options.results +
                         "' is not as this program writes it: a new or empty folder is accepted (--results)");
    }
}

}  // namespace tandem::reproduce
