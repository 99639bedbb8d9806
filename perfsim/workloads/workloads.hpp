// The list of workloads; each has a file of its own.
#pragma once

#include "perfsim/workload.hpp"
#include "perfsim/workloads/synchronise.hpp"

namespace tandem::perfsim {

/// If two warps wait for each other's flags, or workers for tasks, a waiting warp is soon served.
inline constexpr Backoff stencil_backoff{100, 400}, octree_backoff{100, 800};

std::unique_ptr<Workload> triad(const WorkloadOptions& options);
std::unique_ptr<Workload> matrix_product(const WorkloadOptions& options);
std::unique_ptr<Workload> double_product(const WorkloadOptions& options);
std::unique_ptr<Workload> breadth_first_search(const WorkloadOptions& options);
const std::vector<WorkloadSetting>& breadth_first_search_settings();
std::unique_ptr<Workload> stencil(const WorkloadOptions& options);
std::unique_ptr<Workload> relaxation(const WorkloadOptions& options);
std::unique_ptr<Workload> hash_table(const WorkloadOptions& options);
std::unique_ptr<Workload> barnes_hut(const WorkloadOptions& options);
std::unique_ptr<Workload> graph_cuts(const WorkloadOptions& options);
std::unique_ptr<Workload> octree_partition(const WorkloadOptions& options);
std::unique_ptr<Workload> placement(const WorkloadOptions& options);
std::unique_ptr<Workload> coulombic_potential(const WorkloadOptions& options);
std::unique_ptr<Workload> gaussian_elimination(const WorkloadOptions& options);
std::unique_ptr<Workload> hotspot(const WorkloadOptions& options);
std::unique_ptr<Workload> k_means(const WorkloadOptions& options);
std::unique_ptr<Workload> back_propagation(const WorkloadOptions& options);
std::unique_ptr<Workload> single_source_shortest_paths(const WorkloadOptions& options);
std::unique_ptr<Workload> graph_coloring(const WorkloadOptions& options);
std::unique_ptr<Workload> page_rank(const WorkloadOptions& options);
std::unique_ptr<Workload> owned_locks(const WorkloadOptions& options);
const std::vector<WorkloadSetting>& owned_locks_settings();
std::unique_ptr<Workload> flat_product(const WorkloadOptions& options);
std::unique_ptr<Workload> all_pairs(const WorkloadOptions& options);
std::unique_ptr<Workload> convolution(const WorkloadOptions& options);
std::unique_ptr<Workload> fourier(const WorkloadOptions& options);
std::unique_ptr<Workload> nearest(const WorkloadOptions& options);
std::unique_ptr<Workload> flat_hotspot(const WorkloadOptions& options);
std::unique_ptr<Workload> flat_k_means(const WorkloadOptions& options);
std::unique_ptr<Workload> transfers(const WorkloadOptions& options);
std::unique_ptr<Workload> bitonic_sort(const WorkloadOptions& options);
std::unique_ptr<Workload> streaming_write(const WorkloadOptions& options);
std::unique_ptr<Workload> sparse_product(const WorkloadOptions& options);
std::unique_ptr<Workload> molecular_dynamics(const WorkloadOptions& options);
std::unique_ptr<Workload> hydrodynamics(const WorkloadOptions& options);
std::unique_ptr<Workload> multigrid(const WorkloadOptions& options);
std::unique_ptr<Workload> store_mix(const WorkloadOptions& options);
const std::vector<WorkloadSetting>& store_mix_settings();
std::unique_ptr<Workload> litmus_at_speed(const WorkloadOptions& options);
const std::vector<WorkloadSetting>& litmus_at_speed_settings();
std::unique_ptr<Workload> random_accesses(const WorkloadOptions& options);
const std::vector<WorkloadSetting>& random_accesses_settings();
std::unique_ptr<Workload> cpu_pipeline(const WorkloadOptions& options);
std::unique_ptr<Workload> micro_benchmark(const WorkloadOptions& options);
const std::vector<WorkloadSetting>& micro_benchmark_settings();

}  // namespace tandem::perfsim
