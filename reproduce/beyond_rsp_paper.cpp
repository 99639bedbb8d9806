// Questions that the RSP paper does not ask, on its benchmarks: the cost of the repairs, where the time goes, and alternatives
// for thieves.
#include "reproduce/paper.hpp"

namespace tandem::reproduce {

namespace {

const char* const ours = "beyond the paper";

Configuration with(Configuration c, const std::string& name, const std::string& setting, const std::string& value) {
    c.name = name;
    c.of_workload[setting] = value;
    return c;
}
Configuration of_variant(const std::string& variant) {
    Configuration c = rsp_scenario("rem-sync");
    c.name = c.variant = variant;
    return c;
}
std::vector<Configuration> variants() {
    return {of_variant("published"), of_variant("late-invalidation"), of_variant("promoting-release"),
            of_variant("stalling-acquire"), of_variant("repaired")};
}

const char* const of_repairs =
    "rem-sync on the protocol as published, with each repair alone, and with all. The kernels use rm_acq and rm_ar; "
    "docs/reproduction.md has what rm_rel costs.";

Figure repairs() {
    return {"rsp-repairs", "Cycles with the repairs", ours, "", Measure::cycles, "published", Mean::geometric, variants(), {}, {},
            of_repairs};
}
Figure repairs_traffic() {
    return {"rsp-repairs-traffic",
            "NoC traffic with the repairs",
            ours,
            "",
            Measure::flits,
            "published",
            Mean::geometric,
            variants(),
            {},
            {},
            of_repairs};
}
Figure repairs_operations() {
    Figure f{"rsp-repairs-operations",
             "Cycles of remote operations with the repairs",
             ours,
             "cycles",
             Measure::rm_acq_cycles,
             "",
             Mean::geometric,
             {},
             {},
             {},
             of_repairs};
    for (const auto& [measure, what] : {std::pair{Measure::rm_acq_cycles, "rm_acq"}, std::pair{Measure::rm_ar_cycles, "rm_ar"}})
        for (const char* variant : {"published", "stalling-acquire", "repaired"}) {
            Configuration c = of_variant(variant);
            c.name = std::string(what) + ", " + variant;
            c.measure = measure;
            f.configurations.push_back(c);
        }
    return f;
}

const char* const of_looks =
    "\"look first\": a thief looks at the ends of a queue with relaxed loads, and uses an operation that acquires only if it "
    "seems to have an element.";

Configuration looking_first(const std::string& scenario) {
    return with(rsp_scenario(scenario), scenario + ", look first", "looks", "relaxed");
}

Figure looks() {
    return {"rsp-looks",
            "Speedup of thieves that look before they promote",
            ours,
            "",
            Measure::performance,
            "baseline",
            Mean::geometric,
            {rsp_scenario("baseline"), rsp_scenario("scope-only"), rsp_scenario("steal-only"), looking_first("steal-only"),
             rsp_scenario("rem-sync"), looking_first("rem-sync")},
            {},
            {},
            of_looks};
}

/// For one configuration, the shares of its work-groups' time.
Figure time(const std::string& name, const std::string& title, const Configuration& of, const char* note) {
    Figure f{name, title, ours, "shares", Measure::working, "", Mean::arithmetic, {}, {}, {}, note};
    for (const auto& [measure, what] : {std::pair{Measure::working, "working"}, std::pair{Measure::popping, "popping"},
                                        std::pair{Measure::stealing, "stealing"}, std::pair{Measure::searching, "searching"},
                                        std::pair{Measure::idle, "idle"}}) {
        f.configurations.push_back(of);
        f.configurations.back().name = what;
        f.configurations.back().measure = measure;
    }
    return f;
}

const char* const of_time =
    "Popping: taking elements of the own queue. Stealing: operations on queues of others that had an element. Searching: looks "
    "at queues of others that were empty. Idle: from the end of a work-group to that of the round's last.";

Figure victims() {
    Figure f{"rsp-victims",
             "Steals that are lost, by the order in which thieves visit queues",
             ours,
             "",
             Measure::steals_lost,
             "",
             Mean::arithmetic,
             {},
             {},
             {},
             "last: a thief goes on at the queue that it last stole from, as in all other figures; next: at the one after its "
             "own; random: in another order each time."};
    for (const char* scenario : {"steal-only", "rem-sync"})
        for (const char* order : {"last", "next", "random"}) {
            const std::string name = std::string(order) + ", " + scenario;
            Configuration c = rsp_scenario(scenario);
            c.name = name;
            f.configurations.push_back(order == std::string("last") ? c : with(c, name, "victims", order));
        }
    return f;
}

}  // namespace

std::vector<Figure> beyond_rsp_paper() {
    return {repairs(),
            repairs_traffic(),
            repairs_operations(),
            looks(),
            time("rsp-time", "Where work-groups' time goes in rem-sync", rsp_scenario("rem-sync"), of_time),
            time("rsp-time-looks", "Where work-groups' time goes in rem-sync if thieves look first", looking_first("rem-sync"),
                 of_time),
            victims()};
}

}  // namespace tandem::reproduce
