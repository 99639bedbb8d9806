// What a text does with all names of a sort at once, whatever their number: nothing here tells one name from another, or how many
// there are. A loop of one's own could (any_number.hpp).
#pragma once

#include <algorithm>

#include "model/containers.hpp"

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

/// f captures nothing, and changes its first argument alone: so it cannot count.
template <class F>
constexpr void require_no_captures() {
    static_assert(std::is_empty_v<F>,
                  "what is done with each name's item captures nothing, so that it is the same for all: it gets "
                  "what it asks for as further arguments, which do not change");
}

/// Does f(item, asked...) with what belongs to each name.
template <class D, Sort S, class T, class F, class... Asked>
void do_with_all(Array<D, S, T>& array, F f, const Asked&... asked) {
    require_no_captures<F>();
    for (T& item : array.items) f(item, asked...);
}

}  // namespace tandem::model
