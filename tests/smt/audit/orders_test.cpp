// Z3's decision of logs, against that of specs/audit: they share the trace, and nothing that decides.
#include <doctest/doctest.h>

#include "smt/audit/orders.hpp"
#include "specs/audit/audit.hpp"
#include "tests/specs/audit/random_trace.hpp"

namespace tandem::tests {

TEST_SUITE("smt/audit") {
    TEST_CASE("Z3 finds an order of a log where the engine does, and none where it does not") {
        std::mt19937 random(62);
        int allowed = 0, forbidden = 0;
        for (int k = 0; k < 30; ++k) {
            const bool longer = k % 3 == 0;
            Chances chances;
            chances.threads = 2 + static_cast<std::uint32_t>(k % 3);
            chances.addresses = 1 + static_cast<std::uint32_t>(k % 4);
            chances.operations = longer ? 40 : 6 + static_cast<std::size_t>(k % 6);
            chances.values_once = k % 5 != 0;
            chances.times = k % 7 == 1;
            chances.finals = k % 4 == 1;
            // By chance no long trace would be allowed.
            const audit::Trace trace = longer ? run_with_a_wrong_load(random, chances) : random_trace(random, chances);
            for (const audit::Model& model : audit::models) {
                CAPTURE(k);
                CAPTURE(model.name);
                const auto found = smt::some_order_explains(trace, model.order, {});
                REQUIRE(found);
                CHECK(*found == (audit::judge(trace, model, {}).answer == audit::Answer::allowed));
                ++(*found ? allowed : forbidden);
            }
        }
        CHECK(allowed > 30);
        CHECK(forbidden > 30);
    }

    TEST_CASE("where the time is over, or a log is too long, Z3 decides nothing, and a value that nobody stored is no log") {
        audit::Trace trace;
        trace.threads = trace.addresses = 1;
        for (std::size_t i = 0; i <= smt::most_operations_of_orders; ++i)
            trace.operations.push_back({0, i + 1, 0, 0, 0, audit::Kind::store});
        CHECK_FALSE(smt::some_order_explains(trace, audit::models[0].order, {}));
        trace.operations.resize(1);
        CHECK(smt::some_order_explains(trace, audit::models[0].order, {}));
        trace.operations.push_back({7, 0, 0, 0, 0, audit::Kind::load});
        CHECK_THROWS_AS(smt::some_order_explains(trace, audit::models[0].order, {}), audit::BadTrace);
        trace.operations.back().reads = 1;
        audit::Limits over;
        over.deadline = std::chrono::steady_clock::now();
        CHECK_FALSE(smt::some_order_explains(trace, audit::models[0].order, over));
    }
}

}  // namespace tandem::tests
