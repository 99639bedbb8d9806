// Temporal Coherence in the catalogue: names of variants and shapes, and the engines.
#include "apps/tc_config.hpp"
#include "apps/tc_export.hpp"
#include "apps/tc_mutants.hpp"
#include "apps/tc_play.hpp"
#include "apps/tc_prove.hpp"
#include "apps/tc_sim.hpp"
#include "apps/tc_system.hpp"
#include "apps/usage_error.hpp"

namespace tandem::apps {

namespace {

std::unique_ptr<model::Network> make_system(const Selection& selection, bool monitored) {
    if (selection.free) refuse_free_mutants(tc_mutants(), selection);
    return system_of(tc_mutants(), selection, monitored, [&](bool with) { return make_tc(tc_config(selection), with && !selection.free); });
}

std::string description(const Selection& selection) {
    const auto* mutant = mutant_in(tc_mutants(), selection);
    return describe(tc_config(selection)) + (mutant ? "  broken: " + mutant->name : "") + (selection.free ? free_system : "");
}

smt::Problem problem(const Selection& selection, smt::Limits limits) {
    refuse_mutants(tc_mutants(), selection);
    return tc_problem(tc_config(selection), limits);
}

/// The search has the monitor of proofs.
Explored explored(const Selection& selection, smt::Limits) {
    const tc::Config config = tc_config(selection);
    return {make_tc(config, true), {config.grants().begin(), config.grants().end()}};
}

std::vector<ExportedFile> write(const Selection& selection, const ExportOptions& options) {
    if (selection.free) refuse_free_mutants(tc_mutants(), selection);
    const Exported what = exported(protocol("tc"), selection);
    if (const auto* mutant = mutant_in(tc_mutants(), selection)) return export_mutant(mutant->name, tc_config(selection), what, options);
    return export_tc(tc_config(selection), what, options);
}

std::unique_ptr<perfsim::Simulation> simulate(const Selection& selection, const perfsim::MachineDescription& machine, bool monitored) {
    refuse_mutants(tc_mutants(), selection);
    return simulate_tc(tc_config({selection.variant, ""}), machine, monitored);
}

Played play(const Selection& selection, const std::vector<specs::Test>& tests) {
    refuse_mutants(tc_mutants(), selection);
    return play_tc(tc_config(selection), tests);
}

/// What a loss needs to show: two warps of an SM, or a second SM, or two blocks, several lanes, fences, atomics, a choice of leases.
std::vector<ExaminedSystem> examined_systems() {
    return {
        {"", "sms=1,warps=3,blocks=1,lease=1", "warps of an SM: loads that wait in the MSHR"},
        {"weak", "sms=1,warps=3,blocks=1,lease=1", "the same with stores that are performed early"},
        {"weak", "sms=1,warps=2,blocks=1,lease=1,atomics=1", "fences, and atomics beside other accesses of the same SM"},
        {"", "tiny", "two SMs"},
        {"weak", "tiny", "fences that wait for another SM's lease"},
        {"weak", "tiny,atomics=1", "atomics of two SMs"},
        {"weak", "tiny,lease=1/2", "leases that differ"},
        {"weak,predicted", "tiny,lease=1/2", "leases that L2 predicts"},
        {"", "sms=1,warps=1,blocks=2,lease=1,capacity=2,lanes=2", "instructions that touch two blocks"},
        {"rc", "sms=1,warps=1,blocks=2,lease=1,capacity=2,lanes=2", "several of them outstanding"},
        {"", "sms=3,warps=1,blocks=1,lease=1", "three SMs: requests behind one that waits for a lease"},
        {"", "sms=2,warps=2,blocks=1,lease=1", "two SMs of two warps"},
        {"rc", "sms=1,warps=2,blocks=2,lease=1", "two warps and two blocks"},
        {"weak", "sms=2,warps=1,blocks=2,lease=1", "fences that wait for the leases of two blocks", Examined::walks},
        {"rc", "sms=2,warps=2,blocks=2,lease=1/2,atomics=1,lanes=2,capacity=2", "everything at once", Examined::walks},
        {"", "small", "two SMs and two blocks", Examined::states},
    };
}

}  // namespace

Protocol tc_protocol() {
    return {
        "tc",
        "Temporal Coherence, TC-Strong and TC-Weak (Singh et al., HPCA 2013; G-TSC paper, II-D)",
        {{"consistency", {{"sc", "one outstanding access a warp"}, {"rc", "several, to different blocks, and fences that wait for all"}}},
         {"write atomicity (II-D)",
          {{"strong", "a store waits at L2 until all leases of its block have expired"},
           {"weak", "it is performed at once, and fences wait for leases (GWCT); with rc"}}},
         {"lease choice (II-D3)",
          {{"any", "L2 grants one of the shape's leases, whichever the environment likes"},
           {"predicted", "one for all blocks, longer after a read by an SM whose copy has expired, shorter after a store that finds a lease"}}},
         {"waiting", {{"patient", "leases are waited for"}, {"impatient", "strong stores and weak fences do not wait: broken"}}},
         {"inclusion (II-D2)", {{"inclusive", "a line leaves L2 when its lease has expired"}, {"non-inclusive", "at any time: broken"}}},
         {"clocks (II-D1)", {{"synchronised", "all show the same time"}, {"skewed", "the last SM's is one tick behind: broken"}}},
         {broken_group, broken_variants(tc_mutants())}},
        tc_shapes(),
        tc_shape_keys(),
        examined_systems(),
        make_system,
        description,
        problem,
        explored,
        write,
        simulate,
        play,
        [](const Selection& selection) {
            const tc::Config config = tc_config(selection);
            return config.shape[model::Sort::thread] > 1 || (config.shape[model::Sort::address] > 1 && (config.consistency == tc::Consistency::rc || config.lanes > 1));
        },
    };
}

}  // namespace tandem::apps
