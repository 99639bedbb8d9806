// The pictures of all figures can be read: no label covers another, and the legend has every series. The paper's numbers are
// drawn.
#include "reproduce/picture.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "model/reflect.hpp"
#include "perfsim/statistics.hpp"
#include "tests/apps/pictures/labels.hpp"

namespace tandem::tests {

using namespace reproduce;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

/// A report that answers every measure; `scale` makes runs differ.
nlohmann::json report(double scale, const char* result = "correct") {
    nlohmann::json counts, stalls;
    for (const char* what : {"elements popped", "elements stolen", "steals lost", "cycles working", "cycles popping",
                             "cycles stealing", "cycles searching", "cycles idle"})
        counts[what] = 10 * scale;
    stalls["issuing"] = 500 * scale;
    for (std::size_t i = 0; i < perfsim::stall_count; ++i) stalls[model::name_of(static_cast<perfsim::Stall>(i))] = 1000 * scale;
    nlohmann::json operations;
    for (const char* kind : {"load acq cmp", "load rm_acq cmp", "cas rm_ar cmp", "load acq wg"})
        operations[kind] = {{"operations", 2}, {"cycles", 123456 * scale}};
    return {{"result", result},
            {"cycles", 98765 * scale},
            {"loads", 4321 * scale},
            {"stores", 321},
            {"sm_cycles", stalls},
            {"energy_nj", {{"L1", 12345678 * scale}, {"L2", 5}}},
            {"l1", {{"expired", 7 * scale}}},
            {"traffic",
             {{{"name", "Read"}, {"messages", 9 * scale}, {"flits", 99 * scale}},
              {{"name", "MuReq"}, {"messages", 3 * scale}, {"flits", 3 * scale}}}},
            {"outcomes", {{"rob_asks", 40 * scale}}},
            {"cpus", {{"no_commit", 55555 * scale}, {"pool_bytes", 111 * scale}, {"bytes", 2222}}},
            {"counted",
             {{"counts", counts}, {"synchronization", operations}, {"group_cycles", {100 * scale, 300 * scale, 200 * scale}}}}};
}

Table table(const Figure& f, const std::vector<Benchmark>& benchmarks, const char* result = "correct") {
    std::map<std::string, nlohmann::json> reports;
    return table_of(f, benchmarks, [&](const Benchmark& b, const Configuration& c) -> const nlohmann::json& {
        return reports[b.name + c.name] = report(1 + 0.1 * static_cast<double>(reports.size() % 7),
                                                 c.name == f.configurations.back().name ? result : "correct");
    });
}

}  // namespace

TEST_SUITE("reproduce/picture") {
    TEST_CASE("every figure of every paper can be read, with all benchmarks and with one") {
        for (const Paper& paper : papers())
            for (const Figure& f : paper.figures)
                for (const auto& benchmarks : {paper.benchmarks, std::vector<Benchmark>{paper.benchmarks.front()}}) {
                    CAPTURE(f.name);
                    const std::string svg = as_svg(table(f, benchmarks));
                    CHECK(unreadable(svg) == "");
                    CHECK(without_key(svg) == "");
                    for (const auto& c : f.configurations) CHECK(all_of(svg, "data-key").contains(apps::escaped(c.name)));
                }
    }

    TEST_CASE("a sweep can be read, whatever its values") {
        for (const std::vector<int>& values :
             {std::vector<int>{8}, {8, 16, 32, 64}, {100, 7, 3}, {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,     11,
                                                                  12, 13, 14, 15, 16, 17, 18, 19, 20, 1000000}}) {
            SweepTable sweep{&figure("gtsc-fig12"), "timestamps.lease_cycles", {}};
            for (const int value : values) sweep.points.push_back({value, table(*sweep.figure, papers()[0].benchmarks)});
            const std::string svg = as_svg(sweep);
            CHECK(unreadable(svg) == "");
            CHECK(without_key(svg) == "");
        }
    }

    TEST_CASE("what the paper prints is a line across its bar, and a claim is a dot where its bar would end") {
        const Figure& printed = figure("gtsc-table2");
        const std::string lines = as_svg(table(printed, papers()[0].benchmarks));
        CHECK(count(lines, "class=\"print\"") == 12 + 1 + 3);  // benchmarks, the legend, and means
        CHECK(count(lines, "class=\"dashed\"") == 12 + 1 + 3);
        const Figure& claimed = figure("rsp-fig8");
        const Table t = table(claimed, papers()[1].benchmarks);
        const std::string dots = as_svg(t);
        CHECK(count(dots, "<circle") == claimed.claims.size() + 1);
        // 1.25 times as high as the baseline's bar, whose top is at 1.
        const auto top_of = [&](const std::string& tip) {
            const auto at = dots.rfind('<', dots.find(tip) - 8);
            return std::stod(attribute_of(dots.substr(at, dots.find('>', at) - at), "cy"));
        };
        const auto bar_of = [&](const std::string& tip) {
            const auto at = dots.rfind('<', dots.find(tip) - 8);
            return std::pair(std::stod(attribute_of(dots.substr(at, dots.find('>', at) - at), "y")),
                             std::stod(attribute_of(dots.substr(at, dots.find('>', at) - at), "height")));
        };
        const auto [y, height] = bar_of("mean, all, baseline: 1.000");
        CHECK(top_of("rem-sync over baseline, all: the paper says +25%") ==
              doctest::Approx(y + height - 1.25 * height).epsilon(.01));
        // The paper claims nothing about some of the benchmarks alone.
        CHECK(count(as_svg(table(claimed, {papers()[1].benchmarks[0]})), "<circle") == 0);
    }

    TEST_CASE("a wrong result has no bar, and a cross instead") {
        const std::string svg = as_svg(table(figure("gtsc-fig12"), {papers()[0].benchmarks[0]}, "x[1] is 2, and 3 is right"));
        CHECK(all_of(svg, "data-key").contains("wrong result"));
        CHECK(svg.find("x[1] is 2, and 3 is right") != std::string::npos);
        CHECK(without_key(svg) == "");
    }
}

}  // namespace tandem::tests
