// `check --shrink`: the same violation in a smaller shape.
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

TEST_SUITE("shrink") {
    TEST_CASE("numbers that a violation does not need become as small as they may, and those that it needs stay") {
        const Run run =
            tandem({"check", "moesi", "--variant", "repeats", "--shape", "blocks", "--property", "no-deadlock", "--shrink"});
        CAPTURE(run.out);
        CHECK(run.status == 1);
        CHECK(run.out.find("no-deadlock is refuted there in 17 steps. Smaller shapes:\n  l1s=1              holds\n  blocks=1    "
                           "       holds\n  values=1           refuted in 17 steps, and kept\n") != std::string::npos);
        CHECK(run.out.find("\nThe smallest that refutes it is --shape blocks,values=1\n") != std::string::npos);
        CHECK(run.out.find("l1s=2,threads=1,blocks=2,values=1,capacity=1\n") != std::string::npos);
        CHECK(run.out.find("Shortest trace to a violation of no-deadlock: 17 steps\n") != std::string::npos);
    }

    TEST_CASE("a shape in which the property says nothing is no smaller violation") {
        const Run run = tandem({"check", "incoherent", "--property", "load-value", "--shrink", "--json", "-"});
        CHECK(run.status == 1);
        const auto report = nlohmann::json::parse(run.out);
        const auto& tried = report["shrinking"]["tried"];
        CHECK(std::any_of(tried.begin(), tried.end(), [](const auto& one) {
            return one["change"] == "values=1" && one["result"] == "says nothing" && one["kept"] == false;
        }));
        CHECK(report["properties"][0]["verdict"] == "refuted");
        CHECK(report["shrinking"]["all_tried"] == true);
    }

    TEST_CASE("where nothing is refuted nothing is shrunk") {
        const Run run = tandem(
            {"check", "gtsc", "--shape", "sms=1,warps=1,blocks=1,lease=1,ts=3", "--property", "single-writer", "--shrink"});
        CHECK(run.status == 0);
        CHECK(run.out.find("Smaller shapes") == std::string::npos);
    }

    TEST_CASE("a violation that a random walk has found is found by a search where there is less to search") {
        const Run run =
            tandem({"check", "incoherent", "--property", "load-value", "--walks", "200", "--depth", "200", "--shrink"});
        CHECK(run.status == 1);
        CHECK(run.out.find("\n  searched           refuted in ") != std::string::npos);
        CHECK(run.out.find("\nShortest trace to a violation of load-value: ") != std::string::npos);
    }

    TEST_CASE("it does not go with what is examined in many systems or kept for later") {
        check_unusable(tandem({"check", "incoherent", "--shrink", "--thorough"}), "--thorough");
        check_unusable(tandem({"check", "incoherent", "--shrink", "--checkpoint", "folder"}), "--checkpoint");
    }
}

}  // namespace tandem::tests
