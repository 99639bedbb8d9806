// What a wavefront asks of a memory with scoped synchronization: a warp's instruction with an order and a scope (rsp.txt, 2.2 and
// 4.1).
//
// An access without order is an ordinary one. One with an order is an atomic access, performed at the cache of its scope. A
// *remote* one reaches scope instances outside the wavefront's own hierarchy: rm_acq, rm_rel, rm_ar.
#pragma once

#include "model/synchronization.hpp"
#include "model/warp_instruction.hpp"

namespace tandem::model {

template <class D>
struct ScopedInstruction : WarpInstruction<D> {
    Synchronization<D> synchronization{};
    BOOST_DESCRIBE_CLASS(ScopedInstruction, (WarpInstruction<D>), (synchronization), (), ())

    /// "W0 load A", "W0 store_rel_wg B := 1", "W1 atomic_rm_ar_cmp B := 0".
    std::string text() const {
        const std::string plain = WarpInstruction<D>::text(), kind = name_of(this->kind);
        const auto& [order, scope, remote] = synchronization;
        if (order == Order::plain) return plain;
        const char* orders[] = {"", "rlx", "acq", "rel", "ar"};
        std::string said = plain;
        said.replace(said.find(kind), kind.size(),
                     kind + (remote ? "_rm_" : "_") + orders[static_cast<int>(order)] + "_" + name_of(scope));
        return said;
    }
};

}  // namespace tandem::model
