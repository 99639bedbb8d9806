#include "exports/murphi_rule.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

#include "exports/murphi_decision.hpp"
#include "exports/words.hpp"
#include "smt/substitution.hpp"

namespace tandem::exports {
namespace {

/// A body is printed as nested ifs up to this many tests.
constexpr double most_nested_tests = 24;

/// Stands for the messages sent where leaves are numbers.
constexpr int sends = -1;

std::string indent(int depth) { return std::string(static_cast<std::size_t>(2 * depth), ' '); }

void add_places(Expression e, std::set<Place>& places) {
    if (e.is_constant()) return;
    if (e.op() == Operator::variable) return void(places.insert(e.place()));
    for (int i = 0; i < 3; ++i) add_places(e.operand(i), places);
}

void note_conditions(const DecisionTree& tree, std::set<Place>& places) {
    if (tree.condition) add_places(*tree.condition, places);
    for (const auto& branch : tree.branches) note_conditions(*branch, places);
}

bool among(const MurphiText::Parameter& p, const std::vector<MurphiText::Parameter>& list) {
    return std::any_of(list.begin(), list.end(), [&](const auto& q) { return q.name == p.name; });
}

/// All that stands in these lists, each once, in an order that all of them have; nothing if there is no such order.
std::vector<std::string> common_order(const std::map<int, std::vector<std::string>>& lists) {
    std::map<std::string, std::set<std::string>> before;  // what comes first
    for (const auto& [key, list] : lists)
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto& earlier = before[list[i]];
            earlier.insert(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i));
        }
    std::vector<std::string> order;
    while (!before.empty()) {
        const auto first = std::find_if(before.begin(), before.end(), [](const auto& item) { return item.second.empty(); });
        if (first == before.end()) return {};
        order.push_back(first->first);
        before.erase(first);
        for (auto& [item, earlier] : before) earlier.erase(order.back());
    }
    return order;
}

/// The name of a procedure that tells the monitor of such an event.
std::string procedure_name(model::EventKind kind) { return std::string("monitor_") + model::name_of(kind); }

}  // namespace

MurphiRule::MurphiRule(const MurphiText& text, const TransitionSystem& system, const Event& event,
                       std::vector<MurphiText::Parameter> bound)
    : text_(text), system_(system), event_(event), tree_(&event.tree), bound_(std::move(bound)) {
    if (text.scalarsets()) follow_fields();
}

std::string MurphiRule::print() {
    std::set<std::vector<int>> made;
    std::size_t most = 0;
    for_each_effect(*tree_, [&](const Effect&, const std::vector<int>& choices) {
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
    scope_ = {takes ? text_.channel(c) + ".messages[" + (any ? "i" : "0") + "]" : "", {}, {}};
    if (any) scope_.locals["i"] = text_.index(channel(c).capacity);
    for (const MurphiText::Parameter& p : text_.parameters()) scope_.locals[p.name] = p.type;
    guards_.clear();
    for (const auto& [name, place] : follows_)
        followed_text_[name] =
            place.node == Place::message ? scope_.message + text_.message_leaf(place.leaf) : text_.leaf(place.node, place.leaf);
    locals_.clear();
    local_count_ = 0;
    untidy_ = false;
    actions_.clear();
    rooms_.clear();

    constexpr int stalls = 0;  // otherwise 1 + the position in rooms_
    const Node possible = diagrams_.build(*tree_, choices, stalls, [&](const Effect& effect) {
        if (effect.stalled) return stalls;
        std::map<int, int> messages;
        for (const Sending& sending : effect.sends) ++messages[sending.channel];
        for (const auto& [to, count] : messages)
            if (count > channel(to).capacity) return stalls;
        return 1 + position(rooms_, messages);
    });
    if (possible == DecisionDiagram::leaf(stalls)) return "";
    Node body = diagrams_.build(*tree_, choices, DecisionDiagram::unreachable, [&](const Effect& effect) {
        if (effect.stalled) return DecisionDiagram::unreachable;
        return position(actions_, Action{effect.updates, effect.sends, effect.reports});
    });

    std::string does;
    tell_first(body, does);
    statements(body, 2, does);
    if (takes) take(does);
    if (untidy_ && !text_.tidier(event_.node).empty())
        does += "    " + text_.tidier(event_.node) + "(" + text_.node(event_.node) + ");\n";
    const Choice choice = choose(text_, bound_, followed_text_, does);
    does = choice.statements;
    locals_ += choice.locals;
    const std::string may = exists(guard(possible));
    std::string when = may;
    if (takes) when = text_.channel(c) + ".count > " + (any ? "i" : "0") + (may == "true" ? "" : " & " + may);
    std::string rule = "rule \"" + name + "\"\n  " + when + "\n==>\n" + (locals_.empty() ? "" : "  var\n" + locals_) + "begin\n" +
                       does + "end;\n\n";
    if (any) rule = "ruleset i: " + text_.index(channel(c).capacity) + " do\n" + rule + "end;\n\n";
    std::string rulesets, apart;
    for (const MurphiText::Parameter& p : bound_) {
        rulesets += (rulesets.empty() ? "ruleset " : "; ") + p.name + ": " + p.type;
        for (const MurphiText::Parameter& q : bound_)
            if (q.sort == p.sort && q.number < p.number) apart += q.name + " != " + p.name + " & ";
    }
    if (!apart.empty()) rule.insert(rule.find("\n  ") + 3, apart);
    if (!rulesets.empty()) rule = rulesets + " do\n" + rule + "end;\n\n";
    return rule;
}

std::string MurphiRule::procedure(const MurphiText& text, const TransitionSystem& system, const Observer& observer) {
    const Event told{system.monitor_node(), -1, procedure_name(observer.kind), false, {}};
    MurphiRule rule(text, system, told);
    const Node body = rule.diagrams_.build(observer.tree, {}, DecisionDiagram::unreachable, [&](const Effect& effect) {
        return effect.stalled ? DecisionDiagram::unreachable : position(rule.actions_, Action{effect.updates, {}, {}});
    });
    std::string formals, does;
    for (std::size_t i = 0; i < system.monitor->arguments.size(); ++i) {
        if (!observer.asks[i]) continue;
        const ValueType& type = *system.monitor->types[i];
        const std::string name = "the_" + system.monitor->arguments[i];
        rule.scope_.names[{Place::reported, static_cast<int>(i)}] = name;
        formals += (formals.empty() ? "" : "; ") + name + ": " +
                   (rule.scope_.locals[name] = type.name == "time" ? "moment" : text.type(type));
    }
    // Each field by itself. What decides is decided first, once for all fields, and all is read before anything changes.
    rule.rooms_.emplace_back();
    OrderedDiagrams diagrams;
    MurphiDecision decision(text, rule.scope_, diagrams, [](int holds) { return holds ? "true" : "false"; });
    struct Change {
        Expression value;
        Node when;
        OrderedDiagrams::Node decided;
    };
    std::map<int, std::vector<Change>> changes_of;  // by leaf
    std::vector<OrderedDiagrams::Node> roots;
    for (const int leaf : rule.access(body).written) {
        std::vector<Expression> values;
        for (const Action& action : rule.actions_)
            for (const Update& update : action.updates)
                if (update.leaf == leaf) position(values, update.value);
        for (const Expression& value : values) {
            const Node when = rule.diagrams_.map(body, [&](int a) {
                const std::vector<Update>& updates = rule.actions_[static_cast<std::size_t>(a)].updates;
                return std::find(updates.begin(), updates.end(), Update{leaf, value}) == updates.end() ? 0 : 1;
            });
            changes_of[leaf].push_back({value, when, rule.ordered(diagrams, when)});
            if (!rule.is_simple(when)) roots.push_back(changes_of[leaf].back().decided);
        }
    }
    decision.decide(roots, 1);
    std::string changes;
    for (const auto& [leaf, all] : changes_of) {
        const std::string name = rule.local(leaf);
        does += "  " + name + " := " + text.leaf(told.node, leaf) + ";\n";
        for (const auto& [value, when, decided] : all) {
            const std::string holds = rule.is_simple(when) ? rule.short_guard(when) : decision.called(decided);
            const std::string takes = name + " := " + text.expression(value, rule.type(leaf), rule.scope_) + ";";
            does += holds == "true" ? "  " + takes + "\n" : "  if " + holds + " then " + takes + " end;\n";
        }
        changes += "  " + text.leaf(told.node, leaf) + " := " + name + ";\n";
    }
    rule.locals_ += decision.declarations();
    does = decision.statements() + does + changes;
    return "procedure " + told.name + "(" + formals + ");\n" + (rule.locals_.empty() ? "" : "var\n" + rule.locals_) + "begin\n" +
           does + "end;\n\n";
}

// ---- scalarsets -----------------------------------------------------------------------------------------------------

/// Where the event asks for a name in its message or its node, and no name of that sort is bound, the first of the names is that.
void MurphiRule::follow_fields() {
    std::set<Place> asked;
    note_conditions(*tree_, asked);
    std::map<Place, int> known;
    for (const Place& place : asked) {  // the message's fields come first
        const ValueType& type =
            place.node == Place::message ? *system_.message.leaves[static_cast<std::size_t>(place.leaf)] : this->type(place.leaf);
        if (!text_.scalar(type)) continue;
        const auto& all = text_.parameters();
        const auto parameter =
            std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.name == text_.constant(0, type); });
        const auto same_sort = [&](const auto& p) { return p.sort == parameter->sort; };
        if (std::any_of(bound_.begin(), bound_.end(), same_sort) || follows_.contains(parameter->name)) continue;
        // Where the field is must not depend on what is yet to be chosen.
        const std::string where =
            place.node == Place::message ? text_.channel(event_.channel) : text_.leaf(place.node, place.leaf);
        if (std::any_of(all.begin(), all.end(), [&](const auto& p) { return !among(p, bound_) && mentions(where, p.name); }))
            continue;
        follows_[parameter->name] = place;
        known[place] = 0;
    }
    if (known.empty()) return;
    followed_ = with_known(event_.tree, known);
    tree_ = &followed_;
}

MurphiRule::Choice MurphiRule::choose(const MurphiText& text, const std::vector<MurphiText::Parameter>& bound,
                                      const std::map<std::string, std::string>& follows, const std::string& statements) {
    Choice choice;
    std::string choose;
    std::vector<MurphiText::Parameter> before = bound;
    for (const MurphiText::Parameter& p : text.parameters()) {
        if (among(p, bound) || !mentions(statements, p.name)) continue;
        choice.locals += "    " + p.name + ": " + p.type + ";\n";
        std::string apart;
        for (const MurphiText::Parameter& q : before)
            if (q.sort == p.sort) apart += (apart.empty() ? "x != " : " & x != ") + q.name;
        const std::string take = p.name + " := x; ";
        std::string loop =
            "for x: " + p.type + " do " + (apart.empty() ? take : "if " + apart + " then " + take + "end; ") + "end;";
        if (const auto said = follows.find(p.name); said != follows.end())
            loop = "if isundefined(" + said->second + ") then " + loop + " else " + p.name + " := " + said->second + "; end;";
        choice.statements += "    " + loop + "\n";
        before.push_back(p);
    }
    choice.statements += statements;
    return choice;
}

/// `guard` for such a choice.
std::string MurphiRule::exists(const std::string& guard) const {
    std::string open, close;
    std::vector<MurphiText::Parameter> before = bound_;
    for (const MurphiText::Parameter& p : text_.parameters()) {
        if (among(p, bound_) || !mentions(guard, p.name)) continue;
        open += "(exists " + p.name + ": " + p.type + " do ";
        for (const MurphiText::Parameter& q : before)
            if (q.sort == p.sort) open += p.name + " != " + q.name + " & ";
        if (const auto said = followed_text_.find(p.name); said != followed_text_.end())
            open += "(isundefined(" + said->second + ") | " + said->second + " = " + p.name + ") & ";
        close += " end)";
        before.push_back(p);
    }
    return open + guard + close;
}

/// A scalarset that is not in use is undefined, and may be copied but not read.
std::string MurphiRule::assignment(const std::string& target, const ValueType& type, Expression value, int depth) const {
    const std::string text = text_.expression(value, type, scope_);
    if (!text_.scalar(type) || value.is_constant()) return indent(depth) + target + " := " + text + ";\n";
    if (value.op() != Operator::variable) throw std::logic_error("a name is neither a constant nor a copy");
    return indent(depth) + "if isundefined(" + text + ") then undefine " + target + "; else " + target + " := " + text +
           "; end;\n";
}

// ---- guards ---------------------------------------------------------------------------------------------------------

/// The guard as an expression; nothing if it is long.
std::string MurphiRule::short_guard(Node node) {
    if (const auto known = guards_.find(node); known != guards_.end()) return known->second;
    std::string& text = guards_[node];  // a map's members stay where they are
    if (DecisionDiagram::is_leaf(node)) {
        const int value = DecisionDiagram::value(node);
        return text = value == 0 ? "false" : room(rooms_[static_cast<std::size_t>(value - 1)]);
    }
    const auto test = diagrams_.at(node);
    const std::string yes = short_guard(test.yes), no = short_guard(test.no);
    if (yes.empty() || no.empty()) return text;
    const std::string is = text_.condition(test.condition, scope_), is_not = text_.condition(negation(test.condition), scope_);
    const std::string all = choice(is, is_not, yes, no);
    return text = all.size() > text_.limit() ? "" : all;
}

std::string MurphiRule::guard(Node node) {
    if (const std::string text = short_guard(node); !text.empty()) return text;
    // One function that calls no other: Rumur looks through each call again and again.
    OrderedDiagrams diagrams;
    const auto leaf = [this](int value) { return value == 0 ? "false" : room(rooms_[static_cast<std::size_t>(value - 1)]); };
    return MurphiDecision(text_, scope_, diagrams, leaf).function(ordered(diagrams, node));
}

/// A guard that needs no variable of its own.
bool MurphiRule::is_simple(Node node) {
    const std::string text = short_guard(node);
    return !text.empty() && text.find('(') == std::string::npos;
}

/// The diagram with its tests in the order in which they are first met, so that equal parts are shared and needless tests gone.
OrderedDiagrams::Node MurphiRule::ordered(OrderedDiagrams& diagrams, Node node) const {
    std::map<Node, OrderedDiagrams::Node> done;
    const auto of = [&](const auto& self, Node at) -> OrderedDiagrams::Node {
        if (DecisionDiagram::is_leaf(at)) return OrderedDiagrams::leaf(DecisionDiagram::value(at));
        if (const auto known = done.find(at); known != done.end()) return known->second;
        const DecisionDiagram::Test test = diagrams_.at(at);
        const auto condition = diagrams.of(test.condition);
        const auto yes = self(self, test.yes), no = self(self, test.no);
        return done[at] = diagrams.if_then_else(condition, yes, no);
    };
    return of(of, node);
}

std::string MurphiRule::room(const std::map<int, int>& messages) const {
    std::vector<std::string> all;
    for (const auto& [c, count] : messages) {
        const int most = channel(c).capacity - count;
        all.push_back(text_.channel(c) + ".count" + (most == 0 ? " = 0" : " <= " + std::to_string(most)));
    }
    return text_.all_of(all, scope_);
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

void MurphiRule::statements(Node node, int depth, std::string& out) {
    const Action always = common(node);
    if (!always.updates.empty()) node = without(node, always);
    if (diagrams_.size(node) <= most_nested_tests || !factored(node, depth, out)) nested(node, depth, out);
    act(always, depth, out);
}

/// The leaves that `node` reads and writes.
MurphiRule::Access MurphiRule::access(Node node) const {
    Access result;
    const auto visit_action = [&](int value) {
        const Action& action = actions_[static_cast<std::size_t>(value)];
        for (const Update& update : action.updates) {
            result.written.insert(update.leaf);
            add_places(update.value, result.read);
        }
        for (const Sending& sending : action.sends)
            for (const Expression& field : sending.message) add_places(field, result.read);
        for (const Report& report : action.reports)
            for (const Expression& argument : report.arguments) add_places(argument, result.read);
    };
    diagrams_.visit(node, [&](Expression condition) { add_places(condition, result.read); }, visit_action);
    return result;
}

/// The updates that every branch makes and that may come last: they read nothing that a branch changes otherwise.
MurphiRule::Action MurphiRule::common(Node node) const {
    Action result;
    if (DecisionDiagram::is_leaf(node)) return result;
    std::set<int> changed;
    bool first = true;
    const auto intersect = [&](int value) {
        const std::vector<Update>& updates = actions_[static_cast<std::size_t>(value)].updates;
        for (const Update& update : updates) changed.insert(update.leaf);
        if (first) result.updates = updates;
        else
            std::erase_if(result.updates,
                          [&](const Update& u) { return std::find(updates.begin(), updates.end(), u) == updates.end(); });
        first = false;
    };
    diagrams_.visit(node, [](Expression) {}, intersect);
    for (const Update& update : result.updates) changed.erase(update.leaf);
    for (bool stable = false; !stable;) {
        stable = std::erase_if(result.updates, [&](const Update& update) {
            std::set<Place> read;
            add_places(update.value, read);
            const bool late = std::any_of(changed.begin(), changed.end(), [&](int leaf) {
                return read.contains({event_.node, leaf});
            });
            if (late) changed.insert(update.leaf);
            return late;
        }) == 0;
    }
    return result;
}

MurphiRule::Node MurphiRule::without(Node node, const Action& always) {
    return diagrams_.map(node, [&](int value) {
        Action rest = actions_[static_cast<std::size_t>(value)];
        std::erase_if(rest.updates, [&](const Update& u) {
            return std::find(always.updates.begin(), always.updates.end(), u) != always.updates.end();
        });
        return position(actions_, rest);
    });
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

/// The diagram of what becomes of some leaves only, and of the messages sent if `sends` is among them.
MurphiRule::Node MurphiRule::only(Node node, const std::set<int>& leaves) {
    return diagrams_.map(node, [&](int value) {
        Action part = actions_[static_cast<std::size_t>(value)];
        std::erase_if(part.updates, [&](const Update& update) { return !leaves.contains(update.leaf); });
        if (!leaves.contains(sends)) part.sends.clear(), part.reports.clear();
        return position(actions_, part);
    });
}

/// Prints what becomes of each group of fields by itself, if that is shorter; the fields of a group share tests.
/// All fields that are both read and written are read first.
bool MurphiRule::factored(Node node, int depth, std::string& out) {
    const Access touched = access(node);
    std::vector<std::set<int>> groups{{sends}};
    std::vector<Node> parts{only(node, groups[0])};
    for (const int leaf : touched.written) {
        const double alone = diagrams_.size(only(node, {leaf}));
        std::size_t g = 0;
        for (; g < groups.size(); ++g) {
            std::set<int> with = groups[g];
            with.insert(leaf);
            const Node part = only(node, with);
            if (diagrams_.size(part) > diagrams_.size(parts[g]) + alone) continue;
            groups[g] = with;
            parts[g] = part;
            break;
        }
        if (g < groups.size()) continue;
        groups.push_back({leaf});
        parts.push_back(only(node, {leaf}));
    }
    double size = 0;
    for (const Node part : parts) size += diagrams_.size(part);
    if (2 * size > diagrams_.size(node)) return false;

    const auto outer = scope_.names;
    for (const int leaf : touched.written) {
        const Place place{event_.node, leaf};
        if (!touched.read.contains(place)) continue;
        const std::string was = local(leaf);
        out += assignment(was, type(leaf), system_.expressions->variable(place, type(leaf)), depth);
        scope_.names[place] = was;
    }
    for (const Node part : parts) nested(part, depth, out);
    scope_.names = outer;
    return true;
}

/// Updates in an order in which none overwrites what another still reads.
void MurphiRule::act(const Action& action, int depth, std::string& out) {
    for (const Sending& sending : action.sends) send(sending, depth, out);
    for (const Report& report : action.reports) out += indent(depth) + telling(report);
    if (text_.scalarsets())
        for (const Update& update : action.updates) untidy_ = untidy_ || text_.matters(event_.node, update.leaf);
    const auto outer = scope_.names;
    std::vector<Update> pending = action.updates;
    std::string cleared;
    clear(pending, depth, cleared);
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
            out += assignment(was, type(leaf), system_.expressions->variable({event_.node, leaf}, type(leaf)), depth);
            scope_.names[{event_.node, leaf}] = was;
            continue;
        }
        out += assignment(text_.leaf(event_.node, free->leaf), type(free->leaf), free->value, depth);
        pending.erase(free);
    }
    out += cleared;
    scope_.names = outer;
}

/// Takes the updates that give whole records their default, if no other update reads those.
void MurphiRule::clear(std::vector<Update>& pending, int depth, std::string& out) const {
    std::map<int, Expression> values;
    std::set<Place> read;
    for (const Update& update : pending) {
        values[update.leaf] = update.value;
        add_places(update.value, read);
    }
    for (const MurphiText::Aggregate& all : text_.aggregates(event_.node)) {
        bool whole = all.last - all.first > 1 && all.clearable;
        for (int leaf = all.first; leaf < all.last && whole; ++leaf) {
            const Place place{event_.node, leaf};
            const auto value = values.find(leaf);
            whole = value != values.end() && value->second.is(0) && (!read.contains(place) || scope_.names.contains(place));
        }
        if (!whole) continue;
        out += indent(depth) + "clear " + all.path + ";\n";
        std::erase_if(pending, [&](const Update& update) { return all.first <= update.leaf && update.leaf < all.last; });
        for (int leaf = all.first; leaf < all.last; ++leaf) values.erase(leaf);
    }
}

void MurphiRule::send(const Sending& sending, int depth, std::string& out) const {
    const std::string& to = text_.channel(sending.channel);
    const bool single = channel(sending.channel).capacity == 1;
    const std::string slot = to + ".messages[" + (single ? "0" : to + ".count") + "]";
    const std::vector<Expression>& used = system_.message.layout.used;
    for (std::size_t i = 0; i < sending.message.size() && text_.scalarsets(); ++i) {  // all of them, for the slot is undefined
        const ValueType& type = *system_.message.leaves[i];
        const std::string target = slot + text_.message_leaf(static_cast<int>(i));
        const Expression when = !text_.scalar(type) || used.empty() ? Expression(1) : substituted(used[i], [&](Expression field) {
            return sending.message[static_cast<std::size_t>(field.place().leaf)];
        });
        if (when.is(0)) continue;
        const std::string assign = assignment(target, type, sending.message[i], when.is(1) ? depth : depth + 1);
        out += when.is(1) ? assign
                          : indent(depth) + "if " + text_.condition(when, scope_) + " then\n" + assign + indent(depth) + "end;\n";
    }
    for (std::size_t i = 0; i < sending.message.size() && !text_.scalarsets(); ++i)
        if (!sending.message[i].is(0))
            out += indent(depth) + slot + text_.message_leaf(static_cast<int>(i)) + " := " +
                   text_.expression(sending.message[i], *system_.message.leaves[i], scope_) + ";\n";
    out += indent(depth) + to + ".count := " + (single ? "1" : to + ".count + 1") + ";\n";
    if (sorted(sending.channel)) out += indent(depth) + "sort_" + text_.channel_type(sending.channel) + "(" + to + ");\n";
}

/// The call of the procedure that tells the monitor; what the event says is what it was before the step.
std::string MurphiRule::telling(const Report& report) const {
    std::string actuals;
    for (std::size_t i = 0; i < report.arguments.size(); ++i) {
        if (!system_.monitor->asks(report.kind, i)) continue;
        actuals += (actuals.empty() ? "" : ", ") + text_.expression(report.arguments[i], *system_.monitor->types[i], scope_);
    }
    return procedure_name(report.kind) + "(" + actuals + ");\n";
}

/// Where each path reports in the order of one list, each report is told from one place, before all else, and `body` has none any
/// more: Rumur looks through a procedure at every call. No path of a body depends on the monitor.
void MurphiRule::tell_first(Node& body, std::string& out) {
    std::map<int, std::vector<std::string>> calls_of;  // by action
    diagrams_.visit(body, [](Expression) {}, [&](int a) {
        for (const Report& report : actions_[static_cast<std::size_t>(a)].reports) calls_of[a].push_back(telling(report));
    });
    const std::vector<std::string> order = common_order(calls_of);
    if (order.empty()) return;
    OrderedDiagrams diagrams;
    std::vector<OrderedDiagrams::Node> told;
    for (const std::string& call : order)
        told.push_back(ordered(diagrams, diagrams_.map(body, [&](int a) {
            return std::count(calls_of[a].begin(), calls_of[a].end(), call) ? 1 : 0;
        })));
    MurphiDecision decision(text_, scope_, diagrams, [](int holds) { return holds ? "true" : "false"; });
    decision.decide(told, 2);
    locals_ += decision.declarations();
    out += decision.statements();
    for (std::size_t i = 0; i < order.size(); ++i)
        out += told[i] == OrderedDiagrams::always
                   ? indent(2) + order[i]
                   : indent(2) + "if " + decision.called(told[i]) + " then\n" + indent(3) + order[i] + indent(2) + "end;\n";
    body = diagrams_.map(body, [&](int a) {
        Action rest = actions_[static_cast<std::size_t>(a)];
        rest.reports.clear();
        return position(actions_, rest);
    });
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
    out += (text_.scalarsets() ? "    undefine " : "    clear ") + slot(last) + ";\n    " + from +
           ".count := " + (last == 0 ? "0" : from + ".count - 1") + ";\n";
}

std::string MurphiRule::local(int leaf) {
    const std::string name = "old" + std::to_string(local_count_++);
    locals_ += "    " + name + ": " + text_.type(type(leaf)) + ";\n";
    scope_.locals[name] =
        type(leaf).name.empty() && type(leaf).kind == ValueType::Kind::number ? "moment" : text_.type(type(leaf));
    return name;
}

const ValueType& MurphiRule::type(int leaf) const {
    return *system_.state_of(event_.node).leaves[static_cast<std::size_t>(leaf)];
}

bool MurphiRule::sorted(int c) const { return !channel(c).ordered && channel(c).capacity > 1; }

}  // namespace tandem::exports
