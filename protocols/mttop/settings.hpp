// What a user may say of a run of MTTOP.
#pragma once

#include "model/settings.hpp"
#include "protocols/mttop/config.hpp"

namespace tandem::mttop {

const model::Settings<Config>& settings();

}  // namespace tandem::mttop
