// `tandem compare` from outside: the same runs as `sim`, one after the other by seed.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/compare/compare.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

nlohmann::json json_in(const std::string& file) { return nlohmann::json::parse(std::ifstream(file)); }

}  // namespace

TEST_SUITE("apps/compare") {
    TEST_CASE("protocols are compared run by run, and each run is what sim reports") {
        const TemporaryFolder folder;
        const std::string json = folder.path() / "compared.json", svg = folder.path() / "compared.svg",
                          alone = folder.path() / "alone.json";
        const Run run = tandem({"compare", "baseline:rc", "gtsc:sc", "--workload", "hash", "--seeds", "2", "--json", json.c_str(),
                                "--svg", svg.c_str()});
        CHECK(run.status == 0);
        CHECK(run.out.find("gtsc:sc") != std::string::npos);
        const auto report = json_in(json);
        CHECK(report["relative_to"] == "baseline:rc");
        CHECK(report["protocols"][0]["speed"]["mean"] == 1.0);
        double least = 1e9, most = 0;
        for (const char* seed : {"1", "2"}) {
            double cycles[2];
            for (const char* protocol : {"baseline", "gtsc"}) {
                REQUIRE(tandem({"sim", protocol, "--variant", protocol[0] == 'b' ? "rc" : "sc", "--workload", "hash", "--seed",
                                seed, "--json", alone.c_str()})
                            .status == 0);
                const auto one = json_in(alone);
                const auto& same = report["protocols"][protocol[0] == 'b' ? 0 : 1]["runs"][seed[0] - '1'];
                CHECK(same["cycles"] == one["cycles"]);
                CHECK(same["outcomes"] == one["outcomes"]);
                cycles[protocol[0] == 'b' ? 0 : 1] = one["cycles"].get<double>();
            }
            least = std::min(least, cycles[0] / cycles[1]);
            most = std::max(most, cycles[0] / cycles[1]);
        }
        CHECK(report["protocols"][1]["speed"]["least"].get<double>() == doctest::Approx(least));
        CHECK(report["protocols"][1]["speed"]["most"].get<double>() == doctest::Approx(most));
        std::stringstream picture;
        picture << std::ifstream(svg).rdbuf();
        CHECK(picture.str().starts_with("<svg"));
        CHECK(picture.str().find("times as fast as baseline:rc") != std::string::npos);
    }

    TEST_CASE("a kernel whose accesses a protocol has not does not apply to it, and is no wrong result") {
        const Run run = tandem({"compare", "rsp:repaired", "gtsc:rc", "--workload", "hash", "--seeds", "1"});
        CHECK(run.status == 0);
        CHECK(run.out.find("not run: rsp:repaired: the kernel does not apply: warp ") != std::string::npos);
        CHECK(run.out.find("as fast as gtsc:rc on the same data") != std::string::npos);
        check_unusable(tandem({"compare", "rsp:repaired", "--workload", "hash", "--seeds", "1"}), "the kernel does not apply: ");
    }

    TEST_CASE("a wrong result has no speed, and is no base of others'") {
        const Run run = tandem({"compare", "incoherent:rc", "gtsc:rc", "--workload", "hash", "--seeds", "1"});
        CHECK(run.status == 1);
        CHECK(run.out.find("wrong: seed 1: ") != std::string::npos);
        CHECK(run.out.find("as fast as gtsc:rc") != std::string::npos);
    }

    TEST_CASE(
        "unless some are named, all protocols that there is a machine for are compared, and one that there is none for is "
        "refused by name") {
        const Run run = tandem({"compare", "--workload", "triad", "--size", "1", "--seeds", "1"});
        CHECK(run.status != 2);
        CHECK(run.out.find("gtsc:rc") != std::string::npos);
        CHECK(run.out.find("apu") == std::string::npos);
        check_unusable(tandem({"compare", "apu", "--workload", "hash", "--machine", "paper"}),
                       "has a directory behind L2, and the machine 'paper' has none");
        check_unusable(tandem({"compare", "gtsc", "apu", "--workload", "hash", "--machine", "soc"}), "and gtsc has none");
    }

    TEST_CASE("protocols with a directory and without are compared on one machine, and the report says who has what besides") {
        const TemporaryFolder folder;
        const std::string json = folder.path() / "compared.json";
        const Run run = tandem({"compare", "gtsc:rc", "baseline:rc", "apu", "lsc:repaired", "--workload", "hash", "--seeds", "1",
                                "--json", json.c_str()});
        CHECK(run.status == 0);
        CHECK(run.out.find("on machine neutral") != std::string::npos);
        CHECK(run.out.find("a directory before memory, and L3 (directory, l3): apu, lsc:repaired\n") != std::string::npos);
        CHECK(run.out.find("a pool (pool): lsc:repaired\n") != std::string::npos);
        CHECK(run.out.find("without an L1: baseline:rc\n") != std::string::npos);
        const auto report = json_in(json);
        CHECK(report["machine"] == "neutral");
        // Those who need nothing besides take the cycles that they take on the paper's machine.
        const Run paper = tandem({"sim", "gtsc", "--variant", "rc", "--workload", "hash", "--json", json.c_str()});
        CHECK(paper.status == 0);
        CHECK(report["protocols"][0]["runs"][0]["cycles"] == json_in(json)["cycles"]);
        for (const auto& p : report["protocols"]) {
            CAPTURE(p["protocol"]);
            CHECK(p["l2_hit_rate"].get<double>() > 0);
            CHECK(p["l2_hit_rate"].get<double>() < 1);
            CHECK(p["latency"].get<double>() > 100);
            CHECK(p["energy_nj"].get<double>() > 0);
        }
    }

    TEST_CASE("what cannot be compared is refused in a line") {
        check_unusable(tandem({"compare", "gtsc:rc", "gtsc:rc", "--workload", "hash"}), "compared with itself");
        check_unusable(tandem({"compare", "nosuch", "--workload", "hash"}), "there is no protocol 'nosuch'");
        check_unusable(tandem({"compare", "gtsc:fast", "--workload", "hash"}), "fast");
        check_unusable(tandem({"compare", "--workload", "hash", "--size", "0"}), "1 to 1000");
        check_unusable(tandem({"compare", "gtsc"}), "--workload");
        check_unusable(tandem({"compare", "--workload", "hash", "--seeds", "0"}), "--seeds");
    }
}

}  // namespace tandem::tests
