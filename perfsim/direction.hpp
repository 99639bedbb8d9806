// One direction of the network between SMs and L2 banks, or between other parts: the packets that wait at its ends. A crossbar
// (crossbar.hpp) or a torus (torus.hpp) moves it.
//
// The capacity of an end is in packets, or in flits if the shape gives that; then a packet needs room for all its flits. Flits
// leave an input one by one; a receiver takes a packet's flits together. An empty end accepts a packet, or an instruction's
// packets, of any size, so nothing waits for ever. Full receivers exert back-pressure.
#pragma once

#include <string>

#include "perfsim/clock.hpp"
#include "perfsim/ring.hpp"

namespace tandem::perfsim {

struct DirectionShape {
    int inputs = 1, outputs = 1;
    int flit_bytes = 32;     // a power of two
    int port_flits = 1;      // that each input and each output moves in a cycle; more than 1 with a crossbar and packets only
    int latency = 4;         // cycles from end to end, besides the flits and, in a torus, the hops
    int input_packets = 8;   // that may wait at each input
    int output_packets = 8;  // that may wait at each output, including those on their way
    int input_flits = 0, output_flits = 0;  // the same in flits; packets do not count then. 0: only packets do
    int most_flits = 1;      // of a packet: assumed by a sender that does not know
    // Behind each output: a pipeline that accepts a packet a cycle. 0: the receiver takes each packet from the output itself.
    int pipeline_packets = 0;
    int pipeline_latency = 0;  // minimum number of cycles of a packet in it
};

class Direction {
public:
    /// Part `self` of the clock moves its packets. Its receivers are the parts from `receivers` on, its senders those from
    /// `senders` on.
    Direction(const DirectionShape& shape, Clock& clock, int self, int senders, int receivers);

    // ---- senders
    /// Whether the input accepts `packets` more, of `flits` in all (if not given, each may be the largest). An empty input
    /// accepts any number, since an instruction may send many at once.
    bool room(int input, int packets = 1, int flits = 0) const {
        const Input& from = inputs_[static_cast<std::size_t>(input)];
        if (shape_.input_flits > 0) [[unlikely]] return room_from(from, flits_of(packets, flits)) <= clock_.now();
        return from.queue.empty() || from.queue.size() + packets <= shape_.input_packets;
    }
    /// The sender found no room for that many, and is to be woken when there is.
    void await_room(int input, int packets = 1, int flits = 0) {
        Input& from = inputs_[static_cast<std::size_t>(input)];
        if (shape_.input_flits > 0) [[unlikely]] return await_flits(from, input, flits_of(packets, flits));
        from.awaited = from.awaited == 0 ? packets : std::min(from.awaited, packets);
    }
    /// Whether capacities are in flits, and not in packets.
    bool counts_flits() const { return shape_.input_flits > 0; }
    /// Returns the number of flits of the packet. It is on its way from the next cycle on.
    [[gnu::always_inline]] int send(int input, int output, int bytes, std::uintptr_t payload) {
        Input& from = inputs_[static_cast<std::size_t>(input)];
        const int count = std::max(1, (bytes + shape_.flit_bytes - 1) >> flit_bits_);
        const Cycle now = clock_.now();
        if (from.queue.empty()) wants(input, output);
        wake(std::max(now + 1, from.free));
        from.queue.push(
            {payload, static_cast<std::uint16_t>(output), static_cast<std::uint16_t>(count), static_cast<std::uint32_t>(now)});
        ++packets_;
        from.waiting += count;
        flits += static_cast<std::uint64_t>(count);
        return count;
    }

    // ---- receivers
    /// Whether a packet is there, at the end of the pipeline if there is one.
    bool arrived(int output) const { return next_arrival(output) <= clock_.now(); }
    /// When the next packet arrives or arrived, or `never`. A receiver is woken for a packet that finds none before it, and looks
    /// for others here.
    Cycle next_arrival(int output) const {
        const Output& at = outputs_[static_cast<std::size_t>(output)];
        if (at.queue.empty()) return never;
        // Nothing can delay it before the pipeline takes it in: only a full pipeline gets room later.
        return at.entered > 0 ? at.queue.front().ready
                              : std::max(at.queue.front().ready, at.room_since) + shape_.pipeline_latency;
    }
    /// Whether a packet has arrived or is on its way there.
    bool expects(int output) const { return !outputs_[static_cast<std::size_t>(output)].queue.empty(); }
    /// The first of these packets.
    std::uintptr_t front(int output) const { return outputs_[static_cast<std::size_t>(output)].queue.front().payload; }
    /// Takes the packet that has arrived.
    [[gnu::always_inline]] std::uintptr_t receive(int output) {
        Output& at = outputs_[static_cast<std::size_t>(output)];
        Cycle room = clock_.now();  // at the output
        // The packets in the pipeline need to be known only if it may be full.
        if (at.queue.size() >= shape_.pipeline_packets && shape_.pipeline_packets > 0) {
            enter_pipeline(at, clock_.now());
            if (at.entered == shape_.pipeline_packets) at.room_since = ++room;
        }
        if (at.entered > 0) --at.entered;
        else at.held -= at.queue.front().flits;
        if (at.wanted) {
            at.wanted = false;
            full_outputs_ &= ~(std::uint64_t(1) << output);
            wake(room + 1);
        }
        --packets_;
        return at.queue.pop().payload;
    }

    // ---- for ends that are simulated apart (perfsim/two_sides.hpp)
    /// The receivers' end gets a packet that arrives in cycle `when`. Returns whether none was before it.
    bool arrive(int output, std::uintptr_t payload, Cycle when) {
        Output& at = outputs_[static_cast<std::size_t>(output)];
        const bool first = at.queue.empty();
        at.queue.push({payload, when, 0, 0});
        ++packets_;
        return first;
    }
    int waiting(int output) const { return outputs_[static_cast<std::size_t>(output)].queue.size(); }
    /// The sending end reports the packets at an output that nothing can delay any more, as of the end of cycle `now`: f(payload,
    /// when it can be received, when it started) for each but the first `told`. Returns their number.
    template <class F>
    int tell(int output, int told, Cycle now, F&& f) {
        Output& at = outputs_[static_cast<std::size_t>(output)];
        if (shape_.pipeline_packets > 0) enter_pipeline(at, now);
        const int all = shape_.pipeline_packets > 0 ? at.entered : at.queue.size();
        for (; told < all; ++told) {
            const Started& packet = at.queue[told];
            f(packet.payload, packet.ready, packet.ready - packet.delay - packet.flits - shape_.latency);
        }
        return all;
    }

    /// Whether no packet waits or travels.
    bool empty() const { return packets_ == 0; }

    std::uint64_t flits = 0;
    std::uint64_t data_bytes = 0, all_bytes = 0;  // of what the packets carry, and of them; their sender counts both

private:
    friend class Crossbar;
    friend class Torus;

    struct Waiting {
        std::uintptr_t payload = 0;
        std::uint16_t output = 0, flits = 0;
        std::uint32_t sent = 0;  // the low bits of the cycle
    };
    struct Started {
        std::uintptr_t payload = 0;
        Cycle ready = 0;  // when it is at the output, or through the pipeline
        int flits = 0;
        int delay = 0;    // cycles from the output to the end of the pipeline
    };
    // Each fills a line of the host's cache. A machine has more state than fits there, so the memory that an event touches
    // matters.
    struct alignas(64) Input {
        Ring<Waiting> queue;
        Cycle free = 0;
        int awaited = 0;  // packets or flits that its sender waits to find room for
        int waiting = 0;  // flits of the queue
        int moved = 0;    // flits in the cycle `free`, if it moves several
    };
    struct alignas(64) Output {
        Ring<Started> queue;
        Cycle free = 0;
        std::uint64_t inputs = 0;  // inputs whose first packet goes here
        Cycle room_since = 0;      // when the pipeline had room again after it was full
        int entered = 0;           // number of the queue's packets known to be in the pipeline
        int held = 0;              // flits of the others
        bool wanted = false;       // a packet waits because the queue is full
        std::uint8_t moved = 0;    // flits in the cycle `free`, if it moves several
    };
    // ---- for the class that moves packets
    /// The first packet of an input leaves it, one flit a cycle.
    [[gnu::always_inline]] Waiting leave(Input& from, int input) {
        const Waiting packet = from.queue.pop();
        Output& to = outputs_[packet.output];
        to.inputs &= ~(std::uint64_t(1) << input);
        if (to.inputs == 0) wanted_outputs_ &= ~(std::uint64_t(1) << packet.output);
        if (!from.queue.empty()) wants(input, from.queue.front().output);
        from.free = clock_.now() + packet.flits;
        from.waiting -= packet.flits;
        if (from.awaited == 0) return packet;
        if (shape_.input_flits > 0) {
            await_flits(from, input, std::exchange(from.awaited, 0));
        } else if (room(input, from.awaited)) {
            from.awaited = 0;
            clock_.wake(senders_ + input, clock_.now() + 1);
        }
        return packet;
    }
    /// A packet is on its way to an output, and arrives there in cycle `ready`.
    [[gnu::always_inline]] void enter(int output, std::uintptr_t payload, int flits, Cycle ready) {
        Output& to = outputs_[static_cast<std::size_t>(output)];
        if (to.queue.empty()) clock_.wake(receivers_ + output, ready + shape_.pipeline_latency);
        to.queue.push({payload, ready, flits, 0});
        to.held += flits;
    }
    /// Senders mostly find it awake.
    void wake(Cycle when) {
        if (when == woken_for_) return;
        woken_for_ = when;
        clock_.wake(self_, when);
    }
    void wants(int input, int output) {
        outputs_[static_cast<std::size_t>(output)].inputs |= std::uint64_t(1) << input;
        wanted_outputs_ |= std::uint64_t(1) << output;
    }
    /// When the first packet outside the pipeline enters it, unless it stays full.
    static Cycle entry(Output& at) { return std::max(at.queue[at.entered].ready, at.room_since); }
    /// Whether the output accepts a packet of so many flits.
    [[gnu::always_inline]] bool has_room(Output& at, int flits) {
        if (fits(at, flits)) return true;
        if (shape_.pipeline_packets == 0) return false;
        enter_pipeline(at, clock_.now());
        return fits(at, flits);
    }
    bool fits(const Output& at, int flits) const {
        if (shape_.output_flits > 0) [[unlikely]] return at.held == 0 || at.held + flits <= shape_.output_flits;
        return at.queue.size() - at.entered < shape_.output_packets;
    }
    /// When an output without room for a single flit may have some (`room_at`). If only its receiver can make room, crossbars
    /// need not look at the output before it has.
    Cycle room_at_full(Output& at, int output) {
        const Cycle when = room_at(at);
        if (when == never) full_outputs_ |= std::uint64_t(1) << output;
        return when;
    }
    /// When an output without room may have some: the cycle after its next packet enters the pipeline. `never` if only its
    /// receiver can make room; it then wakes the crossbar.
    Cycle room_at(Output& at) {
        if (at.entered < shape_.pipeline_packets) return entry(at) + 1;
        at.wanted = true;
        return never;
    }
    int flits_of(int packets, int flits) const { return flits > 0 ? flits : packets * shape_.most_flits; }
    /// The first cycle in which an input has room for so many flits if no other packet starts; or `never`.
    Cycle room_from(const Input& from, int flits) const {
        if (from.queue.empty() && flits > shape_.input_flits) return from.free;
        if (from.waiting + flits > shape_.input_flits) return never;
        // The leaving packet sends one flit in each cycle until `free`.
        return from.free - (shape_.input_flits - from.waiting - flits);
    }
    void await_flits(Input& from, int input, int flits) {
        const Cycle when = room_from(from, flits);
        if (when != never) return clock_.wake(senders_ + input, when);
        from.awaited = from.awaited == 0 ? flits : std::min(from.awaited, flits);
    }
    /// No part needs to act when a packet enters the pipeline: it is recorded afterwards.
    void enter_pipeline(Output& at, Cycle now) {
        while (at.entered < std::min(at.queue.size(), shape_.pipeline_packets) && entry(at) <= now) {
            Started& packet = at.queue[at.entered];
            const Cycle through = entry(at) + shape_.pipeline_latency;
            packet.delay = static_cast<int>(through - packet.ready);
            packet.ready = through;
            at.held -= packet.flits;
            ++at.entered;
        }
    }

    DirectionShape shape_;
    Clock& clock_;
    int self_, senders_, receivers_, flit_bits_;
    std::vector<Input> inputs_;
    std::vector<Output> outputs_;
    std::uint64_t wanted_outputs_ = 0;  // outputs that some packet wants to go to
    std::uint64_t full_outputs_ = 0;    // those of them that have no room for a flit before their receivers make some
    int packets_ = 0;
    Cycle woken_for_ = 0;  // the last cycle that it asked for
};

}  // namespace tandem::perfsim
