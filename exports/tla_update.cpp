// What becomes of a node's state, and what is sent: new values as TLA+ expressions, [old EXCEPT ...] where only parts change.
#include <algorithm>

#include "exports/tla_event.hpp"
#include "exports/words.hpp"

namespace tandem::exports {
namespace {

std::string except(const std::string& old, const std::vector<std::pair<std::string, std::string>>& entries) {
    if (entries.empty()) return old;
    if (entries.size() == 1 && entries[0].first.empty()) return entries[0].second;
    std::string list;
    for (const auto& [suffix, value] : entries) list += (list.empty() ? "!" : ", !") + suffix + " = " + value;
    return "[" + old + " EXCEPT " + list + "]";
}

}  // namespace

// ---- diagrams of new values -----------------------------------------------------------------------------------------

/// The diagram from conditions to the number of the new value, 0 where it is kept.
TlaEvent::Node TlaEvent::cell(int cell, Node effects) {
    const auto [known, added] = cells_.try_emplace({cell, effects, care_}, 0);
    if (!added) return known->second;
    Node result = diagrams_.map(effects, [&](int r) {
        const auto& values = results_[static_cast<std::size_t>(r)].values;
        const auto found = values.find(cell);
        return found == values.end() ? 0 : number_of(found->second);
    });
    result = diagrams_.minimal(result, care_);
    // All items of an empty sequence may be said to change.
    int change = 0;
    diagrams_.map(result, [&](int v) {
        if (values_[static_cast<std::size_t>(v)].how == TlaValue::How::change) change = v;
        return v;
    });
    if (change == 0) return known->second = result;
    const Place length{event_.node, cell};
    const Node kept = diagrams_.map(result, [](int v) { return v == 0 ? 1 : 0; });
    const Node empty = diagrams_.of(equal(0, system_.expressions->variable(length, text_.leaf_type(length))));
    const Node other =
        diagrams_.minimal(diagrams_.if_then_else(diagrams_.both(empty, kept), OrderedDiagrams::leaf(change), result), care_);
    return known->second = diagrams_.size(other) < diagrams_.size(result) ? other : result;
}

int TlaEvent::number_of(const TlaValue& value) {
    const auto [known, added] = value_numbers_.try_emplace(value, static_cast<int>(values_.size()));
    if (added) values_.push_back(value);
    return known->second;
}

std::vector<int> TlaEvent::cells(const TlaPart& part) const {
    if (part.kind == TlaPart::Kind::leaf || part.kind == TlaPart::Kind::sequence) return {part.first};
    std::vector<int> all;
    for (const TlaPart& inner : part.parts)
        for (const int cell : cells(inner)) all.push_back(cell);
    return all;
}

bool TlaEvent::keeps(const TlaPart& part, Node effects) {
    const std::vector<int> all = cells(part);
    return std::all_of(all.begin(), all.end(), [&](int c) { return cell(c, effects) == OrderedDiagrams::leaf(0); });
}

/// Whether what becomes of `other` is what becomes of `part` with a and b exchanged.
bool TlaEvent::alike(const TlaPart& part, const TlaPart& other, Node effects, model::Sort sort, int a, int b) {
    if (a == b) return true;
    const std::vector<int> ours = cells(part), theirs = cells(other);
    const auto image = [&](int v) {
        TlaValue value = values_[static_cast<std::size_t>(v)];
        const auto exchange = [&](Expression& e) { e = text_.exchanged(e, event_.node, sort, a, b); };
        exchange(value.expression);
        for (auto& item : value.items)
            for (Expression& e : item) exchange(e);
        for (auto& [field, e] : value.fields) exchange(e);
        return number_of(value);
    };
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const Node one = diagrams_.if_then_else(care_, cell(ours[i], effects), OrderedDiagrams::leaf(0));
        const Node two = diagrams_.if_then_else(care_, cell(theirs[i], effects), OrderedDiagrams::leaf(0));
        const Node renamed = diagrams_.rewritten(
            one, [&](Expression e) { return text_.exchanged(e, event_.node, sort, a, b); }, image);
        if (renamed != two) return false;
    }
    return true;
}

// ---- new values -----------------------------------------------------------------------------------------------------

/// The whole new value of `part`, which was at `path`.
std::string TlaEvent::value_text(const TlaPart& part, Node effects, const std::string& path, const Scope& scope) {
    return except(path, entries(part, effects, path, scope));
}

std::string TlaEvent::cell_text(const TlaPart& part, Node effects, const std::string& path, const Scope& scope) {
    return choose(cell(part.first, effects), scope, [&](int v) {
        const TlaValue value = values_[static_cast<std::size_t>(v)];
        if (value.how == TlaValue::How::kept) return path;
        if (part.kind == TlaPart::Kind::sequence) return sequence_text(part, value, path, scope);
        return text_.expression(value.expression, *part.type, scope);
    });
}

std::string TlaEvent::sequence_text(const TlaPart& part, const TlaValue& value, const std::string& path, const Scope& scope) {
    const TlaPart& item = part.parts[0];
    const auto changed = [&](const std::string& of) {
        std::string list;
        const auto add = [&](const auto& self, const TlaPart& at, const std::string& suffix) -> void {
            if (at.kind == TlaPart::Kind::leaf) {
                const auto found = value.fields.find(at.first - item.first);
                if (found != value.fields.end())
                    list += (list.empty() ? "!" : ", !") + suffix + " = " + text_.expression(found->second, *at.type, scope);
                return;
            }
            for (std::size_t i = 0; i < at.parts.size(); ++i) self(self, at.parts[i], suffix + "." + at.members.at(i));
        };
        add(add, item, "");
        return "[" + of + " EXCEPT " + list + "]";
    };
    switch (value.how) {
        case TlaValue::How::append: return "Append(" + path + ", " + item_text(item, value.items[0], item.first, scope) + ")";
        case TlaValue::How::change: return "[i \\in 1..Len(" + path + ") |-> " + changed(path + "[i]") + "]";
        case TlaValue::How::pop:
            if (value.fields.empty()) return "Tail(" + path + ")";
            return "[i \\in 1..(Len(" + path + ") - 1) |-> " + changed(path + "[i + 1]") + "]";
        default: break;
    }
    std::string items;
    for (const auto& leaves : value.items) items += (items.empty() ? "" : ", ") + item_text(item, leaves, item.first, scope);
    return items.empty() ? "<< >>" : "<<" + items + ">>";
}

TlaEvent::Entries TlaEvent::entries(const TlaPart& part, Node effects, const std::string& path, const Scope& scope) {
    if (keeps(part, effects)) return {};
    switch (part.kind) {
        case TlaPart::Kind::leaf:
        case TlaPart::Kind::sequence: return {{"", cell_text(part, effects, path, scope)}};
        case TlaPart::Kind::record: return record_entries(part, effects, path, scope);
        case TlaPart::Kind::function: return function_entries(part, effects, path, scope);
    }
    return {};
}

TlaEvent::Entries TlaEvent::record_entries(const TlaPart& part, Node effects, const std::string& path, const Scope& scope) {
    const std::vector<int> all = cells(part);
    double apart = 0;
    int changed = 0, known = 0, empty = 0;
    for (const int c : all) {
        const Node node = cell(c, effects);
        apart += diagrams_.size(node);
        changed += node != OrderedDiagrams::leaf(0);
        if (!OrderedDiagrams::is_leaf(node) || node == OrderedDiagrams::leaf(0)) continue;
        const TlaValue& value = values_[static_cast<std::size_t>(OrderedDiagrams::value(node))];
        ++known;
        empty += value.how == TlaValue::How::items ? value.items.empty()
                                                   : value.how == TlaValue::How::expression && value.expression.is(0);
    }
    if (part.optional && changed > 1 && apart > 0)
        if (const std::string text = by_presence(part, effects, path, scope); !text.empty()) return {{"", text}};
    if (part.optional && empty == static_cast<int>(all.size())) return {{"", text_.default_value(part)}};
    Entries result;
    const bool whole = known == static_cast<int>(all.size());
    std::string record;
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
        const std::string member = "." + part.members[i];
        if (whole && part.optional) {
            record += (record.empty() ? "[" : ", ") + part.members[i] + " |-> " +
                      value_text(part.parts[i], effects, path + member, scope);
            continue;
        }
        for (const auto& [suffix, value] : entries(part.parts[i], effects, path + member, scope))
            result.emplace_back(member + suffix, value);
    }
    if (!record.empty()) return {{"", record + "]"}};
    return result;
}

/// The new value of what may be absent, by whether it goes and whether it is new; nothing if it neither goes nor comes.
std::string TlaEvent::by_presence(const TlaPart& part, Node effects, const std::string& path, const Scope& scope) {
    const std::vector<int> all = cells(part);
    const auto within = [&](Node condition) {
        const Node outer = care_;
        care_ = diagrams_.both(care_, condition);
        std::string text;
        try {
            text = value_text(part, effects, path, scope);
        } catch (...) {
            care_ = outer;
            throw;
        }
        care_ = outer;
        return text;
    };
    const auto goes = [&](int r) {
        const auto& values = results_[static_cast<std::size_t>(r)].values;
        return std::all_of(all.begin(), all.end(), [&](int c) {
            const auto found = values.find(c);
            return found != values.end() &&
                   (found->second.how == TlaValue::How::items
                        ? found->second.items.empty()
                        : found->second.how == TlaValue::How::expression && found->second.expression.is(0));
        });
    };
    const Node gone = diagrams_.minimal(diagrams_.map(effects, [&](int r) { return goes(r) ? 1 : 0; }), care_);
    if (!OrderedDiagrams::is_leaf(gone)) {
        const std::string when = formula(gone, scope);
        return "IF " + when + " THEN " + text_.default_value(part) + " ELSE " + within(diagrams_.negated(gone));
    }
    const Place flag{event_.node, part.first};
    const Node present = diagrams_.of(system_.expressions->variable(flag, text_.leaf_type(flag)));
    const bool comes = !OrderedDiagrams::is_leaf(present) && cell(part.first, effects) != OrderedDiagrams::leaf(0) &&
                       diagrams_.both(care_, present) != OrderedDiagrams::never &&
                       diagrams_.both(care_, diagrams_.negated(present)) != OrderedDiagrams::never;
    if (!comes) return "";
    const std::string when = condition(diagrams_.at(present).level, true, scope);
    const std::string stays = within(present);
    return "IF " + when + " THEN " + stays + " ELSE " + within(diagrams_.negated(present));
}

TlaEvent::Entries TlaEvent::function_entries(const TlaPart& part, Node effects, const std::string& path, const Scope& scope) {
    const model::Sort sort = TlaText::sort_of(*part.type);
    const std::vector<int> others = unbound(sort, scope);
    const int own = bound(sort, scope);
    const auto at = [&](int n) -> const TlaPart& { return part.parts[static_cast<std::size_t>(n)]; };
    const bool any = std::any_of(others.begin(), others.end(), [&](int n) { return !keeps(at(n), effects); });
    const auto index = [&](int n) { return "[" + text_.name(sort, n, scope) + "]"; };
    Entries result;
    const auto add = [&](int n) {
        for (const auto& [suffix, value] : entries(at(n), effects, path + index(n), scope))
            result.emplace_back(index(n) + suffix, value);
    };
    if (!any) {
        for (int n = 0; n < system_.shape[sort]; ++n)
            if (!keeps(at(n), effects)) add(n);
        return result;
    }
    const bool uniform = std::all_of(others.begin(), others.end(),
                                     [&](int n) { return alike(at(others[0]), at(n), effects, sort, others[0], n); });
    if (uniform) {
        try {
            std::string name;
            const Scope inner = with(scope, sort, others[0], name);
            std::string each = value_text(at(others[0]), effects, path + "[" + name + "]", inner);
            if (own >= 0 && !alike(at(others[0]), at(own), effects, sort, others[0], own))
                if (const std::string other = value_text(at(own), effects, path + index(own), inner); other != each)
                    each = "IF " + name + " = " + text_.name(sort, own, scope) + " THEN " + other + " ELSE " + each;
            return {{"", "[" + name + " \\in " + text_.set(sort) + " |-> " + each + "]"}};
        } catch (const TlaText::Unbound& unbound) {
            if (!scope.literal.contains(unbound.sort)) throw;
        }
    }
    for (int n = 0; n < system_.shape[sort]; ++n)
        if (!keeps(at(n), effects)) add(n);
    return result;
}

// ---- new items and messages -----------------------------------------------------------------------------------------

/// Where the value is that `leaves` copy, or nothing.
std::string TlaEvent::copied(const TlaPart& part, const std::vector<Expression>& leaves, int first, const Scope& scope) const {
    const auto leaf = [&](int l) { return leaves[static_cast<std::size_t>(l - first)]; };
    if (part.kind != TlaPart::Kind::record || leaf(part.first).is_constant() || leaf(part.first).op() != Operator::variable)
        return "";
    const Place from = leaf(part.first).place();
    for (int l = part.first; l < part.last; ++l)
        if (leaf(l).is_constant() || leaf(l).op() != Operator::variable ||
            leaf(l).place() != Place{from.node, from.leaf + l - part.first})
            return "";
    if (from.node == Place::message) return part.name == text_.message().name && from.leaf == 0 ? "m" : "";
    // The path of the first leaf, without what leads from the record to it.
    Scope plain = scope;
    plain.variables.clear();
    const std::string path = text_.leaf_path(from, plain), inner = "." + part.members[0];
    return part.parts[0].kind == TlaPart::Kind::leaf && path.ends_with(inner) ? path.substr(0, path.size() - inner.size()) : "";
}

/// A value each of whose leaves is an expression; `first` is the number of the first of them.
std::string TlaEvent::item_text(const TlaPart& part, const std::vector<Expression>& leaves, int first, const Scope& scope) {
    const auto leaf = [&](int l) { return leaves[static_cast<std::size_t>(l - first)]; };
    if (part.kind == TlaPart::Kind::leaf) {
        const Expression e = leaf(part.first);
        if (e.is_constant() && part.type->kind == ValueType::Kind::name && e.constant() != 0)
            return text_.name(TlaText::sort_of(*part.type), e.constant(), scope);
        Scope carried = scope;
        carried.carried = true;
        return text_.expression(e, *part.type, carried);
    }
    if (const std::string copy = copied(part, leaves, first, scope); !copy.empty()) return copy;
    if (part.kind == TlaPart::Kind::function) return map_text(part, leaves, first, scope);
    if (part.kind != TlaPart::Kind::record) throw std::invalid_argument("no TLA+: an item of a FIFO or a message holds a FIFO");
    std::string record;
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
        if (text_.variant(part)) {
            if (!leaf(part.first).is_constant())
                throw std::invalid_argument("no TLA+: the kind of a message that is sent is not known");
            if (!text_.carries(leaf(part.first).constant(), i)) continue;
        }
        record += (record.empty() ? "[" : ", ") + part.members[i] + " |-> " + item_text(part.parts[i], leaves, first, scope);
    }
    return record + "]";
}

/// Such a value for each name of a sort. Where they differ, the names are said: then who calls knows them all.
std::string TlaEvent::map_text(const TlaPart& part, const std::vector<Expression>& leaves, int first, const Scope& scope) {
    const model::Sort sort = TlaText::sort_of(*part.type);
    const std::string name = text_.fresh(text_.element(sort), scope);
    std::string each;
    for (int n = static_cast<int>(part.parts.size()); n-- > 0;) {
        const std::string one = item_text(part.parts[static_cast<std::size_t>(n)], leaves, first, scope);
        if (each.empty()) each = one;
        else if (one != each) each = "IF " + name + " = " + text_.name(sort, n, scope) + " THEN " + one + " ELSE " + each;
    }
    return "[" + name + " \\in " + text_.set(sort) + " |-> " + each + "]";
}

/// The message that is sent, whichever it is: its fields by themselves, if its kind is known.
std::string TlaEvent::sending(int channel, const std::string& before) {
    std::vector<std::vector<std::vector<Expression>>> lists;
    const Node node = diagrams_.minimal(diagrams_.map(here_, [&](int r) {
        const auto found = results_[static_cast<std::size_t>(r)].sent.find(channel);
        return position(lists, found == results_[static_cast<std::size_t>(r)].sent.end() ? std::vector<std::vector<Expression>>{}
                                                                                         : found->second);
    }), care_);
    const bool ordered = system_.channels[static_cast<std::size_t>(channel)].ordered;
    const auto put = [&](const std::string& contents, const std::string& message) {
        return (ordered ? "Append(" : "Put(") + contents + ", " + message + ")";
    };
    std::set<int> used;
    diagrams_.map(node, [&](int list) { return used.insert(list), list; });
    const TlaPart& message = text_.message();
    const auto& first = lists[static_cast<std::size_t>(*used.begin())];
    const bool alike = std::all_of(used.begin(), used.end(), [&](int list) {
        const auto& messages = lists[static_cast<std::size_t>(list)];
        return messages.size() == 1 && first.size() == 1 &&
               (!text_.variant(message) || (messages[0][0].is_constant() && messages[0][0] == first[0][0]));
    });
    if (!alike)
        return choose(node, scope_, [&](int list) {
            std::string contents = before;
            for (const auto& fields : lists[static_cast<std::size_t>(list)])
                contents = put(contents, item_text(message, fields, 0, scope_));
            return contents;
        });
    std::string record;
    for (std::size_t i = 0; i < message.parts.size(); ++i) {
        const TlaPart& part = message.parts[i];
        if (text_.variant(message) && !text_.carries(first[0][0].constant(), i)) continue;
        std::vector<std::vector<Expression>> fields;
        const Node field = diagrams_.minimal(diagrams_.map(node, [&](int list) {
            const auto& leaves = lists[static_cast<std::size_t>(list)];
            if (leaves.empty()) return 0;
            return position(fields, std::vector(leaves[0].begin() + part.first, leaves[0].begin() + part.last));
        }), care_);
        record += (record.empty() ? "[" : ", ") + message.members[i] + " |-> " + choose(field, scope_, [&](int f) {
                      return item_text(part, fields[static_cast<std::size_t>(f)], part.first, scope_);
                  });
    }
    return put(before, record + "]");
}

/// What the monitor is after what this step reports.
std::string TlaEvent::reporting() {
    std::vector<std::vector<Report>> lists;
    const Node node = diagrams_.minimal(
        diagrams_.map(here_, [&](int r) { return position(lists, results_[static_cast<std::size_t>(r)].reports); }), care_);
    return choose(node, scope_, [&](int list) {
        std::string monitor = "monitor";
        for (const Report& report : lists[static_cast<std::size_t>(list)]) {
            std::string arguments;
            for (std::size_t i = 0; i < report.arguments.size(); ++i) {
                if (!system_.monitor->asks(report.kind, i)) continue;
                const TlaPart leaf{TlaPart::Kind::leaf, 0, 1, system_.monitor->types[i], {}, {}, {}, false, nullptr};
                arguments += ", " + item_text(leaf, {report.arguments[i]}, 0, scope_);
            }
            monitor = text_.observer(report.kind) + "(" + monitor + arguments + ")";
        }
        return monitor;
    });
}

}  // namespace tandem::exports
