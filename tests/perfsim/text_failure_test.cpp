// A broken text ends a simulation with one line that names node, handler and block, and never with a crash.
#include "perfsim/text_failure.hpp"

#include <doctest/doctest.h>

#include <random>

#include "perfsim/machine.hpp"
#include "protocols/baseline/protocol.hpp"
#include "tests/agreement/random_program.hpp"

namespace {

using namespace tandem;
using perfsim::Timed;
using Message = baseline::Message<Timed>;
using Outcome = baseline::Outcome;

/// The faults of the baseline: in an answer of L2, or in its handling.
enum class Fault {
    none,
    no_such_block,
    no_such_warp,
    no_such_core,
    no_data,
    answered_twice,
    stalls_late,
    queue_is_empty,
    foreign_block,
    keeps_evicted
};
Fault fault = Fault::none;

struct L2 : baseline::L2<Timed, Outcome> {
    using Right = baseline::L2<Timed, Outcome>;
    using Action = Right::Action;
    using ActionKind = Right::ActionKind;
    BOOST_DESCRIBE_CLASS(L2, (Right), (), (), ())

    // L2's base answers through `self()`, which is a Right; the fault changes the incoming message.
    void receive(Message m, auto& ctx) {
        if (fault == Fault::no_such_block) m.address = 1 << 20;
        if (fault == Fault::foreign_block) m.address = 0;
        if (fault == Fault::no_such_warp) m.warp = 1000;
        if (fault == Fault::no_data && m.kind == baseline::MessageKind::Read) m.kind = baseline::MessageKind::Atomic;
        if (fault == Fault::queue_is_empty) this->lines.place(m.address).waiting.pop();
        if (fault == Fault::no_such_core)
            return ctx.send(baseline::NodeKind::sm, 77,
                            Message{.kind = baseline::MessageKind::WriteDone, .address = m.address, .warp = m.warp});
        if (fault == Fault::stalls_late) {
            ctx.memory_read(m.address);
            return ctx.stall(Outcome::request_queued);
        }
        Right::receive(m, ctx);
    }
    void act(const Action& action, auto& ctx) {
        if (fault == Fault::keeps_evicted && action.kind == ActionKind::evict) return ctx.did(Outcome::l2_evicted);
        Right::act(action, ctx);
    }
};

struct Sm : baseline::Sm<Timed, Outcome> {
    using Right = baseline::Sm<Timed, Outcome>;
    BOOST_DESCRIBE_CLASS(Sm, (Right), (), (), ())

    void receive(const Message& m, auto& ctx) {
        Right::receive(m, ctx);
        if (fault == Fault::answered_twice) Right::receive(m, ctx);
    }
};

struct Broken : baseline::Baseline<Timed> {
    using Nodes = std::tuple<Sm, L2>;
};

/// How a run with that fault ends.
std::string ending(Fault what) {
    fault = what;
    std::mt19937 random(1);
    const auto description = agreement::small_machine(2, 2, 1, random);
    baseline::Config config;
    config.shape[model::Sort::core] = 2;
    config.shape[model::Sort::thread] = 2;
    config.atomics = true;
    const agreement::ProgramShape shape{.blocks = 4, .instructions = 16, .atomics = true};
    perfsim::Machine<Broken> machine(config, description);
    machine.memory().allocate(static_cast<std::size_t>(shape.blocks) * perfsim::words_per_block);
    machine.limit = 100'000;
    std::string said;
    try {
        machine.run(
            {4, 1, [&](perfsim::Warp& w) { return random_program(w, shape, std::mt19937(static_cast<unsigned>(w.block))); }});
        machine.write_back();
    } catch (const perfsim::TextFailure& e) {
        said = e.what();
    } catch (const perfsim::StuckError& e) {
        said = std::string("stuck: ") + e.what();
    }
    fault = Fault::none;
    CHECK(said.find('\n') == std::string::npos);
    return said;
}

void check_said(Fault what, const std::string& node, const std::string& says) {
    const std::string said = ending(what);
    CAPTURE(said);
    CHECK(said.starts_with("the protocol's text is wrong: "));
    CHECK(said.find(node) != std::string::npos);
    CHECK(said.find(says) != std::string::npos);
}

}  // namespace

TEST_CASE("a right text on the same machine ends") { CHECK(ending(Fault::none) == ""); }

TEST_CASE("a text that names what is not there ends the run in one line") {
    check_said(Fault::no_such_block, "receive of l2 0 (", "uses block 1048576");
    check_said(Fault::no_such_core, "receive of l2 0 (", "uses receiver 77");
    check_said(Fault::no_such_warp, "receive of sm ", "uses thread 1000");
    check_said(Fault::queue_is_empty, "receive of l2 0 (", "takes from an empty queue");
}

TEST_CASE("a text that answers wrongly ends the run in one line") {
    check_said(Fault::no_data, "l2 0 (", "performs an atomic with data that are no atomic's");
    check_said(Fault::answered_twice, "receive of sm ", "completes ");
    check_said(Fault::foreign_block, "receive of sm ", "completes ");
    check_said(Fault::stalls_late, "receive of l2 0 (", "and then stalls");
    check_said(Fault::keeps_evicted, "l2 0 still has block ", " after 10000 evictions");
}
