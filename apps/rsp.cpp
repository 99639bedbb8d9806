// Remote-scope promotion in the catalogue: names of variants and shapes, and the engines.
#include "apps/rsp_config.hpp"
#include "apps/rsp_sim.hpp"
#include "apps/rsp_system.hpp"
#include "apps/usage_error.hpp"

namespace tandem::apps {

Protocol rsp_protocol() {
    return {
        "rsp",
        "Remote-scope promotion on scoped caches (Orr et al., ASPLOS 2015)",
        {{"description",
          {{"published", "as the paper has it"},
           {"repaired", "with all three repairs"},
           {"late-invalidation", "one repair: an acquire invalidates its L1 when its access has been performed, not before"},
           {"promoting-release", "one repair: a remote release flushes and stalls the other L1s first, as rm_ar does"},
           {"stalling-acquire", "one repair: a remote acquire stalls synchronization at the other L1s, as rm_ar does"}}},
         {"dirty data in an L1 that is invalidated (2.3, 3.2)",
          {{"keeps-writes", "cannot be read any more, and are written through in their turn"}, {"forgets-writes", "are lost: broken"}}},
         {"synchronization stalls (4.3)", {{"arrival", "from the flush marker's arrival"}, {"head", "from when it is at the FIFO's head: broken"}}}},
        rsp_shapes(),
        rsp_shape_keys(),
        [](const Selection& s, bool) { return make_rsp(rsp_system(s)); },
        [](const Selection& s) { return describe(rsp_system(s)); },
        [](const Selection&, bool) -> smt::Problem { throw UsageError("rsp cannot be proved yet: gtsc is accepted"); },
        [](const Selection&, const ExportOptions&) -> std::vector<ExportedFile> { throw UsageError("rsp cannot be exported yet"); },
        [](const Selection& s, const perfsim::MachineDescription& machine, bool monitored) { return simulate_rsp(rsp_system({s.variant, ""}).config, machine, monitored); },
        [](const Selection&, const std::vector<specs::Test>&) -> Played { throw UsageError("rsp cannot play programs yet"); },
        true,
        true,
    };
}

}  // namespace tandem::apps
