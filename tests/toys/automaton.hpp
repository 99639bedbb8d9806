// Any automaton of up to eight states, given as a table, for testing an engine on random ones.
#pragma once

#include "model/system.hpp"

namespace tandem::toys {

struct Automaton {
    static constexpr int states = 8, letters = 3;
    static constexpr int nowhere = -1;

    using Domain = model::Concrete;
    struct Config {
        std::array<std::array<int, letters>, states> next{};  // or nowhere
        unsigned owing = 0;                                   // bit s: state s owes an access
        model::Shape shape;
    };
    enum class NodeKind : std::uint8_t { automaton };
    BOOST_DESCRIBE_NESTED_ENUM(NodeKind, automaton)
    enum class Outcome : std::uint8_t { stepped, stalled };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, stepped, stalled)
    struct Message {
        bool nothing = false;
        BOOST_DESCRIBE_CLASS(Message, (), (nothing), (), ())
    };

    struct Node {
        model::Count<states - 1> at{};
        bool owing = false;
        BOOST_DESCRIBE_CLASS(Node, (), (at, owing), (), ())

        struct Action {
            model::Count<letters - 1> letter{};
            BOOST_DESCRIBE_CLASS(Action, (), (letter), (), ())
        };
        static bool offers(const Action&, const Config&) { return true; }
        static bool fair(const Action& action) { return action.letter != letters - 1; }  // all except the last
        static std::string text(const Action& action) { return std::to_string(action.letter.number); }

        void start(const Config& config, const std::vector<int>&) { owing = config.owing & 1; }
        void act(const Action& action, auto& ctx) {
            const int to = ctx.config().next[at.index()][action.letter.index()];
            if (to == nowhere) return ctx.stall(Outcome::stalled);
            at = to;
            owing = ctx.config().owing >> to & 1;
            ctx.did(Outcome::stepped);
        }
        bool idle() const { return !owing; }
        std::uint64_t owes() const { return owing; }
    };
    using Nodes = std::tuple<Node>;

    static int population(NodeKind, const Config&) { return 1; }
    static int core_of(NodeKind, int, const Config&) { return -1; }
    static std::string node_name(NodeKind, int) { return "automaton"; }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {}; }
};

}  // namespace tandem::toys
