// A protocol on a machine, with the monitor of the properties that the checker proves, or without.
#pragma once

#include "perfsim/monitor.hpp"
#include "specs/single_writer.hpp"

namespace tandem::apps {

/// A machine and who watches it, which live together.
template <class P, class Copies>
class Watched final : public perfsim::Simulation {
public:
    Watched(const typename P::Config& config, const perfsim::MachineDescription& description, Copies copies)
        : machine_(config, description), monitor_(machine_, copies, specs::Apart{}) {
        machine_.observe(&monitor_);
        judged = [this] { return Judgements{monitor_.judged, monitor_.seconds}; };
    }
    perfsim::Memory& memory() override { return machine_.memory(); }
    void write_back() override {
        machine_.observe(nullptr);
        machine_.write_back();
    }
    perfsim::Statistics statistics() const override { return machine_.statistics(); }
    perfsim::Cycle now() const override { return machine_.now(); }
    const perfsim::MachineDescription& description() const override { return machine_.description(); }

protected:
    void run_grid(const perfsim::Launch& launch) override {
        machine_.limit = limit;
        machine_.progress = progress;
        machine_.run(launch);
    }

private:
    perfsim::Machine<P> machine_;
    perfsim::Monitor<P, Copies, specs::Apart> monitor_;
};

template <class P, class Copies>
std::unique_ptr<perfsim::Simulation> make_simulation(const typename P::Config& config, const perfsim::MachineDescription& machine, Copies copies, bool monitored) {
    if (monitored) return std::make_unique<Watched<P, Copies>>(config, machine, copies);
    return std::make_unique<perfsim::Machine<P>>(config, machine);
}

}  // namespace tandem::apps
