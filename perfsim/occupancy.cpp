#include "perfsim/occupancy.hpp"

#include <fmt/format.h>

#include <tuple>

namespace tandem::perfsim {

namespace {

constexpr int any = INT32_MAX, as_a_machine_may_have = 1 << 24;  // registers of a thread, bytes of a thread block

void check(const char* what, int asked, int least, int most) {
    if (asked < least || asked > most)
        throw LaunchError(fmt::format("a launch has {} {}: {} to {} are accepted", asked, what, least, most));
}

}  // namespace

Occupancy occupancy(const MachineDescription::Sms& machine, const Launch& launch) {
    check("thread blocks", launch.blocks, 0, any);
    check("warps in a thread block", launch.warps_per_block, 1, any);
    check("registers in a thread", launch.registers, 0, as_a_machine_may_have);
    check("bytes of shared memory in a thread block", launch.shared_bytes, 0, as_a_machine_may_have);
    const std::int64_t of_a_thread = (std::int64_t(launch.registers) + 3) / 4 * 4;
    const std::int64_t of_a_warp = of_a_thread * machine.lanes;
    const std::int64_t warps_fit = machine.registers > 0 && of_a_warp > 0 ? machine.registers / of_a_warp : machine.warps;

    Occupancy fits{machine.thread_blocks, machine.thread_blocks, "thread_blocks"};
    const auto limited = [&](std::int64_t blocks, const char* by) {
        if (blocks >= fits.thread_blocks) return;
        fits.thread_blocks = fits.admitted = static_cast<int>(blocks);
        fits.limit = by;
    };
    if (warps_fit < machine.warps) limited(warps_fit / launch.warps_per_block, "registers");
    if (machine.shared_bytes > 0 && launch.shared_bytes > 0) limited(machine.shared_bytes / launch.shared_bytes, "shared_bytes");
    if (const int blocks = machine.warps / launch.warps_per_block; blocks < fits.thread_blocks) {
        fits.thread_blocks = blocks;
        fits.limit = "warps";
    }
    if (fits.thread_blocks > 0) return fits;
    const std::string limit = fits.limit;
    const auto [needs, of, has] =
        limit == "registers"      ? std::tuple{of_a_warp * launch.warps_per_block, "registers", machine.registers}
        : limit == "shared_bytes" ? std::tuple{std::int64_t(launch.shared_bytes), "bytes of shared memory", machine.shared_bytes}
                                  : std::tuple{std::int64_t(launch.warps_per_block), "warps", machine.warps};
    throw LaunchError(
        fmt::format("a thread block of {} {} does not fit on an SM with {}: a machine with more (sms.{}) is accepted", needs, of,
                    has, limit));
}

}  // namespace tandem::perfsim
