// Packets take the time that their flits, the wires and the pipeline behind an output take, and full ends exert back-pressure.
#include <doctest/doctest.h>

#include <random>

#include "perfsim/crossbar.hpp"

namespace tandem::tests {

using perfsim::Cycle;

namespace {

// Parts of the clock: the crossbar, two senders, two receivers.
constexpr int self = 0, senders = 1, receivers = 3;

struct Network {
    perfsim::Clock clock{5};
    perfsim::Direction ends;
    perfsim::Crossbar crossbar{ends};
    std::vector<Cycle> received;    // when output 0 took each packet
    std::vector<Cycle> sender_woken;
    bool receives = true;

    explicit Network(const perfsim::DirectionShape& shape) : ends(shape, clock, self, senders, receivers) {}
    bool cycle() {
        if (!clock.advance()) return false;
        clock.each_awake([&](int part) {
            if (part == self) crossbar.step();
            if (part == senders) sender_woken.push_back(clock.now());
            if (part != receivers || !receives || !ends.arrived(0)) return;
            ends.receive(0);
            received.push_back(clock.now());
            const Cycle next = ends.next_arrival(0);
            if (next != perfsim::never) clock.wake(receivers, next);
        });
        return true;
    }
};

}  // namespace

TEST_SUITE("perfsim/crossbar") {
    TEST_CASE("a packet of f flits is there after f cycles and the latency, and the next when the first has left its input") {
        Network network({.inputs = 2, .outputs = 2, .flit_bytes = 32, .latency = 4});
        CHECK(network.ends.send(0, 0, 33, 7) == 2);
        CHECK(network.ends.send(0, 0, 8, 8) == 1);
        while (network.cycle()) {}
        CHECK(network.received == std::vector<Cycle>{1 + 2 + 4, 3 + 1 + 4});
        CHECK(network.ends.empty());
        CHECK(network.ends.flits == 3);
    }

    TEST_CASE("ends of two flits a cycle start two small packets in one, and one of three flits takes one and a half") {
        Network network({.inputs = 2, .outputs = 2, .flit_bytes = 8, .port_flits = 2, .latency = 4});
        for (const int bytes : {8, 8, 24, 8, 8}) network.ends.send(0, 0, bytes, 7);
        while (network.cycle()) {
        }
        // Flits by cycle: 1: a b; 2: c c; 3: c d; 4: e. A packet is there in the cycle after its last flit, and the latency.
        CHECK(network.received == std::vector<Cycle>{2 + 4, 2 + 4 + 1, 4 + 4, 4 + 4 + 1, 5 + 4 + 1});
        CHECK(network.ends.empty());
        CHECK(network.ends.flits == 7);
    }

    TEST_CASE("a pipeline behind an output adds its latency, takes a packet a cycle, and frees the output's places") {
        Network network({.inputs = 2,
                         .outputs = 2,
                         .flit_bytes = 32,
                         .latency = 4,
                         .input_packets = 8,
                         .output_packets = 2,
                         .pipeline_packets = 3,
                         .pipeline_latency = 20});
        for (std::uint32_t i = 0; i < 6; ++i) network.ends.send(0, 0, 8, i);
        while (network.cycle()) {}
        // Two places at the output: the third packet starts the cycle after the first has entered the pipeline, in cycle 6.
        REQUIRE(network.received.size() == 6);
        CHECK(std::vector<Cycle>(network.received.begin(), network.received.begin() + 3) == std::vector<Cycle>{26, 27, 32});
        CHECK(network.ends.empty());
    }

    TEST_CASE("a full pipeline and a full output press back, and nothing is lost when the receiver goes on") {
        Network network({.inputs = 2,
                         .outputs = 2,
                         .flit_bytes = 32,
                         .latency = 4,
                         .input_packets = 8,
                         .output_packets = 2,
                         .pipeline_packets = 3,
                         .pipeline_latency = 20});
        network.receives = false;
        for (std::uint32_t i = 0; i < 8; ++i) network.ends.send(0, 0, 8, i);
        while (network.cycle()) {}
        CHECK(!network.ends.empty());
        CHECK(!network.ends.room(0, 6));  // three are still at the input
        CHECK(network.ends.room(0, 5));
        network.receives = true;
        network.clock.wake(receivers, 1000);
        while (network.cycle()) {}
        CHECK(network.ends.empty());
        REQUIRE(network.received.size() == 8);
        for (std::size_t i = 1; i < 8; ++i) CHECK(network.received[i] > network.received[i - 1]);
        // The fourth enters the pipeline the cycle after the first has left it.
        CHECK(network.received[3] == network.received[0] + 1 + 20);
    }

    TEST_CASE("a sender is woken when there is room for as many as it waits for, and not before") {
        Network network({.inputs = 2, .outputs = 2, .flit_bytes = 32, .latency = 4, .input_packets = 4});
        for (std::uint32_t i = 0; i < 4; ++i) network.ends.send(0, 0, 8, i);
        CHECK(!network.ends.room(0, 3));
        network.ends.await_room(0, 3);
        while (network.cycle()) {}
        // The packets leave in cycles 1 to 4; after the third there is room for three.
        CHECK(network.sender_woken == std::vector<Cycle>{4});
    }

    // ---- buffers counted in flits

    constexpr perfsim::DirectionShape in_flits{
        .inputs = 2, .outputs = 2, .flit_bytes = 32, .latency = 4, .input_flits = 8, .output_flits = 8, .most_flits = 5};

    TEST_CASE("an input has room for as many flits as are free, and not for as many packets") {
        Network network(in_flits);
        network.ends.send(0, 0, 160, 1);
        CHECK(network.ends.room(0, 3, 3));
        CHECK(network.ends.room(0, 1, 3));
        CHECK(!network.ends.room(0, 1, 4));
        CHECK(!network.ends.room(0));  // the largest has five
        CHECK(network.ends.room(1, 1, 8));
        CHECK(network.ends.room(1, 32, 160));  // nothing is there, so any number
        CHECK(!network.ends.room(0, 32, 160));
    }

    TEST_CASE("a sender is woken when enough flits have left its input, one in each cycle") {
        for (const int flits : {3, 4, 5, 8, 20}) {
            Network network(in_flits);
            network.ends.send(0, 0, 160, 1);  // it starts in cycle 1, and its last flit leaves in cycle 5
            while (network.clock.now() < 1) network.cycle();
            network.ends.await_room(0, 1, flits);
            while (network.cycle()) {}
            CAPTURE(flits);
            CHECK(network.sender_woken == std::vector<Cycle>{std::max(2, std::min(6, 6 - (8 - flits)))});
        }
    }

    TEST_CASE("a sender that waits behind packets is woken by the one that makes the room") {
        Network network(in_flits);
        for (int i = 0; i < 2; ++i) network.ends.send(0, 0, 128, 1);  // in cycles 1 to 4 and 5 to 8
        network.ends.await_room(0, 1, 6);
        while (network.cycle()) {}
        CHECK(network.sender_woken == std::vector<Cycle>{7});  // two flits are left
    }

    TEST_CASE("a packet starts when its output has room for all its flits, and a small one does not pass it") {
        Network network(in_flits);
        network.receives = false;
        network.ends.send(0, 0, 160, 1);  // five of eight
        network.ends.send(0, 0, 128, 2);  // four do not fit
        network.ends.send(0, 0, 32, 3);   // and one waits behind them
        while (network.cycle()) {}
        CHECK(network.ends.front(0) == 1);
        network.receives = true;
        network.clock.wake(receivers, 1000);
        while (network.cycle()) {}
        // The crossbar is woken in the cycle after the packet was taken.
        CHECK(network.received == std::vector<Cycle>{1000, 1001 + 4 + 4, 1001 + 4 + 1 + 4});
        CHECK(network.ends.empty());
    }

    TEST_CASE("a pipeline behind an output frees its flits, and a packet larger than the output goes when nothing is there") {
        perfsim::DirectionShape shape = in_flits;
        shape.output_flits = 2;
        shape.pipeline_packets = 21;
        shape.pipeline_latency = 20;
        Network network(shape);
        for (std::uint32_t i = 0; i < 3; ++i) network.ends.send(0, 0, 160, i);
        while (network.cycle()) {}
        // Each is at the output after 5 + 4 cycles, and enters the pipeline then; the next starts in the cycle after that.
        CHECK(network.received == std::vector<Cycle>{1 + 9 + 20, 11 + 9 + 20, 21 + 9 + 20});
    }

    TEST_CASE("random packets through the smallest buffers all arrive, and those from one end to another in order") {
        for (const int room : {1, 2, 5}) {
            perfsim::DirectionShape shape = in_flits;
            shape.input_flits = shape.output_flits = room;
            Network network(shape);
            std::mt19937 random(static_cast<unsigned>(room));
            std::uint32_t sent = 0;
            std::vector<std::uint32_t> left(2, 300), next(2, 0);
            for (int i = 0; i < 100'000 && (left[0] + left[1] > 0 || !network.ends.empty()); ++i) {
                for (const int input : {0, 1}) {
                    const int flits = 1 + static_cast<int>(random() % 5);
                    if (left[static_cast<std::size_t>(input)] == 0 || !network.ends.room(input, 1, flits)) continue;
                    network.ends.send(input, 0, 32 * flits,
                                      static_cast<std::uintptr_t>(input) << 16 | (300 - left[static_cast<std::size_t>(input)]--));
                    ++sent;
                }
                network.receives = false;
                network.clock.wake(receivers + 1, network.clock.now() + 1);  // so that time passes
                network.cycle();
                if (random() % 2 == 0 || !network.ends.arrived(0)) continue;
                const auto packet = network.ends.receive(0);
                CHECK((packet & 0xffff) == next[packet >> 16]++);
            }
            CHECK(sent == 600);
            CHECK(next == std::vector<std::uint32_t>{300, 300});
        }
    }

    TEST_CASE("inputs that want one output are served in turn") {
        Network network({.inputs = 2, .outputs = 2, .flit_bytes = 32, .latency = 4});
        for (std::uint32_t i = 0; i < 4; ++i)
            for (const int input : {0, 1}) network.ends.send(input, 0, 8, static_cast<std::uint32_t>(input));
        network.receives = false;
        for (int i = 0; i < 40 && network.cycle(); ++i) {}
        std::vector<std::uint32_t> from;
        while (!network.ends.empty()) {
            from.push_back(network.ends.front(0));
            network.ends.receive(0);
        }
        REQUIRE(from.size() == 8);
        for (std::size_t i = 1; i < 8; ++i) CHECK(from[i] != from[i - 1]);
    }
}

}  // namespace tandem::tests
