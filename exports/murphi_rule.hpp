// One event as Murphi rules: one rule for each way that the environment may choose.
//
// The body is the event's decision diagram as nested ifs; what both branches do follows after them. Where that still repeats too
// much (a loop whose iterations decide independently multiplies paths), the fields that change are decided one after the other,
// each by the few tests that matter for it.
#pragma once

#include "exports/decision_diagram.hpp"
#include "exports/murphi_text.hpp"
#include "exports/ordered_diagram.hpp"

namespace tandem::exports {

using namespace smt;

class MurphiRule {
public:
    MurphiRule(const MurphiText& text, const TransitionSystem& system, const Event& event,
               std::vector<MurphiText::Parameter> bound = {});

    /// Chooses the parameters that `statements` mention and nobody bound, all of one sort apart; `follows` says which of them are
    /// what some field says, if that is in use.
    struct Choice {
        std::string locals, statements;
    };
    static Choice choose(const MurphiText& text, const std::vector<MurphiText::Parameter>& bound,
                         const std::map<std::string, std::string>& follows, const std::string& statements);

    /// The rules; none for an event that can never happen.
    std::string print();

    /// What the monitor does when it is told of an event.
    static std::string procedure(const MurphiText& text, const TransitionSystem& system, const Observer& observer);

private:
    using Node = DecisionDiagram::Node;

    /// What a body does at a leaf.
    struct Action {
        std::vector<Update> updates;
        std::vector<Sending> sends;
        std::vector<Report> reports{};
        friend auto operator<=>(const Action&, const Action&) = default;
    };

    struct Access {
        std::set<Place> read;
        std::set<int> written;
    };

    /// The rule stands for all events that are like this one: for each choice of the names that are bound.
    void follow_fields();
    std::string exists(const std::string& guard) const;
    std::string assignment(const std::string& target, const ValueType& type, Expression value, int depth) const;

    std::string rule(const std::vector<int>& choices, const std::string& name);
    std::string guard(Node node);
    std::string short_guard(Node node);
    bool is_simple(Node node);
    OrderedDiagrams::Node ordered(OrderedDiagrams& diagrams, Node node) const;
    std::string room(const std::map<int, int>& messages) const;

    void statements(Node node, int depth, std::string& out);
    Access access(Node node) const;
    Action common(Node node) const;
    Node without(Node node, const Action& always);
    Node only(Node node, const std::set<int>& leaves);
    void nested(Node node, int depth, std::string& out);
    bool factored(Node node, int depth, std::string& out);
    void act(const Action& action, int depth, std::string& out);
    void clear(std::vector<Update>& pending, int depth, std::string& out) const;
    void send(const Sending& sending, int depth, std::string& out) const;
    std::string telling(const Report& report) const;
    void tell_first(Node& body, std::string& out);
    void take(std::string& out) const;

    std::string local(int leaf);
    const ValueType& type(int leaf) const;
    bool sorted(int channel) const;
    const model::ChannelInfo& channel(int c) const { return system_.channels[static_cast<std::size_t>(c)]; }

    const MurphiText& text_;
    const TransitionSystem& system_;
    const Event& event_;
    const DecisionTree* tree_;
    std::vector<MurphiText::Parameter> bound_;
    DecisionTree followed_;
    std::map<std::string, Place> follows_;   // parameters that are what a field says
    std::map<std::string, std::string> followed_text_;
    DecisionDiagram diagrams_;
    std::vector<std::map<int, int>> rooms_;  // what guards ask for: messages by channel
    std::vector<Action> actions_;
    MurphiText::Scope scope_;
    std::map<Node, std::string> guards_;     // as they are printed
    std::string locals_;                     // declarations
    bool untidy_ = false;                    // scalarsets may have gone out of use
    int local_count_ = 0;
};

}  // namespace tandem::exports
