// What a user may say of a protocol on the plain L2; those with more settings add theirs.
#pragma once

#include "model/settings.hpp"
#include "protocols/baseline/config.hpp"

namespace tandem::baseline {

/// The numbers that all of them have.
template <class Config>
model::Settings<Config>& add_numbers(model::Settings<Config>& settings) {
    using model::Sort;
    return settings.extent("sms", Sort::core, "", 1, 4)
        .extent("warps", Sort::thread, "of each SM", 1, 4)
        .extent("blocks", Sort::address, "", 1, 4)
        .extent("values", Sort::value, "data values", 1, 4)
        .number("capacity", &Config::capacity, 1, 4, "messages in each channel")
        .number("lanes", &Config::lanes, 1, 4, "blocks that one instruction may touch")
        .flag("atomics", &Config::atomics, "1: warps also issue atomics");
}

/// Of BL, or of another protocol with no more settings.
model::Settings<Config> settings_of(const char* protocol);
/// Throws UsageError for numbers that do not fit together.
void check(const Config& config);

}  // namespace tandem::baseline
