// The tables of protocols/lsc/README.md, and the pinned sizes of its systems.
#include <doctest/doctest.h>

#include "tests/apps/command_line.hpp"
#include "tests/protocols/verdicts.hpp"

namespace tandem::tests {

namespace {

const Verdicts of_lsc{"lsc"};

const std::string cus = "cores=2,cpus=0,evictions=0,false_positives=0",
                  three_cus = "cores=3,cpus=0,evictions=0,false_positives=0",
                  cpus = "cores=2,cpus=2,evictions=0,false_positives=0", mixed = "cores=2,cpus=1,evictions=0,false_positives=0";

/// Everything holds in this number of states, and every outcome that the variant can have occurs.
void holds_in(const std::string& variant, const std::string& shape, std::uint64_t states) {
    const auto report = of_lsc.check(variant, shape);
    CAPTURE(report.system);
    CHECK(report.verdict() == checker::Verdict::holds);
    CHECK(report.result.full_states == states);
}

/// Some fair run lets a thread wait for ever.
void starves(const std::string& variant, const std::string& shape) {
    const auto report = of_lsc.check(variant, shape, {"access-accepted"}, true, false);
    CAPTURE(report.system);
    CHECK(report.properties.at(0).verdict == checker::Verdict::refuted);
}

/// Whether some run meets the program's condition, which SC forbids.
bool shown(const std::string& name, const std::string& variant, const std::string& shape) {
    const std::string test = TANDEM_SOURCE_DIR "/tests/litmus/lsc-" + name + ".litmus";
    const Run run = tandem({"litmus", test.c_str(), "--protocol", "lsc", "--variant", variant.c_str(), "--shape", shape.c_str()});
    CAPTURE(run.out);
    CAPTURE(run.err);
    const bool never = run.out.find(" Never\n") != std::string::npos;
    CHECK((never || run.out.find(" Sometimes\n") != std::string::npos));
    return !never;
}

/// Proves it, with fewer samples than by default, and says what was not proved.
void proves(std::vector<const char*> words) {
    words.insert(words.begin(), "prove");
    words.insert(words.end(), {"--samples", "100000", "--compared", "500"});
    const Run run = tandem(words);
    CAPTURE(run.out);
    CHECK(run.status == 0);
    CHECK(run.out.find("All properties are proved") != std::string::npos);
}

}  // namespace

TEST_SUITE("protocols/lsc verdicts") {
    TEST_CASE("with all repairs all holds: collisions, two lanes, two wavefronts, a CU beside a CPU, two CPUs") {
        holds_in("repaired", "collision", 8675);
        holds_in("repaired", "lanes", 441'994);
        holds_in("repaired", "lanes,mutexes=1", 41'886);
        holds_in("repaired,one-by-one", "lanes", 297'004);
        holds_in("repaired", "wavefronts", 31'780);
        holds_in("repaired", "tiny", 188'950);
        holds_in("repaired", "cpus,blocks=1,values=2", 112'271);
        holds_in("repaired", "cus", 907'403);
    }

    TEST_CASE("with two stores in a CPU's buffer all holds, and a load returns the younger one to its block") {
        holds_in("repaired", "cpus,blocks=1,values=2,buffered=2", 179'163);
        holds_in("repaired", "cpus,cores=1,cpus=1,values=2,buffered=2", 45'818);
        holds_in("repaired", "tiny,buffered=2", 262'367);
    }

    TEST_CASE("with read-modify-writes all holds, and as written they are atomic") {
        holds_in("repaired", "cus,atomics=1,values=1", 376'676);
        holds_in("repaired", "cpus,atomics=1,blocks=1,values=2", 248'471);
        holds_in("repaired", "tiny,atomics=1", 429'981);
        of_lsc.holds("as-written", "tiny,atomics=1", {"rmw-atomic", "load-latest", "store-performed"});
        of_lsc.holds("as-written", "cpus,atomics=1,blocks=1,values=2", {"rmw-atomic"});
    }

    TEST_CASE("the same where requests wait at GL2 and at the directory, as they do in a simulated machine") {
        holds_in("repaired,queues", "collision", 16'051);
        holds_in("repaired,queues", "wavefronts", 52'324);
        holds_in("repaired,queues", "tiny", 344'318);
        holds_in("repaired,queues", "mixed,blocks=1", 6953);
        holds_in("repaired,queues", "cpus,blocks=1", 30'439);
    }

    TEST_CASE("what a GL1 evicts is known again, and hashes must be of the blocks on their way as well") {
        holds_in("repaired", "cus,blocks=1,evictions=1", 8601);
        of_lsc.refuted("repaired,copies-only", "cus,evictions=1,false_positives=1,values=1", "tcd-covers", 12);
        of_lsc.refuted("repaired,copies-only", "cus,evictions=1,false_positives=1", "load-latest", 18);
        const std::string hashed = "cores=2,cpus=0,evictions=1,false_positives=1";
        CHECK(shown("rehash", "repaired,copies-only", hashed));
        CHECK(!shown("rehash", "repaired", hashed));
    }

    TEST_CASE("without mutexes, one access at a time holds") {
        holds_in("one-at-a-time", "cus", 19'665);
        holds_in("one-at-a-time", "mixed", 27'603);
        holds_in("one-at-a-time", "cpus", 45'462);
    }

    TEST_CASE("as written an access passes others visibly, and each repair for order is needed") {
        of_lsc.refuted("as-written", "cus", "program-order", 7);
        of_lsc.refuted("without-loads-return", "cus", "program-order", 7);
        of_lsc.refuted("without-stores-in-order", "cus", "program-order", 16);
        of_lsc.refuted("without-stores-wait", "cus", "early-load-stable", 18);
        of_lsc.refuted("without-stores-wait", "mixed", "early-load-stable", 16);
    }

    TEST_CASE("a wavefront that drops a nacked request when its store is done reaches fewer states, and loses no mutex") {
        const std::vector<std::string> promised{"mutex-exclusive", "mutex-not-lost", "mutex-needed", "no-deadlock", "can-happen"};
        const auto states = [&](const std::string& variant) {
            const auto report = of_lsc.check(variant, "cus,values=1", promised);
            CHECK(report.verdict() == checker::Verdict::holds);
            return report.result.full_states;
        };
        CHECK(states("as-written") == 2'110'683);
        CHECK(states("as-written,dropped-when-done") == 1'858'403);
    }

    TEST_CASE("mutexes are exclusive and are not lost as written, nor is there a deadlock") {
        of_lsc.holds("as-written", "tiny",
                     {"mutex-exclusive", "mutex-not-lost", "mutex-needed", "mutex-counted", "mrf-follows-stores", "no-deadlock",
                      "filter-covers-gl1", "tcd-covers"});
        of_lsc.holds("as-written", "cpus,blocks=1,values=2,buffered=2",
                     {"load-latest", "mutex-exclusive", "mutex-not-lost", "mutex-needed", "mutex-counted", "mrf-follows-stores",
                      "no-deadlock"});
    }

    TEST_CASE("the program of Fig. 7 shows what SC forbids as written, and not when it is repaired") {
        for (const std::string& shape : {cus, cpus, mixed}) {
            CHECK(shown("sb", "as-written,dropped-when-done", shape));
            CHECK(shown("sb", "as-written", shape) == (shape != cus));  // a nacked store's wavefront waits until it has the mutex
            CHECK(!shown("sb", "repaired", shape));
        }
    }

    TEST_CASE("for each repair that is left out a program shows what SC forbids") {
        CHECK(shown("sb", "without-stores-wait", cpus));
        CHECK(shown("sb-seen", "without-stores-wait", three_cus));
        CHECK(!shown("sb-seen", "repaired", three_cus));
        CHECK(shown("sb-hit", "without-every-store", "cores=2,cpus=2,evictions=1"));
        CHECK(!shown("sb-hit", "repaired", "cores=2,cpus=2,evictions=1"));
        CHECK(shown("mp", "without-loads-return", cus));
        CHECK(shown("mp", "without-stores-in-order", "cores=2,cpus=1,evictions=0,false_positives=1"));
        CHECK(!shown("mp", "repaired", "cores=2,cpus=1,evictions=0,false_positives=1"));
        CHECK(!shown("mp", "without-stores-in-order", cus));  // ordered channels hide it there
        CHECK(shown("mp-sharer", "without-stores-in-order", "cores=3,cpus=1,evictions=0,false_positives=0"));
    }

    TEST_CASE("programs of three and four threads show as written what SC forbids, and not when it is repaired") {
        for (const std::string program : {"wrc", "isa2", "sb3", "mp3"}) {
            CAPTURE(program);
            CHECK(shown(program, "as-written", three_cus) == (program != "sb3"));
            CHECK(shown(program, "as-written,dropped-when-done", three_cus));
            CHECK(!shown(program, "repaired", three_cus));
        }
        const std::string four_cus = "cores=4,cpus=0,evictions=0,false_positives=0",
                          beside_a_cpu = "cores=4,cpus=1,evictions=0,false_positives=0";
        for (const std::string& shape : {four_cus, beside_a_cpu}) {
            CHECK(shown("iriw", "as-written", shape));
            CHECK(!shown("iriw", "repaired", shape));
        }
    }

    TEST_CASE("the readings that the paper's letter allows break it") {
        of_lsc.refuted("as-written,kept", "cus,values=1", "mutex-needed", 7);
        starves("repaired,kept", "cus,values=1");
        of_lsc.refuted("repaired,of-a-cu", "wavefronts", "early-held", 19);
        of_lsc.refuted("repaired,together", "lanes", "no-deadlock", 8);
        of_lsc.refuted("repaired,one-by-one", "lanes,blocks=3,mutexes=2", "no-deadlock", 8);
    }

    TEST_CASE("an invalidation that overtakes data leaves the copy that it was for") {
        of_lsc.refuted("repaired,invalidations-overtake", "cus,values=1", "tcd-covers", 12);
        of_lsc.refuted("repaired,invalidations-overtake", "cus,blocks=1", "load-latest", 14);
    }

    TEST_CASE("what a GL1 tells of evictions, and GL2 answers, changes no verdict") {
        of_lsc.holds("repaired,one-in-n", "tiny");
        of_lsc.holds("repaired,evictions-answered", "tiny");
        of_lsc.holds("repaired,one-in-n,evictions-answered", "cus,values=1,blocks=1,evictions=1,false_positives=1");
    }

    TEST_CASE("where each store has a mutex it is one whether the ROB's head asks under a miss or under any store") {
        holds_in("repaired,of-any-store", "cpus,blocks=1,values=2", 112'271);
        check_unusable(tandem({"check", "lsc", "--variant", "as-written,of-any-store", "--shape", "cpus"}), "every-store");
    }

    TEST_CASE("where a CPU has a store in its buffer and another at the ROB's head each completes in its turn") {
        of_lsc.holds("repaired", "tiny", {"access-completes"});
        of_lsc.holds("repaired", "cpus,blocks=1,values=2,buffered=2", {"access-completes"});
    }

    TEST_CASE("GL2 may have two parts, to which blocks belong in turn") {
        of_lsc.holds("repaired", "cus,values=1,gl2s=2");
        of_lsc.holds("repaired,queues", "cus,values=1,gl2s=2");
    }

    TEST_CASE("a request count of fewer bits than the MRF has entries loses a mutex, unless the ROB's head waits") {
        const std::string shape = "cpus,buffered=2,mrf=4,counts=1";
        of_lsc.refuted("repaired,wraps", shape, "early-held", 12);
        of_lsc.refuted("repaired,saturates", shape, "early-held", 12);
        of_lsc.refuted("as-written,wraps", shape, "early-held", 12);
        of_lsc.holds("repaired", "cpus,cores=1,cpus=1,buffered=2,mrf=4,counts=1");
    }

    TEST_CASE(
        "the pool needs room for an answer to each request of two lanes, where wavefronts give mutexes back that come late") {
        const std::string shape = "cores=1,cpus=0,threads=2,blocks=2,values=1,lanes=2,capacity=2,evictions=0,false_positives=0";
        of_lsc.refuted("as-written", shape + ",pool_room=2", "no-deadlock", 20);
        of_lsc.holds("repaired", shape + ",pool_room=2", {"no-deadlock"});
    }

    TEST_CASE("lanes are lanes: the figures of 3 and 4 come out of the protocol, and tell LSC from SLSC") {
        const auto beyond = [](const char* test, const char* model, const char* variant) {
            const std::string file = TANDEM_SOURCE_DIR "/tests/litmus/" + std::string(test) + ".litmus";
            const Run run = tandem({"litmus", file.c_str(), "--protocol", "lsc", "--variant", variant, "--shape",
                                    "cpus=0,evictions=0,false_positives=0", "--model", model});
            CAPTURE(run.out);
            CHECK(run.err.empty());
            CHECK(run.out.find("States ") != std::string::npos);
            return run.out.find("\nBeyond ") != std::string::npos;
        };
        for (const char* variant : {"as-written", "repaired"}) {
            for (const char* model : {"lsc", "lsc-unordered"})
                for (const char* test : {"lockstep", "lockstep-flag", "lockstep-branches", "lockstep-exchange"})
                    CHECK(!beyond(test, model, variant));
            CHECK(beyond("lockstep", "slsc", variant));
            CHECK(!beyond("lockstep", "sc", variant));
        }
        const Run exchange = tandem(
            {"litmus", TANDEM_SOURCE_DIR "/tests/litmus/lockstep-exchange.litmus", "--protocol", "lsc", "--shape", "cpus=0"});
        CHECK(exchange.out.find("States 2\n0:r0=0; 1:r0=1;\n0:r0=2; 1:r0=0;\n") != std::string::npos);
        check_unusable(
            tandem({"litmus", TANDEM_SOURCE_DIR "/tests/litmus/lockstep.litmus", "--protocol", "lsc", "--shape", "cpus=1"}),
            "t2, t3 are lanes of one wavefront, and core 1 is a CPU: it has none");
        CHECK(tandem({"conform", "lsc", "--variant", "repaired", "--shape", "cus", "--lanes", "2", "--ops", "1"}).status == 0);
        check_unusable(tandem({"conform", "lsc", "--shape", "cpus", "--lanes", "2"}), "1 is accepted");
        check_unusable(tandem({"conform", "gtsc", "--lanes", "2"}), "1 is accepted");
        check_unusable(tandem({"conform", "lsc", "--shape", "cus", "--lanes", "5"}), "--lanes");
    }

    TEST_CASE("nacked wavefronts starve, and so does who waits for a mutex that a CPU reuses") {
        starves("without-wavefronts-queue", "cus,values=1,blocks=1");
        starves("loads-return,wavefronts-queue", "cus,values=1");  // another never drains
        starves("without-mrf-drains", "tiny");
        starves("without-mrf-drains", "cpus,blocks=1");
    }

    TEST_CASE("the habits of public sources break the machine below") {
        of_lsc.refuted("repaired,before-probes", "tiny", "data-value", 9);
        of_lsc.refuted("repaired,exclusive", "tiny", "writer-alone", 7);
        of_lsc.refuted("repaired,merge-at-once", "cores=3,cpus=1,blocks=1,values=2,evictions=0,false_positives=0",
                       "write-atomicity", 13);
        of_lsc.refuted("copied-baseline", "tiny", "data-value", 6);
        of_lsc.refuted("repaired,invalidates-late", "cus,blocks=1", "load-latest", 12);
        of_lsc.holds("repaired,invalidates-late", "cus,blocks=1", {"inv-before-ack"});
    }

    TEST_CASE("what does not fit together, and what other engines lack, is refused in a line") {
        check_unusable(tandem({"check", "lsc", "--shape", "mutexes=3"}), "1, 2, 4");
        check_unusable(tandem({"check", "lsc", "--shape", "mutexes=0"}), "1 to 4");
        check_unusable(tandem({"check", "lsc", "--shape", "cores=3,threads=2"}), "up to 4 threads in all are accepted");
        check_unusable(tandem({"check", "lsc", "--shape", "cores=2,cpus=3"}), "at most as many CPUs as cores are accepted");
        check_unusable(tandem({"check", "lsc", "--shape", "lanes=2"}), "lanes=2 needs capacity=2 or more");
        check_unusable(tandem({"check", "lsc", "--shape", "tiny,gl2s=2"}), "leaves a part of GL2 without a block");
        check_unusable(tandem({"sim", "lsc", "--workload", "hash", "--machine", "soc", "--variant", "invalidations-overtake"}),
                       "invalidations-in-order is accepted");
        for (const std::string format : {"murphi", "tla"})
            check_unusable(tandem({"export", "lsc", "--format", format.c_str()}), "`export` with --free, are accepted");
        check_unusable(tandem({"export", "lsc", "--format", "smt2"}), "murphi, tla are accepted");
        const Run any = tandem({"prove", "lsc", "--any"});
        CHECK(any.status == 3);
        CHECK(any.out.find("proofs for any number need ordered channels") != std::string::npos);
        check_unusable(tandem({"prove", "lsc", "--shape", "cus,blocks=1", "--method", "bmc"}), "is not worked out on symbols");
        check_unusable(tandem({"sim", "lsc", "--workload", "hash"}),
                       "lsc has a directory behind L2, and the machine 'paper' has none");
    }

    TEST_CASE("mutexes of two compute units are proved not to be lost, for any data") {
        proves({"lsc", "--variant", "repaired", "--shape", "cus,blocks=1", "--property", "mutex-not-lost"});
    }

    TEST_CASE("all that is claimed of repaired LSC is proved for any data: two compute units, evictions and any hash functions") {
        proves({"lsc", "--variant", "repaired", "--shape", "cus,blocks=1,evictions=1,false_positives=1"});
    }

    TEST_CASE("a proof of LSC finds the run in which a mutex that comes late stays") {
        const Run run = tandem(
            {"prove", "lsc", "--variant", "as-written,kept", "--shape", "cus,blocks=1", "--property", "mutex-needed"});
        CAPTURE(run.out);
        CHECK(run.status == 1);
        CHECK(run.out.find("holds mutex A (step 7), but has no store under way") != std::string::npos);
    }
}

}  // namespace tandem::tests
