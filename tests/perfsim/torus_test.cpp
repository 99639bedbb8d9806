// Packets on a torus take the time of hops, flits and full links. None is lost, and two virtual channels keep full rings from
// deadlock.
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <tuple>

#include "perfsim/machine_description.hpp"
#include "perfsim/torus.hpp"

namespace tandem::tests {

using perfsim::Cycle, perfsim::TorusPlaces;

namespace {

/// A torus with an end at each router; each end sends to ends, in one or several directions. Parts of the clock: the torus, then
/// senders, then receivers.
struct TorusNetwork {
    struct Packet {
        int from = 0, to = 0, flits = 0, number = 0;
        std::size_t direction = 0;
        Cycle sent = 0, received = -1;
    };
    int ends;
    perfsim::Clock clock;
    std::vector<std::unique_ptr<perfsim::Direction>> directions;
    std::unique_ptr<perfsim::Torus> torus;
    std::vector<Packet> packets;   // all that were sent
    std::vector<int> arrived;      // their numbers, in the order of arrival
    TorusPlaces places;

    static constexpr int latency = 3;

    explicit TorusNetwork(const perfsim::TorusShape& shape, int virtual_networks = 1, int output_packets = 4)
        : ends(shape.places.routers()), clock(1 + 2 * ends), places(shape.places) {
        std::vector<int> router_of;
        for (int e = 0; e < ends; ++e) router_of.push_back(e);
        std::vector<perfsim::Torus::Carried> carried;
        for (int d = 0; d < virtual_networks; ++d) {
            directions.push_back(std::make_unique<perfsim::Direction>(perfsim::DirectionShape{.inputs = ends,
                                                                                              .outputs = ends,
                                                                                              .flit_bytes = 16,
                                                                                              .latency = latency,
                                                                                              .input_packets = 4,
                                                                                              .output_packets = output_packets},
                                                                      clock, 0, 1, 1 + ends));
            carried.push_back({directions.back().get(), 0, 0});
        }
        torus = std::make_unique<perfsim::Torus>(shape, clock, 0, router_of, carried);
    }

    void send(int from, int to, int flits, std::size_t direction = 0) {
        const int number = static_cast<int>(packets.size());
        packets.push_back({from, to, flits, number, direction, clock.now()});
        directions[direction]->send(from, to, 16 * flits, static_cast<std::uintptr_t>(number) + 1);
    }
    /// One cycle in which something happens; receivers take what is there.
    bool cycle() {
        if (!clock.advance()) return false;
        clock.each_awake([&](int part) {
            if (part == 0) torus->step();
            if (part <= ends) return;
            const int end = part - 1 - ends;
            for (auto& direction : directions) {
                if (direction->arrived(end)) {
                    const auto number = static_cast<std::size_t>(direction->receive(end) - 1);
                    packets[number].received = clock.now();
                    REQUIRE(packets[number].to == end);
                    arrived.push_back(static_cast<int>(number));
                }
                if (const Cycle next = direction->next_arrival(end); next != perfsim::never) clock.wake(part, next);
            }
        });
        return true;
    }
    bool empty() const {
        return std::all_of(directions.begin(), directions.end(), [](const auto& d) { return d->empty(); });
    }
    /// Each end sends `count` packets to `to(end)`, whenever there is room, until all have arrived or nothing moves any more.
    void load(int count, int flits, const std::function<int(int)>& to, std::size_t direction = 0) {
        std::vector<int> left(static_cast<std::size_t>(ends), count);
        for (bool all_sent = false; !all_sent || !empty();) {
            all_sent = true;
            for (int e = 0; e < ends; ++e) {
                int& mine = left[static_cast<std::size_t>(e)];
                while (mine > 0 && directions[direction]->room(e)) send(e, to(e), flits, direction), --mine;
                if (mine > 0) directions[direction]->await_room(e);
                all_sent = all_sent && mine == 0;
            }
            if (!cycle()) return;
        }
    }
    /// Counted as a reader of a map would.
    int distance(const Packet& p) const {
        const auto ring = [](int a, int b, int size) { return std::min((a - b + size) % size, (b - a + size) % size); };
        return ring(p.from % places.columns, p.to % places.columns, places.columns) +
               ring(p.from / places.columns, p.to / places.columns, places.rows);
    }
    void check_sums() const {
        std::uint64_t sent = 0, hops = 0;
        for (const Packet& p : packets) {
            sent += static_cast<std::uint64_t>(p.flits);
            hops += static_cast<std::uint64_t>(p.flits * distance(p));
        }
        CHECK(torus->flits_in == sent);
        CHECK(torus->flits_out == sent);
        CHECK(torus->flit_hops == hops);
        CHECK(arrived.size() == packets.size());
    }
    /// Packets of one pair of ends in one virtual network come in the order in which they were sent.
    void check_order() const {
        std::map<std::tuple<int, int, std::size_t>, int> last;
        for (const int number : arrived) {
            const Packet& p = packets[static_cast<std::size_t>(number)];
            auto [at, first] = last.try_emplace({p.from, p.to, p.direction}, number);
            CHECK((first || at->second < number));
            at->second = number;
        }
    }
};

perfsim::TorusShape shape(int columns, int rows, int channel_flits = 8, int channels = 2) {
    return {{columns, rows}, 2, channel_flits, channels};
}

struct Pattern {
    const char* name;
    std::function<int(int end, const TorusPlaces&)> to;
};
/// The hard patterns for a torus (Dally and Towles, 3.2).
std::vector<Pattern> patterns() {
    return {{"tornado",
             [](int e, const TorusPlaces& p) { return p.row(e) * p.columns + (p.column(e) + (p.columns - 1) / 2) % p.columns; }},
            {"tornado in both dimensions",
             [](int e, const TorusPlaces& p) {
                 return (p.row(e) + (p.rows - 1) / 2) % p.rows * p.columns + (p.column(e) + (p.columns - 1) / 2) % p.columns;
             }},
            {"half way round",
             [](int e, const TorusPlaces& p) {
                 return (p.row(e) + p.rows / 2) % p.rows * p.columns + (p.column(e) + p.columns / 2) % p.columns;
             }},
            {"transpose",
             [](int e, const TorusPlaces& p) {
                 return p.columns == p.rows ? p.column(e) * p.columns + p.row(e) : (e * 7 + 3) % p.routers();
             }},
            {"complement", [](int e, const TorusPlaces& p) { return p.routers() - 1 - e; }},
            {"all to one", [](int, const TorusPlaces&) { return 0; }}};
}

}  // namespace

TEST_SUITE("perfsim/torus") {
    TEST_CASE("a packet alone takes its hops, its flits and the latency of the ends, between any two ends") {
        for (const auto& [columns, rows] : {std::pair{5, 4}, {4, 4}, {1, 6}, {2, 2}, {1, 1}}) {
            TorusNetwork network(shape(columns, rows));
            for (int from = 0; from < network.ends; ++from)
                for (int to = 0; to < network.ends; ++to)
                    for (const int flits : {1, 5}) {
                        network.send(from, to, flits);
                        while (network.cycle()) {}
                        const auto& p = network.packets.back();
                        REQUIRE(p.received - p.sent == 1 + 2 * network.distance(p) + flits + TorusNetwork::latency);
                    }
            network.check_sums();
        }
    }

    TEST_CASE("a link moves a flit a cycle, whatever the packets, and two flows over it have half each") {
        for (const int flits : {1, 4, 5, 8}) {
            CAPTURE(flits);
            constexpr int count = 200;
            // Ends 1 and 2 of a ring of eight send to 3: 1's packets pass the router of 2, and both want the link from there.
            TorusNetwork network(shape(8, 1), 1, 64);
            std::array<int, 2> left{count, count};
            Cycle first_done = 0;
            std::array<int, 2> came{};
            while (left[0] + left[1] > 0 || !network.empty()) {
                for (const int e : {1, 2})
                    while (left[static_cast<std::size_t>(e - 1)] > 0 && network.directions[0]->room(e))
                        network.send(e, 3, flits), --left[static_cast<std::size_t>(e - 1)];
                for (const int e : {1, 2})
                    if (left[static_cast<std::size_t>(e - 1)] > 0) network.directions[0]->await_room(e);
                REQUIRE(network.cycle());
                if (first_done == 0 && (left[0] == 0 || left[1] == 0)) {
                    first_done = network.clock.now();
                    for (const int number : network.arrived)
                        ++came[static_cast<std::size_t>(network.packets[static_cast<std::size_t>(number)].from - 1)];
                }
            }
            CHECK(std::abs(came[0] - came[1]) <= 2);
            const Cycle last = network.packets[static_cast<std::size_t>(network.arrived.back())].received;
            // All flits one after the other, plus the way of the first and of the last.
            CHECK(last >= 2 * count * flits);
            CHECK(last <= 2 * count * flits + 1 + 2 * 2 + flits + TorusNetwork::latency + flits);
            network.check_sums();
            network.check_order();
        }
    }

    TEST_CASE("virtual networks share a link by halves, and a full one holds up no other") {
        TorusNetwork network(shape(4, 1), 2, 64);
        constexpr int count = 100;
        for (int i = 0; i < count; ++i)
            for (std::size_t d : {0u, 1u}) network.send(0, 1, 5, d);
        while (network.cycle()) {}
        std::array<int, 2> came{};
        for (std::size_t i = 0; i < network.arrived.size() / 2; ++i)
            ++came[network.packets[static_cast<std::size_t>(network.arrived[i])].direction];
        CHECK(std::abs(came[0] - came[1]) <= 2);
        network.check_sums();
        // Nobody takes packets of the first.
        TorusNetwork blocked(shape(4, 1), 2, 1);
        blocked.directions[0]->send(0, 1, 16, 1000);
        blocked.clock.advance();
        for (int i = 0; i < 20; ++i) blocked.directions[0]->send(0, 1, 16, 1001);
        for (int i = 0; i < 20; ++i) blocked.send(0, 1, 1, 1);
        for (int i = 0; i < 1000 && blocked.clock.advance(); ++i) blocked.clock.each_awake([&](int part) {
            if (part == 0) blocked.torus->step();
            if (part == 1 + blocked.ends + 1 && blocked.directions[1]->arrived(1)) {
                blocked.directions[1]->receive(1);
                blocked.arrived.push_back(0);
                if (const Cycle next = blocked.directions[1]->next_arrival(1); next != perfsim::never)
                    blocked.clock.wake(part, next);
            }
        });
        CHECK(blocked.arrived.size() == 20);
        CHECK(!blocked.directions[0]->empty());
    }

    TEST_CASE("nothing waits for ever under full load, in whatever pattern, with buffers as small as they can be") {
        for (const auto& [columns, rows] : {std::pair{8, 8}, {5, 5}, {4, 4}, {8, 1}, {3, 7}})
            for (const Pattern& pattern : patterns())
                for (const int channel_flits : {1, 8}) {
                    TorusNetwork network(shape(columns, rows, channel_flits));
                    CAPTURE(network.places.columns);
                    CAPTURE(network.places.rows);
                    CAPTURE(pattern.name);
                    CAPTURE(channel_flits);
                    network.load(40, 5, [&](int e) { return pattern.to(e, network.places); });
                    network.check_sums();
                    network.check_order();
                }
    }

    TEST_CASE("without the second virtual channel a full ring waits for itself") {
        const auto tornado = patterns()[0];
        for (const int channels : {1, 2}) {
            TorusNetwork network(shape(8, 1, 5, channels));
            network.load(40, 5, [&](int e) { return tornado.to(e, network.places); });
            CHECK(network.empty() == (channels == 2));
            CHECK((network.arrived.size() == network.packets.size()) == (channels == 2));
        }
        // In the other dimension, too.
        for (const int channels : {1, 2}) {
            TorusNetwork network(shape(1, 8, 5, channels));
            network.load(40, 5, [](int e) { return (e + 3) % 8; });
            CHECK(network.empty() == (channels == 2));
        }
    }

    TEST_CASE("random packets of several virtual networks arrive once, in order, with receivers that rest now and then") {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            std::mt19937_64 random(seed);
            TorusNetwork network(shape(4, 4, 1 + static_cast<int>(seed)), 3, 2);
            for (int i = 0; i < 3000; ++i) {
                const int from = static_cast<int>(random() % 16);
                const std::size_t direction = random() % 3;
                if (network.directions[direction]->room(from))
                    network.send(from, static_cast<int>(random() % 16), 1 + static_cast<int>(random() % 6), direction);
                if (random() % 4 == 0) network.cycle();
            }
            while (network.cycle()) {}
            CHECK(network.empty());
            network.check_sums();
            network.check_order();
            CHECK(network.torus->most_flits_of_a_link() * 64 >= network.torus->flit_hops);  // there are 64 links
        }
    }

    TEST_CASE(
        "things are spread over routers: sixteen and eight on four by four lie on every router, and on the squares of one "
        "colour") {
        const TorusPlaces places{4, 4};
        std::vector<int> banks;
        for (int i = 0; i < 16; ++i) CHECK(places.router_of(i, 16) == i);
        for (int b = 0; b < 8; ++b) banks.push_back(places.router_of(b, 8));
        std::sort(banks.begin(), banks.end());
        CHECK(banks == std::vector<int>{0, 2, 5, 7, 8, 10, 13, 15});
        for (const int r : banks) CHECK((places.column(r) + places.row(r)) % 2 == 0);
        CHECK(places.router_of(17, 20) == 1);  // more than routers: they go round again
        CHECK(TorusPlaces{8, 1}.hops(0, 3) == 3);
        CHECK(TorusPlaces{8, 1}.way(0, 4) == TorusPlaces::east);
        CHECK(TorusPlaces{8, 1}.way(1, 5) == TorusPlaces::west);
        CHECK(TorusPlaces{4, 4}.way(5, 14) == TorusPlaces::east);  // along the row first
        CHECK(TorusPlaces{4, 4}.way(2, 10) == TorusPlaces::south);
    }
}

}  // namespace tandem::tests
