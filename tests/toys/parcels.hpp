// Left sends parcel 1 and then parcel 2. Right records the last to arrive and whether the first has arrived after the second.
//
// By hand, as (sent, what has arrived): in order (0,-) (1,-) (1,1) (2,-) (2,1) (2,12): 6 states; with room for one parcel (2,-)
// is out of reach: 5. Without order also (2,2) and (2,21): 8 states. The first parcel comes last at the earliest on level 4: two
// are sent, two arrive.
#pragma once

#include "tests/toys/pair.hpp"

namespace tandem::toys {

struct Parcels : Pair {
    enum class Outcome : std::uint8_t { sent, received, overtaken, stalled_all_sent };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, sent, received, overtaken, stalled_all_sent)
    using Parcel = model::Count<2>;
    struct Message {
        Parcel parcel{};
        BOOST_DESCRIBE_CLASS(Message, (), (parcel), (), ())
    };

    struct Sender {
        Parcel sent{};
        BOOST_DESCRIBE_CLASS(Sender, (), (sent), (), ())

        void start(const Config&, const std::vector<int>&) {}
        struct Action : Only {
            BOOST_DESCRIBE_CLASS(Action, (Only), (), (), ())
        };
        static bool offers(const Action& action, const Config&) { return !action.unused; }
        static bool fair(const Action&) { return true; }
        static std::string text(const Action&) { return "sends the next parcel"; }
        void act(const Action&, auto& ctx) {
            if (sent == 2) return ctx.stall(Outcome::stalled_all_sent);
            sent += 1;
            ctx.send(Side::right, 0, Message{sent});
            ctx.did(Outcome::sent);
        }
        bool idle() const { return sent == 2; }
    };
    struct Receiver {
        Parcel last{};
        bool overtaken = false;
        BOOST_DESCRIBE_CLASS(Receiver, (), (last, overtaken), (), ())

        void start(const Config&, const std::vector<int>&) {}
        void receive(const Message& m, auto& ctx) {
            overtaken = m.parcel < last;
            last = m.parcel;
            ctx.did(overtaken ? Outcome::overtaken : Outcome::received);
        }
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<Sender, Receiver>;
};

class ParcelsSystem {
public:
    ParcelsSystem(bool ordered, int capacity) : system(config(ordered, capacity)) {
        system.add_invariant("in-order", "parcels arrive in order", [](const auto& view) {
            bool holds = true;
            view.template each<Side::right>([&](const Parcels::Receiver& receiver, int) { holds = !receiver.overtaken; });
            return holds;
        });
        system.add_property({"no-deadlock", "at the end nothing is left to do", model::PropertyKind::no_deadlock});
        system.add_can_happen(Parcels::Outcome::overtaken);
    }
    static constexpr int in_order = 0, no_deadlock = 1;  // properties
    model::System<Parcels> system;

private:
    static Parcels::Config config(bool ordered, int capacity) {
        Parcels::Config config;
        config.ordered = ordered;
        config.capacity = capacity;
        return config;
    }
};

}  // namespace tandem::toys
