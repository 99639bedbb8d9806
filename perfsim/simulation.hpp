// A machine that runs kernels, whatever its protocol.
#pragma once

#include <ctime>
#include <memory>
#include <string>

#include "perfsim/machine_description.hpp"
#include "perfsim/memory.hpp"
#include "perfsim/statistics.hpp"
#include "perfsim/stuck_error.hpp"
#include "perfsim/timeline.hpp"
#include "perfsim/warp_scheduler.hpp"

namespace tandem::perfsim {

class Simulation {
public:
    struct Judgements {
        std::uint64_t count = 0;  // 0 without a monitor
        double seconds = 0;       // processor time that they took, measured like `seconds`
    };

    virtual ~Simulation() = default;
    /// Host access; only between launches.
    virtual Memory& memory() = 0;
    /// Runs a grid to its end. Afterwards caches of SMs are empty, as in G-TSC's paper (V-D), including those that hardware keeps
    /// coherent between kernels. Throws StuckError.
    void run(const Launch& launch) {
        const Stopwatch stopwatch{seconds};
        run_grid(launch);
    }
    /// Writes back to memory everything that caches hold; costs no simulated time.
    virtual void write_back() = 0;
    virtual Statistics statistics() const = 0;
    virtual Cycle now() const = 0;
    /// A monitor's statistics.
    std::function<Judgements()> judged = [] { return Judgements(); };
    virtual const MachineDescription& description() const = 0;

    Cycle limit = never;                        // cycles after which a run is stuck
    std::function<void(Cycle now)> progress;    // called now and then
    double seconds = 0;                         // of processor time that `run` took
    Timeline* timeline = nullptr;               // receives the counts as time passes, if somebody wants to know
    std::string kernel;                         // the host's name for what it runs, for messages; may be empty

    /// Launches use two threads from now on; no count changes. To be called before anything else. Returns why they do not, or
    /// nothing.
    virtual std::string use_two_threads() { return "a monitor looks at the whole machine after each event"; }

protected:
    virtual void run_grid(const Launch& launch) = 0;

private:
    struct Stopwatch {
        double& seconds;
        std::clock_t start = std::clock();
        ~Stopwatch() { seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }
    };
};

}  // namespace tandem::perfsim
