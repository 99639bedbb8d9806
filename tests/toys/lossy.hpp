// Left asks, and asks again when told that its request was lost. Right answers a request or loses it, as the environment chooses.
//
// By hand: nothing asked; a request to be sent; a request on its way; an answer on its way: 4 states, on a level each. If
// requests may be lost, also the news of the loss on its way, beside the answer: 5. Then no fairness promises an answer: the run
// that asks and loses forever, in a cycle of three steps, takes every step that stays possible.
#pragma once

#include "tests/toys/pair.hpp"

namespace tandem::toys {

struct Lossy : Pair {
    struct Config : Pair::Config {
        bool loses = true;
    };
    static int population(Side, const Config&) { return 1; }
    enum class Outcome : std::uint8_t { asked, sent, answered, lost, done, stalled };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, asked, sent, answered, lost, done, stalled)
    enum class MessageKind : std::uint8_t { request, loss, answer };
    BOOST_DESCRIBE_NESTED_ENUM(MessageKind, request, loss, answer)
    struct Message {
        MessageKind kind{};
        BOOST_DESCRIBE_CLASS(Message, (), (kind), (), ())
    };
    enum class Phase : std::uint8_t { resting, to_send, waiting };
    BOOST_DESCRIBE_NESTED_ENUM(Phase, resting, to_send, waiting)

    struct Client {
        Phase phase{};
        BOOST_DESCRIBE_CLASS(Client, (), (phase), (), ())

        void start(const Config&, const std::vector<int>&) {}
        using Operation = Only;
        static bool issues(const Operation& op, const Config&) { return !op.unused; }
        static std::string text(const Operation&) { return "asks"; }
        void access(const Operation&, auto& ctx) {
            if (phase != Phase::resting) return ctx.stall(Outcome::stalled);
            phase = Phase::to_send;
            ctx.did(Outcome::asked);
        }
        struct Action : Only {
            BOOST_DESCRIBE_CLASS(Action, (Only), (), (), ())
        };
        static bool offers(const Action& action, const Config&) { return !action.unused; }
        static bool fair(const Action&) { return true; }
        static std::string text(const Action&) { return "sends the request"; }
        void act(const Action&, auto& ctx) {
            if (phase != Phase::to_send) return ctx.stall(Outcome::stalled);
            phase = Phase::waiting;
            ctx.send(Side::right, 0, Message{MessageKind::request});
            ctx.did(Outcome::sent);
        }
        void receive(const Message& m, auto& ctx) {
            phase = m.kind == MessageKind::loss ? Phase::to_send : Phase::resting;
            ctx.did(m.kind == MessageKind::loss ? Outcome::lost : Outcome::done);
        }
        bool idle() const { return phase == Phase::resting; }
        std::uint64_t owes() const { return phase != Phase::resting; }
    };
    struct Server {
        bool unused = false;
        BOOST_DESCRIBE_CLASS(Server, (), (unused), (), ())

        void start(const Config&, const std::vector<int>&) {}
        void receive(const Message&, auto& ctx) {
            const bool loses = ctx.choose(ctx.config().loses ? 2 : 1) == 1;
            ctx.send(Side::left, 0, Message{loses ? MessageKind::loss : MessageKind::answer});
            ctx.did(Outcome::answered);
        }
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<Client, Server>;
};

class LossySystem {
public:
    explicit LossySystem(bool loses) : system(config(loses)) {
        system.add_property({"answered", "every request is answered", model::PropertyKind::always_eventually});
    }
    static constexpr int answered = 0;  // properties
    model::System<Lossy> system;

private:
    static Lossy::Config config(bool loses) {
        Lossy::Config config;
        config.loses = loses;
        return config;
    }
};

}  // namespace tandem::toys
