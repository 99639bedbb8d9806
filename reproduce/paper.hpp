// What papers say about performance, as data: their benchmarks, the bars of their figures, and their claims with the place of
// each.
//
// A figure is a measure of runs: each benchmark on each of the figure's configurations, relative to one of them or in units. A
// claim compares the means of two configurations. Nothing here depends on a result of ours.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::apps {}

namespace tandem::reproduce {

using namespace apps;

/// G-TSC's two sets: benchmarks that go wrong without coherence, and others. RSP's benchmarks belong to neither.
enum class Set { first, second, all };

/// Settings of a workload, by name.
using WorkloadSettings = std::map<std::string, std::string>;

struct Benchmark {
    std::string name, meaning;  // the paper's
    std::string workload;       // ours
    int size;                   // of the workload, fixed: a run takes seconds
    Set set;
    WorkloadSettings settings = {};
};

enum class Measure {
    performance,    // 1 / cycles
    loads_per_store,  // instructions of warps; atomics are neither
    cycles,
    memory_stalls,  // cycles of SMs in which no warp can issue because of memory
    flits,          // on the network, both directions
    requests,       // messages of SMs to banks: reads, writes and atomics
    issuing,        // percent of the SMs' cycles in which one issues
    bytes,          // of all messages
    invalidations,  // bytes of messages that invalidate lines of L1s, and of the answers
    evictions,      // bytes of messages that report what L1s have evicted, and of the answers
    mutexes,        // bytes of messages about mutexes
    energy,         // nJ, of everything that the energy table prices
    l1_energy,      // nJ
    expired,        // misses of loads due to a lease that is over
    wrong,          // 1 if the run's result is wrong, else 0
    group_times,    // of work-groups: the longest; a figure of boxes, relative to the mean of a configuration
    lines_read,     // by L1s, from L2
    stolen,         // elements of task queues, of all
    steals_lost,    // of steals that found an element
    cmp_cycles,     // average cycles of an operation of component scope, if it is not remote
    remote_cycles,  // the same if it is remote
    wg_cycles,      // average cycles of an operation of work-group scope
    synchronization_cycles,  // average cycles of an operation that synchronizes, of any scope
    rm_acq_cycles,  // average cycles of a remote load that acquires
    rm_ar_cycles,   // average cycles of a remote compare-and-swap
    working,        // the share of work-groups' time in which they neither take elements from queues nor are done
    popping,        // in which they take elements from their own queues
    stealing,       // from others'
    searching,      // in which they look at others' queues that are empty
    idle,           // from the end of a work-group to the end of the round
    zero_commit,    // cycles of CPUs in which nothing commits
    mutex_hits,     // percent of what CPUs ask mutexes for whose mutex they have, or have asked for
    load_hits,      // percent of loads that hit in an L1, of those that it is asked for
    cpu_mutexes,    // percent of the bytes of CPUs' messages that are about mutexes
};

/// A number of a machine file that differs from the paper's in some runs.
struct Setting {
    std::string key;  // such as "timestamps.lease"
    int value;
};

/// The length of kernels' pauses between polls, relative to their default.
struct PollPauses {
    double times = 1;  // factor for the first and the longest pause
    bool grow = true;  // otherwise all are as long as the first
};

/// What a paper leaves open, with other options than the page's. A claim must stand against a protocol's fastest option. Options
/// of the kernels are the same for all protocols, and a claim must stand with each.
struct OpenChoice {
    struct Option {
        std::string name;
        std::vector<Setting> settings = {};
        std::string variant = {};  // besides a configuration's own
        std::optional<PollPauses> pauses = {};
        double size = 1;  // of every benchmark, times its own; of one whose graph has a size, times that
    };
    std::string name, protocol;  // no protocol: a choice of the kernels or of the machine, the same for all
    std::vector<Option> options;
};

struct Configuration {
    std::string name;  // as the figure has it
    std::string protocol, variant;
    std::vector<Setting> settings = {};
    Set set = Set::all;  // the benchmarks that it runs
    WorkloadSettings of_workload = {};
    std::optional<Measure> measure = {};  // if not its figure's
};

/// How values of several benchmarks are combined.
enum class Mean { geometric, arithmetic, total };

/// "`configuration` has `percent` more than `than`" (less, if negative), in the figure's measure, over the benchmarks of a set.
struct Claim {
    std::string sentence, place;
    double percent;
    std::string configuration, than;
    Set set;
};

/// The paper's own numbers for one configuration, by benchmark.
struct Printed {
    std::string name, configuration;
    std::vector<double> values;  // in the order of the benchmarks
};

struct Figure {
    std::string name;   // for the command line; begins with its paper's
    std::string title, place, unit;
    Measure measure;
    std::string relative_to;  // a configuration; empty: values in `unit`
    Mean mean = Mean::geometric;
    std::vector<Configuration> configurations;
    std::vector<Claim> claims;
    std::vector<Printed> printed;
    std::string note;  // what the paper leaves open, and how it is read here
    /// Whether it has no mean.
    bool has_no_mean() const { return measure == Measure::wrong; }
    /// The index of the configuration of that name, which must exist.
    std::size_t position(const std::string& configuration) const {
        std::size_t i = 0;
        while (configurations[i].name != configuration) ++i;
        return i;
    }
    int size = 0;      // of all workloads; 0: each its own
    /// The claim that all configurations are alike: the greatest mean exceeds the least by this percentage.
    std::optional<double> spread = {};
};

struct Paper {
    std::string name, title, introduction;  // of its page
    std::string page;                       // the page's file
    const char* machine;                    // the text of a machine file
    std::vector<Benchmark> benchmarks;
    std::vector<Figure> figures;
    std::vector<OpenChoice> open = {};
};

/// Inputs of a quarter and of half of the size: no paper says how large its inputs are.
OpenChoice smaller_inputs();
/// Inputs of twice and of four times the size: for papers whose benchmarks are of the least size here.
OpenChoice larger_inputs();

Paper gtsc_paper();
Paper rsp_paper();
Paper mttop_paper();
/// The GPU part.
Paper lsc_paper();
/// Our own figures on the RSP paper's benchmarks: questions that it does not ask.
std::vector<Figure> beyond_rsp_paper();
/// A run of those benchmarks on the repaired protocol.
Configuration rsp_scenario(const std::string& name);

const std::vector<Paper>& papers();
const Paper& paper_of(const Figure& figure);
/// Throws UsageError with the names that are accepted.
const Figure& figure(const std::string& name);

/// Whether a setting of the machine concerns a protocol: a lease in logical time is G-TSC's only.
bool concerns(const std::string& key, const std::string& protocol);

}  // namespace tandem::reproduce
