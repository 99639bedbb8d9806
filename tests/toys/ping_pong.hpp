// Two players and one token. A player may ask for the token, and is owed it until it arrives; the holder may pass it on.
//
// By hand: a player with the token does not ask, so while left holds it, right has asked or not: 2 states; on its way to right
// both may have asked: 4. The same the other way: 12 states. Transitions: 3 from the 2 (pass, pass, ask), 8 from the 4 (4
// arrivals, 2 + 2 asks), twice: 22. If passing is not fair, a player may keep the token: the other is never served.
#pragma once

#include "tests/toys/pair.hpp"

namespace tandem::toys {

struct PingPong : Pair {
    enum class Outcome : std::uint8_t { asked, passed, received, stalled };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, asked, passed, received, stalled)
    struct Message {
        bool token = true;
        BOOST_DESCRIBE_CLASS(Message, (), (token), (), ())
    };

    template <Side Here>
    struct Player {
        bool has_token = false, wants = false;
        BOOST_DESCRIBE_CLASS(Player, (), (has_token, wants), (), ())

        void start(const Config&, const std::vector<int>&) { has_token = Here == Side::left; }

        using Operation = Only;
        static bool issues(const Operation& op, const Config&) { return !op.unused; }
        static std::string text(const Operation&) { return "asks"; }
        void access(const Operation&, auto& ctx) {
            if (has_token || wants) return ctx.stall(Outcome::stalled);
            wants = true;
            ctx.did(Outcome::asked);
        }

        struct Action {
            bool postponable = false;
            BOOST_DESCRIBE_CLASS(Action, (), (postponable), (), ())
        };
        static bool offers(const Action& action, const Config& config) { return action.postponable != config.fair; }
        static bool fair(const Action& action) { return !action.postponable; }
        static std::string text(const Action&) { return "passes"; }
        void act(const Action&, auto& ctx) {
            if (!has_token) return ctx.stall(Outcome::stalled);
            has_token = false;
            ctx.send(across(Here), 0, Message{});
            ctx.did(Outcome::passed);
        }

        void receive(const Message&, auto& ctx) {
            has_token = true;
            wants = false;
            ctx.did(Outcome::received);
        }
        bool idle() const { return !wants; }
        std::uint64_t owes() const { return wants; }
    };
    using Nodes = std::tuple<Player<Side::left>, Player<Side::right>>;
};

class PingPongSystem {
public:
    explicit PingPongSystem(bool passing_is_fair = true) : system(config(passing_is_fair)) {
        system.add_property({"no-deadlock", "somebody can step", model::PropertyKind::no_deadlock});
        system.add_property({"served", "who asks gets the token", model::PropertyKind::always_eventually});
    }
    static constexpr int no_deadlock = 0, served = 1;  // properties
    model::System<PingPong> system;

private:
    static PingPong::Config config(bool fair) {
        PingPong::Config config;
        config.fair = fair;
        return config;
    }
};

}  // namespace tandem::toys
