// The protocols without leases, BL and the incoherent L1, in the catalogue.
#pragma once

#include "apps/catalog.hpp"
#include "apps/usage_error.hpp"
#include "protocols/baseline/config.hpp"

namespace tandem::apps {

/// `--variant rc` and `--shape warps=2` as a configuration of either.
baseline::Config plain_config(const std::string& protocol, const Selection& selection);
std::string describe(const std::string& protocol, const baseline::Config& config);
/// What a machine makes of it.
baseline::Config on_machine(baseline::Config config, const perfsim::MachineDescription& machine);

// What other protocols with these settings, and more, share.
std::vector<Entry> plain_shape_keys();
/// Whether `word` is one of these keys with its value, which is then set.
bool take_shape_key(const std::string& word, baseline::Config& config);
/// Throws UsageError for what does not fit together.
void check_shape(const baseline::Config& config);
UsageError unknown_shape(const std::string& protocol, const std::string& word, const std::vector<Entry>& shapes, const std::vector<Entry>& keys);

// Each is bound to the engines in a file of its own.
std::unique_ptr<model::Network> make_baseline(const baseline::Config& config, bool monitored);
std::unique_ptr<model::Network> make_incoherent(const baseline::Config& config, bool monitored);
std::vector<ExportedFile> export_baseline(const baseline::Config& config, const Exported& what, const ExportOptions& options);
std::vector<ExportedFile> export_incoherent(const baseline::Config& config, const Exported& what, const ExportOptions& options);
std::unique_ptr<perfsim::Simulation> simulate_baseline(const baseline::Config& config, const perfsim::MachineDescription& machine, bool monitored);
std::unique_ptr<perfsim::Simulation> simulate_incoherent(const baseline::Config& config, const perfsim::MachineDescription& machine, bool monitored);

Played play_baseline(const baseline::Config& config, const std::vector<specs::Test>& tests);
Played play_incoherent(const baseline::Config& config, const std::vector<specs::Test>& tests);

}  // namespace tandem::apps
