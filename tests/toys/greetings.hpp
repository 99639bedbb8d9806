// Each core greets each other core once, at any time, over a separate channel, and is thanked at once.
//
// By hand: the greeting of each ordered pair of cores is not sent, on its way, answered by thanks on their way, or over, whatever
// the others do. That makes 4 states for each pair, 16 for two cores and 4^6 = 4096 for three. Exchanging two cores fixes the 4
// states that are alike in both directions: (16 + 4) / 2 = 10 orbits. For three cores each of the 3 exchanges permutes the six
// pairs in 3 cycles and each of the 2 rotations in 2: (4^6 + 3 * 4^3 + 2 * 4^2) / 6 = 720 orbits.
#pragma once

#include "model/system.hpp"

namespace tandem::toys {

struct Greetings {
    using Domain = model::Concrete;
    enum class NodeKind : std::uint8_t { person };
    BOOST_DESCRIBE_NESTED_ENUM(NodeKind, person)
    enum class Outcome : std::uint8_t { greeted, thanked, pleased, stalled };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, greeted, thanked, pleased, stalled)
    struct Config {
        model::Shape shape;
    };
    struct Message {
        bool thanks = false;
        model::Id<model::Sort::core> from{};
        BOOST_DESCRIBE_CLASS(Message, (), (thanks, from), (), ())
    };
    enum class Phase : std::uint8_t { unsent, sent, over };
    BOOST_DESCRIBE_NESTED_ENUM(Phase, unsent, sent, over)

    struct Person {
        model::Array<Domain, model::Sort::core, Phase> greetings;
        BOOST_DESCRIBE_CLASS(Person, (), (greetings), (), ())

        void start(const Config&, const std::vector<int>&) {}
        struct Action {
            model::Id<model::Sort::core> whom{};
            BOOST_DESCRIBE_CLASS(Action, (), (whom), (), ())
        };
        static bool offers(const Action&, const Config&) { return true; }
        static bool fair(const Action&) { return true; }
        static std::string text(const Action& action) { return "greets " + std::to_string(action.whom.number); }
        void act(const Action& action, auto& ctx) {
            if (action.whom == ctx.core() || greetings[action.whom] != Phase::unsent) return ctx.stall(Outcome::stalled);
            greetings[action.whom] = Phase::sent;
            ctx.send(NodeKind::person, action.whom, Message{false, ctx.core()});
            ctx.did(Outcome::greeted);
        }
        void receive(const Message& m, auto& ctx) {
            if (m.thanks) {
                greetings[m.from] = Phase::over;
                return ctx.did(Outcome::pleased);
            }
            ctx.send(NodeKind::person, ctx.sender(), Message{true, ctx.core()});
            ctx.did(Outcome::thanked);
        }
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<Person>;

    static int population(NodeKind, const Config& config) { return config.shape[model::Sort::core]; }
    static int core_of(NodeKind, int index, const Config&) { return index; }
    static std::string node_name(NodeKind, int index) { return "person " + std::to_string(index); }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static int network(const Message& message) { return message.thanks; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) {
        return {{NodeKind::person, NodeKind::person}, {.from = NodeKind::person, .to = NodeKind::person, .network = 1}};
    }
};

class GreetingsSystem {
public:
    explicit GreetingsSystem(int cores) : system({.shape = {.extent = {cores, 1, 1, 1}}}) {
        system.add_property({"no-deadlock", "at the end nothing is left to do", model::PropertyKind::no_deadlock});
    }
    model::System<Greetings> system;
};

}  // namespace tandem::toys
