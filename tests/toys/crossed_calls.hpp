// Each of two nodes calls the other and answers its calls, even while it waits itself. With room for one message each way,
// crossing calls block each other's answers.
//
// By hand: a node's conversation is absent, a call on its way, or an answer on its way back.
//   Capacity 2: 3 times 3 combinations, and where a call of one and an answer to the other share a channel (twice), they stand in
//   either order: 11 states, no deadlock.
//   Capacity 1: no channel holds two messages, so 7 combinations remain. Two answers that cross are out of reach, because each
//   would have taken the place of the other's call: 6 states. Both calls on their way, on level 2, is a deadlock.
#pragma once

#include "tests/toys/pair.hpp"

namespace tandem::toys {

template <class D>
struct CrossedCallsOf : Pair {
    using Domain = D;
    enum class Outcome : std::uint8_t { called, answered, returned, stalled };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, called, answered, returned, stalled)
    struct Message {
        model::Flag<D> answer{};
        BOOST_DESCRIBE_CLASS(Message, (), (answer), (), ())
    };

    template <Side Here>
    struct Caller {
        model::Flag<D> calling{};
        BOOST_DESCRIBE_CLASS(Caller, (), (calling), (), ())

        void start(const Config&, const std::vector<int>&) {}
        struct Operation {
            model::Flag<D> unused{};
            BOOST_DESCRIBE_CLASS(Operation, (), (unused), (), ())
        };
        static bool issues(const Operation& op, const Config&) { return !op.unused; }
        static std::string text(const Operation&) { return "calls"; }
        void access(const Operation&, auto& ctx) {
            if (calling) return ctx.stall(Outcome::stalled);
            calling = true;
            ctx.send(across(Here), 0, Message{.answer = false});
            ctx.did(Outcome::called);
        }
        void receive(const Message& m, auto& ctx) {
            if (m.answer) {
                calling = false;
                return ctx.did(Outcome::returned);
            }
            ctx.send(across(Here), 0, Message{.answer = true});
            ctx.did(Outcome::answered);
        }
        bool idle() const { return !calling; }
        std::uint64_t owes() const { return calling; }
    };
    using Nodes = std::tuple<Caller<Side::left>, Caller<Side::right>>;
};
using CrossedCalls = CrossedCallsOf<model::Concrete>;

class CrossedCallsSystem {
public:
    explicit CrossedCallsSystem(int capacity) : system(config(capacity)) {
        system.add_property({"no-deadlock", "somebody can step", model::PropertyKind::no_deadlock});
        system.add_property({"answered", "every call is answered", model::PropertyKind::always_eventually});
    }
    static constexpr int no_deadlock = 0, answered = 1;  // properties
    model::System<CrossedCalls> system;

private:
    static CrossedCalls::Config config(int capacity) {
        CrossedCalls::Config config;
        config.capacity = capacity;
        return config;
    }
};

}  // namespace tandem::toys
