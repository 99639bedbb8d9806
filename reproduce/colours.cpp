#include "reproduce/colours.hpp"

#include <map>
#include <stdexcept>
#include <utility>

#include "apps/pictures/colours.hpp"

namespace tandem::reproduce {

namespace {

/// Related bars of a figure, such as a scenario or a part of the time, share a hue; differences within them are shades.
const std::map<std::string, std::pair<Hue, Shade>>& colours() {
    using enum Hue;
    using enum Shade;
    static const std::map<std::string, std::pair<Hue, Shade>> all{
        {"lease 8", {blue, light}},
        {"lease 10", {blue, dark}},
        {"lease 12", {teal, middle}},
        {"lease 16", {purple, light}},
        {"lease 20", {purple, dark}},

        {"baseline", {grey, middle}},
        {"scope-only", {ochre, light}},
        {"steal-only", {vermilion, middle}},
        {"rem-sync", {blue, dark}},
        {"steal-only, look first", {vermilion, light}},
        {"rem-sync, look first", {blue, light}},

        {"stolen, steal-only", {vermilion, middle}},
        {"stolen, rem-sync", {blue, dark}},
        {"lost, steal-only", {vermilion, light}},
        {"lost, rem-sync", {blue, light}},
        {"cmp, baseline", {grey, middle}},
        {"cmp, steal-only", {vermilion, middle}},
        {"remote, rem-sync", {blue, dark}},
        {"wg, rem-sync", {blue, light}},
        {"all, rem-sync", {purple, dark}},

        {"SCsimple", {grey, middle}},
        {"SCwb", {ochre, light}},
        {"TSO", {vermilion, middle}},
        {"RMO", {blue, light}},
        {"RMO with load reordering", {blue, dark}},
        {"SC, no L1", {grey, dark}},
        {"RC, no L1", {grey, light}},
        {"SC, leases", {purple, dark}},
        {"RC, leases", {purple, light}},
        {"SC, timestamps", {green, dark}},
        {"RC, timestamps", {green, light}},

        {"published", {grey, dark}},
        {"late-invalidation", {ochre, light}},
        {"promoting-release", {teal, middle}},
        {"stalling-acquire", {purple, light}},
        {"repaired", {green, dark}},
        {"rm_acq, published", {grey, dark}},
        {"rm_acq, stalling-acquire", {purple, dark}},
        {"rm_acq, repaired", {green, dark}},
        {"rm_ar, published", {grey, light}},
        {"rm_ar, stalling-acquire", {purple, light}},
        {"rm_ar, repaired", {green, light}},

        {"HRF", {grey, middle}},
        {"HRF, hardware coherence", {ochre, light}},
        {"GL2 takes in one message a cycle", {blue, light}},
        {"GL2 has one event a cycle", {blue, dark}},
        {"ports move one message a cycle", {purple, light}},
        {"all three", {vermilion, dark}},
        {"ports move 64 messages a cycle", {purple, dark}},
        {"HRF with such ports", {grey, dark}},
        {"LSC as written", {vermilion, middle}},
        {"LSC as written, exact directory", {blue, light}},
        {"LSC repaired, exact directory", {blue, dark}},
        {"SC without mutexes, exact directory", {green, dark}},
        {"as-written", {grey, dark}},
        {"stores-wait", {vermilion, middle}},
        {"every-store", {vermilion, dark}},
        {"mrf-drains", {violet, middle}},
        {"stores-in-order", {ochre, light}},
        {"loads-return", {teal, middle}},
        {"wavefronts-queue", {purple, light}},
        {"without-stores-wait", {green, light}},
        {"without-every-store", {green, middle}},
        {"without-mrf-drains", {teal, dark}},
        {"one-at-a-time", {blue, dark}},
        {"evictions", {ochre, light}},
        {"invalidations", {vermilion, middle}},
        {"mutexes", {blue, dark}},
        {"N = 1", {blue, dark}},
        {"N = 4", {blue, light}},
        {"N = 8", {purple, light}},
        {"N = 16", {purple, dark}},
        {"exact directory", {green, dark}},

        {"as-written, 1", {vermilion, light}},
        {"as-written, 30", {vermilion, middle}},
        {"as-written, 120", {vermilion, dark}},
        {"repaired, 1", {blue, light}},
        {"repaired, 30", {blue, middle}},
        {"repaired, 120", {blue, dark}},
        {"as-written, 100, counts to 7", {vermilion, light}},
        {"as-written, 400, counts to 7", {vermilion, dark}},
        {"repaired, 100, counts to 7", {blue, light}},
        {"repaired, 400, counts to 7", {blue, middle}},
        {"repaired, 400, counts to 400", {blue, dark}},
        {"repaired, 4096, counts to 4096", {green, dark}},

        {"working", {green, dark}},
        {"popping", {ochre, middle}},
        {"stealing", {vermilion, dark}},
        {"searching", {purple, light}},
        {"idle", {grey, light}},

        {"last, steal-only", {vermilion, dark}},
        {"next, steal-only", {vermilion, middle}},
        {"random, steal-only", {vermilion, light}},
        {"last, rem-sync", {blue, dark}},
        {"next, rem-sync", {blue, middle}},
        {"random, rem-sync", {blue, light}},
    };
    return all;
}

/// Whether a name is that of a protocol and its consistency.
bool is_protocol(const Configuration& c) { return c.settings.empty() && c.of_workload.empty() && !c.measure; }

}  // namespace

std::string colour_of(const Configuration& configuration) {
    if (const auto found = colours().find(configuration.name); found != colours().end())
        return colour(found->second.first, found->second.second);
    if (!is_protocol(configuration))
        throw std::logic_error("the configuration '" + configuration.name +
                               "' has no colour: it needs one in reproduce/colours.cpp");
    return apps::colour_of(configuration.protocol, configuration.variant);
}

}  // namespace tandem::reproduce
