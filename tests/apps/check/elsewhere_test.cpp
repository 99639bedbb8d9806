// A variant that is listed as broken and holds in the explored shape: the report says which named shape refutes it.
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

TEST_SUITE("a broken variant that holds") {
    TEST_CASE("the report names the shape that shows why it is broken, and the command") {
        const Run run = tandem({"check", "apu", "--variant", "keeps-fills"});
        CHECK(run.status == 0);
        CHECK(run.out.find("\nBut keeps-fills is listed as broken: tandem check apu --variant keeps-fills --shape threads "
                           "refutes acquire-fresh, in 13 steps\n") != std::string::npos);
        const Run json = tandem({"check", "apu", "--variant", "keeps-fills", "--json", "-"});
        CHECK(nlohmann::json::parse(json.out)["elsewhere"]["command"] ==
              "tandem check apu --variant keeps-fills --shape threads");
    }

    TEST_CASE("nothing is said of a sound variant, of one property, or where walks are off") {
        const auto says = [](std::vector<const char*> words) {
            words.insert(words.begin(), {"check", "apu"});
            return tandem(words).out.find("listed as broken") != std::string::npos;
        };
        CHECK(!says({}));
        CHECK(!says({"--variant", "keeps-fills", "--property", "acquire-fresh"}));
        CHECK(!says({"--variant", "keeps-fills", "--walk-time", "0"}));
    }
}

}  // namespace tandem::tests
