// A run's timeline: intervals lose nothing and count nothing twice, however often they are merged, and watching changes nothing.
#include "perfsim/timeline.hpp"

#include <doctest/doctest.h>

#include "apps/sim/sim.hpp"

namespace tandem::tests {

using namespace perfsim;

namespace {

apps::SimReport run(const std::string& protocol, const std::string& variant, const std::string& workload, bool watched,
                    const std::string& machine = "") {
    apps::SimOptions options;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.workload = workload;
    options.machine = machine;
    if (watched) options.timeline = {"asked for"};  // a report keeps it; nobody writes a file here
    return apps::simulate(options);
}

/// The counts after `cycles`: an instruction each, and one of two SMs waits.
Statistics counted(std::int64_t cycles) {
    Statistics s;
    s.cycles = cycles;
    s.instructions = static_cast<std::uint64_t>(cycles);
    s.stalled = {{"none", s.instructions}, {"data", s.instructions}};
    return s;
}

}  // namespace

TEST_SUITE("perfsim/timeline") {
    TEST_CASE("intervals become twice as long whenever there are too many, and are joined without a gap") {
        for (const std::int64_t end : {1, 15, 16, 17, 3199, 3200, 3201, 1'000'003}) {
            CAPTURE(end);
            Timeline timeline;
            while (timeline.next() <= end) timeline.sample(counted(timeline.next()));
            timeline.finish(counted(end));
            const auto all = timeline.intervals();
            CHECK(all.size() <= Timeline::most_intervals);
            if (end > 3200) CHECK(all.size() >= Timeline::most_intervals / 2);
            Cycle at = 0;
            std::uint64_t instructions = 0;
            for (const Interval& i : all) {
                CHECK(i.begin == at);
                CHECK(i.instructions == static_cast<std::uint64_t>(i.length()));
                if (&i != &all.back()) CHECK(i.length() == timeline.interval());
                at = i.end;
                instructions += i.instructions;
            }
            CHECK(at == end);
            CHECK(instructions == static_cast<std::uint64_t>(end));
        }
    }

    TEST_CASE("sums over intervals are the report's totals, and each interval has all cycles of all SMs") {
        struct Asked { const char *protocol, *variant, *workload, *machine; };
        for (const Asked& a :
             {Asked{"gtsc", "rc", "hash", ""}, Asked{"tc", "weak", "kmeans", ""}, Asked{"baseline", "sc", "hash", ""},
              Asked{"incoherent", "rc", "triad", ""}, Asked{"rsp", "repaired", "sssp", "rsp"}}) {
            CAPTURE(a.protocol);
            const auto report = run(a.protocol, a.variant, a.workload, true, a.machine);
            REQUIRE(report.timeline);
            const Statistics& s = report.statistics;
            const auto all = report.timeline->intervals();
            CHECK(all.size() > 50);
            const std::uint64_t sms = std::string(a.machine).empty() ? 16 : 8;
            Interval sum;
            sum.stalled.resize(s.stalled.size());
            sum.flits.resize(s.traffic.size());
            bool whole = true, ordered = true, possible = true;
            for (const Interval& i : all) {
                ordered = ordered && i.begin == sum.end && i.end > i.begin;
                sum.end = i.end;
                std::uint64_t cycles = 0, flits = 0;
                for (std::size_t c = 0; c < i.stalled.size(); ++c) cycles += i.stalled[c], sum.stalled[c] += i.stalled[c];
                for (std::size_t k = 0; k < i.flits.size(); ++k) flits += i.flits[k], sum.flits[k] += i.flits[k];
                whole = whole && cycles == sms * static_cast<std::uint64_t>(i.length());
                // No counter runs backwards: a difference below 0 would be a huge number.
                possible = possible && i.instructions <= 2 * cycles && i.l1_hits <= i.l1_lookups &&
                           i.dram_reads + i.dram_writes <= static_cast<std::uint64_t>(i.length()) * 8 && flits < 1u << 30;
                sum.instructions += i.instructions;
                sum.l1_lookups += i.l1_lookups, sum.l1_hits += i.l1_hits, sum.l2_lookups += i.l2_lookups,
                    sum.dram_reads += i.dram_reads, sum.dram_writes += i.dram_writes;
            }
            CHECK(whole);
            CHECK(ordered);
            CHECK(possible);
            CHECK(sum.end == s.cycles);
            CHECK(sum.instructions == s.instructions);
            for (std::size_t c = 0; c < s.stalled.size(); ++c) CHECK(sum.stalled[c] == s.stalled[c].count);
            for (std::size_t k = 0; k < s.traffic.size(); ++k) CHECK(sum.flits[k] == s.traffic[k].flits);
            CHECK(sum.l1_lookups == s.l1_lookups);
            CHECK(sum.l1_hits == s.l1_hits);
            CHECK(sum.l2_lookups == s.l2_lookups);
            CHECK(sum.dram_reads == s.dram_reads);
            CHECK(sum.dram_writes == s.dram_writes);
        }
    }

    TEST_CASE("a run that is watched is the same run") {
        for (const char* variant : {"sc", "rc"}) {
            const auto alone = run("gtsc", variant, "hash", false), watched = run("gtsc", variant, "hash", true);
            CHECK_FALSE(alone.timeline);
            CHECK(alone.statistics.cycles == watched.statistics.cycles);
            for (std::size_t i = 0; i < alone.statistics.outcomes.size(); ++i)
                CHECK(alone.statistics.outcomes[i].count == watched.statistics.outcomes[i].count);
            for (std::size_t i = 0; i < alone.statistics.stalled.size(); ++i)
                CHECK(alone.statistics.stalled[i].count == watched.statistics.stalled[i].count);
        }
    }

    TEST_CASE("launches follow each other, from the run's first cycle to its last") {
        const auto report = run("gtsc", "rc", "gaussian", true);
        const auto& launches = report.timeline->launches;
        REQUIRE(launches.size() > 2);
        Cycle at = 0;
        for (const auto& l : launches) {
            CHECK(l.begin == at);
            CHECK(l.done > l.begin);
            CHECK(l.end >= l.done);
            at = l.end;
        }
        CHECK(at == report.statistics.cycles);
    }
}

}  // namespace tandem::tests
