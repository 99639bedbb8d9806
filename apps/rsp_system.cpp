#include "apps/rsp_system.hpp"

#include "apps/rsp_binding.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_rsp(const RspSystem& system, bool monitored) {
    return monitored ? rsp::make_system(system.config, system.rules) : rsp::make_free(system.config);
}

}  // namespace tandem::apps
