// `tandem compare`: which protocol is faster for a workload, with other data as well: a table and a picture.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "apps/sim/sim.hpp"

namespace tandem::apps {

struct CompareOptions {
    std::vector<std::string> protocols;  // "name" or "name:variant"; none: all that can be simulated
    SimOptions sim;                      // but for protocol and variant; its seed is the first
    int seeds = 3;                       // of the workload's data, at least 1
    int threads = 0;                     // 0: as many as there are processors
    std::string json, svg;
};

/// The least, the mean and the greatest of several runs.
struct Spread {
    double least = 0, mean = 0, most = 0;
};

/// What a protocol took, seed by seed.
struct Compared {
    std::string protocol, variant;
    std::vector<SimReport> runs;  // by seed
    std::string refused;          // why there are none: it has not the kernel's accesses, or the user has not named it
    // of the machine, what it needs beside SMs, L1s, L2, DRAM and the network, and what it has no use for
    std::vector<std::string> besides = {}, without = {};

    std::string name() const { return variant.empty() ? protocol : protocol + ":" + variant; }
    /// The first result that is not correct, or nothing.
    std::string wrong() const;
};

struct Comparison {
    SimOptions sim;
    int seeds = 1;
    std::string machine;
    std::vector<Compared> protocols;

    Spread cycles(std::size_t protocol) const;
    /// How many times as fast as the first protocol, run by run on the same data; the mean is geometric. Nothing for one that has
    /// a wrong result.
    std::optional<Spread> speed(std::size_t protocol) const;
    /// The first whose results are all correct, or else the first that ran; `protocols.size()` if none did.
    std::size_t first() const;
};

/// Whether there is a machine for it. Of one that there is none for, its engine says why.
bool simulated(const Protocol& protocol, const std::string& variant);

/// Throws UsageError.
Comparison compare(const CompareOptions& options);

std::string as_text(const Comparison& comparison);
nlohmann::json as_json(const Comparison& comparison);
/// An SVG file that stands by itself.
std::string as_svg(const Comparison& comparison);

/// The whole command; returns the exit status: refuted if a result is wrong.
int run_compare(const CompareOptions& options);

}  // namespace tandem::apps
