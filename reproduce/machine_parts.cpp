#include "reproduce/machine_parts.hpp"

#include "apps/common/words.hpp"

namespace tandem::reproduce {

const std::vector<MachinePart>& machine_parts() {
    static const std::vector<MachinePart> all{
        {"latency of instructions",
         "results are there at once",
         {{"sms.arithmetic_latency", 0}, {"sms.special_latency", 0}, {"sms.division_latency", 0}}},
        {"limit of registers and shared memory",
         "thread blocks share an SM whatever they need of both",
         {{"sms.registers", 0}, {"sms.shared_bytes", 0}}},
        {"banks of shared memory",
         "an access to shared memory is an instruction like any other",
         {{"sms.shared_banks", 0}, {"sms.shared_latency", 0}}},
        {"limit of accesses at an MSHR", "any number waits for one block", {{"l1.mshr_merges", 0}}},
        {"MSHRs one by one", "a load waits until there is an entry for each of its blocks", {{"l1.mshr_incremental", 0}}},
        {"parts of blocks", "a load that passes L1 asks for a whole block", {{"l1.bypass_bytes", 128}}},
        {"limit of L1", "each L1 is as large as the L2 of the G-TSC paper", {{"l1.bytes", 1 << 20}}},
        {"L1's one port", "it reads the tags of all blocks of an instruction in a cycle", {{"l1.ports", 64}}},
        {"limit of L1's MSHRs", "L1 waits for as many blocks as it is asked for", {{"l1.mshr_entries", 4096}}},
        {"limit of the load/store unit", "it takes in instructions of all warps", {{"sms.pipeline", 64}}},
        {"latency of L2", "L2's tags answer in a cycle", {{"l2.latency", 1}}},
        {"limit of L2's queues", "as many requests wait at a bank as are sent", {{"l2.queue", 4096}}},
        {"limit of L2's MSHRs", "L2 waits for as many blocks as it is asked for", {{"l2.mshr_entries", 4096}}},
        {"latency of the network", "a message is under way for a cycle, besides its flits", {{"network.latency", 1}}},
        {"limit of the network's queues",
         "as many packets wait at its ends as are sent",
         {{"network.input_flits", 0},
          {"network.output_flits", 0},
          {"network.input_packets", 4096},
          {"network.output_packets", 4096}}},
        {"flits in the network's queues",
         "queues have room for packets, whatever their flits",
         {{"network.input_flits", 0}, {"network.output_flits", 0}}},
        {"latency of DRAM", "it is a cycle's way to DRAM and back", {{"dram.latency", 1}}},
        {"rows of DRAM",
         "a row opens and closes in a cycle",
         {{"dram.activate", 1}, {"dram.precharge", 1}, {"dram.row_active", 1}}},
        {"times between DRAM's activations",
         "rows open one after the other without a pause",
         {{"dram.row_to_row", 0}, {"dram.row_cycle", 0}}},
        {"bank groups of DRAM",
         "columns of all banks follow each other as the bus allows",
         {{"dram.column_to_column", 0}, {"dram.bank_groups", 1}, {"dram.column_in_group", 0}}},
        {"turnaround of DRAM's bus",
         "reads and writes follow each other at once",
         {{"dram.write_latency", 0}, {"dram.write_to_read", 0}, {"dram.bus_turnaround", 0}}},
        {"refresh of DRAM", "rows are never refreshed", {{"dram.refresh_interval", 0}, {"dram.refresh", 0}}},
        {"write recovery of DRAM", "a row may close when it has been written", {{"dram.write_recovery", 0}}},
        {"limit of DRAM's queue", "the scheduler chooses from all requests", {{"dram.queue", 4096}}},
    };
    return all;
}

std::string settings_of(const MachinePart& part) {
    std::vector<std::string> words;
    for (const Setting& s : part.set) words.push_back(s.key + " = " + std::to_string(s.value));
    return join(words, ", ");
}

}  // namespace tandem::reproduce
