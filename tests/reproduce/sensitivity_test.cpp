// How robust a claim is: with other seeds, without its largest contributor, and against the best option that its paper leaves
// open.
#include "reproduce/sensitivity.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

using namespace reproduce;

namespace {

/// The figure's table under each variation; `cycles` gives a benchmark's length.
template <class Cycles>
Table table_with(const Figure& figure, int seeds, const Cycles& cycles) {
    const Paper& paper = paper_of(figure);
    const auto under = [&](const Figure& f, const Variation& v) {
        std::map<std::string, nlohmann::json> reports;
        return table_of(f, paper.benchmarks, [&](const Benchmark& b, const Configuration& c) -> const nlohmann::json& {
            return reports[b.name + c.name] = {{"result", "correct"}, {"cycles", cycles(varied(b, v), varied(c, v), v.seed)}};
        });
    };
    return sensitive_table(figure, variations(paper, 1, seeds), under);
}

int lease_of(const Configuration& c) { return c.settings.empty() ? 100 : c.settings.back().value; }

const Table::Reading& reading(const Table::Judged& claim, const std::string& how) {
    for (const auto& r : claim.readings)
        if (r.how == how) return r;
    throw std::invalid_argument("no reading " + how);
}

}  // namespace

TEST_SUITE("reproduce/sensitivity") {
    TEST_CASE("seeds, the largest contributor, and the fastest of what is left open") {
        // G-TSC-RC is twice as fast as all others, in BH 16 times. TC-RC's lease of 1600 makes it 1.25 times as fast, that of
        // 6400 slower. With seed 3 G-TSC is only 1.5 times as fast.
        const Table table =
            table_with(figure("gtsc-fig12"), 3, [](const Benchmark& b, const Configuration& c, std::uint64_t seed) {
                if (c.name == "G-TSC-RC") return b.name == "BH" ? 75 : seed == 3 ? 800 : 600;
                if (c.name == "TC-RC" && c.variant == "rc,predicted") return 1000;
                if (c.name == "TC-RC") return lease_of(c) == 1600 ? 960 : lease_of(c) == 6400 ? 2400 : 1200;
                return 1200;
            });
        const auto& claim = table.claims[0];
        REQUIRE(claim.sentence.starts_with("G-TSC-RC over TC-RC"));
        const double ours = *claim.ours;
        CHECK(ours == doctest::Approx(100 * (2 * std::pow(8, 1 / 6.0) - 1)));
        CHECK(reading(claim, "without the largest").which == "BH");
        CHECK(*reading(claim, "without the largest").least == doctest::Approx(100));
        CHECK(*reading(claim, "3 seeds").most == doctest::Approx(ours));
        CHECK(*reading(claim, "3 seeds").least == doctest::Approx(100 * (std::pow(1.5, 5 / 6.0) * std::pow(16, 1 / 6.0) - 1)));
        CHECK(reading(claim, "TC's best lease").which == "1600");
        CHECK(*reading(claim, "TC's best lease").least == doctest::Approx(100 * ((ours / 100 + 1) * 0.8 - 1)));
        CHECK(*reading(claim, "TC's predictor").least == doctest::Approx(100 * ((ours / 100 + 1) / 1.2 - 1)));
        CHECK_FALSE(claim.fragile());
        // TC has no part in this one.
        CHECK_FALSE(reading(table.claims[5], "TC's best lease").least.has_value());
    }

    TEST_CASE(
        "a claim has to stand with each of the kernels' pauses, which change where a workload polls and are alike for all "
        "protocols") {
        // G-TSC-RC is 1.5 times as fast. In BFS it is 3 times as fast if pauses are half as long, and no faster if they do not
        // grow.
        const Table table = table_with(figure("gtsc-fig12"), 1, [](const Benchmark& b, const Configuration& c, std::uint64_t) {
            if (c.name != "G-TSC-RC") return 1200;
            if (b.name != "BFS" || b.settings.empty()) return 800;
            if (b.settings.at("first-pause") == b.settings.at("longest-pause")) return 1200;
            return b.settings.at("first-pause") == "50" ? 400 : 800;
        });
        const auto& of_pauses = reading(table.claims[0], "back-off");
        CHECK(*of_pauses.least == doctest::Approx(100 * (std::pow(1.5, 5 / 6.0) - 1)));
        CHECK(*of_pauses.most == doctest::Approx(100 * (std::pow(1.5, 5 / 6.0) * std::pow(3, 1 / 6.0) - 1)));
        // Workloads without polls have no pauses.
        const Paper& paper = paper_of(figure("gtsc-fig12"));
        for (const Variation& v : variations(paper, 1, 1))
            for (const Benchmark& b : paper.benchmarks)
                if (b.set == Set::second) CHECK(varied(b, v).settings.empty());
    }

    TEST_CASE("a claim is read on smaller inputs, of each benchmark alike") {
        // G-TSC-RC is twice as fast on the paper's sizes, and no faster on a quarter of them.
        const Paper& paper = paper_of(figure("gtsc-fig12"));
        const auto usual = [&](const Benchmark& b) {
            for (const Benchmark& of : paper.benchmarks)
                if (of.name == b.name) return of.size;
            return 0;
        };
        const Table table = table_with(figure("gtsc-fig12"), 1, [&](const Benchmark& b, const Configuration& c, std::uint64_t) {
            if (c.name != "G-TSC-RC") return 1200;
            return b.size == usual(b) ? 600 : b.size <= (usual(b) + 3) / 4 ? 1200 : 800;
        });
        CHECK(*reading(table.claims[0], "size").least == doctest::Approx(0));
        CHECK(*reading(table.claims[0], "size").most == doctest::Approx(100));
        CHECK(table.claims[0].fragile());
    }

    TEST_CASE("it is said how far the mean of each configuration varies, of a figure without claims too") {
        // With wider flits the pool's distance costs half; seed 2 is slower, and its cost the same.
        const Table table = table_with(figure("lsc-pool"), 2, [](const Benchmark&, const Configuration& c, std::uint64_t seed) {
            int cycles = c.variant == "repaired" ? 1200 : 1000;
            bool wide = false;
            for (const Setting& s : c.settings) wide = wide || s.key == "network.flit_bytes";
            if (c.name == "repaired, 30") cycles = wide ? 1100 : 1200;
            return seed == 2 ? 2 * cycles : cycles;
        });
        REQUIRE(table.claims.empty());
        REQUIRE(table.spreads.size() == 1 + paper_of(figure("lsc-pool")).open.size());
        const std::size_t repaired = figure("lsc-pool").position("repaired, 30");
        const auto of = [&](const std::string& how) {
            for (const auto& spread : table.spreads)
                if (spread.how == how) return spread.readings[repaired];
            throw std::invalid_argument("no spread over " + how);
        };
        CHECK(*of("2 seeds").least == doctest::Approx(1000.0 / 1200));
        CHECK(*of("2 seeds").most == doctest::Approx(1000.0 / 1200));
        CHECK(*of("flits").least == doctest::Approx(1000.0 / 1200));
        CHECK(*of("flits").most == doctest::Approx(1000.0 / 1100));
        CHECK(as_text(table).find("0.833 to 0.909") != std::string::npos);
        CHECK(as_json(table).at("spreads").size() == table.spreads.size());
    }

    TEST_CASE("size is varied in every paper, and no variation leaves a benchmark as it is") {
        for (const char* of : {"gtsc-fig12", "rsp-fig8", "mttop-fig8", "lsc-fig15"}) {
            const Paper& paper = paper_of(figure(of));
            int sizes = 0;
            for (const Variation& v : variations(paper, 1, 1)) {
                if (!v.choice || v.choice->name != "size") continue;
                ++sizes;
                for (const Benchmark& b : paper.benchmarks) {
                    const Benchmark other = varied(b, v);
                    CAPTURE(b.name);
                    CHECK((other.size != b.size || other.settings != b.settings));
                }
            }
            CHECK(sizes == 2);
        }
    }

    TEST_CASE("a claim is fragile that changes its sign, or of which less than half is left") {
        Table::Judged claim{"", "", 38, 20, {{"seeds", "", 11, 30}}};
        CHECK_FALSE(claim.fragile());
        claim.readings[0].least = 9;
        CHECK(claim.fragile());
        claim.readings[0].least = -1;
        CHECK(claim.fragile());
        Table::Judged less{"", "", -20, -19, {{"seeds", "", -25, -10}}};
        CHECK_FALSE(less.fragile());
        less.readings[0].most = -9;
        CHECK(less.fragile());
        less.readings.clear();
        CHECK_FALSE(less.fragile());
    }

    TEST_CASE("it is a question of its own") {
        const TemporaryFolder folder;
        const std::string results = folder.path() / "results", json = folder.path() / "report.json";
        const Run run = tandem({"reproduce", "gtsc-fig15", "--sensitivity", "--seeds", "2", "--benchmarks", "GE", "--size", "1",
                                "--results", results.c_str(), "--json", json.c_str()});
        CHECK(run.status == 0);
        const Run both =
            tandem({"reproduce", "gtsc-fig15", "--sensitivity", "--sweep", "lease=8,10", "--results", results.c_str()});
        CHECK(both.status == 2);
        CHECK(both.err.find("one of them is accepted") != std::string::npos);
    }
}

}  // namespace tandem::tests
