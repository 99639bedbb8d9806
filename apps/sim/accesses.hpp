// What the threads of a simulated run store and load, as their kernels see it: a machine between a workload and the machine that
// runs it, which follows each warp's requests and answers. It knows nothing of a protocol.
//
// A thread is a lane of a warp. The lanes of an instruction are in no order among each other, and a warp's order is that of each
// of its lanes. Accesses of a thread are told in its order; those of different threads as they come. So a warp's accesses wait
// for a load before them whose words the kernel has not asked for yet. Nothing else is held.
//
// Memory holds real words, and a log's memory holds 0 at first. So the word that an address holds at first is told as 0, and a
// zero that is stored over another as 2^32. No other word has a value of more than 32 bits.
//
// Each store has a number, which the machine carries with its words. So it is known which store a load has read, whatever the
// words are: a lock that is 0 and 1 in turn says nothing of that.
#pragma once

#include <coroutine>
#include <cstdint>
#include <memory>
#include <vector>

#include "perfsim/simulation.hpp"
#include "specs/audit/trace.hpp"

namespace tandem::apps {

struct Access {
    // the warp's number in its grid, times the lanes of a warp, plus the lane; or `first_cpu_thread`, plus the CPU; in bytes
    std::uint64_t thread, address;
    audit::Kind kind;
    std::uint64_t reads, writes;
    std::uint64_t begin, end;  // cycles; audit::no_time where nobody knows
    std::uint32_t from = 0;    // the number of the store whose word it reads; 0: what was there at first
    std::uint32_t number = 0;  // of what it stores
    audit::Synchronization how{};  // of a run whose accesses have scopes; its launches count by two, and the host's are between
    audit::Seat seat{};            // of the thread, in such a run
};

/// The thread that stores what the host writes between launches.
inline constexpr std::uint64_t host_thread = std::uint64_t{1} << 32;

/// Those of CPUs follow those of warps.
inline constexpr std::uint64_t first_cpu_thread = std::uint64_t{1} << 31;

/// Is told of them.
class Accesses {
public:
    virtual ~Accesses() = default;
    virtual void access(const Access& access) = 0;
    /// What an address holds in the end.
    virtual void final_value(std::uint64_t address, std::uint64_t value, std::uint32_t from) = 0;
    /// In the end: which stores' words took the place of which, as copies and memory were seen to change.
    virtual void replaced(const std::vector<perfsim::Replaced>& pairs) = 0;
    /// Whether that is worth keeping: there may be several for each store.
    virtual bool asks_for_replaced() const { return true; }
    /// So many loads and atomics of lanes are told nowhere, since they were not answered before the run ended.
    virtual void left_out(std::uint64_t accesses) = 0;
    /// Before a run whose accesses synchronize by scopes. May throw UsageError.
    virtual void scoped() = 0;
    /// A thread of such a run passes a barrier of its thread block.
    virtual void barrier(const Access& of) = 0;
};

class RecordedSimulation final : public perfsim::Simulation {
public:
    /// Both outlive this, and the machine's launches end before it.
    RecordedSimulation(perfsim::Simulation& machine, Accesses& to);
    ~RecordedSimulation() override;

    perfsim::Memory& memory() override { return machine_.memory(); }
    void write_back() override { machine_.write_back(); }
    perfsim::Statistics statistics() const override { return machine_.statistics(); }
    perfsim::Cycle now() const override { return machine_.now(); }
    const perfsim::MachineDescription& description() const override { return machine_.description(); }

    /// Tells what waits for loads that will not be answered any more. Those are left out; of atomics among them what they store,
    /// where that does not depend on what they find.
    void end();
    /// After the machine's `write_back`: what the words that were touched hold, and how they came to.
    void final_values();

protected:
    void run_grid(const perfsim::Launch& launch) override;

private:
    class Followed;  // a warp: what it has asked for and not been told
    perfsim::Kernel followed(perfsim::Warp& warp, perfsim::Kernel kernel);
    void host_writes();
    std::uint64_t told_word(std::uint64_t address, std::uint32_t word);
    std::uint32_t numbers(std::uint32_t how_many);
    std::uint64_t place(std::uint64_t block) const;
    std::uint16_t launch_number(bool of_host) const;

    perfsim::Simulation& machine_;
    Accesses& to_;
    std::uint64_t launches_ = 0, left_out_ = 0;
    bool is_scoped_ = false;  // some warp's accesses have scopes
    std::uint64_t first_of_launch_ = 0, threads_of_launch_ = 0;
    std::uint32_t next_number_ = 1;  // of a store
    std::vector<perfsim::Replaced> replaced_;
    std::uint32_t block_bytes_;
    perfsim::MemoryImage first_, latest_;  // at first; and when the latest launch had ended
    std::vector<bool> touched_;            // by word
    std::vector<std::unique_ptr<Followed>> warps_;
    std::vector<Followed*> free_;
};

}  // namespace tandem::apps
