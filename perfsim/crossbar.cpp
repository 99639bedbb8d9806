#include "perfsim/crossbar.hpp"

namespace tandem::perfsim {

inline int Crossbar::choose(std::uint64_t inputs) const {
    const Cycle now = ends_.clock_.now();
    if ((inputs & (inputs - 1)) == 0) {  // nobody to alternate with
        const int only = std::countr_zero(inputs);
        return ends_.inputs_[static_cast<std::size_t>(only)].free <= now ? only : -1;
    }
    const std::uint64_t later = inputs & ~std::uint64_t(0) << now % ends_.shape_.inputs;
    for (std::uint64_t part : {later, inputs & ~later})
        for (; part != 0; part &= part - 1)
            if (ends_.inputs_[static_cast<std::size_t>(std::countr_zero(part))].free <= now) return std::countr_zero(part);
    return -1;
}

Cycle Crossbar::hold(Direction::Input& from, Direction::Output& to, int flits) const {
    const Cycle rate = ends_.shape_.port_flits;
    const Cycle end = std::max({from.free * rate + from.moved, to.free * rate + to.moved, ends_.clock_.now() * rate}) + flits;
    from.free = to.free = end / rate;
    from.moved = static_cast<int>(end % rate);
    to.moved = static_cast<std::uint8_t>(from.moved);
    return (end + rate - 1) / rate;
}

bool Crossbar::start_packets() {
    const Cycle now = ends_.clock_.now();
    const bool several = ends_.shape_.port_flits > 1;
    bool started = false;
    Cycle next = never;
    for (std::uint64_t left = ends_.wanted_outputs_ & ~ends_.full_outputs_; left != 0; left &= left - 1) {
        const int output = std::countr_zero(left);
        Direction::Output& to = ends_.outputs_[static_cast<std::size_t>(output)];
        if (to.free > now) {
            next = std::min(next, to.free);
        } else if (!ends_.has_room(to, 1)) {
            next = std::min(next, ends_.room_at_full(to, output));
        } else if (const int input = choose(to.inputs); input >= 0) {
            Direction::Input& from = ends_.inputs_[static_cast<std::size_t>(input)];
            if (!ends_.has_room(to, from.queue.front().flits)) {
                next = std::min(next, ends_.room_at(to));
                continue;
            }
            if (several) [[unlikely]] {
                const Cycle free = from.free;
                const Direction::Waiting packet = ends_.leave(from, input);
                from.free = free;
                const Cycle end = hold(from, to, packet.flits);
                ends_.enter(output, packet.payload, static_cast<int>(end - now), end + ends_.shape_.latency);
                started = true;
                continue;
            }
            const Direction::Waiting packet = ends_.leave(from, input);
            to.free = from.free;
            ends_.enter(output, packet.payload, packet.flits, to.free + ends_.shape_.latency);
            if (to.inputs != 0) next = std::min(next, to.free);
            if (!from.queue.empty()) next = std::min(next, from.free);
        } else {
            for (std::uint64_t waiting = to.inputs; waiting != 0; waiting &= waiting - 1)
                next = std::min(next, ends_.inputs_[static_cast<std::size_t>(std::countr_zero(waiting))].free);
        }
    }
    if (started) return true;
    if (next != never) ends_.wake(next);
    return false;
}

}  // namespace tandem::perfsim
