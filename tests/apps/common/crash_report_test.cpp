// A kernel that never comes to its next step, or follows a null pointer, ends the program with one line that names kernel and
// warp. (Texts: tests/mistakes.)
#include "apps/common/crash_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "engines/registry.hpp"
#include "perfsim/machine_description.hpp"
#include "tests/mistakes/outcome_of_child.hpp"

namespace tandem::tests {

namespace {

/// How a launch of two warps ends when warp 1 does this after a load.
mistakes::Ended ending(void (*mistake)(), int pause) {
    return mistakes::in_child([=] {
        apps::report_crashes_of_texts(1);
        const auto simulation = engines::protocol("baseline").simulate({"rc", ""}, perfsim::paper_machine(), false);
        simulation->kernel = "counts";
        const perfsim::Buffer data = simulation->memory().allocate(32);
        simulation->run({1, 2, [=](perfsim::Warp& w) -> perfsim::Kernel {
                             co_await w.load(data.from(0));
                             if (w.warp_in_block == 1) mistake();
                             while (pause == 0 && w.warp_in_block == 1) co_await w.pause(pause);
                         }});
    });
}

void check_ending(const mistakes::Ended& ended, const std::string& says) {
    CAPTURE(ended.said);
    CHECK(ended.status == 2);
    CHECK(ended.said.find("tandem: the kernel counts is wrong: warp 1 of thread block 0 " + says) == 0);
    CHECK(std::count(ended.said.begin(), ended.said.end(), '\n') == 1);
}

volatile int zero = 0;
int* volatile nowhere = nullptr;

}  // namespace

TEST_SUITE("apps/common/crash_report") {
    TEST_CASE("a kernel's loop without co_await that never ends is named with its warp") {
        check_ending(ending([] { while (zero == 0) {} }, 1), "has issued nothing for 1 seconds of the processor's time");
    }

    TEST_CASE("and so is one whose co_await takes no simulated time") {
        check_ending(ending([] {}, 0), "has issued nothing for 1 seconds of the processor's time");
    }

    TEST_CASE("a kernel that follows a null pointer is named with its warp") {
        check_ending(ending([] { *nowhere = 1; }, 1), "follows a null pointer\n");
    }

    TEST_CASE("a kernel that does nothing of this ends") { CHECK(ending([] {}, 1).status == 99); }
}

}  // namespace tandem::tests
