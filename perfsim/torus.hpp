// A two-dimensional torus that moves the packets of all directions over the same links, flit by flit.
//
// An SM or a bank has a link to its router and one back; a router has a link to each of its four neighbours. Each link moves one
// flit a cycle. A packet takes a link when the buffer behind it has room for all its flits (virtual cut-through), and then holds
// it for as many cycles as it has flits. Its head is at the next router `hop_latency` cycles later and may go on at once.
// Requests, answers, messages between SMs and messages between banks each have a virtual network, with its own buffers (W. Dally
// and B. Towles, Principles and Practices of Interconnection Networks, 2004: 14.1, 14.2, 18.4).
//
// Routes are fixed (torus_places.hpp), so packets from one end to another keep their order in each virtual network. In a ring,
// buffers could wait for each other in a circle. So each virtual network has two virtual channels. A packet uses the first until
// it wraps around the end of the ring, and the second from there on (Dally and Seitz, "Deadlock-free message routing", IEEE
// Transactions on Computers 1987). With one channel it deadlocks: tests/perfsim/torus_test.cpp.
//
// Arbitration for a link is round-robin in two steps: among the channels of an input, and among the inputs that want an output
// (18.5, a separable allocator).
#pragma once

#include <span>

#include "perfsim/direction.hpp"
#include "perfsim/torus_places.hpp"

namespace tandem::perfsim {

struct TorusShape {
    TorusPlaces places;
    int hop_latency = 1;    // cycles from router to router, besides the flits: 1 or more
    int channel_flits = 8;  // capacity of a virtual channel at the end of a link; an empty one accepts a packet of any size
    int channels = 2;       // of each virtual network and ring; 1 deadlocks
};

class Torus {
public:
    /// A direction whose packets go from some ends to others: the number of the first of each.
    struct Carried {
        Direction* direction;
        int senders, receivers;
    };
    static constexpr int most_ends = 28;  // at a router

    /// It is part `self` of the clock. `router_of`: the router of each end. Directions outlive it.
    Torus(const TorusShape& shape, Clock& clock, int self, std::span<const int> router_of, std::vector<Carried> carried);

    /// Starts what can start in this cycle.
    void step();

    // that have left the ends' inputs, and that are at outputs or on the last link there
    std::uint64_t flits_in = 0, flits_out = 0;
    std::uint64_t flit_hops = 0;                // flits over links between routers
    std::uint64_t most_flits_of_a_link() const;

private:
    static constexpr int ways = 4;

    struct Packet {
        std::uintptr_t payload = 0;
        Cycle ready = 0;  // when its head is here
        std::uint16_t output = 0, flits = 0;
        std::int16_t to = 0;  // the router
        std::uint8_t carried = 0;
        bool second = false;  // it has wrapped around the end of its present ring
    };
    /// At the end of a link: the buffer of one virtual channel.
    struct Buffer {
        Ring<Packet> queue;
        int held = 0;  // flits that are here, or have reserved room
    };
    /// An input of a router, from a neighbour or an end.
    struct Incoming {
        Cycle free = 0;
        int last = 0;    // the channel that went last
        int buffers = 0; // from a neighbour: the first of its channels'
        int waiting = 0; // packets in all of them, including those on the link
        int end = -1;    // from an end: which
    };
    /// An output.
    struct Outgoing {
        Cycle free = 0;
        int last = 0;               // the input whose packet went last
        std::uint64_t flits = 0;
        std::uint64_t asked = 0;    // in this cycle, by which inputs
    };
    struct Router {
        std::vector<Incoming> in;   // from the neighbour to the east, west, south, north, and then from its ends
        std::vector<Outgoing> out;  // to these
    };
    /// A packet that may move.
    struct Candidate {
        int channel = -1, out = 0;
    };
    /// Of an end: which direction's input or output it is, by kind of traffic; -1: none.
    struct End {
        int router = 0, place = 0;  // among its router's
        std::vector<int> input, output;
    };
    /// The place of a packet after a link.
    struct Place {
        int router = 0, in = 0, channel = 0;
        bool second = false;
    };
    struct Freed {
        int buffer = 0, flits = 0;
    };

    void step_router(int number);
    /// The packet that router `number` may release from its input `in`.
    Candidate candidate(int number, int in);
    void grant(int number, int in, const Candidate& chosen, int out);
    /// The next packet in a channel of `in`, if it may be considered in this cycle.
    bool next_packet(const Incoming& in, int channel, Packet& packet);
    bool has_room(int number, int in, int out, const Packet& packet);
    /// The next step of a packet: to a neighbour, or to an end of the router.
    int route(int number, const Packet& packet) const;
    Place behind(int number, int in, int out, const Packet& packet) const;
    Incoming& incoming(const Place& place) {
        return routers_[static_cast<std::size_t>(place.router)].in[static_cast<std::size_t>(place.in)];
    }
    Buffer& buffer(const Place& place) { return buffers_[static_cast<std::size_t>(incoming(place).buffers + place.channel)]; }
    void later(Cycle when) { next_ = std::min(next_, when); }

    TorusShape shape_;
    Clock& clock_;
    int self_;
    std::vector<Carried> carried_;
    std::vector<End> ends_;
    std::vector<Router> routers_;
    std::vector<Buffer> buffers_;
    std::vector<Freed> freed_;     // in this cycle: room that is available in the next
    std::vector<Candidate> chosen_;
    Cycle next_ = never;
    bool lacks_room_ = false;      // a packet waits for room behind a link
};

}  // namespace tandem::perfsim
