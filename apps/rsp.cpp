// Remote-scope promotion in the catalogue: names of variants and shapes, and the engines.
#include "apps/rsp_config.hpp"
#include "apps/rsp_export.hpp"
#include "apps/rsp_mutants.hpp"
#include "apps/rsp_play.hpp"
#include "apps/rsp_prove.hpp"
#include "apps/rsp_sim.hpp"
#include "apps/rsp_system.hpp"
#include "apps/usage_error.hpp"
#include "apps/words.hpp"

namespace tandem::apps {

namespace {

// With the monitor, unless the selection is free: without it wavefronts race, and nothing is promised to who does.
std::unique_ptr<model::Network> make_system(const Selection& selection, bool) {
    if (selection.free) refuse_free_mutants(rsp_mutants(), selection);
    return system_of(rsp_mutants(), selection, true, [&](bool) { return make_rsp(rsp_system(selection), !selection.free); });
}

std::string description(const Selection& selection) {
    const auto* mutant = mutant_in(rsp_mutants(), selection);
    const RspSystem system = rsp_system(selection);
    if (selection.free) return describe(system.config) + free_system;
    return describe(system) + (mutant ? "  broken: " + mutant->name : "");
}

smt::Problem problem(const Selection& selection, smt::Limits limits) {
    refuse_mutants(rsp_mutants(), selection);
    return rsp_problem(rsp_system(selection), limits);
}

/// A proof's programs store any data, and so do these.
Explored explored(const Selection& selection, smt::Limits limits) {
    RspSystem system = rsp_system(selection);
    system.rules.any_data = limits != smt::Limits::all;
    system.rules.answers = limits == smt::Limits::all;  // as in the proof
    return {make_rsp(system, true), {}};
}

std::vector<ExportedFile> write(const Selection& selection, const ExportOptions& options) {
    if (selection.free) refuse_free_mutants(rsp_mutants(), selection);
    const Exported what = exported(protocol("rsp"), selection);
    if (const auto* mutant = mutant_in(rsp_mutants(), selection)) return export_mutant(mutant->name, rsp_system(selection), what, options);
    return export_rsp(rsp_system(selection), what, options);
}

std::unique_ptr<perfsim::Simulation> simulate(const Selection& selection, const perfsim::MachineDescription& machine, bool monitored) {
    refuse_mutants(rsp_mutants(), selection);
    return simulate_rsp(rsp_system({selection.variant, ""}).config, machine, monitored);
}

Played play(const Selection& selection, const std::vector<specs::Test>& tests) {
    refuse_mutants(rsp_mutants(), selection);
    for (const auto& word : split(selection.shape, ','))
        for (const char* key : {"sharing", "passing", "looks", "beyond"})
            if (word.starts_with(std::string(key) + "=")) throw UsageError(std::string(key) + "= is of the programs that `tandem check` runs, and here the programs are those of the tests: the other keys are accepted");
    return play_rsp(rsp_system(selection).config, tests);
}

/// What a loss needs to show: two wavefronts of a CU, or a second CU, or a second component, two banks of L2, memory behind it.
std::vector<ExaminedSystem> examined_systems() {
    return {
        {"repaired", "cus=1,wavefronts=2", "two wavefronts of a CU"},
        {"repaired", "cus=1,wavefronts=1,blocks=3,writes=1,fetches=0,values=2", "a FIFO that is full"},
        {"repaired", "tiny,sharing=global", "data that are passed at the component's scope"},
        {"repaired", "tiny,looks=1,sharing=apart,values=2,fetches=0", "locks that are looked at"},
        {"repaired", "cus=1,wavefronts=2,blocks=3,writes=1,fetches=0,evictions=0,values=2,passing=lock", "two wavefronts, and a FIFO that is full"},
        {"repaired", "cus=1,components=2,cus_of_each=1,wavefronts=2,writes=1,values=2,fetches=0,passing=lock", "two wavefronts and an L2 that is invalidated"},
        {"repaired", "tiny,fetches=0,evictions=0", "two CUs"},
        {"repaired", "tiny,beyond=1,values=2,fetches=0,evictions=0", "the lock's work-group at the component's scope"},
        {"repaired", "cus=1,wavefronts=2,beyond=1,values=2", "two wavefronts that reach the lock at different scopes"},
        {"repaired", "cus=1,wavefronts=2,banks=2", "two banks of L2"},
        {"repaired", "tiny,banks=2,fetches=0,evictions=0", "two CUs and two banks"},
        {"repaired", "tiny,components=2,writes=1,values=2,fetches=0,evictions=0,passing=lock", "two components"},
        {"repaired", "cus=2,wavefronts=2,values=2", "two CUs of two wavefronts", Examined::walks},
        {"repaired", "cus=2,wavefronts=2,values=2,banks=2,writes=1,sharing=local/global", "the same with two banks, and data passed in two ways", Examined::walks},
        {"repaired", "cus=2,components=2,cus_of_each=2,wavefronts=2,values=2,sharing=component", "the same in one of two components", Examined::walks},
        {"repaired", "cus=2,components=2,cus_of_each=2,wavefronts=1,values=2,fetches=0,passing=lock,sharing=component,beyond=1", "locks at all three scopes", Examined::walks},
        {"repaired", "cus=3,components=2,cus_of_each=2,wavefronts=1,values=2,fetches=1", "components of different size, whose L1s fetch", Examined::walks},
        {"repaired", "cus=3,components=2,cus_of_each=2,values=2,writes=1,fetches=0,sharing=local,passing=lock", "remote operations of component and system scope", Examined::walks},
        {"repaired", "tiny", "two CUs whose L1s fetch and evict"},
        {"repaired", "cus=3,components=2,cus_of_each=2,writes=1,values=2,fetches=0,evictions=0,passing=lock", "components of different size"},
        {"repaired", "tiny,components=2,cus_of_each=2,writes=1,values=2,fetches=0,evictions=0,passing=lock,sharing=component", "a component that shares with another"},
    };
}

}  // namespace

Protocol rsp_protocol() {
    return {
        "rsp",
        "Remote-scope promotion on scoped caches (Orr et al., ASPLOS 2015)",
        {{"description",
          {{"published", "as the paper has it"},
           {"repaired", "with all three repairs"},
           {"late-invalidation", "one repair: an acquire invalidates its L1 when its access has been performed, not before"},
           {"promoting-release", "one repair: a remote release flushes and stalls the other L1s first, as rm_ar does"},
           {"stalling-acquire", "one repair: a remote acquire stalls synchronization at the other L1s, as rm_ar does"}}},
         {"dirty data in an L1 that is invalidated (2.3, 3.2)",
          {{"keeps-writes", "cannot be read any more, and are written through in their turn"}, {"forgets-writes", "are lost: broken"}}},
         {"synchronization stalls (4.3)", {{"arrival", "from the flush marker's arrival"}, {"head", "from when it is at the FIFO's head: broken"}}},
         {broken_group, broken_variants(rsp_mutants())}},
        rsp_shapes(),
        rsp_shape_keys(),
        examined_systems(),
        make_system,
        description,
        problem,
        explored,
        write,
        simulate,
        play,
        [](const Selection&) { return true; },
        true,
        "repaired",
    };
}

}  // namespace tandem::apps
