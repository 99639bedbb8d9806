#include "apps/rsp_system.hpp"

#include "apps/rsp_binding.hpp"
#include "apps/rsp_seeded.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_rsp(const RspSystem& system, bool monitored) {
    if (monitored) check_shares_data(system.config);
    if (system.config.components > 1) return monitored ? rsp::make_system<rsp::RspOfComponents>(system.config, system.rules) : rsp::make_free<rsp::RspOfComponents>(system.config);
    return monitored ? rsp::make_system<rsp::Rsp>(system.config, system.rules) : rsp::make_free<rsp::Rsp>(system.config);
}

namespace {

template <template <class> class Text>
std::unique_ptr<model::Network> make_seeded(const rsp::Config& config, const specs::SharingRules& rules, const model::AllHandlers<Text<model::Concrete>>& handlers) {
    auto network = rsp::make_system<Text>(config, rules);
    network->replace(handlers);
    return network;
}

specs::SharingRules default_rules(const rsp::Config& config) {
    return {config.shape[model::Sort::core], config.shape[model::Sort::thread], config.shape[model::Sort::address], config.components, config.cus_of_each};
}

}  // namespace

std::unique_ptr<model::Network> make_seeded(const rsp::Config& config, const model::AllHandlers<rsp::Rsp<model::Concrete>>& handlers) {
    return make_seeded<rsp::Rsp>(config, default_rules(config), handlers);
}

std::unique_ptr<model::Network> make_seeded(const rsp::Config& config, specs::Sharing sharing, const model::AllHandlers<rsp::RspOfComponents<model::Concrete>>& handlers) {
    specs::SharingRules rules = default_rules(config);
    rules.sharing = {sharing};
    rules.passing = {specs::Passing::lock};
    return make_seeded<rsp::RspOfComponents>(config, rules, handlers);
}

}  // namespace tandem::apps
