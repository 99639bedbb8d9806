// What a warp asks of a memory whose fences have an order: of HRF's synchronization operations, a fence may be one alone.
#pragma once

#include "model/synchronization.hpp"
#include "model/warp_instruction.hpp"

namespace tandem::model {

/// The order is a fence's: `plain` is both a release and an acquire, and nothing else of `Order` is meant than these two.
template <class D>
struct OrderedInstruction : WarpInstruction<D> {
    Enum<D, Order> order{};
    BOOST_DESCRIBE_CLASS(OrderedInstruction, (WarpInstruction<D>), (order), (), ())

    bool well_formed() const {
        if (this->kind != AccessKind::fence) return order == Order::plain && WarpInstruction<D>::well_formed();
        return order != Order::relaxed && order != Order::acquire_release && WarpInstruction<D>::well_formed();
    }
    /// "W0 fence", "W0 fence_release".
    std::string text() const {
        const std::string plain = WarpInstruction<D>::text();
        return order == Order::plain ? plain : plain + "_" + name_of(order);
    }
};

/// Whether a fence of this order waits for what the thread has under way, so that later stores follow all of it.
template <class Order>
bool fence_releases(const Order& order) {
    return !bool(order == model::Order::acquire);
}
/// Whether the thread's later accesses find what was performed before the fence.
template <class Order>
bool fence_acquires(const Order& order) {
    return !bool(order == model::Order::release);
}

}  // namespace tandem::model
