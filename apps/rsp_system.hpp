// Remote-scope promotion with its properties, for the explicit search.
#pragma once

#include "apps/rsp_config.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_rsp(const RspSystem& system);

}  // namespace tandem::apps
