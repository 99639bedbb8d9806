// Random programs on a simulated machine; each run is replayed in the checked system (replayer.hpp). Also the questions that
// tests of such protocols ask of a run.
#pragma once

#include <doctest/doctest.h>

#include "tests/agreement/random_program.hpp"
#include "tests/agreement/replayer.hpp"

namespace tandem::agreement {

/// Programs with seeds 1, 2 and so on, of 16 instructions a warp over four blocks.
struct RandomRuns {
    int cores = 2, threads = 1;  // threads of each core
    int banks = 1;
    int programs = 60;
    int lanes = 1;  // of an instruction, each with its own block
    int cpus = 0;   // beside the cores, of a thread each
};

/// The outcomes of all runs. `config` gives the protocol's choices; its shape is that of the runs.
template <template <class> class P, class Config>
std::uint64_t replay_random_runs(Config config, const RandomRuns& runs) {
    config.shape.extent = {runs.cores + runs.cpus, runs.threads, 4, 2};
    config.capacity = model::max_channel;
    config.atomics = true;
    if constexpr (requires { config.banks; }) config.banks = runs.banks;
    config.lanes = runs.lanes;
    const ProgramShape shape{.blocks = 4, .lanes = runs.lanes, .instructions = 16};
    Replayer<P> replayer(config);
    int too_long = 0;  // runs in which more wait than the searched system has places for
    for (int seed = 1; seed <= runs.programs; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        auto description = small_machine(runs.cores, runs.threads, runs.banks, random, perfsim::has_behind<P<perfsim::Timed>>,
                                         perfsim::has_pool<P<perfsim::Timed>>);
        if (runs.cpus > 0) add_cpus(description, runs.cpus, random);
        perfsim::Machine<P<perfsim::Timed>> machine(config, description);
        machine.memory().allocate(static_cast<std::size_t>(description.blocks.bytes));  // four blocks
        machine.limit = 1'000'000;
        machine.observe(&replayer);
        replayer.start();
        std::string error;
        try {
            perfsim::Launch launch{runs.cores * runs.threads, 1, [&](perfsim::Warp& w) {
                                       std::mt19937 own(static_cast<unsigned>(seed * 100 + w.block));
                                       return runs.cpus > 0 ? random_words(w, shape, own) : random_program(w, shape, own);
                                   }};
            launch.cpu_threads = runs.cpus;
            launch.cpu_kernel = [&](perfsim::Warp& w) {
                return random_words(w, shape, std::mt19937(static_cast<unsigned>(seed * 100 + 50 + w.block)));
            };
            machine.run(launch);
            machine.write_back();
            replayer.finish(machine);
        } catch (const perfsim::TooLong&) {  // CPUs and CUs at one block: the run until then was followed
            REQUIRE(runs.cpus > 0);
            ++too_long;
        } catch (const std::exception& e) {
            error = e.what();
        }
        REQUIRE(error == "");
    }
    CHECK(10 * too_long <= runs.programs);
    CHECK(replayer.steps > static_cast<std::uint64_t>(runs.programs) * 50);
    return replayer.outcomes;
}

template <class Outcome>
bool happened(std::uint64_t outcomes, Outcome outcome) { return outcomes >> static_cast<int>(outcome) & 1; }

inline std::uint64_t messages(const perfsim::Statistics& s, const std::string& kind) {
    for (const auto& t : s.traffic)
        if (t.name == kind) return t.messages;
    FAIL("there are no messages " << kind);
    return 0;
}

inline perfsim::Lanes block(int i) { return perfsim::Buffer{}.from(static_cast<std::uint32_t>(i * perfsim::words_per_block)); }

}  // namespace tandem::agreement
