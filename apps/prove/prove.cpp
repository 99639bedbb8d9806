// Finds an inductive invariant that implies the properties, or a run that breaks one, and says so.
#include "apps/prove/prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <optional>
#include <thread>

#include "apps/certificate/origin.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/progress.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/common/work_queue.hpp"
#include "apps/prove/anchor.hpp"
#include "apps/prove/comparison.hpp"
#include "apps/prove/explicit_states.hpp"
#include "apps/prove/invariant_search.hpp"
#include "apps/prove/replay.hpp"
#include "apps/prove/report.hpp"
#include "apps/prove/told_step.hpp"
#include "apps/trace/output.hpp"
#include "smt/prove/certificate.hpp"
#include "smt/prove/houdini.hpp"
#include "smt/prove/possible.hpp"
#include "smt/prove/readable.hpp"
#include "smt/prove/unrolling.hpp"
#include "smt/prove/verify.hpp"
#include "smt/prove/walker.hpp"

namespace tandem::apps {

namespace {

/// With the width of the clock as part of the shape.
ProveOptions with_clock(ProveOptions options) {
    if (options.bits == 0) return options;
    const std::string& clock = protocol(options.protocol).clock;
    if (clock.empty())
        throw UsageError(options.protocol +
                         " has no clock that is reset: --bits goes with a protocol that has a largest timestamp");
    if (options.method != "induction")
        throw UsageError("--bits goes with --method induction: bmc takes the width from the shape (" + clock + "=)");
    options.selection.shape += fmt::format("{}{}={}", options.selection.shape.empty() ? "" : ",", clock, (1 << options.bits) - 1);
    return options;
}

std::string why_stopped() { return InterruptWatch::flag() ? "it was interrupted" : "the time limit was reached (--timeout)"; }

smt::Limits limits_of(const ProveOptions& options) {
    return options.method == "bmc" ? smt::Limits::all : options.bits > 0 ? smt::Limits::clock : smt::Limits::none;
}

class Prover {
public:
    /// `refuted` need no proof. Throws smt::VisitStopped if it is to stop before all paths of the events are known.
    Prover(const ProveOptions& options, std::vector<Refutation> refuted)
        : options_(options),
          text_(protocol(options.protocol)),
          limits_(limits_of(options)),
          problem_(text_.problem(options_.selection, limits_)),
          explored_(text_.explored(options_.selection, limits_)) {
        if (options.alter) options.alter(problem_);
        for (std::size_t c = 0; c < problem_.claims.size(); ++c)
            if (options.properties.empty() || std::find(options.properties.begin(), options.properties.end(),
                                                        problem_.claims[c].name) != options.properties.end())
                claims_.push_back(static_cast<int>(c));
        require_each_once(options.properties, "--property");
        std::vector<std::string> names;
        for (const smt::Claim& claim : problem_.claims) names.push_back(claim.name);
        for (const std::string& name : options.properties)
            if (std::find(names.begin(), names.end(), name) == names.end())
                throw UsageError("no property '" + name + "' can be proved: " + join(names, ", ") + " are accepted");
        leave_out_what_says_nothing(options);
        leave_out(std::move(refuted));
        report_.system = problem_.description;
        report_.method = options.method;
        report_.facts.push_back(fmt::format(
            "{} variables, {} events, {} paths{}", problem_.variables.size(), problem_.events.size(), problem_.paths.size(),
            limits_ == smt::Limits::all ? ""
            : limits_ == smt::Limits::clock
                ? fmt::format("; timestamps of {} bits, which are reset, any leases that they have room for, any data",
                              options.bits)
                : "; any moments, leases and data, whatever the shape says"));
    }

    ProofReport prove() {
        // Z3 may think for long about one question: it is told when time is up.
        const std::jthread watch([this](std::stop_token done) {
            for (; !done.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(50)))
                if (stop()) smt::Solver::interrupt_all();
        });
        try {
            if (claims_.empty()) report_.facts.push_back("all of them are refuted, so nothing was proved");
            else if (!is_of_the_text()) put(Verdict::undecided);
            else if (options_.method == "induction") by_induction();
            else by_unrolling();
        } catch (const smt::Solver::Stopped& stopped) {
            progress_.clear();
            leave_undecided();
            report_.ending = stop() ? why_stopped() : std::string("Z3 has stopped: ") + stopped.what();
        } catch (const smt::VisitStopped&) {  // of a system that helps with this one
            progress_.clear();
            leave_undecided();
            report_.ending = why_stopped();
        }
        report_.seconds = elapsed();
        return report_;
    }
    /// How many properties it is to prove.
    std::size_t tries() const { return claims_.size(); }
    const smt::Problem& problem() const { return problem_; }
    const std::vector<smt::Clause>& invariant() const { return invariant_; }
    const std::vector<int>& proved() const { return proved_; }
    /// How many paths each event has, and which are possible.
    const std::vector<smt::PathCount>& events() const { return events_; }
    const smt::Evidence& evidence() const { return anchor_->result().evidence; }
    /// What someone needs who derives the system from the text again.
    Origin origin() const { return {text_.name, options_.selection, limits_ == smt::Limits::clock, how_}; }

private:
    /// Claims that the shape gives no room to fail. Data are unbounded in a proof by induction.
    void leave_out_what_says_nothing(const ProveOptions& options) {
        const auto network = text_.make(options_.selection, true);
        model::Shape shape = network->shape();
        if (options.method != "bmc") shape[model::Sort::value] = model::max_values;
        std::erase_if(claims_, [&](int c) {
            const std::string& name = problem_.claims[static_cast<std::size_t>(c)].name;
            for (const model::Property& property : network->properties()) {
                const std::string lacks = property.name == name ? lacking(property.needs, shape) : "";
                if (lacks.empty()) continue;
                if (!options.properties.empty()) throw UsageError(name + " says nothing in this shape: it needs " + lacks);
                report_.facts.push_back(name + " says nothing in this shape and is not proved: it needs " + lacks);
                return true;
            }
            return false;
        });
        if (claims_.empty()) throw UsageError("no property says anything in this shape: a larger one is accepted");
    }

    /// What a run breaks is told, and is no claim.
    void leave_out(std::vector<Refutation> refuted) {
        for (Refutation& r : refuted) {
            std::erase_if(claims_, [&](int c) { return problem_.claims[static_cast<std::size_t>(c)].name == r.property; });
            refute(std::move(r));
        }
    }
    void refute(Refutation refutation) {
        report_.properties.emplace_back(refutation.property, Verdict::refuted);
        report_.refuted.push_back(std::move(refutation));
    }

    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    bool stop() const { return InterruptWatch::flag() || (options_.seconds > 0 && elapsed() > options_.seconds); }
    void show(const std::string& line) { progress_.show("proof", line); }
    /// Those that nothing has been said of.
    void leave_undecided() {
        if (report_.properties.size() == report_.refuted.size()) put(Verdict::undecided);
    }
    void put(Verdict v) {
        for (const int c : claims_) report_.properties.emplace_back(problem_.claims[static_cast<std::size_t>(c)].name, v);
    }

    /// Whether the relation is what the explicit search explores, as far as states are compared. If not, nothing that is proved
    /// of it is said of the text.
    bool is_of_the_text() {
        show("comparing steps");
        const auto stopped = [&] { return stop(); };
        exploration_.emplace(*explored_.network, how_.explored, stopped);
        anchor_.emplace(exploration_->components(), problem_, explored_.leases);
        const bool all = compare(*anchor_, *exploration_, how_, stopped);
        progress_.clear();
        const Anchored& compared = anchor_->result();
        if (compared.stray) {
            report_.ending = "the relation is not that of the explicit search: " + compared.stray->what;
            report_.run.push_back("In this state:");
            tell(compared.stray->before);
            return false;
        }
        const bool begins = smt::begins(problem_, work_limit);
        if (stop()) report_.ending = why_stopped() + " before the first question to Z3";
        else if (!begins) report_.ending = "there is no initial state";
        report_.facts.push_back(
            fmt::format("in {} states of the explicit search{} it has the relation's steps and no others: {} steps",
                        compared.states, all ? ", which are all," : "", compared.steps));
        note_uncompared(all);
        return report_.ending.empty();
    }
    /// The comparison says nothing about what no state has shown.
    void note_uncompared(bool all) {
        const Anchored& compared = anchor_->result();
        const std::set<Shown> never = uncompared(problem_, compared.times);
        for (const auto& [event, outcomes] : never)
            report_.uncompared.push_back({problem_.events[static_cast<std::size_t>(event)].name, outcomes_in(outcomes)});
        const std::vector<std::string> told = told_by_outcome(problem_, compared.times, never);
        const std::string unseen = told.empty() ? "" : "never shown, and so never compared: " + join(told, ", ");
        if (!all)
            report_.facts.push_back(fmt::format(
                "{} states were searched for outcomes: all that an event shows there were compared, in {} states each if so many "
                "show them{}",
                compared.searched, Anchor::often, unseen.empty() ? "" : "; " + unseen));
        else if (!unseen.empty()) report_.facts.push_back(unseen);
    }
    std::vector<std::string> outcomes_in(std::uint64_t bits) const {
        std::vector<std::string> names;
        for (std::size_t o = 0; o < problem_.outcomes.size(); ++o)
            if (bits >> o & 1) names.push_back(problem_.outcomes[o]);
        return names;
    }

    void by_induction() {
        smt::Walker walker(problem_, options_.seed);
        smt::Samples samples = walker.sample(options_.samples, [&] { return stop(); });
        show("exploring states");
        exploration_->add_to(problem_, samples.states);
        all_explored_ = exploration_->all();
        if (stop()) {
            progress_.clear();
            report_.ending = why_stopped() + " before the first question to Z3";
            return put(Verdict::undecided);
        }
        InvariantSearch search(options_, limits_, problem_, all_explored_,
                               {[&] { return stop(); }, [&](const std::string& line) { show(line); }, [&] { return elapsed(); }},
                               report_.facts);
        const auto [proof, counts] = search.found(samples.states, claims_);
        progress_.clear();
        report_.facts.push_back(
            fmt::format("{} situations, {} candidates formed for {} pairs of them, {} refuted by {} reachable states, {} of them "
                        "of the explicit search",
                        counts.situations, counts.formed, counts.pairs, counts.refuted_by_samples, samples.states.size(),
                        exploration_->states()));
        if (proof.suggested > 0)
            report_.facts.push_back(
                fmt::format("{} clauses suggested, {} of them in vain", proof.suggested, proof.suggested_in_vain));
        if (proof.learnt > 0)
            report_.facts.push_back(fmt::format(
                "{} clauses learnt from states that no candidate excludes; the explicit search has all states", proof.learnt));
        report_.facts.push_back(fmt::format("{} candidates used, {} tried and found not inductive, {} questions to Z3",
                                            proof.invariant.size(), proof.died_in_induction, proof.checks));
        std::vector<int> proved;
        for (const int c : claims_)
            if (proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved) proved.push_back(c);
        if (proved.size() < claims_.size()) {
            report_.ending = stop() ? why_stopped() : proof.left ? "Z3 could not decide a question" : "no candidates suffice";
            if (proof.left) report_.left = what_is_left(proof);
            for (const auto& cti : proof.counterexamples)
                if (report_.run.empty()) {
                    const smt::Claim& claim = problem_.claims[static_cast<std::size_t>(cti.claim)];
                    tell(cti, {claim.name, claim.clauses},
                         claim.name + " is broken by this step, from a state that no candidate excludes", samples.states);
                }
            if (proof.lost_suggestion) {
                const auto& [clause, cti] = *proof.lost_suggestion;
                tell(cti, {"a suggestion", {clause}},
                     "this was suggested, and this step breaks it: " + smt::readable(problem_, clause), samples.states);
            }
        }
        if (!proved.empty()) confirm(proof, proved, samples.states);
        for (const int c : claims_)
            report_.properties.emplace_back(
                problem_.claims[static_cast<std::size_t>(c)].name,
                std::find(proved.begin(), proved.end(), c) == proved.end() ? Verdict::undecided : Verdict::proved);
        for (const smt::Clause& clause : proof.invariant) report_.invariant.push_back(smt::readable(problem_, clause));
        happened(samples.outcomes);
    }

    std::string what_is_left(const smt::Proof& proof) const {
        const std::string event = proof.left->event < 0 ? "" : problem_.events[static_cast<std::size_t>(proof.left->event)].name;
        const std::string clause = proof.left->clause ? smt::readable(problem_, *proof.left->clause) : "what is claimed of steps";
        const std::string others = proof.open > 1 ? fmt::format(" ({} more clauses are open)", proof.open - 1) : "";
        return event.empty() ? fmt::format("whether this holds at first: {}{}", clause, others)
                             : fmt::format("whether this still holds when {}: {}{}", event, clause, others);
    }

    /// Checks the invariant anew; what it does not confirm is not proved.
    void confirm(const smt::Proof& proof, std::vector<int>& proved, const smt::SampleTable& samples) {
        invariant_ = smt::whole_invariant(problem_, proof.invariant, proved);
        show("checking the invariant from the beginning");
        const auto flaw = smt::flaw(
            problem_, invariant_, proof.lemmas, proved, work_limit, [&] { return stop(); }, threads_or_all(options_.threads));
        progress_.clear();
        if (flaw) {
            report_.ending = "the invariant could not be confirmed: " + *flaw;
            return proved.clear();
        }
        if (!holds_where_reached(invariant_, {&samples, &anchor_->result().reached})) return proved.clear();
        proved_ = proved;
        report_.facts.push_back(
            fmt::format("confirmed from the beginning: {} clauses, initial states, {} events, {} states that are reached",
                        invariant_.size(), problem_.events.size(), samples.size() + anchor_->result().reached.size()));
        note_possible();
    }

    /// Whether the clauses hold in all these states. An invariant that excludes one is of another system, however inductive it
    /// is.
    bool holds_where_reached(const std::vector<smt::Clause>& clauses, const std::vector<const smt::SampleTable*>& tables) {
        for (const smt::SampleTable* table : tables)
            if (const auto excluded = smt::excluded(clauses, *table)) {
                report_.ending =
                    "what was found does not hold in a state that is reached: " + smt::readable(problem_, excluded->clause);
                report_.run.push_back("In this state:");
                tell(table->state(excluded->sample));
                return false;
            }
        return true;
    }

    /// What the invariant rules out.
    void note_possible() {
        show("asking which paths are possible");
        const std::vector<smt::Possible> possible =
            smt::possible_paths(problem_, invariant_, anchor_->result().paths, work_limit, [&] { return stop(); });
        progress_.clear();
        for (const smt::Possible p : possible) report_.paths.add(p);
        const std::vector<smt::PathCount> outcomes = smt::by_outcome(problem_, possible),
                                          events = smt::by_event(problem_, possible);
        for (std::size_t o = 0; o < outcomes.size(); ++o)
            if (outcomes[o].paths > 0) report_.outcomes.push_back({problem_.outcomes[o], outcomes[o]});
        for (std::size_t e = 0; e < events.size(); ++e) report_.events.push_back({problem_.events[e].name, events[e]});
        events_ = events;
    }

    /// What shows that the proof is of something that happens.
    void happened(std::uint64_t outcomes) {
        std::uint64_t possible = 0;
        for (const smt::Path& path : problem_.paths) possible |= path.outcomes;
        std::vector<std::string> missing;
        for (std::size_t o = 0; o < problem_.outcomes.size(); ++o)
            if ((possible & ~outcomes) >> o & 1) missing.push_back(problem_.outcomes[o]);
        report_.facts.push_back(fmt::format("{} of the {} outcomes that a path has occurred in the runs{}",
                                            std::popcount(possible & outcomes), std::popcount(possible),
                                            missing.empty() ? "" : ", not: " + join(missing, ", ")));
    }

    void tell(const smt::StateVector& state) {
        for (const std::string& line : smt::readable(problem_, state)) report_.run.push_back("    " + line);
    }
    /// What a step breaks: a claim, or what was suggested.
    struct Broken {
        std::string name;
        std::vector<smt::Clause> clauses;
    };
    void tell(const smt::CounterexampleToInduction& cti, const Broken& broken, const std::string& what,
              const smt::SampleTable& reached) {
        const smt::Path& path = problem_.paths[static_cast<std::size_t>(cti.path)];
        const std::string advice = what_to_try(cti, broken, reached), clause = broken_clause(problem_, cti, broken.clauses);
        if (!report_.step) {
            const auto network = text_.make(options_.selection, true);
            report_.step = told_step(problem_, cti, broken.name, "Not inductive: " + what + ". " + clause + advice,
                                     network->shape()[model::Sort::address]);
            for (const model::Property& p : network->properties())
                if (p.name == broken.name) report_.sentence = p.sentence;
        }
        report_.run.push_back("Not inductive: " + what);
        tell(cti.before);
        report_.run.push_back(fmt::format("  {}  ({})", problem_.events[static_cast<std::size_t>(path.event)].name,
                                          smt::outcomes_of(problem_, path)));
        tell_changes(cti.before, cti.after);
        if (!clause.empty()) report_.run.push_back(clause.substr(0, clause.size() - 1));
        report_.run.push_back(advice);
    }
    void tell_changes(const smt::StateVector& before, const smt::StateVector& after) {
        for (std::size_t v = 0; v < problem_.variables.size(); ++v)
            if (const int was = before[v], is = after[v]; was != is)
                report_.run.push_back(fmt::format("         {} = {} (was {})", problem_.variables[v].name,
                                                  smt::readable(problem_, static_cast<int>(v), is),
                                                  smt::readable(problem_, static_cast<int>(v), was)));
    }

    /// What would exclude the state that a step begins in, if no run leads there: facts that no reached state has together.
    std::string what_to_try(const smt::CounterexampleToInduction& cti, const Broken& broken,
                            const smt::SampleTable& reached) const {
        if (is_broken(broken.clauses, reached))
            return "Try: a run reaches a state that breaks it. tandem check and --method bmc show one.";
        smt::Learner learner(problem_, std::vector<bool>(problem_.variables.size(), true), smt::renamings(problem_), reached);
        const auto clause = learner.excluding(learner.facts_of(cti.before));
        if (!clause)
            return fmt::format(
                "Try: one of {} reached states is like it, up to data and the distance of moments, so a run may lead there. "
                "--method bmc and tandem check look for one that breaks the property.",
                reached.size());
        return fmt::format(
                   "Try: none of {} reached states is like it{}. A lemma that excludes it may be what is missing, such as this, "
                   "which holds in all of them: {}",
                   reached.size(), all_explored_ ? ", and these are all that the search finds in this shape" : "",
                   smt::readable(problem_, *clause)) +
               (all_explored_ ? "."
                              : ". If tandem check --lemmas refutes it, its trace leads to such a state; a larger shape, where "
                                "there is one of a sort, gives candidates more to speak of.");
    }

    void by_unrolling() {
        const auto progress = [&](int k) {
            show(fmt::format("{} {}, {:.0f} s", k, options_.method == "bmc" ? "rounds" : "steps", elapsed()));
        };
        const bool k_inductive = options_.method == "k-induction";
        const smt::BoundedAnswer answer = (k_inductive ? smt::k_induction : smt::bounded_check)(
            problem_, claims_, options_.depth, work_limit, [&] { return stop(); }, progress);
        progress_.clear();
        using Answer = smt::BoundedAnswer::Verdict;
        switch (answer.verdict) {
            case Answer::proved:
                put(holds_where_reached(smt::whole_invariant(problem_, {}, claims_), {&anchor_->result().reached})
                        ? Verdict::proved
                        : Verdict::undecided);
                report_.facts.push_back(fmt::format("{}-inductive", answer.depth));
                break;
            case Answer::holds_so_far:
                put(Verdict::undecided);
                report_.ending = fmt::format("{} runs of {} {} break nothing, and longer ones were not looked at (--depth)",
                                             k_inductive ? "as far as was tried," : "all", answer.depth,
                                             k_inductive ? "steps" : "rounds of events that do not concern each other");
                break;
            case Answer::undecided:
                put(Verdict::undecided);
                report_.ending = stop() ? why_stopped() : "Z3 could not decide";
                report_.ending +=
                    fmt::format("; {} {} were covered", std::max(answer.depth, 0), k_inductive ? "steps" : "rounds");
                break;
            case Answer::refuted:
                if (!k_inductive && !follow(answer)) return put(Verdict::undecided);
                if (k_inductive) {
                    report_.properties.emplace_back(problem_.claims[static_cast<std::size_t>(answer.claim)].name,
                                                    Verdict::refuted);
                    tell(answer);
                }
                std::erase(claims_, answer.claim);
                put(Verdict::undecided);
        }
    }
    /// Only what the checker's system can follow is a counterexample.
    bool follow(const smt::BoundedAnswer& answer) {
        const auto network = text_.make(options_.selection, true);
        const std::string& property = problem_.claims[static_cast<std::size_t>(answer.claim)].name;
        const auto followed = replay(*network, problem_, answer.run, property);
        if (const Refusal* refusal = std::get_if<Refusal>(&followed)) {
            report_.ending = fmt::format("the checker does not follow the run that Z3 gives for {}: {}", property, refusal->why);
            return false;
        }
        const auto stated = std::ranges::find(network->properties(), property, &model::Property::name);
        refute({property, stated->sentence, std::get<checker::Trace>(followed)});
        report_.facts.push_back(fmt::format("found in {} rounds; the checker follows the run, step by step", answer.depth));
        return true;
    }
    void tell(const smt::BoundedAnswer& answer) {
        report_.run.push_back(fmt::format("A run to a violation of {}: {} steps",
                                          problem_.claims[static_cast<std::size_t>(answer.claim)].name, answer.run.paths.size()));
        for (std::size_t k = 0; k < answer.run.paths.size(); ++k) {
            const smt::Path& path = problem_.paths[static_cast<std::size_t>(answer.run.paths[k])];
            report_.run.push_back(fmt::format("{:3}. {}  ({})", k + 1, problem_.events[static_cast<std::size_t>(path.event)].name,
                                              smt::outcomes_of(problem_, path)));
            tell_changes(answer.run.states[k], answer.run.states[k + 1]);
        }
    }

    // before the problem is built, which takes seconds
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    ProveOptions options_;
    const smt::PathOracle::Until until_{[this] { return stop(); }};
    const Protocol& text_;
    smt::Limits limits_;
    smt::Problem problem_;
    Explored explored_;
    Effort how_{options_.explored, options_.compared, options_.seed};
    bool all_explored_ = false;  // its states are among the samples
    std::optional<Exploration> exploration_;
    std::optional<Anchor> anchor_;
    std::vector<int> claims_, proved_;
    std::vector<smt::Clause> invariant_;
    std::vector<smt::PathCount> events_;
    ProofReport report_;
    ProgressReport progress_{options_.progress};
};

/// What runs refute. Nothing is looked for where bmc is to find it.
std::vector<Refutation> refuted_first(const ProveOptions& options) {
    if (options.method == "bmc") return {};
    const engines::Explored explored = protocol(options.protocol).explored(options.selection, limits_of(options));
    ProgressReport progress(options.progress);
    Refuting refuting{options.properties, threads_or_all(options.threads)};
    if (options.seconds > 0) refuting.seconds = std::min(refuting.seconds, options.seconds / 4);
    refuting.seed = options.seed;
    refuting.progress = &progress;
    return refuted_by_runs(*explored.network, refuting);
}

void write_certificate(const std::string& folder, const Prover& prover) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    for (const smt::CertificateFile& file : smt::certificate(prover.problem(), prover.invariant(), prover.proved(),
                                                             prover.evidence(), prover.events(), as_text(prover.origin()))) {
        const std::filesystem::path path = std::filesystem::path(folder) / file.name;
        write_file(path.string(), file.text, "certificate");
        if (file.executable)
            std::filesystem::permissions(
                path,
                std::filesystem::perms::owner_exec | std::filesystem::perms::group_exec | std::filesystem::perms::others_exec,
                std::filesystem::perm_options::add, failed);
    }
}

/// What is said where not even the problem was there when time was up.
ProofReport undecided(const ProveOptions& options, std::vector<Refutation> refuted) {
    ProofReport report;
    report.system = protocol(options.protocol).describe(options.selection);
    report.method = options.method;
    report.ending = why_stopped() + " before all paths of its handlers were known: a smaller --shape has fewer";
    for (const Refutation& r : refuted) report.properties.emplace_back(r.property, Verdict::refuted);
    for (const std::string& property : options.properties)
        if (std::ranges::find(refuted, property, &Refutation::property) == refuted.end())
            report.properties.emplace_back(property, Verdict::undecided);
    report.refuted = std::move(refuted);
    return report;
}

}  // namespace

void check_folder(const std::string& folder) {
    std::error_code ignored;
    if (folder.empty() || !std::filesystem::exists(folder, ignored)) return;
    if (!std::filesystem::is_directory(folder, ignored) || !std::filesystem::is_empty(folder, ignored))
        throw UsageError("the certificate folder '" + folder + "' is in use: a new or an empty folder is accepted");
}

int run_prove(const ProveOptions& asked) {
    const ProveOptions options = with_clock(asked);
    if (!options.certificate.empty() && options.method != "induction")
        throw UsageError("--certificate goes with --method induction");
    if ((!options.trace.empty() || !options.html.empty()) && options.method == "k-induction")
        throw UsageError(
            "--trace and --html go with --method bmc, which refutes, and with --method induction, of which it is the step that "
            "breaks a "
            "claim");
    check_folder(options.certificate);
    WholeFile json(options.json, "JSON");
    TraceOutput trace(options.trace, options.html);
    const InterruptWatch watch;
    smt::Solver::limit_memory(memory_at_hand() / 2);  // samples and problem need some, too
    const auto start = std::chrono::steady_clock::now();
    std::optional<Prover> prover;
    ProofReport report;
    std::vector<Refutation> refuted;
    try {
        refuted = refuted_first(options);
        prover.emplace(options, refuted);
        if (!refuted.empty() && prover->tries() > 0)
            std::cerr << fmt::format(
                "tandem: {} is refuted by a run of {} steps, told at the end; {} other properties are tried (Ctrl-C ends that)\n",
                refuted.front().property, refuted.front().trace.steps.size(), prover->tries());
        report = prover->prove();
    } catch (const smt::VisitStopped&) {
        report = undecided(options, std::move(refuted));
        report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    const Verdict verdict = report.verdict();
    TraceFile traces{options.protocol, options.selection, report.system, {}};
    const smt::Limits limits = limits_of(options);
    const char* const moments = limits == smt::Limits::all ? "" : limits == smt::Limits::clock ? moments_of_clock : any_moments;
    for (const Refutation& r : report.refuted) traces.traces.push_back({r.sentence, &r.trace, "", "", moments});
    if (report.refuted.empty() && report.step)
        traces.traces.push_back({report.sentence, &*report.step, "", not_inductive_verdict});
    deliver({[&] {
                 if (!options.certificate.empty() && verdict == Verdict::proved) write_certificate(options.certificate, *prover);
             },
             [&] {
                 if (!json.to_output()) say(as_text(report, options.invariant));
             },
             [&] { json.commit(json_text(as_json(report)) + "\n"); }, [&] { trace.commit({traces}); }});
    return verdict == Verdict::proved ? status_holds : verdict == Verdict::refuted ? status_refuted : status_undecided;
}

}  // namespace tandem::apps
