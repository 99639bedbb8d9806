// TSO on MSI: the caches of examples/msi behind the core sides of protocols/cores, of which a write buffer with forwarding is the
// default. Neither text is changed.
#pragma once

#include "msi/protocol.hpp"
#include "protocols/cores/core_side.hpp"
#include "protocols/cores/properties.hpp"

namespace tandem::tso {

using msi::NodeKind, model::Sort;

/// MSI's, and those of a core's side.
BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t, hit, load_miss, store_miss, upgrade, stalled_transient, stalled_warp_busy,
                              stalled_same_block, stalled_fence, fence_passes, load_done, store_done, acks_awaited, ack_noted,
                              invalidated, upgrade_lost, shared_with_reader, given_to_writer, deferred, answered_late, put,
                              put_meets_reader, put_meets_writer, put_meets_inv, put_done, nothing_to_do, read_answered,
                              read_forwarded, write_answered, write_invalidates, write_forwarded, put_taken, put_too_late,
                              data_taken, dram_read, dram_filled, request_queued, l2_evicted, buffered, retires, stalled_buffer,
                              forwarded, load_waits, load_passes)

struct Words : msi::Words {
    using Outcome = tso::Outcome;
};

struct Config : baseline::Config, cores::Choices {
    Config() {
        consistency = baseline::Consistency::rc;  // the cache takes whatever its core's side lets it have
        side = cores::Side::tso;
        forwarding = cores::Forwarding::of_own;
    }
};

template <class D>
struct Tso : msi::DirectoryProtocol<D, Words> {
    using Config = tso::Config;
    using Outcome = tso::Outcome;
    using Nodes = std::tuple<cores::CoreSide<D, msi::Cache<D, Words>, Outcome>, msi::Directory<D, Words>>;
};

/// Whether a system of this shape must show an outcome in some run.
inline bool expected(Outcome outcome, const Config& config) {
    if (config.shape[Sort::core] == 1) return false;
    const auto of_side = cores::expected(outcome, config, config.atomics, config.shape[Sort::thread]);
    return of_side ? *of_side : baseline::expected(outcome, config);
}

template <class Monitor, class System>
void add_properties(System& system) {
    const Config& config = system.config();
    specs::add_usual_properties<Monitor>(system, baseline::ReadableCopies{}, baseline::CurrentValue{}, expected,
                                         !config.buffered() && !config.reorders_loads());
    specs::add_writer_alone(system, baseline::CopiesNow<true>{});
    cores::add_properties<NodeKind::sm, Monitor>(system);
}

}  // namespace tandem::tso
