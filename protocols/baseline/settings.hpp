// The settings of a protocol on the plain L2 for users; protocols with more settings add theirs.
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
        .number("banks", &Config::banks, 1, 4, "of L2, to which blocks belong in turn")
        .shown_if([](const Config& c) { return c.banks > 1; })
        .flag("atomics", &Config::atomics, "1: warps also issue atomics");
}

/// Shapes for random walks. The L2 has places for four warps.
template <class Config>
model::Settings<Config>& add_wide(model::Settings<Config>& settings) {
    return settings.wide("wide", "sms=3,warps=1,blocks=2,values=2,atomics=1")
        .wide("wide-lanes", "sms=2,warps=2,blocks=2,values=2,capacity=2,lanes=2,atomics=1")
        .wide("wide-banks", "sms=2,warps=2,blocks=2,values=2,banks=2,atomics=1");
}

/// Of BL, or of another protocol whose configuration derives from BL's; more may be added.
template <class C = Config>
model::Settings<C> settings_of(const char* protocol) {
    model::Settings<C> all(protocol);
    all.choice("consistency", &Config::consistency,
               {{Consistency::sc, "one outstanding access a warp"},
                {Consistency::rc, "several, to different blocks, and fences that wait for all"}});
    add_numbers(all).shape("small", "sms=2,warps=1,blocks=1,values=2").shape("warps", "sms=1,warps=2,blocks=2,values=2");
    return add_wide(all);
}
/// Throws UsageError for numbers that do not fit together.
void check(const Config& config);

}  // namespace tandem::baseline
