// How a System turns nodes into steps, and which protocols it refuses.
#include <doctest/doctest.h>

#include <set>

#include "model/system.hpp"
#include "tests/model/random_value.hpp"

using namespace tandem::model;
using tandem::model_tests::random_permutation;

namespace {

// Clients ask a server, which answers with any value; an urgent question uses a separate network.
struct Toy {
    using Domain = Concrete;
    enum class NodeKind : std::uint8_t { client, server };
    BOOST_DESCRIBE_NESTED_ENUM(NodeKind, client, server)
    enum class Outcome : std::uint8_t { asked, busy, answered, heard, forgot, nothing_to_forget };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, asked, busy, answered, heard, forgot, nothing_to_forget)

    struct Config {
        Shape shape{{2, 2, 1, 3}, 1};
        std::vector<int> core_of_client{1, 0};
        std::vector<ChannelKind<NodeKind>> channels{{NodeKind::client, NodeKind::server, true, 2},
                                                    {NodeKind::server, NodeKind::client},
                                                    {NodeKind::client, NodeKind::server, true, 1, 1}};
        int copies = 1;                // messages for one question
        bool server_has_core = false;  // it thinks so
        bool values_alike = true;
    };

    enum class MessageKind : std::uint8_t { question, urgent_question, answer };
    BOOST_DESCRIBE_NESTED_ENUM(MessageKind, question, urgent_question, answer)
    struct Message {
        MessageKind kind{};
        Id<Sort::thread> thread;
        Id<Sort::value> value;
        BOOST_DESCRIBE_CLASS(Message, (), (kind, thread, value), (), ())
        void clear_unused() {
            if (kind != MessageKind::answer) value = {};
        }
    };

    struct Client {
        Set<Concrete, Sort::thread> waiting;
        bool informed = false;
        Id<Sort::value> heard;
        BOOST_DESCRIBE_CLASS(Client, (), (waiting, informed, heard), (), ())
        void clear_unused() {
            if (!informed) heard = {};
        }
        void start(const Config&, const std::vector<int>&) { heard = 2; }

        struct Operation {
            Id<Sort::thread> thread;
            bool urgent = false;
            BOOST_DESCRIBE_CLASS(Operation, (), (thread, urgent), (), ())
        };
        static bool issues(const Operation&, const Config&) { return true; }
        static std::string text(const Operation& op) {
            return std::to_string(op.thread.number) + (op.urgent ? " urges" : " asks");
        }
        void access(const Operation& op, auto& ctx) {
            informed = true;
            if (waiting.contains(op.thread)) return ctx.stall(Outcome::busy);
            informed = false;
            waiting.insert(op.thread);
            for (int i = 0; i < ctx.config().copies; ++i)
                ctx.send(NodeKind::server, 0,
                         {.kind = op.urgent ? MessageKind::urgent_question : MessageKind::question,
                          .thread = op.thread,
                          .value = heard});
            ctx.did(Outcome::asked);
        }
        void receive(const Message& m, auto& ctx) {
            waiting.erase(m.thread);
            informed = true;
            heard = m.value;
            ctx.load_completed(m.thread, 0, m.value, 0);
            ctx.did(Outcome::heard);
        }

        struct Action {
            BOOST_DESCRIBE_CLASS(Action, (), (), (), ())
        };
        static bool offers(const Action&, const Config&) { return true; }
        static bool fair(const Action&) { return false; }
        static std::string text(const Action&) { return "forgets"; }
        void act(const Action&, auto& ctx) {
            if (!informed) return ctx.stall(Outcome::nothing_to_forget);
            informed = false;
            ctx.did(Outcome::forgot);
        }
        bool idle() const { return waiting.empty(); }
    };

    struct Server {
        bool used = false;
        BOOST_DESCRIBE_CLASS(Server, (), (used), (), ())
        void start(const Config&, const std::vector<int>&) {}
        void receive(const Message& m, auto& ctx) {
            used = true;
            const int value = ctx.choose(ctx.config().shape[Sort::value]);
            ctx.send(NodeKind::client, ctx.config().server_has_core ? ctx.core() : ctx.sender(),
                     {.kind = MessageKind::answer, .thread = m.thread, .value = value});
            ctx.did(Outcome::answered);
        }
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<Client, Server>;

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::client ? static_cast<int>(config.core_of_client.size()) : 1;
    }
    static int core_of(NodeKind kind, int index, const Config& config) {
        return kind == NodeKind::client ? config.core_of_client[static_cast<std::size_t>(index)] : -1;
    }
    static std::string node_name(NodeKind kind, int index) {
        return kind == NodeKind::client ? "client " + std::to_string(index) : "server";
    }
    static int network(const Message& m) { return m.kind == MessageKind::urgent_question; }
    static bool symmetric(const Permutation& p, const Config& config) {
        return config.values_alike || p.value == Permutation::identity;
    }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{0}}; }
    static std::vector<ChannelKind<NodeKind>> channels(const Config& config) { return config.channels; }
};

constexpr int server = 2;                                            // the nodes are client 0, client 1, server
constexpr int from_client_0 = 0, to_client_1 = 3, urgent_from_client_1 = 5;  // channels
constexpr int asks = 0, urges = 2, forgets = 4;                      // labels

std::vector<LocalStep> spontaneous(const Network& network, int node, const Packed& state) {
    std::vector<LocalStep> steps;
    network.spontaneous(node, state, steps);
    return steps;
}

std::vector<LocalStep> receive(const Network& network, int node, int channel, const Packed& state, const Packed& message) {
    std::vector<LocalStep> steps;
    network.receive(node, channel, state, message, steps);
    return steps;
}

constexpr std::uint64_t bit(Toy::Outcome outcome) { return std::uint64_t(1) << static_cast<int>(outcome); }

template <class Change>
void rejects(Change&& change, const std::string& says) {
    Toy::Config config;
    change(config);
    CHECK_THROWS_WITH_AS(System<Toy>{config}, says.c_str(), std::logic_error);
}

/// The second client is not served.
struct OneServed : Toy {
    static bool connected(NodeKind from, int i, NodeKind, int j, const Config&) {
        return (from == NodeKind::client ? i : j) == 0;
    }
};

/// The author has names for virtual networks.
struct WithNames : Toy {
    static std::string network_name(int network) { return network == 0 ? "" : "the urgent lane"; }
};
struct WithOneName : Toy {
    static std::string network_name(int) { return "the lane"; }
};
struct WithQuotes : Toy {
    static std::string network_name(int) { return "the \"lane\"\n"; }
};
struct WithStrangeName : Toy {
    static inline std::string name;
    static std::string node_name(NodeKind kind, int i) { return name + char('a' + static_cast<int>(kind)) + std::to_string(i); }
};
struct WithNamesakes : Toy {
    static std::string node_name(NodeKind, int) { return "node"; }
};

/// Has room for three events.
struct Counting {
    static constexpr bool present = true, values_symmetric = true;
    Count<3> seen{};
    BOOST_DESCRIBE_CLASS(Counting, (), (seen), (), ())
    static std::optional<Counting> start(const std::vector<int>&) { return Counting{}; }
    bool observe(const Event<Concrete>&) {
        seen = static_cast<int>(seen.index()) + 1;
        return true;
    }
};

}  // namespace

TEST_CASE("a virtual network is called as its author says") {
    const System<WithNames> system({});
    CHECK(system.channels().front().name == "client 0 to server");
    CHECK(system.channels()[urgent_from_client_1].name == "client 1 to server on the urgent lane");
}

TEST_CASE("names that nobody can tell apart, or that no file holds, are refused") {
    CHECK_THROWS_WITH_AS(
        System<WithOneName>({}),
        "two channels are called client 0 to server on the lane: network_name needs a name for each virtual network",
        std::logic_error);
    CHECK_THROWS_WITH_AS(System<WithQuotes>({}),
                         "network_name gives 'the \"lane\" ': words without quotes, | and \\ are accepted", std::logic_error);
    CHECK_THROWS_WITH_AS(System<WithNamesakes>({}), "node_name calls two nodes 'node': each needs a name of its own",
                         std::logic_error);
}

TEST_CASE("a name that commands a terminal, or is no text, is refused") {
    WithStrangeName::name = "<b>&'\xC3\xA9";
    CHECK(System<WithStrangeName>({}).nodes()[0].name.starts_with(WithStrangeName::name));
    for (const char* name : {"\x1b[31m", "\xC2\x9B", "\xE2\x80\xAE", "\xff", "a\n"}) {
        WithStrangeName::name = name;
        CHECK_THROWS_AS(System<WithStrangeName>({}), std::logic_error);
    }
}

TEST_CASE("a system in which nobody could ask is refused") {
    rejects([](Toy::Config& c) { c.core_of_client.clear(); },
            "population is 0 for every kind of nodes that has threads: nothing would ever happen");
}

TEST_CASE("what a property throws is told in one line, without a handler's advice") {
    System<Toy> system({});
    const auto fails = [](const auto&) -> bool { throw std::runtime_error("no such\nbook"); };
    system.add_invariant("shelved", "every book is somewhere", fails);
    CHECK_THROWS_WITH_AS(system.holds(0, {}),
                         "the property shelved is wrong: it throws \"no such book\", where it has to answer", UsageError);
    system.add_step_property<Toy::NodeKind::client>("lent", "a book is lent once",
                                                    [&](const auto&, const auto&, const auto& step) { return fails(step); });
    CHECK_THROWS_WITH_AS(spontaneous(system, 0, system.initial(0, 0)),
                         "the property lent is wrong: it throws \"no such book\", where it has to answer", UsageError);
}

TEST_CASE("a monitor that counts beyond its room is told with the field") {
    const System<Toy, Counting> system({});
    const std::vector<Event<Concrete>> events(3);
    const auto full = system.observe(system.initial_monitor(0), events);
    REQUIRE(full.has_value());
    CHECK_THROWS_WITH_AS(system.observe(*full, {Event<Concrete>{}}),
                         "the monitor is wrong: it leaves seen at 4, beyond its limit of 3", UsageError);
}

TEST_CASE("the nodes and channels of a system are those that the protocol lists") {
    const System<Toy> system({});
    std::vector<std::string> nodes, channels;
    for (const NodeInfo& node : system.nodes()) nodes.push_back(node.name);
    for (const ChannelInfo& channel : system.channels()) channels.push_back(channel.name);
    CHECK(nodes == std::vector<std::string>{"client 0", "client 1", "server"});
    CHECK(channels == std::vector<std::string>{"client 0 to server", "client 1 to server", "server to client 0",
                                               "server to client 1", "client 0 to server on network 1",
                                               "client 1 to server on network 1"});
    CHECK(system.nodes()[0].owner == 1);
    CHECK(system.nodes()[server].owner == -1);
    CHECK(system.channels()[urgent_from_client_1].network == 1);
}

TEST_CASE("a stalled handler leaves only its reason") {
    const System<Toy> system({});
    const Packed start = system.initial(0, 0);
    const Packed waiting = spontaneous(system, 0, start)[asks].next;
    const auto steps = spontaneous(system, 0, waiting);
    REQUIRE(steps.size() == 5);
    CHECK(steps[asks].stalled);
    CHECK(steps[asks].outcomes == bit(Toy::Outcome::busy));
    CHECK(steps[asks].sends.empty());
    CHECK_FALSE(steps[asks].next.empty());  // this one has changed something first
    CHECK(steps[asks].error == "changes informed to yes and then stalls");
    CHECK(steps[forgets].error.empty());
    CHECK_FALSE(steps[asks + 1].stalled);
    CHECK(steps[forgets].stalled);
    CHECK(steps[forgets].next.empty());
    CHECK(system.label(0, forgets) == "forgets");
}

TEST_CASE("a handler runs once for each choice of its environment") {
    const System<Toy> system({});
    const Packed question = spontaneous(system, 0, system.initial(0, 0))[asks].sends.at(0).message;
    const auto steps = receive(system, server, from_client_0, system.initial(0, server), question);
    REQUIRE(steps.size() == 3);
    std::set<Packed> answers;
    for (const LocalStep& step : steps) {
        CHECK(step.fair);
        CHECK(step.outcomes == bit(Toy::Outcome::answered));
        REQUIRE(step.sends.size() == 1);
        answers.insert(step.sends[0].message);
    }
    CHECK(answers.size() == 3);
}

TEST_CASE("an answer goes to the node of the core that asked") {
    Toy::Config config;
    for (const bool crossed : {false, true}) {
        config.core_of_client = crossed ? std::vector{1, 0} : std::vector{0, 1};
        const System<Toy> system(config);
        const Packed question = spontaneous(system, 1, system.initial(0, 1))[urges].sends.at(0).message;
        const auto steps = receive(system, server, urgent_from_client_1, system.initial(0, server), question);
        REQUIRE(!steps.empty());
        CHECK(steps[0].sends.at(0).channel == to_client_1);
    }
}

TEST_CASE("an event names the core of its node") {
    const System<Toy> system({});
    const Packed question = spontaneous(system, 1, system.initial(0, 1))[asks].sends.at(0).message;
    const Packed answer = receive(system, server, 1, system.initial(0, server), question).at(0).sends.at(0).message;
    const auto steps = receive(system, 1, to_client_1, system.initial(0, 1), answer);
    REQUIRE(steps.size() == 1);
    REQUIRE(steps[0].events.size() == 1);
    CHECK(steps[0].events[0].core == Id<Sort::core>(0));
}

TEST_CASE("a message takes the network that the protocol says") {
    const System<Toy> system({});
    const auto steps = spontaneous(system, 1, system.initial(0, 1));
    CHECK(steps[asks].sends.at(0).channel == 1);
    CHECK(steps[urges].sends.at(0).channel == urgent_from_client_1);
}

TEST_CASE("what handlers leave and send is normalised") {
    const System<Toy> system({});
    const Packed start = system.initial(0, 0);
    CHECK(start == system.permuted_node(0, start, Permutation{}, 1));
    const LocalStep asked = spontaneous(system, 0, start)[asks];
    CHECK(system.permuted_message(asked.sends[0].message, Permutation{}, 1) == asked.sends[0].message);
    const auto answered = receive(system, server, from_client_0, system.initial(0, server), asked.sends[0].message);
    for (const LocalStep& step : answered) {
        const LocalStep heard = receive(system, 0, 2, asked.next, step.sends.at(0).message).at(0);
        CHECK(spontaneous(system, 0, heard.next)[forgets].next == start);
        const LocalStep asked_again = spontaneous(system, 0, heard.next)[asks];
        CHECK(asked_again.sends.at(0).message == asked.sends[0].message);
    }
}

TEST_CASE("the steps of a renamed node are its renamed steps") {
    const System<Toy> system({});
    std::mt19937 random(6);
    const auto image = [&](const std::vector<LocalStep>& steps, const Permutation& p, int owner) {
        std::multiset<std::vector<Packed>> set;
        for (const LocalStep& step : steps) {
            std::vector<Packed> parts{{step.stalled}, {static_cast<std::uint32_t>(step.outcomes)}};
            if (!step.stalled) parts.push_back(system.permuted_node(0, step.next, p, owner));
            for (const Send& send : step.sends) parts.push_back(system.permuted_message(send.message, p, owner));
            set.insert(parts);
        }
        return set;
    };
    for (int i = 0; i < 100; ++i) {
        const Packed state = pack(tandem::model_tests::random_value<Toy::Client>(system.shape(), random), system.shape());
        const Permutation p = random_permutation(system.shape(), random);
        const int owner = system.nodes()[0].owner;
        const Packed renamed = system.permuted_node(0, state, p, owner);
        const int node = system.nodes()[0].owner == p.core[static_cast<std::size_t>(owner)] ? 0 : 1;
        CHECK(image(spontaneous(system, node, renamed), {}, -1) == image(spontaneous(system, 0, state), p, owner));
    }
}

TEST_CASE("a step property marks the steps that break it") {
    System<Toy> system({});
    system.add_step_property<Toy::NodeKind::client>(
        "never informed", "", [](const auto&, const auto& after, const LocalStep&) { return !after.informed; });
    const auto asked = spontaneous(system, 0, system.initial(0, 0))[asks];
    CHECK(asked.broken == 0);
    const Packed answer =
        receive(system, server, from_client_0, system.initial(0, server), asked.sends.at(0).message).at(0).sends.at(0).message;
    CHECK(receive(system, 0, 2, asked.next, answer).at(0).broken == 1);
}

TEST_CASE("there is room for 32 step properties") {
    System<Toy> system({});
    const auto add = [&] {
        system.add_step_property<Toy::NodeKind::client>("last", "",
                                                        [](const auto&, const auto&, const LocalStep&) { return true; });
    };
    for (int i = 0; i < 32; ++i) add();
    CHECK_THROWS_WITH_AS(add(), "a system has at most 32 step properties: no room for last", std::length_error);
}

TEST_CASE("an impossible shape is rejected") {
    rejects([](auto& c) { c.shape[Sort::core] = 5; }, "the number of cores is 5; 1 to 4 is possible");
    rejects([](auto& c) { c.shape[Sort::thread] = 0; }, "the number of threads is 0; 1 to 4 is possible");
    rejects([](auto& c) { c.shape[Sort::address] = -1; }, "the number of addresses is -1; 1 to 4 is possible");
    rejects([](auto& c) { c.shape[Sort::value] = 9; }, "the number of values is 9; 1 to 8 is possible");
    rejects([](auto& c) { c.shape.time_max = 0; }, "time_max is 0; 1 to 4095 is possible");
    rejects([](auto& c) { c.shape.time_max = 4096; }, "time_max is 4096; 1 to 4095 is possible");
    Toy::Config config;
    config.shape[Sort::core] = 5;
    CHECK_THROWS_AS(System<Toy>{config}, std::invalid_argument);
}

TEST_CASE("an impossible channel is rejected") {
    using enum Toy::NodeKind;
    rejects([](auto& c) { c.channels[0].capacity = 0; }, "the channel client 0 to server holds 0 messages; 1 to 8 is possible");
    rejects([](auto& c) { c.channels[2].capacity = 9; },
            "the channel client 0 to server on network 1 holds 9 messages; 1 to 8 is possible");
    rejects([](auto& c) { c.channels[1].network = 8; },
            "the channel server to client 0 on network 8 is beyond the last network, 7");
    rejects([](auto& c) { c.channels[2].network = 0; }, "the channel client 0 to server is declared twice");
}

TEST_CASE("nodes that a protocol does not connect have no channel") {
    const System<OneServed> system(Toy::Config{});
    CHECK(system.channels().size() == 3);
    for (const ChannelInfo& channel : system.channels()) CHECK(channel.name.find("client 1") == std::string::npos);
    CHECK_NOTHROW(spontaneous(system, 0, system.initial(0, 0)));
    CHECK(spontaneous(system, 1, system.initial(0, 1))[asks].error ==
          "sends to a node of kind server (number 0) that no channel leads to on network 0");
}

TEST_CASE("nodes of cores that do not exist or are taken are rejected") {
    rejects([](auto& c) { c.core_of_client = {0, 2}; }, "client 1 belongs to core 2, which does not exist");
    rejects([](auto& c) { c.core_of_client = {0, -2}; }, "client 1 belongs to core -2, which does not exist");
    rejects([](auto& c) { c.core_of_client = {1, 1}; }, "client 0 and client 1 are of one kind and belong to one core");
}

TEST_CASE("a step that sends more than a channel holds is an error") {
    Toy::Config config;
    config.copies = 3;
    const System<Toy> system(config);
    const LocalStep step = spontaneous(system, 0, system.initial(0, 0))[asks];
    CHECK(step.error ==
          "sends 3 messages in one step from client 0 to server, where the channel holds 2: raise its capacity, or send one a "
          "step");
    CHECK(step.sends.empty());
    CHECK(step.next == system.initial(0, 0));
    config.copies = 1;
    CHECK(spontaneous(System<Toy>(config), 0, system.initial(0, 0))[asks].error.empty());
}

TEST_CASE("a message without a channel is an error") {
    Toy::Config config;
    config.channels.pop_back();
    const System<Toy> system(config);
    const auto steps = spontaneous(system, 0, system.initial(0, 0));
    CHECK(steps[urges].error == "sends to a node of kind server (number 0) that no channel leads to on network 1");
    CHECK(steps[asks].error.empty());
}

TEST_CASE("a node without a core has no core to ask for") {
    Toy::Config config;
    config.server_has_core = true;
    const System<Toy> system(config);
    const Packed question = spontaneous(system, 0, system.initial(0, 0))[asks].sends.at(0).message;
    CHECK(receive(system, server, from_client_0, system.initial(0, server), question).at(0).error ==
          "asks for its node's core, and that belongs to none");
}

TEST_CASE("a renaming is symmetric when nodes go to nodes of their kind and the protocol agrees") {
    Permutation cores, values;
    cores.core = {1, 0, 2, 3};
    values.value = {1, 0, 2, 3};
    Toy::Config config;
    CHECK(System<Toy>(config).symmetric(cores));
    CHECK(System<Toy>(config).symmetric(values));
    config.values_alike = false;
    CHECK_FALSE(System<Toy>(config).symmetric(values));
    CHECK(System<Toy>(config).symmetric(cores));
    config.core_of_client = {1};  // core 0 has no client
    CHECK_FALSE(System<Toy>(config).symmetric(cores));
}
