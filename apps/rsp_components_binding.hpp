// Binds the text of several components to its properties, for texts with a seeded bug (cmake/mutants.cmake).
#pragma once

#include "apps/rsp_binding.hpp"

namespace tandem::rsp {

/// With a lock that all share at the system's scope, or one of a work-group that another component reaches by remote operations.
template <specs::Sharing sharing>
std::unique_ptr<model::Network> make_components(const Config& config) {
    specs::SharingRules rules{config.shape[Sort::core], config.shape[Sort::thread], config.shape[Sort::address], config.components};
    rules.sharing = {sharing};
    rules.passing = {specs::Passing::lock};
    return make_system<RspOfComponents>(config, rules);
}

}  // namespace tandem::rsp
