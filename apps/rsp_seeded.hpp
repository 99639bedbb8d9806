// Remote-scope promotion with a seeded bug.
#pragma once

#include <memory>

#include "apps/seeded_bug.hpp"
#include "protocols/rsp/components.hpp"
#include "protocols/rsp/protocol.hpp"
#include "specs/ownership.hpp"

namespace tandem::apps {

/// With the properties of the true text, and the programs that each shape has by default.
std::unique_ptr<model::Network> make_seeded(const rsp::Config& config, const model::AllHandlers<rsp::Rsp<model::Concrete>>& handlers);
/// Of several components: with a lock that wavefronts share like this.
std::unique_ptr<model::Network> make_seeded(const rsp::Config& config, specs::Sharing sharing, const model::AllHandlers<rsp::RspOfComponents<model::Concrete>>& handlers);

}  // namespace tandem::apps
