#include "protocols/tc/settings.hpp"

#include "protocols/baseline/settings.hpp"

namespace tandem::tc {

const model::Settings<Config>& settings() {
    static const auto all = [] {
        model::Settings<Config> all("tc");
        all.choice("consistency", &Config::consistency,
                   {{Consistency::sc, "one outstanding access a warp"},
                    {Consistency::rc, "several, to different blocks, and fences that wait for all"}})
            .choice("write atomicity (II-D)", &Config::atomicity,
                    {{Atomicity::strong, "a store waits at L2 until all leases of its block have expired"},
                     {Atomicity::weak, "it is performed at once, and fences wait for leases (GWCT); with rc"}})
            .choice("lease choice (II-D3)", &Config::choice,
                    {{LeaseChoice::any, "L2 grants one of the shape's leases, whichever the environment likes"},
                     {LeaseChoice::predicted,
                      "one for all blocks, longer after a read by an SM whose copy has expired, shorter after a store that finds "
                      "a lease"}})
            .choice("waiting", &Config::patience,
                    {{Patience::patient, "leases are waited for"},
                     {Patience::impatient, "strong stores and weak fences do not wait: broken", model::Promise::none}})
            .choice("inclusion (II-D2)", &Config::inclusion,
                    {{Inclusion::inclusive, "a line leaves L2 when its lease has expired"},
                     {Inclusion::non_inclusive, "at any time: broken", model::Promise::none}})
            .choice("clocks (II-D1)", &Config::clocks,
                    {{Clocks::synchronised, "all show the same time"},
                     {Clocks::skewed, "the last SM's is one tick behind: broken", model::Promise::none}});
        return baseline::add_numbers(all)
            .words()
            .numbers("lease", &Config::leases, &Config::lease_choices, 1, model::max_time / 2,
                     "in ticks; several, which L2 chooses from, as in 1/2/4")
            .shape("small", "sms=2,warps=1,blocks=2,values=2,lease=1/2/3/4")
            .shape("tiny", "sms=2,warps=1,blocks=1,values=2,lease=2")
            .shape("warps", "sms=1,warps=2,blocks=1,values=2,lease=2")
            .wide("wide", "sms=2,warps=2,blocks=2,values=2,lease=1/2,atomics=1")
            .wide("wide-lanes", "sms=2,warps=2,blocks=2,values=2,lease=1,capacity=2,lanes=2,atomics=1")
            .wide("wide-words", "sms=2,warps=2,blocks=2,values=2,lease=1/2,words=2,atomics=1")
            .wide("wide-banks", "sms=2,warps=2,blocks=2,values=2,lease=1/2,atomics=1,banks=2");
    }();
    return all;
}

void complete(Config& config, const model::Said& said) {
    // TC-Weak keeps no order between a warp's accesses, so it goes with RC.
    if (config.atomicity == Atomicity::weak) {
        if (said("sc"))
            throw model::UsageError(
                "weak does not give SC, for what one SM has read another may not see yet: weak,rc is accepted");
        config.consistency = Consistency::rc;
    }
    baseline::check(config);
    config.shape.horizon = config.furthest();
}

}  // namespace tandem::tc
