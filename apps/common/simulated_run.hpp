// Simulated runs as a check's further witnesses: what the search asks of the simulator, which is in the library of the other
// commands.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tandem::apps {

struct SimulatedRunsAsked {
    std::string protocol, variant;
    std::vector<std::string> workloads;
    std::string called;  // the protocol or its folder, as a command names it
    double seconds = 0;  // wall-clock limit for all of them; 0 for none
    const std::atomic<bool>* interrupt = nullptr;
    std::function<void(const std::string& what)> shows{};  // progress
};

/// A workload's run on the first machine that takes the protocol, with the monitor if the protocol has copies to judge.
struct SimulatedRun {
    enum class End : std::uint8_t { right, wrong, cut, refused };
    End end;
    std::string workload;
    std::string command;       // that repeats it
    std::string result;        // what was wrong, or why it was cut or refused
    std::uint64_t judged = 0;  // how often the monitor has judged a block or a load; 0 without one
    std::int64_t cycles = 0;
    double seconds = 0;  // of processor time
};

/// `tandem_simulated_runs` in the library of commands; apps/sim/simulated_runs.cpp.
using SimulatedRuns = void(const SimulatedRunsAsked& asked, std::vector<SimulatedRun>& runs);

}  // namespace tandem::apps
