// The examples MSI and MESI in the explicit search: counts, verdicts, and mistakes that are found.
#include <doctest/doctest.h>

#include "checker/liveness.hpp"
#include "checker/search.hpp"
#include "mesi/protocol.hpp"

namespace {

using namespace tandem;
using checker::Ending;
using Kind = msi::MessageKind;
using Watch = specs::WatchedStore<model::Concrete>;
template <template <class> class P> using Watched = model::System<P<model::Concrete>, Watch>;

msi::Config shape(int cores, int threads = 1, int blocks = 1) {
    msi::Config config;
    config.shape.extent = {cores, threads, blocks, 2};
    return config;
}

checker::SearchOptions all_but_liveness(const model::Network& network, bool symmetry) {
    checker::SearchOptions options;
    options.threads = 1;
    options.symmetry = symmetry;
    for (std::size_t p = 0; p < network.properties().size(); ++p)
        if (network.properties()[p].kind < model::PropertyKind::always_eventually)
            options.properties.push_back(static_cast<int>(p));
    return options;
}

/// All properties hold, including liveness, in this number of states.
template <template <class> class P>
void check(const msi::Config& config, std::uint64_t orbits, std::uint64_t states) {
    Watched<P> system(config);
    msi::add_properties<Watch>(system);
    for (const bool symmetry : {true, false}) {
        checker::Search search(system, all_but_liveness(system, symmetry));
        const checker::SearchResult found = search.run();
        CHECK(found.ending == Ending::complete);
        for (const auto& violation : found.violations)
            CHECK(system.properties()[static_cast<std::size_t>(violation.property)].name == "");
        CHECK(found.states == (symmetry ? orbits : states));
        CHECK(found.full_states == states);
    }
}

/// Whether accesses are completed, or accepted, in every fair run.
template <template <class> class P>
checker::Verdict lively(const msi::Config& config, model::PropertyKind kind) {
    const model::System<P<model::Concrete>> system(config);
    checker::Search search(system, all_but_liveness(system, false));
    const checker::SearchResult found = search.run();
    checker::LivenessOptions options;
    options.kind = kind;
    options.fairness = config.shape[model::Sort::thread] > 1 ? checker::Fairness::strong : checker::Fairness::weak;
    return judge_liveness(search, found, options).verdict;
}

/// The property that is refuted first.
template <template <class> class P>
std::string refuted() {
    Watched<P> system(shape(2));
    msi::add_properties<Watch>(system);
    checker::Search search(system, all_but_liveness(system, true));
    const checker::SearchResult found = search.run();
    return found.violations.empty() ? "" : system.properties()[static_cast<std::size_t>(found.violations[0].property)].name;
}

/// A cache that evicts a modified block as if it were shared.
struct PutsNoData : msi::Words {
    static Kind put(const auto&) { return Kind::PutS; }
};
template <class D>
struct LosesStores : msi::DirectoryProtocol<D, PutsNoData> {};

/// A cache that takes data for reading as permission to write.
struct ReadsToWrite : msi::Words {
    static State read(const auto&) { return State::modified; }
};
template <class D>
struct SeveralWriters : msi::DirectoryProtocol<D, ReadsToWrite> {};

}  // namespace

TEST_CASE("MSI holds, in as many states as ever") {
    check<msi::Msi>(shape(2), 4970, 9833);
    check<msi::Msi>(shape(3), 89'869, 528'917);
    msi::Config config = shape(2, 2);
    config.consistency = baseline::Consistency::rc;
    config.atomics = true;
    check<msi::Msi>(config, 9861, 57'554);
}

TEST_CASE("MESI holds, in as many states as ever") {
    check<mesi::Mesi>(shape(2), 7024, 13'939);
    check<mesi::Mesi>(shape(3), 142'742, 843'361);
}

TEST_CASE("each access to MSI and MESI is accepted and completed") {
    for (const auto kind : {model::PropertyKind::always_eventually, model::PropertyKind::always_accepted}) {
        CHECK(lively<msi::Msi>(shape(2), kind) == checker::Verdict::holds);
        CHECK(lively<mesi::Mesi>(shape(2), kind) == checker::Verdict::holds);
    }
}

TEST_CASE("mistakes in MSI are found") {
    CHECK(refuted<LosesStores>() == "no-store-lost");
    CHECK(refuted<SeveralWriters>() == "writer-alone");
}
