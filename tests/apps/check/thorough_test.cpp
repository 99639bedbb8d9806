// `tandem check --thorough`: one verdict of several systems.
#include "apps/check/thorough.hpp"

#include "apps/check/alternatives.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/check/coverage.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

TEST_SUITE("apps/thorough") {
    TEST_CASE("all systems that a protocol names are examined, and outcomes are counted over them together") {
        const Run run = tandem({"check", "baseline", "--thorough"});
        CHECK(run.status == 0);
        CHECK(run.out.find("All properties hold in 5 systems.\n") != std::string::npos);
        CHECK(run.out.find(" handler outcomes occur\n") != std::string::npos);
        CHECK(run.out.find("not exercised") == std::string::npos);
        CHECK(run.out.find("\nAnd hash, bfs, stencil simulated (the monitor judged ") != std::string::npos);
    }

    TEST_CASE("a refutation ends it, with the system and the trace" * doctest::test_suite("seeded bugs")) {
        const Run run = tandem({"check", "baseline", "--thorough", "--variant", "atomic-answers-new"});
        CHECK(run.status == 1);
        CHECK(run.out.find("refuted    baseline") != std::string::npos);
        CHECK(run.out.find("Shortest trace to a violation of ") != std::string::npos);
        CHECK(run.out.find("of 5 systems were examined.\n") != std::string::npos);
        const auto report = nlohmann::json::parse(
            tandem({"check", "baseline", "--thorough", "--variant", "atomic-answers-new", "--json", "-"}).out);
        CHECK(report.at("verdict") == "refuted");
        CHECK(report.at("systems").back().at("verdict") == "refuted");
        CHECK(report.at("systems").size() < 4);
    }

    TEST_CASE("the user's variant replaces each system's, and systems that are then the same are examined once") {
        const auto with = [](const std::string& variant) { return apps::thorough_systems(apps::protocol("tc"), variant); };
        const auto all = with(""), weak = with("weak");
        CHECK(weak.size() < all.size());
        for (const auto& system : weak)
            CHECK(apps::protocol("tc").describe({system.variant, system.shape}).find(",weak,") != std::string::npos);
    }

    TEST_CASE("a seeded bug is looked for where its node is" * doctest::test_suite("seeded bugs")) {
        const auto systems = apps::thorough_systems(apps::protocol("rsp"), "l2-not-flushed");
        CHECK(!systems.empty());
        for (const auto& system : systems) CHECK(system.shape.find("components=2") != std::string::npos);
    }

    TEST_CASE("a name of --fairness that one of the systems lacks sets only what must happen in the end aside there") {
        const auto thorough = [](const char* fairness) {
            return tandem({"check", "baseline", "--thorough", "--walk-time", "0", "--fairness", fairness});
        };
        const Run run = thorough("strong=L2 to SM1");
        CHECK(run.err == "");
        CHECK(run.status == 0);
        CHECK(run.out.find("All properties hold in 5 systems.\n") != std::string::npos);
        std::size_t aside = 0;
        for (std::size_t at = run.out.find("what must happen in the end is not judged of "); at != std::string::npos;
             at = run.out.find("what must happen in the end is not judged of ", at + 1)) {
            CHECK(run.out.substr(at, run.out.find('\n', at) - at).find("sms=1") != std::string::npos);
            ++aside;
        }
        CHECK(aside > 0);
        CHECK(aside < 5);
        const Run nobody = thorough("strong=L2 to SM9");  // what it examined before it knew is printed
        CHECK(nobody.status == 2);
        CHECK(nobody.err.find("nothing is called 'L2 to SM9'") != std::string::npos);
    }

    TEST_CASE("what is asked for by name is judged where it says something, and outcomes in all systems together") {
        const Run one = tandem({"check", "baseline", "--thorough", "--property", "rmw-atomic"});
        CHECK(one.status == 0);
        CHECK(one.out.find("All properties hold in 1 system.") != std::string::npos);
        CHECK(tandem({"check", "baseline", "--thorough", "--property", "can-happen"}).status == 0);
        check_unusable(tandem({"check", "baseline", "--thorough", "--property", "no-such-thing"}), "no-such-thing");
    }

    TEST_CASE("it takes no shape, no walks and no free system") {
        check_unusable(tandem({"check", "gtsc", "--thorough", "--shape", "tiny"}), "--shape");
        check_unusable(tandem({"check", "gtsc", "--thorough", "--walks", "3"}), "--walks");
        check_unusable(tandem({"check", "gtsc", "--thorough", "--free"}), "--free");
        check_unusable(tandem({"check", "gtsc", "--thorough", "--variant", "no-such-variant"}), "no-such-variant");
    }

    TEST_CASE("a system where other properties fail names those that it is there for") {
        const auto systems = apps::thorough_systems(apps::protocol("gtsc"), "");
        const auto system = std::find_if(systems.begin(), systems.end(), [](const auto& s) { return !s.judged.empty(); });
        REQUIRE(system != systems.end());
        CHECK(system->variant == "unordered,forward-all");  // warp-ts-latest fails there (docs/findings.md, 6)
        CHECK(system->judged == std::vector<std::string>{"copy-never-older"});
    }

    TEST_CASE("out of time is undecided, and says how far it came") {
        const Run run = tandem({"check", "gtsc", "--thorough", "--time", "0.2"});
        CHECK(run.status == 3);
        CHECK(run.out.find("Undecided; ") != std::string::npos);
    }

    TEST_CASE("each system of a protocol is another one, and says what it shows") {
        for (const char* protocol : {"gtsc", "tc", "rsp"}) {
            CAPTURE(protocol);
            const auto systems = apps::thorough_systems(apps::protocol(protocol), "");
            CHECK(systems.size() == apps::systems_of_thorough(apps::protocol(protocol)).size());
            for (const auto& system : systems) {
                CHECK(!system.shows.empty());
                const auto network = apps::protocol(protocol).make({system.variant, system.shape}, true);
                for (const std::string& property : system.judged) CHECK(apps::says_something(*network, property));
            }
        }
    }
}

}  // namespace tandem::tests
