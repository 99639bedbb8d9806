// Remote-scope promotion with its properties, for the explicit search.
#pragma once

#include "apps/rsp_config.hpp"

namespace tandem::apps {

/// Without a monitor wavefronts do whatever they like.
std::unique_ptr<model::Network> make_rsp(const RspSystem& system, bool monitored);

}  // namespace tandem::apps
