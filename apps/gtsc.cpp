// G-TSC in the catalogue: names of variants and shapes, and the engines.
#include "apps/gtsc_config.hpp"
#include "apps/gtsc_export.hpp"
#include "apps/gtsc_mutants.hpp"
#include "apps/gtsc_play.hpp"
#include "apps/gtsc_sim.hpp"
#include "apps/gtsc_prove.hpp"
#include "apps/gtsc_system.hpp"
#include "apps/usage_error.hpp"

namespace tandem::apps {

namespace {

std::unique_ptr<model::Network> make_system(const Selection& selection, bool monitored) {
    if (selection.free) refuse_free_mutants(gtsc_mutants(), selection);
    return system_of(gtsc_mutants(), selection, monitored, [&](bool with) { return make_gtsc(gtsc_config(selection), with && !selection.free); });
}

std::string description(const Selection& selection) {
    const auto* mutant = mutant_in(gtsc_mutants(), selection);
    return describe(gtsc_config(selection)) + (mutant ? "  broken: " + mutant->name : "") + (selection.free ? free_system : "");
}

smt::Problem problem(const Selection& selection, smt::Limits limits) {
    refuse_mutants(gtsc_mutants(), selection);
    return gtsc_problem(gtsc_config(selection), limits);
}

Explored explored(const Selection& selection, smt::Limits limits) {
    if (limits == smt::Limits::all) return {make_system(selection, true), {}};
    const gtsc::Config config = explored_config(gtsc_config(selection), limits);
    return {explored_gtsc(gtsc_config(selection), limits), {config.grants().begin(), config.grants().end()}};
}

std::vector<ExportedFile> write(const Selection& selection, const ExportOptions& options) {
    if (selection.free) refuse_free_mutants(gtsc_mutants(), selection);
    const Exported what = exported(protocol("gtsc"), selection);
    if (const auto* mutant = mutant_in(gtsc_mutants(), selection)) return export_mutant(mutant->name, gtsc_config(selection), what, options);
    return export_gtsc(gtsc_config(selection), what, options);
}

std::unique_ptr<perfsim::Simulation> simulate(const Selection& selection, const perfsim::MachineDescription& machine, bool monitored) {
    refuse_mutants(gtsc_mutants(), selection);
    return simulate_gtsc(gtsc_config({selection.variant, ""}), machine, monitored);
}

Played play(const Selection& selection, const std::vector<specs::Test>& tests) {
    refuse_mutants(gtsc_mutants(), selection);
    return play_gtsc(gtsc_config(selection), tests);
}

/// What a loss needs to show: two warps of an SM, or a second SM, or two blocks, several lanes, fences, atomics, a choice of leases.
std::vector<ExaminedSystem> examined_systems() {
    return {
        {"", "sms=1,warps=2,blocks=1,lease=1,ts=5", "two warps of an SM: loads that wait in the MSHR, and for renewals"},
        {"rc", "sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1", "fences, and atomics beside other accesses of the same SM"},
        {"keep-old", "sms=1,warps=2,blocks=1,lease=1,ts=4", "the old copy, for other warps"},
        {"forward-all", "sms=1,warps=2,blocks=1,lease=1,ts=4", "read misses that are not combined"},
        {"", "sms=1,warps=2,blocks=1,lease=1/2,ts=5", "leases that differ"},
        {"rc", "sms=1,warps=1,blocks=2,lease=1,ts=4,capacity=2,lanes=2", "instructions that touch two blocks, several of them outstanding", Examined::states},
        {"", "sms=1,warps=1,blocks=2,lease=1,ts=4", "a block that is asked for late: one access moves the timestamp of the next"},
        {"", "tiny", "two SMs"},
        {"", "tiny,atomics=1", "atomics of two SMs"},
        {"", "small", "leases longer than one, and requests that wait through a reset"},
        {"", "sms=2,warps=2,blocks=1,lease=1,ts=3", "as many requests as L2 has places for", Examined::walks},
        {"unordered,forward-all", "sms=1,warps=2,blocks=1,lease=1,ts=5,capacity=2", "a network that lets fills overtake each other, where not all holds", Examined::walks, {"copy-never-older"}},
        {"forward-all", "sms=2,warps=2,blocks=2,lease=1,ts=4", "the same where read misses are not combined", Examined::walks},
        {"rc", "sms=2,warps=2,blocks=2,lease=1,ts=4,atomics=1,lanes=2,capacity=2", "everything at once", Examined::walks},
        {"", "warps", "two warps and two blocks", Examined::states},
    };
}

}  // namespace

Protocol gtsc_protocol() {
    return {
        "gtsc",
        "G-TSC: timestamp based coherence for GPUs (Tabbakh, Qian, Annavaram, HPCA 2018)",
        {{"consistency", {{"sc", "one outstanding access a warp"}, {"rc", "several, to different blocks, and fences that wait for all (II-B)"}}},
         {"update visibility (V-A)",
          {{"delay", "nobody reads a block whose store is not acknowledged"},
           {"keep-old", "other warps read the old copy meanwhile"},
           {"unsafe", "everybody reads the new data at once: Fig. 10, broken"}}},
         {"combining (V-B)",
          {{"mshr", "a read miss waits for the outstanding request, and is renewed for if its lease is too short"},
           {"forward-all", "every read miss is forwarded"}}},
         {"reset (V-D)",
          {{"epoch-reset", "messages name the reset that they count from, and L2 waits for all SMs before the next"},
           {"paper-reset", "as written: only too large timestamps are recognised, broken"}}},
         {"responses (Fig. 7, 8)",
          {{"guarded", "a response leaves a block alone that another store has locked"},
           {"literal", "as drawn: it updates whatever block is there, broken"}}},
         {"network", {{"ordered", "between an SM and the L2 messages keep their order"}, {"unordered", "they may overtake each other"}}},
         {broken_group, broken_variants(gtsc_mutants())}},
        {{"small", "2 SMs, 1 warp each, 1 block, lease 2, timestamps to 7"},
         {"tiny", "2 SMs, 1 warp each, 1 block, lease 1, timestamps to 3", {"ack_unlocks"}},
         {"warps", "1 SM, 2 warps, 2 blocks, lease 1, timestamps to 4"},
         {"blocks", "2 SMs, 1 warp each, 2 blocks, lease 1, timestamps to 4"},
         {"large", "2 SMs, 2 warps each, 2 blocks, lease 2, timestamps to 7: for random walks"}},
        {{"sms", "1 to 4"},
         {"warps", "of each SM, 1 to 4"},
         {"blocks", "1 to 4"},
         {"values", "data values, 1 to 4"},
         {"lease", "in logical time; several, which L2 chooses from, as in 3/5/10"},
         {"ts", "the largest timestamp, at least 2 lease + 1"},
         {"capacity", "messages in each channel, 1 to 4"},
         {"lanes", "blocks that one instruction may touch, 1 to 4"},
         {"atomics", "1: warps also issue atomics, which are performed at L2"}},
        examined_systems(),
        make_system,
        description,
        problem,
        explored,
        write,
        simulate,
        play,
        [](const Selection& selection) {
            const gtsc::Config config = gtsc_config(selection);
            return config.shape[model::Sort::thread] > 1 || (config.shape[model::Sort::address] > 1 && (config.consistency == gtsc::Consistency::rc || config.lanes > 1));
        },
    };
}

}  // namespace tandem::apps
