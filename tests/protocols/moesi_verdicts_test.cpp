// The tables of protocols/moesi/README.md, and the pinned sizes of its systems.
#include <doctest/doctest.h>

#include "tests/apps/command_line.hpp"
#include "tests/protocols/verdicts.hpp"

namespace tandem::tests {

namespace {

const Verdicts of_moesi{"moesi"};

struct Size {
    const char* variant;
    std::uint64_t orbits, states;
};

/// All properties hold, every outcome that the variant can have occurs, and the system has the pinned number of states.
void check(const char* shape, const std::vector<Size>& sizes) {
    for (const auto& [variant, orbits, states] : sizes) {
        const auto report = of_moesi.check(variant, shape);
        CAPTURE(report.system);
        CHECK(report.verdict() == checker::Verdict::holds);
        CHECK(report.result.states == orbits);
        CHECK(report.result.full_states == states);
    }
}

const std::vector<std::string> safety_of_moesi{"load-value",      "no-store-lost", "single-writer",
                                               "writer-alone",    "owner-known",   "sharers-covered",
                                               "one-transaction", "acks-add-up",   "no-deadlock"};

}  // namespace

TEST_SUITE("protocols/moesi verdicts") {
    TEST_CASE("MOESI, MESI, MOSI and MSI of one text hold with two caches") {
        check("tiny", {{"moesi", 3529, 7017}, {"mesi", 2553, 5065}, {"mosi", 3064, 6087}, {"msi", 2161, 4281}});
    }

    TEST_CASE("they hold with three, where acknowledgements race") {
        check("small",
              {{"moesi", 33'765, 193'568}, {"mesi", 19'510, 110'822}, {"mosi", 29'520, 169'058}, {"msi", 16'632, 94'040}});
    }

    TEST_CASE("a modified block may migrate to who reads it") {
        check("small", {{"moesi,migratory", 28'750, 164'297}, {"mesi,migratory", 18'614, 105'446}});
        // Without E and with migration nothing ever becomes owned.
        check("small", {{"mosi,migratory", 12'762, 70'988}, {"msi,migratory", 12'762, 70'988}});
    }

    TEST_CASE("acknowledgements may be counted, in as many states as when they are collected by name") {
        check("small", {{"counts", 33'765, 193'568}});
    }

    TEST_CASE("a shared copy may leave without a word, and readers may be answered together") {
        check("small", {{"silent", 29'845, 170'926}, {"mesi,silent", 16'736, 95'122}, {"together", 34'419, 196'904}});
    }

    TEST_CASE("readers who come back without a word keep a writer waiting for good") {
        const auto report = of_moesi.check("silent,together", "small");
        for (const auto& p : report.properties) {
            CAPTURE(p.name);
            const bool starved = p.name == "access-completes" || p.name == "access-accepted";
            CHECK(p.verdict == (starved ? checker::Verdict::refuted : checker::Verdict::holds));
        }
    }

    TEST_CASE("a refused write-back that is sent again at once deadlocks with two blocks, and one that stays does not") {
        of_moesi.refuted("repeats", "blocks", "no-deadlock", 17);
        const auto report = of_moesi.check("", "blocks", safety_of_moesi);
        CHECK(report.verdict() == checker::Verdict::holds);
        CHECK(report.result.states == 887'025);
        CHECK(report.result.full_states == 3'547'324);
    }

    TEST_CASE("last words behind requests deadlock as soon as there are two blocks, and responses behind forwards do not") {
        for (const char* variant : {"last-words-with-requests", "write-backs-with-requests", "one-network"})
            of_moesi.holds(variant, "tiny", {"no-deadlock"});
        of_moesi.refuted("last-words-with-requests", "blocks", "no-deadlock", 12);
        of_moesi.refuted("write-backs-with-requests", "blocks", "no-deadlock", 12);
        of_moesi.refuted("one-network", "blocks", "no-deadlock", 8);
        for (const char* variant : {"last-words-with-requests", "write-backs-with-requests", "one-network"})
            of_moesi.refuted(variant, "blocks,capacity=2", "no-deadlock", 16);
        of_moesi.refuted("last-words-with-requests", "l1s=2,threads=2,blocks=2", "no-deadlock", 4);
        const auto report = of_moesi.check("forwards-with-responses", "blocks", safety_of_moesi);
        CHECK(report.verdict() == checker::Verdict::holds);
        CHECK(report.result.states == 802'449);
        CHECK(report.result.full_states == 3'209'096);
    }

    TEST_CASE("requests for a busy block may wait at the directory, and memory may take its time") {
        check("tiny", {{"queues", 9129, 18'217},
                       {"mesi,queues", 6792, 13'543},
                       {"mosi,queues", 8061, 16'081},
                       {"msi,queues", 5752, 11'463}});
        check("small", {{"msi,queues", 79'062, 465'542}});
        of_moesi.holds("queues,rc", "tiny,threads=2,atomics=1");
        of_moesi.holds("queues,together,migratory,silent,counts", "tiny", safety_of_moesi);
    }

    TEST_CASE("where they do, nothing deadlocks on any networks: the directory takes in every request") {
        for (const char* networks : {"last-words-with-requests", "write-backs-with-requests", "one-network"})
            of_moesi.holds(std::string("queues,") + networks, "blocks,values=1", {"no-deadlock"});
    }

    TEST_CASE("several accesses of a thread, and atomics, hold") {
        for (const char* shape : {"tiny,threads=2,atomics=1", "small,atomics=1"}) of_moesi.holds("rc", shape);
        of_moesi.holds("", "threads");
        of_moesi.holds("rc", "blocks", {"load-value", "no-store-lost", "writer-alone", "no-deadlock"});
    }

    TEST_CASE("it is simulated, under the monitor too, with results that are right") {
        const Run run = tandem({"sim", "moesi", "--workload", "hash", "--monitor"});
        CHECK(run.status == 0);
        CHECK(run.out.find("and found nothing") != std::string::npos);
        CHECK(run.out.find("result: correct") != std::string::npos);
    }
}

}  // namespace tandem::tests
