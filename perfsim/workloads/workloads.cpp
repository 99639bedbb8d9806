#include "perfsim/workloads/workloads.hpp"

#include "perfsim/traces/trace_replay.hpp"
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/graph_rounds.hpp"

namespace tandem::perfsim {

const std::vector<WorkloadInfo>& workloads() {
    static const std::vector<WorkloadInfo> all{
        {"triad", "a streaming triad, a[i] = b[i] + s * c[i]: no data is used twice", 1000, triad},
        {"matmul", "a tiled matrix product: blocks share what they only read", 1000, matrix_product},
        {"bfs", "a breadth-first search of a graph in one launch: blocks share frontiers and distances", 1000,
         breadth_first_search, breadth_first_search_settings()},
        {"stencil", "a stencil whose warps exchange the edges of their strips through memory, with flags", 1000, stencil,
         polling_settings(stencil_backoff)},
        {"relaxation", "chaotic relaxation of a linear system: rows are read while others store them", 1000, relaxation,
         polling_settings({})},
        {"hash", "inserts into a hash table with a lock for each bucket", 1000, hash_table},
        {"barnes-hut", "forces on bodies by an octree that all threads build, with locks and flags", 100, barnes_hut,
         polling_settings({})},
        {"graph-cuts", "the minimum cut of an image by push-relabel, in rounds of one launch", 100, graph_cuts,
         polling_settings({})},
        {"octree", "particles divided into an octree by workers with task queues, who steal from each other", 100,
         octree_partition, backoff_settings(octree_backoff)},
        {"placement", "placement of a circuit by simulated annealing, with a lock for each place", 100, placement,
         polling_settings({})},
        {"coulomb", "the Coulombic potential of charges on a grid of points", 1000, coulombic_potential},
        {"gaussian", "Gaussian elimination, two launches a column", 1000, gaussian_elimination},
        {"hotspot", "the temperature of a chip, a launch a step", 1000, hotspot},
        {"kmeans", "k-means clustering", 1000, k_means},
        {"backprop", "back-propagation in a network with a hidden layer", 1000, back_propagation},
        {"sssp", "single-source shortest paths, a launch a round, with a task queue for each work-group", 1000,
         single_source_shortest_paths, graph_rounds_settings()},
        {"color", "graph coloring, with the same task queues", 1000, graph_coloring, graph_rounds_settings()},
        {"pagerank", "PageRank, with the same task queues", 1000, page_rank, graph_rounds_settings()},
        {"owned-locks", "counters under locks that their work-groups take often, and others now and then", 1000, owned_locks,
         owned_locks_settings()},
        {"flat-matmul", "a matrix product by flat threads, a row each, without shared memory", 100, flat_product},
        {"apsp", "all pairs' shortest paths in many small graphs, a source a thread", 100, all_pairs},
        {"convolution", "a 2D convolution with a mask of 3 x 3, whose loads are independent", 100, convolution},
        {"fft", "a fast Fourier transform, a butterfly a thread in each stage", 100, fourier, passes_settings()},
        {"nn", "the nearest of many records, which all threads find in a tree", 100, nearest, passes_settings()},
        {"flat-hotspot", "the temperature of a chip by flat threads, who meet after each step", 100, flat_hotspot,
         polling_settings({})},
        {"flat-kmeans", "k-means clustering by flat threads, who add up in trees", 100, flat_k_means, polling_settings({})},
        {"transfers", "transfers between accounts, each under the locks of both", 100, transfers},
        {"bitonic", "a bitonic sort, a launch for each pass: keys go to other SMs each time", 100, bitonic_sort},
        {"array", "streaming writes to an array: each word is written once, and none is read", 1000, streaming_write},
        {"dgemm", "the tiled matrix product in double precision", 1000, double_product},
        {"spmv", "the product of a sparse matrix and a vector, a warp a row", 100, sparse_product},
        {"comd", "molecular dynamics with Lennard-Jones forces over link cells, a launch a pass", 100, molecular_dynamics},
        {"lulesh", "hydrodynamics on a mesh of hexahedra that moves with the gas, a launch a pass", 100, hydrodynamics},
        {"hpgmg", "V-cycles of a multigrid solver, a launch for each pass over a level", 100, multigrid},
        {"store-mix", "loads from a table and stores, in a given ratio", 100, store_mix, store_mix_settings()},
        {"cpu-pipeline", "threads of CPUs that pass items on through rings in memory, and add up under a lock", 100,
         cpu_pipeline},
        {"litmus", "two litmus tests by many pairs of warps, round after round: what they see", 100, litmus_at_speed,
         litmus_at_speed_settings()},
        {"random", "random loads, stores and exchanges of a few words, to be judged by a consistency model (--audit)", 1000,
         random_accesses, random_accesses_settings()},
        {"micro", "one quantity of the machine, measured, beside what its file says by arithmetic", 100, micro_benchmark,
         micro_benchmark_settings()},
        {"trace", "the memory instructions of an application that Accel-Sim's tracer has traced, which are replayed", 1,
         trace_replay, trace_settings()},
    };
    return all;
}

}  // namespace tandem::perfsim
