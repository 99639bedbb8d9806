// The system of a proof for the explicit search, whose states refute candidates. It is run, and so not compiled with what is only written down.
#pragma once

#include "engines/check_binding.hpp"

namespace tandem::engines {

template <class P>
Explored explored_system(typename P::Config asked, model::Limits limits) {
    auto config = proof_configuration<P>(std::move(asked), limits);
    if constexpr (requires { P::explored(config, limits); }) P::explored(config, limits);
    std::vector<int> leases;
    if constexpr (requires { config.grants(); }) leases.assign(config.grants().begin(), config.grants().end());
    return {explicit_system<P>(config, limits, true), leases};
}

template <class P>
void bind_explored(Protocol& protocol) { protocol.explored = [](const Selection& selection, model::Limits limits) { return explored_system<P>(configuration<P>(selection), limits); }; }

}  // namespace tandem::engines
