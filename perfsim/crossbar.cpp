#include "perfsim/crossbar.hpp"

namespace tandem::perfsim {

Crossbar::Crossbar(const CrossbarShape& shape, Clock& clock, int self, int senders, int receivers)
    : shape_(shape), clock_(clock), self_(self), senders_(senders), receivers_(receivers),
      inputs_(static_cast<std::size_t>(shape.inputs)), outputs_(static_cast<std::size_t>(shape.outputs)) {}

int Crossbar::send(int input, int output, int bytes, std::uint32_t payload) {
    Input& from = inputs_[static_cast<std::size_t>(input)];
    const int count = std::max(1, (bytes + shape_.flit_bytes - 1) / shape_.flit_bytes);
    from.queue.push({payload, output, count, clock_.now()});
    waiting_ |= std::uint64_t(1) << input;
    ++packets_;
    flits += static_cast<std::uint64_t>(count);
    clock_.wake(self_, std::max(clock_.now() + 1, from.free));
    return count;
}

std::uint32_t Crossbar::receive(int output) {
    Output& at = outputs_[static_cast<std::size_t>(output)];
    if (at.wanted) {
        at.wanted = false;
        clock_.wake(self_, clock_.now() + 1);
    }
    --packets_;
    return at.queue.pop().payload;
}

void Crossbar::start(Input& from, Output& to, int input, int output) {
    const Cycle now = clock_.now();
    Packet packet = from.queue.pop();
    if (from.queue.empty()) waiting_ &= ~(std::uint64_t(1) << input);
    waited += static_cast<std::uint64_t>(now - packet.ready);
    from.free = to.free = now + packet.flits;
    packet.ready = now + packet.flits + shape_.latency;
    clock_.wake(receivers_ + output, packet.ready);
    to.queue.push(packet);
    if (from.sender_waits) {
        from.sender_waits = false;
        clock_.wake(senders_ + input, now + 1);
    }
}

void Crossbar::step() {
    const Cycle now = clock_.now();
    Cycle next = never;
    const std::uint64_t candidates = waiting_;
    const std::uint64_t later_ones = ~std::uint64_t(0) << turn_;
    for (const std::uint64_t part : {candidates & later_ones, candidates & ~later_ones})
        for (std::uint64_t left = part; left != 0; left &= left - 1) {
            const int input = std::countr_zero(left);
            Input& from = inputs_[static_cast<std::size_t>(input)];
            const int output = from.queue.front().output;
            Output& to = outputs_[static_cast<std::size_t>(output)];
            const Cycle both_free = std::max(from.free, to.free);
            if (both_free <= now && to.queue.size() < shape_.output_packets) {
                start(from, to, input, output);
                if (!from.queue.empty()) next = std::min(next, from.free);
            } else if (both_free > now) {
                next = std::min(next, both_free);
            } else {
                to.wanted = true;
            }
        }
    turn_ = (turn_ + 1) % shape_.inputs;
    if (next != never) clock_.wake(self_, next);
}

}  // namespace tandem::perfsim
