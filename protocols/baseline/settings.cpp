#include "protocols/baseline/settings.hpp"

namespace tandem::baseline {

using model::Sort;

model::Settings<Config> settings_of(const char* protocol) {
    model::Settings<Config> all(protocol);
    all.choice("consistency", &Config::consistency,
               {{Consistency::sc, "one outstanding access a warp"}, {Consistency::rc, "several, to different blocks, and fences that wait for all"}});
    add_numbers(all).shape("small", "sms=2,warps=1,blocks=1,values=2").shape("warps", "sms=1,warps=2,blocks=2,values=2");
    return all;
}

void check(const Config& config) {
    const auto text = [](int n) { return std::to_string(n); };
    if (config.shape[Sort::core] * config.shape[Sort::thread] > most_waiting)
        throw model::UsageError("sms=" + text(config.shape[Sort::core]) + " times warps=" + text(config.shape[Sort::thread]) +
                                " is more than L2 has places for requests that wait for a block: up to " + text(most_waiting) + " warps in all are accepted");
    if (config.lanes > config.capacity)
        throw model::UsageError("lanes=" + text(config.lanes) + " needs capacity=" + text(config.lanes) + " or more: an instruction may send a message for each block");
}

}  // namespace tandem::baseline
