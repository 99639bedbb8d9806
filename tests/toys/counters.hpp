// Cores that count to `time_max`, each by itself: any number of states, and a formula for every count.
//
// With c cores and m = time_max: (m + 1)^c states, on c m + 1 levels; c m (m + 1)^(c - 1) transitions; and, cores being
// interchangeable, one orbit for each multiset of c counts: (m + c)! / (m! c!).
#pragma once

#include "model/system.hpp"

namespace tandem::toys {

struct Counters {
    using Domain = model::Wide;
    struct Config {
        model::Shape shape;
    };
    enum class NodeKind : std::uint8_t { counter };
    BOOST_DESCRIBE_NESTED_ENUM(NodeKind, counter)
    enum class Outcome : std::uint8_t { counted, stalled_at_the_end };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, counted, stalled_at_the_end)
    struct Message {
        bool nothing = false;
        BOOST_DESCRIBE_CLASS(Message, (), (nothing), (), ())
    };

    struct Counter {
        model::Time count{};
        BOOST_DESCRIBE_CLASS(Counter, (), (count), (), ())

        struct Action {
            bool unused = false;
            BOOST_DESCRIBE_CLASS(Action, (), (unused), (), ())
        };
        static bool offers(const Action& action, const Config&) { return !action.unused; }
        static bool fair(const Action&) { return true; }
        static std::string text(const Action&) { return "counts"; }

        void start(const Config&, const std::vector<int>&) {}
        void act(const Action&, auto& ctx) {
            if (count == ctx.config().shape.time_max) return ctx.stall(Outcome::stalled_at_the_end);
            count = count + 1;
            ctx.did(Outcome::counted);
        }
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<Counter>;

    static int population(NodeKind, const Config& config) { return config.shape[model::Sort::core]; }
    static int core_of(NodeKind, int index, const Config&) { return index; }
    static std::string node_name(NodeKind, int index) { return "counter " + std::to_string(index); }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {}; }
};

class CountersSystem {
public:
    CountersSystem(int cores, int time_max) : system(config(cores, time_max)) {
        system.add_invariant("in-step", "no counter is two ahead of another", [](const auto& view) {
            model::Time least = model::max_time, most = 0;
            view.template each<Counters::NodeKind::counter>([&](const Counters::Counter& c, int) {
                least = std::min(least, c.count);
                most = std::max(most, c.count);
            });
            return most <= least + 1;
        });
        system.add_invariant("in-range", "no counter passes the end", [](const auto& view) {
            bool holds = true;
            view.template each<Counters::NodeKind::counter>(
                [&](const Counters::Counter& c, int) { holds = holds && c.count <= view.config().shape.time_max; });
            return holds;
        });
        system.add_step_property<Counters::NodeKind::counter>(
            "forwards", "a step adds one",
            [](const auto& before, const auto& after, const auto&) { return after.count == before.count + 1; });
        system.add_step_property<Counters::NodeKind::counter>(
            "below-two", "no step leads to two", [](const auto&, const auto& after, const auto&) { return after.count != 2; });
    }
    static constexpr int in_step = 0, in_range = 1, forwards = 2, below_two = 3;  // properties
    model::System<Counters> system;

private:
    static Counters::Config config(int cores, int time_max) {
        Counters::Config config;
        config.shape[model::Sort::core] = cores;
        config.shape.time_max = time_max;
        return config;
    }
};

}  // namespace tandem::toys
