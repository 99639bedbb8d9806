// One page with all figures, readable offline: tables, pictures, and how it was run.
#pragma once

#include "reproduce/resident_warps.hpp"
#include "reproduce/table.hpp"

namespace tandem::reproduce {

struct Provenance {
    const Paper* paper = nullptr;
    std::string command;
    std::vector<Benchmark> benchmarks;  // with the sizes that were run
    std::uint64_t seed = 1;
    std::size_t runs = 0;
    std::string machine, energy;        // whole texts
    double seconds = 0;                 // of processor time, of all runs together
    std::vector<ResidentWarps> resident = {};  // of each benchmark
};

std::string as_page(const std::vector<Table>& tables, const Provenance& how);

}  // namespace tandem::reproduce
