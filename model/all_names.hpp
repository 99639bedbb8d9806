// What a text does with all names of a sort at once, whatever their number: nothing here tells one name from another, or how many
// there are. A loop of one's own could (any_number.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "model/containers.hpp"
#include "model/lemma.hpp"

namespace tandem::model {

/// Puts all names of the shape in.
template <class D, Sort S, class Shape>
void insert_all(Set<D, S>& set, const Shape& shape) {
    int names = shape[S];
    if constexpr (requires { D::max_extent; }) names = std::min(names, room<D>(S));  // a simulator's sets grow
    for (int i = 0; i < names; ++i) set.insert(i);
}

/// Whether the name is the shape's last. It tells names apart: a text in which that matters is the same in no two sizes, as paths
/// show (smt/prove/any/uniformity.hpp).
template <class Name, class Shape>
bool is_last(const Name& name, const Shape& shape) {
    return bool(name == shape[Name::sort] - 1);
}

/// What is done captures nothing, and changes its first argument alone: so it cannot count.
template <class F>
constexpr void require_no_captures() {
    static_assert(std::is_empty_v<F>,
                  "what is done with each name's item captures nothing, so that it is the same for all: it gets "
                  "what it asks for as further arguments, which do not change");
}

/// Does f(item, asked...) with what belongs to each name in an array or a table. Of any number of names one item stands for all
/// (any_number.hpp).
template <class Store, class F, class... Asked>
void do_with_all(Store& store, F f, const Asked&... asked) {
    require_no_captures<F>();
    if constexpr (requires { store.items; })
        for (auto& item : store.items) f(item, asked...);
    else if constexpr (requires { store.item; }) f(store.item, asked...);
    else store.each([&](auto, auto& item) { f(item, asked...); });
}

/// Whether holds(item, asked...) for all that is in a table. It captures nothing either.
template <class InTable, class F, class... Asked>
bool each_satisfies(InTable& table, F holds, const Asked&... asked) {
    require_no_captures<F>();
    if constexpr (requires { table.item; }) {
        return bool(holds(table.item, asked...));
    } else {
        bool all = true;
        table.each([&](auto, auto& item) {
            if (!holds(item, asked...)) all = false;
        });
        return all;
    }
}

/// Whether holds(item, asked...) for something in the array. On symbols that is one question, however many names there are; what
/// `holds` returns is then a symbol. It captures nothing either.
template <class D, Sort S, class T, class F, class... Asked>
typename D::Flag some_satisfies(const Array<D, S, T>& array, F holds, const Asked&... asked) {
    require_no_captures<F>();
    if constexpr (requires { array.items; }) {
        typename D::Flag some = false;
        for (const T& item : array.items) some = disjunction(some, holds(item, asked...));
        return some;
    } else {
        return holds(array.item, asked...);
    }
}

/// Sends the message to the node of each core in the set. On symbols that is one path, however many cores there are: a channel
/// takes it where its core is in the set.
template <class D, class Kind, class Message, class Context>
void send_to_all(const Set<D, Sort::core>& set, Kind kind, const Message& message, Context& ctx) {
    if constexpr (requires { Core<D>::any_of_its_sort; }) {
        ctx.send(kind, Core<D>(), message);
    } else if constexpr (requires { ctx.send_if(set.members[0], kind, Core<D>(), message); }) {
        for (int i = 0; i < room<D>(Sort::core); ++i)
            ctx.send_if(set.members[static_cast<std::size_t>(i)], kind, Core<D>(i), message);
    } else {
        set.each([&](Core<D> core) { ctx.send(kind, core, message); });
    }
}

/// Whether no name is in the set. On symbols that is one question, where `empty` asks for each name.
template <class D, Sort S>
bool none_in(const Set<D, S>& set) {
    if constexpr (requires { set.members[0].value; }) {
        typename D::Flag some = false;
        for (const auto& member : set.members) some = disjunction(some, member);
        return !bool(some);
    } else {
        return set.empty();
    }
}

/// Adds one for each name in the set. Of any number of names that would be another text in each size. So a domain that keeps to
/// one text is told (`names_counted`).
template <class D, Sort S, class Count>
void count_names(const Set<D, S>& set, Count& count) {
    if constexpr (requires { D::names_counted(); }) D::names_counted();
    if constexpr (!requires { Set<D, S>::Key::any_of_its_sort; }) set.each([&](auto) { count += 1; });
}

/// Takes out of the set whoever is in the other.
template <class D, Sort S>
void erase_all(Set<D, S>& set, const Set<D, S>& others) {
    using Key = typename Set<D, S>::Key;
    if constexpr (requires { Key::any_of_its_sort; }) {
        set.clear();
    } else if constexpr (requires { set.members[0].value; }) {
        for (std::size_t i = 0; i < set.members.size(); ++i) set.members[i] = conjunction(set.members[i], !others.members[i]);
    } else {
        others.each([&](Key name) { set.erase(name); });
    }
}

/// Gives each name in an array what the list, by number, says: what memory holds at first, of each block.
template <class D, Sort S, class T>
void assign_all(Array<D, S, T>& array, const std::vector<int>& list) {
    if constexpr (requires { array.items; })
        for (std::size_t n = 0; n < list.size(); ++n) array[static_cast<int>(n)] = list[n];
}

/// Which of `parts` alike parts, such as banks, a name belongs to, if they are dealt out in turn. With more than one part it
/// tells names apart, which paths show.
template <class Name>
int dealt_to(const Name& name, int parts) {
    if constexpr (requires { Name::any_of_its_sort; }) return 0;
    else return parts == 1 ? 0 : static_cast<int>(name.index()) % parts;
}

}  // namespace tandem::model
