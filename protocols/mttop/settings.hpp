// The settings of an MTTOP run for users.
#pragma once

#include "model/settings.hpp"
#include "protocols/mttop/config.hpp"

namespace tandem::mttop {

const model::Settings<Config>& settings();

}  // namespace tandem::mttop
