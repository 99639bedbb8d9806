// Proofs of texts over blocks of several words, where a store may name a part of its block.
#include <doctest/doctest.h>

#include "engines/systems.hpp"
#include "protocols/gtsc/description.hpp"
#include "protocols/tc/description.hpp"
#include "tests/smt/proving.hpp"

namespace tandem::tests {

namespace {

template <class Description, class Config>
void proved(Config config) {
    config.shape.extent = {1, 1, 1, 2};
    config.shape.words = 2;
    const smt::Problem problem = engines::proof_problem<Description>(config, smt::Limits::none);
    const std::vector<int> claims = all_claims(problem);
    REQUIRE(!claims.empty());
    const smt::Proof proof = tried(problem, claims, 50'000);
    for (const int c : claims) {
        CAPTURE(problem.claims[static_cast<std::size_t>(c)].name);
        CHECK(proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved);
    }
}

}  // namespace

TEST_SUITE("smt/prove words") {
    TEST_CASE("G-TSC is proved where stores name parts of blocks, for any data, timestamps and leases") {
        proved<gtsc::Description>(gtsc::Config{});
    }

    TEST_CASE("TC-Strong is proved where stores name parts of blocks, for any data and leases") {
        tc::Config config;
        config.shape.horizon = config.furthest();
        proved<tc::Description>(config);
    }
}

}  // namespace tandem::tests
