#include "smt/prove/houdini/hints.hpp"

#include <algorithm>

namespace tandem::smt {

namespace {

constexpr std::size_t assumed_at_once = 20;  // of the candidates that a state violates
constexpr std::size_t most_learnt = 5'000;
constexpr int irrelevant = 1000;             // more than any cost

/// Prefers what is short and general.
bool simpler(const Clause& a, const Clause& b) {
    return a.literals.size() != b.literals.size() ? a.literals.size() < b.literals.size() : a < b;
}

}  // namespace

Hints::Hints(const Problem& problem, Obligations& obligations, Candidates* candidates)
    : problem_(problem), obligations_(obligations), candidates_(candidates), cleared_(cleared_core_names(problem)) {}

void Hints::suggest(const std::vector<Clause>& clauses) {
    const std::set<Clause> once(clauses.begin(), clauses.end());
    std::set<Clause> images;
    suggested_clauses_ = once.size();
    for (const Clause& clause : once)
        for (const Renaming& r : obligations_.group()) images.insert(r.of(clause));
    suggested_.assign(images.begin(), images.end());
}

std::vector<Clause> Hints::excluding(const StateVector& state, bool of_monitor) {
    std::vector<Clause> known;
    for (const Obligation& o : obligations_.all()) {
        if (o.dead) continue;
        for (const Clause& instance : o.instances)
            if (!instance.holds(state.data())) known.push_back(instance);
    }
    if (known.empty())
        for (const Clause& clause : suggested_)
            if (!clause.holds(state.data()) && !given_up(clause)) known.push_back(clause);
    if (known.empty() && candidates_) return likely_candidates(state, of_monitor);
    std::sort(known.begin(), known.end(), simpler);
    if (known.size() > assumed_at_once) known.resize(assumed_at_once);
    return known;
}

std::vector<Clause> Hints::likely_candidates(const StateVector& state, bool of_monitor) {
    std::vector<Clause> found, likely;
    candidates_->violated(state, found);
    if (maker_.excluding)
        for (Clause& clause : maker_.excluding(state)) found.push_back(std::move(clause));
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t i = 0; i < found.size(); ++i)
        order.emplace_back(cost(found[i]) + (!of_monitor && mentions_monitor(found[i]) ? irrelevant : 0), i);
    std::sort(order.begin(), order.end());
    for (const auto& [cost, i] : order) {
        if (cost >= irrelevant && !likely.empty()) break;
        if (given_up(found[i])) continue;
        likely.push_back(std::move(found[i]));
        if (likely.size() == assumed_at_once) break;
    }
    return likely;
}

bool Hints::confirmed(const Clause& clause) {
    const Clause& least = obligations_.least(clause);
    if (given_up(clause)) return false;  // another worker may have thrown it out
    if (obligations_.contains(least)) return true;
    for (const Clause& together : obligations_.with_kin(clause))
        for (const Clause& judged : judged_by_samples(together)) {
            const auto refuting = candidates_->refuting(judged);
            if (!refuting) continue;
            refuted_.insert(least);
            if (obligations_.tied()) obligations_.give_up(obligations_.least(together));
            if (was_suggested(least)) note_in_vain();
            hold_in(*refuting);
            return false;
        }
    return true;
}

/// Samples need not be closed under renaming, and it is enough that they show the clause.
/// But what a clause says of a name that is cleared is not so of all its images.
std::vector<Clause> Hints::judged_by_samples(const Clause& clause) const {
    const auto cleared = [&](const Literal& l) { return cleared_.contains(l.a) || cleared_.contains(l.b); };
    if (std::none_of(clause.literals.begin(), clause.literals.end(), cleared)) return {clause};
    std::vector<Clause> judged;
    for (const Renaming& r : obligations_.group()) judged.push_back(r.of(clause));
    return judged;
}

/// Whether a clause is not to be relied on any more. What a sample refutes is remembered, though candidates learn from it:
/// samples need not refute the images of a suggestion, nor candidates as they see a sample, which is not quite as it is. It would
/// be refuted again, for ever.
bool Hints::given_up(const Clause& clause) {
    const Clause& least = obligations_.least(clause);
    return obligations_.is_dead(least) || refuted_.contains(least);
}

int Hints::cost(const Clause& clause) const {
    const std::vector<Literal> compared = family(clause);
    return static_cast<int>(clause.literals.size() + 2 * compared.size()) + 3 * obligations_.deaths_of(compared);
}

bool Hints::mentions_monitor(const Clause& clause) const {
    return std::any_of(clause.literals.begin(), clause.literals.end(), [&](const Literal& l) {
        return std::any_of(problem_.segments.begin(), problem_.segments.end(), [&](const Segment& s) {
            const auto within = [&](int v) { return v >= s.first && v < s.first + s.leaves; };
            return s.kind == Segment::Kind::monitor && (within(l.a) || within(l.b));
        });
    });
}

void Hints::hold_in(const StateVector& state) {
    if (maker_.hold_in) maker_.hold_in(state);
    for (const Renaming& r : obligations_.group()) {
        candidates_->learn(r.of(state));
        if (learner_) learner_->learn(r.of(state));
    }
}

bool Hints::can_learn() const { return learner_ && learnt_ < most_learnt; }

std::optional<Clause> Hints::learnt_from(const std::vector<Literal>& facts) {
    std::optional<Clause> clause = learner_->excluding(facts);
    if (!clause || given_up(*clause)) return std::nullopt;
    ++learnt_;
    return clause;
}

}  // namespace tandem::smt
