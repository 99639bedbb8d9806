// Declarations of settings that do not fit together are found before any setting is made.
#include <doctest/doctest.h>

#include "model/settings.hpp"

using namespace tandem::model;

namespace {

struct Config {
    Shape shape;
    int retries = 0;
    bool loud = false;
};

std::string flaw(const Settings<Config>& settings) {
    try {
        settings.require_sound();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}
const std::string begins = "the settings of toy do not fit together: ";

}  // namespace

TEST_CASE("sound settings have no flaw") {
    CHECK(flaw(Settings<Config>("toy")).empty());
    CHECK(flaw(Settings<Config>("toy")
                   .choice("how", &Config::loud, {{false, "quiet", ""}, {true, "loud", ""}})
                   .extent("cores", Sort::core)
                   .number("retries", &Config::retries, 0, 3, "")
                   .shape("small", "cores=2,retries=1"))
              .empty());
}

TEST_CASE("two settings of one name, but a shape and a key may share one") {
    CHECK(flaw(Settings<Config>("toy").extent("small", Sort::core).shape("small", "small=2")).empty());
    CHECK(flaw(Settings<Config>("toy").extent("cores", Sort::core).flag("cores", &Config::loud, "")) ==
          begins + "two of the keys are called 'cores'");
    CHECK(flaw(Settings<Config>("toy").choice("how", &Config::loud, {{false, "quiet", ""}, {true, "quiet", ""}})) ==
          begins + "two of the variants are called 'quiet'");
    CHECK(flaw(Settings<Config>("toy").extent("small", Sort::core).shape("small", "small=2").shape("small", "small=3")) ==
          begins + "two of the shapes are called 'small'");
}

TEST_CASE("a default out of its own range, unless the first shape sets it") {
    const auto retrying = [] { return Settings<Config>("toy").number("retries", &Config::retries, 1, 3, ""); };
    CHECK(flaw(retrying()) == begins + "'retries' is 0 if nobody sets it, and accepts 1 to 3");
    CHECK(flaw(retrying().shape("small", "retries=2")).empty());
    CHECK(flaw(Settings<Config>("toy").number("retries", &Config::retries, 3, 1, "")) ==
          begins + "'retries' accepts 3 to 1, which is nothing");
}

TEST_CASE("a named shape that says what no key accepts") {
    CHECK(flaw(Settings<Config>("toy").extent("cores", Sort::core).shape("small", "cores=2").shape("large", "cors=4")) ==
          begins +
              "the shape 'large' says 'cors=4', but toy has no shape 'cors=4': small, large, cores=... are accepted, separated "
              "by commas");
    CHECK(flaw(Settings<Config>("toy").extent("cores", Sort::core).shape("small", "cores=9")) ==
          begins + "the shape 'small' says 'cores=9', but cores is '9': a whole number from 1 to 4 is accepted");
}

TEST_CASE("an extent for which no domain has room") {
    CHECK_THROWS_WITH_AS(Settings<Config>("toy").extent("cores", Sort::core, "", 1, 9),
                         "the settings of toy do not fit together: 'cores' accepts up to 9, and there is room for 8 of a sort",
                         UsageError);
}

TEST_CASE("of two values of one choice neither is taken silently") {
    const auto toy = [] {
        return Settings<Config>("toy").choice("how", &Config::loud, {{false, "quiet", ""}, {true, "loud", ""}});
    };
    CHECK_THROWS_WITH_AS(toy().read("loud,quiet", "", {}, true),
                         "the variant 'loud,quiet' names both 'loud' and 'quiet', of which one can apply: how", UsageError);
    CHECK_THROWS_WITH_AS(toy().read("loud,loud", "", {}, true), "the variant 'loud,loud' says 'loud' twice: once is accepted",
                         UsageError);
    CHECK(toy().over("quiet", "loud") == "loud");
    CHECK(toy().over("quiet", "") == "quiet");
    CHECK(toy().over("", "loud") == "loud");
}

TEST_CASE("a key is set once, and no named shape undoes it") {
    const auto toy = [] {
        return Settings<Config>("toy")
            .extent("cores", Sort::core)
            .number("retries", &Config::retries, 0, 3, "")
            .shape("small", "cores=2")
            .shape("large", "cores=4");
    };
    CHECK_THROWS_WITH_AS(toy().read("", "cores=2,cores=3", {}, true),
                         "the shape 'cores=2,cores=3' says 'cores' twice: once is accepted", UsageError);
    CHECK_THROWS_WITH_AS(toy().read("", "cores=2,retries=1,cores=2", {}, true),
                         "the shape 'cores=2,retries=1,cores=2' says 'cores' twice: once is accepted", UsageError);
    CHECK_THROWS_WITH_AS(
        toy().read("", "cores=3,large", {}, true),
        "the shape 'cores=3,large' names 'large', which would undo what stands before it: a named shape is accepted first",
        UsageError);
    CHECK_THROWS_WITH_AS(
        toy().read("", "small,large", {}, true),
        "the shape 'small,large' names 'large', which would undo what stands before it: a named shape is accepted first",
        UsageError);
    CHECK(toy().read("", "large,cores=3", {}, true).config.shape[Sort::core] == 3);
    CHECK(toy().shape("cores", "cores=4").read("", "cores,cores=3", {}, true).config.shape[Sort::core] ==
          3);  // a shape may have a key's name
    CHECK(flaw(toy().shape("both", "cores=2,cores=3")) ==
          begins +
              "the shape 'both' says 'cores=2,cores=3', but the shape 'cores=2,cores=3' says 'cores' twice: once is accepted");
}
