#include "exports/tla_text.hpp"

#include <algorithm>
#include <stdexcept>

#include "exports/words.hpp"
#include "smt/substitution.hpp"

namespace tandem::exports {
namespace {

/// The reserved words of TLA+2, what the standard modules define, and what the module calls something itself.
constexpr const char* reserved[] = {
    "ACTION",    "ASSUME",  "ASSUMPTION", "AXIOM",   "BY",        "CASE",        "CHOOSE",      "CONSTANT", "CONSTANTS",
    "COROLLARY", "DEF",     "DEFINE",     "DEFS",    "DOMAIN",    "ELSE",        "ENABLED",     "EXCEPT",   "EXTENDS",
    "HAVE",      "HIDE",    "IF",         "IN",      "INSTANCE",  "LAMBDA",      "LEMMA",       "LET",      "LOCAL",
    "MODULE",    "NEW",     "OBVIOUS",    "OMITTED", "ONLY",      "OTHER",       "PICK",        "PROOF",    "PROPOSITION",
    "PROVE",     "QED",     "RECURSIVE",  "SF_",     "STATE",     "SUBSET",      "SUFFICES",    "TAKE",     "TEMPORAL",
    "THEN",      "THEOREM", "UNCHANGED",  "UNION",   "USE",       "VARIABLE",    "VARIABLES",   "WF_",      "WITH",
    "WITNESS",   "BOOLEAN", "FALSE",      "STRING",  "TRUE",      "Int",         "Nat",         "Seq",      "Len",
    "Append",    "Head",    "Tail",       "SubSeq",  "SelectSeq", "Cardinality", "IsFiniteSet", "Copies",   "Init",
    "Later",     "Next",    "Older",      "Put",     "Spec",      "Take",        "TypeOK",      "vars",     "m",
    "r",         "s",       "t",          "u",       "item",      "choice",      "channel",     "message",  "x",
    "i"};

/// What a field is called whose name is no identifier in TLA+.
std::string field(const std::string& name) {
    return std::find(std::begin(reserved), std::end(reserved), name) != std::end(reserved) &&
                   std::isupper(static_cast<unsigned char>(name[0]))
               ? name + "_"
               : name;
}

const std::string& sort_key(model::Sort sort) {
    static const std::array<std::string, model::sort_count> name{"core", "thread", "address", "value"};
    return name[static_cast<std::size_t>(sort)];
}

/// Whether a name is a number in TLA+ too.
bool numbered(const ValueType& type) { return type.names.empty() || type.names[0] == "0"; }

std::string list(const ValueType& type) {
    if (numbered(type)) return range(type.cardinality);
    std::string names;
    for (const std::string& name : type.names) names += (names.empty() ? "{\"" : ", \"") + name + "\"";
    return names + "}";
}

}  // namespace

TlaText::TlaText(const TransitionSystem& system, const TlaOptions& options) : system_(system), options_(options) {
    taken_.insert(std::begin(reserved), std::end(reserved));
    for (std::size_t s = 0; s < model::sort_count; ++s) {
        taken_.insert(options_.sorts[s].element);
        const auto sort = static_cast<model::Sort>(s);
        ValueType type{ValueType::Kind::name, sort_key(sort), system.shape[sort], {}};
        for (int i = 0; i < type.cardinality; ++i) type.names.push_back(model::name_text(sort, i));
        define(options_.sorts[s].set, list(type));
    }
    for (const Invariant& invariant : system.invariants) taken_.insert(invariant_name(invariant.name));
    name_variables();
    note_carried();
    const auto whole = [&](const Layout& layout) {
        int next = 0;
        leaf_paths_.emplace_back();
        TlaPart result = part(layout, next, {}, leaf_paths_.back());
        std::map<Path, int>& by_path = leaf_by_path_.emplace_back();
        for (std::size_t leaf = 0; leaf < leaf_paths_.back().size(); ++leaf)
            by_path[leaf_paths_.back()[leaf]] = static_cast<int>(leaf);
        return result;
    };
    TlaPart first = whole(system.message.layout);
    for (const NodeKindInfo& kind : system.kinds) kinds_.push_back(whole(kind.layout));
    if (system.monitor) kinds_.push_back(whole(system.monitor->state.layout));
    std::rotate(leaf_paths_.begin(), leaf_paths_.begin() + 1, leaf_paths_.end());
    std::rotate(leaf_by_path_.begin(), leaf_by_path_.begin() + 1, leaf_by_path_.end());
    message_ = std::move(first);
    if (!system.monitor) return;
    for (const Observer& observer : system.monitor->observers) {
        std::string name;
        bool upper = true;
        for (const char c : std::string(model::name_of(observer.kind))) {
            if (c != '_') name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
            upper = c == '_';
        }
        observers_[observer.kind] = identifier("After" + name);
    }
}

std::string TlaText::invariant_name(const std::string& name) {
    std::string text;
    bool upper = true;
    for (const char c : name) {
        if (c != '-') text += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        upper = c == '-';
    }
    return text;
}

// ---- types ----------------------------------------------------------------------------------------------------------

std::string TlaText::identifier(const std::string& wanted) {
    std::string usable = wanted;
    for (char& c : usable)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    std::string name = usable;
    for (int i = 2; !taken_.insert(name).second; ++i) name = usable + std::to_string(i);
    return name;
}

std::string TlaText::fresh(const std::string& wanted, const Scope& scope) const {
    const auto in_use = [&](const std::string& name) {
        return scope.taken.contains(name) ||
               std::any_of(scope.names.begin(), scope.names.end(), [&](const auto& known) { return known.second == name; });
    };
    std::string name = wanted;
    for (int i = 2; in_use(name) || (name != wanted && taken_.contains(name)); ++i) name = wanted + std::to_string(i);
    return name;
}

void TlaText::define(const std::string& name, const std::string& definition) {
    taken_.insert(name);
    definitions_ += name + " == " + definition + "\n";
}

std::string TlaText::value_set(const ValueType& type) {
    if (type.kind == ValueType::Kind::boolean) return "BOOLEAN";
    if (type.kind == ValueType::Kind::name) return set(sort_of(type));
    if (type.name.empty()) return range(type.cardinality);
    std::string name = type.name;
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    std::string& known = defined_[{name, list(type)}];
    if (known.empty()) define(known = identifier(name), list(type));
    return known;
}

/// Which fields a message has, by its kind, the first of them; all have all if `clear_unused` asks for anything else.
void TlaText::note_carried() {
    const Layout& layout = system_.message.layout;
    if (layout.used.empty() || layout.parts.empty() || layout.parts[0].kind != Layout::Kind::leaf ||
        layout.parts[0].type->kind != ValueType::Kind::enumeration ||
        std::any_of(layout.parts.begin(), layout.parts.end(), [](const Layout& part) { return part.kind != Layout::Kind::leaf; }))
        return;
    for (int kind = 0; kind < layout.parts[0].type->cardinality; ++kind) {
        std::vector<bool>& fields = carried_.emplace_back();
        for (const Expression& used : layout.used) {
            const Expression when = substituted(used, [&](Expression e) { return e.place().leaf == 0 ? Expression(kind) : e; });
            if (!when.is_constant()) return carried_.clear();
            fields.push_back(when.constant() != 0);
        }
    }
    carried_known_ = true;
}

TlaPart TlaText::part(const Layout& layout, int& next, Path path, std::vector<Path>& leaves) {
    TlaPart result{TlaPart::Kind::leaf, next, next, layout.type, {}, {}, {}, false, nullptr};
    const auto function = [&](bool optional) {
        result.kind = TlaPart::Kind::function;
        const model::Sort sort = sort_of(*layout.type);
        for (int i = 0; i < layout.type->cardinality; ++i) {
            path.push_back({"", static_cast<int>(sort), i});
            result.parts.push_back(optional ? optional_part(layout.parts[0], next, path, leaves)
                                            : part(layout.parts[0], next, path, leaves));
            path.pop_back();
        }
        result.name = "[" + set(sort) + " -> " + result.parts[0].name + "]";
    };
    switch (layout.kind) {
        case Layout::Kind::leaf:
            leaves.push_back(path);
            ++next;
            result.name = value_set(*layout.type);
            break;
        case Layout::Kind::array:
        case Layout::Kind::set: function(false); break;
        case Layout::Kind::table: function(true); break;
        case Layout::Kind::maybe: return optional_part(layout.parts[0], next, path, leaves);
        case Layout::Kind::fifo:
            result.kind = TlaPart::Kind::sequence;
            leaves.push_back(path);
            ++next;
            for (int i = 0; i < layout.capacity; ++i) {
                path.push_back({"", -1, i});
                result.parts.push_back(part(layout.parts[0], next, path, leaves));
                path.pop_back();
            }
            result.name = "Seq(" + result.parts[0].name + ")";
            break;
        case Layout::Kind::record: {
            result.kind = TlaPart::Kind::record;
            add_members(result, layout, next, path, leaves);
            result.last = next;
            result.name = define_record(layout.name, result);
            break;
        }
    }
    result.last = next;
    return result;
}

void TlaText::add_members(TlaPart& record, const Layout& layout, int& next, const Path& path, std::vector<Path>& leaves) {
    record.layout = &layout;
    for (std::size_t i = 0; i < layout.parts.size(); ++i) {
        Path inner = path;
        inner.push_back({"." + field(layout.members[i]), -1, 0});
        record.members.push_back(field(layout.members[i]));
        record.parts.push_back(part(layout.parts[i], next, inner, leaves));
    }
}

TlaPart TlaText::optional_part(const Layout& item, int& next, const Path& path, std::vector<Path>& leaves) {
    TlaPart result{TlaPart::Kind::record, next, next, nullptr, {"present"}, {}, {}, true, nullptr};
    static const ValueType flag{ValueType::Kind::boolean, "boolean", 2, {}};
    Path inner = path;
    inner.push_back({".present", -1, 0});
    leaves.push_back(inner);
    result.parts.push_back({TlaPart::Kind::leaf, next, next + 1, &flag, {}, {}, "BOOLEAN", false, nullptr});
    ++next;
    const bool record = item.kind == Layout::Kind::record;
    if (record) {
        add_members(result, item, next, path, leaves);
    } else {
        inner.back().text = ".item";
        result.members.push_back("item");
        result.parts.push_back(part(item, next, inner, leaves));
    }
    result.last = next;
    result.name = define_record(record ? item.name : "Maybe" + result.parts[1].name, result);
    return result;
}

std::string TlaText::define_record(const std::string& wanted, TlaPart& record) {
    const auto fields = [&](int kind) {
        std::string text;
        for (std::size_t i = 0; i < record.parts.size(); ++i) {
            if (kind >= 0 && !carries(kind, i)) continue;
            const std::string type = kind >= 0 && i == 0
                                         ? "{\"" + record.parts[0].type->names[static_cast<std::size_t>(kind)] + "\"}"
                                         : record.parts[i].name;
            text += (text.empty() ? "[" : ", ") + record.members[i] + " : " + type;
        }
        return text + "]";
    };
    std::string definition;
    if (!record.optional && variant(record)) {
        for (int kind = 0; kind < static_cast<int>(carried_.size()); ++kind)
            definition += (kind ? "\n  \\union " : "\n  ") + fields(kind);
    } else {
        definition = fields(-1);
    }
    std::string& known = defined_[{wanted, definition}];
    if (known.empty()) {
        const std::string name = identifier(taken_.contains(wanted) ? wanted + "State" : wanted);
        define(known = name, definition);
        record.name = known;
        if (record.optional) {
            std::string members;
            for (std::size_t i = 0; i < record.parts.size(); ++i)
                members += (i ? ", " : "[") + record.members[i] + " |-> " +
                           value(record.parts[i], Scope{0, {}, {}, {}, false, {}}, [](int) { return 0; });
            define(identifier("No" + known), members + "]");
        }
    }
    return known;
}

std::string TlaText::default_value(const TlaPart& part) const { return "No" + part.name; }

// ---- variables ------------------------------------------------------------------------------------------------------

/// Nodes of a kind that are one for each core are an array, and so are the channels to and from them; those from core to core are
/// an array of arrays, by the sender.
void TlaText::name_variables() {
    const auto node = [&](int n) -> const model::NodeInfo& { return system_.nodes[static_cast<std::size_t>(n)]; };
    const auto stem = [&](int n) {
        return node(n).owner < 0 ? node(n).name : node(n).name.substr(0, node(n).name.find_last_not_of("0123456789") + 1);
    };
    std::map<int, std::string> by_kind;
    for (int n = 0; n < static_cast<int>(system_.nodes.size()); ++n) {
        const bool owned = node(n).owner >= 0;
        if (owned && node(n).owner != node(n).index) throw std::invalid_argument("no TLA+: a core has several nodes of a kind");
        std::string name = owned ? by_kind[node(n).kind] : "";
        if (name.empty()) {
            variables_.push_back(name = identifier(stem(n)));
            if (owned) by_kind[node(n).kind] = name;
        }
        nodes_.push_back(name);
    }
    std::map<std::tuple<int, int, int>, std::string> arrays;
    for (const model::ChannelInfo& channel : system_.channels) {
        const int from = node(channel.from).owner, to = node(channel.to).owner;
        std::string& name = arrays[{from >= 0 ? -1 - node(channel.from).kind : channel.from,
                                    to >= 0 ? -1 - node(channel.to).kind : channel.to, channel.network}];
        if (name.empty()) variables_.push_back(name = identifier(stem(channel.from) + "_to_" + stem(channel.to)));
        channels_.push_back(name);
        channel_cores_.emplace_back();
        for (const int core : {from, to})
            if (core >= 0) channel_cores_.back().push_back(core);
    }
    if (!system_.monitor) return;
    taken_.insert("monitor");
    variables_.push_back("monitor");
    nodes_.push_back("monitor");
}

std::string TlaText::node_index(int node, const Scope& scope) const {
    if (node == system_.monitor_node()) return "";
    const int owner = system_.nodes[static_cast<std::size_t>(node)].owner;
    return owner < 0 ? "" : "[" + name(model::Sort::core, owner, scope) + "]";
}

std::string TlaText::channel_index(int channel, const Scope& scope) const {
    std::string index;
    for (const int core : channel_cores_[static_cast<std::size_t>(channel)])
        index += "[" + name(model::Sort::core, core, scope) + "]";
    return index;
}

std::string TlaText::core_name(int i) const {
    return i == 0 ? element(model::Sort::core) : fresh(element(model::Sort::core) + std::to_string(i + 1), {});
}

std::string TlaText::core_index(int depth) const {
    std::string index;
    for (int i = 0; i < depth; ++i) index += "[" + core_name(i) + "]";
    return index;
}

std::string TlaText::for_cores(int depth, const std::string& one) const {
    std::string text = one;
    for (int i = depth; i-- > 0;) text = "[" + core_name(i) + " \\in " + set(model::Sort::core) + " |-> " + text + "]";
    return text;
}

std::string TlaText::arrays_of(int depth, const std::string& type) const {
    std::string text = type;
    for (int i = 0; i < depth; ++i) text = "[" + set(model::Sort::core) + " -> " + text + "]";
    return text;
}

std::string TlaText::type_invariant() const {
    std::string text;
    std::set<std::string> done;
    const auto add = [&](const std::string& variable, int depth, const std::string& type) {
        if (done.insert(variable).second) text += "  /\\ " + variable + " \\in " + arrays_of(depth, type) + "\n";
    };
    for (int n = 0; n < static_cast<int>(system_.nodes.size()); ++n) add(node_variable(n), in_array(n) ? 1 : 0, state(n).name);
    if (system_.monitor) add("monitor", 0, state(system_.monitor_node()).name);
    for (int c = 0; c < static_cast<int>(system_.channels.size()); ++c) {
        const model::ChannelInfo& channel = system_.channels[static_cast<std::size_t>(c)];
        const std::string& variable = channel_variable(c);
        const bool again = done.contains(variable);
        const int depth = channel_depth(c);
        const std::string capacity = std::to_string(channel.capacity);
        add(variable, depth,
            channel.ordered ? "Seq(" + message_.name + ")"
                            : "SUBSET [message : " + message_.name + ", copy : 1.." + capacity + "]");
        if (again) continue;
        const std::string one = variable + core_index(depth);
        std::string all;
        for (int i = 0; i < depth; ++i)
            all += (i ? ", " : "\\A ") + core_name(i) + " \\in " + set(model::Sort::core) + (i + 1 == depth ? " : " : "");
        text += "  /\\ " + all + (channel.ordered ? "Len(" : "Cardinality(") + one + ") <= " + capacity + "\n";
    }
    return text;
}

/// One state for each way to fill in the leaves in which the initial states differ; where these ways are not independent, they
/// are listed.
std::string TlaText::initial() const {
    std::string chosen, independent, listed;
    std::size_t ways = 1;
    std::set<std::string> done;
    const Scope scope{0, {}, {model::Sort::core, model::Sort::thread, model::Sort::address, model::Sort::value}, {}, false, {}};
    std::vector<std::string> starts(system_.initial.size());  // the members that vary, for each initial state
    int varying = 0;
    for (std::size_t n = 0; n < system_.initial[0].size(); ++n) {
        const auto held_at = [&](std::size_t which) {
            return [&, which](int leaf) { return system_.initial[which][n][static_cast<std::size_t>(leaf)]; };
        };
        const auto varies = [&](int leaf) {
            return std::any_of(system_.initial.begin(), system_.initial.end(), [&](const auto& nodes) {
                return nodes[n][static_cast<std::size_t>(leaf)] != system_.initial[0][n][static_cast<std::size_t>(leaf)];
            });
        };
        const bool owned = n < system_.nodes.size() && system_.nodes[n].owner >= 0;
        const TlaPart& whole = state(static_cast<int>(n));
        std::string record, other;
        for (std::size_t i = 0; i < whole.parts.size(); ++i) {
            const TlaPart& member = whole.parts[i];
            bool any = false;
            for (int leaf = member.first; leaf < member.last; ++leaf) {
                any = any || varies(leaf);
                if (varies(leaf)) ways *= static_cast<std::size_t>(leaf_type({static_cast<int>(n), leaf}).cardinality);
            }
            if (any && owned) throw std::invalid_argument("no TLA+: the initial states differ in what belongs to a core");
            if (any) {
                chosen += (chosen.empty() ? "\\E " : ", ") + whole.members[i] + " \\in " + member.name;
                for (std::size_t which = 0; which < starts.size(); ++which)
                    starts[which] += (varying ? ", " : "") + value(member, scope, held_at(which));
                ++varying;
            }
            const std::string held = any ? "" : value(member, scope, held_at(0));
            record += (i ? ",\n       " : "[") + whole.members[i] + " |-> " + (any ? whole.members[i] : held);
            other +=
                (i ? ",\n       " : "[") + whole.members[i] + " |-> " + (any ? "start[" + std::to_string(varying) + "]" : held);
        }
        if (!done.insert(nodes_[n]).second) continue;
        const std::string open = "  /\\ " + nodes_[n] + " = " +
                                 (owned ? "[" + element(model::Sort::core) + " \\in " + set(model::Sort::core) + " |->\n      "
                                        : ""),
                          close = std::string("]") + (owned ? "]" : "") + "\n";
        independent += open + record + close;
        listed += open + other + close;
    }
    const bool all_ways = ways == std::set(system_.initial.begin(), system_.initial.end()).size();
    std::string text = all_ways ? independent : listed;
    for (std::size_t c = 0; c < channels_.size(); ++c) {
        const std::string empty = system_.channels[c].ordered ? "<< >>" : "{}";
        if (done.insert(channels_[c]).second)
            text += "  /\\ " + channels_[c] + " = " + for_cores(channel_depth(static_cast<int>(c)), empty) + "\n";
    }
    if (chosen.empty()) return text;
    if (all_ways) return "  " + chosen + " :\n" + text;
    std::string all;
    for (const std::string& start : starts) all += (all.empty() ? "<<" : ",\n     <<") + start + ">>";
    return "  \\E start \\in\n    {" + all + "} :\n" + text;
}

// ---- names and expressions ------------------------------------------------------------------------------------------

model::Sort TlaText::sort_of(const ValueType& type) {
    for (std::size_t s = 0; s < model::sort_count; ++s)
        if (sort_key(static_cast<model::Sort>(s)) == type.name) return static_cast<model::Sort>(s);
    throw std::logic_error("no sort is called " + type.name);
}

std::string TlaText::name(model::Sort sort, int number, const Scope& scope) const {
    if (const auto known = scope.names.find({sort, number}); known != scope.names.end()) return known->second;
    if (!scope.literal.contains(sort)) throw Unbound{sort};
    const std::string text = model::name_text(sort, number);
    return std::isdigit(static_cast<unsigned char>(text[0])) ? text : "\"" + text + "\"";
}

/// The name 0 is what a field holds that is not in use; an action is printed for names other than 0 where there are several.
std::string TlaText::constant(int value, const ValueType& type, const Scope& scope) const {
    if (type.kind == ValueType::Kind::boolean) return value ? "TRUE" : "FALSE";
    if (type.kind == ValueType::Kind::name) {
        const model::Sort sort = sort_of(type);
        return name(sort, value,
                    value == 0 && !(scope.carried && type.cardinality == 1) ? Scope{0, {}, {sort}, {}, false, {}} : scope);
    }
    if (numbered(type)) return std::to_string(value);
    return "\"" + type.names.at(static_cast<std::size_t>(value)) + "\"";
}

std::string TlaText::leaf_path(Place place, const Scope& scope) const {
    std::string text = place.node == Place::message           ? "m"
                       : place.node == system_.monitor_node() ? scope.monitor
                                                              : node_path(scope);
    for (const Step& step : paths(place)[static_cast<std::size_t>(place.leaf)]) {
        if (!step.text.empty()) text += step.text;
        else if (step.sort >= 0) text += "[" + name(static_cast<model::Sort>(step.sort), step.number, scope) + "]";
        else text += "[" + std::to_string(step.number + 1) + "]";
    }
    return text;
}

const ValueType& TlaText::leaf_type(Place place) const {
    if (place.node == Place::message) return *system_.message.leaves[static_cast<std::size_t>(place.leaf)];
    return *system_.state_of(place.node).leaves[static_cast<std::size_t>(place.leaf)];
}

std::string TlaText::expression(Expression e, const ValueType& type, const Scope& scope) const {
    if (e.is_constant()) return constant(e.constant(), type, scope);
    const auto operand = [&](int i) { return expression(e.operand(i), type, scope); };
    switch (e.op()) {
        case Operator::variable: {
            if (const auto known = scope.variables.find(e.place()); known != scope.variables.end()) return known->second;
            const std::string path = leaf_path(e.place(), scope);
            // A sequence's first leaf is its length.
            const auto is_length = [&](const auto& self, const TlaPart& part) -> bool {
                if (part.kind == TlaPart::Kind::sequence && part.first == e.place().leaf) return true;
                return std::any_of(part.parts.begin(), part.parts.end(), [&](const TlaPart& inner) {
                    return inner.first <= e.place().leaf && e.place().leaf < inner.last && self(self, inner);
                });
            };
            if (is_length(is_length, e.place().node == Place::message ? message_ : state(e.place().node)))
                return "Len(" + path + ")";
            return path;
        }
        case Operator::sum: {
            const Expression b = e.operand(1);
            if (b.is_constant() && b.constant() < 0) return operand(0) + " - " + std::to_string(-b.constant());
            return operand(0) + " + " + operand(1);
        }
        case Operator::maximum: return "Later(" + operand(0) + ", " + operand(1) + ")";
        case Operator::conditional:
            return "(IF " + condition(e.operand(0), true, scope) + " THEN " + operand(1) + " ELSE " + operand(2) + ")";
        default: return "(" + condition(e, true, scope) + ")";
    }
}

std::string TlaText::condition(Expression e, bool truth, const Scope& scope) const {
    if (e.is_constant()) return (e.constant() != 0) == truth ? "TRUE" : "FALSE";
    const Expression a = e.operand(0), b = e.operand(1);
    const auto compare = [&](Expression x, const char* sign, Expression y) {
        const ValueType& type = x.is_constant() ? y.type() : x.type();
        const auto side = [&](Expression s) {
            const bool name_constant = s.is_constant() && type.kind == ValueType::Kind::name;
            return name_constant ? name(sort_of(type), s.constant(), scope) : expression(s, type, scope);
        };
        return side(x) + sign + side(y);
    };
    switch (e.op()) {
        case Operator::equal: return compare(b, truth ? " = " : " # ", a);  // constants are operand 0
        case Operator::less: return truth ? compare(a, " < ", b) : compare(b, " <= ", a);
        case Operator::negation: return condition(a, !truth, scope);
        case Operator::conjunction:
        case Operator::disjunction:
            return "(" + condition(a, truth, scope) + ((e.op() == Operator::conjunction) == truth ? " /\\ " : " \\/ ") +
                   condition(b, truth, scope) + ")";
        default: return (truth ? "" : "~") + expression(e, e.type(), scope);
    }
}

// ---- exchanging names -----------------------------------------------------------------------------------------------

int TlaText::exchanged_leaf(int node, int leaf, model::Sort sort, int a, int b) const {
    Path path = paths({node, leaf})[static_cast<std::size_t>(leaf)];
    for (Step& step : path)
        if (step.sort == static_cast<int>(sort)) step.number = step.number == a ? b : step.number == b ? a : step.number;
    return leaf_by_path_[kind_index(node)].at(path);
}

Expression TlaText::exchanged(Expression e, int node, model::Sort sort, int a, int b) const {
    if (e.is_constant()) return e;
    if (e.op() == Operator::equal && e.operand(0).is_constant()) {
        const Expression other = exchanged(e.operand(1), node, sort, a, b);
        int value = e.operand(0).constant();
        const ValueType& type = e.operand(1).type();
        if (type.kind == ValueType::Kind::name && sort_of(type) == sort) value = value == a ? b : value == b ? a : value;
        return equal(value, other);
    }
    if (e.op() == Operator::variable) {
        if (e.place().node < Place::message) return e;  // a choice
        const int leaf = exchanged_leaf(e.place().node, e.place().leaf, sort, a, b);
        return e.pool().variable({e.place().node, leaf}, e.type());
    }
    const auto operand = [&](int i) { return exchanged(e.operand(i), node, sort, a, b); };
    switch (e.op()) {
        case Operator::sum: return sum(operand(0), operand(1));
        case Operator::maximum: return maximum(operand(0), operand(1));
        case Operator::equal: return equal(operand(0), operand(1));
        case Operator::less: return less(operand(0), operand(1));
        case Operator::negation: return negation(operand(0));
        case Operator::conjunction: return conjunction(operand(0), operand(1));
        case Operator::disjunction: return disjunction(operand(0), operand(1));
        default: return conditional(operand(0), operand(1), operand(2));
    }
}

std::set<int> TlaText::mentioned(Expression e, model::Sort sort) const {
    std::set<int> names;
    const auto visit = [&](const auto& self, Expression at) -> void {
        if (at.is_constant()) return;
        if (at.op() == Operator::variable) {
            if (at.place().node < Place::message) return;
            for (const Step& step : paths(at.place())[static_cast<std::size_t>(at.place().leaf)])
                if (step.sort == static_cast<int>(sort)) names.insert(step.number);
            return;
        }
        if (at.op() == Operator::equal && at.operand(0).is_constant() && at.operand(1).type().kind == ValueType::Kind::name &&
            sort_of(at.operand(1).type()) == sort)
            names.insert(at.operand(0).constant());
        for (int i = 0; i < 3; ++i) self(self, at.operand(i));
    };
    visit(visit, e);
    return names;
}

}  // namespace tandem::exports
