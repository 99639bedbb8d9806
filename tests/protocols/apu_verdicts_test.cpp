// The table of protocols/apu/README.md, and the pinned sizes of its systems.
#include "tests/apps/command_line.hpp"
#include "tests/protocols/verdicts.hpp"

namespace tandem::tests {

namespace {

const Verdicts of_apu{"apu"};

const std::vector<std::string> safety_of_apu{"data-value",    "acquire-fresh", "write-atomicity", "filter-covers",
                                             "answers-match", "no-deadlock",   "can-happen"};

/// States and transitions without symmetry.
void size(const std::string& shape, std::uint64_t states, std::uint64_t transitions) {
    const auto report = of_apu.check("", shape, {"data-value"}, false);
    CAPTURE(report.system);
    CHECK(report.result.states == states);
    CHECK(report.result.transitions == transitions);
}

}  // namespace

TEST_SUITE("protocols/apu verdicts") {
    TEST_CASE("a CU beside a CPU: all hold, every access completes, and every handler outcome occurs") {
        of_apu.holds("", "small");
    }

    TEST_CASE("safety holds for two CUs, two CPUs, two wavefronts, and atomics") {
        of_apu.holds("", "cus", safety_of_apu);
        of_apu.holds("", "cpus", safety_of_apu);
        of_apu.holds("", "cpus", {"single-writer", "writer-alone"});
        of_apu.holds("", "cpus,buffered=1,evictions=0");
        of_apu.holds("", "threads", safety_of_apu);
        of_apu.holds("", "small,atomics=1", {"data-value", "rmw-atomic", "single-writer", "no-deadlock", "can-happen"});
        of_apu.holds("", "cus,atomics=1", {"data-value", "rmw-atomic", "no-deadlock", "can-happen"});
    }

    TEST_CASE("each of two buffered stores of a CPU completes in its turn") { of_apu.holds("", "cpus", {"access-completes"}); }

    TEST_CASE("GL2 may have two parts, to which blocks belong in turn") {
        of_apu.holds("", "cus,blocks=2,gl2s=2,evictions=0");
        of_apu.holds("queues", "cus,blocks=2,gl2s=2,evictions=0", safety_of_apu);
        of_apu.holds("hardware-coherent", "cus,blocks=2,gl2s=2,evictions=0", safety_of_apu);
    }

    TEST_CASE("the states of the smallest systems are as many as they were") {
        size("small", 7804, 43285);
        size("cus", 3176, 17562);
        size("cpus", 7138, 37770);
    }

    TEST_CASE("a fill that an acquire does not forget is old when it is read") {
        of_apu.refuted("keeps-fills", "threads", "acquire-fresh", 13);
    }

    TEST_CASE("the habits of public sources break what the directory orders") {
        of_apu.refuted("merge-at-once", "threads", "write-atomicity", 10);
        of_apu.refuted("before-probes", "small", "single-writer", 12);
        of_apu.refuted("before-probes", "small", "data-value", 6);
        of_apu.refuted("exclusive", "small", "writer-alone", 7);
        of_apu.refuted("exclusive", "small", "acquire-fresh", 14);
    }

    TEST_CASE("with hardware-coherent GL1s all hold, in GL1s too, and an acquire invalidates nothing") {
        of_apu.holds("hardware-coherent", "small");
        of_apu.holds("hardware-coherent", "cus");
        of_apu.holds("hardware-coherent", "threads", safety_of_apu);
        of_apu.holds("hardware-coherent", "small,atomics=1",
                     {"data-value", "rmw-atomic", "single-writer", "no-deadlock", "can-happen"});
    }

    TEST_CASE("GL1s that hardware keeps coherent are lost to a directory that is told what GL2 evicts") {
        of_apu.refuted("hardware-coherent-told", "small", "filter-covers-gl1", 7);
        of_apu.refuted("hardware-coherent-told", "small", "acquire-fresh", 13);
    }

    TEST_CASE("what does not fit together is refused in a line") {
        check_unusable(tandem({"check", "apu", "--shape", "cores=2,cpus=3"}), "at most as many CPUs as cores are accepted");
        check_unusable(tandem({"check", "apu", "--shape", "small,lanes=2"}), "lanes=2 needs capacity=2 or more");
        check_unusable(tandem({"check", "apu", "--shape", "cpus=5"}), "0 to 4");
        check_unusable(tandem({"check", "apu", "--shape", "cus", "--property", "single-writer"}), "it needs a CPU beside GL2");
        check_unusable(tandem({"check", "apu", "--shape", "cus,gl2s=2"}), "leaves a part of GL2 without a block");
        check_unusable(tandem({"check", "apu", "--shape", "gl2s=0"}), "1 to 4");
    }
}

}  // namespace tandem::tests
