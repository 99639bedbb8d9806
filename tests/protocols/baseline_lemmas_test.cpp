// The lemmas of the baseline: true in every state, never vacuous, and enough, so that it is proved for any number of warps. One
// that fails where five warps meet is not.
#include <doctest/doctest.h>

#include "apps/prove/any.hpp"
#include "engines/check_binding.hpp"
#include "engines/proof_binding.hpp"
#include "protocols/baseline/description.hpp"
#include "smt/reported_names.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/smt/lemmas.hpp"

namespace {

using namespace tandem;

baseline::Config shape(int sms, int warps, int blocks, bool atomics = false) {
    baseline::Config config;
    config.shape.extent = {sms, warps, blocks, 2};
    config.atomics = atomics;
    return config;
}

template <template <class> class Monitor>
tests::JudgedLemmas judged(const baseline::Config& config) {
    model::System<baseline::Baseline<model::Concrete>, Monitor<model::Concrete>> system(config);
    baseline::add_properties<baseline::Outcome, Monitor<model::Concrete>>(system);
    baseline::add_lemmas(system);
    return tests::JudgedLemmas(system);
}

/// How many ways there are to answer a request that waits.
std::size_t answering(const smt::Problem& problem) {
    return static_cast<std::size_t>(std::count_if(problem.paths.begin(), problem.paths.end(), [&](const smt::Path& path) {
        return problem.events[static_cast<std::size_t>(path.event)].name == "L2 answers the request waiting for A";
    }));
}

/// Takes a store for performed that finds no place to wait. With four warps each finds one.
template <class D>
struct HastyL2 : baseline::L2<D, baseline::Outcome> {
    using Base = baseline::L2<D, baseline::Outcome>;
    BOOST_DESCRIBE_CLASS(HastyL2, (Base), (), (), ())
    void receive(const baseline::Message<D>& m, auto& ctx) {
        const auto* line = this->lines.find(m.address);
        if (!line || !line->waiting.full() || m.kind != baseline::MessageKind::Write) return Base::receive(m, ctx);
        ctx.send(baseline::NodeKind::sm, ctx.sender(),
                 {.kind = baseline::MessageKind::WriteDone, .address = m.address, .warp = m.warp});
        ctx.did(baseline::Outcome::write_done);
    }
};
template <class D>
struct HastyText : baseline::Baseline<D> {
    using Nodes = std::tuple<baseline::Sm<D, baseline::Outcome>, HastyL2<D>>;
};
struct Hasty : baseline::Description {
    using Domain = model::Concrete;
    template <class D> using Text = HastyText<D>;
    template <class Use>
    static auto watched(const baseline::Config&, model::Limits limits, Use&& use) {
        if (limits == model::Limits::none) return use(model::Watched<HastyText, specs::UncountedWatchedStore>{});
        return use(model::Watched<HastyText, specs::WatchedStore>{});
    }
    template <class Text, class Monitor, class System>
    static void add_lemmas(System& system, const baseline::Config&) {
        if constexpr (Monitor::present) baseline::add_lemmas(system);
    }
};

}  // namespace

TEST_CASE("the lemmas of the baseline hold in every state, and each says something") {
    for (const auto& [config, states] : {std::pair(shape(2, 1, 1), 1005), {shape(1, 2, 2), 8804}}) {
        const tests::JudgedLemmas counted = judged<specs::WatchedStore>(config),
                                  uncounted = judged<specs::UncountedWatchedStore>(config);
        for (const tests::JudgedLemmas* all : {&counted, &uncounted}) {  // a count of stores tells no states apart
            CHECK(all->result.violations.empty());
            CHECK(all->result.full_states == static_cast<std::uint64_t>(states));
        }
        if (config.shape[model::Sort::address] > 1) CHECK(counted.unmet == std::vector<std::string>{});
    }
    CHECK(judged<specs::UncountedWatchedStore>(shape(2, 1, 1, true)).result.violations.empty());
}

TEST_CASE("the baseline is proved of its lemmas alone") {
    for (const auto& config : {shape(1, 1, 1), shape(2, 1, 1), shape(1, 2, 1), shape(1, 2, 2), shape(2, 2, 1, true)}) {
        const smt::Problem problem = engines::proof_problem<baseline::Description>(config, smt::Limits::none);
        CHECK(problem.suggested.size() > 20);
        CHECK(tests::inductive_with_lemmas(problem));
    }
}

TEST_CASE("a path follows the warp whose access it reports, where that is asked for") {
    const baseline::Config config = shape(1, 3, 1);
    const std::size_t whole = answering(engines::proof_problem<baseline::Description>(config, smt::Limits::none));
    const smt::SplitByReportedNames split;
    const smt::Problem followed = engines::proof_problem<baseline::Description>(config, smt::Limits::none);
    CHECK(answering(followed) == 3 * whole);
    CHECK(tests::inductive_with_lemmas(followed));
}

TEST_CASE("the baseline is proved for any number of warps") {
    const tests::Run run = tests::tandem({"prove", "baseline", "--shape", "sms=1,blocks=1", "--any", "warps"});
    CAPTURE(run.out);
    CHECK(run.status == 0);
    CHECK(run.out.find("Proved for any number of warps") != std::string::npos);
    CHECK(run.out.find("n0 = 3 warps") != std::string::npos);
}

TEST_CASE("a baseline that is right with four warps and wrong with six is not proved for any number of them") {
    const smt::Problem four = engines::proof_problem<Hasty>(shape(1, 4, 1), smt::Limits::none);
    CHECK(tests::inductive_with_lemmas(four));
    engines::Protocol text;
    engines::bind_check<Hasty>(text);
    engines::bind_proof<Hasty>(text.engines);
    apps::ProveOptions options;
    options.any = "warps";
    options.selection.shape = "sms=1,blocks=1";
    options.threads = 1;
    options.samples = 20'000;
    options.explored = 10'000;
    options.compared = 1'000;
    options.runs = 0;
    const apps::AnyReport report = apps::any_number(options, text);
    CAPTURE(apps::as_text(report, false));
    CHECK(!report.proved());
    CHECK(report.base == "warps=3");
    CHECK(report.failure.find(" at warps=3 and one outside") != std::string::npos);
}
