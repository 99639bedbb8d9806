// One direction of the network between SMs and L2 banks: what waits at its ends. A crossbar (crossbar.hpp) or a torus (torus.hpp) moves it.
//
// What waits at an end is counted in packets, or, if the shape says how many, in flits: then a packet needs room for all its flits. At an input they leave one by one; a
// receiver takes them together. An end at which nothing is takes a packet, or an instruction's, of any size, so nothing waits for ever. Full receivers press back.
#pragma once

#include <string>

#include "perfsim/clock.hpp"
#include "perfsim/ring.hpp"

namespace tandem::perfsim {

struct DirectionShape {
    int inputs = 1, outputs = 1;
    int flit_bytes = 32;     // a power of two
    int latency = 4;         // cycles from end to end, besides the flits and, in a torus, the hops
    int input_packets = 8;   // that wait at each input
    int output_packets = 8;  // that wait at each output, those on their way included
    int input_flits = 0, output_flits = 0;  // the same in flits, for which packets do not count then; 0: only packets do
    int most_flits = 1;      // of a packet: what a sender reckons with that does not know
    // Behind each output: a pipeline that takes in a packet a cycle. 0: the receiver takes each from the output itself.
    int pipeline_packets = 0;
    int pipeline_latency = 0;  // cycles that a packet is in it, at least
};

class Direction {
public:
    /// Part `self` of the clock moves what it has; its receivers are the parts from `receivers` on, its senders those from `senders` on.
    Direction(const DirectionShape& shape, Clock& clock, int self, int senders, int receivers);

    // ---- senders
    /// Whether the input takes `packets` more, of `flits` in all (each may be the largest, if not said). One that is empty takes any number, for an instruction may send many
    /// at once.
    bool room(int input, int packets = 1, int flits = 0) const {
        const Input& from = inputs_[static_cast<std::size_t>(input)];
        if (shape_.input_flits > 0) [[unlikely]] return room_from(from, flits_of(packets, flits)) <= clock_.now();
        return from.queue.empty() || from.queue.size() + packets <= shape_.input_packets;
    }
    /// The sender found no room for that many, and wants to be woken when there is.
    void await_room(int input, int packets = 1, int flits = 0) {
        Input& from = inputs_[static_cast<std::size_t>(input)];
        if (shape_.input_flits > 0) [[unlikely]] return await_flits(from, input, flits_of(packets, flits));
        from.awaited = from.awaited == 0 ? packets : std::min(from.awaited, packets);
    }
    /// Whether flits are counted, and not packets.
    bool counts_flits() const { return shape_.input_flits > 0; }
    /// Returns how many flits the packet has. It is on its way from the next cycle on.
    [[gnu::always_inline]] int send(int input, int output, int bytes, std::uintptr_t payload) {
        Input& from = inputs_[static_cast<std::size_t>(input)];
        const int count = std::max(1, (bytes + shape_.flit_bytes - 1) >> flit_bits_);
        const Cycle now = clock_.now();
        if (from.queue.empty()) wants(input, output);
        wake(std::max(now + 1, from.free));
        from.queue.push({payload, static_cast<std::uint16_t>(output), static_cast<std::uint16_t>(count), static_cast<std::uint32_t>(now)});
        ++packets_;
        from.waiting += count;
        flits += static_cast<std::uint64_t>(count);
        return count;
    }

    // ---- receivers
    /// Whether a packet is there, at the end of the pipeline if there is one.
    bool arrived(int output) const { return next_arrival(output) <= clock_.now(); }
    /// When the next packet is there or was, or `never`. Who receives is woken for a packet that finds nothing before it, and looks for others here.
    Cycle next_arrival(int output) const {
        const Output& at = outputs_[static_cast<std::size_t>(output)];
        if (at.queue.empty()) return never;
        // Until the pipeline has taken it in nothing can delay it: only a full pipeline gets room later.
        return at.entered > 0 ? at.queue.front().ready : std::max(at.queue.front().ready, at.room_since) + shape_.pipeline_latency;
    }
    /// Whether a packet is there or on its way there.
    bool expects(int output) const { return !outputs_[static_cast<std::size_t>(output)].queue.empty(); }
    /// The first of them.
    std::uintptr_t front(int output) const { return outputs_[static_cast<std::size_t>(output)].queue.front().payload; }
    /// Takes the packet that has arrived.
    [[gnu::always_inline]] std::uintptr_t receive(int output) {
        Output& at = outputs_[static_cast<std::size_t>(output)];
        Cycle room = clock_.now();  // at the output
        // Which packets are in the pipeline need be known only when it may be full.
        if (at.queue.size() >= shape_.pipeline_packets && shape_.pipeline_packets > 0) {
            enter_pipeline(at, clock_.now());
            if (at.entered == shape_.pipeline_packets) at.room_since = ++room;
        }
        if (at.entered > 0) --at.entered;
        else at.held -= at.queue.front().flits;
        if (at.wanted) {
            at.wanted = false;
            wake(room + 1);
        }
        --packets_;
        return at.queue.pop().payload;
    }

    // ---- where both ends are simulated apart (perfsim/two_sides.hpp)
    /// The receivers' end has a packet that is there in cycle `when`. Whether nothing was before it.
    bool arrive(int output, std::uintptr_t payload, Cycle when) {
        Output& at = outputs_[static_cast<std::size_t>(output)];
        const bool first = at.queue.empty();
        at.queue.push({payload, when, 0, 0});
        ++packets_;
        return first;
    }
    int waiting(int output) const { return outputs_[static_cast<std::size_t>(output)].queue.size(); }
    /// The end that carries them tells of those at an output that nothing can delay any more, as of the end of cycle `now`: f(payload, when it can be received, when it started) for
    /// each but the first `told`. Returns how many there are.
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

private:
    friend class Crossbar;
    friend class Torus;

    struct Waiting {
        std::uintptr_t payload = 0;
        std::uint16_t output = 0, flits = 0;
        std::uint32_t sent = 0;  // the cycle's last bits
    };
    struct Started {
        std::uintptr_t payload = 0;
        Cycle ready = 0;  // when it is at the output; in the pipeline: when it is through
        int flits = 0;
        int delay = 0;    // cycles from the output to the end of the pipeline
    };
    // Each is a line of the host's cache: a machine has more state than fits there, so what an event touches counts.
    struct alignas(64) Input {
        Ring<Waiting> queue;
        Cycle free = 0;
        int awaited = 0;  // packets or flits that its sender waits to find room for
        int waiting = 0;  // flits of the queue
    };
    struct alignas(64) Output {
        Ring<Started> queue;
        Cycle free = 0;
        std::uint64_t inputs = 0;  // whose first packet goes here
        Cycle room_since = 0;      // when the pipeline had room again after it was full
        int entered = 0;           // of the queue's packets, those that are known to be in the pipeline
        int held = 0;              // flits of the others
        bool wanted = false;       // a packet waits because the queue is full
    };
    // ---- for what moves packets
    /// The first packet of an input leaves it, a flit a cycle.
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
    /// A packet is on its way to an output, where it is in cycle `ready`.
    [[gnu::always_inline]] void enter(int output, std::uintptr_t payload, int flits, Cycle ready) {
        Output& to = outputs_[static_cast<std::size_t>(output)];
        if (to.queue.empty()) clock_.wake(receivers_ + output, ready + shape_.pipeline_latency);
        to.queue.push({payload, ready, flits, 0});
        to.held += flits;
    }
    /// Whoever sends finds it awake mostly.
    void wake(Cycle when) {
        if (when == woken_for_) return;
        woken_for_ = when;
        clock_.wake(self_, when);
    }
    void wants(int input, int output) {
        outputs_[static_cast<std::size_t>(output)].inputs |= std::uint64_t(1) << input;
        wanted_outputs_ |= std::uint64_t(1) << output;
    }
    /// When the first packet that is not in the pipeline enters it, unless that stays full.
    static Cycle entry(Output& at) { return std::max(at.queue[at.entered].ready, at.room_since); }
    /// Whether the output takes a packet of so many flits.
    bool has_room(Output& at, int flits) {
        if (fits(at, flits)) return true;
        enter_pipeline(at, clock_.now());
        return fits(at, flits);
    }
    bool fits(const Output& at, int flits) const {
        if (shape_.output_flits > 0) [[unlikely]] return at.held == 0 || at.held + flits <= shape_.output_flits;
        return at.queue.size() - at.entered < shape_.output_packets;
    }
    /// When an output without room may have some: the cycle after its next packet enters the pipeline. `never` if only its receiver can make room, which then wakes the crossbar.
    Cycle room_at(Output& at) {
        if (at.entered < shape_.pipeline_packets) return entry(at) + 1;
        at.wanted = true;
        return never;
    }
    int flits_of(int packets, int flits) const { return flits > 0 ? flits : packets * shape_.most_flits; }
    /// The first cycle in which an input has room for so many flits, if no other packet starts; or `never`.
    Cycle room_from(const Input& from, int flits) const {
        if (from.queue.empty() && flits > shape_.input_flits) return from.free;
        if (from.waiting + flits > shape_.input_flits) return never;
        // Of the packet that leaves one flit goes in each cycle until `free`.
        return from.free - (shape_.input_flits - from.waiting - flits);
    }
    void await_flits(Input& from, int input, int flits) {
        const Cycle when = room_from(from, flits);
        if (when != never) return clock_.wake(senders_ + input, when);
        from.awaited = from.awaited == 0 ? flits : std::min(from.awaited, flits);
    }
    /// Nobody needs to act when a packet enters the pipeline: it is noted afterwards.
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
    std::uint64_t wanted_outputs_ = 0;  // to which a packet wants to go
    int packets_ = 0;
    Cycle woken_for_ = 0;  // the cycle that it asked for last
};

}  // namespace tandem::perfsim
