// Each warp issues the instructions of its trace in order, and waits if one uses a load's result that has not arrived yet.
#include "perfsim/traces/trace_replay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/hash.hpp"
#include "perfsim/graphs/graph_file.hpp"
#include "perfsim/occupancy.hpp"
#include "perfsim/traces/kernel_trace.hpp"
#include "perfsim/traces/kernels_list.hpp"
#include "perfsim/traces/loads_under_way.hpp"
#include "perfsim/traces/memory_requests.hpp"

namespace tandem::perfsim {

namespace {

/// The words that stores write. They identify the instructions of warps, so that a monitor can tell versions of a block apart.
std::uint32_t written_by(std::uint64_t launch, std::uint64_t warp, std::uint64_t instruction) {
    return static_cast<std::uint32_t>(model::mixed((launch << 52) ^ (warp << 24) ^ instruction));
}

class TraceReplay final : public Workload {
public:
    explicit TraceReplay(const std::string& path) : list_(read_kernels_list(path)) {
        for (const std::string& kernel : list_.kernels)
            kernels_.push_back(std::make_unique<KernelTrace>(kernel, in_files_, map_));
    }

    void run(Simulation& simulation) override {
        const MachineDescription& machine = simulation.description();
        for (const auto& kernel : kernels_) check_fits(*kernel, machine);
        check_memory(machine);
        map_.lay_out(simulation.memory());
        block_bytes_ = static_cast<std::uint32_t>(machine.blocks.bytes);
        for (std::size_t launch = 0; launch < kernels_.size(); ++launch) {
            const KernelTrace& kernel = *kernels_[launch];
            simulation.run(launch_of(kernel, [this, &kernel, launch](Warp& w) { return replay(w, kernel, launch); }));
            ++replayed_.kernels;
        }
    }

    /// A trace does not give the final contents of memory, so it can only be checked that all of it was replayed.
    std::string check(const Memory&) const override {
        if (replayed_ == in_files_) return "";
        return fmt::format("{} instructions were replayed, and the trace has {}", replayed_.instructions, in_files_.instructions);
    }

    std::string success(bool monitored) const override {
        const std::string replayed =
            fmt::format("all of the trace was replayed: {} loads, stores and atomics of {} lanes and {} bytes; ",
                        replayed_.of(TraceKind::load) + replayed_.of(TraceKind::store) + replayed_.of(TraceKind::atomic),
                        replayed_.lanes, replayed_.bytes);
        return replayed + (monitored ? "the monitor found nothing, and there is no result to compare"
                                     : "nothing was judged, for there is no result to compare (--monitor judges coherence)");
    }

    WorkloadReport report() const override {
        WorkloadReport report;
        report.counts = as_counters(replayed_);
        report.counts.push_back({"memory requests", requests_});
        report.counts.push_back({"pages of 64 KB", map_.pages()});
        report.counts.push_back({"copies of the host", list_.copies});
        report.counts.push_back({"bytes copied", list_.copied_bytes});
        report.notes = {
            "loads to barriers were replayed, and what follows them took an issue slot each; all add up to the instructions",
            "a trace does not tell values: stores and atomics write words made of the warp and the instruction, and loads are "
            "compared with nothing",
            "it does not tell what synchronization would decide here: a loop that waited is replayed as often as it waited when "
            "it was traced",
            "nor which addresses depend on the timing: they are those of the traced run",
        };
        for (const auto& [call, times] : list_.skipped)
            report.notes.push_back(
                fmt::format("{} calls of {} by the host were skipped: they cost the device nothing", times, call));
        for (const auto& kernel : kernels_)
            if (!kernel->ended())
                report.notes.push_back(
                    fmt::format("{} ends without the '#END_TB' of its last thread block, which may lack warps", kernel->path()));
        for (const auto& kernel : kernels_)
            if (kernel->blocks().size() < kernel->header().thread_blocks)
                report.notes.push_back(
                    fmt::format("{} has {} of the {} thread blocks of its grid: the others were not traced, and are not replayed",
                                kernel->path(), kernel->blocks().size(), kernel->header().thread_blocks));
        return report;
    }

private:
    static Launch launch_of(const KernelTrace& kernel, std::function<Kernel(Warp&)> code) {
        const KernelTraceHeader& header = kernel.header();
        return {static_cast<int>(kernel.blocks().size()), header.warps_per_block, std::move(code), header.registers,
                header.shared_bytes};
    }

    static void check_fits(const KernelTrace& kernel, const MachineDescription& machine) {
        const KernelTraceHeader& header = kernel.header();
        if (header.warps_per_block <= machine.sms.warps) {
            try {
                occupancy(machine.sms, launch_of(kernel, {}));
            } catch (const LaunchError& error) {
                throw WorkloadError(fmt::format("{}:{}: {}", kernel.path(), header.block_line, error.what()));
            }
            return;
        }
        throw WorkloadError(
            fmt::format("{}:{}: a thread block of {} warps does not fit on an SM of machine {}, which has room for {}: a machine "
                        "with more (sms.warps) is accepted",
                        kernel.path(), header.block_line, header.warps_per_block, machine.name, machine.sms.warps));
    }

    /// This computer's memory needs for the device's memory: a place for each block of a page, and words for those that are
    /// written.
    void check_memory(const MachineDescription& machine) const {
        const auto block_bytes = static_cast<std::uint64_t>(machine.blocks.bytes);
        const std::uint64_t blocks = map_.pages() * TraceMap::page_bytes / block_bytes,
                            written = std::min(blocks, in_files_.bytes);
        const std::uint64_t bytes = blocks * sizeof(Value) + written * (sizeof(Datum) + sizeof(DatumHead));
        if (bytes > free_memory())
            throw WorkloadError(
                fmt::format("the trace touches {} pages of {} KB, which take {} MB to simulate, and {} MB of memory are free: a "
                            "trace of fewer kernels is accepted",
                            map_.pages(), TraceMap::page_bytes >> 10, bytes >> 20, free_memory() >> 20));
    }

    Kernel replay(Warp& w, const KernelTrace& kernel, std::size_t launch) {
        const KernelTrace::Block& block = kernel.blocks()[static_cast<std::size_t>(w.block)];
        const auto number = static_cast<std::uint32_t>(w.warp_in_block);
        replayed_.blocks += number == 0;
        std::uint64_t barriers = 0;
        if (const KernelTrace::Warp* const warp = kernel.warp(block, number)) {
            WarpTrace trace(kernel, block, *warp);
            co_await replay(w, trace, kernel.header().spaces,
                            block.number * static_cast<std::uint64_t>(w.warps_per_block) + number, launch, barriers);
            ++replayed_.warps;
        }
        // The other warps do not wait for a warp that has ended. It takes part in their barriers instead, which costs nothing.
        for (; barriers < block.most_barriers; ++barriers) co_await w.barrier();
    }

    /// `warp` is its number in the traced grid.
    Kernel replay(Warp& w, WarpTrace& trace, const TraceSpaces& spaces, std::uint64_t warp, std::uint64_t launch,
                  std::uint64_t& barriers) {
        LoadsUnderWayOfTrace loads;
        ResultsOfTrace results;
        const bool have_latencies = std::any_of(w.latencies.begin(), w.latencies.end(), [](int latency) { return latency > 0; });
        TraceInstruction instruction;
        std::vector<MemoryRequest> requests;
        int slots = 0;  // instructions not issued yet that need only an issue slot
        for (std::uint64_t at = 0; trace.next(instruction); ++at) {
            while (auto* const awaited = loads.awaited_by(instruction)) {
                co_await w.issue(std::exchange(slots, 0));
                co_await w.finish(awaited->load);
                LoadsUnderWayOfTrace::finished(*awaited);
            }
            if (have_latencies) co_await w.stall_until(results.needed_by(instruction));
            const TraceOpcode& opcode = instruction.opcode;
            const bool takes_part = instruction.mask != 0, accesses = opcode.kind == TraceKind::load ||
                                                                      opcode.kind == TraceKind::store ||
                                                                      opcode.kind == TraceKind::atomic;
            const int lanes = accesses ? requests_of(instruction, spaces, warp, map_, block_bytes_, requests) : 0;
            if (lanes > 0) {
                co_await w.issue(std::exchange(slots, 0));
                // If accesses have scopes, an atomic has one too and concerns one block: relaxed and of the device's scope, like
                // CUDA's by default.
                if (w.scoped && opcode.kind == TraceKind::atomic) split_by_block(requests, block_bytes_);
                std::uint32_t word = written_by(launch, warp, at);
                for (const MemoryRequest& request : requests) {
                    Lanes data;
                    for (std::uint32_t& d : data) d = word++;
                    if (opcode.kind == TraceKind::store) {
                        co_await w.store(request.addresses, data, request.mask);
                    } else if (opcode.kind == TraceKind::load) {
                        co_await w.begin(loads.begin(instruction).load, request.addresses, request.mask);
                    } else {
                        const Synchronization how =
                            w.scoped ? Synchronization{model::Order::relaxed, model::Scope::cmp, false} : Synchronization{};
                        co_await w.begin(loads.begin(instruction).load, opcode.operation, request.addresses, data, nothing_,
                                         request.mask, how);
                    }
                    ++requests_;
                }
            } else if (opcode.kind == TraceKind::fence && takes_part) {
                co_await w.issue(std::exchange(slots, 0));
                co_await w.fence();
            } else if (opcode.kind == TraceKind::barrier && takes_part) {
                co_await w.issue(std::exchange(slots, 0) + 1);
                co_await w.barrier();
                ++barriers;
            } else if (have_latencies) {
                co_await w.issue(1);
                results.come(instruction, w.now() + w.latency(opcode.special ? Arithmetic::special : Arithmetic::simple));
            } else {
                ++slots;
            }
            if (opcode.ends_copies) loads.end_group();
            replayed_.count(opcode.kind, takes_part, lanes, opcode.width);
        }
        co_await w.issue(slots);
        // Their words come to this coroutine.
        while (auto* const awaited = loads.any()) {
            co_await w.finish(awaited->load);
            LoadsUnderWayOfTrace::finished(*awaited);
        }
    }

    KernelsList list_;
    TraceMap map_;
    TraceCounts in_files_, replayed_;
    std::uint64_t requests_ = 0;
    std::vector<std::unique_ptr<KernelTrace>> kernels_;
    std::uint32_t block_bytes_ = perfsim::block_bytes;
    Lanes nothing_{};  // the expected value of a compare-and-swap
};

}  // namespace

const std::vector<WorkloadSetting>& trace_settings() {
    static const std::vector<WorkloadSetting> settings{
        {"trace", "a kernelslist.g that Accel-Sim's tracer wrote, or the .traceg of one kernel", "", "FILE"}};
    return settings;
}

std::unique_ptr<Workload> trace_replay(const WorkloadOptions& options) {
    const auto given = options.settings.find("trace");
    if (given == options.settings.end() || given->second.empty())
        throw WorkloadError(
            "the workload trace needs --trace FILE: a kernelslist.g or a .traceg of Accel-Sim's tracer is accepted");
    return std::make_unique<TraceReplay>(given->second);
}

}  // namespace tandem::perfsim
