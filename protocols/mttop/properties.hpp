// The promises of the coherence protocol, which still hold behind core sides, and those of the core sides.
#pragma once

#include "protocols/cores/properties.hpp"
#include "protocols/moesi/properties.hpp"
#include "protocols/mttop/protocol.hpp"

namespace tandem::mttop {

/// Whether a system of this shape must show an outcome in some run.
inline bool expected(Outcome outcome, const Config& config) {
    if (config.shape[Sort::core] == 1) return false;
    const auto of_side = cores::expected(outcome, config, config.atomics, config.shape[Sort::thread]);
    return of_side ? *of_side : moesi::expected(outcome, config);
}

template <class Monitor, class System>
void add_properties(System& system) {
    const Config& config = system.config();
    specs::add_usual_properties<Monitor>(system, moesi::ReadableCopies{}, moesi::CurrentValue{}, expected,
                                         !config.buffered() && !config.reorders_loads());
    specs::add_writer_alone(system, moesi::Copies<true>{});
    moesi::add_directory_properties(system);
    cores::add_properties<NodeKind::l1, Monitor>(system);
}

}  // namespace tandem::mttop
