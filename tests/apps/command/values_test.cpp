// What every option refuses, whatever command it is of: a number that is none, a list with nothing between its commas, an empty
// path.
#include <doctest/doctest.h>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

TEST_SUITE("apps/command values") {
    TEST_CASE("a length of time is a finite decimal number") {
        for (const char* value : {"nan", "-nan", "inf", "0x10", "1e999", "", "5s", "1,5"}) {
            CAPTURE(value);
            check_unusable(tandem({"check", "gtsc", "--time", value}), "--time");
            check_unusable(tandem({"prove", "gtsc", "--timeout", value}), "--timeout");
            check_unusable(tandem({"conform", "gtsc", "--time", value}), "--time");
            check_unusable(tandem({"check", "gtsc", "--checkpoint", "/no/such/folder/at/all", "--every", value}), "--every");
        }
    }

    TEST_CASE("a whole number is in decimal digits, and negative only where that means something") {
        for (const char* value : {"-1", "0x10", "1.5", "1e3", "nan", "", "18446744073709551616", " 1"}) {
            CAPTURE(value);
            check_unusable(tandem({"check", "gtsc", "--walks", "1", "--seed", value}), "--seed");
            check_unusable(tandem({"prove", "gtsc", "--seed", value}), "--seed");
            check_unusable(tandem({"sim", "gtsc", "--workload", "triad", "--seed", value}), "--seed");
            check_unusable(tandem({"compare", "gtsc", "--workload", "triad", "--seed", value}), "--seed");
            check_unusable(tandem({"reproduce", "--seed", value}), "--seed");
            check_unusable(tandem({"check", "gtsc", "--threads", value}), "--threads");
        }
    }

    TEST_CASE("a list has a word between any two commas") {
        for (const char* value : {"", ",", ",,,", "tiny,", ",tiny", "tiny,,sms=1"}) {
            CAPTURE(value);
            for (const char* command : {"check", "prove", "conform", "export", "step"})
                check_unusable(tandem({command, "gtsc", "--shape", value}), "the name of one of the protocol's shapes");
        }
        for (const char* value : {"", ",", "rc,", "rc,,keep-old"}) {
            CAPTURE(value);
            for (const char* command : {"check", "prove", "conform", "export", "step", "sim"})
                check_unusable(tandem({command, "gtsc", "--variant", value}), "one word of each group");
            check_unusable(tandem({"compare", ("gtsc:" + std::string(value)).c_str(), "--workload", "triad"}),
                           "PROTOCOL:VARIANT");
            check_unusable(tandem({"reproduce", "gtsc-sets", "--benchmarks", value}), "separated by commas");
            check_unusable(tandem({"litmus", "--generate", "--relaxations", value}), "separated by commas");
        }
        for (const char* value : {"lease=", "lease=8,", "lease=,8", "lease=2..4,,8"}) {
            CAPTURE(value);
            check_unusable(tandem({"sim", "gtsc", "--workload", "triad", "--sweep", value}), "a whole number");
        }
    }
}

}  // namespace tandem::tests
