#include "smt/murphi_rule.hpp"

#include <algorithm>
#include <set>

namespace tandem::smt {
namespace {

/// A body is printed as nested ifs up to this many tests.
constexpr double most_nested_tests = 60;

std::string indent(int depth) { return std::string(static_cast<std::size_t>(2 * depth), ' '); }

/// The position of `item` in `list`, where it is added if it is new.
template <class T>
int position(std::vector<T>& list, const T& item) {
    const auto found = std::find(list.begin(), list.end(), item);
    if (found != list.end()) return static_cast<int>(found - list.begin());
    list.push_back(item);
    return static_cast<int>(list.size()) - 1;
}

void add_places(Expression e, std::set<Place>& places) {
    if (e.is_constant()) return;
    if (e.op() == Operator::variable) return void(places.insert(e.place()));
    for (int i = 0; i < 3; ++i) add_places(e.operand(i), places);
}

}  // namespace

MurphiRule::MurphiRule(const MurphiText& text, const TransitionSystem& system, const Event& event)
    : text_(text), system_(system), event_(event) {}

std::string MurphiRule::print() {
    std::set<std::vector<int>> made;
    std::size_t most = 0;
    for_each_effect(event_.tree, [&](const Effect&, const std::vector<int>& choices) {
        made.insert(choices);
        most = std::max(most, choices.size());
    });
    std::set<std::vector<int>> padded;
    for (std::vector<int> choices : made) {
        choices.resize(most);
        padded.insert(choices);
    }
    std::string rules;
    for (const std::vector<int>& choices : padded) {
        std::string name = event_.name;
        for (const int choice : choices) name += (&choice == &choices[0] ? ", choice " : " ") + std::to_string(choice);
        rules += rule(choices, name);
    }
    return rules;
}

std::string MurphiRule::rule(const std::vector<int>& choices, const std::string& name) {
    const int c = event_.channel;
    const bool takes = c >= 0, any = takes && sorted(c);
    scope_ = {takes ? text_.channel(c) + ".messages[" + (any ? "i" : "0") + "]" : "", {}};
    locals_.clear();
    local_count_ = 0;
    actions_.clear();
    rooms_.clear();

    constexpr int stalls = 0;  // otherwise 1 + the position in rooms_
    const Node possible = diagrams_.build(event_.tree, choices, stalls, [&](const Effect& effect) {
        if (effect.stalled) return stalls;
        std::map<int, int> messages;
        for (const Sending& sending : effect.sends) ++messages[sending.channel];
        for (const auto& [to, count] : messages)
            if (count > channel(to).capacity) return stalls;
        return 1 + position(rooms_, messages);
    });
    if (possible == DecisionDiagram::leaf(stalls)) return "";
    const Node body = diagrams_.build(event_.tree, choices, DecisionDiagram::unreachable, [&](const Effect& effect) {
        if (effect.stalled) return DecisionDiagram::unreachable;
        return position(actions_, Action{effect.updates, effect.sends});
    });

    std::string does;
    statements(body, 2, does);
    if (takes) take(does);
    const std::string may = guard(possible);
    std::string when = may;
    if (takes) when = text_.channel(c) + ".count > " + (any ? "i" : "0") + (may == "true" ? "" : " & " + may);
    std::string rule = "rule \"" + name + "\"\n  " + when + "\n==>\n" + (locals_.empty() ? "" : "  var\n" + locals_) + "begin\n" + does + "end;\n\n";
    if (any) rule = "ruleset i: 0.." + std::to_string(channel(c).capacity - 1) + " do\n" + rule + "end;\n\n";
    return rule;
}

// ---- guards ---------------------------------------------------------------------------------------------------------

std::string MurphiRule::guard(Node node) const {
    if (DecisionDiagram::is_leaf(node)) {
        const int value = DecisionDiagram::value(node);
        return value == 0 ? "false" : room(rooms_[static_cast<std::size_t>(value - 1)]);
    }
    const auto& test = diagrams_.at(node);
    const std::string yes = guard(test.yes), no = guard(test.no);
    const std::string is = text_.condition(test.condition, scope_), is_not = text_.condition(negation(test.condition), scope_);
    if (yes == "false") return "(" + is_not + " & " + no + ")";
    if (no == "false") return "(" + is + " & " + yes + ")";
    if (yes == "true") return "(" + is + " | " + no + ")";
    if (no == "true") return "(" + is_not + " | " + yes + ")";
    return "(" + is + " ? " + yes + " : " + no + ")";
}

std::string MurphiRule::room(const std::map<int, int>& messages) const {
    std::string all;
    for (const auto& [c, count] : messages) {
        const int most = channel(c).capacity - count;
        all += (all.empty() ? "" : " & ") + text_.channel(c) + ".count" + (most == 0 ? " = 0" : " <= " + std::to_string(most));
    }
    return all.empty() ? "true" : messages.size() > 1 ? "(" + all + ")" : all;
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

void MurphiRule::statements(Node node, int depth, std::string& out) {
    if (diagrams_.size(node) > most_nested_tests && factored(node, depth, out)) return;
    nested(node, depth, out);
}

void MurphiRule::nested(Node node, int depth, std::string& out) {
    if (DecisionDiagram::is_leaf(node)) {
        if (DecisionDiagram::value(node) != DecisionDiagram::unreachable)
            act(actions_[static_cast<std::size_t>(DecisionDiagram::value(node))], depth, out);
        return;
    }
    const DecisionDiagram::Test test = diagrams_.at(node);
    std::string yes, no;
    statements(test.yes, depth + 1, yes);
    statements(test.no, depth + 1, no);
    if (yes.empty() && no.empty()) return;
    const Expression condition = yes.empty() ? negation(test.condition) : test.condition;
    if (yes.empty()) std::swap(yes, no);
    out += indent(depth) + "if " + text_.condition(condition, scope_) + " then\n" + yes;
    if (!no.empty()) out += indent(depth) + "else\n" + no;
    out += indent(depth) + "end;\n";
}

/// Prints what becomes of each field by itself, if that is shorter. All fields that are both read and written are read first.
bool MurphiRule::factored(Node node, int depth, std::string& out) {
    std::set<int> written;
    std::set<Place> read;
    diagrams_.visit(node, [&](Expression condition) { add_places(condition, read); },
                    [&](int value) {
                        const Action& action = actions_[static_cast<std::size_t>(value)];
                        for (const Update& update : action.updates) {
                            written.insert(update.leaf);
                            add_places(update.value, read);
                        }
                        for (const Sending& sending : action.sends)
                            for (const Expression& field : sending.message) add_places(field, read);
                    });
    std::vector<Node> parts;
    const auto add_part = [&](auto&& aspect) {
        parts.push_back(diagrams_.map(node, [&](int value) {
            const Action part = aspect(Action(actions_[static_cast<std::size_t>(value)]));
            return position(actions_, part);
        }));
    };
    add_part([](Action action) { return action.updates.clear(), action; });
    for (const int leaf : written)
        add_part([&](Action action) {
            action.sends.clear();
            std::erase_if(action.updates, [&](const Update& update) { return update.leaf != leaf; });
            return action;
        });
    double size = 0;
    for (const Node part : parts) size += diagrams_.size(part);
    if (2 * size > diagrams_.size(node)) return false;

    const auto outer = scope_.names;
    for (const int leaf : written) {
        const Place place{event_.node, leaf};
        if (!read.contains(place)) continue;
        const std::string was = local(leaf);
        out += indent(depth) + was + " := " + text_.expression(system_.expressions->variable(place, type(leaf)), type(leaf), scope_) + ";\n";
        scope_.names[place] = was;
    }
    for (const Node part : parts) nested(part, depth, out);
    scope_.names = outer;
    return true;
}

/// Updates in an order in which none overwrites what another still reads.
void MurphiRule::act(const Action& action, int depth, std::string& out) {
    for (const Sending& sending : action.sends) send(sending, depth, out);
    const auto outer = scope_.names;
    std::vector<Update> pending = action.updates;
    while (!pending.empty()) {
        const auto free = std::find_if(pending.begin(), pending.end(), [&](const Update& update) {
            const Place place{event_.node, update.leaf};
            if (scope_.names.contains(place)) return true;
            return std::none_of(pending.begin(), pending.end(), [&](const Update& other) {
                std::set<Place> places;
                if (other.leaf != update.leaf) add_places(other.value, places);
                return places.contains(place);
            });
        });
        if (free == pending.end()) {
            const int leaf = pending.front().leaf;
            const std::string was = local(leaf);
            out += indent(depth) + was + " := " + text_.leaf(event_.node, leaf) + ";\n";
            scope_.names[{event_.node, leaf}] = was;
            continue;
        }
        out += indent(depth) + text_.leaf(event_.node, free->leaf) + " := " + text_.expression(free->value, type(free->leaf), scope_) + ";\n";
        pending.erase(free);
    }
    scope_.names = outer;
}

void MurphiRule::send(const Sending& sending, int depth, std::string& out) const {
    const std::string& to = text_.channel(sending.channel);
    const bool single = channel(sending.channel).capacity == 1;
    const std::string slot = to + ".messages[" + (single ? "0" : to + ".count") + "]";
    for (std::size_t i = 0; i < sending.message.size(); ++i)
        if (!sending.message[i].is(0))
            out += indent(depth) + slot + text_.message_leaf(static_cast<int>(i)) + " := " +
                   text_.expression(sending.message[i], *system_.message.leaves[i], scope_) + ";\n";
    out += indent(depth) + to + ".count := " + (single ? "1" : to + ".count + 1") + ";\n";
    if (sorted(sending.channel)) out += indent(depth) + "sort_" + text_.channel_type(sending.channel) + "(" + to + ");\n";
}

/// Takes the delivered message out of its channel.
void MurphiRule::take(std::string& out) const {
    const std::string& from = text_.channel(event_.channel);
    const int last = channel(event_.channel).capacity - 1;
    const auto slot = [&](int i) { return from + ".messages[" + std::to_string(i) + "]"; };
    for (int i = 0; i < last; ++i) {
        const std::string shift = slot(i) + " := " + slot(i + 1) + ";";
        out += sorted(event_.channel) ? "    if i <= " + std::to_string(i) + " then " + shift + " end;\n" : "    " + shift + "\n";
    }
    out += "    clear " + slot(last) + ";\n    " + from + ".count := " + (last == 0 ? "0" : from + ".count - 1") + ";\n";
}

std::string MurphiRule::local(int leaf) {
    const std::string name = "old" + std::to_string(local_count_++);
    locals_ += "    " + name + ": " + text_.type(type(leaf)) + ";\n";
    return name;
}

const ValueType& MurphiRule::type(int leaf) const {
    const int kind = system_.nodes[static_cast<std::size_t>(event_.node)].kind;
    return *system_.kinds[static_cast<std::size_t>(kind)].leaves[static_cast<std::size_t>(leaf)];
}

bool MurphiRule::sorted(int c) const { return !channel(c).ordered && channel(c).capacity > 1; }

}  // namespace tandem::smt
