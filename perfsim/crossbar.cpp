#include "perfsim/crossbar.hpp"

namespace tandem::perfsim {

Crossbar::Crossbar(const CrossbarShape& shape, Clock& clock, int self, int senders, int receivers)
    : shape_(shape), clock_(clock), self_(self), senders_(senders), receivers_(receivers), flit_bits_(std::countr_zero(static_cast<unsigned>(shape.flit_bytes))),
      inputs_(static_cast<std::size_t>(shape.inputs)), outputs_(static_cast<std::size_t>(shape.outputs)) {}

[[gnu::always_inline]] inline void Crossbar::start(Output& to, Input& from, int input, int output) {
    const Cycle now = clock_.now();
    const Waiting packet = from.queue.pop();
    to.inputs &= ~(std::uint64_t(1) << input);
    if (to.inputs == 0) wanted_outputs_ &= ~(std::uint64_t(1) << output);
    if (!from.queue.empty()) wants(input, from.queue.front().output);
    from.free = to.free = now + packet.flits;
    const Cycle ready = to.free + shape_.latency;
    if (to.queue.empty()) clock_.wake(receivers_ + output, ready + shape_.pipeline_latency);
    to.queue.push({packet.payload, ready, packet.flits, 0});
    to.held += packet.flits;
    from.waiting -= packet.flits;
    if (from.awaited == 0) return;
    if (shape_.input_flits > 0) {
        await_flits(from, input, std::exchange(from.awaited, 0));
    } else if (room(input, from.awaited)) {
        from.awaited = 0;
        clock_.wake(senders_ + input, now + 1);
    }
}

inline int Crossbar::choose(std::uint64_t inputs) const {
    const Cycle now = clock_.now();
    if ((inputs & (inputs - 1)) == 0) {  // nobody to take turns with
        const int only = std::countr_zero(inputs);
        return inputs_[static_cast<std::size_t>(only)].free <= now ? only : -1;
    }
    const std::uint64_t later = inputs & ~std::uint64_t(0) << now % shape_.inputs;
    for (std::uint64_t part : {later, inputs & ~later})
        for (; part != 0; part &= part - 1)
            if (inputs_[static_cast<std::size_t>(std::countr_zero(part))].free <= now) return std::countr_zero(part);
    return -1;
}

void Crossbar::step() {
    const Cycle now = clock_.now();
    Cycle next = never;
    for (std::uint64_t left = wanted_outputs_; left != 0; left &= left - 1) {
        const int output = std::countr_zero(left);
        Output& to = outputs_[static_cast<std::size_t>(output)];
        if (to.free > now) {
            next = std::min(next, to.free);
        } else if (!has_room(to, 1)) {
            next = std::min(next, room_at(to));
        } else if (const int input = choose(to.inputs); input >= 0) {
            Input& from = inputs_[static_cast<std::size_t>(input)];
            if (!has_room(to, from.queue.front().flits)) {
                next = std::min(next, room_at(to));
                continue;
            }
            start(to, from, input, output);
            if (to.inputs != 0) next = std::min(next, to.free);
            if (!from.queue.empty()) next = std::min(next, from.free);
        } else {
            for (std::uint64_t waiting = to.inputs; waiting != 0; waiting &= waiting - 1)
                next = std::min(next, inputs_[static_cast<std::size_t>(std::countr_zero(waiting))].free);
        }
    }
    if (next != never) wake(next);
}

}  // namespace tandem::perfsim
