// Operations that synchronize, of one lane, and their cost to their warps in cycles, by kind.
#pragma once

#include <map>

#include "perfsim/kernel.hpp"
#include "perfsim/memory.hpp"
#include "perfsim/workload.hpp"

namespace tandem::perfsim {

class TimedOperations {
public:
    Kernel load(Warp& w, Address from, Synchronization how, std::uint32_t& word);
    Kernel store(Warp& w, Address to, std::uint32_t word, Synchronization how);
    Kernel exchange_if(Warp& w, Address at, std::uint32_t expected, std::uint32_t desired, Synchronization how,
                       std::uint32_t& found);

    /// By access, order and scope, such as "load rm_acq cmp".
    std::vector<std::pair<std::string, OperationCost>> costs() const { return {costs_.begin(), costs_.end()}; }

private:
    void charge(const char* access, Synchronization how, Cycle since, Cycle now);

    std::map<std::string, OperationCost> costs_;
};

}  // namespace tandem::perfsim
