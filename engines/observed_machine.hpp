// A machine and who watches it, which live together.
#pragma once

#include "perfsim/machine.hpp"

namespace tandem::engines {

/// A derived class makes the observer, and passes it to `machine()`.
template <class Text>
class ObservedMachine : public perfsim::Simulation {
public:
    ObservedMachine(const typename Text::Config& config, const perfsim::MachineDescription& description)
        : machine_(config, description) {}
    perfsim::Memory& memory() override { return machine_.memory(); }
    /// What caches hold at the end of a run goes back without time, and unobserved.
    void write_back() override {
        machine_.observe(nullptr);
        machine_.write_back();
    }
    perfsim::Statistics statistics() const override { return machine_.statistics(); }
    perfsim::Cycle now() const override { return machine_.now(); }
    const perfsim::MachineDescription& description() const override { return machine_.description(); }

protected:
    perfsim::Machine<Text>& machine() { return machine_; }
    void run_grid(const perfsim::Launch& launch) override {
        machine_.limit = limit;
        machine_.progress = progress;
        machine_.timeline = timeline;
        machine_.run(launch);
    }

private:
    perfsim::Machine<Text> machine_;
};

}  // namespace tandem::engines
