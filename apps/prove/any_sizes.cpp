#include "apps/prove/any_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "apps/prove/any_certificate.hpp"
#include "smt/prove/any/claims.hpp"
#include "smt/prove/any/queue_places.hpp"

namespace tandem::apps {

namespace {

using smt::any::BySort, smt::any::Induction, smt::any::Outside, smt::any::Quantified, smt::any::QuantifiedClaim;

constexpr int most_rounds = 20;  // in which clauses are chosen anew, without those that a size does not keep

class Sizes {
public:
    Sizes(AnyRun& run, const std::vector<QuantifiedClaim>& claims, const BySort& n0, MoreClauses& more)
        : run_(run), claims_(claims), n0_(n0), more_(more) {}

    bool make() {
        const double since = run_.elapsed();
        if (!add({with_outside(), {}})) return false;
        for (const Corner& corner : other_corners())
            if (!add(corner)) return false;
        run_.note_part("relations", since);
        assume();
        return true;
    }

    bool check(const std::set<Quantified>& lifted) {
        for (const Quantified& q : lifted) suggested_.merge(smt::any::with_places_moved(q, largest().roles));
        for (int round = 0; round < most_rounds; ++round) {
            double since = run_.elapsed();
            run_.at("looks for clauses that prove the properties at " + parts_.front().text);
            const Induction chosen = needed(parts_.front(), {});
            run_.note_part("choice", since);
            if (chosen.stopped) return run_.fail("Z3 could not decide a question at " + parts_.front().text);
            if (!chosen.holds)
                return run_.fail(fmt::format("the clauses of {} do not prove {} at {}{}", run_.report.base, chosen.claim,
                                             parts_.front().text, dropped_),
                                 largest(), chosen.step);
            std::set<Quantified> invariant = chosen.needed, broken;
            if (!add_typing(invariant)) return false;
            since = run_.elapsed();
            const bool kept = all_keep(invariant, broken);
            run_.note_part("induction", since);
            if (kept && !needs_more(invariant)) return tell(std::move(invariant)), true;
            if (kept) return false;
            if (broken.empty()) return false;
            const std::set<Quantified> ranges = smt::any::quantified_typing(largest());
            if (std::all_of(broken.begin(), broken.end(), [&](const Quantified& q) { return ranges.contains(q); }))
                return run_.fail("a range of values is not kept" + dropped_);
            suggested_.insert(chosen.needed.begin(), chosen.needed.end());
            for (const Quantified& q : broken) suggested_.erase(q), given_up_.insert(q);
        }
        return run_.fail(fmt::format("no clauses that all sizes keep were found in {} rounds{}", most_rounds, dropped_));
    }

private:
    struct Part {
        std::unique_ptr<smt::any::Size> size;
        std::string text;
    };
    smt::any::Size& largest() { return *parts_.front().size; }

    /// More than n0 of a sort stands for n0 and one outside, which is the last name or the first.
    struct Corner {
        BySort extents;
        std::array<Outside, smt::any::sorts> where;
    };
    BySort with_outside() const {
        BySort extents{1, 1, 1};
        for (const std::size_t s : run_.any) extents[s] = n0_[s] + 1;
        return extents;
    }
    /// All but the largest. Where no variable holds names of the sort, nothing can tell which name is outside.
    std::vector<Corner> other_corners() {
        std::vector<Corner> all{{{1, 1, 1}, {}}};
        for (const std::size_t s : run_.any) {
            std::vector<Corner> more;
            const auto add = [&](int extent, Outside where) {
                for (Corner corner : all) corner.extents[s] = extent, corner.where[s] = where, more.push_back(corner);
            };
            for (int n = n0_[s] + 1; n >= 1; --n) add(n, Outside::last);
            if (holds_names(largest(), s)) add(n0_[s] + 1, Outside::first);
            all = std::move(more);
        }
        std::erase_if(all, [&](const Corner& c) { return c.extents == with_outside() && c.where == Corner{}.where; });
        return all;
    }
    static bool holds_names(const smt::any::Size& size, std::size_t sort) {
        const int variables = static_cast<int>(size.problem.variables.size());
        for (int v = 0; v < variables; ++v)
            if (size.roles.holds_names_of(v) == static_cast<int>(sort)) return true;
        return false;
    }
    /// A pointer out of use holds name 0, so what is shown of another name's clause need not hold of name 0's: each is asked for.
    static void tell_first_apart(smt::any::Size& size) {
        std::erase_if(size.problem.exchanges, [&](const auto& exchange) {
            const auto [a, b] = exchange.second;
            return (a == 0 || b == 0) && holds_names(size, static_cast<std::size_t>(exchange.first));
        });
    }

    bool add(const Corner& corner) {
        BySort kept = corner.extents;
        AnySorts outside;
        bool first = false;
        for (const std::size_t s : run_.any)
            if (kept[s] > n0_[s]) outside.push_back(s), kept[s] = n0_[s], first = first || corner.where[s] == Outside::first;
        const std::string text = size_text(run_.any, kept, outside, run_.words) + (first ? ", the first" : "");
        run_.at("makes the relation of " + text);
        Part& part = parts_.emplace_back(Part{run_.size(corner.extents), text});
        tell_first_apart(*part.size);
        if (const auto property = smt::any::says_more(*part.size, claims_, run_.effort))
            return run_.fail(fmt::format("{} says more of {} than of {}", *property, part.text, run_.report.base));
        return outside.empty() || restrict(part, kept, outside, corner);
    }

    /// A size without outside names, with which several are compared; and the properties that cannot fail there.
    struct Without {
        std::unique_ptr<smt::any::Size> size;
        std::vector<std::string> unfailing;
    };
    const Without& without_outside(const BySort& kept) {
        const auto [found, added] = without_.try_emplace(kept);
        if (!added) return found->second;
        found->second.size = run_.size(kept);
        found->second.unfailing = smt::any::cannot_fail(*found->second.size, claims_, run_.effort);
        return found->second;
    }

    /// Puts names outside, and sees to it that this leaves enough to prove something of.
    bool restrict(Part& part, const BySort& kept, const AnySorts& outside, const Corner& corner) {
        const Without& without = without_outside(kept);
        const std::set<Quantified> ranges = smt::any::quantified_typing(*part.size);
        const auto dropped =
            smt::any::put_outside(part.size->problem, outside, without.size->roles, part.size->names, corner.where);
        const auto compared = smt::any::compared(part.size->problem, part.size->names, without.size->roles);
        if (smt::any::quantified_typing(*part.size) != ranges)
            return run_.fail(fmt::format("at {} what belongs to the outside name has other values than the rest", part.text));
        const bool largest = parts_.size() == 1;
        if (largest) run_.report.restricted = part.text, run_.report.dropped = dropped, run_.report.compared = compared;
        for (const std::size_t s : outside)
            if (const std::string other = holds_names(*part.size, s) ? first_that_differs(part, corner, s) : ""; !other.empty())
                return run_.fail(fmt::format(
                    "{} does not have the paths that there are with the last name outside, the first when {}", part.text, other));
        if (corner.where == Corner{}.where && compared.lost > 0)
            return run_.fail(
                fmt::format("{} paths of {} are none with the outside, the first when {}: the proof would be over too little",
                            compared.lost, size_text(run_.any, kept, {}, run_.words), compared.first_lost));
        for (const std::string& property : smt::any::cannot_fail(*part.size, claims_, run_.effort))
            if (std::find(without.unfailing.begin(), without.unfailing.end(), property) == without.unfailing.end())
                return run_.fail(fmt::format("no path at {} could break {}: a proof would be over nothing", part.text, property));
        if (largest) run_.report.unfailing = without.unfailing;
        const std::size_t freed = smt::any::free_comparisons(part.size->problem, part.size->names);
        if (largest) run_.report.freed = freed;
        return true;
    }

    /// Those paths must stay which stay with the last name outside, but that name 0 in them is the last one. A path that becomes
    /// two where a pointer out of use is somebody's name counts once. The event of one for which that is not so, or empty.
    std::string first_that_differs(const Part& part, Corner corner, std::size_t sort) {
        const bool first = std::exchange(corner.where[sort], Outside::last) == Outside::first;
        const smt::any::TwoNames two{static_cast<int>(sort), 0, corner.extents[sort] - 1, first};
        std::map<int, std::string> here;
        for (const auto& [text, path] : smt::any::paths_by_text(part.size->roles, vocabulary_, two))
            here.emplace(text, part.size->problem.events[static_cast<std::size_t>(path->event)].name);
        std::map<int, std::string>& with_last = stay_[{corner.extents, corner.where, sort}];
        if (!first) with_last = std::move(here);
        else
            for (const auto& [some, others] : {std::pair(&here, &with_last), std::pair(&with_last, &here)})
                for (const auto& [text, event] : *some)
                    if (!others->contains(text)) return event;
        return {};
    }

    bool add_typing(std::set<Quantified>& invariant) {
        for (const Quantified& q : smt::any::quantified_typing(largest())) {
            if (run_.tells_pointers_apart(q))
                return run_.fail("what values fields have tells two pointers apart: " + readable(q));
            invariant.insert(q);
        }
        return true;
    }

    /// The clauses that prove the properties and these further clauses in one size, out of all that are suggested.
    Induction needed(Part& part, const std::set<Quantified>& further) {
        const auto excluding = [&](const smt::StateVector& state) {
            std::set<smt::Clause> made = more_.excluding(*part.size, state);
            if (!given_up_.empty())
                std::erase_if(made, [&](const smt::Clause& clause) {
                    const auto q = smt::any::quantified(part.size->roles, clause);
                    return !q || given_up_.contains(*q);
                });
            return made;
        };
        const auto hold_in = [&](const smt::StateVector& state) { more_.hold_in(*part.size, state); };
        return smt::any::needed(*part.size, claims_, further, suggested_, {excluding, hold_in}, run_.effort);
    }

    /// A size may keep a clause by others than those that were chosen for the largest: with one SM what is said of two says
    /// nothing. Adds these, if there are any that the invariant has not.
    bool mend(Part& part, const std::set<Quantified>& broken, std::set<Quantified>& invariant) {
        run_.at("looks for clauses that hold what is lost at " + part.text);
        const Induction more = needed(part, broken);
        const std::size_t before = invariant.size();
        if (more.holds) invariant.insert(more.needed.begin(), more.needed.end());
        return invariant.size() > before;
    }

    /// Whether the clauses are inductive in all sizes, the smallest first; with those that some sizes need besides. Else what one
    /// of them does not keep.
    bool all_keep(std::set<Quantified>& invariant, std::set<Quantified>& broken) {
        std::vector<Part*> parts;
        for (Part& part : parts_) parts.push_back(&part);
        std::stable_sort(parts.begin(), parts.end(), [](const Part* a, const Part* b) {
            return a->size->problem.paths.size() < b->size->problem.paths.size();
        });
        std::vector<CheckedSize> checked(parts.size());
        std::vector<std::vector<smt::Clause>> whole(parts.size());
        std::size_t at = 0;
        for (std::size_t left = parts.size(); left > 0;) {  // that have not kept all that there is by now
            Part& part = *parts[at];
            run_.at(fmt::format("{} of {} sizes are left: {}", left, parts.size(), part.text));
            const double since = run_.elapsed();
            Induction result = smt::any::inductive(*part.size, claims_, invariant, run_.effort);
            checked[at] = {part.text,     part.size->problem.paths.size(), result.instances,
                           result.checks, run_.elapsed() - since,          result.holds};
            if (result.holds) {
                whole[at] = std::move(result.whole);
                at = (at + 1) % parts.size();
                --left;
                continue;
            }
            if (result.stopped) return run_.fail("Z3 could not decide a question at " + part.text);
            broken = {result.broken.begin(), result.broken.end()};
            if (mend(part, broken, invariant)) {
                broken.clear();
                left = parts.size();
                continue;
            }
            if (run_.stop()) {
                broken.clear();
                return run_.fail("Z3 could not decide a question at " + part.text);
            }
            if (broken.empty())
                return run_.fail(fmt::format("{} is not inductive at {}{}", result.claim, part.text, dropped_), *part.size,
                                 result.step);
            if (dropped_.empty()) dropped_ = fmt::format("; {} does not keep: {}", part.text, readable(result.broken.front()));
            return false;
        }
        run_.report.sizes = std::move(checked);
        run_.report.certified.clear();
        if (!run_.options.certificate.empty())
            for (std::size_t p = 0; p < parts.size(); ++p) certify(*parts[p], whole[p]);
        return true;
    }

    /// Whether a clause that was added later needs a larger n0.
    bool needs_more(const std::set<Quantified>& invariant) {
        for (const std::size_t s : run_.any)
            if (const auto needed = smt::any::names_needed(run_.paths[s], invariant, s); needed.size > n0_[s])
                return !run_.fail(fmt::format("a clause that was added needs {} {}, and n0 is {}", needed.size, run_.words[s],
                                              n0_[s]));
        return false;
    }

    void certify(const Part& part, const std::vector<smt::Clause>& invariant) {
        std::vector<int> claims;
        const auto& stated = part.size->problem.claims;
        for (std::size_t c = 0; c < stated.size(); ++c)
            if (std::any_of(claims_.begin(), claims_.end(), [&](const QuantifiedClaim& q) { return q.name == stated[c].name; }))
                claims.push_back(static_cast<int>(c));
        auto& all = run_.report.certified;
        all.push_back(certified(part.text, part.size->problem, invariant, claims, run_.effort));
        all.back().folder = fmt::format("size-{}", all.size());
    }

    std::string readable(const Quantified& q) { return smt::any::readable(q, largest().roles, run_.words); }
    void tell(std::set<Quantified> invariant) {
        for (const QuantifiedClaim& claim : claims_) {
            invariant.insert(claim.clauses.begin(), claim.clauses.end());
            for (const Quantified& q : claim.clauses) run_.report.read.push_back(claim.name + ": " + readable(q));
            if (claim.of_steps) run_.report.read.push_back(claim.name + ": of each step, as its paths say");
        }
        for (const Quantified& q : invariant)
            if (smt::any::is_range(q)) ++run_.report.ranges;
            else run_.report.invariant.push_back(readable(q));
    }

    /// What the theorem takes for granted.
    void assume() {
        std::vector<std::string>& assumed = run_.report.assumed;
        assumed.clear();
        for (const auto& [queue, places] : largest().roles.queues())
            assumed.push_back(fmt::format("{} has {} places, whatever the size", queue, places));
        std::map<std::string, int> channels;
        for (const smt::Segment& s : largest().problem.segments)
            if (s.kind == smt::Segment::Kind::channel) channels[s.pattern] = s.places;
        for (const auto& [channel, places] : channels)
            assumed.push_back(fmt::format("{} holds {} message{}", channel, places, places == 1 ? "" : "s"));
        assumed.push_back("moments, leases and data have no limit");
    }

    AnyRun& run_;
    const std::vector<QuantifiedClaim>& claims_;
    const BySort n0_;
    MoreClauses& more_;
    std::set<Quantified> suggested_, given_up_;  // the latter: that some size does not keep
    std::vector<Part> parts_;
    std::map<BySort, Without> without_;  // by how many there are
    smt::any::Vocabulary vocabulary_;
    std::map<std::tuple<BySort, std::array<Outside, smt::any::sorts>, std::size_t>, std::map<int, std::string>>
        stay_;             // paths' texts, each with an event
    std::string dropped_;  // the first clause that a size does not keep, in words
};

}  // namespace

bool check_sizes(AnyRun& run, const std::vector<QuantifiedClaim>& claims, const std::set<Quantified>& lifted, const BySort& n0,
                 MoreClauses& more) {
    Sizes sizes(run, claims, n0, more);
    return sizes.make() && sizes.check(lifted);
}

}  // namespace tandem::apps
