// The counts of a run must add up: outcomes of the text, which nodes count, against messages, which the network counts, and
// accesses, which the load/store units count.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "apps/sim/report.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::tests {

/// Names of outcomes, of kinds of messages, or of both: a name counts wherever it is known.
using Names = std::vector<std::string>;

/// An equation between two sums, or the claim that one is at most the other.
struct Sum {
    Names left, right;
    bool at_most = false;
};

inline std::uint64_t counted(const perfsim::Statistics& s, const std::string& name) {
    if (name == "accesses") return s.accesses;
    if (name == "l1_hits") return s.l1_hits;
    if (name == "l1_evictions") return s.l1_evictions;
    if (name == "l2_evictions") return s.l2_evictions;
    if (name == "l2_lookups") return s.l2_lookups;
    if (name == "l2_asked") return s.l2_asked;
    if (name == "l2_misses") return s.l2_misses;
    if (name == "dram_reads") return s.dram_reads;
    if (name == "cpu_loads") return s.cpus.loads;
    if (name == "cpu_early") return s.cpus.early;
    if (name == "cpu_stores") return s.cpus.stores;
    if (name == "cpu_atomics") return s.cpus.atomics;
    for (const auto& c : s.outcomes)
        if (c.name == name) return c.count;
    for (const auto& t : s.traffic)
        if (t.name == name) return t.messages;
    throw std::invalid_argument("no run counts " + name);
}

/// What holds of CPUs before a directory, and of its probes. Each committed access has one outcome, and each message its answer.
inline std::vector<Sum> sums_of_cpus(const std::string& protocol) {
    std::vector<Sum> sums{
        {{"cpu_loads"}, {"cpu_load_hit", "cpu_load_miss", "forwarded"}},
        {{"cpu_early"}, {"asked_early"}},
        {{"Read"}, {"cpu_load_miss", "asked_early"}},
        {{"cpu_filled"}, {"cpu_load_miss", "asked_early"}},
        {{"Read"}, {"Shared", "Exclusive"}},
        {{"Read"}, {"read_granted"}},
        {{"RFO"}, {"Modified"}},
        {{"RFO"}, {"owned_granted"}},
        {{"Vic"}, {"written_back"}},
        {{"Vic"}, {"victim_taken"}},
        {{"ProbeInv", "ProbeShare"}, {"ProbeAck", "ProbeAckData", "Gl2ProbeAck"}},
        {{"probe_answered"}, {"ProbeAck", "ProbeAckData", "Gl2ProbeAck"}},
        {{"ProbeAck", "ProbeAckData"}, {"invalidated", "invalidated_dirty", "downgraded", "probe_missed"}},
        {{"Gl2ProbeAck"}, {"gl2_probed"}}};
    if (protocol == "lsc")
        sums.insert(sums.end(), {{{"cpu_stores", "cpu_atomics"}, {"committed"}},
                                 {{"cpu_stores", "cpu_atomics"}, {"retired"}},
                                 {{"RFO"}, {"requested_ownership"}},
                                 {{"MuReq"}, {"rob_asks"}, true}});
    else
        sums.insert(sums.end(), {{{"cpu_stores"}, {"committed"}},
                                 {{"cpu_stores"}, {"retired", "retired_on_arrival"}},
                                 {{"cpu_atomics"}, {"rmw_hit", "rmw_miss"}},
                                 {{"rmw_done"}, {"rmw_miss"}},
                                 {{"RFO"}, {"requested_ownership", "rmw_miss"}}});
    return sums;
}

/// What holds for each protocol. Every access of a warp to a block has one outcome. Misses and renewals send the requests. Each
/// request has its answer, and each answer is received.
inline std::vector<Sum> sums_of(const std::string& protocol) {
    const std::vector<Sum> of_l2{{{"dram_reads"}, {"dram_read"}}, {{"l2_evictions"}, {"l2_evicted"}}};
    std::vector<Sum> sums;
    if (protocol == "gtsc")
        sums = {{{"accesses"},
                 {"load_hit", "load_hit_under_store", "load_miss", "load_expired", "load_merged", "load_waits_for_store",
                  "store_hit", "store_miss", "atomic_sent"}},
                {{"l1_hits"}, {"load_hit", "load_hit_under_store"}},
                {{"BusRd"}, {"load_miss", "load_expired", "renewal_sent"}},
                {{"BusWr"}, {"store_hit", "store_miss"}},
                {{"BusAtom"}, {"atomic_sent"}},
                {{"BusRd"}, {"BusFill", "BusRnw"}},
                {{"BusWr"}, {"BusWrAck"}},
                {{"BusAtom"}, {"BusAtomAck"}},
                {{"BusFill"}, {"read_filled"}},
                {{"BusRnw"}, {"read_renewed"}},
                {{"BusWrAck"}, {"write_performed"}},
                {{"BusAtomAck"}, {"atomic_performed"}},
                // An answer of a bank that a reset has not reached yet is received as old, whatever it is.
                {{"BusFill", "BusRnw", "BusWrAck", "BusAtomAck"},
                 {"fill_installed", "fill_dropped", "renewed", "renewal_dropped", "renewal_without_block", "ack_unlocks",
                  "ack_without_block", "atomic_returned", "old_response"}},
                {{"fill_installed", "fill_dropped"}, {"BusFill"}, true},
                {{"renewed", "renewal_dropped", "renewal_without_block"}, {"BusRnw"}, true},
                {{"ack_unlocks", "ack_without_block"}, {"BusWrAck"}, true},
                {{"atomic_returned"}, {"BusAtomAck"}, true},
                {{"l2_lookups"}, {"BusRd", "BusWr", "BusAtom"}},
                {{"l2_asked"}, {"l2_lookups"}},
                {{"l1_evictions"}, {"l1_evicted"}}};
    else if (protocol == "tc")
        sums = {{{"accesses"}, {"load_hit", "load_miss", "load_expired", "load_merged", "write_sent"}},
                {{"l1_hits"}, {"load_hit"}},
                {{"Read"}, {"load_miss", "load_expired", "requested_again"}},
                {{"Write", "Atomic"}, {"write_sent"}},
                {{"Read"}, {"Fill"}},
                {{"Write"}, {"WriteAck"}},
                {{"Atomic"}, {"AtomAck"}},
                {{"Fill"}, {"filled", "filled_too_late", "filled_after_write"}},
                {{"WriteAck", "AtomAck"}, {"completed"}},
                {{"l2_lookups"}, {"Read", "Write", "Atomic"}},
                {{"l2_asked"}, {"l2_lookups"}},
                {{"l1_evictions"}, {"l1_evicted"}}};
    else if (protocol == "baseline")
        sums = {{{"accesses"}, {"requested"}},
                {{"requested"}, {"Read", "Write", "Atomic"}},
                {{"Read"}, {"ReadData"}},
                {{"Write"}, {"WriteDone"}},
                {{"Atomic"}, {"AtomicData"}},
                {{"Read"}, {"read_done"}},
                {{"Write"}, {"write_done"}},
                {{"Atomic"}, {"atomic_done"}},
                {{"completed"}, {"requested"}},
                {{"l2_lookups"}, {"requested"}},
                {{"l2_asked"}, {"l2_lookups"}}};
    else if (protocol == "incoherent")
        sums = {{{"accesses"}, {"load_hit", "load_miss", "load_merged", "write_sent"}},
                {{"l1_hits"}, {"load_hit"}},
                {{"Read"}, {"load_miss"}},
                {{"Write", "Atomic"}, {"write_sent"}},
                {{"Read"}, {"ReadData"}},
                {{"Read"}, {"filled"}},
                {{"Write"}, {"WriteDone"}},
                {{"Atomic"}, {"AtomicData"}},
                {{"WriteDone", "AtomicData"}, {"completed"}},
                {{"l2_lookups"}, {"Read", "Write", "Atomic"}},
                {{"l2_asked"}, {"l2_lookups"}},
                {{"l1_evictions"}, {"l1_evicted"}}};
    else if (protocol == "rsp")  // an access with an order that waits for its line sends a request, or finds one under way
        sums = {{{"Read"}, {"ReadData"}},
                {{"load_miss", "requested"}, {"Read"}, true},
                {{"Read"}, {"load_miss", "requested", "awaits_line"}, true},
                {{"load_hit", "load_miss", "load_merged", "stored"}, {"accesses"}, true},
                {{"Read"}, {"filled", "fill_superseded"}},
                {{"WriteThrough"}, {"written_through"}},
                {{"WriteThrough"}, {"WriteDone"}},
                {{"Access"}, {"Performed"}},
                {{"l2_asked"}, {"Read", "WriteThrough", "Access"}},
                {{"Promote"}, {"Promoted"}},
                {{"l1_evictions"}, {"l1_evicted"}}};
    else if (protocol == "moesi" || protocol == "mttop")  // with all five states, and shared copies that leave with PUTS
        return {
            {{"accesses"}, {"hit", "load_miss", "store_miss", "upgrade", "owner_upgrade", "forwarded", "load_passes"}},
            {{"l1_hits"}, {"hit", "forwarded", "load_passes"}, true},
            {{"GETS"}, {"load_miss"}},
            {{"GETX"}, {"store_miss", "upgrade", "owner_upgrade"}},
            {{"busy"}, {"GETS", "GETX", "PUTS", "PUTO", "PUTX"}, true},
            {{"GETS"}, {"read_answered", "read_forwarded"}},
            {{"GETX"}, {"write_answered", "write_invalidates", "write_forwarded"}},
            {{"FWD_GETS"}, {"read_forwarded"}},
            {{"FWD_GETX"}, {"write_forwarded"}},
            {{"DATA", "DATA_EXCLUSIVE", "own_request_returns"}, {"GETS", "GETX"}},
            {{"GETS"}, {"load_done"}},
            {{"GETX"}, {"store_done"}},
            {{"INV"}, {"ACK"}},
            {{"INV"}, {"invalidated", "upgrade_meets_inv", "put_meets_inv"}},
            {{"UNBLOCK", "UNBLOCK_EXCLUSIVE"}, {"GETS", "GETX"}},
            {{"PUTS", "PUTO", "PUTX"}, {"put"}},
            {{"WB_ACK"}, {"put_taken", "sharer_leaves"}},
            {{"WB_NACK"}, {"put_refused"}},
            {{"WB_ACK"}, {"put_done"}},
            {{"WB_NACK"}, {"copy_stays", "put_lost"}},
            {{"WRITEBACK_DATA", "WRITEBACK_CLEAN_ACK"}, {"put_taken"}},
            {{"l1_evictions"}, {"put"}},
            {{"dram_reads"}, {"read_answered", "write_answered", "write_invalidates"}, true},
            {{"l2_asked"}, {"read_answered", "write_answered", "write_invalidates"}},
            {{"l2_misses"}, {"dram_reads"}},
            {{"l2_lookups"},
             {"GETS", "GETX", "PUTS", "PUTO", "PUTX", "UNBLOCK", "UNBLOCK_EXCLUSIVE", "WRITEBACK_DATA", "WRITEBACK_CLEAN_ACK"}}};
    else if (protocol == "lsc")
        return {{{"accesses"}, {"load_hit", "load_miss", "load_merged", "written_through"}},
                {{"l1_hits"}, {"load_hit"}, true},  // accesses that waited at the GMM have not hit at once
                {{"RdBlk"}, {"load_miss", "gl2_miss"}},
                {{"WriteThrough", "Atomic"}, {"written_through", "gl2_forwarded"}},
                {{"gl2_forwarded"}, {"written_through"}},
                {{"l2_asked"}, {"load_miss", "written_through"}},
                {{"l2_misses"}, {"gl2_miss", "gl2_forwarded"}},
                {{"load_miss"}, {"gl2_hit", "gl2_miss"}},
                {{"gl2_miss"}, {"gl2_granted"}},
                {{"load_miss"}, {"filled"}},
                {{"Data"}, {"filled", "gl2_granted"}},
                {{"written_through"}, {"write_done"}},
                {{"cmlAck", "AtomicResp"}, {"write_done", "write_performed"}},
                {{"gl2_forwarded"}, {"write_performed"}},
                {{"gl2_answered"}, {"gl2_granted", "write_performed"}},
                {{"Inv"}, {"gl1_invalidated", "false_positive"}},
                {{"Inv"}, {"InvAck"}},
                {{"InvAck"}, {"gl2_collected"}},
                {{"Evict", "Rehash"}, {"gl1_evicted", "eviction_noted"}},
                {{"sharer_gone"}, {"gl1_evicted"}},
                {{"l1_evictions"}, {"gl1_evicted"}},
                {{"WavefrontMuReq"}, {"asks_mutex", "asked_again"}},
                {{"WavefrontMuReq", "MuReq"}, {"mutex_given", "mutex_buffered", "mutex_nacked"}},
                {{"MuAck"}, {"mutex_given", "mutex_transferred"}},
                {{"MuNack"}, {"mutex_nacked"}},
                {{"MuNack"}, {"nacked", "request_dropped"}},
                {{"mutex_acquired"}, {"MuAck"}, true},
                {{"MuRel"}, {"mutex_released"}},
                {{"MuRel"}, {"MuAck"}},
                {{"MuRel"}, {"mutex_free", "mutex_transferred"}},
                {{"gl2_granted"}, {"memory_asked"}, true},
                {{"dram_reads"}, {"memory_asked"}, true},
                {{"gl2_queued"}, {"load_miss", "written_through"}, true}};
    else if (protocol ==
             "apu")  // requests and answers are counted between CUs and GL2, and between GL2 and the directory
        return {{{"accesses"}, {"load_hit", "load_miss", "load_merged", "written_through", "atomic_sent"}},
                {{"l1_hits"}, {"load_hit"}},
                {{"RdBlk"}, {"load_miss", "gl2_miss"}},
                {{"WriteThrough", "Atomic"}, {"written_through", "atomic_sent", "gl2_forwarded"}},
                {{"gl2_forwarded"}, {"written_through", "atomic_sent"}},
                {{"l2_asked"}, {"load_miss", "written_through", "atomic_sent"}},
                {{"l2_misses"}, {"gl2_miss", "gl2_forwarded"}},
                {{"load_miss"}, {"gl2_hit", "gl2_miss"}},
                {{"gl2_miss"}, {"gl2_granted"}},
                {{"gl2_miss"}, {"gl2_filled"}},
                {{"Data"}, {"filled", "fill_not_kept", "gl2_filled"}},
                {{"load_miss"}, {"filled", "fill_not_kept"}},
                {{"written_through"}, {"write_done"}},
                {{"atomic_sent"}, {"atomic_done"}},
                {{"cmlAck", "AtomicResp"}, {"write_done", "atomic_done", "gl2_acknowledged"}},
                {{"gl2_acknowledged"}, {"write_performed"}},
                {{"gl2_forwarded"}, {"write_performed"}},
                {{"Evict"}, {"gl2_evicted"}, true},  // equal unless hardware keeps GL1s coherent
                {{"Evict"}, {"eviction_noted"}},
                {{"l1_evictions"}, {"gl1_evicted"}},
                // who owns a block sends it
                {{"memory_asked"}, {"gl2_granted", "atomic_sent", "read_granted", "owned_granted"}, true},
                {{"gl2_granted", "atomic_sent"}, {"memory_asked", "ProbeAckData", "Vic"}, true},
                {{"dram_reads"}, {"memory_asked"}, true},
                {{"gl2_queued"}, {"load_miss", "written_through", "atomic_sent"}, true},
                {{"Inv"}, {"gl2_tells"}},
                {{"Inv"}, {"gl1_invalidated", "inv_missed"}},
                {{"Inv"}, {"InvAck"}},
                {{"InvAck"}, {"gl2_collected"}}};
    else throw std::invalid_argument("what a run of " + protocol + " counts is not known here");
    sums.insert(sums.end(), of_l2.begin(), of_l2.end());
    return sums;
}

/// The first sum that does not add up, with its numbers, or nothing.
inline std::string does_not_add_up(const std::string& protocol, const perfsim::Statistics& s) {
    const auto total = [&](const Names& names) {
        std::uint64_t sum = 0;
        for (const auto& name : names) sum += counted(s, name);
        return sum;
    };
    auto sums = sums_of(protocol);
    if (protocol == "lsc" || protocol == "apu") {
        const auto of_cpus = sums_of_cpus(protocol);
        sums.insert(sums.end(), of_cpus.begin(), of_cpus.end());
    }
    for (const Sum& sum : sums) {
        const std::uint64_t left = total(sum.left), right = total(sum.right);
        if (sum.at_most ? left > right : left != right)
            return fmt::format("{} is {}, and {} is {}", fmt::join(sum.left, " + "), left, fmt::join(sum.right, " + "), right);
    }
    return "";
}

/// What does not add up of a run's energy at the prices that come with the program, or nothing: every flit and every byte that is
/// counted costs what the table says, and no other.
inline std::string energy_does_not_add_up(const perfsim::Statistics& s, const std::vector<perfsim::Energy>& energy,
                                          const perfsim::MachineDescription& m) {
    const auto t = perfsim::default_energy_table();
    std::uint64_t flits = 0;
    for (const auto& kind : s.traffic) flits += kind.flits;
    const std::uint64_t by_direction =
        s.request_flits + s.response_flits + s.peer_flits + s.bank_flits + s.memory_flits + s.pool_flits + s.cpus.flits;
    if (flits != by_direction) return fmt::format("kinds of messages have {} flits, and directions {}", flits, by_direction);
    const double block = m.blocks.bytes, l2 = std::sqrt(double(m.l2.bytes) * m.l2.partitions / t.l2_bytes),
                 l1 = std::sqrt(m.l1.bytes / t.l1_bytes);
    const auto is = [](std::uint64_t n) { return static_cast<double>(n); };
    const std::map<std::string, double> picojoules{
        {"L1", l1 * (is(s.l1_lookups) * t.l1_lookup + (is(s.l1_hits) * block + is(s.l1_bytes)) * t.l1_byte)},
        {"L2", l2 * (is(s.l2_lookups) * t.l2_lookup + is(s.l2_bytes) * t.l2_byte)},
        {"network", is(flits) * m.network.flit_bytes * t.network_byte},
        {"DRAM", (is(s.dram_reads) * t.dram_read_byte + is(s.dram_writes) * t.dram_write_byte) * block}};
    for (const auto& e : energy)
        if (const auto at = picojoules.find(e.component);
            at != picojoules.end() && std::abs(e.nanojoules - at->second / 1000) > 1e-9 * at->second)
            return fmt::format("{} has {} nJ, and its events {}", e.component, e.nanojoules, at->second / 1000);
    return "";
}

/// Simulates, and checks that the counts add up; not for a stopped run, which has messages under way.
inline apps::SimReport simulated(const apps::SimOptions& options) {
    const auto report = apps::simulate(options);
    const auto machine = apps::whole_machine(options);
    CHECK(energy_does_not_add_up(report.statistics, report.energy, perfsim::machine_from(machine.text, machine.name)) == "");
    if (report.right || report.result.find("is right") != std::string::npos)
        CHECK(does_not_add_up(options.protocol, report.statistics) == "");
    return report;
}

}  // namespace tandem::tests
