// What a wavefront asks of a memory with scoped synchronization: a warp's instruction with an order and a scope (rsp.txt, 2.2 and 4.1).
//
// An access without order is an ordinary one. One with an order is an atomic access, performed at the cache of its scope. A *remote* one
// reaches scope instances outside the wavefront's own hierarchy: rm_acq, rm_rel, rm_ar.
#pragma once

#include "model/warp_instruction.hpp"

namespace tandem::model {

enum class Order : std::uint8_t {
    plain,    // no synchronization: HSA's ordinary load or store
    relaxed,  // atomic, and orders nothing else
    acquire,
    release,
    acquire_release,
};
BOOST_DESCRIBE_ENUM(Order, plain, relaxed, acquire, release, acquire_release)

/// HSA's scopes, each within the next: a work-item, a wavefront, a work-group, a component (a GPU), the system.
enum class Scope : std::uint8_t { wi, wv, wg, cmp, sys };
BOOST_DESCRIBE_ENUM(Scope, wi, wv, wg, cmp, sys)

constexpr bool acquires(Order order) { return order == Order::acquire || order == Order::acquire_release; }
constexpr bool releases(Order order) { return order == Order::release || order == Order::acquire_release; }

/// How an instruction synchronizes; in a message and in what a wavefront has under way as well.
template <class D>
struct Synchronization {
    Enum<D, Order> order{};
    Enum<D, Scope> scope{};
    Flag<D> remote{};
    BOOST_DESCRIBE_CLASS(Synchronization, (), (order, scope, remote), (), ())
};

template <class D>
struct ScopedInstruction : WarpInstruction<D> {
    Synchronization<D> synchronization{};
    BOOST_DESCRIBE_CLASS(ScopedInstruction, (WarpInstruction<D>), (synchronization), (), ())
};

}  // namespace tandem::model
