// Cooks with egg timers, and a table: physical time. A cook sets a timer to 2 ticks; when it ends he serves the egg, which is
// fresh for a tick. The table takes it, fresh or not.
//
// By hand, for one cook. He is idle, or his timer ends in 2, 1, 0 ticks or has run out. On its way is nothing, or an egg that is
// fresh for another tick, fresh now, or stale. A cook sets his timer after he has served: with 2 ticks left the egg may be any,
// with 1 it has aged by one, with 0 or none it is stale. So there are 5 states without an egg, 3 with an idle cook, and 3 + 2 + 1
// + 1 otherwise: 15. Transitions: 4 idle states set the timer. 1 serves (with an egg on its way there is no room). 10 take an
// egg. Time makes something older while the timer runs, 4 + 3 + 2, or while an idle cook's egg is fresh, 2. In all other states a
// tick changes nothing and does not count. Total: 26.
#pragma once

#include "model/system.hpp"

namespace tandem::toys {

struct Kitchen {
    struct Config {
        model::Shape shape;
    };
    enum class NodeKind : std::uint8_t { cook, table };
    BOOST_DESCRIBE_NESTED_ENUM(NodeKind, cook, table)
};

template <class D>
struct EggTimersOf : Kitchen {
    using Domain = D;
    enum class Outcome : std::uint8_t { timer_set, served, taken_fresh, taken_stale, stalled, timer_runs };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, timer_set, served, taken_fresh, taken_stale, stalled, timer_runs)
    struct Message {
        model::Flag<D> egg{};
        model::Instant<D> fresh{};  // until
        BOOST_DESCRIBE_CLASS(Message, (), (egg, fresh), (), ())
    };
    struct Only {
        model::Flag<D> unused{};
        BOOST_DESCRIBE_CLASS(Only, (), (unused), (), ())
    };

    struct Cook {
        model::Flag<D> cooking{};
        model::Instant<D> rings{};
        BOOST_DESCRIBE_CLASS(Cook, (), (cooking, rings), (), ())
        void clear_unused() {
            if (!cooking) rings = {};
        }

        void start(const Config&, const std::vector<int>&) {}
        using Operation = Only;
        static bool issues(const Operation& op, const Config&) { return !op.unused; }
        void access(const Operation&, auto& ctx) {
            if (cooking) return ctx.stall(Outcome::stalled);
            cooking = true;
            rings = ctx.now() + 2;
            ctx.did(Outcome::timer_set);
        }
        struct Action {
            model::Flag<D> unused{};
            BOOST_DESCRIBE_CLASS(Action, (), (unused), (), ())
        };
        static bool offers(const Action& action, const Config&) { return !action.unused; }
        static bool fair(const Action&) { return true; }
        template <class Item>
        static std::string text(const Item&) { return std::is_same_v<Item, Action> ? "serves" : "sets the timer"; }
        void act(const Action&, auto& ctx) {
            if (!cooking) return ctx.stall(Outcome::stalled);
            if (ctx.now() <= rings) return ctx.stall_until(rings, Outcome::timer_runs);
            cooking = false;
            ctx.send(NodeKind::table, 0, Message{.egg = true, .fresh = ctx.now() + 1});
            ctx.did(Outcome::served);
        }
        bool idle() const { return !cooking; }
        std::uint64_t owes() const { return cooking ? 1 : 0; }
    };

    struct Table {
        model::Flag<D> nothing{};
        BOOST_DESCRIBE_CLASS(Table, (), (nothing), (), ())
        void start(const Config&, const std::vector<int>&) {}
        void receive(const Message& m, auto& ctx) { ctx.did(ctx.now() <= m.fresh ? Outcome::taken_fresh : Outcome::taken_stale); }
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<Cook, Table>;

    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::cook ? config.shape[model::Sort::core] : 1;
    }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::cook ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        return kind == NodeKind::cook ? "cook " + std::to_string(index) : "table";
    }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {{NodeKind::cook, NodeKind::table}}; }

    static Config with(int cooks) {
        Config config;
        config.shape[model::Sort::core] = cooks;
        config.shape.horizon = 2;
        return config;
    }
};
using EggTimers = EggTimersOf<model::Concrete>;

class EggTimersSystem {
public:
    explicit EggTimersSystem(int cooks) : system(EggTimers::with(cooks)) {
        system.add_property({"no-deadlock", "somebody can step", model::PropertyKind::no_deadlock});
        system.add_property({"served", "every egg that is cooked is served", model::PropertyKind::always_eventually});
        system.add_invariant("in-time", "no timer has run out", [](const auto& view) {
            bool holds = true;
            view.template each<EggTimers::NodeKind::cook>(
                [&](const auto& cook, int) { holds = holds && (!cook.cooking || view.now() <= cook.rings); });
            return holds;
        });
        system.add_can_happen(EggTimers::Outcome::taken_fresh);
        system.add_can_happen(EggTimers::Outcome::taken_stale);
    }
    static constexpr int no_deadlock = 0, served = 1, in_time = 2;  // properties
    model::System<EggTimers> system;
};

}  // namespace tandem::toys
