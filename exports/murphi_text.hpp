// Names, types and expressions of a transition system in Murphi, as both Rumur and CMurphi read it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "smt/transition_system.hpp"

namespace tandem::exports {

using namespace smt;

struct Paths;

class MurphiText {
public:
    MurphiText(const TransitionSystem& system, bool scalarsets);

    /// The declarations of all types, and of the state's variables.
    const std::string& types() const { return types_; }
    const std::string& variables() const { return variables_; }

    const std::string& node(int n) const { return nodes_[static_cast<std::size_t>(n)]; }
    /// The variables of the monitor; none without one.
    const std::vector<std::string>& monitor() const { return monitor_; }
    const std::string& channel(int c) const { return channels_[static_cast<std::size_t>(c)]; }
    const std::string& channel_type(int c) const { return channel_types_[static_cast<std::size_t>(c)]; }
    const std::string& message_type() const { return message_type_; }
    const std::string& leaf(int node, int leaf) const {
        return leaves_[static_cast<std::size_t>(node)][static_cast<std::size_t>(leaf)];
    }
    /// A record or array inside a node's state, and which leaves it consists of: first..last-1.
    struct Aggregate {
        std::string path;
        int first, last;
        bool clearable = true;  // without scalarsets, or whoever clears it also says that those are not in use
    };
    /// The aggregates of a node, outer before inner.
    const std::vector<Aggregate>& aggregates(int node) const { return aggregates_[static_cast<std::size_t>(node)]; }
    /// A field of a message, with its dot: ".kind".
    const std::string& message_leaf(int leaf) const { return message_leaves_[static_cast<std::size_t>(leaf)]; }

    // With scalarsets, the names of a sort are parameters of rules: a rule's text says "address0" where the system says A.
    bool scalarsets() const { return !parameters_.empty(); }
    bool scalar(const ValueType& type) const { return type.kind == ValueType::Kind::name && parameters_.contains(type.name); }
    struct Parameter {
        std::string name, type;
        model::Sort sort;
        int number;
    };
    /// The parameters of all scalarsets, by sort and number.
    const std::vector<Parameter>& parameters() const { return all_parameters_; }
    /// Whether a change of this leaf may take a scalarset out of use.
    bool matters(int node, int leaf) const { return matters_[static_cast<std::size_t>(node)].contains(leaf); }
    /// The procedure that undefines the scalarsets of a node that are not in use; empty where there are none.
    const std::string& tidier(int node) const {
        return tidiers_[static_cast<std::size_t>(system_.nodes[static_cast<std::size_t>(node)].kind)];
    }
    const std::string& procedures() const { return procedures_; }
    /// Statements that make everything the default and undefine all scalarsets that are not in use.
    std::string reset() const;

    /// Comments that say what could not keep its name.
    const std::string& renamed() const { return renamed_; }
    /// A name that nobody else has and that is no word of the language, as near to `wanted` as can be.
    std::string unique(const std::string& wanted);

    /// The type of what counts to `capacity`, from 0 on.
    const std::string& index(int capacity) const { return indices_.at(capacity); }

    std::string type(const ValueType& type) const;
    std::string constant(int value, const ValueType& type) const;

    /// How variables are called where an expression is printed.
    struct Scope {
        std::string message;                // the message that is being delivered
        std::map<Place, std::string> names; // in place of what `leaf` says
        std::map<std::string, std::string> locals{};  // what is no variable of the program, and its type
    };
    std::string expression(Expression e, const ValueType& type, const Scope& scope) const;
    std::string condition(Expression e, const Scope& scope) const;

    // CMurphi has room for a thousand characters of what it makes of an expression, and knows no conditional expression of two
    // types. So what is long, or depends on a condition, is a function.

    /// The longest expression that is written out.
    static constexpr std::size_t longest = 200;
    /// As far as it matters: programs with scalarsets are Rumur's, which reads what is long, and a function would not see the
    /// names that their rules bind.
    std::size_t limit() const { return scalarsets() ? std::string::npos : longest; }
    /// The call of a function with this body, which returns `type`; it gets as parameters what the body mentions of the scope's
    /// locals. `variables` declares its own.
    std::string function(const std::string& type, const std::string& body, const Scope& scope,
                         const std::string& variables = "") const;
    /// The call of one that says whether all of these hold, or the expression if it is short.
    std::string all_of(const std::vector<std::string>& conditions, const Scope& scope) const;
    std::string any_of(const std::vector<std::string>& conditions, const Scope& scope) const;
    /// The functions that were called so far.
    const std::string& functions() const { return functions_; }

private:
    Paths paths() const;
    void name_monitor();
    void name_contents();
    std::string declare(const std::string& name, const std::string& definition);
    std::string declare(const ValueType& type);
    std::string declare(const Layout& layout);
    std::string declare_optional(const Layout& item);
    std::string record(const Layout& layout);
    void choose_parameters();
    void write_tidiers();
    std::string tidy(const Layout& layout, const std::string& path, int depth, bool used) const;
    bool has_scalars(const Layout& layout) const;
    void name_nodes();
    void name_channels();
    void name_arrays_of_channels();
    std::string variable(Expression e, const Scope& scope) const;

    const TransitionSystem& system_;
    std::string types_, variables_, message_type_;
    std::set<std::string> taken_;
    std::map<std::pair<std::string, std::string>, std::string> declared_;  // by wanted name and definition
    std::map<const ValueType*, std::string> value_types_;
    std::vector<std::string> nodes_, monitor_, channels_, channel_types_, message_leaves_;
    std::vector<std::vector<std::string>> leaves_;
    std::vector<std::vector<Aggregate>> aggregates_;
    std::map<std::string, std::vector<std::string>> parameters_;  // by type
    std::vector<Parameter> all_parameters_;
    std::vector<std::set<int>> matters_;
    std::vector<std::string> tidiers_;  // by kind
    std::string procedures_, reset_channels_, renamed_;
    std::map<const ValueType*, std::vector<std::string>> value_names_;
    std::map<int, std::string> indices_;
    mutable std::string functions_;
    mutable std::map<std::string, std::string> functions_by_text_;
    mutable int function_count_ = 0;
};

}  // namespace tandem::exports
