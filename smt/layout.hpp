// The structure of a described state as data: what exports print as types, and the order of the leaves.
#pragma once

#include <boost/core/demangle.hpp>
#include <typeinfo>

#include "model/print.hpp"
#include "smt/expression.hpp"

namespace tandem::smt {

struct Layout {
    enum class Kind : std::uint8_t { leaf, array, table, set, maybe, fifo, record };
    Kind kind;
    const ValueType* type = nullptr;   // of a leaf; of the names that index an array, table or set
    int capacity = 0;                  // of a fifo
    std::string name{};                  // of a record's type
    std::vector<std::string> members{};  // of a record
    std::vector<Layout> parts{};         // the types of the members, or of the one element
    /// Of a record: when each of its leaves is in use, in terms of variables {itself, i}; empty if always.
    std::vector<Expression> used{};
    int itself = Place::message - 1;
};

/// The name of the type of leaves that grow older as time passes.
inline constexpr const char* physical_time = "instant";

/// "L1Line" for tandem::gtsc::L1Line<D>.
template <class T>
std::string type_name() {
    std::string name = boost::core::demangle(typeid(T).name());
    name = name.substr(0, name.find('<'));
    return name.substr(name.rfind(':') + 1);
}

inline const ValueType& sort_type(Expressions& expressions, model::Sort sort, const model::Shape& shape) {
    static constexpr std::array<const char*, model::sort_count> name{"core", "thread", "address", "value"};
    ValueType type{ValueType::Kind::name, name[static_cast<std::size_t>(sort)], shape[sort], {}};
    for (int i = 0; i < type.cardinality; ++i) type.names.push_back(model::name_text(sort, i));
    return expressions.type(type);
}

template <model::Leaf T>
const ValueType& leaf_type(Expressions& expressions, const model::Shape& shape) {
    using Kind = ValueType::Kind;
    ValueType type{Kind::number, "", model::cardinality<T>(shape), {}};
    if constexpr (std::is_same_v<T, bool>) {
        type.kind = Kind::boolean;
        type.name = "boolean";
    } else if constexpr (model::is_id<T>) {
        return sort_type(expressions, T::sort, shape);
    } else if constexpr (std::is_same_v<T, model::Time>) {
        type.name = "time";
    } else if constexpr (std::is_same_v<T, model::PhysicalTime>) {
        type.name = physical_time;
    } else if constexpr (model::DescribedEnum<T>) {
        type.kind = Kind::enumeration;
        type.name = type_name<T>();
        for (int i = 0; i < type.cardinality; ++i) type.names.push_back(model::name_of(static_cast<T>(i)));
    }
    return expressions.type(type);
}

template <model::Reflected T>
Layout layout_of(Expressions& expressions, const model::Shape& shape) {
    using Kind = Layout::Kind;
    if constexpr (model::Leaf<T>) {
        return {.kind = Kind::leaf, .type = &leaf_type<T>(expressions, shape)};
    } else if constexpr (model::is_array<T>) {
        using Item = typename decltype(T::items)::value_type;
        return {
            .kind = Kind::array, .type = &sort_type(expressions, T::sort, shape), .parts = {layout_of<Item>(expressions, shape)}};
    } else if constexpr (model::is_table<T>) {
        using Item = decltype(T::Slot::item);
        return {
            .kind = Kind::table, .type = &sort_type(expressions, T::sort, shape), .parts = {layout_of<Item>(expressions, shape)}};
    } else if constexpr (model::is_set<T>) {
        return {
            .kind = Kind::set, .type = &sort_type(expressions, T::sort, shape), .parts = {layout_of<bool>(expressions, shape)}};
    } else if constexpr (model::is_maybe<T>) {
        return {.kind = Kind::maybe, .parts = {layout_of<decltype(T::item)>(expressions, shape)}};
    } else if constexpr (model::is_fifo<T>) {
        using Item = typename decltype(T::items)::value_type;
        return {.kind = Kind::fifo, .capacity = T::capacity, .parts = {layout_of<Item>(expressions, shape)}};
    } else {
        Layout layout{.kind = Kind::record, .name = type_name<T>()};
        T object{};
        model::for_each_member(object, [&]<class Member>(const char* name, Member&) {
            layout.members.push_back(name);
            layout.parts.push_back(layout_of<Member>(expressions, shape));
        });
        return layout;
    }
}

/// The types of the leaves of T, in their order.
template <model::Reflected T>
std::vector<const ValueType*> leaf_types(Expressions& expressions, const model::Shape& shape) {
    std::vector<const ValueType*> types;
    T object{};
    model::for_each_leaf(object, shape, [&]<class L>(L&) { types.push_back(&leaf_type<L>(expressions, shape)); });
    return types;
}

/// Calls visit(record, first) for each record in `layout`, inner ones first, where `first` is the first of the record's leaves,
/// if those of `layout` begin at `first`. Returns where they end.
template <class F>
int each_record(const Layout& layout, int first, F&& visit) {
    const auto several = [&](int count, bool with_flag) {
        int at = first;
        for (int i = 0; i < count; ++i) at = each_record(layout.parts[0], at + with_flag, visit);
        return at;
    };
    switch (layout.kind) {
        case Layout::Kind::leaf: return first + 1;
        case Layout::Kind::array:
        case Layout::Kind::set: return several(layout.type->cardinality, false);
        case Layout::Kind::table: return several(layout.type->cardinality, true);
        case Layout::Kind::maybe: return several(1, true);
        case Layout::Kind::fifo: {
            int at = first + 1;
            for (int i = 0; i < layout.capacity; ++i) at = each_record(layout.parts[0], at, visit);
            return at;
        }
        case Layout::Kind::record: break;
    }
    int at = first;
    for (const Layout& part : layout.parts) at = each_record(part, at, visit);
    visit(layout, first);
    return at;
}

/// Whether a leaf of this type is a moment of physical time: it grows older as time passes.
inline bool is_instant(const ValueType& type) { return type.name == physical_time; }

/// Whether an expression speaks of such a moment.
inline bool mentions_instant(Expression e) {
    if (e.is_constant()) return false;
    if (e.op() == Operator::variable) return is_instant(e.type());
    return mentions_instant(e.operand(0)) || mentions_instant(e.operand(1)) || mentions_instant(e.operand(2));
}

}  // namespace tandem::smt
