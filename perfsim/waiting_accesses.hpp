// The number of accesses that wait at each block: at most as many as an MSHR entry lets wait.
#pragma once

#include <algorithm>

#include "perfsim/block_index.hpp"

namespace tandem::perfsim {

class WaitingAccesses {
public:
    int at(std::uint32_t block) const { return std::max(0, counts_.find(block)); }
    void add(std::uint32_t block) {
        if (int* const waiting = counts_.place_of(block)) ++*waiting;
        else counts_.insert(block, 1);
    }
    void remove(std::uint32_t block) {
        int* const waiting = counts_.place_of(block);
        if (waiting && *waiting > 1) --*waiting;
        else if (waiting) counts_.erase(block);
    }

private:
    BlockIndex counts_;
};

}  // namespace tandem::perfsim
