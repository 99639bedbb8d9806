// The variants and shapes of remote-scope promotion, as the user names them.
#pragma once

#include "apps/catalog.hpp"
#include "protocols/rsp/config.hpp"
#include "specs/ownership.hpp"

namespace tandem::apps {

/// The protocol, and the programs without races that its wavefronts run in a search.
struct RspSystem {
    rsp::Config config;
    specs::SharingRules rules;
};

/// Throws UsageError for what is not known.
RspSystem rsp_system(const Selection& selection);
/// Throws UsageError where there is no block for data.
void check_shares_data(const rsp::Config& config);
/// Throws UsageError for what several components do not have.
void check_components(const rsp::Config& config);
std::string describe(const RspSystem& system);
std::string describe(const rsp::Config& config);
std::vector<Entry> rsp_shapes();
std::vector<Entry> rsp_shape_keys();

}  // namespace tandem::apps
