#include "protocols/apu/settings.hpp"

#include "model/usage_error.hpp"

namespace tandem::apu {

using model::Sort;

const model::Settings<Config>& settings() {
    static const auto all = [] {
        model::Settings<Config> stated("apu");
        stated
            .choice(
                "an acquire (2.2)", &Config::acquire,
                {{Acquire::forgets_fills, "what is on its way to GL1 meanwhile is given to the loads that wait, and not kept"},
                 {Acquire::keeps_fills, "it resets the valid bits, and what is on its way becomes valid: broken",
                  model::Promise::none}})
            .choice("a write-through at GL2", &Config::write_throughs,
                    {{WriteThroughs::hold_the_block, "nobody reads the block until the directory has acknowledged it"},
                     {WriteThroughs::merge_at_once, "its data can be read on arrival, as in public sources: broken",
                      model::Promise::none}})
            .choice("the directory acknowledges a write-through", &Config::acknowledges,
                    {{Acknowledges::after_probes, "when the CPUs have answered its invalidations"},
                     {Acknowledges::before_probes, "at once, as in public sources: broken", model::Promise::none}})
            .choice("a CPU that reads a block of GL2 gets it", &Config::read_grant,
                    {{ReadGrant::shared, "to read"},
                     {ReadGrant::exclusive, "to write as well, as in public sources: broken", model::Promise::none}})
            .choice(
                "GL1s are made coherent (2.2, 9.1)", &Config::gl1s,
                {{Gl1s::software_coherent, "by acquires, which invalidate all of GL1"},
                 {Gl1s::hardware_coherent,
                  "by GL2, which broadcasts invalidations and waits for the answers: an acquire invalidates nothing (Fig. 16)"},
                 {Gl1s::hardware_coherent_told, "so, and GL2 still tells the directory what it evicts: broken",
                  model::Promise::none}})
            .choice("requests for a busy block", &Config::busy,
                    {{Busy::stalls, "wait in their channel, with all behind them"},
                     {Busy::queues, "wait at GL2 and at the directory, which also waits for memory; others pass"}});
        return add_numbers(stated)
            .flag("atomics", &Config::atomics, "1: there are read-modify-writes")
            .shape("small", "cores=2,cpus=1,threads=1,blocks=1,values=2")
            .shape("cus", "cores=2,cpus=0,threads=1,blocks=1,values=2")
            .shape("cpus", "cores=2,cpus=2,threads=1,blocks=1,values=2,buffered=2")
            .shape("threads", "cores=2,cpus=1,threads=2,blocks=1,values=2")
            .shape("mixed", "cores=3,cpus=1,threads=1,blocks=1,values=2")
            .shape("early", "cores=2,cpus=1,threads=1,blocks=1,values=2,early=1")
            .wide("wide", "cores=3,cpus=1,threads=2,blocks=2,values=2,early=1,atomics=1")
            .wide("wide-lanes", "cores=4,cpus=2,threads=2,blocks=2,values=2,buffered=2,capacity=2,lanes=2,early=1,atomics=1");
    }();
    return all;
}

void check(const Config& config) {
    const auto text = [](int n) { return std::to_string(n); };
    if (config.cpus > config.shape[Sort::core])
        throw model::UsageError("cpus=" + text(config.cpus) + " of cores=" + text(config.shape[Sort::core]) +
                                ": at most as many CPUs as cores are accepted");
    if (config.gl2s > config.shape[Sort::address])
        throw model::UsageError("gl2s=" + text(config.gl2s) + " with blocks=" + text(config.shape[Sort::address]) +
                                " leaves a part of GL2 without a block: at least as many blocks are accepted");
    if (config.lanes > config.capacity)
        throw model::UsageError("lanes=" + text(config.lanes) + " needs capacity=" + text(config.lanes) +
                                " or more: an instruction may send a message for each block");
}

}  // namespace tandem::apu
