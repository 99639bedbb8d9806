// Pictures of executions: every label can be read, and the colours are those of the legend.
#include <filesystem>
#include <vector>

#include "specs/axiomatic/picture.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/apps/pictures/labels.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

TEST_SUITE("apps/litmus/picture") {
    TEST_CASE("no label of a litmus test's picture stands on another") {
        const TemporaryFolder folder;
        const std::string svg = folder.path() / "test.svg";
        int drawn = 0, cycles = 0;
        for (const char* name : {"sb", "mp+membars", "coRR", "coRR-L2-L1+membar.gl", "cas-sl+fences", "dlb-mp+fences",
                                 "hrf-transitive", "mp-L1+membar.sys", "lockstep-exchange", "lsc-sb-seen"}) {
            CAPTURE(name);
            const std::string test = TANDEM_SOURCE_DIR "/tests/litmus/" + std::string(name) + ".litmus";
            if (tandem({"litmus", test.c_str(), "--model", "sc", "--svg", svg.c_str()}).status == 2) continue;
            const std::string picture = contents(svg);
            CHECK(unreadable(picture) == "");
            cycles += picture.find("class=\"streak\"") != std::string::npos;
            ++drawn;
        }
        CHECK(drawn >= 8);
        CHECK(cycles >= 4);
    }

    TEST_CASE("a box is as wide as its words, and what is on the cycle lies on a streak") {
        const TemporaryFolder folder;
        const std::string svg = folder.path() / "sb.svg", test = TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus";
        REQUIRE(tandem({"litmus", test.c_str(), "--model", "sc", "--svg", svg.c_str()}).status != 2);
        const std::string picture = contents(svg);
        std::size_t streaks = 0;
        for (std::size_t at = picture.find("class=\"streak\""); at != std::string::npos;
             at = picture.find("class=\"streak\"", at + 1))
            ++streaks;
        CHECK(streaks == 8);  // four edges and four events of the one forbidden state
        for (const char* label : {"rf", "co", "fr"})
            CHECK(picture.find(std::string("stroke=\"") + specs::colour_of({0, 0, label}) + "\"") != std::string::npos);
    }
}

}  // namespace tandem::tests
