// L2s that a user may write: one that writes memory at once, and one that evicts in steps.
#include <doctest/doctest.h>

#include "msi/protocol.hpp"
#include "perfsim/monitor.hpp"
#include "protocols/baseline/machine.hpp"
#include "protocols/baseline/protocol.hpp"
#include "specs/single_writer.hpp"

namespace tandem::tests {

namespace {

/// Memory gets an atomic's result before anyone is told.
template <class D>
struct ThroughL2 : baseline::DramQueue<ThroughL2<D>, D, baseline::L2Line<D>, baseline::Message<D>, baseline::Outcome> {
    using Queue = baseline::DramQueue<ThroughL2<D>, D, baseline::L2Line<D>, baseline::Message<D>, baseline::Outcome>;
    BOOST_DESCRIBE_CLASS(ThroughL2, (Queue), (), (), ())

    void answer(model::Core<D> from, const baseline::Message<D>& m, baseline::L2Line<D>& line, auto& ctx) {
        const model::Value<D> found = model::perform(line.data, m.data);
        this->dram[m.address] = line.data;
        ctx.load_performed(from, m.warp, m.address, found, 0);
        ctx.store_performed(from, m.warp, m.address, m.data, 0);
        ctx.send(baseline::NodeKind::sm, from,
                 {.kind = baseline::MessageKind::AtomicData, .address = m.address, .warp = m.warp, .data = found});
        ctx.did(baseline::Outcome::atomic_done);
    }
};
template <class D>
struct Through : baseline::SmsAndBanks<D> {
    using Outcome = baseline::Outcome;
    using Nodes = std::tuple<baseline::Sm<D, Outcome>, ThroughL2<D>>;
};

/// Begins to evict a block, and still has it.
template <class D>
struct SlowDirectory : std::tuple_element_t<1, typename msi::Msi<D>::Nodes> {
    using Directory = std::tuple_element_t<1, typename msi::Msi<D>::Nodes>;
    BOOST_DESCRIBE_CLASS(SlowDirectory, (Directory), (), (), ())

    void act(const typename Directory::Action& action, auto& ctx) {
        if (action.kind == Directory::ActionKind::evict) return ctx.did(msi::Outcome::l2_evicted);
        Directory::act(action, ctx);
    }
};
template <class D>
struct Slow : msi::Msi<D> {
    using Nodes = std::tuple<std::tuple_element_t<0, typename msi::Msi<D>::Nodes>, SlowDirectory<D>>;
};

perfsim::Kernel add_one(perfsim::Warp& w) {
    perfsim::Lanes ones{};
    ones.fill(1);
    co_await w.atomic(perfsim::AtomicOperation::add, perfsim::Buffer{}.from(0), ones);
}

/// A machine that has run add_one in a warp of each of its SMs, with or without a monitor.
template <class Protocol>
std::unique_ptr<perfsim::Machine<Protocol>> run(bool monitored) {
    auto description = perfsim::paper_machine();
    description.sms.count = 2;
    msi::Config config;
    config.atomics = true;
    baseline::on_machine(config, description);
    auto machine = std::make_unique<perfsim::Machine<Protocol>>(config, description);
    machine->memory().allocate(perfsim::words_per_block);
    machine->limit = 100'000;
    perfsim::Monitor<Protocol, baseline::ReadableCopies, specs::Apart> monitor(*machine, {}, {});
    if (monitored) machine->observe(&monitor);
    machine->run({2, 1, [](perfsim::Warp& w) { return add_one(w); }});
    machine->observe(nullptr);
    if (monitored) CHECK(monitor.judged > 0);
    return machine;
}

}  // namespace

TEST_SUITE("perfsim/own L2") {
    TEST_CASE("the monitor knows what a block held before memory changed, even if it changes before anyone is told") {
        CHECK_NOTHROW(run<Through<perfsim::Timed>>(true));
    }

    TEST_CASE("an L2 that keeps a block after its eviction is refused, and is not taken to have written it back") {
        CHECK_THROWS_WITH(run<Slow<perfsim::Timed>>(false)->write_back(),
                          doctest::Contains("still has block 0 after 10000 evictions"));
    }
}

}  // namespace tandem::tests
