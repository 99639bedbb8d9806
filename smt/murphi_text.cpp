#include "smt/murphi_text.hpp"

#include <algorithm>

namespace tandem::smt {
namespace {

constexpr const char* keywords[] = {
    "alias",     "array",    "assert",   "assume",      "begin",     "boolean",   "by",        "case",       "clear",
    "const",     "cover",    "do",       "else",        "elsif",     "end",       "endalias",  "endexists",  "endfor",
    "endforall", "endfunction", "endif", "endprocedure", "endrecord", "endrule",  "endruleset", "endstartstate",
    "endswitch", "endwhile", "enum",     "error",       "exists",    "false",     "for",       "forall",     "function",
    "if",        "in",       "interleaved", "invariant", "isundefined", "liveness", "multiset", "of",        "procedure",
    "process",   "program",  "put",      "record",      "return",    "rule",      "ruleset",   "scalarset",  "startstate",
    "switch",    "then",     "to",       "traceuntil",  "true",      "type",      "undefine",  "union",      "var",
    "while"};

/// Lists the fields below `layout`, in the order of the leaves, and the aggregates that they form.
struct Paths {
    std::vector<std::string> leaves;
    std::vector<MurphiText::Aggregate> aggregates;

    void add(const Layout& layout, const std::string& prefix) {
        if (layout.kind == Layout::Kind::leaf) return leaves.push_back(prefix);
        const std::size_t here = aggregates.size();
        aggregates.push_back({prefix, static_cast<int>(leaves.size()), 0});
        const auto name = [&](int i) { return prefix + "[" + layout.type->names[static_cast<std::size_t>(i)] + "]"; };
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
                leaves.push_back(prefix + ".size");
                for (int i = 0; i < layout.capacity; ++i) add(layout.parts[0], prefix + ".items[" + std::to_string(i) + "]");
                break;
            case Layout::Kind::record:
                for (std::size_t i = 0; i < layout.parts.size(); ++i) add(layout.parts[i], prefix + "." + layout.members[i]);
                break;
        }
        aggregates[here].last = static_cast<int>(leaves.size());
    }

    /// Of what may be absent: a flag, and beside it the members of a record or one item.
    void add_optional(const Layout& item, const std::string& prefix) {
        leaves.push_back(prefix + ".present");
        const std::size_t here = aggregates.size();
        const bool inlined = item.kind == Layout::Kind::record;
        add(item, prefix + (inlined ? "" : ".item"));
        // The record is one with its flag.
        if (inlined) --aggregates[here].first;
    }
};

std::string range(int values) { return "0.." + std::to_string(values - 1); }

std::string identifier(std::string name) {
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

}  // namespace

MurphiText::MurphiText(const TransitionSystem& system) : system_(system) {
    taken_.insert(std::begin(keywords), std::end(keywords));
    message_type_ = declare(system.message.layout);
    Paths message;
    message.add(system.message.layout, "");
    message_leaves_ = message.leaves;
    name_nodes();
    name_channels();
    for (std::size_t n = 0; n < system.nodes.size(); ++n) {
        Paths paths;
        paths.add(system.kinds[static_cast<std::size_t>(system.nodes[n].kind)].layout, nodes_[n]);
        leaves_.push_back(std::move(paths.leaves));
        aggregates_.push_back(std::move(paths.aggregates));
    }
}

std::string MurphiText::unique(const std::string& wanted) {
    std::string name = wanted;
    while (!taken_.insert(name).second) name += "_";
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
    std::string definition = range(type.cardinality);
    if (!numbered) {
        definition.clear();
        for (const std::string& name : type.names) {
            definition += (definition.empty() ? "enum { " : ", ") + name;
            taken_.insert(name);
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
        members += "    " + layout.members[i] + ": " + declare(layout.parts[i]) + ";\n";
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
        const std::string name = unique(numbered ? stem : identifier(members[0]->name));
        const std::string type = declare(system_.kinds[kind].layout);
        for (const model::NodeInfo* node : members)
            nodes_.push_back(numbered ? name + "[" + std::to_string(node->index) + "]" : name);
        variables_ += "  " + name + ": " + (numbered ? "array [" + range(static_cast<int>(members.size())) + "] of " : "") + type + ";\n";
    }
}

void MurphiText::name_channels() {
    for (const model::ChannelInfo& channel : system_.channels) {
        channels_.push_back(unique(identifier(channel.name)));
        channel_types_.push_back(declare("channel", "record\n    count: " + range(channel.capacity + 1) + ";\n    messages: array [" +
                                                        range(channel.capacity) + "] of " + message_type_ + ";\n  end"));
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
    const auto simple = [&](Expression x) { return x.is_constant() || x.op() == Operator::variable || x.op() == Operator::sum; };
    switch (e.op()) {
        case Operator::variable: return variable(e, scope);
        case Operator::sum: {
            const Expression b = e.operand(1);
            if (b.is_constant() && b.constant() < 0) return "(" + operand(0) + " - " + std::to_string(-b.constant()) + ")";
            return "(" + operand(0) + " + " + operand(1) + ")";
        }
        case Operator::maximum: {
            const std::string a = operand(0), b = operand(1);
            if (simple(e.operand(0)) && simple(e.operand(1))) return "(" + a + " < " + b + " ? " + b + " : " + a + ")";
            return "later(" + a + ", " + b + ")";
        }
        case Operator::conditional:
            return "(" + condition(e.operand(0), scope) + " ? " + operand(1) + " : " + operand(2) + ")";
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
        case Operator::conjunction: return "(" + condition(a, scope) + " & " + condition(b, scope) + ")";
        case Operator::disjunction: return "(" + condition(a, scope) + " | " + condition(b, scope) + ")";
        case Operator::variable: return variable(e, scope);
        default: return "(" + expression(e, e.type(), scope) + ")";
    }
}

}  // namespace tandem::smt
