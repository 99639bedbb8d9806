// Random walks after the search: in which systems, what they find that it does not, and what a report says of them.
#include "apps/check/second_look.hpp"

#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/check/engines.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

using apps::Selection;
using model::Sort;

/// The number that a description shows of this key, "sms=2,warps=1"; 0 if it shows none.
int shown(const std::string& system, const std::string& key) {
    const auto at = system.find(key + "=");
    return at == std::string::npos ? 0 : std::stoi(system.substr(at + key.size() + 1));
}

}  // namespace

TEST_SUITE("apps/check/second_look") {
    TEST_CASE("the wide shapes of each protocol have more of everything together than the shapes that are explored") {
        for (const apps::Protocol& protocol : apps::protocols()) {
            CAPTURE(protocol.name);
            std::vector<std::string> wide;
            std::array<int, model::sort_count> most{}, explored{};
            for (const auto& shape : protocol.shapes) {
                const Selection selection{protocol.sound_variant, shape.name};
                const auto network = protocol.make(selection, false);
                for (const Sort sort : {Sort::core, Sort::thread, Sort::address}) {
                    int& known = (shape.too_wide ? most : explored)[static_cast<std::size_t>(sort)];
                    known = std::max(known, network->shape()[sort]);
                }
                if (shape.too_wide) wide.push_back(protocol.describe(selection));
            }
            REQUIRE_FALSE(wide.empty());
            for (const Sort sort : {Sort::core, Sort::thread, Sort::address})
                CHECK(most[static_cast<std::size_t>(sort)] >= explored[static_cast<std::size_t>(sort)]);
            const auto has = [&](const std::string& key) {
                return std::any_of(protocol.shape_keys.begin(), protocol.shape_keys.end(),
                                   [&](const auto& k) { return k.name == key; });
            };
            const auto some = [&](const std::string& key, int least) {
                return std::any_of(wide.begin(), wide.end(), [&](const auto& w) { return shown(w, key) >= least; });
            };
            if (has("atomics")) CHECK(some("atomics", 1));
            if (has("words")) CHECK(some("words", 2));
            if (has("lanes")) CHECK(some("lanes", 2));
            // Only MOESI's directory that queues has banks, and those of remote-scope promotion are in its thorough systems.
            if (has("banks") && protocol.name != "moesi" && protocol.name != "rsp") CHECK(some("banks", 2));
            if (has("evictions"))
                CHECK(std::none_of(wide.begin(), wide.end(),
                                   [](const auto& w) { return w.find("evictions=0") != std::string::npos; }));
        }
    }

    TEST_CASE("each system is another one, in the chosen variant first, and then in those that promise something") {
        const auto systems = apps::wide_systems(apps::protocol("gtsc"), {"", "tiny"});
        std::vector<std::string> variants;
        for (const Selection& system : systems) variants.push_back(system.variant);
        CHECK(variants == std::vector<std::string>{"", "", "", "rc", "keep-old", "forward-all", "unordered"});
        const auto chosen = apps::wide_systems(apps::protocol("gtsc"), {"rc", "tiny"});
        CHECK(chosen.front().variant == "rc");
        CHECK(std::count_if(chosen.begin(), chosen.end(), [](const Selection& s) {
                  return s.variant.find("unsafe") != std::string::npos || s.variant.find("literal") != std::string::npos;
              }) == 0);
    }

    TEST_CASE("they find nothing in any protocol that is sound, in all its promising variants") {
        for (const apps::Protocol& protocol : apps::protocols()) {
            if (protocol.name == "incoherent") continue;  // broken, which is its purpose
            apps::CheckOptions options;
            options.protocol = protocol.name;
            options.selection.variant = protocol.sound_variant;
            options.progress = apps::ProgressStyle::off;
            apps::Engines engines(options);
            apps::CheckReport report;
            apps::second_look(options, 2, engines, report);
            CHECK(report.wide.size() == apps::wide_systems(protocol, options.selection).size());
            for (const apps::WideWalks& walks : report.wide) {
                CAPTURE(walks.system);
                CHECK(walks.steps > 0);
                for (const auto& refuted : walks.refuted) FAIL_CHECK(refuted.property.name);
            }
        }
    }

    TEST_CASE(
        "what has no thread beside it in the explored shape is found in a wide one, and the command that is named finds it "
        "again" *
        doctest::test_suite("seeded bugs")) {
        const Run search = tandem({"check", "gtsc", "--variant", "ack-clears-all-stores", "--shape",
                                   "sms=1,warps=1,blocks=1,lease=1,ts=3", "--walk-time", "0"});
        CHECK(search.status == 0);
        CHECK(search.out.find("random steps") == std::string::npos);
        const Run run = tandem({"check", "gtsc", "--variant", "ack-clears-all-stores", "--shape",
                                "sms=1,warps=1,blocks=1,lease=1,ts=3", "--walk-time", "20", "--json", "-"});
        REQUIRE(run.status == 1);
        const auto report = nlohmann::json::parse(run.out);
        CHECK(report["verdict"] == "refuted");
        const auto& walks = report["wide_walks"].back();
        REQUIRE(walks["refuted"].size() == 1);
        const std::string property = walks["refuted"][0]["name"];
        CHECK(walks["refuted"][0]["system"].get<std::string>().find("sms=1,warps=2,blocks=1,") != std::string::npos);
        CHECK(walks["refuted"][0]["trace"]["shortest"] == true);
        CHECK(walks["refuted"][0]["trace"]["steps"].size() == 10);
        CHECK(walks["refuted"][0]["needs"] ==
              "ts=7, warps=2");  // atomics, a second SM and block, and other leases are taken back
        std::vector<std::string> words;
        std::istringstream command(walks["refuted"][0]["command"].get<std::string>());
        for (std::string word; command >> word;) words.push_back(word);
        CHECK(words.front() == "tandem");
        std::vector<const char*> again;
        for (std::size_t i = 1; i < words.size(); ++i) again.push_back(words[i].c_str());
        const Run found = tandem(again);
        CHECK(found.status == 1);
        CHECK(found.out.find("a violation of " + property) != std::string::npos);
    }

    TEST_CASE("what is refused for ever once all is at rest is seen at a walk's end, and the run replays" *
              doctest::test_suite("seeded bugs")) {
        const TemporaryFolder folder;
        const std::string trace = folder.path() / "walk.json";
        const Run run = tandem({"check", "moesi", "--variant", "oi-wb-nack-ignored", "--shape",
                                "l1s=2,threads=1,blocks=1,values=2", "--walks", "300", "--trace", trace.c_str(), "--json", "-"});
        REQUIRE(run.status == 1);
        const auto report = nlohmann::json::parse(run.out);
        const auto refuted = std::find_if(report["properties"].begin(), report["properties"].end(),
                                          [](const auto& p) { return p["verdict"] == "refuted"; });
        REQUIRE(refuted != report["properties"].end());
        CHECK((*refuted)["name"] == "access-accepted");
        CHECK((*refuted)["fairness"] == "strong");
        const Run replayed = tandem({"replay", trace.c_str()});
        CHECK(replayed.status == 1);
        CHECK(replayed.out.find("still refutes access-accepted") != std::string::npos);
    }

    TEST_CASE("they follow no refutation, and no system whose threads do what they like") {
        CHECK(tandem({"check", "incoherent"}).out.find("random steps") == std::string::npos);
        check_unusable(tandem({"check", "gtsc", "--free", "--walk-time", "1"}), "--walk-time");
        check_unusable(tandem({"check", "gtsc", "--walks", "3", "--walk-time", "1"}), "--walk");
        check_unusable(tandem({"check", "gtsc", "--walk-time", "-1"}), "--walk-time");
        check_unusable(tandem({"check", "gtsc", "--walk-time", "nan"}), "--walk-time");
        check_unusable(tandem({"check", "gtsc", "--walk-time", "0", "--seed", "7"}), "--seed");
        check_unusable(tandem({"check", "gtsc", "--free", "--depth", "7"}), "--depth");
    }

    TEST_CASE("walks go on from their record, with new numbers") {
        const TemporaryFolder folder;
        const std::string record = folder.path() / "walks";
        const auto run = [&] {
            const Run one = tandem(
                {"check", "baseline", "--shape", "small", "--walk-time", "0.5s", "--walk-record", record.c_str(), "--json", "-"});
            REQUIRE(one.status == 0);
            return nlohmann::json::parse(one.out)["wide_walks"];
        };
        const auto first = run(), second = run();
        REQUIRE(first.size() == second.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            CHECK(first[i]["earlier_steps"] == 0);
            CHECK(second[i]["earlier_steps"] == first[i]["steps"]);
            CHECK(second[i]["walks"] > first[i]["walks"]);
            CHECK(first[i]["pairs"] > 10);
            CHECK(second[i]["pairs"] >= first[i]["pairs"]);
        }
        check_unusable(tandem({"check", "baseline", "--shape", "small", "--walk-record", record.c_str(), "--seed", "2"}),
                       "other walks");
        check_unusable(tandem({"check", "gtsc", "--walk-record", record.c_str()}), "other walks");
    }

    TEST_CASE("what walks have refuted they refute again from their record, and walks of another text are not gone on with" *
              doctest::test_suite("seeded bugs")) {
        const TemporaryFolder folder;
        const std::string record = folder.path() / "walks";
        const auto run = [&] {
            return tandem({"check", "gtsc", "--variant", "ack-clears-all-stores", "--shape",
                           "sms=1,warps=1,blocks=1,lease=1,ts=3", "--walk-time", "20", "--walk-record", record.c_str()});
        };
        CHECK(run().status == 1);
        CHECK(run().status == 1);
        std::string text = contents(record);
        const auto sum = text.find("text and program ") + 17;
        text[sum] = text[sum] == '0' ? '1' : '0';
        std::ofstream(record) << text;
        check_unusable(run(), "other walks");
    }

    TEST_CASE("a limit of time is divided among all systems") {
        const Run run = tandem({"check", "baseline", "--shape", "small", "--walk-time", "1h", "--time", "2", "--json", "-"});
        CHECK(run.status == 0);
        const auto walks = nlohmann::json::parse(run.out)["wide_walks"];
        CHECK(walks.size() > 2);
        for (const auto& system : walks) CHECK(system["steps"] > 0);
    }

    TEST_CASE("what is no record of walks is refused in a line") {
        const TemporaryFolder folder;
        const std::string record = folder.path() / "walks";
        CHECK(tandem({"check", "baseline", "--shape", "small", "--walk-time", "0.1", "--walk-record", record.c_str()}).status ==
              0);
        const std::string written = contents(record);
        const std::string first = written.substr(0, written.find("baseline ", written.find("text and program")));
        const auto refused = [&](const std::string& text, const char* says) {
            std::ofstream(record, std::ios::binary) << text;
            check_unusable(
                tandem({"check", "baseline", "--shape", "small", "--walk-time", "0.1", "--walk-record", record.c_str()}), says);
        };
        refused("", "no record");
        refused(std::string(100, '\0'), "no record");
        refused("random walks of tandem check gtsc\nseed 1\nsteps of a walk 1000\n", "other walks");
        refused(first + "x\t1\t2\t3\n", "line 5");
        refused(first + "x\t-1\t2\t3\t4\t" + std::string(127, ' ') + "\n", "line 5");
        refused(first + "x\t99999999999999999999\t2\t3\t4\t0\n", "line 5");
        check_unusable(tandem({"check", "baseline", "--walk-record", "/dev/zero"}), "more than 1 MB");
        check_unusable(tandem({"check", "baseline", "--walk-record", folder.path().c_str()}), "folder");
        check_unusable(tandem({"check", "baseline", "--walk-record", (folder.path() / "no" / "walks").c_str()}),
                       "cannot be written");
        check_unusable(tandem({"check", "baseline", "--walk-time", "0", "--walk-record", record.c_str()}), "--walk-record");
        check_unusable(tandem({"check", "baseline", "--first-walk", "3"}), "--walks");
        for (const char* time : {"5x", "1hh", "h", "1e", "-1m", "infh"})
            check_unusable(tandem({"check", "baseline", "--walk-time", time}), "--walk-time");
    }

    TEST_CASE("a text that treats names differently is searched without symmetry in the same run" *
              doctest::test_suite("seeded bugs")) {
        const Run run =
            tandem({"check", "gtsc", "--variant", "never-unlocked", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=4"});
        CHECK(run.status == 1);
        CHECK(run.out.find("Not symmetric, and so searched without symmetry: ") != std::string::npos);
        CHECK(run.out.find("up to symmetry") == std::string::npos);
        CHECK(run.out.find("Refuted.") != std::string::npos);
    }

    TEST_CASE("a text that treats names differently is found out where liveness alone is asked" *
              doctest::test_suite("seeded bugs")) {
        const Run run = tandem({"check", "gtsc", "--variant", "never-unlocked", "--shape",
                                "sms=1,warps=2,blocks=1,lease=1,ts=4", "--property", "access-completes"});
        CHECK(run.out.find("Not symmetric, and so searched without symmetry: ") != std::string::npos);
        CHECK(run.out.find("up to symmetry") == std::string::npos);
    }
}

}  // namespace tandem::tests
