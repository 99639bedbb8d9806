// From texts to a proof problem: every handler, the monitor and the properties are run on all their paths.
//
// `ProblemBuilder` takes properties the way `model::System` does, so the lines that state them for the explicit search state them
// for proofs. To keep the paths few, the values that each finite variable can have are found first (value_sets.hpp).
#pragma once

#include "smt/prove/defined.hpp"
#include "smt/prove/path_finder.hpp"
#include "smt/prove/statements.hpp"

namespace tandem::smt {

/// P and Monitor are templates over domains.
template <template <class> class P, template <class> class Monitor>
class ProblemBuilder {
public:
    using State = SymbolicState<P, Monitor>;
    using Protocol = typename State::Protocol;
    using D = typename Protocol::Domain;
    using Config = typename State::Config;
    using NodeKind = typename Protocol::NodeKind;
    using Outcome = typename Protocol::Outcome;
    using Step = SymbolicStep;
    template <NodeKind K> using Node = std::tuple_element_t<static_cast<std::size_t>(K), typename Protocol::Nodes>;

    using View = SymbolicView<State>;

    ProblemBuilder(const Config& config, Limits limits, typename State::Rules rules = {})
        : state_(config, limits, problem_, std::move(rules)), possible_(problem_) {
        do find_paths();
        while (possible_.grow());
    }
    ProblemBuilder(const ProblemBuilder&) = delete;
    ProblemBuilder& operator=(const ProblemBuilder&) = delete;

    const Config& config() const { return state_.config(); }
    const std::vector<model::NodeInfo>& nodes() const { return state_.nodes(); }
    const std::vector<model::ChannelInfo>& channels() const { return state_.channels(); }

    template <class Holds>
    void add_invariant(std::string name, std::string sentence, Holds holds) {
        Claim claim{std::move(name), std::move(sentence)};
        each_failure([&] { return one_path_of_property(claim.name, [&] { return holds(View(state_)); }); },
                     [&](const auto& path) { claim.clauses.push_back(unless(path)); });
        problem_.claims.push_back(std::move(claim));
    }
    template <class Item, class Items, class Holds>
    void add_pairwise_invariant(std::string name, std::string sentence, Items items, Holds holds) {
        Claim claim{std::move(name), std::move(sentence)};
        std::vector<Guarded<Item>> all;
        for (std::size_t s = 0; s < problem_.segments.size(); ++s) collect(items, static_cast<int>(s), all);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                each_failure([&] { return holds(all[j].item, all[i].item); }, [&](const auto& path) {
                    Clause clause = unless(path);
                    for (const auto* conditions : {&all[i].conditions, &all[j].conditions})
                        for (const Literal& l : *conditions) clause.literals.push_back(negated(l));
                    if (clause = normalised(std::move(clause)); !valid(clause)) claim.clauses.push_back(std::move(clause));
                });
        problem_.claims.push_back(std::move(claim));
    }
    template <NodeKind K, class Holds>
    void add_step_property(std::string name, std::string sentence, Holds holds) {
        const int number = static_cast<int>(problem_.claims.size());
        problem_.claims.push_back({std::move(name), std::move(sentence), true});
        step_properties_.push_back([this, number, holds](int kind, const void* before, const void* after, const Step& step,
                                                         Path& path, const PathOracle& at) {
            if (kind != static_cast<int>(K)) return;
            const auto judged = [&](const Node<K>& old, const Node<K>& now) {
                if constexpr (std::is_invocable_v<const Holds&, const Node<K>&, const Node<K>&, const Step&, model::Unheard>)
                    return holds(old, now, step, model::Unheard{});
                else return holds(old, now, step);
            };
            each_failure([&] { return judged(*static_cast<const Node<K>*>(before), *static_cast<const Node<K>*>(after)); },
                         [&](const auto& conditions) {
                             path.broken.push_back(conditions);
                             path.broken_claim.push_back(number);
                         }, PathOracle::within(at));
        });
    }
    template <class Body>
    void add_stated_invariant(std::string name, std::string sentence, Body body) {
        const std::size_t claim = problem_.claims.size();
        problem_.claims.push_back({name, std::move(sentence)});
        stated_.push_back(
            [this, claim, name, body](Statements& says) { problem_.claims[claim].clauses = said_by(says, name, body); });
    }
    /// It is suggested, and nothing of it is assumed.
    template <class Body>
    void add_lemma(std::string name, std::string, Body body) {
        stated_.push_back([this, name, body](Statements& says) {
            const std::vector<Clause> clauses = said_by(says, name, body);
            problem_.suggested.insert(problem_.suggested.end(), clauses.begin(), clauses.end());
        });
    }
    /// Lets the proof see what queues hold as sets, and counters as what they count (defined.hpp). Then it does without
    /// renamings.
    void see_queues_as_sets() { queues_as_sets_ = true; }
    /// What only a search can judge.
    void add_property(const model::Property&) {}
    // A proof judges no cycles.
    template <class... Told>
    void add_answered(Told&&...) {}
    template <class... Told>
    void add_followed(Told&&...) {}
    template <class... Told>
    void add_each_completed(Told&&...) {}
    void add_can_happen(Outcome) {}

    Problem build() {
        find_paths();
        problem_.typing = possible_.typing();
        if (queues_as_sets_) {
            problem_.exchanges.clear();
            add_defined(problem_, 1);
        }
        Statements says(problem_);
        for (const auto& state : stated_) state(says);
        return std::move(problem_);
    }

private:
    template <class Item>
    struct Guarded {
        std::vector<Literal> conditions;
        Item item;
    };

    void find_paths() {
        state_.make_symbols(possible_);
        excluded_ = possible_.exclusions();
        PathFinder<State>(state_, excluded_, step_properties_).find();
    }

    template <class Body>
    std::vector<Clause> said_by(Statements& says, const std::string& name, const Body& body) const {
        return says.said_by(name, excluded_, [&](Statements& s) { body(View(state_), s); });
    }

    /// Calls found(conditions) for each path on which `holds` returns false.
    template <class Holds, class Found>
    void each_failure(Holds&& holds, Found&& found, PathOracle oracle = {}) const {
        const PathOracle::Scope scope(oracle);
        oracle.begin_all_with(excluded_);
        do {
            oracle.start();
            if (!bool(holds())) found(conditions_of(oracle.path()));
        } while (oracle.next_run());
    }
    Clause unless(const std::vector<Expression>& conditions) const {
        Clause clause;
        for (const Expression& condition : conditions) {
            const auto literal = as_literal(condition, [&](Place place) { return problem_.variable_of(place); });
            if (!literal)
                throw std::logic_error("a property asks for more than comparisons of fields, which proofs cannot express yet");
            clause.literals.push_back(negated(*literal));
        }
        return clause;
    }
    /// The items of one segment, each with the conditions under which it is one. What does not matter for an item is left out:
    /// where it appears with a condition and with its contrary, otherwise alike, it appears without.
    template <class Item, class Items>
    void collect(const Items& items, int segment, std::vector<Guarded<Item>>& all) const {
        std::vector<std::pair<std::vector<Expression>, std::set<Clause>>> found;  // an item's leaves, the negated conditions
        std::vector<Item> seen;
        PathOracle oracle;
        const PathOracle::Scope scope(oracle);
        oracle.begin_all_with(excluded_);
        do {
            oracle.start();
            items(View(state_, segment), [&](const Item& item) {
                const std::vector<Expression> leaves = leaves_of_copy(item);
                std::size_t i = 0;
                while (i < found.size() && found[i].first != leaves) ++i;
                if (i == found.size()) {
                    found.emplace_back(leaves, std::set<Clause>{});
                    seen.push_back(item);
                }
                found[i].second.insert(normalised(unless(conditions_of(oracle.path()))));
            });
        } while (oracle.next_run());
        for (std::size_t i = 0; i < found.size(); ++i) {
            resolve(found[i].second);
            for (const Clause& clause : found[i].second) {
                Guarded<Item> guarded{{}, seen[i]};
                for (const Literal& l : clause.literals) guarded.conditions.push_back(negated(l));
                all.push_back(std::move(guarded));
            }
        }
    }

    Problem problem_;
    State state_;
    ValueSets possible_;
    std::vector<Exclusion> excluded_;
    std::vector<StepProperty> step_properties_;
    std::vector<std::function<void(Statements&)>> stated_;  // invariants and lemmas that bodies state, once all else is there
    bool queues_as_sets_ = false;
};

}  // namespace tandem::smt
