// A setting of a machine file is found by its name, and changed without changing others.
#include "perfsim/machine_text.hpp"

#include <doctest/doctest.h>

namespace tandem::tests {

using namespace perfsim;

TEST_SUITE("perfsim/machine_text") {
    TEST_CASE("a setting has a full name, and a short one if it is the only one") {
        CHECK(setting_in(paper_machine_text, "lease") == "timestamps.lease");
        CHECK(setting_in(paper_machine_text, "l1.ways") == "l1.ways");
        CHECK_THROWS_AS(setting_in(paper_machine_text, "ways"), DescriptionError);
        CHECK_THROWS_AS(setting_in(paper_machine_text, "leases"), DescriptionError);
        CHECK_THROWS_AS(setting_in(paper_machine_text, "name"), DescriptionError);
    }

    TEST_CASE("a changed machine differs in that setting only") {
        const auto before = paper_machine(),
                   after = machine_from(with_setting(paper_machine_text, "timestamps.lease", 17), "changed");
        CHECK(after.timestamps.lease == 17);
        CHECK(setting_value(paper_machine_text, "timestamps.lease") == before.timestamps.lease);
        CHECK(after.timestamps.lease_cycles == before.timestamps.lease_cycles);
        CHECK(after.l1.bytes == before.l1.bytes);
        CHECK(after.dram.banks == before.dram.banks);
    }
}

}  // namespace tandem::tests
