// The compact store and the one on disk against the store of keys, on the protocols themselves: their numbers outgrow what keys
// have room for, again and again.
#include <doctest/doctest.h>

#include "apps/common/catalog.hpp"
#include "checker/search.hpp"
#include "checker/trace.hpp"
#include "tests/checker/same_result.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

checker::SearchOptions judging_states(const model::Network& network, bool symmetry) {
    checker::SearchOptions options;
    options.symmetry = symmetry;
    options.memory = std::size_t{512} << 20;
    options.keep_going = true;
    for (std::size_t p = 0; p < network.properties().size(); ++p) {
        const auto kind = network.properties()[p].kind;
        if (kind == model::PropertyKind::invariant || kind == model::PropertyKind::step ||
            kind == model::PropertyKind::no_deadlock)
            options.properties.push_back(static_cast<int>(p));
    }
    return options;
}

/// Whether a plain search ends in time; then a compact one finds the same, and one on disk.
bool compared(const model::Network& network, bool symmetry, double seconds) {
    checker::SearchOptions options = judging_states(network, symmetry);
    options.seconds = seconds;
    checker::Search plain(network, options);
    const checker::SearchResult found = plain.run();
    if (found.ending != checker::Ending::complete) return false;
    options.seconds = 0;
    for (const int form : {0, 1, 2, 3}) {
        const int threads = 1 + form % 2;
        const bool on_disk = form >= 2;
        CAPTURE(threads);
        CAPTURE(on_disk);
        const TemporaryFolder folder;
        options.threads = threads;
        options.compact = !on_disk;
        options.store = on_disk ? folder.path().string() : "";
        checker::Search search(network, options);
        const checker::SearchResult compact = search.run();
        check_same_found(compact, found);
        for (const auto& violation : found.violations)
            for (const auto& other : compact.violations)
                if (other.property == violation.property) {
                    CHECK(other.level == violation.level);
                    CHECK(trace_to(search, other).steps.size() == trace_to(plain, violation).steps.size());
                }
    }
    return true;
}

}  // namespace

TEST_SUITE("agreement/compact") {
    TEST_CASE("compact, and on disk, a search of each protocol finds what a search with keys finds, with traces as short") {
        int systems = 0;
        for (const apps::Protocol& protocol : apps::protocols())
            for (const auto& shape : protocol.shapes) {
                if (shape.too_wide) continue;
                CAPTURE(protocol.name + " " + shape.name);
                const bool symmetry = systems % 2 == 0;
                if (!compared(*protocol.make({protocol.sound_variant, shape.name}, true), symmetry, 0.4)) continue;
                ++systems;
                break;
            }
        CHECK(systems >= 5);
    }
}

}  // namespace tandem::tests
