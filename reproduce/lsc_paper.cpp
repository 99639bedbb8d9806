// Lockstep SC (Puthoor and Lipasti, "Systems-on-Chip with Strong Ordering", TACO 2021), section 9. The bars of Fig.
// 15 to 17 are not printed as numbers; the text's claims about them are. Sizes, the machine's open numbers and the paper's claims
// were fixed before any result was seen. The exact directory was added when the hashtable's result had shown the cost of the
// tagless one. Passes that are launches and polls that are loads came later as well, as the paper's benchmarks have them:
// barriers and atomics had cost LSC what its paper does not pay.
#include "apps/sim/sim.hpp"
#include "perfsim/machine_text.hpp"
#include "reproduce/paper.hpp"

namespace tandem::reproduce {

namespace {

/// The directory of GL1s is the tagless one of 6.1 taken literally: an invalidated block leaves it when evictions of others bring
/// new hashes. Or it knows sharers exactly.
const std::vector<Setting> exact{{"l2.rehash", 0}};
const Configuration hrf{"HRF", "apu", ""}, hardware{"HRF, hardware coherence", "apu", "hardware-coherent"},
    written{"LSC as written", "lsc", "as-written"}, written_exact{"LSC as written, exact directory", "lsc", "as-written", exact},
    repaired_exact{"LSC repaired, exact directory", "lsc", "repaired", exact},
    one_at_a_time{"SC without mutexes, exact directory", "lsc", "one-at-a-time", exact};

/// What Table 1 and the text leave open, each with alternative numbers.
const std::vector<OpenChoice> open_of_apu{
    {"distance of the pool", "", {{"15", {{"pool.distance", 15}}}, {"60", {{"pool.distance", 60}}}}},
    {"distance of the directory", "", {{"20", {{"directory.distance", 20}}}}},
    {"latency of GL1", "", {{"10", {{"l1.latency", 10}}}}},
    {"compute units", "", {{"2", {{"sms.count", 2}}}}},
    {"wavefronts of a compute unit", "", {{"8", {{"sms.warps", 8}}}, {"16", {{"sms.warps", 16}}}}},
    {"GL2 and the directory",
     "",
     {{"one event a cycle", {{"l2.events", 1}, {"directory.events", 1}}}, {"four parts of GL2", {{"l2.partitions", 4}}}}},
    {"flits", "", {{"64 bytes", {{"network.flit_bytes", 64}}}}},
    {"a CPU's mutex request FIFO", "", {{"400", {{"cpus.mrf", 400}}}}},
    {"a CPU's request counts", "", {{"127", {{"cpus.counts", 127}}}}},
    {"a CPU's window", "", {{"64", {{"cpus.rob", 64}}}}},
    {"a CPU's store buffer", "", {{"8", {{"cpus.buffered", 8}}}}},
    {"distance of CPUs", "", {{"20", {{"cpus.distance", 20}}}}},
    larger_inputs(),
};

const char* const kernels =
    "GPU phases of our kernels. hashtable and ATM are the second set. The paper does not say "
    "whether its mean has them.";

Figure times() {
    return {"lsc-fig15",
            "GPU execution",
            "Fig. 15, 9.1",
            "",
            Measure::performance,
            "HRF",
            Mean::geometric,
            {hrf, written, written_exact, repaired_exact, one_at_a_time},
            {{"LSC over HRF, without hashtable and ATM", "9.1", -0.75, "LSC as written", "HRF", Set::first},
             {"LSC over HRF, hashtable (+12.81%) and ATM (+12.14%)", "9.1", 12.5, "LSC as written", "HRF", Set::second},
             {"LSC with an exact directory over HRF, without hashtable and ATM", "9.1", -0.75, "LSC as written, exact directory",
              "HRF", Set::first},
             {"LSC with an exact directory over HRF, hashtable and ATM", "9.1", 12.5, "LSC as written, exact directory", "HRF",
              Set::second},
             {"LSC repaired, with an exact directory, over HRF, without hashtable and ATM", "9.1", -0.75,
              "LSC repaired, exact directory", "HRF", Set::first},
             {"LSC repaired, with an exact directory, over HRF, hashtable and ATM", "9.1", 12.5, "LSC repaired, exact directory",
              "HRF", Set::second}},
            {},
            kernels};
}
Figure coherence() {
    return {"lsc-fig16",
            "What coherent GL1s cost",
            "Fig. 16, 9.1",
            "",
            Measure::performance,
            "HRF",
            Mean::geometric,
            {hrf, hardware},
            {{"HRF with hardware coherence over HRF, hashtable (+17.82%) and ATM (+21.20%)", "9.1", 19.5,
              "HRF, hardware coherence", "HRF", Set::second}},
            {},
            "\"making GL1 coherent incurred a performance penalty for all evaluated benchmarks except hashtable and ATM\"."};
}
/// HRF with hardware coherence on a machine that is slower, or faster, in one respect.
Configuration broadcasts(const std::string& name, std::vector<Setting> settings, const char* variant = "hardware-coherent") {
    return {name, "apu", variant, std::move(settings)};
}
Figure causes() {
    const std::vector<Setting> taken{{"l2.queue", 14}, {"directory.queue", 16}}, done{{"l2.events", 1}, {"directory.events", 1}},
        moved{{"network.flit_bytes", 16}, {"network.port_flits", 1}}, wide{{"network.port_flits", 64}};
    std::vector<Setting> all = taken;
    all.insert(all.end(), done.begin(), done.end());
    all.insert(all.end(), moved.begin(), moved.end());
    return {"lsc-fig16-causes",
            "What slows broadcasts down",
            "Fig. 16, 9.1",
            "",
            Measure::performance,
            "HRF",
            Mean::geometric,
            {hrf, hardware, broadcasts("GL2 takes in one message a cycle", taken), broadcasts("GL2 has one event a cycle", done),
             broadcasts("ports move one message a cycle", moved), broadcasts("all three", all),
             broadcasts("ports move 64 messages a cycle", wide), broadcasts("HRF with such ports", wide, "")},
            {},
            {},
            "A broadcast is a message to each GL1, and each answers: 14 messages a write with 8 compute units. HRF is that of "
            "the machine of the other figures."};
}
/// "The traffic generated by eviction messages and its acknowledgement" (9.2).
Configuration answering(Configuration c) {
    c.variant += ",evictions-answered";
    return c;
}
Figure traffic() {
    return {"lsc-fig17",
            "Traffic",
            "Fig. 17, 9.2",
            "bytes",
            Measure::bytes,
            "HRF",
            Mean::geometric,
            {hrf, answering(written), answering(written_exact), answering(repaired_exact), answering(one_at_a_time)},
            {{"LSC over HRF", "9.2", 22.35, "LSC as written", "HRF", Set::all}},
            {},
            "Bytes of all messages of compute units, GL2, the directory and the pool. GL2 acknowledges evictions here, as the "
            "paper counts it; in the other figures it does not, since nothing waits for that."};
}
Configuration part(const std::string& name, Measure measure) {
    return answering({name, "lsc", "as-written", {}, Set::all, {}, measure});
}
/// The parts of the bytes added to HRF's.
Figure parts_of_traffic() {
    Configuration before = hrf;
    before.measure = Measure::bytes;
    return {"lsc-traffic",
            "Bytes of what LSC adds, of HRF's",
            "Fig. 17, 9.2",
            "",
            Measure::bytes,
            "HRF",
            Mean::arithmetic,
            {before, part("evictions", Measure::evictions), part("invalidations", Measure::invalidations),
             part("mutexes", Measure::mutexes)},
            {},
            {},
            "\"an average of 22.35% with eviction, invalidation and mutex traffic contributing 9.70%, 7.51%, and 3.73%\". As "
            "written, with a tagless directory. Recalculated hashes are counted with the evictions that bring them."};
}
Configuration repair(const std::string& name) { return {name, "lsc", name, exact}; }
/// "What the repairs cost": each by itself, all of them, and no mutexes.
Figure each_repair() {
    return {"lsc-repairs",
            "What each repair costs",
            "beyond the paper",
            "",
            Measure::performance,
            "as-written",
            Mean::geometric,
            {repair("as-written"), repair("stores-wait"), repair("stores-in-order"), repair("loads-return"),
             repair("wavefronts-queue"), repair("repaired"), repair("one-at-a-time")},
            {},
            {},
            "protocols/lsc/README.md says what each repairs. A repair by itself does not give SC; the repairs of CPUs do nothing "
            "to a GPU. The directory of GL1s is exact."};
}
Configuration every(int evictions) {
    return {"N = " + std::to_string(evictions), "lsc", "as-written", {{"l2.rehash", evictions}}};
}
Figure rehash() {
    return {"lsc-rehash",
            "Invalidations by how often hashes are recalculated",
            "8",
            "",
            Measure::invalidations,
            "N = 1",
            Mean::geometric,
            {every(1), every(4), every(8), every(16), {"exact directory", "lsc", "as-written", exact}},
            {{"N = 16 against N = 1, invalidation bandwidth", "8", 2.7, "N = 16", "N = 1", Set::all}},
            {},
            "\"N = 16 generated only 2.7% extra invalidation bandwidth than the best possible case of N = 1.\" Bytes of "
            "invalidations and their answers."};
}

Configuration hits(Configuration c) {
    c.set = Set::second;
    return c;
}
Figure hit_rates() {
    return {
        "lsc-hits",
        "Loads that hit in GL1",
        "9.1",
        "%",
        Measure::load_hits,
        "",
        Mean::arithmetic,
        {hits(hrf), hits(written), hits(written_exact), hits(repaired_exact), hits(one_at_a_time)},
        {},
        {},
        "\"the GPU L1 hit rate of hashtable increased from 10.12% to 40.50% and that of ATM increased from 40.40% to 66.37%\"."};
}
Configuration at_distance(const char* variant, int cycles) {
    return {std::string(variant) + ", " + std::to_string(cycles), "lsc", variant, {{"l2.rehash", 0}, {"pool.distance", cycles}}};
}
Figure distances() {
    return {"lsc-pool",
            "Speed by the way to the mutex pool, in cycles",
            "Table 1",
            "",
            Measure::performance,
            "as-written, 30",
            Mean::geometric,
            {at_distance("as-written", 1), at_distance("as-written", 30), at_distance("as-written", 120),
             at_distance("repaired", 1), at_distance("repaired", 30), at_distance("repaired", 120)},
            {},
            {},
            "\"Mutex Pool: 1,024 entries, 30 cycles away\". The directory of GL1s is exact."};
}

/// The same with phases of CPUs around the kernels, for the benchmarks of which the paper simulates whole applications.
Configuration whole(Configuration c) {
    c.set = Set::first;
    c.of_workload[apps::cpu_phases] = "1";  // of the part that the benchmark says
    return c;
}
const char* const phases =
    "Two CPUs store the input of the kernels, and load what they leave, in the part of the data that Table 2 says is shared; "
    "between are the kernels. What the paper's applications do beside that is not known here, and not written. A CPU's load has "
    "its word when it commits (perfsim/README.md).";
Figure whole_chip() {
    return {"lsc-fig11",
            "Execution with phases of CPUs",
            "Fig. 11, 9.1",
            "",
            Measure::performance,
            "HRF",
            Mean::geometric,
            {whole(hrf), whole(written), whole(written_exact), whole(repaired_exact), whole(one_at_a_time)},
            {{"LSC over the baseline, whole applications (6.11% more time)", "9.1", -5.76, "LSC as written", "HRF", Set::first},
             {"LSC with an exact directory over the baseline, whole applications", "9.1", -5.76,
              "LSC as written, exact directory", "HRF", Set::first},
             {"LSC repaired, with an exact directory, over the baseline, whole applications", "9.1", -5.76,
              "LSC repaired, exact directory", "HRF", Set::first}},
            {},
            phases};
}
/// The repairs of the whole chip: each by itself, all, all but one of CPUs, and all with larger tables than Table 3's.
Figure each_repair_of_the_chip() {
    const auto with = [](const std::string& name) { return whole(repair(name)); };
    return {"lsc-repairs-cpus",
            "What each repair costs, with phases of CPUs",
            "beyond the paper",
            "",
            Measure::performance,
            "as-written",
            Mean::geometric,
            {with("as-written"), with("stores-wait"), with("every-store"), with("mrf-drains"), with("stores-in-order"),
             with("loads-return"), with("wavefronts-queue"), with("repaired"), with("without-stores-wait"),
             with("without-every-store"), with("without-mrf-drains"), with("one-at-a-time")},
            {},
            {},
            "protocols/lsc/README.md says what each repairs. A repair by itself does not give SC. The directory of GL1s is "
            "exact."};
}
Figure zero_commits() {
    return {"lsc-fig13",
            "Cycles of CPUs in which nothing commits",
            "Fig. 13, 9.1",
            "",
            Measure::zero_commit,
            "HRF",
            Mean::geometric,
            {whole(hrf), whole(written_exact), whole(repaired_exact), whole(one_at_a_time)},
            {},
            {},
            "\"It is a measure of the commit stage stall cycles.\" The bars are not printed as numbers."};
}
Figure mutex_hits() {
    return {"lsc-fig14",
            "Mutexes that a CPU has already, or has asked for",
            "Fig. 14, 9.1",
            "%",
            Measure::mutex_hits,
            "",
            Mean::arithmetic,
            {whole(written_exact), whole(repaired_exact)},
            {},
            {},
            "Of the accesses that ask for a mutex. \"While most of the applications have high hit rate, fft had relatively low "
            "hit rate\"."};
}
Figure traffic_of_cpus() {
    return {"lsc-cpu-traffic",
            "Traffic of mutexes, of CPUs' bytes",
            "9.2",
            "%",
            Measure::cpu_mutexes,
            "",
            Mean::arithmetic,
            {whole(written_exact), whole(repaired_exact)},
            {},
            {},
            "\"the mutex traffic only contributed 0.42% to the CPU bandwidth consumption\"."};
}

Configuration entries(const char* variant, int mrf, int counts) {
    return whole({std::string(variant) + ", " + std::to_string(mrf) + ", counts to " + std::to_string(counts),
                  "lsc",
                  variant,
                  {{"l2.rehash", 0}, {"cpus.mrf", mrf}, {"cpus.counts", counts}}});
}
Figure request_fifo() {
    return {
        "lsc-mrf",
        "Speed by the entries of the mutex request FIFO, and by the largest request count",
        "9.3, Table 3",
        "",
        Measure::performance,
        "as-written, 100, counts to 7",
        Mean::geometric,
        {entries("as-written", 100, 7), entries("as-written", 400, 7), entries("repaired", 100, 7), entries("repaired", 400, 7),
         entries("repaired", 400, 400), entries("repaired", 4096, 4096)},
        {{"400 entries over 100, as written", "9.3", 0, "as-written, 400, counts to 7", "as-written, 100, counts to 7",
          Set::first},
         {"400 entries over 100, repaired", "9.3", 0, "repaired, 400, counts to 7", "repaired, 100, counts to 7", Set::first}},
        {},
        "\"We ran experiments with 400 entry MRF and did not see any noticeable performance improvement\". With phases of CPUs; "
        "the directory of GL1s is exact."};
}

/// Which part of the data that the GPU accesses it shares with CPUs, in percent (Table 2).
WorkloadSettings::value_type shared(const char* percent) { return {apps::shared_with_cpus, percent}; }

}  // namespace

Paper lsc_paper() {
    return {"lsc",
            "Lockstep SC's evaluation, reproduced",
            "Figures of section 9 of \"Systems-on-Chip with Strong Ordering\" (TACO 2021), from "
            "simulations of our kernels through the protocol text that is checked.",
            "lsc.html",
            perfsim::library_machine("soc"),
            {
                {"comd", "molecular dynamics", "comd", 1, Set::first, {shared("11.24")}},
                {"lulesh", "hydrodynamics", "lulesh", 1, Set::first, {shared("74.84")}},
                {"hpgmg", "a multigrid solver", "hpgmg", 1, Set::first, {shared("42.24")}},
                {"array", "streaming write to an array", "array", 1, Set::first, {shared("6.36")}},
                {"bitonic", "bitonic sort", "bitonic", 1, Set::first, {shared("66.68")}},
                {"fft", "fast Fourier transform", "fft", 1, Set::first, {{"passes", "launches"}, shared("96.69")}},
                {"spmv", "sparse matrix-vector multiply", "spmv", 1, Set::first, {shared("16.32")}},
                {"backprop", "back-propagation", "backprop", 1, Set::first, {shared("61.54")}},
                {"bfs", "breadth-first search", "bfs", 1, Set::first, {{"polls", "loads"}, shared("33.19")}},
                {"nn", "nearest neighbour", "nn", 1, Set::first, {{"passes", "launches"}, shared("44.47")}},
                {"dgemm", "matrix multiplication in double precision", "dgemm", 1, Set::first, {shared("26.86")}},
                {"hashtable", "insertions into a hash table", "hash", 1, Set::second},
                {"ATM", "transfers between accounts", "transfers", 1, Set::second},
            },
            {whole_chip(), zero_commits(), mutex_hits(), times(), coherence(), causes(), traffic(), parts_of_traffic(),
             traffic_of_cpus(), hit_rates(), each_repair(), each_repair_of_the_chip(), rehash(), distances(), request_fifo()},
            open_of_apu};
}

}  // namespace tandem::reproduce
