#include "apps/prove/any_base.hpp"

#include <algorithm>
#include <set>

#include "apps/common/words.hpp"
#include "apps/prove/comparison.hpp"
#include "model/needs.hpp"
#include "smt/prove/cone.hpp"
#include "smt/prove/houdini.hpp"
#include "smt/prove/symmetries.hpp"
#include "smt/prove/verify.hpp"
#include "smt/prove/walker.hpp"

namespace tandem::apps {

namespace {

/// Claims that were asked for, say something in this shape and are not refuted.
std::vector<int> claims_of(const ProveOptions& options, const model::Network& network, const smt::Problem& problem,
                           const std::set<std::string>& refuted, std::vector<std::string>& silent) {
    model::Shape shape = network.shape();
    shape[model::Sort::value] = model::max_values;  // data are unbounded in a proof
    require_each_once(options.properties, "--property");
    std::vector<int> claims;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < problem.claims.size(); ++c) {
        const std::string& name = problem.claims[c].name;
        names.push_back(name);
        if (!options.properties.empty() &&
            std::find(options.properties.begin(), options.properties.end(), name) == options.properties.end())
            continue;
        if (refuted.contains(name)) continue;
        const auto property = std::find_if(network.properties().begin(), network.properties().end(),
                                           [&](const model::Property& p) { return p.name == name; });
        const std::string lacks = property == network.properties().end() ? "" : lacking(property->needs, shape);
        if (lacks.empty()) claims.push_back(static_cast<int>(c));
        else silent.push_back(name + " says nothing in this shape and is not proved: it needs " + lacks);
    }
    for (const std::string& name : options.properties)
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw UsageError("no property '" + name + "' can be proved: " + join(names, ", ") + " are accepted");
    if (claims.empty() && refuted.empty())
        throw UsageError("no property that was asked for says anything in this shape: a larger one is accepted");
    return claims;
}

/// Whether samples tell which clauses hold, so that clauses can be learnt: they are all states, and nodes and messages have no
/// moments (smt/README.md, "Learning").
bool can_learn(const smt::Problem& problem, bool all_explored) {
    if (!all_explored) return false;
    for (const smt::Segment& s : problem.segments) {
        if (s.kind == smt::Segment::Kind::monitor) continue;
        const int end = s.first + s.places * s.leaves + (s.kind == smt::Segment::Kind::channel ? 1 : 0);
        for (int v = s.first; v < end; ++v)
            if (const smt::ValueType& type = *problem.variables[static_cast<std::size_t>(v)].type;
                type.name == "time" || smt::is_instant(type))
                return false;
    }
    return true;
}

bool all_proved(const smt::Proof& proof, const std::vector<int>& claims) {
    return std::all_of(claims.begin(), claims.end(),
                       [&](int c) { return proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved; });
}

/// By candidates; where they do not suffice and samples are all states, with clauses that are learnt.
smt::Proof found(const smt::Problem& problem, const std::vector<int>& claims, const smt::SampleTable& states, bool learning,
                 const smt::any::Effort& effort) {
    const auto quiet = [](const smt::Houdini&) {};
    {
        smt::Candidates candidates(problem, claims, states);
        smt::Houdini houdini(problem, &candidates, effort.work, effort.workers);
        smt::Proof proof = houdini.prove(claims, effort.stop, quiet);
        if (all_proved(proof, claims) || !learning || effort.stop()) return proof;
    }
    smt::Candidates candidates(problem, claims, states);  // without what the attempt that failed has taught
    smt::Learner learner(problem, smt::cone_of_influence(problem, claims), smt::renamings(problem), states);
    smt::Houdini houdini(problem, &candidates, effort.work, effort.workers);
    houdini.learn_with(learner);
    return houdini.prove(claims, effort.stop, quiet);
}

/// The text's lemmas, if they and the claims are inductive together: then nothing has to be found.
std::optional<std::vector<smt::Clause>> sufficient_lemmas(const smt::Problem& problem, const std::vector<int>& claims,
                                                          const smt::any::Effort& effort) {
    if (problem.suggested.empty()) return std::nullopt;
    const std::vector<smt::Clause> whole = smt::whole_invariant(problem, problem.suggested, claims);
    if (!smt::kept_by_each_path(problem, whole, claims, smt::work_of_path, effort.stop, effort.workers)) return std::nullopt;
    std::set<smt::Clause> lemmas;
    const std::vector<smt::Renaming> group = smt::renamings(problem);
    for (const smt::Clause& clause : problem.suggested) lemmas.insert(smt::representative(clause, group));
    return std::vector<smt::Clause>(lemmas.begin(), lemmas.end());
}

}  // namespace

BaseInvariant base_invariant(const ProveOptions& options, const Protocol& text, const Selection& selection,
                             const smt::any::Effort& effort, const std::set<std::string>& refuted) {
    BaseInvariant base;
    base.size = std::make_unique<smt::any::Size>(text.problem(selection, smt::Limits::none));
    smt::Problem& problem = base.size->problem;
    if (options.alter) options.alter(problem);
    if (!problem.defined.empty())
        throw UsageError("--any does without proofs that see queues as sets, as those of " + text.name +
                         " do: they have no renamings");
    base.claims = claims_of(options, *text.make(selection, true), problem, refuted, base.silent);
    if (base.claims.empty()) {
        base.missing = nothing_left;
        return base;
    }
    if (const auto ranges = smt::any::claim_ranges(problem)) base.claims.push_back(*ranges);

    const Explored explored = text.explored(selection, smt::Limits::none);
    Exploration exploration(*explored.network, options.explored, effort.stop);
    Anchor anchor(exploration.components(), problem, explored.leases);
    compare(anchor, exploration, {options.explored, options.compared, options.seed}, effort.stop);
    base.compared_states = anchor.result().states;
    if (anchor.result().stray) {
        base.missing = "the relation is not that of the explicit search: " + anchor.result().stray->what;
        return base;
    }
    smt::Samples samples = smt::Walker(problem, options.seed).sample(options.samples, effort.stop);
    exploration.add_to(problem, samples.states);
    const bool all = exploration.all();
    if (effort.stop()) {
        base.missing = "time did not suffice";
        return base;
    }
    std::optional<std::string> wrong;
    if (auto lemmas = sufficient_lemmas(problem, base.claims, effort)) {
        base.clauses = std::move(*lemmas);
    } else {
        const smt::Proof proof = found(problem, base.claims, samples.states, can_learn(problem, all), effort);
        base.clauses = proof.invariant;
        if (!all_proved(proof, base.claims)) {
            base.missing = proof.left || effort.stop() ? "time did not suffice" : "no candidates suffice";
            if (!proof.counterexamples.empty()) base.step = proof.counterexamples.front();
            return base;
        }
        wrong = smt::flaw(problem, smt::whole_invariant(problem, base.clauses, base.claims), proof.lemmas, base.claims,
                          effort.work, effort.stop, effort.workers);
    }
    if (wrong) base.missing = "it could not be confirmed: " + *wrong;
    else if (smt::excluded(smt::whole_invariant(problem, base.clauses, base.claims), samples.states))
        base.missing = "it does not hold in a state that is reached";
    base.samples = std::make_unique<smt::SampleTable>(std::move(samples.states));
    return base;
}

}  // namespace tandem::apps
