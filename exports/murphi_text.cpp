#include "exports/murphi_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <stdexcept>

#include "exports/words.hpp"

namespace tandem::exports {
namespace {

/// The words of Rumur and of CMurphi, in whatever case.
constexpr const char* keywords[] = {"acos",
                                    "alias",
                                    "array",
                                    "asin",
                                    "assert",
                                    "assume",
                                    "atan",
                                    "begin",
                                    "boolean",
                                    "by",
                                    "case",
                                    "ceil",
                                    "choose",
                                    "clear",
                                    "const",
                                    "cos",
                                    "cosh",
                                    "cover",
                                    "do",
                                    "else",
                                    "elsif",
                                    "end",
                                    "endalias",
                                    "endassume",
                                    "endchoose",
                                    "endexists",
                                    "endfor",
                                    "endforall",
                                    "endfunction",
                                    "endif",
                                    "endprocedure",
                                    "endrecord",
                                    "endrule",
                                    "endruleset",
                                    "endstartstate",
                                    "endswitch",
                                    "endwhile",
                                    "enum",
                                    "error",
                                    "exists",
                                    "exp",
                                    "externfun",
                                    "externproc",
                                    "fabs",
                                    "false",
                                    "floor",
                                    "fmod",
                                    "for",
                                    "forall",
                                    "function",
                                    "if",
                                    "import",
                                    "in",
                                    "interleaved",
                                    "invariant",
                                    "ismember",
                                    "isundefined",
                                    "liveness",
                                    "log",
                                    "log10",
                                    "multiset",
                                    "multisetadd",
                                    "multisetcount",
                                    "multisetremove",
                                    "multisetremovepred",
                                    "of",
                                    "pctl",
                                    "pctl_next",
                                    "pow",
                                    "procedure",
                                    "process",
                                    "program",
                                    "property",
                                    "put",
                                    "real",
                                    "record",
                                    "return",
                                    "rule",
                                    "ruleset",
                                    "scalarset",
                                    "sin",
                                    "sinh",
                                    "smt",
                                    "sqrt",
                                    "startstate",
                                    "switch",
                                    "tan",
                                    "tanh",
                                    "then",
                                    "to",
                                    "traceuntil",
                                    "true",
                                    "type",
                                    "undefine",
                                    "undefined",
                                    "union",
                                    "until",
                                    "var",
                                    "while"};

/// What the text itself calls something, where a name of the system's would be hidden.
constexpr const char* own_names[] = {"c", "a", "b", "i", "j", "k", "n", "x", "m", "later", "moment", "swapped"};

/// Whether somebody may be called so: neither a keyword, nor like what rules and functions call their locals ("old3").
bool usable(const std::string& name) {
    std::string lower = name;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (std::find(std::begin(keywords), std::end(keywords), lower) != std::end(keywords)) return false;
    for (const std::string stem : {"old", "used", "start", "way"})
        if (name.starts_with(stem) && name.size() > stem.size() &&
            std::all_of(name.begin() + static_cast<std::ptrdiff_t>(stem.size()), name.end(),
                        [](unsigned char c) { return std::isdigit(c); }))
            return false;
    return true;
}

/// What a member of a record is called: records have members of their own where something may be absent.
std::string member(const std::string& name) { return usable(name) && name != "present" ? name : name + "_"; }

using Parameters = std::map<std::string, std::vector<std::string>>;

}  // namespace

/// Lists the fields below `layout`, in the order of the leaves, and the aggregates that they form.
struct Paths {
    const Parameters& parameters;
    std::function<std::string(int, const ValueType&)> constant;
    std::vector<std::string> leaves{};
    std::vector<MurphiText::Aggregate> aggregates{};
    std::set<int> matters{};                        // leaves that are scalarsets or tell whether some are in use
    std::vector<std::pair<int, int>> scalars{};  // with the leaf that tells whether they are present, or -1
    int flag = -1;

    void add(const Layout& layout, const std::string& prefix) {
        const int first = static_cast<int>(leaves.size());
        if (layout.kind == Layout::Kind::leaf) {
            if (layout.type->kind == ValueType::Kind::name && parameters.contains(layout.type->name)) {
                scalars.emplace_back(first, flag);
                matters.insert(first);
                if (flag >= 0) matters.insert(flag);
            }
            return leaves.push_back(prefix);
        }
        const std::size_t here = aggregates.size();
        aggregates.push_back({prefix, first, 0});
        const auto name = [&](int i) {
            return prefix + "[" + constant(i, *layout.type) + "]";
        };
        const int outer = flag;
        switch (layout.kind) {
            case Layout::Kind::leaf: break;
            case Layout::Kind::array:
            case Layout::Kind::set:
                for (int i = 0; i < layout.type->cardinality; ++i) add(layout.parts[0], name(i));
                break;
            case Layout::Kind::table:
                for (int i = 0; i < layout.type->cardinality; ++i) add_optional(layout.parts[0], name(i));
                break;
            case Layout::Kind::maybe: add_optional(layout.parts[0], prefix); break;
            case Layout::Kind::fifo:
                flag = first;
                leaves.push_back(prefix + ".size");
                for (int i = 0; i < layout.capacity; ++i) add(layout.parts[0], prefix + ".items[" + std::to_string(i) + "]");
                flag = outer;
                break;
            case Layout::Kind::record:
                for (std::size_t i = 0; i < layout.parts.size(); ++i)
                    add(layout.parts[i], prefix + "." + member(layout.members[i]));
                for (const Expression& used : layout.used) note(used, first);
                break;
        }
        aggregates[here].last = static_cast<int>(leaves.size());
        for (MurphiText::Aggregate& a : aggregates)
            for (const auto& [leaf, present] : scalars)
                if (a.first <= leaf && leaf < a.last && present < a.first) a.clearable = false;
    }

    void note(Expression e, int first) {
        if (e.is_constant()) return;
        if (e.op() == Operator::variable) return void(matters.insert(first + e.place().leaf));
        for (int i = 0; i < 3; ++i) note(e.operand(i), first);
    }

    /// Of what may be absent: a flag, and beside it the members of a record or one item.
    void add_optional(const Layout& item, const std::string& prefix) {
        const int outer = flag;
        flag = static_cast<int>(leaves.size());
        leaves.push_back(prefix + ".present");
        const std::size_t here = aggregates.size();
        const bool inlined = item.kind == Layout::Kind::record;
        add(item, prefix + (inlined ? "" : ".item"));
        // The record is one with its flag.
        if (inlined) {
            --aggregates[here].first;
            aggregates[here].clearable = true;
            for (const auto& [leaf, present] : scalars)
                if (aggregates[here].first <= leaf && present < aggregates[here].first) aggregates[here].clearable = false;
        }
        flag = outer;
    }
};

namespace {

std::string identifier(std::string name) {
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

}  // namespace

Paths MurphiText::paths() const {
    return {parameters_, [this](int value, const ValueType& type) { return constant(value, type); }};
}

MurphiText::MurphiText(const TransitionSystem& system, bool scalarsets) : system_(system) {
    taken_.insert(std::begin(own_names), std::end(own_names));
    if (scalarsets && system.monitor)
        throw std::invalid_argument(
            "no scalarsets: a monitor singles out a value or a core; of the system without it there can be");
    types_ += "  moment: 0..32767;\n";  // sums exceed the largest moment that is stored
    if (scalarsets) choose_parameters();
    message_type_ = declare(system.message.layout);
    Paths message = paths();
    message.add(system.message.layout, "");
    message_leaves_ = message.leaves;
    name_nodes();
    if (this->scalarsets()) name_arrays_of_channels();
    else name_channels();
    for (std::size_t n = 0; n < system.nodes.size(); ++n) {
        Paths paths = this->paths();
        paths.add(system.kinds[static_cast<std::size_t>(system.nodes[n].kind)].layout, nodes_[n]);
        leaves_.push_back(std::move(paths.leaves));
        aggregates_.push_back(std::move(paths.aggregates));
        matters_.push_back(std::move(paths.matters));
    }
    for (const model::ChannelInfo& channel : system.channels)
        if (!channel.ordered && channel.capacity > 1) indices_[channel.capacity] = declare("index", range(channel.capacity));
    if (system.monitor) name_monitor();
    name_contents();
    if (this->scalarsets()) write_tidiers();
}

/// Each field of the monitor is a variable: Rumur copies a variable's whole type wherever it is mentioned, and the monitor is
/// mentioned everywhere.
void MurphiText::name_monitor() {
    Paths paths = this->paths();
    const Layout& layout = system_.monitor->state.layout;
    if (layout.kind != Layout::Kind::record) throw std::logic_error("a monitor is a record");
    for (std::size_t p = 0; p < layout.parts.size(); ++p) {
        monitor_.push_back(unique("monitor_" + layout.members[p]));
        paths.add(layout.parts[p], monitor_.back());
        variables_ += "  " + monitor_.back() + ": " + declare(layout.parts[p]) + ";\n";
    }
    leaves_.push_back(std::move(paths.leaves));
    aggregates_.push_back(std::move(paths.aggregates));
    matters_.push_back(std::move(paths.matters));
    for (const ValueType* type : system_.monitor->types) declare(*type);
}

/// What invariants say of messages on their way.
void MurphiText::name_contents() {
    leaves_.resize(system_.nodes.size() + 1);
    for (std::size_t c = 0; c < channels_.size(); ++c) {
        auto& leaves = leaves_.emplace_back();
        leaves.push_back(channels_[c] + ".count");
        for (int k = 0; k < system_.channels[c].capacity; ++k)
            for (const std::string& field : message_leaves_)
                leaves.push_back(channels_[c] + ".messages[" + std::to_string(k) + "]" + field);
    }
}

// ---- scalarsets -----------------------------------------------------------------------------------------------------

/// A sort becomes a scalarset if all its names may be exchanged; cores also need one node of a kind each, or none.
void MurphiText::choose_parameters() {
    static constexpr std::array<const char*, model::sort_count> name{"core", "thread", "address", "value"};
    for (std::size_t s = 0; s < model::sort_count; ++s) {
        const auto sort = static_cast<model::Sort>(s);
        const int extent = system_.shape[sort];
        const auto pairs = std::count_if(system_.symmetries.begin(), system_.symmetries.end(),
                                         [&](const Exchange& e) { return e.sort == sort; });
        if (extent < 2 || pairs < extent * (extent - 1) / 2) continue;
        if (sort == model::Sort::core && std::any_of(system_.nodes.begin(), system_.nodes.end(), [](const model::NodeInfo& node) {
                return node.owner >= 0 && node.owner != node.index;
            }))
            continue;
        for (int i = 0; i < extent; ++i) {
            const std::string type = declare(name[s], "scalarset(" + std::to_string(extent) + ")");
            all_parameters_.push_back({unique(name[s] + std::to_string(i)), type, sort, i});
            parameters_[name[s]].push_back(all_parameters_.back().name);
        }
    }
}

bool MurphiText::has_scalars(const Layout& layout) const {
    if (layout.kind == Layout::Kind::leaf) return scalar(*layout.type);
    return std::any_of(layout.parts.begin(), layout.parts.end(), [&](const Layout& part) { return has_scalars(part); });
}

/// Statements that undefine what is not in use in `path`: all of it, or what `used` says.
std::string MurphiText::tidy(const Layout& layout, const std::string& path, int depth, bool used) const {
    if (!has_scalars(layout)) return "";
    const std::string margin(static_cast<std::size_t>(2 * depth), ' ');
    const std::string i = "i" + std::to_string(depth);
    const auto loop = [&](const std::string& over, const std::string& body) {
        return body.empty() ? "" : margin + "for " + i + ": " + over + " do\n" + body + margin + "end;\n";
    };
    const auto optional = [&](const Layout& item, const std::string& of, const std::string& flag, int inner,
                              const std::string& at) {
        const std::string all = tidy(item, at, inner + 1, false), some = used ? tidy(item, at, inner + 1, true) : "";
        if (!used) return tidy(item, at, inner, false);
        const std::string m(static_cast<std::size_t>(2 * inner), ' ');
        if (some.empty()) return m + "if !" + of + flag + " then\n" + all + m + "end;\n";
        return m + "if " + of + flag + " then\n" + some + m + "else\n" + all + m + "end;\n";
    };
    const auto at = [](const Layout& item, const std::string& prefix) {
        return prefix + (item.kind == Layout::Kind::record ? "" : ".item");
    };
    std::string out;
    switch (layout.kind) {
        case Layout::Kind::leaf: return used ? "" : margin + "undefine " + path + ";\n";
        case Layout::Kind::set: return "";
        case Layout::Kind::array: return loop(type(*layout.type), tidy(layout.parts[0], path + "[" + i + "]", depth + 1, used));
        case Layout::Kind::table: {
            const std::string slot = path + "[" + i + "]";
            return loop(type(*layout.type), optional(layout.parts[0], slot, ".present", depth + 1, at(layout.parts[0], slot)));
        }
        case Layout::Kind::maybe: return optional(layout.parts[0], path, ".present", depth, at(layout.parts[0], path));
        case Layout::Kind::fifo: {
            const std::string slot = path + ".items[" + i + "]";
            const std::string over = range(layout.capacity);
            if (!used) return loop(over, tidy(layout.parts[0], slot, depth + 1, false));
            const std::string all = tidy(layout.parts[0], slot, depth + 2, false),
                              some = tidy(layout.parts[0], slot, depth + 2, true);
            const std::string m = margin + "  ";
            return loop(over, m + "if " + path + ".size <= " + i + " then\n" + all + (some.empty() ? "" : m + "else\n" + some) +
                                  m + "end;\n");
        }
        case Layout::Kind::record: break;
    }
    for (std::size_t p = 0; p < layout.parts.size(); ++p)
        out += tidy(layout.parts[p], path + "." + member(layout.members[p]), depth, used);
    if (!used || layout.used.empty()) return out;
    Paths paths = this->paths();
    paths.add(layout, path);
    Scope scope;
    for (std::size_t leaf = 0; leaf < paths.leaves.size(); ++leaf)
        scope.names[{layout.itself, static_cast<int>(leaf)}] = paths.leaves[leaf];
    for (const auto& [leaf, flag] : paths.scalars) {
        const Expression when = layout.used[static_cast<std::size_t>(leaf)];
        if (when.is(1)) continue;
        if (flag >= 0) throw std::invalid_argument("no scalarsets: clear_unused of " + layout.name + " clears a part of a part");
        out += margin + "if " + condition(negation(when), scope) + " then undefine " +
               paths.leaves[static_cast<std::size_t>(leaf)] + "; end;\n";
    }
    return out;
}

void MurphiText::write_tidiers() {
    for (const NodeKindInfo& kind : system_.kinds) {
        std::string body = tidy(kind.layout, "n", 1, true);
        tidiers_.push_back(body.empty() ? "" : unique("tidy_" + kind.layout.name));
        if (!body.empty())
            procedures_ += "procedure " + tidiers_.back() + "(var n: " + declare(kind.layout) + ");\nbegin\n" + body + "end;\n\n";
    }
}

std::string MurphiText::reset() const {
    std::string out;
    std::set<std::string> seen;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        const std::string name = nodes_[n].substr(0, nodes_[n].find('['));
        if (seen.insert(name).second) out += "  clear " + name + ";\n";
        if (!tidier(static_cast<int>(n)).empty()) out += "  " + tidier(static_cast<int>(n)) + "(" + nodes_[n] + ");\n";
    }
    return out + reset_channels_;
}

/// One variable for all channels from one kind to another: an array over the cores of either end.
void MurphiText::name_arrays_of_channels() {
    std::map<std::tuple<int, int, int>, std::string> known;
    const auto node = [&](int n) -> const model::NodeInfo& { return system_.nodes[static_cast<std::size_t>(n)]; };
    const bool cores = parameters_.contains("core");
    const auto stem = [&](int n) {
        return cores ? nodes_[static_cast<std::size_t>(n)].substr(0, nodes_[static_cast<std::size_t>(n)].find('['))
                     : identifier(node(n).name);
    };
    for (const model::ChannelInfo& channel : system_.channels) {
        if (!channel.ordered && channel.capacity > 1)
            throw std::invalid_argument(
                "no scalarsets: the messages of an unordered channel are sorted, and scalarsets have no order; capacity=1 is "
                "possible");
        channel_types_.push_back(declare("channel", "record\n    count: " + range(channel.capacity + 1) +
                                                        ";\n    messages: array [" + range(channel.capacity) + "] of " +
                                                        message_type_ + ";\n  end"));
        const bool from = cores && node(channel.from).owner >= 0, to = cores && node(channel.to).owner >= 0;
        std::string& name =
            known[{cores ? node(channel.from).kind : channel.from, cores ? node(channel.to).kind : channel.to, channel.network}];
        if (name.empty()) {
            name = unique(stem(channel.from) + "_to_" + stem(channel.to));
            std::string type = channel_types_.back(), element = name, open, close;
            for (const char* i : {"i", "j"}) {
                if (i[0] == 'i' ? !from : !to) continue;
                open += std::string("for ") + i + ": core do ";
                close += " end;";
                element += std::string("[") + i + "]";
                type = "array [core] of " + type;
            }
            variables_ += "  " + name + ": " + type + ";\n";
            reset_channels_ += "  undefine " + name + "; " + open + element + ".count := 0;" + close + "\n";
        }
        channels_.push_back(name +
                            (from ? "[" + parameters_["core"][static_cast<std::size_t>(node(channel.from).owner)] + "]" : "") +
                            (to ? "[" + parameters_["core"][static_cast<std::size_t>(node(channel.to).owner)] + "]" : ""));
    }
}

// ---- names and types ------------------------------------------------------------------------------------------------

std::string MurphiText::unique(const std::string& wanted) {
    std::string name = wanted;
    while (!usable(name) || !taken_.insert(name).second) name += "_";
    return name;
}

std::string MurphiText::declare(const std::string& name, const std::string& definition) {
    std::string& known = declared_[{name, definition}];
    if (known.empty()) {
        known = unique(name);
        types_ += "  " + known + ": " + definition + ";\n";
    }
    return known;
}

std::string MurphiText::declare(const ValueType& type) {
    if (type.kind == ValueType::Kind::boolean) return "boolean";
    if (type.name.empty()) return range(type.cardinality);
    const bool numbered = type.names.empty() || type.names[0] == "0";
    if (const auto known = value_types_.find(&type); known != value_types_.end()) return known->second;
    if (scalar(type)) return value_types_[&type] = declare(type.name, "scalarset(" + std::to_string(type.cardinality) + ")");
    std::string definition = range(type.cardinality);
    if (!numbered) {
        definition.clear();
        for (const std::string& name : type.names) {
            // What is no word of the language keeps its name; two types with one name for a value are told apart.
            const std::string called = unique(usable(name) && taken_.contains(name) ? type.name + "_" + name : name);
            if (called != name) renamed_ += "-- " + name + " of " + type.name + " is called " + called + " here.\n";
            value_names_[&type].push_back(called);
            definition += (definition.empty() ? "enum { " : ", ") + called;
        }
        definition += " }";
    }
    return value_types_[&type] = declare(type.name, definition);
}

std::string MurphiText::declare(const Layout& layout) {
    const auto array = [&](const std::string& element) { return "array [" + declare(*layout.type) + "] of " + element; };
    switch (layout.kind) {
        case Layout::Kind::leaf: return declare(*layout.type);
        case Layout::Kind::array:
        case Layout::Kind::set: return array(declare(layout.parts[0]));
        case Layout::Kind::table: return array(declare_optional(layout.parts[0]));
        case Layout::Kind::maybe: return declare_optional(layout.parts[0]);
        case Layout::Kind::fifo: {
            const std::string items = "array [" + range(layout.capacity) + "] of " + declare(layout.parts[0]);
            return declare("fifo", "record\n    size: " + range(layout.capacity + 1) + ";\n    items: " + items + ";\n  end");
        }
        case Layout::Kind::record: return declare(layout.name, "record\n" + record(layout) + "  end");
    }
    return "";
}

std::string MurphiText::declare_optional(const Layout& item) {
    const bool inlined = item.kind == Layout::Kind::record;
    const std::string members = inlined ? record(item) : "    item: " + declare(item) + ";\n";
    return declare(inlined ? item.name : "maybe", "record\n    present: boolean;\n" + members + "  end");
}

std::string MurphiText::record(const Layout& layout) {
    std::string members;
    for (std::size_t i = 0; i < layout.parts.size(); ++i)
        members += "    " + member(layout.members[i]) + ": " + declare(layout.parts[i]) + ";\n";
    return members;
}

/// Nodes called SM0, SM1, ... become an array SM; a single node is a variable of its own.
void MurphiText::name_nodes() {
    for (std::size_t kind = 0; kind < system_.kinds.size(); ++kind) {
        std::vector<const model::NodeInfo*> members;
        for (const model::NodeInfo& node : system_.nodes)
            if (node.kind == static_cast<int>(kind)) members.push_back(&node);
        if (members.empty()) continue;
        const std::string stem = members[0]->name.substr(0, members[0]->name.find_last_not_of("0123456789") + 1);
        const bool numbered = std::all_of(members.begin(), members.end(), [&](const model::NodeInfo* node) {
            return node->name == stem + std::to_string(node->index);
        });
        // Of "L1 0" that is L1, which must not be the name of a type as well.
        const std::string name = unique(numbered ? stem.substr(0, stem.find_last_not_of(' ') + 1) : identifier(members[0]->name));
        const std::string type = declare(system_.kinds[kind].layout);
        const bool owned = members[0]->owner >= 0 && parameters_.contains("core");
        for (const model::NodeInfo* node : members)
            nodes_.push_back(owned      ? name + "[" + parameters_["core"][static_cast<std::size_t>(node->index)] + "]"
                             : numbered ? name + "[" + std::to_string(node->index) + "]"
                                        : name);
        const std::string index = owned ? declare("core", "scalarset(" + std::to_string(system_.shape[model::Sort::core]) + ")")
                                        : range(static_cast<int>(members.size()));
        variables_ += "  " + name + ": " + (numbered || owned ? "array [" + index + "] of " : "") + type + ";\n";
    }
}

void MurphiText::name_channels() {
    for (const model::ChannelInfo& channel : system_.channels) {
        channels_.push_back(unique(identifier(channel.name)));
        channel_types_.push_back(declare("channel", "record\n    count: " + range(channel.capacity + 1) +
                                                        ";\n    messages: array [" + range(channel.capacity) + "] of " +
                                                        message_type_ + ";\n  end"));
        variables_ += "  " + channels_.back() + ": " + channel_types_.back() + ";\n";
    }
}

std::string MurphiText::type(const ValueType& type) const {
    if (type.kind == ValueType::Kind::boolean) return "boolean";
    if (type.name.empty()) return range(type.cardinality);
    return value_types_.at(&type);
}

std::string MurphiText::constant(int value, const ValueType& type) const {
    if (type.kind == ValueType::Kind::boolean) return value ? "true" : "false";
    if (scalar(type)) return parameters_.at(type.name)[static_cast<std::size_t>(value)];
    if (const auto called = value_names_.find(&type); called != value_names_.end())
        return called->second.at(static_cast<std::size_t>(value));
    return type.names.empty() ? std::to_string(value) : type.names.at(static_cast<std::size_t>(value));
}

std::string MurphiText::variable(Expression e, const Scope& scope) const {
    if (const auto renamed = scope.names.find(e.place()); renamed != scope.names.end()) return renamed->second;
    if (e.place().node == Place::message) return scope.message + message_leaf(e.place().leaf);
    return leaf(e.place().node, e.place().leaf);
}

std::string MurphiText::expression(Expression e, const ValueType& type, const Scope& scope) const {
    if (e.is_constant()) return constant(e.constant(), type);
    const auto operand = [&](int i) { return expression(e.operand(i), type, scope); };
    switch (e.op()) {
        case Operator::variable: return variable(e, scope);
        case Operator::sum: {
            const Expression b = e.operand(1);
            if (b.is_constant() && b.constant() < 0) return "(" + operand(0) + " - " + std::to_string(-b.constant()) + ")";
            return "(" + operand(0) + " + " + operand(1) + ")";
        }
        case Operator::maximum: return "later(" + operand(0) + ", " + operand(1) + ")";
        case Operator::conditional:
            if (scalarsets()) return "(" + condition(e.operand(0), scope) + " ? " + operand(1) + " : " + operand(2) + ")";
            return function(type.kind == ValueType::Kind::number ? "moment" : this->type(type),
                            "  if " + condition(e.operand(0), scope) + " then\n    return " + operand(1) +
                                ";\n  else\n    return " + operand(2) + ";\n  end;\n",
                            scope);
        default: return condition(e, scope);
    }
}

std::string MurphiText::condition(Expression e, const Scope& scope) const {
    if (e.is_constant()) return e.constant() ? "true" : "false";
    const Expression a = e.operand(0), b = e.operand(1);
    const auto compare = [&](Expression x, const char* sign, Expression y) {
        const ValueType& type = x.is_constant() ? y.type() : x.type();
        return expression(x, type, scope) + sign + expression(y, type, scope);
    };
    switch (e.op()) {
        case Operator::equal: return compare(b, " = ", a);  // constants are operand 0
        case Operator::less: return compare(a, " < ", b);
        case Operator::negation:
            if (a.op() == Operator::equal) return compare(a.operand(1), " != ", a.operand(0));
            if (a.op() == Operator::less) return compare(a.operand(1), " <= ", a.operand(0));
            if (a.op() == Operator::variable) return "!" + variable(a, scope);
            return "!(" + condition(a, scope) + ")";
        case Operator::conjunction: return all_of({condition(a, scope), condition(b, scope)}, scope);
        case Operator::disjunction: return any_of({condition(a, scope), condition(b, scope)}, scope);
        case Operator::variable: return variable(e, scope);
        default: return expression(e, e.type(), scope);
    }
}

// ---- functions ------------------------------------------------------------------------------------------------------

std::string MurphiText::function(const std::string& type, const std::string& body, const Scope& scope,
                                 const std::string& variables) const {
    std::string formals, actuals;
    for (const auto& [name, of_type] : scope.locals) {
        if (!mentions(body, name)) continue;
        formals += (formals.empty() ? "" : "; ") + name + ": " + of_type;
        actuals += (actuals.empty() ? "" : ", ") + name;
    }
    std::string& name = functions_by_text_[formals + "|" + type + "|" + body];
    if (name.empty()) {
        name = "f" + std::to_string(function_count_++);
        while (taken_.contains(name)) name += "_";
        functions_ += "function " + name + "(" + formals + "): " + type + ";\n" + (variables.empty() ? "" : "var\n" + variables) +
                      "begin\n" + body + "end;\n\n";
    }
    return name + "(" + actuals + ")";
}

std::string MurphiText::all_of(const std::vector<std::string>& conditions, const Scope& scope) const {
    std::string all, body;
    for (const std::string& c : conditions) {
        if (c == "true") continue;
        if (c == "false") return "false";
        all += (all.empty() ? "" : " & ") + c;
        body += "  if !(" + c + ") then return false; end;\n";
    }
    if (all.empty()) return "true";
    if (all.size() > limit()) return function("boolean", body + "  return true;\n", scope);
    return conditions.size() == 1 ? all : "(" + all + ")";
}

std::string MurphiText::any_of(const std::vector<std::string>& conditions, const Scope& scope) const {
    std::string any, body;
    for (const std::string& c : conditions) {
        if (c == "false") continue;
        if (c == "true") return "true";
        any += (any.empty() ? "" : " | ") + c;
        body += "  if " + c + " then return true; end;\n";
    }
    if (any.empty()) return "false";
    if (any.size() > limit()) return function("boolean", body + "  return false;\n", scope);
    return conditions.size() == 1 ? any : "(" + any + ")";
}

}  // namespace tandem::exports
