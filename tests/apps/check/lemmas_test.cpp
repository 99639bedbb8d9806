// Lemmas on the command line: `check --lemmas` judges them, and says which hold vacuously.
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

namespace {

constexpr const char *one_cu = "cus=1,sharing=global,passing=lock,values=2",
                     *two_cus = "cus=2,sharing=local,passing=lock,values=2,fetches=0,writes=1,evictions=0";

nlohmann::json property(const nlohmann::json& report, const std::string& name) {
    for (const auto& p : report["properties"])
        if (p["name"] == name) return p;
    FAIL("no property " << name);
    return {};
}

}  // namespace

TEST_SUITE("apps/lemmas") {
    TEST_CASE("lemmas are judged beside the properties, and one that says nothing in the shape is named") {
        const Run run = tandem({"check", "rsp", "--variant", "repaired", "--shape", one_cu, "--lemmas", "--json", "-"});
        CHECK(run.status == 0);
        const auto report = nlohmann::json::parse(run.out);
        CHECK(property(report, "message-passing")["verdict"] == "holds");
        CHECK(!property(report, "message-passing").contains("lemma"));
        // Without another compute unit there are no remote operations.
        for (const char* name : {"lock-held", "markers-flush", "markers-last"})
            CHECK(property(report, name)["verdict"] == "holds");
        CHECK(property(report, "lock-held")["lemma"] ==
              nlohmann::json{{"vacuous", false}, {"unmet_premises", nlohmann::json::array()}});
        CHECK(property(report, "markers-flush")["lemma"]["vacuous"] == true);
        CHECK(property(report, "markers-last")["lemma"]["vacuous"] == false);
        CHECK(property(report, "markers-last")["lemma"]["unmet_premises"].size() == 2);
        const Run text = tandem({"check", "rsp", "--variant", "repaired", "--shape", one_cu, "--lemmas", "--property",
                                 "markers-flush", "--property", "lock-held"});
        CHECK(text.out.find("  markers-flush      holds vacuously: no reachable state meets a premise of it\n") !=
              std::string::npos);
        CHECK(text.out.find("  lock-held          holds\n") != std::string::npos);
        CHECK(text.out.find("\nAll properties and lemmas hold.\n") != std::string::npos);
    }

    TEST_CASE("all lemmas of the repaired protocol hold where a work-group's lock is reached by remote operations") {
        const Run run = tandem({"check", "rsp", "--variant", "repaired", "--shape", two_cus, "--lemmas"});
        CHECK(run.status == 0);
        CHECK(run.out.find("\nAll properties and lemmas hold.\n") != std::string::npos);
        CHECK(run.out.find("  remote-operations  holds\n") != std::string::npos);
    }

    TEST_CASE("a lemma that is false of another variant is refuted by a shortest trace") {
        const Run run = tandem({"check", "rsp", "--shape", two_cus, "--lemmas", "--property", "promotion-stalls"});
        CHECK(run.status == 1);
        CHECK(run.out.find("  promotion-stalls   refuted\n") != std::string::npos);
        CHECK(run.out.find("Shortest trace to a violation of promotion-stalls: ") != std::string::npos);
    }

    TEST_CASE("lemmas are no properties unless they are asked for, and a system without them says so") {
        CHECK(tandem({"check", "rsp", "--variant", "repaired", "--shape", one_cu}).out.find("lock-held") == std::string::npos);
        check_unusable(tandem({"check", "rsp", "--shape", one_cu, "--property", "lock-held"}), "no property 'lock-held'");
        check_unusable(tandem({"check", "rsp", "--shape", one_cu, "--lemmas", "--property", "lock-hold"}), "lock-held");
        check_unusable(tandem({"check", "gtsc", "--lemmas"}), "gtsc states no lemmas of this system");
        for (const char* shape : {"memory=1", "banks=2", "cus=2,components=2"})
            check_unusable(tandem({"check", "rsp", "--shape", shape, "--lemmas"}), "rsp states no lemmas of this system");
        check_unusable(tandem({"check", "rsp", "--free", "--lemmas"}), "rsp states no lemmas of this system");
        CHECK(tandem({"list"}).out.find("--lemmas judges, too:\n    lines-kept ") != std::string::npos);
    }
}

}  // namespace tandem::tests
