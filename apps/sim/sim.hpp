// `tandem sim`: runs a workload on a simulated machine, checks what it computed, and reports what it cost.
#pragma once

#include <functional>
#include <optional>

#include "apps/common/catalog.hpp"
#include "apps/common/progress.hpp"
#include "perfsim/energy.hpp"
#include "perfsim/workload.hpp"

namespace tandem::apps {

class Accesses;

struct SimOptions {
    std::string protocol;
    Selection selection;  // its shape is not used: the machine says how many SMs and warps there are
    std::string workload, machine, energy;
    perfsim::WorkloadOptions workload_options;
    std::int64_t limit = 0;                  // cycles; 0: as many as the workload usually has
    bool monitor = false;                    // assert the checked properties while it runs
    ProgressStyle progress = ProgressStyle::off;
    std::function<void()> tick = {};         // called now and then; what it throws ends the run
    bool until_interrupted = false;          // Ctrl-C ends the run, and the report tells what it cost until then
    std::string json, svg;
    std::vector<std::string> timeline = {};  // files; their endings say what of the timeline is written
    std::string log = {};                    // file for the memory operations of the run
    std::string audit = {};                  // a model of logs that the run is judged by, or nothing
    std::string shrink = {};                 // file for the operations that it forbids
    double audit_seconds = 0;                // limit of judging; 0: as long as it takes
    std::string audit_memory = {};           // of the trace that is judged; "" for 4G
    Accesses* accesses = nullptr;            // is told of the memory operations
    std::string messages = {};               // file for the events and messages of the run
    engines::EventsTold* events = nullptr;   // is told of them
    bool idle_keys = false;                  // name settings of one's own that decide nothing: the run is repeated
    std::string sweep = {};                  // "l1.ways=2..16*2", or nothing
    // of a run, 1 or 2, and 0 is 1; for a sweep as many runs at a time, and 0: as many as there are processors
    int threads = 0;
};

/// The settings of any workload that put phases of CPUs around its kernels (perfsim/cpu_phases.hpp), and say which part of the
/// blocks they access, in percent: all by default.
inline constexpr const char *cpu_phases = "cpu-phases", *shared_with_cpus = "shared";

/// What these phases took and did.
struct PhasesOfCpus {
    std::int64_t cycles = 0;
    std::uint64_t stored = 0, loaded = 0;  // words
    std::uint64_t accessed = 0, shared = 0;  // words that kernels access; and of those, that CPUs store or load
};

struct SimReport {
    std::string protocol, variant, workload, machine;
    perfsim::WorkloadOptions options;
    perfsim::Statistics statistics;
    std::vector<perfsim::Counter> loads_in_cache;  // of blocks, by how they fared; empty if the protocol does not say
    perfsim::WorkloadReport counted;  // by the workload
    std::optional<PhasesOfCpus> cpu_phases;  // if there are any
    double work = 1;                  // in the workload's own units, if it depends on the machine
    std::vector<perfsim::Energy> energy;
    std::string result;      // "correct", or what was checked where there is no result to compare, or what was wrong
    bool right = true;       // whether nothing was wrong
    bool applies = true;     // whether the protocol has the accesses that the kernel asks for
    bool finished = true;    // whether the kernel came to its end, with a right result or a wrong one
    bool interrupted = false;  // whether nobody knows, for it was ended before
    std::uint64_t judged = 0;  // how often the monitor has judged a block or a load
    double judging = 0;      // seconds that this took, of `seconds`
    double seconds = 0;      // of processor time that the machine took; making data and checking results is not counted
    std::optional<perfsim::Timeline> timeline = {};  // if the options ask for one

    /// The protocol, and the variant if one was named.
    std::string system() const { return protocol + (variant.empty() ? "" : " " + variant); }
};

/// Throws UsageError.
SimReport simulate(const SimOptions& options);
/// The same on this machine and with this energy table, whatever files the options name.
SimReport simulate(const SimOptions& options, const perfsim::MachineDescription& machine, const perfsim::EnergyTable& energy);
/// The same on this machine, with the energy table that the options name.
SimReport simulate(const SimOptions& options, const perfsim::MachineDescription& machine);

/// The text of the machine with all keys that the options name, and its name. Throws UsageError.
struct NamedMachine {
    std::string text, name;
};
NamedMachine whole_machine(const SimOptions& options);

/// The whole command; returns the exit status.
int run_sim(const SimOptions& options);

}  // namespace tandem::apps
