// Names and numbers that a user types.
#pragma once

#include "apps/common/usage_error.hpp"
#include "model/words.hpp"

namespace tandem::apps {

using model::join, model::number, model::shown, model::split;

}  // namespace tandem::apps
