#include "smt/prove/any/induction.hpp"

#include <algorithm>

#include "smt/prove/houdini.hpp"
#include "smt/prove/verify.hpp"
#include "smt/prove/walker.hpp"

namespace tandem::smt::any {

namespace {

/// The claims of the size become instances of these; returns their numbers, in the same order.
std::vector<int> state_claims(Size& size, const std::vector<QuantifiedClaim>& claims) {
    auto& stated = size.problem.claims;
    std::vector<int> numbers;
    for (const QuantifiedClaim& q : claims) {
        const auto at = std::find_if(stated.begin(), stated.end(), [&](const Claim& c) { return c.name == q.name; });
        std::set<Clause> clauses;
        for (const Quantified& clause : q.clauses) clauses.merge(instances(clause, size.roles, size.names));
        at->clauses.assign(clauses.begin(), clauses.end());
        numbers.push_back(static_cast<int>(at - stated.begin()));
    }
    return numbers;
}

void note_step(const Proof& proof, int claim, Induction& result) {
    for (const CounterexampleToInduction& step : proof.counterexamples)
        if (step.claim == claim && !result.step) result.step = step;
}

/// Clauses become claims of their own behind those that the size has.
int add_claim(Size& size, const std::set<Clause>& said) {
    size.problem.claims.push_back({"a clause", "", false, {said.begin(), said.end()}});
    return static_cast<int>(size.problem.claims.size()) - 1;
}

/// These claims and clauses, with what the size knows of types, all at once: what is inductive together, or nothing.
std::optional<std::vector<Clause>> kept_at_once(const Size& size, const std::vector<int>& claims,
                                                const std::vector<Clause>& clauses, const Effort& effort, std::size_t& checks) {
    std::vector<Clause> whole = whole_invariant(size.problem, clauses, claims);
    const auto asked = kept_by_each_path(size.problem, whole, claims, work_of_path, effort.stop, effort.workers);
    if (!asked) return std::nullopt;
    checks = *asked;
    return whole;
}

/// What became of the properties.
void judge(const Size& size, const Proof& proof, const std::vector<int>& numbers, Induction& result) {
    for (const int c : numbers) {
        const Proof::Verdict verdict = proof.verdicts[static_cast<std::size_t>(c)];
        if (verdict == Proof::Verdict::proved) continue;
        result.stopped = result.stopped || verdict == Proof::Verdict::undecided;
        if (result.claim.empty()) result.claim = size.problem.claims[static_cast<std::size_t>(c)].name;
        note_step(proof, c, result);
    }
}

/// Quantified clauses with their instances, by instance. Of one the kept instances are proved together; what is said of an
/// outside name may be lost by itself.
class Said {
public:
    struct One {
        Quantified clause;
        std::vector<Clause> kept, outside;
    };
    explicit Said(const Size& size) : size_(size) {}

    const One& add(const Quantified& q) {
        const auto [found, added] = all_.try_emplace(q);
        One& one = found->second;
        if (!added) return one;
        one.clause = q;
        const auto list = [&](const std::set<Clause>& clauses, std::vector<Clause>& to) {
            for (const Clause& clause : clauses) to.push_back(clause), of_.emplace(clause, &one);
        };
        list(instances(q, size_.roles, size_.names), one.kept);
        list(outside_instances(q, size_.roles, size_.names), one.outside);
        return one;
    }
    /// The one of which the clause is an instance.
    const One* of(const Clause& clause) {
        const auto found = of_.find(clause);
        if (found != of_.end()) return found->second;
        const auto q = quantified(size_.roles, clause);
        return of_.emplace(clause, q ? &add(*q) : nullptr).first->second;
    }
    Kin kin() {
        const auto needed = [this](const Clause& clause) {
            const One* one = of(clause);
            return one ? one->kept : std::vector<Clause>{};
        };
        const auto lost = [this](const Clause& clause) {
            const One* one = of(clause);
            std::vector<Clause> all;
            if (!one || std::find(one->kept.begin(), one->kept.end(), clause) == one->kept.end()) return all;
            for (const auto* clauses : {&one->kept, &one->outside}) all.insert(all.end(), clauses->begin(), clauses->end());
            return all;
        };
        return {needed, lost};
    }

private:
    const Size& size_;
    std::map<Quantified, One> all_;
    std::map<Clause, const One*> of_;
};

}  // namespace

Induction needed(Size& size, const std::vector<QuantifiedClaim>& claims, const std::set<Quantified>& further,
                 const std::set<Quantified>& suggested, const Maker& maker, const Effort& effort) {
    std::vector<int> numbers = state_claims(size, claims);
    const std::size_t before = size.problem.claims.size();
    for (const Quantified& q : further) numbers.push_back(add_claim(size, instances(q, size.roles, size.names)));
    Said said(size);
    std::vector<Clause> clauses;
    for (const Quantified& q : suggested) {
        const Said::One& one = said.add(q);
        for (const auto* those : {&one.kept, &one.outside}) clauses.insert(clauses.end(), those->begin(), those->end());
    }

    Induction result{.instances = clauses.size()};
    if (kept_at_once(size, numbers, clauses, effort, result.checks)) {
        result.needed = suggested;
        result.holds = true;
        size.problem.claims.resize(before);
        return result;
    }
    const SampleTable states = Walker(size.problem, 1).sample(effort.samples, effort.stop).states;
    Problem bare;  // has no situations, so no candidates
    bare.shape = size.problem.shape;
    bare.variables = size.problem.variables;
    bare.singled_out = size.problem.singled_out;
    Candidates none_but_suggested(bare, {}, states);
    Houdini houdini(size.problem, &none_but_suggested, effort.work, effort.workers);
    houdini.suggest(clauses);
    houdini.tie(said.kin());
    const auto excluding = [&](const StateVector& state) {
        const std::set<Clause> all = maker.excluding(state);
        return std::vector<Clause>(all.begin(), all.end());
    };
    houdini.make_with({excluding, maker.hold_in});
    const Proof proof = houdini.prove(numbers, effort.stop, [](const Houdini&) {});

    result.checks = proof.checks;
    judge(size, proof, numbers, result);
    for (const Clause& clause : proof.invariant)
        if (const Said::One* one = said.of(clause)) result.needed.insert(one->clause);
    result.stopped = result.stopped || effort.stop();
    result.holds = result.claim.empty() && !result.stopped;
    size.problem.claims.resize(before);
    return result;
}

Induction inductive(Size& size, const std::vector<QuantifiedClaim>& claims, const std::set<Quantified>& clauses,
                    const Effort& effort) {
    std::vector<int> numbers = state_claims(size, claims);
    const std::size_t properties = numbers.size(), before = size.problem.claims.size();
    const auto add = [&](const std::set<Clause>& said) { numbers.push_back(add_claim(size, said)); };
    Induction result;
    for (const Quantified& q : clauses) {
        const std::set<Clause> said = instances(q, size.roles, size.names);
        result.instances += said.size();
        add(said);
    }
    // What is said of an outside name counts as long as it is inductive with the rest; its twin of kept names is among these.
    std::size_t about_outside = 0;
    for (const Quantified& q : clauses)
        for (const Clause& clause : outside_instances(q, size.roles, size.names)) add({clause}), ++about_outside;

    // All at once, if that works. Else each clause by itself, which says what is broken.
    if (auto whole = kept_at_once(size, numbers, {}, effort, result.checks)) {
        result.whole = std::move(*whole);
        result.holds = true;
        size.problem.claims.resize(before);
        return result;
    }
    Houdini houdini(size.problem, nullptr, effort.work, effort.workers);
    const Proof proof = houdini.prove(numbers, effort.stop, [](const Houdini&) {});
    result.checks = proof.checks;
    std::size_t next = properties;
    for (const Quantified& q : clauses) {
        const int number = numbers[next++];
        const Proof::Verdict verdict = proof.verdicts[static_cast<std::size_t>(number)];
        if (verdict == Proof::Verdict::not_inductive) {
            result.broken.push_back(q);
            note_step(proof, number, result);
        }
        result.stopped = result.stopped || verdict == Proof::Verdict::undecided;
    }
    judge(size, proof, {numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(properties)}, result);
    result.stopped = result.stopped || effort.stop();
    result.holds = result.claim.empty() && result.broken.empty() && !result.stopped;
    if (result.holds) {
        std::erase_if(numbers, [&](int c) { return proof.verdicts[static_cast<std::size_t>(c)] != Proof::Verdict::proved; });
        result.whole = whole_invariant(size.problem, {}, numbers);
        if (const auto wrong =
                flaw(size.problem, result.whole, proof.lemmas, numbers, effort.work, effort.stop, effort.workers)) {
            result.holds = false;
            result.claim = "confirmation: " + *wrong;
        }
    }
    size.problem.claims.resize(before);
    return result;
}

std::set<Quantified> quantified_typing(const Size& size) {
    std::set<Quantified> all;
    for (const Clause& clause : size.problem.typing) {
        std::set<int> values;
        int pointer = -1;
        Clause rest;
        for (const Literal& l : clause.literals) {
            const int v = l.a >= 0 ? l.a : l.b;
            if (l.relation == Relation::equal && size.roles.holds_names_of(v) >= 0) pointer = v, values.insert(l.constant);
            else rest.literals.push_back(l);
        }
        std::vector<Clause> said{clause};
        if (pointer >= 0) {
            said.clear();
            const StateVariable& variable = size.problem.variables[static_cast<std::size_t>(pointer)];
            for (int n = variable.low; n <= variable.high; ++n) {
                if (values.contains(n)) continue;
                said.push_back(rest);
                said.back().literals.push_back({Relation::differ, pointer, -1, n});
            }
        }
        for (const Clause& c : said)
            if (const auto q = quantified(size.roles, normalised(c))) all.insert(*q);
    }
    return all;
}

}  // namespace tandem::smt::any
