// The record of what a text shows: who reads it, what is told by it, and that it is of today's texts.
#include <doctest/doctest.h>

#include "apps/check/alternatives.hpp"
#include "apps/check/coverage.hpp"
#include "apps/check/outcome_record.hpp"
#include "apps/check/record.hpp"
#include "apps/check/second_look.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

using apps::Selection;
using checker::Verdict;

apps::PropertyReport outcome(const apps::CheckReport& report, const std::string& name) {
    for (const auto& p : report.properties)
        if (p.name == std::string(apps::can_happen) + name) return p;
    FAIL("no outcome " << name);
    return {};
}

apps::CheckReport all_of(const std::string& protocol, const Selection& selection) {
    apps::CheckOptions options;
    options.protocol = protocol;
    options.selection = selection;
    options.all = true;
    return apps::check(options);
}

}  // namespace

TEST_SUITE("apps/check/outcomes") {
    TEST_CASE("what is written is read again") {
        const apps::OutcomeRecord record{
            {{"sc  sms=2,warps=1", {}, 17, {}}, {"rc  sms=2,warps=1", {}, 18'000'000'000, {"stalled", "renewed"}}}};
        const auto again = apps::read_outcomes(apps::as_text(record), "here");
        REQUIRE(again.systems.size() == 2);
        CHECK(again.systems[1].states == 18'000'000'000);
        CHECK(again.systems[1].absent == std::vector<std::string>{"stalled", "renewed"});
        CHECK(again.find("sc  sms=2,warps=1")->absent.empty());
        CHECK(again.find("sc  sms=2") == nullptr);
    }

    TEST_CASE("what is no record is refused in a line that shows no control byte") {
        for (const std::string& text :
             {std::string("sc  sms=2"), std::string("sc\t\t"), std::string("sc\t-1\t"), std::string("sc\t99999999999999999999\t"),
              std::string("\x1b[31m\0\t1", 9), std::string("a\t1\t\na\t2\t"), std::string("a\t1\tb\tc")}) {
            CAPTURE(text);
            std::string told;
            try {
                apps::read_outcomes(text, "FILE");
            } catch (const apps::UsageError& error) {
                told = error.what();
            }
            CHECK(told.starts_with("FILE:"));
            CHECK(std::none_of(told.begin(), told.end(), [](unsigned char c) { return c < 32; }));
        }
    }

    TEST_CASE("an outcome that this variant shows in this shape is missed where a bug has lost it" *
              doctest::test_suite("seeded bugs")) {
        const auto report = all_of("moesi", {"rc,fence-lets-one-pass", "tiny"});
        const auto lost = outcome(report, "stalled_fence");
        CHECK(lost.verdict == Verdict::refuted);
        CHECK(lost.counts());
        CHECK(lost.why.find("recorded") != std::string::npos);
    }

    TEST_CASE("an outcome that a shape never shows is no loss, and who shows it is told") {
        const auto absent = outcome(all_of("gtsc", {"", "tiny"}), "ack_unlocks");
        CHECK(absent.verdict == Verdict::refuted);
        CHECK(absent.aside == "`--shape small` does");
        CHECK(apps::not_exercised(apps::protocol("gtsc"), "tiny") == std::vector<std::string>{"ack_unlocks"});
    }

    TEST_CASE("a variant that some named shape does not take is told who shows an outcome all the same") {
        CHECK(outcome(all_of("gtsc", {"paper-reset", "tiny"}), "ack_unlocks").aside.find("--shape small` does") !=
              std::string::npos);
    }

    TEST_CASE("each protocol's record is of its text of today, in its smallest recorded system") {
        for (const apps::Protocol& protocol : apps::protocols()) {
            CAPTURE(protocol.name);
            const auto record = apps::outcome_record(protocol);
            if (!record) continue;
            apps::CheckOptions options;
            options.protocol = protocol.name;
            const apps::RecordedSystem* smallest = nullptr;
            const auto systems = apps::systems_to_record(protocol);
            for (const auto& system : systems)
                if (const auto* known = record->find(system.system);
                    known && (!smallest || known->states < record->find(smallest->system)->states))
                    smallest = &system;
            REQUIRE(smallest);
            const auto today = apps::recorded(options, *smallest);
            REQUIRE(today);
            CHECK(today->states == record->find(smallest->system)->states);
            CHECK(today->absent == record->find(smallest->system)->absent);
            for (const auto& known : record->systems)
                CHECK(std::any_of(systems.begin(), systems.end(),
                                  [&](const auto& system) { return system.system == known.system; }));
        }
    }

    TEST_CASE("--record-outcomes writes a file, and takes no options that choose") {
        const TemporaryFolder folder;
        const std::string file = (folder.path() / "outcomes.txt").string();
        const Run run = tandem({"check", "baseline", "--record-outcomes", file.c_str(), "--time", "5"});
        CHECK((run.status == 0 || run.status == 3));
        CHECK(run.out.find("systems are recorded in") != std::string::npos);
        check_unusable(tandem({"check", "baseline", "--record-outcomes", file.c_str(), "--shape", "small"}), "--shape");
        check_unusable(tandem({"check", "baseline", "--record-outcomes", file.c_str(), "--json", "-"}), "--json");
        check_unusable(tandem({"check", "baseline", "--record-outcomes", "/no/such/folder/file"}), "/no/such/folder/file");
    }

    TEST_CASE(
        "each alternative that promises all properties is in a system of --thorough, and in the walks that follow a search") {
        for (const apps::Protocol& protocol : apps::protocols()) {
            CAPTURE(protocol.name);
            std::set<std::string> thorough, walked;
            for (const auto& system : apps::systems_of_thorough(protocol))
                thorough.merge(apps::variant_words(protocol, {system.variant, system.shape}));
            for (const auto& selection : apps::wide_systems(protocol, {})) walked.merge(apps::variant_words(protocol, selection));
            for (const auto& [group, alternatives] : protocol.variants) {
                if (group == apps::broken_group) continue;
                for (const auto& alternative : alternatives) {
                    if (!alternative.promises || &alternative == &alternatives.front()) continue;  // a default may be silent
                    CAPTURE(alternative.name);
                    CHECK(thorough.contains(alternative.name));
                    CHECK(walked.contains(alternative.name));
                }
            }
        }
    }
}

}  // namespace tandem::tests
