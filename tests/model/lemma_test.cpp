// The search's evaluation of lemmas: facts, statements, and which premises were ever met.
#include <doctest/doctest.h>

#include <thread>

#include "model/lemma.hpp"

using namespace tandem::model;

namespace {

using Truth = Fact<Concrete>;

int said(MetPremises& met, bool premise) {
    JudgedStatements<Concrete> says(&met);
    says(premise, true); return __LINE__;
}

}  // namespace

TEST_CASE("facts are combined as truth values are") {
    for (const bool a : {false, true})
        for (const bool b : {false, true}) {
            CHECK((Truth(a) & b).flag() == (a && b));
            CHECK((a | Truth(b)).flag() == (a || b));
            CHECK((!Truth(a)).flag() == !a);
        }
}

TEST_CASE("a body holds where each premise that is met has its conclusion") {
    const auto holds = [](bool premise, bool conclusion, bool always) {
        JudgedStatements<Concrete> says;
        says(premise, says.named(conclusion, "a name for {}", 1));
        says(always);
        return says.hold();
    };
    CHECK(holds(true, true, true));
    CHECK(holds(false, false, true));
    CHECK(!holds(true, false, true));
    CHECK(!holds(true, true, false));
}

TEST_CASE("a statement whose premise no state meets is named by its line, until one does") {
    MetPremises met;
    CHECK(!met.any());
    const int line = said(met, false);
    CHECK(!met.any());
    CHECK(met.never() == std::vector<std::string>{"lemma_test.cpp:" + std::to_string(line)});
    said(met, true);
    said(met, false);
    CHECK(met.any());
    CHECK(met.never().empty());
}

TEST_CASE("threads note each statement once") {
    MetPremises met;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) met.note({"a.hpp", i}, i % 2 == 0);
        });
    for (auto& thread : threads) thread.join();
    CHECK(met.never().size() == 100);
    CHECK(met.never()[1] == "a.hpp:3");
}
