#include "apps/litmus/conform.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "apps/check/report.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/progress.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/work_queue.hpp"
#include "apps/litmus/conform_walks.hpp"
#include "apps/litmus/total_store_order.hpp"
#include "apps/litmus/models.hpp"
#include "apps/litmus/report.hpp"
#include "apps/litmus/told.hpp"
#include "apps/trace/output.hpp"
#include "specs/axiomatic/text.hpp"

namespace tandem::apps {

namespace {

using checker::Ending;

/// An outcome of one program.
struct Finding {
    specs::Test test;
    specs::FinalState state;
    std::uint64_t program = 0;  // its number among all, as they are enumerated
};

/// The smaller program, and of one program the lesser outcome.
bool simpler(const Finding& a, const Finding& b) {
    const auto rank = [](const Finding& f) { return std::tuple(specs::size(f.test), f.test.name, f.state); };
    return rank(a) < rank(b);
}

struct Report {
    std::string system;
    Ending ending = Ending::complete;
    specs::ProgramSpace space;  // of the programs
    std::uint64_t programs = 0, states = 0, outcomes = 0;
    double seconds = 0;
    std::uint64_t broken_programs = 0, forbidden = 0;  // programs with outcomes that the model forbids, and these
    std::uint64_t flagged = 0;                         // programs that the model flags, as racy ones: nothing is said of them
    std::uint64_t unseen_programs = 0, unseen = 0;     // with outcomes that it allows and the protocol does not show
    std::optional<Finding> broken, not_shown;          // the simplest
    WalkedPrograms walked{};                           // behind the searches
    std::uint64_t hanging = 0;                         // programs with a run after which they never end
    std::optional<Finding> hangs;                      // the simplest, without a state

    /// What is compared with nothing conforms to nothing.
    bool nothing_compared() const { return ending == Ending::complete && outcomes == 0; }
};

void keep_simplest(std::optional<Finding>& kept, Finding found) {
    if (!kept || simpler(found, *kept)) kept = std::move(found);
}

/// Programs that are searched together have as many values as one of them needs: of one placement's systems the largest is told.
void keep_largest(std::string& kept, const std::string& system) {
    if (std::pair(system.size(), system) > std::pair(kept.size(), kept)) kept = system;
}

/// Programs, and their numbers among all.
struct Numbered {
    std::vector<specs::Test> tests;
    std::vector<std::uint64_t> numbers;
};

/// Programs that have a meaning in the model, and the outcomes that it allows of each.
struct Judged : Numbered {
    std::vector<std::map<specs::FinalState, std::uint64_t>> allowed;  // and by how many executions
};

/// Adds those of `programs` that have a meaning.
void judge(Numbered programs, const specs::Model& model, const std::vector<int>& cpu_cores, int threads, Report& report,
           Judged& result) {
    std::vector<specs::Test>& tests = programs.tests;
    std::vector<specs::Outcomes> answers(tests.size());
    work_through(tests.size(), threads, [&](std::size_t i) {
        answers[i] = specs::outcomes(with_total_store_order(tests[i], cpu_cores), model, {.interrupt = &InterruptWatch::flag()});
    });
    report.programs += tests.size();
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (!answers[i].flags.empty()) {
            ++report.flagged;
            continue;
        }
        result.tests.push_back(std::move(tests[i]));
        result.numbers.push_back(programs.numbers[i]);
        result.allowed.push_back(std::move(answers[i].allowed));
    }
}

/// Compares what each program shows with what the model allows.
void compare(const Judged& all, const PlaySearch& search, Report& report) {
    const std::vector<specs::Test>& tests = all.tests;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const auto& shown = search.outcomes()[i];
        const auto& allowed = all.allowed[i];
        report.outcomes += shown.size();
        if (search.hangs()[i]) {
            ++report.hanging;
            keep_simplest(report.hangs, {tests[i], {}, all.numbers[i]});
        }
        bool broken = false, unseen = false;
        for (const auto& [state, place] : shown) {
            if (allowed.contains(state)) continue;
            broken = true;
            ++report.forbidden;
            keep_simplest(report.broken, {tests[i], state, all.numbers[i]});
        }
        for (const auto& [state, count] : allowed) {
            if (shown.contains(state) || !search.complete()) continue;
            unseen = true;
            ++report.unseen;
            keep_simplest(report.not_shown, {tests[i], state, all.numbers[i]});
        }
        report.broken_programs += broken;
        report.unseen_programs += unseen;
    }
}

/// One search for all would share most between programs and need the memory of all.
constexpr std::size_t programs_a_search = 256;
static_assert(programs_a_search <= specs::Player<model::Concrete>::most_programs);

/// So many programs that follow each other are one process's, and the next are another's.
constexpr std::uint64_t programs_a_turn = 64;

/// Throws UsageError for what no protocol has values for.
void check_size(int threads, const specs::ProgramSpace& space, int lanes) {
    // Lanes that exchange with one location store as many values there as they have orders.
    const int orders = lanes < 3 ? lanes : lanes < 4 ? 6 : 24;
    if (lanes > 1 && threads * space.atomics * orders + 1 > model::max_values)
        throw UsageError(
            fmt::format("{} threads of {} exchanges of {} lanes may store more than {} values to one location, besides the "
                        "first: --no-atomics leaves them out",
                        threads, space.atomics, lanes, model::max_values - 1));
    const int operations = space.operations;
    if (threads * operations + 1 <= model::max_values) return;
    throw UsageError(
        fmt::format("{} threads of {} operations may store {} values to one location, besides the first: up to {} are accepted, "
                    "as of 2 threads of 3 operations",
                    threads, operations, threads * operations, model::max_values - 1));
}

specs::ProgramSpace space_of(const Played& any, const ConformOptions& options) {
    specs::ProgramSpace space;
    space.locations = options.locations;
    space.fences = any.fences;
    space.ordered_fences = any.ordered_fences;
    space.between = options.between;
    if (space.between && any.scopes)
        throw UsageError("--between: accesses have orders and scopes here, which order them; without it programs have these");
    space.scopes = any.scopes;
    space.components = any.components;
    space.alike = any.cores_alike;
    space.operations = options.operations > 0 ? options.operations : specs::usual_operations(space.scopes);
    using enum ConformOptions::Exchanges;
    space.atomics = options.exchanges == none  ? 0
                    : options.exchanges == all ? space.operations
                                               : specs::usual_atomics(space, options.lanes);
    if (space.between && options.lanes > 1)
        throw UsageError("--between: wavefronts of several lanes have nothing between their instructions");
    return space;
}

// ---- of several processes ----

void put(checker::Bytes& said, const std::optional<Finding>& found) {
    checker::put(said, found.has_value());
    if (found) checker::put(said, found->program), checker::put(said, found->state);
}

/// What this process has found, but for the random runs and the programs themselves.
checker::Bytes part(const Report& r, const std::vector<std::string>& systems) {
    checker::Bytes said;
    checker::put(said, r.ending);
    checker::put(said, std::vector{r.programs, r.states, r.outcomes, r.broken_programs, r.forbidden, r.flagged, r.unseen_programs,
                                   r.unseen, r.hanging});
    checker::put(said, r.seconds);
    for (const auto* found : {&r.broken, &r.not_shown, &r.hangs}) put(said, *found);
    checker::put(said, systems.size());
    for (const std::string& system : systems) checker::put(said, system);
    return said;
}

/// Adds another process's part. `test(number)` is the program of this number.
template <class TestOf>
void add_part(std::span<const std::byte> said, Report& r, std::vector<std::string>& systems, TestOf&& test) {
    checker::BytesReader reader(said);
    if (const auto ending = reader.get<Ending>(); r.ending == Ending::complete) r.ending = ending;
    const auto counts = reader.get_vector<std::uint64_t>();
    std::size_t next = 0;
    for (std::uint64_t* sum : {&r.programs, &r.states, &r.outcomes, &r.broken_programs, &r.forbidden, &r.flagged,
                               &r.unseen_programs, &r.unseen, &r.hanging})
        *sum += counts.at(next++);
    r.seconds = std::max(r.seconds, reader.get<double>());
    for (auto* kept : {&r.broken, &r.not_shown, &r.hangs}) {
        if (!reader.get<bool>()) continue;
        const auto program = reader.get<std::uint64_t>();
        keep_simplest(*kept, {test(program), reader.get_vector<specs::Value>(), program});
    }
    systems.resize(std::max(systems.size(), reader.get<std::size_t>()));
    for (std::string& system : systems)
        if (reader.left() > 0)  // an interrupted process knows fewer
            keep_largest(system, reader.get_text());
}

/// The comparison of all programs, some at a time: there may be more than memory holds.
class ProgramComparison {
public:
    ProgramComparison(const ConformOptions& options, const specs::Model& model, int threads)
        : options_(options), model_(model), threads_(threads) {}

    /// Of several processes the first returns what all have found.
    Report run() {
        const Played any = text_.play(options_.selection, {});
        report_.space = space_of(any, options_);
        check_size(options_.program_threads, report_.space, options_.lanes);
        if (options_.lanes > any.lanes(0, most_cores()))
            throw UsageError(fmt::format("--lanes {}: {}", options_.lanes, no_lanes(any.lanes(0, most_cores()))));
        specs::ProgramSpace least = report_.space;
        least.operations = 1;
        // a model that asks for scopes says so before the search
        specs::outcomes(specs::all_programs(least, {0}).front(), model_);
        const bool complete = compare_all(any);
        add_others(any);
        for (const std::string& system : systems_)
            if (!system.empty()) report_.system += (report_.system.empty() ? "" : "\n") + system;
        if (complete && report_.ending == Ending::complete && speaks()) walk_longer(any);
        return report_;
    }

private:
    bool speaks() const { return !ranks_ || ranks_->rank() == 0; }
    bool mine(std::uint64_t number) const {
        if (!ranks_) return true;
        const auto size = static_cast<std::uint64_t>(ranks_->size()), rank = static_cast<std::uint64_t>(ranks_->rank());
        return number / programs_a_turn % size == rank;
    }

    /// Those of this process; false if it was not complete.
    bool compare_all(const Played& any) {
        std::uint64_t number = 0;
        for (int n = 1; n <= options_.program_threads; ++n)
            for (specs::Placement placement : specs::placements(n, any.components)) {
                give_lanes(placement, any);
                systems_.emplace_back();
                const auto take = [&](specs::Test test) {
                    if (!in_time()) return false;
                    if (const std::uint64_t its = number++; mine(its)) {
                        to_judge_.tests.push_back(std::move(test));
                        to_judge_.numbers.push_back(its);
                    }
                    if (to_judge_.tests.size() + to_search_.tests.size() < programs_a_search) return true;
                    judge_them();
                    return to_search_.tests.size() < programs_a_search || search_them();
                };
                try {
                    if (!specs::each_program(report_.space, placement, take)) return false;
                    judge_them();
                } catch (const specs::Interrupted&) {
                    report_.ending = Ending::interrupted;
                    return false;
                }
                if (!to_search_.tests.empty() && !search_them()) return false;
            }
        return true;
    }

    /// Every process tells the first what it has found.
    void add_others(const Played& any) {
        if (!ranks_) return;
        const auto said = ranks_->gather(part(report_, systems_));
        if (!speaks()) return;
        for (std::size_t r = 1; r < said.size(); ++r)
            add_part(said[r], report_, systems_, [&](std::uint64_t number) { return program(number, any); });
    }
    specs::Test program(std::uint64_t number, const Played& any) const {
        std::optional<specs::Test> found;
        for (int n = 1; n <= options_.program_threads && !found; ++n)
            for (specs::Placement placement : specs::placements(n, any.components)) {
                give_lanes(placement, any);
                const auto take = [&](specs::Test test) {
                    if (number-- == 0) found = std::move(test);
                    return !found;
                };
                if (!specs::each_program(report_.space, placement, take)) break;
            }
        return found.value();
    }

    /// What programs of one operation more show in random runs; nothing where their values are too many.
    void walk_longer(const Played& any) {
        double left = options_.walk_time.value_or(std::min(seconds(), 1.0));
        if (options_.seconds > 0) left = std::min(left, options_.seconds - seconds());
        if (left <= 0 || report_.broken || report_.hangs || InterruptWatch::flag()) return;
        specs::ProgramSpace longer = report_.space;
        ++longer.operations;
        try {
            check_size(options_.program_threads, longer, options_.lanes);
        } catch (const UsageError&) {
            return;
        }
        std::vector<specs::Placement> placements = specs::placements(options_.program_threads, any.components);
        for (specs::Placement& placement : placements) give_lanes(placement, any);
        report_.walked = walk_programs(text_, options_.selection, longer, placements, model_, options_.cpu_cores,
                                       left, [] { return InterruptWatch::flag().load(); });
        if (!report_.walked.forbidden) return;
        report_.broken = Finding{report_.walked.forbidden->first, report_.walked.forbidden->second};
        ++report_.broken_programs, ++report_.forbidden;
    }

    /// Else the report says why not.
    bool in_time() {
        if (InterruptWatch::flag()) report_.ending = Ending::interrupted;
        else if (options_.seconds > 0 && seconds() >= options_.seconds) report_.ending = Ending::out_of_time;
        return report_.ending == Ending::complete;
    }
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

    int most_cores() const { return options_.program_threads; }
    static std::string no_lanes(int most) {
        return most > 1 ? fmt::format("up to {} are accepted", most)
                        : "threads of this system have one lane, for they are CPUs' or do not go in lockstep; 1 is accepted";
    }
    void give_lanes(specs::Placement& placement, const Played& any) const {
        int cores = 0;
        for (const specs::Seat& seat : placement) cores = std::max(cores, seat.core + 1);
        for (specs::Seat& seat : placement) seat.lanes = std::min(options_.lanes, any.lanes(seat.core, cores));
    }

    void judge_them() { judge(std::exchange(to_judge_, {}), model_, options_.cpu_cores, threads_, report_, to_search_); }

    /// Whether it was complete.
    bool search_them() {
        const Judged all = std::exchange(to_search_, {});
        const Played played = text_.play(options_.selection, all.tests);
        keep_largest(systems_.back(), played.system);
        checker::SearchOptions search_options;
        search_options.threads = threads_;
        search_options.memory = bytes_of(options_.memory);
        search_options.seconds = options_.seconds > 0 ? std::max(options_.seconds - seconds(), 1e-3) : 0;
        search_options.interrupt = &InterruptWatch::flag();
        search_options.progress = [&](const checker::Progress& p) { progress_.show("states", p); };
        PlaySearch search(played, search_options);
        report_.states += search.result().states;
        report_.seconds += search.result().seconds;
        report_.ending = search.result().ending;
        compare(all, search, report_);
        return report_.ending == Ending::complete;
    }

    const ConformOptions& options_;
    const specs::Model& model_;
    int threads_;
    const Protocol& text_ = protocol(options_.protocol);
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    InterruptWatch watch_;
    checker::Ranks* const ranks_ = LaunchedRanks::ranks();
    ProgressReport progress_{speaks() ? options_.progress : ProgressStyle::off};
    Report report_;
    std::vector<std::string> systems_;  // by placement, of those that were searched; empty if none was
    Numbered to_judge_;
    Judged to_search_;
};

/// The simplest program that breaks the model, with the protocol's run and the model's objection.
struct Counterexample {
    std::string program, outcome, why, legend, system;
    checker::Trace trace;
    std::string told;  // `why`, with the steps of the run
};

Counterexample counterexample(const ConformOptions& options, const specs::Model& model, const Finding& found) {
    checker::SearchOptions limits;
    limits.memory = bytes_of(options.memory);
    const ProtocolOutcomes shown = protocol_outcomes(protocol(options.protocol), options.selection, found.test, limits, true);
    const specs::Test asked = with_total_store_order(found.test, options.cpu_cores);
    const auto objections = specs::outcomes(asked, model, {.explain = true}).forbidden;
    const auto run = shown.states.find(found.state);
    checker::Trace trace;
    if (run != shown.states.end() && run->second) trace = *run->second;
    const std::string why = objection(asked, objections, found.state),
                      told = objection(asked, objections, found.state, steps_in(trace, shown));
    return {specs::one_line(found.test),
            specs::text(found.test, found.state),
            why,
            shown.legend,
            shown.system,
            std::move(trace),
            told};
}

std::string exchanges_text(const Report& r) {
    const std::string exchanges = r.space.atomics == 0 ? "without exchanges"
                                  : r.space.atomics == r.space.operations
                                      ? "exchanges among them"
                                      : fmt::format("exchanges in threads of up to {}", r.space.atomics);
    return exchanges + (!r.space.between ? ""
                        : r.space.fences ? ", fences and dependencies between them"
                                         : ", dependencies between them");
}

/// The simplest program that hangs, and a run after which it never ends.
struct Hang {
    std::string program, legend, system;
    checker::Trace trace;
};

Hang hang(const ConformOptions& options, const specs::Test& test) {
    checker::SearchOptions limits;
    limits.memory = bytes_of(options.memory);
    const ProtocolOutcomes shown = protocol_outcomes(protocol(options.protocol), options.selection, test, limits, false);
    return {specs::one_line(test), shown.legend, shown.system, shown.stuck.value()};
}

std::string text_of(const Report& r, const ConformOptions& options, const std::optional<Counterexample>& broken,
                    const std::optional<Hang>& hangs) {
    std::string out = fmt::format(
        "{}\n{} programs of up to {} threads{}, {} operations each, {} locations, {}; {} states in {:.1f} s\n", r.system,
        r.programs, options.program_threads, options.lanes > 1 ? fmt::format(" of up to {} lanes", options.lanes) : "",
        r.space.operations, r.space.locations, exchanges_text(r), r.states, r.seconds);
    if (r.ending != Ending::complete) out += fmt::format("undecided: {}\n", ending_text(r.ending));
    if (hangs)
        out += fmt::format("refuted: {} programs have a run after which they never end; the smallest:\n  {}\nIn this run {}\n{}",
                           r.hanging, hangs->program, hangs->legend, as_text(hangs->trace, "a state from which it never ends"));
    if (r.flagged > 0)
        out += fmt::format("{} programs raise a flag of {}, and nothing is said of them\n", r.flagged, options.model);
    if (broken) {
        out += fmt::format("refuted: {} programs show {} outcomes that {} forbids; the smallest:\n  {}\n  {}\n  {}\n",
                           r.broken_programs, r.forbidden, options.model, broken->program, broken->outcome, broken->why);
        out += "In this run " + broken->legend + "\n" + as_text(broken->trace, broken->outcome);
    } else if (r.nothing_compared() && !hangs) {
        out += fmt::format("undecided: no program has an outcome that {} speaks of, so nothing was compared\n", options.model);
    } else if (r.ending == Ending::complete && !hangs) {
        out += fmt::format("conforms to {}: each of the {} outcomes that the protocol shows is allowed\n", options.model,
                           r.outcomes);
    }
    if (r.walked.runs > 0 && !r.walked.forbidden)
        out += fmt::format("and {} random runs of {} programs of {} operations each: {} outcomes, none forbidden\n",
                           r.walked.runs, r.walked.programs, r.walked.operations, r.walked.outcomes);
    if (r.ending != Ending::complete || r.outcomes == 0) return out;
    if (!r.not_shown) return out + fmt::format("and it shows all that {} allows\n", options.model);
    return out + fmt::format("not shown, though {} allows it: {} outcomes of {} programs, as\n  {}\n  {}\n", options.model,
                             r.unseen, r.unseen_programs, specs::one_line(r.not_shown->test),
                             specs::text(r.not_shown->test, r.not_shown->state));
}

/// The runs that refute, for a file.
TraceFile runs_of(const ConformOptions& options, std::optional<Counterexample>& broken, std::optional<Hang>& hangs) {
    TraceFile file{options.protocol, options.selection, "", {}};
    if (broken) {
        name_run(broken->trace, broken->outcome, broken->told);
        file.system = broken->system;
        file.traces.push_back({sentence_of_run(broken->program, broken->legend), &broken->trace, "", forbidden_verdict});
    }
    if (hangs) {
        file.system = hangs->system;
        file.traces.push_back(endless(hangs->trace, hangs->program, hangs->legend));
    }
    return file;
}

/// Of every command's statuses the one that the comparison ends in.
Status status_of(const Report& r) {
    if (r.broken || r.hangs) return status_refuted;
    return r.ending == Ending::complete && !r.nothing_compared() ? status_holds : status_undecided;
}

nlohmann::json json_of(const Report& r, const ConformOptions& options, const std::optional<Counterexample>& broken,
                       const std::optional<Hang>& hangs) {
    const Status status = status_of(r);
    const char* verdict = status == status_refuted ? "refuted" : status == status_holds ? "conforms" : "undecided";
    nlohmann::json report{{"verdict", verdict},
                          {"flagged_programs", r.flagged},
                          {"system", r.system},
                          {"model", options.model},
                          {"programs", r.programs},
                          {"lanes", options.lanes},
                          {"exchanges_in_threads_of_up_to", r.space.atomics},
                          {"fences_and_dependencies_between", r.space.between},
                          {"states", r.states},
                          {"seconds", r.seconds},
                          {"ending", ending_text(r.ending)},
                          {"outcomes", r.outcomes},
                          {"forbidden", r.forbidden},
                          {"forbidden_programs", r.broken_programs},
                          {"not_shown", r.unseen},
                          {"not_shown_programs", r.unseen_programs},
                          {"hanging_programs", r.hanging},
                          {"random_runs",
                           {{"programs", r.walked.programs},
                            {"operations", r.walked.operations},
                            {"runs", r.walked.runs},
                            {"outcomes", r.walked.outcomes},
                            {"forbidden", r.walked.forbidden.has_value()}}}};
    if (broken)
        report["counterexample"] = {{"program", broken->program},
                                    {"outcome", broken->outcome},
                                    {"why", broken->why},
                                    {"legend", broken->legend},
                                    {"trace", as_json(broken->trace)}};
    if (hangs) report["stuck"] = {{"program", hangs->program}, {"legend", hangs->legend}, {"trace", as_json(hangs->trace)}};
    if (r.not_shown)
        report["simplest_not_shown"] = {{"program", specs::one_line(r.not_shown->test)},
                                        {"outcome", specs::text(r.not_shown->test, r.not_shown->state)}};
    return report;
}

}  // namespace

int run_conform(ConformOptions options) {
    if (!speaks_for_all()) options.json.clear(), options.trace.clear(), options.html.clear();
    WholeFile json(options.json, "JSON");
    TraceOutput trace_file(options.trace, options.html);
    if (options.model.empty()) options.model = protocol(options.protocol).promised_model;
    const specs::Model model = load_model(options.model);
    if (!options.cpu_cores.empty()) {
        if (options.model != "rc")
            throw UsageError("--cpus writes total store order out as fences of the model rc, and the model is " + options.model +
                             ": --model rc is accepted with it");
        for (const int core : options.cpu_cores)
            if (core >= options.program_threads)
                throw UsageError(fmt::format("--cpus {}: programs of {} threads are on no more cores, numbered from 0", core,
                                             options.program_threads));
        options.model += fmt::format(" with total store order on core {}", fmt::join(options.cpu_cores, " and "));
    }
    const int threads = LaunchedRanks::ranks() && options.threads == 0 ? 1 : threads_or_all(options.threads);
    const Report report = ProgramComparison(options, model, threads).run();
    if (LaunchedRanks::ranks() && !speaks_for_all()) return status_holds;  // all end as the first does
    std::optional<Counterexample> broken;
    if (report.broken) broken = counterexample(options, model, *report.broken);
    std::optional<Hang> hangs;
    if (report.hangs) hangs = hang(options, report.hangs->test);
    // A model's file name may be no text.
    deliver({[&] {
                 if (!json.to_output()) say(text_of(report, options, broken, hangs));
             },
             [&] { json.commit(json_text(json_of(report, options, broken, hangs)) + "\n"); },
             [&] { trace_file.commit({runs_of(options, broken, hangs)}); }});
    return status_of(report);
}

}  // namespace tandem::apps
