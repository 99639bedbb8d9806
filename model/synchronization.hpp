// How a memory access synchronizes: its order, its scope, and whether it reaches other scope instances (rsp.txt, 2.2 and 4.1).
#pragma once

#include "model/reflect.hpp"

namespace tandem::model {

BOOST_DEFINE_FIXED_ENUM_CLASS(Order, std::uint8_t,
    plain,    // no synchronization: HSA's ordinary load or store
    relaxed,  // atomic, and orders nothing else
    acquire,
    release,
    acquire_release)

/// HSA's scopes, each within the next: a work-item, a wavefront, a work-group, a component (a GPU), the system.
BOOST_DEFINE_FIXED_ENUM_CLASS(Scope, std::uint8_t, wi, wv, wg, cmp, sys)

/// How an instruction synchronizes; in a message, and for a wavefront's access under way.
template <class D>
struct Synchronization {
    Enum<D, Order> order{};
    Enum<D, Scope> scope{};
    Flag<D> remote{};
    BOOST_DESCRIBE_CLASS(Synchronization, (), (order, scope, remote), (), ())
    friend bool operator==(const Synchronization&, const Synchronization&) = default;
};

template <class D>
bool acquires(const Synchronization<D>& s) { return s.order == Order::acquire || s.order == Order::acquire_release; }
template <class D>
bool releases(const Synchronization<D>& s) { return s.order == Order::release || s.order == Order::acquire_release; }

}  // namespace tandem::model
