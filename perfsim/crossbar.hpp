// One direction of the network between SMs and L2 banks: a crossbar that moves packets flit by flit.
//
// Each input and each output moves one flit a cycle. A packet holds both ends for as many cycles as it has flits (virtual
// cut-through, as its place at the receiver is reserved first), inputs are served in turn, and a packet that cannot go holds up those behind it. So packets from
// one end to another keep their order, and full receivers press back.
#pragma once

#include <string>

#include "perfsim/clock.hpp"
#include "perfsim/ring.hpp"

namespace tandem::perfsim {

struct CrossbarShape {
    int inputs = 1, outputs = 1;
    int flit_bytes = 32;
    int latency = 4;         // cycles from end to end, besides the flits
    int input_packets = 8;   // that wait at each input
    int output_packets = 8;  // that wait at each output, those on their way included
};

class Crossbar {
public:
    /// It is part `self` of the clock; its receivers are the parts from `receivers` on, its senders those from `senders` on.
    Crossbar(const CrossbarShape& shape, Clock& clock, int self, int senders, int receivers);

    // ---- senders
    /// Whether the input takes `packets` more. One that is empty takes any number, for an instruction may send many at once.
    bool room(int input, int packets = 1) const {
        const auto& queue = inputs_[static_cast<std::size_t>(input)].queue;
        return queue.empty() || queue.size() + packets <= shape_.input_packets;
    }
    /// The sender found no room and wants to be woken when there is.
    void await_room(int input) { inputs_[static_cast<std::size_t>(input)].sender_waits = true; }
    /// Returns how many flits the packet has. It is on its way from the next cycle on.
    int send(int input, int output, int bytes, std::uint32_t payload);

    // ---- receivers
    bool arrived(int output) const {
        const auto& queue = outputs_[static_cast<std::size_t>(output)].queue;
        return !queue.empty() && queue.front().ready <= clock_.now();
    }
    /// When the next packet that is on its way arrives, or `never`.
    Cycle next_arrival(int output) const {
        const auto& queue = outputs_[static_cast<std::size_t>(output)].queue;
        return queue.empty() ? never : queue.front().ready;
    }
    std::uint32_t front(int output) const { return outputs_[static_cast<std::size_t>(output)].queue.front().payload; }
    std::uint32_t receive(int output);

    /// Starts what can start in this cycle.
    void step();
    /// Whether no packet waits or travels.
    bool empty() const { return packets_ == 0; }

    std::uint64_t flits = 0;
    std::uint64_t waited = 0;  // cycles that packets spent at inputs

private:
    struct Packet {
        std::uint32_t payload = 0;
        int output = 0, flits = 0;
        Cycle ready = 0;  // at an input: when it came; at an output: when it is there
    };
    struct Input {
        Ring<Packet> queue;
        Cycle free = 0;
        bool sender_waits = false;
    };
    struct Output {
        Ring<Packet> queue;
        Cycle free = 0;
        bool wanted = false;  // a packet waits because the queue is full
    };
    void start(Input& from, Output& to, int input, int output);

    CrossbarShape shape_;
    Clock& clock_;
    int self_, senders_, receivers_;
    std::vector<Input> inputs_;
    std::vector<Output> outputs_;
    std::uint64_t waiting_ = 0;  // inputs with packets
    int turn_ = 0;               // the input that is served first
    int packets_ = 0;
};

}  // namespace tandem::perfsim
