// What a wavefront may ask of the memory system (2.2, 4.1), and which remote operations stall synchronization.
#pragma once

#include "protocols/baseline/access.hpp"
#include "protocols/rsp/messages.hpp"

namespace tandem::rsp {

/// Whether an operation is meaningful. Accesses with an order touch one block. Remote operations reach beyond the work-group: a
/// load acquires, a store releases, and a read-modify-write does both, "regardless of what ordering the instruction specifies"
/// (4.4.1). With one component nothing distinguishes the system's scope from the component's.
template <class D>
bool issued(const model::ScopedInstruction<D>& op, const Config& config) {
    const auto& [order, scope, remote] = op.synchronization;
    if (op.kind == AccessKind::fence || !op.well_formed()) return false;
    if (order == Order::plain)
        return op.kind != AccessKind::atomic && scope == Scope::wi && !remote &&
               op.block_count() <= std::min(config.lanes, config.writes);
    if (op.block_count() != 1 || (scope == Scope::sys && config.components == 1)) return false;
    if (op.kind == AccessKind::atomic && !config.atomics) return false;
    const Order usual = op.kind == AccessKind::store              ? Order::release
                        : remote && op.kind == AccessKind::atomic ? Order::acquire_release
                                                                  : Order::acquire;
    if (remote) return order == usual && scope >= Scope::cmp;
    if (!config.every_order) return order == usual && scope >= Scope::wg;
    return op.kind == AccessKind::atomic || order == usual || order == Order::relaxed;
}

/// Whether synchronization stalls at the L1s while a remote operation is under way: 4.4, "enabling remote-acquire+release to
/// block issuing new synchronization operations within the target scope"; and the repairs of the other two.
template <class Access>
bool stalls(const Access& access, const Config& config) {
    if (access == AccessKind::load) return config.remote_acquire == RemoteAcquire::stalls;
    return access == AccessKind::atomic || config.remote_release == RemoteRelease::promotes;
}

}  // namespace tandem::rsp
