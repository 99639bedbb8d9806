// A random walk's violation without the events that it does not need.
#include <nlohmann/json.hpp>

#include "apps/replay/drop.hpp"
#include "apps/trace/written.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

struct Dropped {
    std::size_t before = 0;
    checker::Trace after;
    bool all_needed = false;  // a second try leaves out nothing more
};

/// The result for the walk that `check` finds first.
Dropped dropped(std::vector<const char*> words, const std::function<bool()>& enough = [] { return false; }) {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "trace.json";
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--threads", "1", "--trace", file.c_str()});
    REQUIRE(tandem(words).status == 1);
    const apps::WrittenFile written = apps::read_trace_file(file);
    const auto& trace = written.traces.at(0);
    const auto judging = apps::judging_of(apps::protocol(written.protocol), written.selection, trace);
    const auto fewer = apps::with_fewer_events(judging, trace, enough);
    if (!fewer) return {trace.steps.size(), {}};
    const auto again =
        apps::trace_file_of(apps::record_of({written.protocol, written.selection, "", {{"", &*fewer}}}).dump(), "").traces.at(0);
    return {trace.steps.size(), *fewer, !apps::with_fewer_events(judging, again, enough)};
}

}  // namespace

TEST_SUITE("fewer events") {
    TEST_CASE("what a stale read does not need is left out") {
        const auto [before, after, all_needed] =
            dropped({"incoherent", "--property", "load-value", "--walks", "200", "--depth", "200", "--seed", "4"});
        CHECK(after.steps.size() <= before / 2);
        CHECK(all_needed);
        CHECK(after.property == "load-value");
        CHECK(after.why.find(" reads ") != std::string::npos);
        // Each received message was sent before.
        for (const auto& message : after.messages) CHECK((message.received < 0 || message.sent < message.received));
    }

    TEST_CASE("a deadlock stays one") {
        const auto [before, after, all_needed] = dropped({"moesi", "--variant", "repeats", "--shape", "blocks", "--property",
                                                          "no-deadlock", "--walks", "500", "--depth", "500"});
        CHECK(after.steps.size() < before);
        CHECK(all_needed);
        CHECK(after.why.starts_with("Nothing can happen any more, and somebody waits."));
    }

    TEST_CASE("where there is no time nothing is left out") {
        CHECK(dropped({"incoherent", "--property", "load-value", "--walks", "200", "--depth", "200"}, [] {
                  return true;
              }).after.steps.empty());
    }
}

}  // namespace tandem::tests
