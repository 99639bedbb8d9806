// Names, types and expressions of a transition system in TLA+ (Lamport, "Specifying Systems").
//
// A node's state is a record, a map over a sort a function, a FIFO a sequence. What may be absent is a record with a flag
// `present`, whose other fields then hold their defaults. A message has the fields that its kind carries.
#pragma once

#include <map>
#include <set>
#include <string>

#include "exports/tla.hpp"
#include "smt/transition_system.hpp"

namespace tandem::exports {

using namespace smt;

/// A part of a node's state or of a message, as TLA+ sees it.
struct TlaPart {
    enum class Kind : std::uint8_t { leaf, function, record, sequence };
    Kind kind;
    int first, last;                     // its leaves are first..last-1; a sequence's first is its length
    const ValueType* type = nullptr;     // of a leaf; of the names that a function maps
    std::vector<std::string> members{};  // of a record
    std::vector<TlaPart> parts{};        // of a function by name; of a sequence by place
    std::string name{};                  // of its type
    bool optional = false;               // a record whose first member is `present`
    const Layout* layout = nullptr;      // of a record
};

class TlaText {
public:
    TlaText(const TransitionSystem& system, const TlaOptions& options);

    /// A name that is not known where it is printed: the text holds for some names of this sort only.
    struct Unbound {
        model::Sort sort;
    };
    /// What names and variables are called where something is printed.
    struct Scope {
        int node = 0;
        std::map<std::pair<model::Sort, int>, std::string> names{};
        std::set<model::Sort> literal{};            // the sorts whose other names are printed as they are
        std::map<Place, std::string> variables{};   // in place of where they stand
        bool carried = false;                       // of the fields of a message, none is out of use
        std::set<std::string> taken{};
        std::string monitor = "monitor";            // what its state is called
    };

    const std::string& definitions() const { return definitions_; }
    const std::vector<std::string>& variables() const { return variables_; }
    std::string type_invariant() const;
    std::string initial() const;
    const TlaPart& state(int node) const { return kinds_[kind_index(node)]; }
    const TlaPart& message() const { return message_; }
    bool variant(const TlaPart& record) const {
        return carried_known_ && record.layout && record.layout->name == system_.message.layout.name;
    }
    /// Whether messages of a kind have this field.
    bool carries(int kind, std::size_t member) const { return carried_[static_cast<std::size_t>(kind)][member]; }
    std::string identifier(const std::string& wanted);
    /// "LoadValue" for load-value; nobody else has the names of the system's invariants.
    static std::string invariant_name(const std::string& name);

    const std::string& set(model::Sort sort) const { return options_.sorts[static_cast<std::size_t>(sort)].set; }
    const std::string& element(model::Sort sort) const { return options_.sorts[static_cast<std::size_t>(sort)].element; }
    std::string fresh(const std::string& wanted, const Scope& scope) const;

    /// The operator that says what the monitor is after such an event.
    const std::string& observer(model::EventKind kind) const { return observers_.at(kind); }
    const std::string& node_variable(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
    const std::string& channel_variable(int channel) const { return channels_[static_cast<std::size_t>(channel)]; }
    bool in_array(int node) const { return system_.nodes[static_cast<std::size_t>(node)].owner >= 0; }
    /// How many indices a channel's variable has: one for the core at one end, two where cores are at both.
    int channel_depth(int channel) const { return static_cast<int>(channel_cores_[static_cast<std::size_t>(channel)].size()); }
    /// "[sm]", "[sm][sm2]"; the array of so many indices that has the value of `one` there; the set of such arrays of a type.
    std::string core_index(int depth) const;
    std::string for_cores(int depth, const std::string& one) const;
    std::string arrays_of(int depth, const std::string& type) const;
    /// Which of an array it is, as "[0]" or, of a channel from core to core, "[0][1]"; empty if the variable is no array.
    std::string node_index(int node, const Scope& scope) const;
    std::string channel_index(int channel, const Scope& scope) const;
    std::string node_path(const Scope& scope) const {
        return scope.node == system_.monitor_node() ? scope.monitor : node_variable(scope.node) + node_index(scope.node, scope);
    }
    std::string channel_path(int channel, const Scope& scope) const {
        return channel_variable(channel) + channel_index(channel, scope);
    }
    std::string leaf_path(Place place, const Scope& scope) const;

    std::string name(model::Sort sort, int number, const Scope& scope) const;
    std::string constant(int value, const ValueType& type, const Scope& scope) const;
    std::string expression(Expression e, const ValueType& type, const Scope& scope) const;
    std::string condition(Expression e, bool truth, const Scope& scope) const;
    /// The value of `part` where each leaf holds what value_of(leaf) says.
    template <class F>
    std::string value(const TlaPart& part, const Scope& scope, F&& value_of) const;
    std::string default_value(const TlaPart& part) const;

    static model::Sort sort_of(const ValueType& type);
    /// `e` with two names exchanged; constants of another type are left alone.
    Expression exchanged(Expression e, int node, model::Sort sort, int a, int b) const;
    int exchanged_leaf(int node, int leaf, model::Sort sort, int a, int b) const;
    /// The names of the sort that `e` is about.
    std::set<int> mentioned(Expression e, model::Sort sort) const;
    const ValueType& leaf_type(Place place) const;

private:
    struct Step {
        std::string text;  // ".wts", or empty for a name or place in a list
        int sort = -1;     // of a name
        int number = 0;
        friend auto operator<=>(const Step&, const Step&) = default;
    };
    using Path = std::vector<Step>;
    TlaPart part(const Layout& layout, int& next, Path path, std::vector<Path>& leaves);
    TlaPart optional_part(const Layout& item, int& next, const Path& path, std::vector<Path>& leaves);
    void add_members(TlaPart& record, const Layout& layout, int& next, const Path& path, std::vector<Path>& leaves);
    void define(const std::string& name, const std::string& definition);
    std::string define_record(const std::string& wanted, TlaPart& record);
    std::string value_set(const ValueType& type);
    void note_carried();
    void name_variables();
    std::string core_name(int i) const;
    /// Of a node, the monitor or Place::message: where its kind stands in lists of kinds.
    std::size_t kind_index(int node) const {
        if (node == Place::message) return leaf_paths_.size() - 1;
        return node == system_.monitor_node() ? system_.kinds.size()
                                              : static_cast<std::size_t>(system_.nodes[static_cast<std::size_t>(node)].kind);
    }
    const std::vector<Path>& paths(Place place) const { return leaf_paths_[kind_index(place.node)]; }

    const TransitionSystem& system_;
    TlaOptions options_;
    std::string definitions_;
    std::set<std::string> taken_;
    std::map<std::pair<std::string, std::string>, std::string> defined_;  // by wanted name and definition
    std::vector<TlaPart> kinds_;
    TlaPart message_;
    bool carried_known_ = false;
    std::vector<std::vector<bool>> carried_;     // by kind of message, then member
    std::vector<std::vector<Path>> leaf_paths_;  // by kind of node; messages are last
    std::vector<std::map<Path, int>> leaf_by_path_;
    std::vector<std::string> variables_, nodes_, channels_;
    // whose they are: of the sender, of the receiver, of both in this order, or of none
    std::vector<std::vector<int>> channel_cores_;
    std::map<model::EventKind, std::string> observers_;
    std::map<std::string, std::string> types_of_variables_, capacities_;
};

template <class F>
std::string TlaText::value(const TlaPart& part, const Scope& scope, F&& value_of) const {
    switch (part.kind) {
        case TlaPart::Kind::leaf: return constant(value_of(part.first), *part.type, scope);
        case TlaPart::Kind::sequence: {
            std::string items;
            for (int i = 0; i < value_of(part.first); ++i)
                items += (i ? ", " : "") + value(part.parts[static_cast<std::size_t>(i)], scope, value_of);
            return items.empty() ? "<< >>" : "<<" + items + ">>";
        }
        case TlaPart::Kind::record: {
            bool all_default = part.optional;
            for (int leaf = part.first; leaf < part.last; ++leaf) all_default = all_default && value_of(leaf) == 0;
            if (all_default) return default_value(part);
            std::string text;
            for (std::size_t i = 0; i < part.parts.size(); ++i)
                if (!variant(part) || carries(value_of(part.first), i))
                    text += (i ? ", " : "") + part.members[i] + " |-> " + value(part.parts[i], scope, value_of);
            return "[" + text + "]";
        }
        case TlaPart::Kind::function: break;
    }
    const model::Sort sort = sort_of(*part.type);
    const std::string x = fresh(element(sort), scope);
    std::vector<std::string> values;
    for (const TlaPart& item : part.parts) {
        Scope inner = scope;
        inner.taken.insert(x);
        values.push_back(value(item, inner, value_of));
    }
    std::string text = values.back();
    for (std::size_t i = values.size() - 1; i-- > 0;)
        if (values[i] != text)
            text = "IF " + x + " = " + name(sort, static_cast<int>(i), Scope{0, {}, {sort}, {}, {}}) + " THEN " + values[i] +
                   " ELSE " + text;
    return "[" + x + " \\in " + set(sort) + " |-> " + text + "]";
}

}  // namespace tandem::exports
