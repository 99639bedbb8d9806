// Incoherent for the explicit search.
#include "apps/plain_binding.hpp"
#include "protocols/incoherent/protocol.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_incoherent(const baseline::Config& config, bool monitored) { return make_plain<incoherent::Incoherent>(config, monitored); }

}  // namespace tandem::apps
