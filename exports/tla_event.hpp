// The actions of one event in TLA+: one for each set of outcomes that its handler may have.
//
// The event's decision tree becomes one ordered diagram from conditions to effects. An action's guard is where the effect has
// just these outcomes; what becomes of a field is the diagram of its new value there. Tests and updates that are alike for all
// names of a sort are printed with quantifiers.
#pragma once

#include "exports/ordered_diagram.hpp"
#include "exports/tla_sequence.hpp"
#include "exports/tla_text.hpp"

namespace tandem::exports {

using namespace smt;

/// Places that are no leaves of a state: choices of the environment, and room in each channel, which are `rooms`, `rooms - 1` and
/// so on. Below them are leaves of an event (Place::reported).
inline constexpr int choices = -1000, rooms = -2000;

struct TlaAction {
    std::string name, kind;
    std::uint64_t outcomes;
    std::vector<std::pair<std::string, std::string>> parameters;  // name and set
    std::string body;
    std::string concrete;  // the names that are no parameters
};

class TlaEvent {
public:
    using Names = std::vector<std::pair<model::Sort, int>>;
    /// `bound` become parameters, the names of the sorts in `literal` are printed as they are.
    TlaEvent(const TlaText& text, const TransitionSystem& system, const Event& event, const Names& bound,
             const std::set<model::Sort>& literal, const std::set<model::Sort>& follow);

    std::vector<std::uint64_t> outcome_sets() const;
    /// Throws TlaText::Unbound if the action says something of a name that is not bound.
    TlaAction action(std::uint64_t outcomes);
    /// Of the monitor, what it is when it has been told, if it was `before`; `arguments` says what leaves of the event are
    /// called. Throws Unbound as well.
    std::string told(const std::string& before, const std::map<int, std::string>& arguments);

private:
    using Node = OrderedDiagrams::Node;
    using Scope = TlaText::Scope;
    /// What a path does: nothing at all if it stalls.
    struct Result {
        bool stalled = true;
        std::uint64_t outcomes = 0;
        std::map<int, TlaValue> values{};  // by cell: a leaf, or the first one of a sequence
        std::map<int, std::vector<std::vector<Expression>>> sent{};  // by channel: messages
        std::vector<Report> reports{};
        friend auto operator<=>(const Result&, const Result&) = default;
    };
    struct Conjunct {
        std::string text;
        int level = -1;  // of a single condition
        bool truth = true;
        std::vector<std::string> when{};  // of an implication
        std::string then{};
    };
    /// Parts of a value that are new: where in the value, and what.
    using Entries = std::vector<std::pair<std::string, std::string>>;

    // tla_event.cpp
    void choose_names(const Names& bound, const std::set<model::Sort>& follow);
    Expression known(Expression e) const;
    void note_used(const TlaPart& part);
    bool unused(int leaf, const std::vector<std::pair<Expression, bool>>& path);
    Node build(const DecisionTree& tree, std::size_t made, std::vector<std::pair<Expression, bool>>& path);
    Expression choice(std::size_t i) const;
    Expression room(int channel, int messages) const;
    bool tells_apart(const std::string& parameter) const;
    std::set<int> kinds_of(Node f);
    std::string name_of(std::uint64_t outcomes, Node possible);
    std::string guard(std::uint64_t outcomes);
    std::string changes();
    std::string deliver(const std::string& body);

    // tla_formula.cpp
    std::vector<Conjunct> conjuncts(Node f, const Scope& scope);
    bool quantify_literals(std::vector<Conjunct>& out, std::vector<std::pair<int, bool>>& literals, const Scope& scope);
    bool quantify(std::vector<Conjunct>& out, Node f, const Scope& scope);
    bool quantify(std::vector<Conjunct>& out, Node f, const Scope& scope, model::Sort sort, const std::vector<int>& names,
                  const std::string& range);
    std::string formula(Node f, const Scope& scope);
    std::string condition(int level, bool truth, const Scope& scope);
    std::string single(int level, bool truth, const Scope& scope);
    std::vector<int> unbound(model::Sort sort, const Scope& scope) const;
    int bound(model::Sort sort, const Scope& scope) const;
    std::string range_without(model::Sort sort, const Scope& scope) const;
    Scope with(const Scope& scope, model::Sort sort, int number, std::string& name) const;
    Node exchanged(Node f, model::Sort sort, int a, int b);
    void tidy_kinds(std::vector<Conjunct>& conjuncts) const;
    template <class F>
    std::string choose(Node node, const Scope& scope, F&& text);

    // tla_update.cpp
    Node cell(int cell, Node effects);
    int number_of(const TlaValue& value);
    std::vector<int> cells(const TlaPart& part) const;
    bool keeps(const TlaPart& part, Node effects);
    bool alike(const TlaPart& part, const TlaPart& other, Node effects, model::Sort sort, int a, int b);
    std::string value_text(const TlaPart& part, Node effects, const std::string& path, const Scope& scope);
    std::string cell_text(const TlaPart& part, Node effects, const std::string& path, const Scope& scope);
    std::string sequence_text(const TlaPart& part, const TlaValue& value, const std::string& path, const Scope& scope);
    Entries entries(const TlaPart& part, Node effects, const std::string& path, const Scope& scope);
    Entries record_entries(const TlaPart& part, Node effects, const std::string& path, const Scope& scope);
    std::string by_presence(const TlaPart& part, Node effects, const std::string& path, const Scope& scope);
    Entries function_entries(const TlaPart& part, Node effects, const std::string& path, const Scope& scope);
    std::string item_text(const TlaPart& part, const std::vector<Expression>& leaves, int first, const Scope& scope);
    std::string map_text(const TlaPart& part, const std::vector<Expression>& leaves, int first, const Scope& scope);
    std::string copied(const TlaPart& part, const std::vector<Expression>& leaves, int first, const Scope& scope) const;
    std::string sending(int channel, const std::string& before);
    std::string reporting();

    const TlaText& text_;
    const TransitionSystem& system_;
    const Event& event_;
    Scope scope_;
    std::vector<std::pair<std::string, std::string>> parameters_, followed_;  // name and set; name and what it is
    std::map<Place, int> known_;
    std::map<int, Expression> used_;  // when a leaf is in use, if not always
    std::set<int> possible_kinds_;
    OrderedDiagrams diagrams_;
    std::vector<Result> results_{Result{}};  // the first stalls
    std::vector<TlaValue> values_{TlaValue{}};  // the first keeps what there is
    std::map<TlaValue, int> value_numbers_{{TlaValue{}, 0}};
    std::map<Result, int> result_numbers_{{Result{}, 0}};
    std::map<std::tuple<int, Node, Node>, Node> cells_;  // by cell, effects, and where it matters
    std::size_t most_choices_ = 0;
    std::vector<int> choices_;                // alternatives of each
    Node effects_ = OrderedDiagrams::never;   // the index of the result
    // of the action that is printed: where it is possible, and its effects
    Node care_ = OrderedDiagrams::always, here_ = OrderedDiagrams::never;
};

/// IF ... THEN ... ELSE with text(value) for each leaf.
template <class F>
std::string TlaEvent::choose(Node node, const Scope& scope, F&& text) {
    if (OrderedDiagrams::is_leaf(node)) return text(OrderedDiagrams::value(node));
    std::set<int> values;
    diagrams_.map(node, [&](int value) { return values.insert(value), value; });
    if (values.size() == 2) {
        const int first = *values.begin(), second = *values.rbegin();
        const Node is_first = diagrams_.map(node, [&](int value) { return value == first ? 1 : 0; });
        const std::string a = formula(is_first, scope), b = formula(diagrams_.negated(is_first), scope);
        if (a.size() < b.size()) return "IF " + a + " THEN " + text(first) + " ELSE " + text(second);
        return "IF " + b + " THEN " + text(second) + " ELSE " + text(first);
    }
    const OrderedDiagrams::Test test = diagrams_.at(node);
    return "IF " + single(test.level, true, scope) + " THEN " + choose(test.yes, scope, text) + " ELSE " +
           choose(test.no, scope, text);
}

}  // namespace tandem::exports
