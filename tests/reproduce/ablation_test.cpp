// The effect of each part of the machine on the claims: parts are numbers that machines have, and claims are read without each.
#include "reproduce/ablation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "perfsim/machine_text.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

using namespace reproduce;

TEST_SUITE("reproduce/ablation") {
    TEST_CASE("each part is switched off by numbers that every paper's machine has and may have") {
        for (const MachinePart& part : machine_parts()) {
            CAPTURE(part.name);
            CHECK_FALSE(part.set.empty());
            bool changes = false;
            for (const Paper& paper : papers()) {
                CAPTURE(paper.name);
                std::string machine = paper.machine;
                for (const Setting& s : part.set) {
                    REQUIRE_NOTHROW(perfsim::setting_in(machine, s.key));
                    CHECK(perfsim::setting_in(machine, s.key) == s.key);
                    changes = changes || perfsim::setting_value(machine, s.key) != s.value;
                    machine = perfsim::with_setting(machine, s.key, s.value);
                }
                CHECK_NOTHROW(perfsim::machine_from(machine, part.name));
            }
            CHECK(changes);  // a part that no machine has cannot be switched off
            CHECK(std::count_if(machine_parts().begin(), machine_parts().end(),
                                [&](const MachinePart& other) { return other.name == part.name; }) == 1);
        }
    }

    TEST_CASE("a claim is read with one part off at a time, and one that needs the part is marked") {
        const Figure& f = figure("gtsc-fig12");
        // G-TSC-RC is twice as fast as all others, but only as fast if DRAM's latency is 1, and 1.5 times as fast if the
        // network's is.
        const auto value_of = [](const Configuration& c, const std::string& key) {
            for (const Setting& s : c.settings)
                if (s.key == key) return s.value;
            return 0;
        };
        const Table table = ablated_table(f, variations_by_part(1), [&](const Figure& figure, const Variation& v) {
            std::map<std::string, nlohmann::json> reports;
            return table_of(figure, papers()[0].benchmarks,
                            [&](const Benchmark& b, const Configuration& plain) -> const nlohmann::json& {
                                const Configuration c = varied(plain, v);
                                const int cycles = c.name != "G-TSC-RC"                  ? 1200
                                                   : value_of(c, "dram.latency") == 1    ? 1200
                                                   : value_of(c, "network.latency") == 1 ? 800
                                                                                         : 600;
                                return reports[b.name + c.name] = {{"result", "correct"}, {"cycles", cycles}};
                            });
        });
        REQUIRE(table.without.size() == machine_parts().size());
        CHECK(*table.claims[0].ours == doctest::Approx(100));
        for (const auto& w : table.without) {
            CAPTURE(w.part->name);
            CHECK(w.claims.size() == f.claims.size());
            CHECK(*w.claims[0] == doctest::Approx(w.part->name == "latency of DRAM"          ? 0
                                                  : w.part->name == "latency of the network" ? 50
                                                                                             : 100)
                                      .epsilon(.001));
        }
        const std::string text = parts_text(table), page = parts_page(table);
        CHECK(text.find("latency of DRAM (dram.latency = 1)") != std::string::npos);
        CHECK(std::count(text.begin(), text.end(), '*') >= 1);
        CHECK(text.find("+50%*") == std::string::npos);
        CHECK(text.find("+0%*") != std::string::npos);
        CHECK(page.find("class=\"far\">+0%*") != std::string::npos);
        CHECK(parts_json(table).size() == machine_parts().size());
    }

    TEST_CASE("it is a question of its own, of figures of which the paper claims something") {
        const TemporaryFolder folder;
        const std::string results = folder.path() / "results";
        check_unusable(tandem({"reproduce", "gtsc-fig15", "--parts", "--sensitivity", "--results", results.c_str()}),
                       "one of them is accepted");
        check_unusable(tandem({"reproduce", "gtsc-fig15", "--parts", "--sweep", "lease=8,10", "--results", results.c_str()}),
                       "one of them is accepted");
        check_unusable(tandem({"reproduce", "gtsc-fig17", "--parts", "--results", results.c_str()}), "gtsc-fig12 is accepted");
        const std::string json = folder.path() / "report.json";
        const Run run = tandem({"reproduce", "gtsc-fig15", "--parts", "--benchmarks", "GE", "--size", "1", "--results",
                                results.c_str(), "--json", json.c_str()});
        CHECK(run.status == 0);
        CHECK(run.out.find("the claims without parts of the machine") != std::string::npos);
    }
}

}  // namespace tandem::tests
