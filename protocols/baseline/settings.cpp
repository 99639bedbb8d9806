#include "protocols/baseline/settings.hpp"

namespace tandem::baseline {

using model::Sort;

void check(const Config& config) {
    const auto text = [](int n) { return std::to_string(n); };
    if (config.shape[Sort::core] * config.shape[Sort::thread] > most_waiting)
        throw model::UsageError("sms=" + text(config.shape[Sort::core]) + " times warps=" + text(config.shape[Sort::thread]) +
                                " is more than L2 has places for requests that wait for a block: up to " + text(most_waiting) +
                                " warps in all are accepted");
    if (config.banks > config.shape[Sort::address])
        throw model::UsageError("banks=" + text(config.banks) + " with blocks=" + text(config.shape[Sort::address]) +
                                " leaves a bank without a block: at least as many blocks as banks are accepted");
    if (config.lanes > config.capacity)
        throw model::UsageError("lanes=" + text(config.lanes) + " needs capacity=" + text(config.lanes) +
                                " or more: an instruction may send a message for each block");
}

}  // namespace tandem::baseline
