// MSI and MESI are one text for any number of cores, whose paths do not multiply with them; and what is not one is noted.
#include <doctest/doctest.h>

#include "apps/prove/any.hpp"
#include "engines/check_binding.hpp"
#include "engines/proof_binding.hpp"
#include "mesi/description.hpp"

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

/// A writer does not await those whom it invalidates.
template <class D>
struct HastyDirectory : msi::Directory<D, msi::Words> {
    using Base = msi::Directory<D, msi::Words>;
    BOOST_DESCRIBE_CLASS(HastyDirectory, (Base), (), (), ())
    void act(const typename Base::Action& action, auto& ctx) {
        if (auto* line = this->lines.find(action.block)) line->sharers.clear();
        Base::act(action, ctx);
    }
};
template <class D>
struct HastyText : msi::Msi<D> {
    using Nodes = std::tuple<msi::Cache<D, msi::Words>, HastyDirectory<D>>;
};
struct Hasty : msi::Description {
    template <class Use>
    static auto watched(const msi::Config&, model::Limits limits, Use&& use) { return with_epochs<HastyText>(limits, use); }
};

template <class Description>
apps::AnyReport any_number() {
    engines::Protocol text;
    engines::bind_check<Description>(text);
    engines::bind_proof<Description>(text.engines);
    apps::ProveOptions options;
    options.any = "sms";
    return apps::any_number(options, text);
}

}  // namespace

TEST_CASE("MSI and MESI are proved for any number of caches") {
    for (const apps::AnyReport& report : {any_number<msi::Description>(), any_number<mesi::Description>()}) {
        CAPTURE(apps::as_text(report, false));
        CHECK(report.verdict() == "proved for any number of sms");
        REQUIRE(report.cut_off.size() == 1);
        CHECK(report.cut_off[0].size() == 4);
        CHECK(report.properties.size() == 5);  // counters stay in their room as well
    }
}

TEST_CASE("an MSI whose writers do not await those whom they invalidate is not proved for any number of caches") {
    const apps::AnyReport report = any_number<Hasty>();
    CAPTURE(apps::as_text(report, false));
    CHECK(!report.proved());
    CHECK(!report.failure.empty());
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
