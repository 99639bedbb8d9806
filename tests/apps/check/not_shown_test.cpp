// What a check's verdict does not speak of: bugs that its shape is too small for, and properties that an author's list has lost.
#include <doctest/doctest.h>

#include "apps/check/coverage.hpp"
#include "apps/check/report.hpp"
#include "specs/usual_properties.hpp"

namespace tandem::tests {

namespace {

apps::CheckReport checked(const apps::Selection& selection, const std::vector<std::string>& properties = {}) {
    apps::CheckOptions options;
    options.protocol = "baseline";
    options.selection = selection;
    options.properties = properties;
    return apps::check(options);
}

std::vector<std::string> shapes(const std::vector<model::NotShown>& all) {
    std::vector<std::string> words;
    for (const model::NotShown& one : all) words.push_back(one.shape);
    return words;
}

}  // namespace

TEST_SUITE("apps/check/not_shown") {
    TEST_CASE("a shape that is too small for a kind of bugs is told what would show them") {
        CHECK(shapes(checked({}).not_shown) == std::vector<std::string>{"atomics=1", "sms=3"});
        const std::string text = as_text(checked({"", "atomics=1"}));
        CHECK(text.find("\nThis shape cannot show one of two sharers that is left out (`--shape sms=3` would)\n") < text.size());
        CHECK(text.find("atomics=1` would") == std::string::npos);
        CHECK(as_text(checked({}, {"load-value"})).find("cannot show") == std::string::npos);
    }

    TEST_CASE("a number that a protocol's settings have not is not offered") {
        engines::Protocol protocol = engines::protocol("baseline");
        protocol.not_shown = [](const engines::Selection&) {
            return std::vector<model::NotShown>{{"sms=3", "this"}, {"moons=2", "that"}, {"sms=9", "more"}, {"=", ""}};
        };
        CHECK(shapes(apps::not_shown(protocol, {})) == std::vector<std::string>{"sms=3"});
    }

    TEST_CASE("what an author's list of properties lacks of its base's is told") {
        engines::Protocol protocol = engines::protocol("baseline");
        const auto network = protocol.make({}, true);
        const auto& usual = specs::usual_property_names;
        CHECK(protocol.usual_properties == std::vector<std::string>(usual.begin(), usual.end()));
        CHECK(apps::not_stated(protocol, *network).empty());
        protocol.usual_properties.push_back("no-such-property");
        CHECK(apps::not_stated(protocol, *network) == std::vector<std::string>{"no-such-property"});

        apps::CheckReport report = checked({});
        CHECK(as_text(report).find("Not stated") == std::string::npos);
        report.not_stated = {"load-value", "single-writer"};
        const std::string text = as_text(report);
        CHECK(text.find("  Not stated: load-value, single-writer. The description's add_properties hides its base's") <
              text.size());
    }
}

}  // namespace tandem::tests
