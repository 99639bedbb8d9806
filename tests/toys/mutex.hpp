// Two threads and a critical section: Peterson's algorithm, one that gives the turn to the wrong thread, and a bare lock.
//
// A thread is outside, has raised its flag, waits (having given the turn away), or is critical. By hand, with (first thread,
// second thread) and whose turn it is:
//   Peterson: both outside or flagged: 4, with either turn: 8. One waits and the other is outside or flagged: the turn is what
//   the waiting one wrote: 4. Both wait: either turn: 2. One is critical: the other is outside, flagged (turn as the critical one
//   wrote) or waits (turn as the waiting one wrote): 6. Together 20, in pairs that exchange the threads: 10 orbits.
//   Selfish: both are critical after three steps of each, at the earliest on level 6.
//   Lock: outside, waiting or critical, but not both critical: 8. The turn stays as it was: 16, and 8 orbits.
#pragma once

#include "model/system.hpp"

namespace tandem::toys {

struct Mutex {
    using Domain = model::Concrete;
    enum class Algorithm : std::uint8_t {
        peterson,
        selfish,  // the turn goes to the thread itself: no mutual exclusion
        lock,     // enters when nobody is critical: the same thread may win every time
    };
    struct Config {
        Algorithm algorithm = Algorithm::peterson;
        model::Shape shape;
    };
    enum class NodeKind : std::uint8_t { threads };
    BOOST_DESCRIBE_NESTED_ENUM(NodeKind, threads)
    enum class Outcome : std::uint8_t { raised, waits, entered, left, stalled_in_use };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, raised, waits, entered, left, stalled_in_use)
    struct Message {
        bool nothing = false;
        BOOST_DESCRIBE_CLASS(Message, (), (nothing), (), ())
    };
    enum class At : std::uint8_t { outside, flagged, waiting, critical };
    BOOST_DESCRIBE_NESTED_ENUM(At, outside, flagged, waiting, critical)
    using Thread = model::Thread<Domain>;

    struct Threads {
        model::Array<Domain, model::Sort::thread, At> at;
        Thread turn{};
        BOOST_DESCRIBE_CLASS(Threads, (), (at, turn), (), ())

        struct Action {
            Thread thread{};
            BOOST_DESCRIBE_CLASS(Action, (), (thread), (), ())
        };
        static bool offers(const Action&, const Config&) { return true; }
        static bool fair(const Action&) { return true; }
        static std::string text(const Action& action) { return "thread " + std::to_string(action.thread.number) + " steps"; }

        void start(const Config&, const std::vector<int>& memory) { turn = memory[0]; }
        void act(const Action& action, auto& ctx) {
            const Algorithm algorithm = ctx.config().algorithm;
            const Thread self = action.thread, other = 1 - self.number;
            At& here = at[self];
            if (here == At::outside) {
                here = algorithm == Algorithm::lock ? At::waiting : At::flagged;
                ctx.did(Outcome::raised);
            } else if (here == At::flagged) {
                here = At::waiting;
                turn = algorithm == Algorithm::selfish ? self : other;
                ctx.did(Outcome::waits);
            } else if (here == At::waiting) {
                const bool free =
                    algorithm == Algorithm::lock ? at[other] != At::critical : at[other] == At::outside || turn == self;
                if (!free) return ctx.stall(Outcome::stalled_in_use);
                here = At::critical;
                ctx.did(Outcome::entered);
            } else {
                here = At::outside;
                ctx.did(Outcome::left);
            }
        }
        bool idle() const { return at[0] == At::outside && at[1] == At::outside; }
        std::uint64_t owes() const {
            const auto waits = [&](int t) { return at[t] == At::flagged || at[t] == At::waiting; };
            return std::uint64_t(waits(0)) | std::uint64_t(waits(1)) << 1;
        }
    };
    using Nodes = std::tuple<Threads>;

    static int population(NodeKind, const Config&) { return 1; }
    static int core_of(NodeKind, int index, const Config&) { return index; }
    static std::string node_name(NodeKind, int) { return "threads"; }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{0}, {1}}; }  // whose turn it is
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {}; }
};

class MutexSystem {
public:
    explicit MutexSystem(Mutex::Algorithm algorithm) : system(config(algorithm)) {
        system.add_invariant("exclusion", "at most one thread is critical", [](const auto& view) {
            bool holds = true;
            view.template each<Mutex::NodeKind::threads>([&](const Mutex::Threads& threads, int) {
                holds = threads.at[0] != Mutex::At::critical || threads.at[1] != Mutex::At::critical;
            });
            return holds;
        });
        system.add_property({"enters", "a thread that wants to enter does", model::PropertyKind::always_eventually});
    }
    static constexpr int exclusion = 0, enters = 1;  // properties
    model::System<Mutex> system;

private:
    static Mutex::Config config(Mutex::Algorithm algorithm) {
        Mutex::Config config{algorithm, {}};
        config.shape[model::Sort::thread] = 2;
        return config;
    }
};

}  // namespace tandem::toys
