#include "apps/prove/any.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/common/work_queue.hpp"
#include "apps/prove/any_base.hpp"
#include "apps/prove/any_sorts.hpp"
#include "smt/prove/any/queue_places.hpp"
#include "smt/prove/readable.hpp"
#include "smt/prove/solver.hpp"

namespace tandem::apps {

namespace {

using smt::any::BySort, smt::any::Quantified, smt::any::QuantifiedClaim;
namespace any = smt::any;

constexpr unsigned work_of_question = 400'000'000;
constexpr int most_names = 4;    // that symbols have room for, the outside name among them
constexpr int most_rounds = 20;  // in which clauses are dropped that a size does not keep

class AnyProver {
public:
    AnyProver(const ProveOptions& options, const Protocol& text)
        : options_(options),
          text_(text),
          words_(words_of(text_)),
          any_(any_sorts(*options.any, text_, options.selection.shape)),
          effort_{work_of_question, threads_or_all(options.threads), std::max<std::size_t>(options.samples / 50, 100),
                  [this] { return stop(); }} {
        for (const std::size_t s : any_) report_.sorts.push_back(words_[s]);
        report_.system = text_.describe(options.selection);
    }

    AnyReport prove() {
        // Z3 may think for long about one question: it is told when time is up.
        const std::jthread watch([this](std::stop_token done) {
            for (; !done.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(50)))
                if (stop()) smt::Solver::interrupt_all();
        });
        try {
            for (const int extent : {2, 3}) {
                if (attempt(extent) || stop() || any_.size() > 1) break;
                if (extent == 2) report_.facts.push_back(fmt::format("from 2 of each: {}", report_.failure));
            }
        } catch (const smt::Solver::Stopped& stopped) {
            report_.failure = stop() ? "" : std::string("Z3 has stopped: ") + stopped.what();
        } catch (const smt::VisitStopped&) {
        }
        if (stop()) report_.failure = InterruptWatch::flag() ? "it was interrupted" : "the time limit was reached (--timeout)";
        report_.seconds = elapsed();
        return report_;
    }

private:
    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    bool stop() const { return InterruptWatch::flag() || (options_.seconds > 0 && elapsed() > options_.seconds); }
    void note_part(const std::string& part, double since) { report_.parts.emplace_back(part, elapsed() - since); }

    Selection selection(const BySort& extents) const {
        return {options_.selection.variant, with_extents(options_.selection.shape, any_, extents, words_)};
    }
    std::unique_ptr<any::Size> size(const BySort& extents) const {
        auto made = std::make_unique<any::Size>(text_.problem(selection(extents), smt::Limits::none));
        if (options_.alter) options_.alter(made->problem);
        return made;
    }
    BySort all_of(int extent) const { return {extent, extent, extent}; }

    /// From the invariant of this many of each sort. False if some check fails, which the report says.
    bool attempt(int extent) {
        report_.failure.clear(), report_.run.clear(), report_.cut_off.clear(), report_.sizes.clear(), report_.invariant.clear();
        double since = elapsed();
        base_ = base_invariant(options_, text_, selection(all_of(extent)), effort_);
        note_part("invariant", since);
        report_.base = size_text(any_, all_of(extent), {}, words_);
        report_.base_clauses = base_.clauses.size();
        report_.properties.clear();
        for (const int c : base_.claims)
            report_.properties.push_back(base_.size->problem.claims[static_cast<std::size_t>(c)].name);
        for (const std::string& silent : base_.silent)
            if (extent == 2) report_.facts.push_back(silent);
        if (!base_.missing.empty())
            return fail(fmt::format("no invariant was found at {}: {}", report_.base, base_.missing), *base_.size, base_.step);
        claims_ = any::quantified_claims(*base_.size, base_.claims, effort_);
        std::set<Quantified> lifted;
        for (const smt::Clause& clause : base_.clauses)
            for (const smt::Clause& reading : any::readings(base_.size->roles, clause))
                if (const auto q = any::quantified(base_.size->roles, reading)) lifted.insert(*q);
        since = elapsed();
        BySort n0{};
        if (!find_cut_off(extent, lifted, n0)) return false;
        note_part("cut-off", since);
        return check_sizes(lifted, n0);
    }

    bool fail(const std::string& why) {
        report_.failure = why;
        return false;
    }
    bool fail(const std::string& why, const any::Size& size, const std::optional<smt::CounterexampleToInduction>& step) {
        if (step && step->path >= 0) tell(size.problem, *step);
        return fail(why);
    }
    void tell(const smt::Problem& problem, const smt::CounterexampleToInduction& step) {
        report_.run.push_back("In this state, which the invariant allows:");
        for (const std::string& line : smt::readable(problem, step.before)) report_.run.push_back("    " + line);
        const smt::Path& path = problem.paths[static_cast<std::size_t>(step.path)];
        report_.run.push_back(fmt::format("  {}  ({})", problem.events[static_cast<std::size_t>(path.event)].name,
                                          smt::outcomes_of(problem, path)));
        for (std::size_t v = 0; v < step.before.size(); ++v)
            if (step.before[v] != step.after[v])
                report_.run.push_back(fmt::format("         {} = {} (was {})", problem.variables[v].name,
                                                  smt::readable(problem, static_cast<int>(v), step.after[v]),
                                                  smt::readable(problem, static_cast<int>(v), step.before[v])));
    }

    /// n0 of each sort: names in a clause, and those that a step depends on, which two neighbouring sizes show.
    bool find_cut_off(int extent, const std::set<Quantified>& lifted, BySort& n0) {
        for (const std::size_t s : any_) {
            BySort larger = all_of(extent), smaller = all_of(extent);
            if (extent == 2) ++larger[s];
            else --smaller[s];
            const auto more = size(larger), fewer = size(smaller);
            CutOff cut{words_[s], 0, any::names_of_paths(more->roles, fewer->roles, s)};
            const auto count = [&](const std::set<Quantified>& clauses) {
                for (const Quantified& q : clauses) cut.in_clause = std::max(cut.in_clause, q.names[s]);
            };
            count(lifted), count(any::quantified_typing(*more));
            for (const QuantifiedClaim& claim : claims_) count(claim.clauses);
            cut.size = std::max(cut.in_clause, cut.path.broken) + cut.path.of_step();
            n0[s] = cut.size;
            report_.cut_off.push_back(cut);
            if (!cut.path.bounded)
                return fail(fmt::format("a step depends on as many {} as there are ({} when {}): that may have no bound",
                                        words_[s], larger[s] - 1, cut.path.event));
            if (cut.size + 1 > most_names)
                return fail(fmt::format("n0 is {} {}, and with the outside name that is more than symbols have room for ({})",
                                        cut.size, words_[s], most_names));
        }
        return true;
    }

    struct Part {
        std::unique_ptr<any::Size> size;
        std::string text;
        std::vector<std::size_t> outside;
    };
    /// A size with so many of each sort; more than n0 stands for n0 and one outside.
    bool make_part(const BySort& extents, const BySort& n0, Part& part) {
        BySort kept = extents;
        for (const std::size_t s : any_)
            if (extents[s] > n0[s]) part.outside.push_back(s), kept[s] = n0[s];
        part.text = size_text(any_, kept, part.outside, words_);
        part.size = size(extents);
        if (const auto property = any::says_more(*part.size, claims_, effort_))
            return fail(fmt::format("{} says more of {} than of {}", *property, part.text, report_.base));
        if (part.outside.empty()) return true;
        const auto without = size(kept);
        const any::Dropped dropped = any::put_outside(part.size->problem, part.outside, without->roles, part.size->names);
        const any::ComparedPaths compared = any::compared(part.size->problem, part.size->names, without->roles);
        if (part.outside == any_) report_.restricted = part.text, report_.dropped = dropped, report_.compared = compared;
        if (compared.lost > 0)
            return fail(
                fmt::format("{} paths of {} are none with the outside name, the first when {}: the text is not uniform, or the "
                            "proof would be over too little",
                            compared.lost, size_text(any_, kept, {}, words_), compared.first_lost));
        if (const auto property = any::cannot_fail(*part.size, claims_, effort_))
            return fail(fmt::format("no path at {} could break {}: a proof would be over nothing", part.text, *property));
        return true;
    }

    /// All sizes: each sort has 1 to n0 - 1, or n0 and one outside. The largest first.
    std::vector<BySort> all_extents(const BySort& n0) const {
        std::vector<BySort> all{{1, 1, 1}};
        for (const std::size_t s : any_) {
            std::vector<BySort> more;
            for (int n = n0[s] + 1; n >= 1; --n)
                if (n != n0[s])
                    for (BySort extents : all) extents[s] = n, more.push_back(extents);
            all = std::move(more);
        }
        return all;
    }

    bool check_sizes(const std::set<Quantified>& lifted, const BySort& n0) {
        double since = elapsed();
        std::vector<Part> parts;
        for (const BySort& extents : all_extents(n0))
            if (!make_part(extents, n0, parts.emplace_back())) return false;
        note_part("relations", since);
        since = elapsed();
        any::Size& largest = *parts.front().size;
        std::set<Quantified> suggested;
        for (const Quantified& q : lifted) suggested.merge(any::with_places_moved(q, largest.roles));
        const any::Induction chosen = any::needed(largest, claims_, suggested, effort_);
        note_part("choice", since);
        assume(largest.roles);
        if (!chosen.holds && !chosen.stopped)
            return fail(fmt::format("the clauses that were found at {} do not prove {} at {}", report_.base, chosen.claim,
                                    parts.front().text),
                        largest, chosen.step);
        if (!chosen.holds) return fail("Z3 could not decide a question at " + parts.front().text);
        std::set<Quantified> invariant = chosen.needed;
        invariant.merge(any::quantified_typing(largest));
        since = elapsed();
        const bool holds = check_all(parts, invariant);
        note_part("induction", since);
        if (!holds) return false;
        for (const QuantifiedClaim& claim : claims_) invariant.insert(claim.clauses.begin(), claim.clauses.end());
        for (const Quantified& q : invariant)
            if (any::is_range(q)) ++report_.ranges;
            else report_.invariant.push_back(any::readable(q, largest.roles, words_));
        return true;
    }

    /// Whether one set of clauses is inductive in all sizes. What one size does not keep is dropped, and all are asked again.
    bool check_all(std::vector<Part>& parts, std::set<Quantified>& invariant) {
        std::string dropped;
        for (int round = 0; round < most_rounds; ++round) {
            report_.sizes.clear();
            bool again = false;
            for (Part& part : parts) {
                const double since = elapsed();
                const any::Induction result = any::inductive(*part.size, claims_, invariant, effort_);
                report_.sizes.push_back({part.text, part.size->problem.paths.size(), result.instances, result.checks,
                                         elapsed() - since, result.holds});
                if (result.holds) continue;
                if (result.stopped) return fail("Z3 could not decide a question at " + part.text);
                if (!result.claim.empty())
                    return fail(fmt::format("{} is not inductive at {}{}", result.claim, part.text, dropped), *part.size,
                                result.step);
                if (dropped.empty()) {
                    dropped = fmt::format(", without a clause that {} does not keep: {}", part.text,
                                          any::readable(result.broken.front(), part.size->roles, words_));
                    if (result.step && result.step->path >= 0) tell(part.size->problem, *result.step);
                }
                for (const Quantified& q : result.broken) invariant.erase(q);
                again = true;
                break;
            }
            if (again) continue;
            report_.run.clear();
            return true;
        }
        return fail("the clauses that all sizes keep were not found in " + std::to_string(most_rounds) + " rounds");
    }

    /// What the theorem takes for granted.
    void assume(const any::Roles& roles) {
        report_.assumed = {"each handler treats names alike in every size (uniformity)"};
        for (const auto& [queue, places] : roles.queues())
            report_.assumed.push_back(fmt::format("{} has {} places, whatever the size", queue, places));
        std::map<std::string, int> channels;
        for (const smt::Segment& s : roles.problem().segments)
            if (s.kind == smt::Segment::Kind::channel) channels[s.pattern] = s.places;
        for (const auto& [channel, places] : channels)
            report_.assumed.push_back(fmt::format("{} holds {} message{}", channel, places, places == 1 ? "" : "s"));
        report_.assumed.push_back("moments, leases, data and counters have no limit");
    }

    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    ProveOptions options_;
    const smt::PathOracle::Until until_{[this] { return stop(); }};
    const Protocol& text_;
    any::SortWords words_;
    AnySorts any_;
    any::Effort effort_;
    BaseInvariant base_;
    std::vector<QuantifiedClaim> claims_;
    AnyReport report_;
};

void require_fitting(const ProveOptions& options) {
    if (options.method != "induction")
        throw UsageError("--any goes with --method induction: the others unroll steps of one size");
    if (options.bits != 0) throw UsageError("--any goes without --bits: it is about clocks that are not reset");
    if (!options.certificate.empty()) throw UsageError("--any writes no certificate yet: leave out --certificate");
    if (!options.trace.empty()) throw UsageError("--any writes no trace: leave out --trace");
}

}  // namespace

AnyReport any_number(const ProveOptions& options, const Protocol& text) { return AnyProver(options, text).prove(); }

int run_any(const ProveOptions& options) {
    require_fitting(options);
    WholeFile json(options.json, "JSON");
    const InterruptWatch watch;
    smt::Solver::limit_memory(memory_at_hand() / 2);
    const AnyReport report = any_number(options, protocol(options.protocol));
    deliver({[&] {
                 if (!json.to_output()) say(as_text(report, options.invariant));
             },
             [&] { json.commit(as_json(report).dump(2) + "\n"); }});
    return status_undecided;
}

}  // namespace tandem::apps
