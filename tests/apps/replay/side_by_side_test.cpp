// Two written runs beside each other: of one system, of two variants, and of what has nothing in common.
#include "apps/replay/side_by_side.hpp"

#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

/// Files of traces in a folder that goes with the test.
class TwoRuns {
public:
    std::string written(const std::string& name, std::vector<const char*> words) const {
        const std::string file = folder_.path() / name;
        words.insert(words.begin(), "check");
        words.insert(words.end(), {"--threads", "1", "--trace", file.c_str()});
        REQUIRE(tandem(words).status == 1);
        return file;
    }
    const TemporaryFolder& folder() const { return folder_; }

private:
    TemporaryFolder folder_;
};

const std::vector<const char*> literal_versions{
    "gtsc", "--variant", "literal", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5", "--property", "single-writer"};

}  // namespace

TEST_SUITE("apps/replay") {
    TEST_CASE("a run is the same as itself") {
        const TwoRuns runs;
        const std::string file = runs.written("a.json", literal_versions);
        const Run run = tandem({"replay", file.c_str(), file.c_str()});
        CHECK(run.status == 0);
        CHECK(run.out.find("single-writer, 8 steps\nThe two runs are the same.\n") != std::string::npos);
    }

    TEST_CASE("what a text does otherwise is told with the step at which it parts, and the fields that differ") {
        const TwoRuns runs;
        const std::string file = runs.written("a.json", literal_versions), other = runs.folder().path() / "b.json";
        auto edited = nlohmann::json::parse(contents(file));
        auto& steps = edited["traces"][0]["steps"];
        steps[6]["states"]["L2"]["lines"]["A"]["data"] = 7;
        steps[7]["outcomes"] = {"something_else"};
        std::ofstream(other) << edited.dump();
        const Run run = tandem({"replay", file.c_str(), other.c_str()});
        CHECK(run.status == 0);
        for (const char* part :
             {"The first 6 steps are the same, with all states behind.\n",
              "In step 7 both take the same event. What becomes of it differs:\n  L2.lines.A.data: 1 | 7\n",
              "     7    7  L2: receives BusWr", "<    8       SM0: receives BusWrAck", ">         8  SM0: receives BusWrAck",
              "(something_else)", "At the end differ:\n  L2.lines.A.data: 1 | 7\n"})
            CHECK_MESSAGE(run.out.find(part) != std::string::npos, part << "\n" << run.out);
        const std::string report = runs.folder().path() / "report.json";
        CHECK(tandem({"replay", file.c_str(), other.c_str(), "--json", report.c_str()}).status == 0);
        const auto json = nlohmann::json::parse(contents(report));
        CHECK(json["same_steps"] == 6);
        CHECK(json["parted"] == nlohmann::json::array({{{"field", "L2.lines.A.data"}, {"left", "1"}, {"right", "7"}}}));
        CHECK(json["lines"].size() == 3);
        const std::string page = runs.folder().path() / "both.html";
        CHECK(tandem({"replay", file.c_str(), other.c_str(), "--html", page.c_str()}).status == 0);
        const std::string html = contents(page);
        CHECK(html.find("The first 6 steps are the same") != std::string::npos);
        CHECK(html.find("<td>L2.lines.A.data</td><td>1</td><td>7</td>") != std::string::npos);
        std::size_t rows = 0;  // each step of both runs has a number
        for (std::size_t at = 0; (at = html.find("<td class=\"number\">", at)) != std::string::npos; ++at)
            rows += html[at + 19] != '<';
        CHECK(rows == 6 * 2 + 2 + 2);
        check_unusable(tandem({"replay", file.c_str(), "--html", page.c_str()}), "a second file");
    }

    TEST_CASE("each step of both runs stands once, in its order, whatever the two are") {
        const TwoRuns runs;
        const auto left = apps::read_trace_file(runs.written("a.json", literal_versions)),
                   right = apps::read_trace_file(runs.written("b.json", {"incoherent", "--property", "load-value"}));
        const apps::SideBySide both = apps::side_by_side(left, right);
        std::size_t l = both.same, r = both.same;
        for (const auto& line : both.lines) {
            if (line.left) CHECK(line.left == ++l);
            if (line.right) CHECK(line.right == ++r);
            if (line.left && line.right) CHECK(both.left->steps[l - 1].event == both.right->steps[r - 1].event);
        }
        CHECK(l == both.left->steps.size());
        CHECK(r == both.right->steps.size());
    }

    TEST_CASE("what is no second trace, and options of one trace, are refused in a line") {
        const TwoRuns runs;
        const std::string file = runs.written("a.json", literal_versions), empty = runs.folder().path() / "empty";
        std::ofstream{empty};
        check_unusable(tandem({"replay", file.c_str(), empty.c_str()}), "is empty");
        check_unusable(tandem({"replay", file.c_str(), "/no/such/file"}), "/no/such/file");
        check_unusable(tandem({"replay", file.c_str(), file.c_str(), "--variant", "sc"}), "leave them out with two files");
    }
}

}  // namespace tandem::tests
