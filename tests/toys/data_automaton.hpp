// An automaton that holds two data and goes where its table says, which may depend on whether they are equal. For testing that
// data may be renamed.
#pragma once

#include "model/system.hpp"

namespace tandem::toys {

struct DataAutomaton {
    static constexpr int states = 5, letters = 3;
    static constexpr int nowhere = -1;

    using Domain = model::Concrete;
    struct Config {
        using Table = std::array<std::array<int, letters>, states>;  // to, or nowhere
        std::array<Table, 2> next{};       // where the data differ, and where they are equal
        std::array<int, states> writes{};  // where a write of new data leads
        unsigned owing = 0;                // bit s: state s owes an access
        bool names_data = false;           // an action is of one data value, and possible where that is held
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
        model::Value<Domain> held, before;
        bool owing = false;
        BOOST_DESCRIBE_CLASS(Node, (), (at, held, before, owing), (), ())

        struct Operation {
            model::Value<Domain> data;
            BOOST_DESCRIBE_CLASS(Operation, (), (data), (), ())
        };
        static bool issues(const Operation&, const Config&) { return true; }
        static std::string text(const Operation& op) { return "writes " + std::to_string(op.data.number); }
        struct Action {
            model::Count<letters - 1> letter{};
            model::Value<Domain> data;
            BOOST_DESCRIBE_CLASS(Action, (), (letter, data), (), ())
        };
        static bool offers(const Action& action, const Config& config) { return config.names_data || action.data.number == 0; }
        static bool fair(const Action& action) { return action.letter != letters - 1; }  // all except the last
        static std::string text(const Action& action) { return std::to_string(action.letter.number); }

        void start(const Config& config, const std::vector<int>&) { owing = config.owing & 1; }
        void access(const Operation& op, auto& ctx) {
            before = held;
            held = op.data;
            go(ctx.config().writes[at.index()], ctx);
        }
        void act(const Action& action, auto& ctx) {
            if (ctx.config().names_data && !(held == action.data)) return ctx.stall(Outcome::stalled);
            const int to = ctx.config().next[held == before][at.index()][action.letter.index()];
            if (action.letter == 0) before = held;
            go(to, ctx);
        }
        bool idle() const { return !owing; }
        std::uint64_t owes() const { return owing; }

    private:
        void go(int to, auto& ctx) {
            if (to == nowhere) return ctx.stall(Outcome::stalled);
            at = to;
            owing = ctx.config().owing >> to & 1;
            ctx.did(Outcome::stepped);
        }
    };
    using Nodes = std::tuple<Node>;

    static int population(NodeKind, const Config&) { return 1; }
    static int core_of(NodeKind, int, const Config&) { return -1; }
    static std::string node_name(NodeKind, int) { return "automaton"; }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {}; }
};

}  // namespace tandem::toys
