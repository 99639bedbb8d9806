// MSI and MESI are one text for any number of cores, whose paths do not multiply with them; and what is not one is noted.
#include <doctest/doctest.h>

#include "engines/proof_binding.hpp"
#include "mesi/description.hpp"
#include "tests/apps/command_line.hpp"

namespace {

using namespace tandem;

template <class Description>
smt::Problem problem_with(int cores) {
    engines::Selection selection;
    selection.names[static_cast<std::size_t>(model::Sort::core)] = cores;
    return engines::problem<Description>(selection, model::Limits::none);
}

/// How many ways there are for L2 to take what this core sends, by which it invalidates.
std::size_t invalidating(const smt::Problem& problem) {
    const auto& outcomes = problem.outcomes;
    const auto outcome = std::find(outcomes.begin(), outcomes.end(), "write_invalidates") - outcomes.begin();
    return static_cast<std::size_t>(std::count_if(problem.paths.begin(), problem.paths.end(), [&](const smt::Path& path) {
        return path.outcomes >> outcome & 1 &&
               problem.events[static_cast<std::size_t>(path.event)].name == "L2 receives from SM0";
    }));
}

/// Acknowledges an invalidation to core 0, whoever asks for it.
template <class D>
struct FixedCache : msi::Cache<D, msi::Words> {
    using Base = msi::Cache<D, msi::Words>;
    BOOST_DESCRIBE_CLASS(FixedCache, (Base), (), (), ())
    void receive(const typename Base::Message& m, auto& ctx) {
        if (m.kind == msi::MessageKind::Inv)
            ctx.send(msi::NodeKind::sm, 0, {.kind = msi::MessageKind::InvAck, .address = m.address});
        Base::receive(m, ctx);
    }
};
template <class D>
struct FixedText : msi::Msi<D> {
    using Nodes = std::tuple<FixedCache<D>, msi::Directory<D, msi::Words>>;
};
struct KnownByNumber : msi::Description {
    template <class Use>
    static auto watched(const msi::Config&, model::Limits limits, Use&& use) { return with_epochs<FixedText>(limits, use); }
};

/// Channels from cache to cache have more room above four cores.
template <class D>
struct RoomyText : msi::Msi<D> {
    static auto channels(const msi::Config& config) {
        auto all = msi::Msi<D>::channels(config);
        if (config.shape[model::Sort::core] > 4) all.back().capacity = 2;
        return all;
    }
};
struct MoreRoom : msi::Description {
    template <class Use>
    static auto watched(const msi::Config&, model::Limits limits, Use&& use) { return with_epochs<RoomyText>(limits, use); }
};

/// What is noted against a text, and whether the compiler has seen it.
template <class Description>
std::pair<std::vector<std::string>, bool> noted() {
    smt::UniformityWatch watch;
    problem_with<Description>(3);
    return {watch.against, (watch.compiled >> static_cast<int>(model::Sort::core) & 1) != 0};
}

}  // namespace

TEST_CASE("MSI and MESI are proved for any number of caches") {
    for (const std::string text : {"msi", "mesi"}) {
        const std::string folder = TANDEM_SOURCE_DIR "/examples/" + text;
        const tests::Run run = tests::tandem({"prove", folder.c_str(), "--any", "sms"});
        CAPTURE(run.out);
        CHECK(run.status == 0);
        CHECK(run.out.find("Proved for any number of sms") != std::string::npos);
        CHECK(run.out.find("n0 = 4 sms") != std::string::npos);
    }
}

TEST_CASE("FLASH is proved for any number of processors") {
    const std::string folder = TANDEM_SOURCE_DIR "/examples/flash";
    const tests::Run run = tests::tandem({"prove", folder.c_str(), "--any", "processors"});
    CAPTURE(run.out);
    CHECK(run.status == 0);
    CHECK(run.out.find("Proved for any number of processors") != std::string::npos);
    CHECK(run.out.find("n0 = 5 processors") != std::string::npos);
}

TEST_CASE("MSI and MESI are one text for any number of cores") {
    for (const auto& [against, compiled] : {noted<msi::Description>(), noted<mesi::Description>()}) {
        CHECK(compiled);
        CHECK(against == std::vector<std::string>{});
    }
}

TEST_CASE("an MSI that knows a cache by its number, or has more room above four, is noted") {
    CHECK(noted<KnownByNumber>().first.size() == 1);
    CHECK(noted<MoreRoom>().first.size() == 1);
}

TEST_CASE("an invalidation of all sharers is as many paths whatever their number") {
    const smt::Problem three = problem_with<msi::Description>(3), five = problem_with<msi::Description>(5);
    CHECK(five.shape[model::Sort::core] == 5);
    CHECK(invalidating(three) > 0);
    CHECK(invalidating(five) == invalidating(three));
}
