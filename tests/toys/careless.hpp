// Cores that count to 3, and the mistakes that a text may make on the way.
//
// A core that counts correctly has 4 states; two have 16, and 10 up to symmetry. A mistake happens when a count is 3: after 3
// steps, in the fourth.
#pragma once

#include <optional>

#include "model/system.hpp"

namespace tandem::toys {

enum class Fault : std::uint8_t { none, counts_beyond, changes_and_stalls, sends_to_nobody, follows_null, counts_by_core };

struct Careless {
    using Domain = model::Concrete;
    struct Config {
        model::Shape shape{{2, 1, 1, 1}, 1};
        Fault fault = Fault::none;
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
        model::Count<3> count{};
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
            const Fault fault = ctx.config().fault;
            if (fault == Fault::counts_by_core && ctx.core() == 1 && count == 2) return ctx.stall(Outcome::stalled_at_the_end);
            if (count == 3) {
                if (fault != Fault::none && fault != Fault::counts_by_core && fault != Fault::changes_and_stalls)
                    ctx.fence_passed(0);  // what a monitor may forbid
                if (fault == Fault::sends_to_nobody) ctx.send(NodeKind::counter, 0, Message{});
                if (fault == Fault::follows_null) nowhere()->count = 1;
                if (fault == Fault::changes_and_stalls) count = 0;
                if (fault != Fault::counts_beyond) return ctx.stall(Outcome::stalled_at_the_end);
            }
            count += 1;
            ctx.did(Outcome::counted);
        }
        bool idle() const { return true; }

    private:
        static Counter* nowhere() {
            static Counter* volatile null = nullptr;
            return null;
        }
    };
    using Nodes = std::tuple<Counter>;

    static int population(NodeKind, const Config& config) { return config.shape[model::Sort::core]; }
    static int core_of(NodeKind, int index, const Config&) { return index; }
    static std::string node_name(NodeKind, int index) { return "counter " + std::to_string(index); }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {}; }
};

/// Forbids what the toy does before its mistake.
struct NoFences {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = true;
    bool idle = true;
    BOOST_DESCRIBE_CLASS(NoFences, (), (idle), (), ())
    static std::optional<NoFences> start(const std::vector<int>&) { return NoFences{}; }
    bool observe(const model::Event<model::Concrete>& event) { return event.kind != model::EventKind::fence_passed; }
};

}  // namespace tandem::toys
