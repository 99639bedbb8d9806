// Names and numbers that a user types.
#pragma once

#include "apps/common/usage_error.hpp"
#include "model/words.hpp"

namespace tandem::apps {

using model::join, model::number, model::require_each_once, model::shown, model::split, model::split_once_each;

}  // namespace tandem::apps
