// The number of accesses that wait at each block: at most as many as an MSHR entry lets wait.
#pragma once

#include <algorithm>

#include "perfsim/block_index.hpp"

namespace tandem::perfsim {

class WaitingAccesses {
public:
    int at(std::uint32_t block) const { return std::max(0, counts_.find(block)); }
    void add(std::uint32_t block) {
        const int waiting = std::max(0, counts_.erase(block));
        counts_.insert(block, waiting + 1);
    }
    void remove(std::uint32_t block) {
        const int waiting = counts_.erase(block);
        if (waiting > 1) counts_.insert(block, waiting - 1);
    }

private:
    BlockIndex counts_;
};

}  // namespace tandem::perfsim
