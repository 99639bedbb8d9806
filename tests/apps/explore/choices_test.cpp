// Which combinations of a protocol's choices there are, and what is refused.
#include "apps/explore/choices.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "apps/common/usage_error.hpp"

namespace tandem::tests {

namespace {

apps::Combinations walked(const char* protocol, std::vector<std::string> choices = {}, std::string variant = "",
                          std::vector<std::string> with = {}) {
    return apps::combinations_of(apps::protocol(protocol), choices, variant, with);
}

std::string refusal(const char* protocol, std::vector<std::string> choices, std::string variant, std::vector<std::string> with) {
    try {
        walked(protocol, choices, variant, with);
    } catch (const apps::UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_SUITE("apps/explore") {
    TEST_CASE("what is listed as broken is walked only if it is asked for, and one at a time") {
        const auto sound = walked("gtsc");
        CHECK(sound.all.size() == 16);
        CHECK(std::all_of(sound.all.begin(), sound.all.end(), [](const auto& one) { return one.promises(); }));
        const auto one = walked("gtsc", {}, "", {"keeps-copy"});
        CHECK(one.all.size() == 32);
        CHECK(std::count_if(one.all.begin(), one.all.end(), [](const auto& c) { return c.broken == "keeps-copy"; }) == 16);
        // 16, and beside these 8 with another visibility, and 16 for each of three other choices.
        CHECK(walked("gtsc", {}, "", {"broken"}).all.size() == 16 + 8 + 3 * 16);
    }

    TEST_CASE("choices are walked by their names, by the beginning of one, or by an alternative") {
        for (const char* name : {"combining", "combining (V-B)", "comb", "forward-all"}) {
            CAPTURE(name);
            const auto some = walked("gtsc", {name});
            REQUIRE(some.choices.size() == 1);
            CHECK(some.choices[0].name == "combining");
            CHECK(some.all.size() == 2);
        }
        const auto fixed = walked("gtsc", {"combining"}, "rc");
        CHECK(fixed.fixed == std::vector<std::string>{"rc"});
        CHECK(std::all_of(fixed.all.begin(), fixed.all.end(), [](const auto& one) { return one.variant.starts_with("rc,"); }));
    }

    TEST_CASE("defaults are named in full so that no engine takes another in their place") {
        const auto states = walked("moesi", {"states"});
        CHECK(states.all.size() == 4);
        for (const auto& one : states.all) CHECK(("," + one.variant + ",").find(",stalls,") != std::string::npos);
    }

    TEST_CASE("words that do not go together are no combination, and the reason is kept") {
        const auto tc = walked("tc", {"consistency", "write atomicity"});
        CHECK(tc.all.size() == 3);
        REQUIRE(tc.none.size() == 1);
        CHECK(tc.none[0].find("sc,weak") != std::string::npos);
        const auto cores = walked("mttop", {"core side", "forwarding"});
        CHECK(cores.all.size() == 7);  // forwarding means something to TSO alone
        CHECK(std::any_of(cores.all.begin(), cores.all.end(), [](const auto& one) {
            return one.chosen == std::vector<std::size_t>{2, 1};
        }));
    }

    TEST_CASE("the sound alternative is what others of its choice are compared with") {
        const auto repaired = walked("rsp", {"description"}, "", {"published", "late-invalidation"});
        REQUIRE(repaired.choices.size() == 1);
        CHECK(repaired.choices[0].alternatives[0].name == "repaired");
        CHECK(repaired.all.size() == 3);
    }

    TEST_CASE("a word listed as broken gets what it needs to mean anything") {
        CHECK(apps::sound_with(apps::protocol("gtsc"), "literal") == "literal");
        CHECK(apps::sound_with(apps::protocol("rsp"), "published") == "published");
        CHECK(apps::sound_with(apps::protocol("mttop"), "forwarding-to-all").find("tso") != std::string::npos);
    }

    TEST_CASE("what names no choice, no broken alternative or a seeded bug is refused") {
        CHECK(refusal("gtsc", {"colour"}, "", {}).find("'combining'") != std::string::npos);
        CHECK(refusal("gtsc", {""}, "", {}).find("accepted") != std::string::npos);
        CHECK(refusal("gtsc", {}, "", {"rc"}).find("keeps-copy") != std::string::npos);
        CHECK(refusal("gtsc", {}, "sc,rc", {}).find("of which one can apply") != std::string::npos);
        CHECK(refusal("gtsc", {}, "store-in-the-lease", {}).find("no alternative of a choice") != std::string::npos);
    }
}

}  // namespace tandem::tests
