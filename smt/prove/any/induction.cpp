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

}  // namespace

Induction needed(Size& size, const std::vector<QuantifiedClaim>& claims, const std::set<Quantified>& suggested,
                 const Effort& effort) {
    const std::vector<int> numbers = state_claims(size, claims);
    std::map<Clause, const Quantified*> of;
    for (const Quantified& q : suggested)
        for (const auto& clauses : {instances(q, size.roles, size.names), outside_instances(q, size.roles, size.names)})
            for (const Clause& clause : clauses) of.emplace(clause, &q);
    std::vector<Clause> clauses;
    for (const auto& [clause, q] : of) clauses.push_back(clause);

    const SampleTable states = Walker(size.problem, 1).sample(effort.samples, effort.stop).states;
    Problem bare;  // has no situations, so no candidates
    bare.shape = size.problem.shape;
    bare.variables = size.problem.variables;
    bare.singled_out = size.problem.singled_out;
    Candidates none_but_suggested(bare, {}, states);
    Houdini houdini(size.problem, &none_but_suggested, effort.work, effort.workers);
    houdini.suggest(clauses);
    const Proof proof = houdini.prove(numbers, effort.stop, [](const Houdini&) {});

    Induction result{.instances = clauses.size(), .checks = proof.checks};
    judge(size, proof, numbers, result);
    const std::vector<Renaming> group = renamings(size.problem);
    for (const Clause& clause : proof.invariant)
        for (const Renaming& r : group)
            if (const auto found = of.find(r.of(clause)); found != of.end()) result.needed.insert(*found->second);
    result.stopped = result.stopped || effort.stop();
    result.holds = result.claim.empty() && !result.stopped;
    return result;
}

Induction inductive(Size& size, const std::vector<QuantifiedClaim>& claims, const std::set<Quantified>& clauses,
                    const Effort& effort) {
    std::vector<int> numbers = state_claims(size, claims);
    const std::size_t properties = numbers.size(), before = size.problem.claims.size();
    const auto add = [&](const std::set<Clause>& said) {
        numbers.push_back(static_cast<int>(size.problem.claims.size()));
        size.problem.claims.push_back({"a clause", "", false, {said.begin(), said.end()}});
    };
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
        if (const auto wrong = flaw(size.problem, whole_invariant(size.problem, {}, numbers), proof.lemmas, numbers, effort.work,
                                    effort.stop, effort.workers)) {
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
