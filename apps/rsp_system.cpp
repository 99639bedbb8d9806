#include "apps/rsp_system.hpp"

#include "apps/rsp_binding.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_rsp(const RspSystem& system, bool monitored) {
    if (monitored) check_shares_data(system.config);
    if (system.config.components > 1) return monitored ? rsp::make_system<rsp::RspOfComponents>(system.config, system.rules) : rsp::make_free<rsp::RspOfComponents>(system.config);
    return monitored ? rsp::make_system<rsp::Rsp>(system.config, system.rules) : rsp::make_free<rsp::Rsp>(system.config);
}

}  // namespace tandem::apps
