// The worked examples of the G-TSC paper, Fig. 9 to 11, compared with the text.
#include <doctest/doctest.h>

#include <algorithm>

#include "apps/check/check.hpp"
#include "tests/protocols/replay.hpp"

namespace tandem::tests {

namespace {

std::unique_ptr<model::Network> gtsc(const std::string& variant, const std::string& shape) {
    return apps::protocol("gtsc").make({variant, shape}, false);
}

/// The logical moment in "load_completed(..., when 12)".
int moment(const std::string& seen) { return std::stoi(seen.substr(seen.find("when ") + 5)); }

}  // namespace

TEST_SUITE("protocols/gtsc figures") {
    // X is block A, Y is block B. L2 chooses every lease among those of the figure: 5 for X, 10 for Y, and 3 for the last one.
    TEST_CASE("Fig. 9 replays to its leases and to its order of instructions") {
        const auto network = gtsc("", "sms=2,warps=1,blocks=2,lease=3/5/10,ts=30");
        Replay replay(*network);
        std::vector<std::pair<int, std::string>> order;
        const auto performed = [&](const std::string& name, const checker::TraceStep& step) {
            for (const auto& seen : step.seen)
                if (seen.starts_with("load_completed") || seen.starts_with("store_performed"))
                    order.emplace_back(moment(seen), name);
        };
        const auto first_read = [&](const std::string& name, const std::string& sm, const std::string& block,
                                    const std::string& rts) {
            replay.take({sm + ": W0 load " + block, "BusRd(address " + block + ", wts 0, warp_ts 1"});
            replay.take({"L2: receives BusRd", "dram_read"});
            replay.take({"L2: DRAM fills " + block, "L2.lines." + block + ".rts = " + rts + " |"});
            replay.take({"L2: answers", "BusFill(address " + block + ", wts 1, rts " + rts + ","});
            performed(name, replay.take({sm + ": receives BusFill", "load_served"}));
        };
        first_read("A1", "SM0", "A", "6");
        first_read("B1", "SM1", "B", "11");
        replay.take({"SM0: W0 store B := 1", "BusWr(address B, warp 0, warp_ts 1"});
        performed("A2", replay.take({"L2: receives BusWr", "from SM0", "BusWrAck(address B, warp 0, wts 12, rts 22"}));
        replay.take({"SM0: receives BusWrAck", "SM0.warps.0.ts = 12 |"});
        replay.take({"SM1: W0 store A := 1", "BusWr(address A, warp 0, warp_ts 1"});
        performed("B2", replay.take({"L2: receives BusWr", "from SM1", "BusWrAck(address A, warp 0, wts 7, rts 12"}));
        replay.take({"SM1: receives BusWrAck", "SM1.warps.0.ts = 7 |"});
        replay.take({"SM0: W0 load A", "load_expired", "BusRd(address A, wts 1, warp_ts 12"});
        replay.take({"L2: receives BusRd", "read_filled", "BusFill(address A, wts 7, rts 15, data 1"});
        performed("A3", replay.take({"SM0: receives BusFill", "load_served"}));
        performed("B3", replay.take({"SM1: W0 load B", "load_hit"}));

        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::string names;
        for (const auto& [when, name] : order) names += name + " ";
        CHECK(names == "A1 B1 B2 B3 A2 A3 ");
    }

    // The rule of Fig. 4 and 5, rts = max(rts, warp_ts + lease), gives 17 for the lease of X that the figure renews to 15.
    TEST_CASE("no single lease of 5 renews X to 15 in Fig. 9") {
        const auto network = gtsc("", "sms=2,warps=1,blocks=2,lease=5,ts=30");
        Replay replay(*network);
        replay.take({"SM0: W0 store A := 1"});
        replay.take({"L2: receives BusWr"});
        replay.take({"L2: DRAM fills A", "L2.lines.A.rts = 6 |"});
        replay.take({"L2: answers", "wts 7, rts 12"});
        replay.take({"SM0: receives BusWrAck"});
        replay.take({"SM0: W0 store B := 1"});
        replay.take({"L2: receives BusWr"});
        replay.take({"L2: DRAM fills B"});
        replay.take({"L2: answers", "wts 7, rts 12"});
        replay.take({"SM0: receives BusWrAck"});
        replay.take({"SM0: W0 store B := 1"});
        replay.take({"L2: receives BusWr", "wts 13, rts 18"});
        replay.take({"SM0: receives BusWrAck", "SM0.warps.0.ts = 13 |"});
        replay.take({"SM0: W0 load A", "warp_ts 13"});
        CHECK_NOTHROW(replay.take({"L2: receives BusRd", "rts 18"}));  // warp_ts + 5; the figure's rule gave warp_ts + 3
    }

    TEST_CASE("Fig. 10 is the shortest trace against unsafe update visibility") {
        apps::CheckOptions options;
        options.protocol = "gtsc";
        options.selection = {"unsafe", "sms=2,warps=2,blocks=1,lease=1,ts=6"};
        options.properties = {"load-value"};
        const auto report = apps::check(options);
        REQUIRE(report.properties.size() == 1);
        REQUIRE(report.properties[0].verdict == checker::Verdict::refuted);
        const auto& steps = report.properties[0].trace->steps;
        CHECK(steps.size() == 10);
        // One warp updates the block under a guessed timestamp, another reads the new data at it, then L2 gives a later one.
        const auto has = [](const std::vector<std::string>& list, const std::string& text) {
            return std::any_of(list.begin(), list.end(), [&](const auto& item) { return item.find(text) != std::string::npos; });
        };
        const auto read =
            std::find_if(steps.begin(), steps.end(), [&](const auto& s) { return has(s.outcomes, "load_hit_under_store"); });
        REQUIRE(read != steps.end());
        const auto stored = std::find_if(steps.begin(), read, [&](const auto& s) { return has(s.outcomes, "store_hit"); });
        REQUIRE(stored != read);
        REQUIRE(has(steps.back().outcomes, "write_performed"));
        CHECK(moment(read->seen[0]) < moment(steps.back().seen[0]));
    }

    TEST_CASE("Fig. 11: a lease that does not cover a waiting warp is renewed for it") {
        const auto network = gtsc("", "sms=1,warps=2,blocks=2,lease=1,ts=8");
        Replay replay(*network);
        replay.take({"SM0: W1 store B := 0"});
        replay.take({"L2: receives BusWr"});
        replay.take({"L2: DRAM fills B"});
        replay.take({"L2: answers", "wts 3, rts 4"});
        replay.take({"SM0: receives BusWrAck", "SM0.warps.1.ts = 3 |"});
        replay.take({"SM0: W0 load A", "load_miss"});
        replay.take({"SM0: W1 load A", "load_merged"});
        replay.take({"L2: receives BusRd"});
        replay.take({"L2: DRAM fills A"});
        replay.take({"L2: answers", "BusFill(address A, wts 1, rts 2"});
        replay.take({"SM0: receives BusFill", "load_served", "load_not_covered"});
        replay.take({"SM0: renew A", "renewal_sent", "BusRd(address A, wts 1, warp_ts 3"});
        replay.take({"L2: receives BusRd", "read_renewed", "BusRnw(address A, rts 4"});
        CHECK_NOTHROW(replay.take({"SM0: receives BusRnw", "renewed", "load_served"}));
    }
}

}  // namespace tandem::tests
