// The litmus paper's tables: what the text says is read as it stands, each test is there, and the models' verdicts and the stars
// are those that the paper tells of.
#include "reproduce/litmus_paper.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stdexcept>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

using namespace reproduce;

namespace {

const ObservedFigure& observed(const std::string& name) {
    const auto& all = observed_figures();
    return *std::find_if(all.begin(), all.end(), [&](const ObservedFigure& f) { return f.name == name; });
}

/// TEST COLUMN for each star.
std::set<std::string> stars(const JudgedFigure& f) {
    std::set<std::string> found;
    for (const auto& row : f.rows)
        for (std::size_t c = 0; c < f.figure->columns.size(); ++c)
            if (f.beyond(row, c)) found.insert(row.observed.test + " " + f.figure->columns[c]);
    return found;
}

}  // namespace

TEST_SUITE("reproduce/litmus_paper") {
    TEST_CASE("every table of the paper is there, with a count or none for each test and column") {
        CHECK(observed_figures().size() == 10);
        for (const ObservedFigure& f : observed_figures()) {
            CHECK_FALSE(f.rows.empty());
            for (const Observed& row : f.rows) {
                CHECK(row.times.size() == f.columns.size());
                CHECK_NOTHROW(observed_test(row.test));
            }
        }
        // Sums, added by hand.
        const auto sum = [](const Observed& row) {
            return std::accumulate(row.times.begin(), row.times.end(), 0L,
                                   [](long all, const auto& count) { return all + count.value_or(0); });
        };
        CHECK(sum(observed("ptx-fig1").rows[0]) == 39907);
        CHECK(sum(observed("ptx-fig5").rows[0]) == 16219);
        CHECK(sum(observed("ptx-table6-titan").rows[3]) == 12736);
        CHECK_FALSE(observed("ptx-fig8").rows[0].times[5]);  // n/a: the compiler reorders a load and a compare-and-swap
    }

    TEST_CASE("the paper's model forbids what fences should, and only loads of the L1 show it all the same") {
        std::set<std::string> found;
        for (const ObservedFigure& f : observed_figures()) found.merge(stars(judged(f, {})));
        CHECK(found == std::set<std::string>{"mp-L1+membar.gl TesC", "mp-L1+membar.sys TesC", "coRR-L2-L1+membar.cta GTX5",
                                             "coRR-L2-L1+membar.cta TesC", "coRR-L2-L1+membar.gl TesC",
                                             "coRR-L2-L1+membar.sys TesC"});
        // "Adding fences forbids the behaviours", in the model as on the chips.
        for (const char* name : {"ptx-fig7", "ptx-fig8", "ptx-fig9", "ptx-fig11"}) {
            const JudgedFigure f = judged(observed(name), {});
            CHECK(f.rows.at(0).allowed == std::vector{true, true});
            CHECK(f.rows.at(1).allowed == std::vector{false, false});
        }
    }

    TEST_CASE("a run of ours stands below the table, and no run is claimed without one") {
        const auto ran = parse_ran("# a comment\nSome-Card 1000 mp-cg 7\nSome-Card 1000 coRR 0\n");
        const std::string text = as_text(judged(observed("ptx-table6-titan"), ran));
        CHECK(text.find("mp-cg on Some-Card: 7 times in 1000 runs\n") != std::string::npos);
        CHECK(text.find("coRR on Some-Card: 0 times in 1000 runs\n") != std::string::npos);
        CHECK(as_text(judged(observed("ptx-fig3"), ran)).find("Some-Card") == std::string::npos);
        const Run shown = tandem({"reproduce", "ptx-fig3"});
        CHECK(shown.status == 0);
        CHECK(shown.out.find("mp-L1+membar.gl      0   187*     0      0     0  Never      Never\n") != std::string::npos);
        CHECK((shown.out.find("No GPU has run these tests") != std::string::npos) == ran_on_cards().empty());
        const auto report = nlohmann::json::parse(tandem({"reproduce", "ptx-fig8", "--json", "-"}).out);
        const auto& row = report.at("figures").at(0).at("rows").at(0);
        CHECK(row.at("seen").at("Titan") == 2292);
        CHECK(row.at("seen").at("HD6570").is_null());
        CHECK(row.at("models").at("ptx") == "Sometimes");
    }

    TEST_CASE("a table that does not fit is refused with its line") {
        const auto wrong = [](const std::string& text, const char* why) {
            CHECK_THROWS_WITH_AS(parse_observed(text), why, std::invalid_argument);
        };
        wrong("coRR 1\n", "observed.txt:1: a figure comes first");
        wrong("figure a b\ncolumns A B\nx 1\n", "observed.txt:3: 2 counts are expected");
        wrong("figure a b\ncolumns A\nx -1\n", "observed.txt:3: '-1' is no count");
        wrong("figure a b\n\ncolumns A\nopencl B\n", "observed.txt:4: there is no column B");
        wrong("figure a\n", "observed.txt:1: a figure has a name and a title");
        CHECK_THROWS_AS(parse_ran("card 5 x 6\n"), std::invalid_argument);
        CHECK_THROWS_AS(parse_ran("card 5 x\n"), std::invalid_argument);
        CHECK_THROWS_AS(observed_test("nothing"), std::invalid_argument);
    }

    TEST_CASE("figures of tests go with no simulation and none of its options") {
        check_unusable(tandem({"reproduce", "ptx-fig1", "gtsc-fig12"}), "figures of one kind are accepted");
        check_unusable(tandem({"reproduce", "ptx-fig1", "--all"}), "figures of one kind are accepted");
        check_unusable(tandem({"reproduce", "ptx-fig1", "--size", "2"}), "--size is of simulated figures");
        check_unusable(tandem({"reproduce", "ptx-fig1", "ptx-fig1"}), "twice");
        check_unusable(tandem({"reproduce", "ptx-fig2"}), "ptx-fig3");
    }
}

}  // namespace tandem::tests
