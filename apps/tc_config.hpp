// What a user says of Temporal Coherence: `--variant weak,rc` and `--shape lease=4` as a tc::Config.
#pragma once

#include "apps/catalog.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::apps {

tc::Config tc_config(const Selection& selection);
std::string describe(const tc::Config& config);

/// What `tandem list` shows of it.
std::vector<Entry> tc_shapes();
std::vector<Entry> tc_shape_keys();

}  // namespace tandem::apps
