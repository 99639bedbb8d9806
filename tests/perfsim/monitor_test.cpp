// The monitor's view: it must see all of a block's copies, although it tracks their places itself.
#include "perfsim/monitor.hpp"

#include <doctest/doctest.h>

#include "protocols/gtsc/properties.hpp"
#include "specs/single_writer.hpp"
#include "tests/agreement/random_program.hpp"

namespace tandem::tests {

namespace {

using Protocol = gtsc::Gtsc<perfsim::Timed>;
using Machine = perfsim::Machine<Protocol>;

/// How often it was asked, and what it could see.
struct Tally {
    std::uint64_t judged = 0, lines = 0, messages = 0, missed = 0;
};

/// G-TSC's copies; and each node's lines, counted with and without the monitor's help.
struct CountedCopies {
    const Machine* machine;
    Tally* tally;

    template <class View, class Sink>
    void operator()(const View& view, Sink&& sink) const {
        gtsc::ReadableCopies{}(view, sink);
        ++tally->judged;
        const perfsim::Block* block = nullptr;
        std::uint64_t seen = 0;
        const auto look = [&](const auto& node, int) {
            block = node.lines.focus;
            node.lines.each([&](auto, const auto&) { ++seen; });
        };
        view.template each<gtsc::NodeKind::l1>(look);
        view.template each<gtsc::NodeKind::l2>(look);
        view.each_message([&](const auto&, int) { ++tally->messages; });
        tally->lines += seen;
        if (!block) return;
        const perfsim::Block a = *block;
        std::uint64_t there = 0;
        for (int i = 0; i < machine->sms(); ++i) there += machine->core(i).lines.find(a) != nullptr;
        for (int i = 0; i < machine->banks(); ++i) there += machine->bank(i).lines.find(a) != nullptr;
        tally->missed += there - seen;
    }
};

}  // namespace

TEST_SUITE("perfsim/monitor") {
    TEST_CASE("it sees every line of a block, wherever the block has gone") {
        Tally tally;
        for (int seed = 1; seed <= 100; ++seed) {
            std::mt19937 random(static_cast<unsigned>(seed));
            const agreement::ProgramShape shape{.blocks = 4, .instructions = 30};
            gtsc::Config config;
            config.consistency = gtsc::Consistency::rc;
            config.banks = 2;
            config.atomics = true;
            config.shape[model::Sort::core] = 3;
            config.shape[model::Sort::thread] = 2;
            config.shape.time_max = 1 << 20;
            Machine machine(config, agreement::small_machine(3, 2, 2, random));
            machine.memory().allocate(static_cast<std::size_t>(shape.blocks) * perfsim::words_per_block);
            machine.limit = 1'000'000;
            perfsim::Monitor<Protocol, CountedCopies, specs::Apart> monitor(machine, {&machine, &tally}, {});
            machine.observe(&monitor);
            machine.run({6, 1, [&](perfsim::Warp& w) {
                             return agreement::random_program(w, shape,
                                                              std::mt19937(static_cast<unsigned>(seed * 100 + w.block)));
                         }});
        }
        CHECK(tally.missed == 0);
        CHECK(tally.judged > 50'000);
        CHECK(tally.lines > 50'000);
        CHECK(tally.messages > 20'000);
    }

    TEST_CASE("an atomic must return to its warp what its block held before") {
        gtsc::Config config;
        config.atomics = true;
        config.shape[model::Sort::core] = 2;
        std::mt19937 random(1);
        Machine machine(config, agreement::small_machine(2, 1, 1, random));
        machine.memory().allocate(perfsim::words_per_block);
        // Lane 0 puts 7 into word 0, where 0 is.
        const auto by_lane = [](std::uint32_t word) {
            perfsim::Datum* datum = perfsim::new_datum();
            datum->head().mask = 1;
            datum->head().is_operation = true;
            datum->head().operation = perfsim::AtomicOperation::exchange;
            datum->words[0] = word;
            datum->word_of[0] = 0;
            datum->beyond = 0;
            return perfsim::Value(datum);
        };
        const auto answer = [&](std::uint32_t word) {
            perfsim::Monitor<Protocol, gtsc::ReadableCopies, specs::Apart> monitor(machine, {}, {});
            monitor.event({model::EventKind::store_performed, 1, 0, 0, by_lane(7), 3, {}});
            monitor.event({model::EventKind::load_returned, 1, 0, 0, by_lane(word), 3, {}});
        };
        CHECK_NOTHROW(answer(0));
        CHECK_THROWS_AS(answer(7), perfsim::MonitorError);
    }
}

}  // namespace tandem::tests
