// How much of the machine benchmarks fill, according to reports.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "reproduce/resident_warps.hpp"

namespace tandem::tests {

using namespace reproduce;

namespace {

nlohmann::json report(double mean, int most) { return {{"warps", {{"mean", mean}, {"most", most}, {"machine", 768}}}}; }

}  // namespace

TEST_SUITE("reproduce/resident_warps") {
    TEST_CASE("a benchmark that fills less than half of the machine is named, one that fills half is not") {
        const auto one = report(100, 383), other = report(60, 300), half = report(200, 384);
        const ResidentWarps few = resident_warps("A", {&one, &other}), enough = resident_warps("B", {&half});
        CHECK(few.most == 383);
        CHECK(few.mean == doctest::Approx(80));
        CHECK(as_text({few, enough}) ==
              "resident warps, on average and at most: A 80 and 383 of 768, B 200 and 384 of 768\nless than half of the machine "
              "is filled by A: few warps hide little latency\n");
        CHECK(as_text({enough}) == "resident warps, on average and at most: B 200 and 384 of 768\n");
    }
}

}  // namespace tandem::tests
