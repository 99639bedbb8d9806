#include "apps/gtsc_system.hpp"

#include "protocols/gtsc/properties.hpp"
#include "specs/memory_order.hpp"
#include "specs/single_writer.hpp"

namespace tandem::apps {

namespace {

template <class System>
void add_properties(System& system) {
    specs::add_single_writer(system, gtsc::ReadableCopies{});
    gtsc::add_warp_ts_monotone(system);
    system.add_property({"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    system.add_property({"access-completes",
                         "every access completes, if no message, fill, renewal or answer is postponed forever", model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<gtsc::Outcome>>([&](auto d) {
        if (gtsc::expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

}  // namespace

std::unique_ptr<model::Network> make_gtsc(const gtsc::Config& config, bool monitored) {
    using Text = gtsc::Gtsc<model::Concrete>;
    if (!monitored) {
        auto system = std::make_unique<model::System<Text>>(config);
        add_properties(*system);
        return system;
    }
    auto system = std::make_unique<model::System<Text, specs::WatchedStore>>(config);
    specs::add_load_value(*system);
    specs::add_no_store_lost(*system, gtsc::CurrentValue{});
    add_properties(*system);
    return system;
}

}  // namespace tandem::apps
