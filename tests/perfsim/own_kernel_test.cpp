// How a user's own kernel is judged, and how its mistakes on the machine are reported.
#include "perfsim/own_kernel.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "engines/registry.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::tests {

using namespace perfsim;

namespace {

/// The outcome of a launch of two warps.
std::string outcome(const std::function<Kernel(Warp&)>& kernel, std::int64_t limit = 1'000'000) {
    const auto machine = engines::protocol("baseline").simulate({"rc", ""}, paper_machine(), false);
    machine->limit = limit;
    machine->memory().allocate(64);
    try {
        machine->run({1, 2, kernel});
    } catch (const StuckError& error) {
        return error.what();
    }
    return "";
}

struct Empty {
    static constexpr const char* meaning = "compares nothing";
    explicit Empty(const WorkloadOptions&) {}
    void run(Simulation&) {}
    void check(Comparison&) const {}
};

}  // namespace

TEST_SUITE("perfsim/own_kernel") {
    TEST_CASE("a comparison keeps the first difference and counts what it compares") {
        Memory memory;
        const Buffer array = memory.allocate(std::vector<std::uint32_t>{1, 2, 3});
        Comparison compare(memory);
        compare.words("array", array, std::vector<std::uint32_t>{1, 2, 3});
        CHECK(compare.wrong().empty());
        CHECK(compare.compared() == 3);
        compare.words("array", array, std::vector<std::uint32_t>{1, 7, 8});
        CHECK(compare.wrong() == "array[1] is 2, and 7 is right");
        Comparison shorter(memory);
        shorter.words("array", array, std::vector<std::uint32_t>{1, 2});
        CHECK(shorter.wrong() == "array has 3 words, and the check compares it with 2");
        Comparison said(memory);
        said.that(true, "never");
        said.that(false, "a sentence");
        CHECK(said.wrong() == "a sentence");
    }

    TEST_CASE("floats may be a little wrong, and what is no number is wrong") {
        Memory memory;
        const Buffer array = memory.allocate(words({1.0f, 2.0f}));
        Comparison near(memory), far(memory), none(memory);
        near.floats("sum", array, std::vector{1.001f, 2.0f}, 0.01);
        CHECK(near.wrong().empty());
        far.floats("sum", array, std::vector{1.001f, 2.0f}, 1e-5);
        CHECK(far.wrong().starts_with("sum[0] is 1"));
        memory.write(array, words({std::nanf(""), 2.0f}));
        none.floats("sum", array, std::vector{1.0f, 2.0f}, 0.5);
        CHECK(none.wrong().starts_with("sum[0] is nan"));
    }

    TEST_CASE("a check that compares nothing is a wrong result") {
        const auto work = own_kernel<Empty>("empty").make({});
        CHECK(work->check(Memory()).find("compared nothing") != std::string::npos);
    }

    TEST_CASE("a host that writes more than an array has is stopped") {
        Memory memory;
        const Buffer array = memory.allocate(2);
        CHECK_THROWS_AS(memory.write(array, std::vector<std::uint32_t>{1, 2, 3}), std::length_error);
    }

    TEST_CASE("mistakes of warps end the run with the warp that makes them") {
        CHECK(outcome([](Warp& w) -> Kernel { co_await w.load(every(4 * 32), 1); }).empty());
        CHECK(outcome([](Warp& w) -> Kernel {
                  co_await w.load(every(100'000), w.warp_in_block == 1);
              }).starts_with("warp 1 of thread block 0 touches an address beyond the 256 bytes"));
        CHECK(outcome([](Warp& w) -> Kernel { co_await w.load(every(6), 1); }).find("address 6, which is no multiple of 4") !=
              std::string::npos);
        CHECK(outcome([](Warp& w) -> Kernel {
            Lanes addresses{};
            addresses[1] = 3;  // of a lane that does not take part
            co_await w.load(addresses, 1);
        }).empty());
        CHECK(outcome([](Warp& w) -> Kernel {
            if (w.warp_in_block == 0) co_await w.barrier();
            else co_await w.pause(100);
        }).starts_with("warp 1 of thread block 0 ends while the others wait at a barrier"));
        CHECK(outcome([](Warp& w) -> Kernel {
            for (;;) co_await w.pause(100);
        }, 10'000).starts_with("not finished after 10000 cycles: 2 warps are not done"));
    }
}

}  // namespace tandem::tests
