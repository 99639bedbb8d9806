// The names that an operation or an action speaks of.
#pragma once

#include "model/reflect.hpp"

namespace tandem::smt {

/// Calls f(sort, number) for each name that is a member of `item`, or in a set that is.
template <class T, class F>
void for_each_name(const T& item, F&& f) {
    model::for_each_member(item, [&]<class M>(const char*, const M& member) {
        if constexpr (model::is_id<M>) f(M::sort, static_cast<int>(member.number));
        else if constexpr (model::is_set<M>) member.each([&](auto name) { f(M::sort, static_cast<int>(name.number)); });
    });
}

}  // namespace tandem::smt
