// The picture of costs, for a file of its own and for a page.
#pragma once

#include <functional>
#include <string>

#include "apps/explore/explore.hpp"

namespace tandem::apps {

/// Cycles to the right, `upwards` the other way; `link` says where a row's mark leads, nowhere if it is empty.
std::string scatter_of(const DesignSpace& space, Figure upwards, const std::function<std::string(std::size_t row)>& link);

}  // namespace tandem::apps
