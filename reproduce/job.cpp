#include "reproduce/job.hpp"

#include <fmt/format.h>

#include "apps/sim/report.hpp"
#include "apps/sim/sim.hpp"
#include "model/hash.hpp"
#include "model/version.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::reproduce {

extern const char* const simulation_fingerprint;

}

namespace tandem::reproduce {

namespace {

/// Names only have to differ: the key is in the file, and is compared.
std::uint64_t hash(const std::string& text) {
    std::uint64_t h = text.size();
    for (const char c : text) h = model::hash_with(h, static_cast<unsigned char>(c));
    return h;
}

}  // namespace

nlohmann::json program() { return {{"version", version}, {"sources", simulation_fingerprint}}; }

nlohmann::json Job::key() const {
    return {{"protocol", protocol}, {"variant", variant}, {"workload", workload}, {"settings", settings}, {"size", size},
            {"seed", seed},         {"machine", machine}, {"energy", energy},     {"program", program()}};
}

std::string Job::file_name() const {
    return fmt::format("{}-{}-{}-{:016x}.json", workload, protocol, variant, hash(key().dump()));
}

Job job_of(const Paper& paper, const Benchmark& benchmark, const Configuration& configuration,
           const std::vector<Setting>& settings, std::uint64_t seed, const Conditions& conditions) {
    const std::string machine = conditions.machine.empty() ? paper.machine : conditions.machine;
    Job job{configuration.protocol,
            configuration.variant,
            benchmark.workload,
            benchmark.size,
            seed,
            machine,
            benchmark.settings,
            conditions.energy.empty() ? perfsim::energy_machine_text : conditions.energy};
    for (const auto& [name, value] : configuration.of_workload) job.settings[name] = value;
    if (!job.settings.contains(apps::cpu_phases)) job.settings.erase(apps::shared_with_cpus);
    std::map<std::string, int> changed;
    for (const auto* list : {&configuration.settings, &settings})
        for (const Setting& s : *list)
            if (concerns(s.key, job.protocol) && (!s.key.starts_with("cpus.") || job.settings.contains(apps::cpu_phases)))
                changed[s.key] = s.value;
    for (const auto& [key, value] : changed)  // a value that the machine has anyway is no change: the same run serves both
        if (perfsim::setting_value(machine, key) != value) job.machine = perfsim::with_setting(job.machine, key, value);
    return job;
}

nlohmann::json run(const Job& job, const std::atomic<bool>& stop) {
    SimOptions options;
    options.protocol = job.protocol;
    options.selection.variant = job.variant;
    options.workload = job.workload;
    options.workload_options = {job.size, job.seed, job.settings};
    options.tick = [&stop] {
        if (stop) throw Interrupted{};
    };
    return as_json(
        simulate(options, perfsim::machine_from(job.machine, "machine"), perfsim::energy_table_from(job.energy, "energy")));
}

}  // namespace tandem::reproduce
