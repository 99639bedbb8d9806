// The settings of the APU for users.
#pragma once

#include "model/settings.hpp"
#include "protocols/apu/config.hpp"

namespace tandem::apu {

/// The numbers that all protocols on this machine share.
template <class C>
model::Settings<C>& add_numbers(model::Settings<C>& settings) {
    using model::Sort;
    return settings.extent("cores", Sort::core, "compute units and CPUs", 1, 4)
        .number("cpus", &Config::cpus, 0, 4, "of the cores")
        .extent("threads", Sort::thread, "of each CPU core; wavefronts of each compute unit", 1, 4)
        .extent("blocks", Sort::address, "", 1, 4)
        .extent("values", Sort::value, "data values: 2 suffice", 1, 4)
        .number("gl2s", &Config::gl2s, 1, 4, "parts of GL2, to which blocks belong in turn")
        .shown_if([](const C& c) { return c.gl2s > 1; })
        .number("buffered", &Config::buffered, 1, most_buffered, "stores in a CPU's store buffer")
        .number("capacity", &Config::capacity, 1, 4, "messages in each channel")
        .number("lanes", &Config::lanes, 1, 4, "blocks that one instruction of a wavefront may touch")
        .flag("early", &Config::early,
              "1: a CPU may ask for a block before a load of it is at the ROB's head; so it is simulated")
        .shown_if([](const C& c) { return c.early; })
        .flag("evictions", &Config::evictions, "0: caches replace nothing");
}

const model::Settings<Config>& settings();
/// Throws UsageError for numbers that do not fit together.
void check(const Config& config);

}  // namespace tandem::apu
