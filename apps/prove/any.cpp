#include "apps/prove/any.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <thread>
#include <utility>

#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/prove/any_base.hpp"
#include "apps/prove/any_certificate.hpp"
#include "apps/prove/any_sizes.hpp"
#include "apps/prove/any_uniform.hpp"
#include "apps/prove/refute.hpp"
#include "smt/prove/any/smaller_size.hpp"
#include "smt/prove/solver.hpp"
#include "smt/reported_names.hpp"
#include "smt/symbolic.hpp"

namespace tandem::apps {

namespace {

using smt::any::BySort, smt::any::Quantified, smt::any::QuantifiedClaim;

constexpr int most_names = smt::Symbolic::max_extent;  // the outside name among them
constexpr int least_n0 = 2;  // what tells names apart shows only where there are two

/// n0 of each sort: names in a clause, and those that a step depends on, which two neighbouring sizes show. Three names and two
/// are tried first: there a pointer that is not the one is the other, so a step that only tells it from one seems to follow it.
bool find_cut_off(AnyRun& run, int extent, const std::vector<QuantifiedClaim>& claims, const std::set<Quantified>& lifted,
                  BySort& n0) {
    for (const std::size_t s : run.any) {
        std::unique_ptr<smt::any::Size> more;
        BySort larger{extent, extent, extent};
        const auto unbounded = [&] {
            return std::find_if(run.paths[s].begin(), run.paths[s].end(), [](const auto& path) { return !path.bounded; });
        };
        for (larger[s] = 3; larger[s] <= most_names; ++larger[s]) {
            BySort smaller = larger;
            --smaller[s];
            more = run.size(larger);
            run.paths[s] = smt::any::names_of_paths(more->roles, run.size(smaller)->roles, s);
            if (unbounded() == run.paths[s].end()) break;
        }
        std::set<Quantified> clauses = smt::any::quantified_typing(*more);
        clauses.insert(lifted.begin(), lifted.end());
        for (const QuantifiedClaim& claim : claims) clauses.insert(claim.clauses.begin(), claim.clauses.end());
        CutOff cut{run.words[s], 0, smt::any::names_needed(run.paths[s], clauses, s)};
        for (const Quantified& q : clauses) cut.in_clause = std::max(cut.in_clause, smt::any::names_to_break(q, s));
        n0[s] = cut.needed.size = std::max({cut.needed.size, cut.in_clause, least_n0});
        run.report.cut_off.push_back(cut);
        if (const auto path = unbounded(); path != run.paths[s].end())
            return run.fail(fmt::format("a step depends on as many {} as there are ({} when {}): that may have no bound",
                                        run.words[s], most_names - 1, path->event));
        if (cut.size() + 1 > most_names)
            return run.fail(fmt::format("n0 is {} {}, and with the outside that is more than symbols have room for ({})",
                                        cut.size(), run.words[s], most_names));
    }
    return true;
}

/// Clauses of the size at which the invariant was found, for all names.
std::set<Quantified> said_of_all(const smt::any::Roles& roles, const std::vector<smt::Clause>& clauses) {
    std::set<Quantified> all;
    for (const smt::Clause& clause : clauses)
        for (const smt::Clause& one : smt::any::said_of_each_name(roles, clause))
            for (const smt::Clause& reading : smt::any::readings(roles, one))
                if (const auto q = smt::any::quantified(roles, reading)) all.insert(*q);
    return all;
}

/// What candidates of the size at which the invariant was found, and the text's lemmas, say of a state of a larger size. A clause
/// that would raise n0 is left out.
class CandidatesOfBase : public MoreClauses {
public:
    CandidatesOfBase(const AnyRun& run, const BaseInvariant& base)
        : most_(most_names_of(run)),
          candidates_(base.size->problem, base.claims, *base.samples),
          size_(base.size->roles, candidates_, most_),
          lemmas_(said_of_all(base.size->roles, base.size->problem.suggested)) {
        std::erase_if(lemmas_, [&](const Quantified& q) {
            for (std::size_t s = 0; s < most_.size(); ++s)
                if (smt::any::names_to_break(q, s) > most_[s]) return true;
            return false;
        });
    }
    std::set<smt::Clause> excluding(const smt::any::Size& larger, const smt::StateVector& state) override {
        std::set<smt::Clause> all = size_.excluding(larger.roles, larger.names, state);
        for (const Quantified& lemma : lemmas_)
            for (const smt::Clause& clause : instances(lemma, larger))
                if (!clause.holds(state.data())) all.insert(clause);
        return all;
    }
    void hold_in(const smt::any::Size& larger, const smt::StateVector& state) override {
        size_.hold_in(larger.roles, larger.names, state);
        std::erase_if(lemmas_, [&](const Quantified& lemma) {
            const auto& all = instances(lemma, larger);
            return std::any_of(all.begin(), all.end(), [&](const smt::Clause& clause) { return !clause.holds(state.data()); });
        });
    }

private:
    static BySort most_names_of(const AnyRun& run) {
        BySort most{most_names, most_names, most_names};
        for (std::size_t i = 0; i < run.any.size(); ++i) most[run.any[i]] = run.report.cut_off[i].in_clause;
        return most;
    }
    /// What the lemma says in this size, made once.
    const std::set<smt::Clause>& instances(const Quantified& lemma, const smt::any::Size& size) {
        const auto [found, added] = instances_[{size.names.kept, size.names.outside}].try_emplace(lemma);
        if (added) found->second = smt::any::instances(lemma, size.roles, size.names);
        return found->second;
    }

    const BySort most_;
    smt::Candidates candidates_;
    smt::any::SmallerSize size_;
    std::set<Quantified> lemmas_;
    std::map<std::pair<BySort, BySort>, std::map<Quantified, std::set<smt::Clause>>> instances_{};  // by the names of a size
};

/// The properties, said for all names. What is stated of two names is shorter than what is stated of three: it is taken if it
/// says as much.
std::vector<QuantifiedClaim> said_claims(const AnyRun& run, const BaseInvariant& base, int extent) {
    const auto larger = run.size({3, 3, 3});
    if (extent > 2) {
        const auto two = run.size({2, 2, 2});
        std::vector<int> claims;
        for (const int c : base.claims) {
            const std::string& name = base.size->problem.claims[static_cast<std::size_t>(c)].name;
            for (std::size_t n = 0; n < two->problem.claims.size(); ++n)
                if (two->problem.claims[n].name == name) claims.push_back(static_cast<int>(n));
        }
        std::vector<QuantifiedClaim> said = smt::any::quantified_claims(*two, claims, *larger, run.effort);
        if (said.size() == base.claims.size() && !smt::any::says_more(*base.size, said, run.effort)) return said;
    }
    return smt::any::quantified_claims(*base.size, base.claims, *larger, run.effort);
}

/// What a run of this size breaks is false of any number. It is told, and no longer tried.
void refute_by_runs(AnyRun& run, const Selection& selection, const std::string& size) {
    if (run.options.runs <= 0) return;
    const engines::Explored explored = run.text.explored(selection, smt::Limits::none);
    const std::set<std::string> refuted = run.refuted();
    Refuting refuting{{}, run.effort.workers, run.options.runs, run.options.seed};
    for (const int p : refutable(*explored.network, run.options.properties))
        if (const std::string& name = explored.network->properties()[static_cast<std::size_t>(p)].name; !refuted.contains(name))
            refuting.properties.push_back(name);
    if (refuting.properties.empty()) return;  // which would mean all
    for (Refutation& r : refuted_by_runs(*explored.network, refuting)) run.report.refuted.push_back({size, std::move(r)});
}

/// From the invariant of this many of each sort. False if some check fails, which the report says.
bool attempt(AnyRun& run, int extent) {
    AnyReport& report = run.report;
    report.failure.clear(), report.run.clear(), report.read.clear(), report.cut_off.clear(), report.sizes.clear(),
        report.properties.clear();
    double since = run.elapsed();
    const BySort all{extent, extent, extent};
    // What is said of all names speaks of places of a queue, which are moved in order.
    for (const model::ChannelInfo& channel : run.text.explored(run.selection(all), smt::Limits::none).network->channels())
        if (!channel.ordered && channel.capacity > 1)
            return run.fail("proofs for any number need ordered channels, or channels of one message; " + channel.name +
                            " is neither");
    report.base = size_text(run.any, all, {}, run.words);
    run.at("looks for a run of " + report.base + " that breaks a property");
    refute_by_runs(run, run.selection(all), report.base);
    run.note_part("runs", since);
    since = run.elapsed();
    run.at("looks for an invariant of " + report.base);
    const BaseInvariant base = base_invariant(run.options, run.text, run.selection(all), run.effort, run.refuted());
    run.note_part("invariant", since);
    report.base_clauses = base.clauses.size();
    report.silent = base.silent;
    for (const int c : base.claims) report.properties.push_back(base.size->problem.claims[static_cast<std::size_t>(c)].name);
    if (base.missing == nothing_left) {
        report.base.clear();
        return run.fail(nothing_left);
    }
    if (!base.missing.empty())
        return run.fail(fmt::format("no invariant was found at {}: {}", report.base, base.missing), *base.size, base.step);
    const std::set<Quantified> lifted = said_of_all(base.size->roles, base.clauses);
    since = run.elapsed();
    const std::vector<QuantifiedClaim> claims = said_claims(run, base, extent);
    run.note_part("properties", since);
    since = run.elapsed();
    run.at("counts the names that steps depend on");
    BySort n0{};
    if (!find_cut_off(run, extent, claims, lifted, n0)) return false;
    run.note_part("cut-off", since);
    since = run.elapsed();
    CandidatesOfBase candidates(run, base);
    run.note_part("candidates", since);
    if (!check_sizes(run, claims, lifted, n0, candidates)) return false;
    run.at("compares paths where handlers are told other numbers");
    since = run.elapsed();
    check_uniform(run, n0);
    if (!report.not_uniform.empty()) report.assumed.insert(report.assumed.begin(), "the text is uniform in its size");
    run.note_part("uniformity", since);
    return true;
}

/// Whether the text's lemmas speak of three names, which two do not have.
bool lemmas_of_three(const AnyRun& run) {
    const auto size = run.size({3, 3, 3});
    return std::any_of(size->problem.suggested.begin(), size->problem.suggested.end(), [&](const smt::Clause& clause) {
        const auto q = smt::any::quantified(size->roles, clause);
        return q && std::any_of(run.any.begin(), run.any.end(), [&](std::size_t s) { return q->names[s] > 2; });
    });
}

/// From how many names an invariant is sought. Two do not show what several places of a queue hold, and three of several sorts
/// are too many to search.
std::vector<int> first_extents(const AnyRun& run) {
    if (run.any.size() > 1) return {2};
    if (lemmas_of_three(run)) return {3};
    if (!run.size({2, 2, 2})->roles.queues().empty()) return {3};
    return {2, 3};
}

void require_fitting(const ProveOptions& options) {
    if (options.method != "induction")
        throw UsageError("--any goes with --method induction: the others unroll steps of one size");
    if (options.bits != 0) throw UsageError("--any goes without --bits: it is about clocks that are not reset");
    if (!options.trace.empty() || !options.html.empty()) throw UsageError("--any writes no trace: leave out --trace and --html");
}

}  // namespace

AnyReport any_number(const ProveOptions& options, const Protocol& text) {
    const smt::SplitByReportedNames split;
    AnyRun run(options, text);
    // Z3 may think for long about one question: it is told when time is up.
    const std::jthread watch([&run](std::stop_token done) {
        for (; !done.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(50)))
            if (run.stop()) smt::Solver::interrupt_all();
    });
    try {
        for (const int extent : first_extents(run)) {
            if (attempt(run, extent) || run.stop() || run.report.failure == nothing_left) break;
            if (extent == 2) run.report.facts.push_back(fmt::format("from {}: {}", run.report.base, run.report.failure));
        }
    } catch (const smt::Solver::Stopped& stopped) {
        run.fail(std::string("Z3 has stopped: ") + stopped.what());
    } catch (const smt::VisitStopped&) {
        run.fail("not all paths were visited");
    } catch (const std::invalid_argument& unsaid) {
        run.fail(unsaid.what());
    }
    if (run.stop()) run.fail(InterruptWatch::flag() ? "it was interrupted" : "the time limit was reached (--timeout)");
    run.report.seconds = run.elapsed();
    return run.report;
}

int run_any(const ProveOptions& options) {
    require_fitting(options);
    check_folder(options.certificate);
    WholeFile json(options.json, "JSON");
    const InterruptWatch watch;
    smt::Solver::limit_memory(memory_at_hand() / 2);
    const AnyReport report = any_number(options, protocol(options.protocol));
    deliver({[&] {
                 if (!json.to_output()) say(as_text(report, options.invariant));
             },
             [&] {
                 if (!options.certificate.empty() && report.proved()) write_any_certificate(options.certificate, report);
             },
             [&] { json.commit(json_text(as_json(report)) + "\n"); }});
    return report.proved() ? status_holds : report.refuted.empty() ? status_undecided : status_refuted;
}

}  // namespace tandem::apps
