#include "exports/tla_event.hpp"

#include <algorithm>

#include "exports/words.hpp"
#include "smt/substitution.hpp"

namespace tandem::exports {
namespace {

/// "LoadHit" for load_hit.
std::string camel(const std::string& name) {
    std::string text;
    bool upper = true;
    for (const char c : name) {
        if (c == '_') upper = true;
        else text += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        upper = c == '_';
    }
    return text;
}

/// The leaves of the node or message that are asked what name they hold, in the order of asking.
void asked(const DecisionTree& tree, int monitor, std::vector<Place>& places) {
    if (tree.condition && tree.condition->op() == Operator::equal && tree.condition->operand(0).is_constant()) {
        const Expression e = tree.condition->operand(1);
        if (e.op() == Operator::variable && e.type().kind == ValueType::Kind::name && e.place().node >= Place::message &&
            e.place().node != monitor)
            position(places, e.place());
    }
    for (const auto& branch : tree.branches) asked(*branch, monitor, places);
}

}  // namespace

TlaEvent::TlaEvent(const TlaText& text, const TransitionSystem& system, const Event& event, const Names& bound,
                   const std::set<model::Sort>& literal, const std::set<model::Sort>& follow)
    : text_(text), system_(system), event_(event) {
    scope_.node = event.node;
    scope_.literal = literal;
    choose_names(bound, follow);
    if (event.channel >= 0)
        for (const Event& other : system.events)
            for_each_effect(other.tree, [&](const Effect& effect, const auto&) {
                for (const Sending& sending : effect.sends)
                    if (sending.channel == event.channel && sending.message[0].is_constant())
                        possible_kinds_.insert(sending.message[0].constant());
            });
    for_each_effect(event.tree,
                    [&](const Effect&, const std::vector<int>& made) { most_choices_ = std::max(most_choices_, made.size()); });
    choices_.assign(most_choices_, 1);
    for (std::size_t i = 0; i < most_choices_; ++i)
        scope_.variables[{choices, static_cast<int>(i)}] = most_choices_ == 1 ? "choice" : "choice" + std::to_string(i + 1);
    note_used(text.state(event.node));
    std::vector<std::pair<Expression, bool>> path;
    effects_ = build(event.tree, 0, path);
}

void TlaEvent::choose_names(const Names& bound, const std::set<model::Sort>& follow) {
    for (const auto& [sort, number] : bound) {
        const std::string name = text_.fresh(text_.element(sort), scope_);
        scope_.names[{sort, number}] = name;
        parameters_.emplace_back(name, text_.set(sort));
    }
    // Where a field is asked what name it holds, that name may be called after the field.
    std::vector<Place> places;
    asked(event_.tree, system_.monitor_node(), places);
    std::stable_sort(places.begin(), places.end(),
                     [](Place a, Place b) { return (a.node == Place::message) > (b.node == Place::message); });
    for (std::size_t i = 0; i < system_.message.leaves.size() && event_.channel >= 0; ++i)
        if (system_.message.leaves[i]->kind == ValueType::Kind::name && system_.message.leaves[i]->cardinality == 1)
            places.push_back({Place::message, static_cast<int>(i)});
    for (const Place& place : places) {
        const model::Sort sort = TlaText::sort_of(text_.leaf_type(place));
        if (!follow.contains(sort) || this->bound(sort, scope_) >= 0) continue;
        std::string path;
        try {
            path = text_.leaf_path(place, scope_);
        } catch (const TlaText::Unbound&) {
            continue;
        }
        const int number = system_.shape[sort] - 1;
        const std::string name = text_.fresh(text_.element(sort), scope_);
        scope_.names[{sort, number}] = name;
        scope_.variables[place] = name;
        scope_.literal.erase(sort);
        followed_.emplace_back(name, path);
        known_[place] = number;
    }
}

Expression TlaEvent::known(Expression e) const {
    return substituted(e, [&](Expression variable) {
        const auto found = known_.find(variable.place());
        return found == known_.end() ? variable : Expression(found->second);
    });
}

Expression TlaEvent::choice(std::size_t i) const {
    Expressions& pool = *system_.expressions;
    return pool.variable({choices, static_cast<int>(i)}, pool.type({ValueType::Kind::number, "", choices_[i], {}}));
}

Expression TlaEvent::room(int channel, int messages) const {
    Expressions& pool = *system_.expressions;
    return pool.variable({rooms - channel, messages}, pool.type({ValueType::Kind::boolean, "boolean", 2, {}}));
}

TlaEvent::Node TlaEvent::build(const DecisionTree& tree, std::size_t made, std::vector<std::pair<Expression, bool>>& path) {
    if (tree.condition) {
        const Expression condition = known(*tree.condition);
        if (condition.is_constant()) return build(*tree.branches[condition.is(1) ? 0 : 1], made, path);
        const Node test = diagrams_.of(condition);
        path.emplace_back(condition, true);
        const Node yes = build(*tree.branches[0], made, path);
        path.back().second = false;
        const Node no = build(*tree.branches[1], made, path);
        path.pop_back();
        return diagrams_.if_then_else(test, yes, no);
    }
    if (!tree.branches.empty()) {
        choices_[made] = 16;  // so that conditions do not simplify before the number of alternatives is known
        Node result = OrderedDiagrams::never;
        for (std::size_t i = 0; i < tree.branches.size(); ++i)
            result = diagrams_.if_then_else(diagrams_.of(equal(static_cast<int>(i), choice(made))),
                                            build(*tree.branches[i], made + 1, path), result);
        return result;
    }
    if (tree.effect.stalled) return OrderedDiagrams::never;
    Result result{false, tree.effect.outcomes, {}, {}, {}};
    std::map<int, std::map<int, Expression>> of_sequences;
    std::vector<SequenceLeaves> sequences;
    const auto find_sequences = [&](const auto& self, const TlaPart& part) -> void {
        if (part.kind == TlaPart::Kind::sequence)
            sequences.push_back(
                {event_.node, part.first, static_cast<int>(part.parts.size()), part.parts[0].last - part.parts[0].first});
        else
            for (const TlaPart& inner : part.parts) self(self, inner);
    };
    find_sequences(find_sequences, text_.state(event_.node));
    for (const Update& update : tree.effect.updates) {
        if (update.value.is(0) && unused(update.leaf, path)) continue;  // it holds 0
        const auto in = std::find_if(sequences.begin(), sequences.end(), [&](const SequenceLeaves& s) {
            return s.first <= update.leaf && update.leaf <= s.first + s.capacity * s.width;
        });
        if (in != sequences.end()) of_sequences[static_cast<int>(in - sequences.begin())][update.leaf] = update.value;
        else result.values[update.leaf] = {TlaValue::How::expression, update.value, {}, {}, false};
    }
    const auto& types = system_.state_of(event_.node).leaves;
    for (const auto& [which, updates] : of_sequences) {
        const SequenceLeaves& sequence = sequences[static_cast<std::size_t>(which)];
        const TlaValue value = sequence_value(*system_.expressions, types, sequence, updates, path);
        if (value.how != TlaValue::How::kept) result.values[sequence.first] = value;
    }
    for (const Sending& sending : tree.effect.sends) result.sent[sending.channel].push_back(sending.message);
    result.reports = tree.effect.reports;
    const auto [known, added] = result_numbers_.try_emplace(result, static_cast<int>(results_.size()));
    if (added) results_.push_back(result);
    Node leaf = OrderedDiagrams::leaf(known->second);
    for (std::size_t i = made; i < most_choices_; ++i) {
        choices_[i] = 16;
        leaf = diagrams_.if_then_else(diagrams_.of(equal(0, choice(i))), leaf, OrderedDiagrams::never);
    }
    return leaf;
}

void TlaEvent::note_used(const TlaPart& part) {
    for (const TlaPart& inner : part.parts) note_used(inner);
    if (part.kind != TlaPart::Kind::record || !part.layout || text_.variant(part)) return;
    const int first = part.first + (part.optional ? 1 : 0);
    for (std::size_t i = 0; i < part.layout->used.size(); ++i)
        used_[first + static_cast<int>(i)] = substituted(part.layout->used[i], [&](Expression e) {
            const int leaf = first + e.place().leaf;
            return system_.expressions->variable({event_.node, leaf}, text_.leaf_type({event_.node, leaf}));
        });
}

/// Whether the leaf is not in use where `path` begins.
bool TlaEvent::unused(int leaf, const std::vector<std::pair<Expression, bool>>& path) {
    const auto found = used_.find(leaf);
    if (found == used_.end() || found->second.is(1)) return false;
    Node possible = diagrams_.of(found->second);
    for (const auto& [condition, truth] : path)
        if (const Node test = diagrams_.of(condition); !OrderedDiagrams::is_leaf(test))
            possible = diagrams_.both(possible, truth ? test : diagrams_.negated(test));
    return possible == OrderedDiagrams::never;
}

std::vector<std::uint64_t> TlaEvent::outcome_sets() const {
    std::vector<std::uint64_t> sets;
    for (const Result& result : results_)
        if (!result.stalled) position(sets, result.outcomes);
    std::sort(sets.begin(), sets.end());
    return sets;
}

std::string TlaEvent::told(const std::string& before, const std::map<int, std::string>& arguments) {
    scope_.monitor = before;
    for (const auto& [leaf, name] : arguments) {
        scope_.variables[{Place::reported, leaf}] = name;
        scope_.taken.insert(name);
    }
    here_ = effects_;
    care_ = diagrams_.map(here_, [](int r) { return r > 0 ? 1 : 0; });
    return value_text(text_.state(event_.node), here_, before, scope_);
}

// ---- an action ------------------------------------------------------------------------------------------------------

TlaAction TlaEvent::action(std::uint64_t outcomes) {
    const auto has = [&](int r) { return r > 0 && results_[static_cast<std::size_t>(r)].outcomes == outcomes ? 1 : 0; };
    here_ = effects_;
    care_ = diagrams_.map(here_, has);
    std::string chosen;
    for (std::size_t i = 0; i < most_choices_; ++i) {
        const Node first = diagrams_.of(equal(0, choice(i)));
        const int level = diagrams_.at(first).level;
        // no path with these outcomes makes this choice
        if (diagrams_.both(care_, diagrams_.negated(first)) == OrderedDiagrams::never) {
            here_ = diagrams_.where(here_, level, true);
            care_ = diagrams_.where(care_, level, true);
            continue;
        }
        int alternatives = 0;
        while (alternatives < 16 && diagrams_.both(care_, diagrams_.of(equal(alternatives, choice(i)))) != OrderedDiagrams::never)
            ++alternatives;
        chosen += (chosen.empty() ? "\\E " : ", ") + scope_.variables.at({choices, static_cast<int>(i)}) + " \\in 0.." +
                  std::to_string(alternatives - 1);
    }
    const std::set<int> kinds = kinds_of(care_);
    const Scope outer = scope_;
    for (const auto& [place, number] : known_) {  // a field that is not carried cannot be followed
        if (place.node != Place::message || !text_.variant(text_.message())) continue;
        if (std::all_of(kinds.begin(), kinds.end(),
                        [&, leaf = place.leaf](int kind) { return text_.carries(kind, static_cast<std::size_t>(leaf)); }))
            continue;
        const model::Sort sort = TlaText::sort_of(text_.leaf_type(place));
        scope_.names.erase({sort, number});
        scope_.variables.erase(place);
        scope_.literal.insert(sort);
    }
    TlaAction action{name_of(outcomes, care_), event_.kind, outcomes, {}, "", ""};
    try {
        action.body = guard(outcomes) + changes();
    } catch (...) {
        scope_ = outer;
        throw;
    }
    if (!chosen.empty()) {
        std::string indented;
        for (const char c : action.body) indented += c == '\n' ? "\n  " : std::string(1, c);
        action.body = "  " + chosen + " :\n  " + indented.substr(0, indented.size() - 2);
    }
    action.body = deliver(action.body);
    scope_ = outer;
    for (const auto& [name, set] : parameters_)
        if (tells_apart(name) || mentions(action.body, name)) action.parameters.emplace_back(name, set);
    for (const auto& [sort, number] : event_.names)
        if (!scope_.names.contains({sort, number}) && system_.shape[sort] > 1)
            action.concrete += "_" + model::name_text(sort, number);
    const int owner = system_.nodes[static_cast<std::size_t>(event_.node)].owner;
    const int sender =
        event_.channel < 0
            ? -1
            : system_.nodes[static_cast<std::size_t>(system_.channels[static_cast<std::size_t>(event_.channel)].from)].owner;
    for (const int core : {owner, sender})
        if (core >= 0 && !scope_.names.contains({model::Sort::core, core}) && system_.shape[model::Sort::core] > 1)
            action.concrete += "_" + std::to_string(core);
    return action;
}

/// Whether there are events for other names in place of this parameter.
bool TlaEvent::tells_apart(const std::string& parameter) const {
    return std::any_of(scope_.names.begin(), scope_.names.end(),
                       [&](const auto& n) { return n.second == parameter && system_.shape[n.first.first] > 1; });
}

std::set<int> TlaEvent::kinds_of(Node f) {
    std::set<int> kinds;
    for (const int kind : possible_kinds_) {
        Node where = f;
        for (const int level : diagrams_.support(f)) {
            const Expression e = diagrams_.condition(level);
            if (e.op() == Operator::equal && e.operand(0).is_constant() &&
                e.operand(1) == system_.expressions->variable({Place::message, 0}, *system_.message.leaves[0]))
                where = diagrams_.where(where, level, e.operand(0).is(kind));
        }
        if (where != OrderedDiagrams::never) kinds.insert(kind);
    }
    return kinds;
}

std::string TlaEvent::name_of(std::uint64_t outcomes, Node possible) {
    std::string name;
    for (std::size_t i = 0; i < system_.outcomes.size(); ++i)
        if (outcomes >> i & 1) name += camel(system_.outcomes[i]);
    if (!name.empty()) return name;
    if (event_.channel < 0) return camel(event_.kind.empty() ? "step" : event_.kind);
    name = "Receive";
    const std::set<int> kinds = kinds_of(possible);
    if (system_.message.leaves[0]->kind == ValueType::Kind::enumeration && kinds.size() == 1)
        name += camel(system_.message.leaves[0]->names[static_cast<std::size_t>(*kinds.begin())]);
    return name;
}

std::string TlaEvent::guard(std::uint64_t outcomes) {
    std::vector<Conjunct> all;
    // First the single conditions.
    Node known = OrderedDiagrams::always;
    for (const int level : diagrams_.support(care_))
        for (const bool truth : {true, false})
            if (diagrams_.where(care_, level, !truth) == OrderedDiagrams::never) {
                const Node test = diagrams_.of(diagrams_.condition(level));
                known = diagrams_.both(known, truth ? test : diagrams_.negated(test));
            }
    all = conjuncts(known, scope_);
    // What is left may be said with or without what was said before, whichever is shorter.
    const Node single = known;
    const std::vector<Conjunct> first = all;
    const auto length = [](const std::vector<Conjunct>& list) {
        std::size_t sum = 0;
        for (const Conjunct& c : list) sum += c.text.size() + 10;
        return sum;
    };
    const auto add = [&](Node f) {
        std::vector<Conjunct> best = conjuncts(diagrams_.minimal(f, known), scope_),
                              other = conjuncts(diagrams_.minimal(f, single), scope_);
        if (length(other) < length(best)) best = std::move(other);
        all.insert(all.end(), best.begin(), best.end());
        known = diagrams_.both(known, f);
    };
    for (std::size_t i = 0; i < system_.outcomes.size(); ++i)
        if (outcomes >> i & 1)
            add(diagrams_.map(here_,
                              [&](int r) { return r > 0 && results_[static_cast<std::size_t>(r)].outcomes >> i & 1 ? 1 : 0; }));
    add(diagrams_.map(here_,
                      [&](int r) { return r > 0 && (results_[static_cast<std::size_t>(r)].outcomes & ~outcomes) == 0 ? 1 : 0; }));
    add(care_);
    // Outcomes by themselves read well where some names are served and others not; where not, the whole may be shorter.
    try {
        std::vector<Conjunct> whole = first;
        for (Conjunct& c : conjuncts(diagrams_.minimal(care_, single), scope_)) whole.push_back(std::move(c));
        if (length(whole) < length(all)) all = std::move(whole);
    } catch (const TlaText::Unbound&) {
    }
    // Each effect needs room for what it sends.
    std::vector<Node> needs;
    for (const Result& result : results_) {
        Node room_for_all = OrderedDiagrams::always;
        for (const auto& [channel, messages] : result.sent)
            room_for_all = diagrams_.both(room_for_all, diagrams_.of(room(channel, static_cast<int>(messages.size()))));
        needs.push_back(room_for_all);
    }
    Node room_for_all = OrderedDiagrams::always;
    for (std::size_t r = 1; r < results_.size(); ++r) {
        if (results_[r].outcomes != outcomes) continue;
        const Node is = diagrams_.map(here_, [&](int other) { return other == static_cast<int>(r) ? 1 : 0; });
        room_for_all = diagrams_.both(room_for_all, diagrams_.either(diagrams_.negated(is), needs[r]));
    }
    add(room_for_all);
    tidy_kinds(all);
    std::string text;
    for (const Conjunct& c : all) {
        // TLC would take each instance of a quantifier for a step of its own: "there is one" as "the set of these is not empty".
        const bool some = c.text.starts_with("(\\E ");
        text += "  /\\ " + (some ? "{" + c.text.substr(4, c.text.size() - 5) + "} # {}" : c.text) + "\n";
    }
    return text;
}

std::string TlaEvent::changes() {
    std::string text;
    std::set<std::string> changed;
    const TlaPart& state = text_.state(event_.node);
    const std::string path = text_.node_path(scope_);
    if (!keeps(state, here_)) {
        const std::string& variable = text_.node_variable(event_.node);
        changed.insert(variable);
        const Entries all = entries(state, here_, path, scope_);
        std::string list;
        for (const auto& [suffix, value] : all)
            list += (list.empty() ? "!" : ",\n       !") + text_.node_index(event_.node, scope_) + suffix + " = " + value;
        if (all.size() == 1 && all[0].first.empty() && path == variable)
            text += "  /\\ " + variable + "' = " + all[0].second + "\n";
        else text += "  /\\ " + variable + "' = [" + variable + " EXCEPT\n       " + list + "]\n";
    }
    std::map<std::string, std::map<std::string, std::string>> channels;  // by variable, index: the new contents
    const auto contents = [&](int c) -> std::string& {
        std::string& now = channels[text_.channel_variable(c)][text_.channel_index(c, scope_)];
        if (now.empty()) now = text_.channel_path(c, scope_);
        return now;
    };
    if (event_.channel >= 0) {
        std::string& now = contents(event_.channel);
        now = system_.channels[static_cast<std::size_t>(event_.channel)].ordered ? "Tail(" + now + ")" : "Take(" + now + ", m)";
    }
    for (int c = 0; c < static_cast<int>(system_.channels.size()); ++c) {
        const bool sends = std::any_of(results_.begin(), results_.end(), [&](const Result& r) { return r.sent.contains(c); });
        if (!sends ||
            diagrams_.minimal(
                diagrams_.map(here_, [&](int r) { return results_[static_cast<std::size_t>(r)].sent.contains(c) ? 1 : 0; }),
                care_) == OrderedDiagrams::never)
            continue;
        std::string& now = contents(c);
        now = sending(c, now);
    }
    for (const auto& [variable, parts] : channels) {
        changed.insert(variable);
        std::string list;
        for (const auto& [index, value] : parts)
            list += (list.empty() ? "" : ",\n       ") + (index.empty() ? value : "!" + index + " = " + value);
        text += "  /\\ " + variable + "' = " + (parts.begin()->first.empty() ? list : "[" + variable + " EXCEPT " + list + "]") +
                "\n";
    }
    if (const std::string told = reporting(); told != "monitor") {
        changed.insert("monitor");
        text += "  /\\ monitor' = " + told + "\n";
    }
    std::string kept;
    for (const std::string& variable : text_.variables())
        if (!changed.contains(variable)) kept += (kept.empty() ? "" : ", ") + variable;
    if (!kept.empty()) text += "  /\\ UNCHANGED <<" + kept + ">>\n";
    return text;
}

/// The message that is received, and the names that its fields or the node's hold, are called so in the whole action.
std::string TlaEvent::deliver(const std::string& body) {
    std::string definitions, quantifier, present;
    const auto called = [&](const std::pair<std::string, std::string>& f) {
        return mentions(body, f.first) &&
               std::any_of(scope_.names.begin(), scope_.names.end(), [&](const auto& n) { return n.second == f.first; });
    };
    if (event_.channel >= 0) {
        const std::string path = text_.channel_path(event_.channel, scope_);
        const bool ordered = system_.channels[static_cast<std::size_t>(event_.channel)].ordered;
        if (ordered) present = "  /\\ " + path + " # << >>\n";
        else quantifier = "  \\E item \\in {x \\in " + path + " : x.copy = 1} :\n";
        if (!ordered || mentions(body, "m") || std::any_of(followed_.begin(), followed_.end(), called))
            definitions += std::string("      m == ") + (ordered ? "Head(" + path + ")" : "item.message") + "\n";
    }
    for (const auto& [name, path] : followed_)
        if (called({name, path})) definitions += "      " + name + " == " + path + "\n";
    const std::string let = definitions.empty() ? "" : "  LET " + definitions.substr(6) + "  IN\n";
    if (!present.empty() && body.starts_with("  \\E")) return let + present + "  /\\ " + body.substr(2);
    return quantifier + let + present + body;
}

}  // namespace tandem::exports
