#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

const std::vector<WorkloadInfo>& workloads() {
    static const std::vector<WorkloadInfo> all{
        {"triad", "a streaming triad, a[i] = b[i] + s * c[i]: no data is used twice", 1000, triad},
    };
    return all;
}

}  // namespace tandem::perfsim
