// The times between the commands of a DRAM channel: each in closed form, and all of them as a table of pairs of commands.
// Standards and other simulators state them in this form (JESD212 for GDDR5; Ramulator's timing entries). The table is derived
// from those, and not from the channel.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "perfsim/dram.hpp"

namespace tandem::tests {

using perfsim::Cycle, perfsim::DramCommand, perfsim::DramShape;
using Kind = DramCommand::Kind;

namespace {

struct Asked {
    Cycle when = 1;
    bool write = false;
    int bank = 0, row = 0, column = 0;
};

struct ChannelRun {
    std::vector<DramCommand> commands;  // in the order of time
    perfsim::DramStatistics statistics;
    Cycle last = 0;  // when the last answer came

    std::vector<Cycle> times(std::initializer_list<Kind> kinds) const {
        std::vector<Cycle> out;
        for (const DramCommand& c : commands)
            if (std::find(kinds.begin(), kinds.end(), c.kind) != kinds.end()) out.push_back(c.when);
        return out;
    }
};

/// The place of a block in the channel (perfsim/dram.hpp: banks are permuted from row to row).
std::uint32_t place(const DramShape& shape, const Asked& a) {
    return static_cast<std::uint32_t>((a.row * shape.banks + (a.bank ^ a.row % shape.banks)) * shape.row_blocks + a.column);
}

/// Requests in this order, each from its moment on, as the queue takes them.
ChannelRun run(const DramShape& shape, const std::vector<Asked>& all) {
    perfsim::Clock clock(2);
    perfsim::DramChannel channel(shape, clock, 1, 0);
    ChannelRun result;
    channel.commands = &result.commands;
    std::size_t sent = 0;
    clock.wake(0, 1);
    while (clock.advance())
        clock.each_awake([&](int part) {
            if (part == 1) return channel.step();
            for (; channel.done(); result.last = clock.now()) channel.take();
            for (; sent < all.size() && all[sent].when <= clock.now() && channel.room(); ++sent) {
                const auto number = static_cast<std::uint32_t>(sent);
                if (all[sent].write) channel.write(number, place(shape, all[sent]));
                else channel.read(number, place(shape, all[sent]));
            }
            if (sent < all.size()) clock.wake(0, std::max(clock.now() + 1, all[sent].when));
        });
    CHECK(channel.idle());
    std::stable_sort(result.commands.begin(), result.commands.end(),
                     [](const DramCommand& a, const DramCommand& b) { return a.when < b.when; });
    result.statistics = channel.statistics;
    return result;
}

// ---- the checker

enum class Where { bank, group, channel };
struct Rule {
    const char* name;
    Kind before, after;
    Where where;
    Cycle least;  // cycles from one to the other
};

std::vector<Rule> rules(const DramShape& s) {
    const Cycle written = (s.write_latency > 0 ? s.write_latency : s.column) + s.transfer, row = s.row_active + s.precharge;
    std::vector<Rule> all{
        {"tRC", Kind::activate, Kind::activate, Where::bank, std::max<Cycle>(s.row_cycle, row)},
        {"tRAS", Kind::activate, Kind::precharge, Where::bank, s.row_active},
        {"tRP", Kind::precharge, Kind::activate, Where::bank, s.precharge},
        {"tRRD", Kind::activate, Kind::activate, Where::channel, s.row_to_row},
        {"tWR", Kind::write, Kind::precharge, Where::bank, written + s.write_recovery},
        {"tRP before a refresh", Kind::precharge, Kind::refresh, Where::channel, s.precharge},
        {"tRFC", Kind::refresh, Kind::activate, Where::channel, s.refresh},
        {"tRFC between refreshes", Kind::refresh, Kind::refresh, Where::channel, s.refresh},
    };
    if (s.write_to_read > 0) all.push_back({"tWTR", Kind::write, Kind::read, Where::channel, written + s.write_to_read});
    if (s.bus_turnaround > 0)
        all.push_back({"tRTW", Kind::read, Kind::write, Where::channel, s.column + 2 * s.transfer + s.bus_turnaround - written});
    for (const Kind a : {Kind::read, Kind::write}) {
        all.push_back({"tRCD", Kind::activate, a, Where::bank, s.activate});
        for (const Kind b : {Kind::read, Kind::write}) {
            all.push_back({"tCCD", b, a, Where::channel, s.column_to_column});
            all.push_back({"tCCDL", b, a, Where::group, s.column_in_group});
        }
    }
    return all;
}

/// A standard's objection to these commands; nothing if they are right.
std::string complaint(const DramShape& s, const std::vector<DramCommand>& commands) {
    const auto same = [&](Where where, const DramCommand& a, const DramCommand& b) {
        const int in_group = s.banks / s.bank_groups;
        return where == Where::channel || (where == Where::bank ? a.bank == b.bank : a.bank / in_group == b.bank / in_group);
    };
    const auto table = rules(s);
    std::vector<Cycle> opened;
    for (const DramCommand& c : commands)
        if (c.kind == Kind::activate) opened.push_back(c.when);
    for (std::size_t i = 4; i < opened.size(); ++i)
        if (opened[i] - opened[i - 4] < s.four_activations) return "tFAW";
    std::vector<std::int64_t> open(static_cast<std::size_t>(s.banks), -1);
    Cycle data_until = 0;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const DramCommand& c = commands[i];
        for (const Rule& rule : table)
            for (std::size_t k = i; rule.after == c.kind && rule.least > 0 && k-- > 0 && commands[k].when > c.when - rule.least;)
                if (commands[k].kind == rule.before && same(rule.where, commands[k], c)) return rule.name;
        auto& row = open[static_cast<std::size_t>(c.bank)];
        switch (c.kind) {
            case Kind::activate:
                if (row >= 0) return "a row is opened in a bank that has one";
                row = c.row;
                break;
            case Kind::precharge:
                if (row < 0) return "a bank is precharged that has no row";
                row = -1;
                break;
            case Kind::refresh:
                if (std::any_of(open.begin(), open.end(), [](std::int64_t r) { return r >= 0; }))
                    return "a refresh while a row is open";
                break;
            case Kind::read:
            case Kind::write:
                if (row != c.row) return "a column of a row that is not open";
                if (c.data != c.when + (c.kind == Kind::write && s.write_latency > 0 ? s.write_latency : s.column))
                    return "data not after the latency";
                if (c.data < data_until) return "data meets on the bus";
                data_until = c.data + s.transfer;
        }
    }
    return "";
}

/// Every part is on, and requires more than the others.
DramShape everything() {
    DramShape s;
    s.row_to_row = 6;
    s.row_cycle = 40;
    s.column_to_column = 5;
    s.bank_groups = 4;
    s.column_in_group = 7;
    s.write_latency = 4;
    s.write_to_read = 5;
    s.bus_turnaround = 2;
    s.refresh_interval = 700;
    s.refresh = 46;
    s.four_activations = 60;
    return s;
}

/// Requests with some locality, in bursts and pauses.
std::vector<Asked> random_requests(const DramShape& shape, unsigned seed, std::size_t count, int rows) {
    std::mt19937 random(seed);
    std::vector<Asked> all;
    Asked next;
    for (std::size_t i = 0; i < count; ++i) {
        if (random() % 3 == 0) next.bank = static_cast<int>(random() % static_cast<unsigned>(shape.banks));
        if (random() % 4 == 0) next.row = static_cast<int>(random() % static_cast<unsigned>(rows));
        if (random() % 5 == 0) next.write = !next.write;
        next.column = static_cast<int>(random() % static_cast<unsigned>(shape.row_blocks));
        if (random() % 40 == 0) next.when += static_cast<Cycle>(random() % 400);
        all.push_back(next);
    }
    return all;
}

std::vector<Cycle> gaps(const std::vector<Cycle>& times) {
    std::vector<Cycle> out;
    for (std::size_t i = 1; i < times.size(); ++i) out.push_back(times[i] - times[i - 1]);
    return out;
}

}  // namespace

TEST_SUITE("perfsim/dram timing") {
    TEST_CASE("n rows of n banks are opened in (n - 1) tRRD") {
        DramShape shape;
        std::vector<Asked> all;
        for (int bank = 0; bank < 8; ++bank) all.push_back({.bank = bank});
        CHECK(gaps(run(shape, all).times({Kind::activate})) == std::vector<Cycle>(7, 0));
        shape.row_to_row = 13;
        CHECK(gaps(run(shape, all).times({Kind::activate})) == std::vector<Cycle>(7, 13));
    }

    TEST_CASE("rows of one bank are opened tRC apart, or after tRAS and tRP if that is more") {
        DramShape shape;
        const std::vector<Asked> all{{.row = 0}, {.row = 1}, {.row = 2}};
        CHECK(gaps(run(shape, all).times({Kind::activate})) == std::vector<Cycle>(2, shape.row_active + shape.precharge));
        shape.row_cycle = 50;
        CHECK(gaps(run(shape, all).times({Kind::activate})) == std::vector<Cycle>(2, 50));
    }

    TEST_CASE("columns are as far apart as the bus, tCCD, or in a group of banks tCCDL ask") {
        DramShape shape;
        std::vector<Asked> one_row, groups;
        for (int i = 0; i < 8; ++i) one_row.push_back({.column = i}), groups.push_back({.bank = i % 2 * 8, .column = i});
        const auto columns = [&](const std::vector<Asked>& all) { return gaps(run(shape, all).times({Kind::read})); };
        CHECK(columns(one_row) == std::vector<Cycle>(7, shape.transfer));
        shape.column_to_column = 6;
        CHECK(columns(one_row) == std::vector<Cycle>(7, 6));
        shape.bank_groups = 4;
        shape.column_in_group = 9;
        CHECK(columns(one_row) == std::vector<Cycle>(7, 9));
        CHECK(columns(groups) == std::vector<Cycle>(7, 6));  // in turn
        shape.bank_groups = 1;                               // there are no groups, and not one of all banks
        CHECK(columns(one_row) == std::vector<Cycle>(7, 6));
    }

    TEST_CASE(
        "a read after a write waits for the write's data and tWTR, and a write after a read for the turnaround of the bus") {
        DramShape shape;
        shape.write_latency = 4;
        const std::vector<Asked> to_read{{.write = true}, {.column = 1}}, to_write{{}, {.write = true, .column = 1}};
        const auto apart = [&](const std::vector<Asked>& all) {
            return gaps(run(shape, all).times({Kind::read, Kind::write})).front();
        };
        CHECK(apart(to_read) == shape.transfer);  // of its bank; the bus would take the read's data sooner
        CHECK(apart(to_write) == shape.column + shape.transfer - shape.write_latency);
        shape.write_to_read = 5;
        shape.bus_turnaround = 3;
        CHECK(apart(to_read) == shape.write_latency + shape.transfer + shape.write_to_read);
        CHECK(apart(to_write) == shape.column + shape.transfer + shape.bus_turnaround - shape.write_latency);
    }

    TEST_CASE("a refresh closes all rows, and who asks meanwhile waits for its end and opens the row anew") {
        DramShape shape;
        shape.refresh_interval = 1000;
        shape.refresh = 100;
        const auto alone = [&](Cycle when) { return run(shape, {{}, {.when = when, .column = 1}}).last - when; };
        const Cycle open = 1 + shape.column + shape.transfer + shape.latency;
        CHECK(alone(500) == open);
        CHECK(alone(1000) == shape.precharge + shape.refresh + shape.activate + open - 1);  // the refresh begins while it comes
        CHECK(alone(1500) == open + shape.activate);  // it is over, and the row is closed
        CHECK(alone(10'500) == open + shape.activate);
        CHECK(run(shape, {{}, {.when = 10'500, .column = 1}}).statistics.refreshes == 10);
    }

    TEST_CASE("reads without end lose the refreshes' share of the time and no more") {
        DramShape shape;
        std::vector<Asked> all;
        for (int i = 0; i < 16'000; ++i) all.push_back({.bank = i / 32 % 16, .row = i / 512, .column = i % 32});
        const double without = static_cast<double>(run(shape, all).last);
        shape.refresh_interval = 2000;
        shape.refresh = 100;
        const double with = static_cast<double>(run(shape, all).last),
                     lost = shape.refresh + shape.precharge + shape.activate + shape.column;
        CHECK(with / without == doctest::Approx(2000 / (2000 - lost)).epsilon(0.01));
    }

    TEST_CASE("commands for random requests keep every time of the table, with all parts on and with none") {
        for (const DramShape& shape : {DramShape(), everything()})
            for (const int rows : {1, 2, 20})
                for (unsigned seed = 0; seed < 10; ++seed) {
                    const ChannelRun done = run(shape, random_requests(shape, seed, 2000, rows));
                    CHECK(done.statistics.reads + done.statistics.writes == 2000);
                    if (shape.write_latency == 0) continue;
                    CHECK(complaint(shape, done.commands) == "");
                }
    }

    TEST_CASE("the table finds each part that is off") {
        const auto without = [](int DramShape::*part, int off = 0) {
            DramShape shape = everything();
            shape.*part = off;
            return complaint(everything(), run(shape, random_requests(shape, 1, 2000, 20)).commands);
        };
        CHECK(without(&DramShape::row_to_row) == "tRRD");
        CHECK(without(&DramShape::row_cycle) == "tRC");
        CHECK(without(&DramShape::column_to_column) == "tCCD");
        CHECK(without(&DramShape::column_in_group) == "tCCDL");
        CHECK(without(&DramShape::write_to_read) == "tWTR");
        CHECK(without(&DramShape::bus_turnaround) == "tRTW");
        CHECK(without(&DramShape::write_recovery) == "tWR");
        CHECK(without(&DramShape::row_active) != "");
        CHECK(without(&DramShape::write_latency) != "");
        CHECK(without(&DramShape::refresh) == "tRFC");
        CHECK(without(&DramShape::four_activations) == "tFAW");
    }

    TEST_CASE("no more than four rows are opened in tFAW") {
        DramShape shape;
        std::vector<Asked> all;
        for (int bank = 0; bank < 12; ++bank) all.push_back({.bank = bank});
        shape.four_activations = 50;
        CHECK(run(shape, all).times({Kind::activate}) == std::vector<Cycle>{2, 2, 2, 2, 52, 52, 52, 52, 102, 102, 102, 102});
        shape.row_to_row = 5;
        CHECK(gaps(run(shape, all).times({Kind::activate})) == std::vector<Cycle>{5, 5, 5, 35, 5, 5, 5, 35, 5, 5, 5});
    }

    TEST_CASE("writes in a queue of their own wait for the mark, or until no read waits, and go together") {
        DramShape shape;
        shape.queue = 32;
        shape.write_queue = 8, shape.write_high = 4, shape.write_low = 1;
        const auto order = [&](const std::vector<Asked>& all) {
            std::string kinds;
            for (const DramCommand& c : run(shape, all).commands)
                if (c.kind == Kind::read || c.kind == Kind::write) kinds += c.kind == Kind::read ? 'r' : 'w';
            return kinds;
        };
        std::vector<Asked> two, four;
        for (int i = 0; i < 8; ++i) {
            if (i > 1 && i < 4) two.push_back({.write = true, .bank = 1, .column = i});
            if (i > 1 && i < 6) four.push_back({.write = true, .bank = 1, .column = i});
            two.push_back({.column = i});
            four.push_back({.column = i});
        }
        CHECK(order(two) == "rrrrrrrrww");
        CHECK(order(four) == "wwwrrrrrrrrw");  // three go, as one may stay
        shape.write_queue = 0;
        CHECK(order(two) == "rrwrwrrrrr");
    }

    TEST_CASE("a read of a block that waits to be written is answered from there, and such a block is written once") {
        DramShape shape;
        shape.write_queue = 8, shape.write_high = 8, shape.write_low = 1;
        perfsim::Clock clock(2);
        perfsim::DramChannel channel(shape, clock, 1, 0);
        for (std::uint32_t i = 0; i < 4; ++i) channel.read(i, i);
        channel.write(9, 40);
        channel.write(9, 40);
        channel.read(9, 40);
        std::vector<std::uint32_t> came;
        while (clock.advance())
            clock.each_awake([&](int part) {
                if (part == 1) return channel.step();
                for (; channel.done(); channel.take()) came.push_back(channel.front());
                if (channel.next_done() != perfsim::never) clock.wake(0, std::max(clock.now() + 1, channel.next_done()));
            });
        CHECK(came == std::vector<std::uint32_t>{9, 0, 1, 2, 3});
        CHECK(channel.statistics.writes == 1);
        CHECK(channel.statistics.reads == 4);
        CHECK(channel.statistics.forwarded == 2);
    }

    TEST_CASE("with a queue of writes commands for random requests keep every time of the table, too") {
        DramShape shape = everything();
        shape.write_queue = 16, shape.write_high = 12, shape.write_low = 4;
        for (unsigned seed = 0; seed < 10; ++seed) {
            const ChannelRun done = run(shape, random_requests(shape, seed, 2000, 20));
            CHECK(complaint(shape, done.commands) == "");
            CHECK(done.statistics.reads + done.statistics.writes + done.statistics.forwarded == 2000);
        }
    }
}

}  // namespace tandem::tests
