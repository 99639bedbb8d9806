// Latencies and rates computed from a machine file: the times of accesses without contention, and the rates of the bottleneck
// that all accesses pass.
//
// Nothing here is simulated, and the simulator does not use it. `tandem sim --workload micro` measures the same quantities, and
// the report has both.
#pragma once

#include <algorithm>

#include "perfsim/machine_description.hpp"

namespace tandem::perfsim {

/// For a protocol whose timestamps add no flit to a message, on an otherwise idle machine; refreshes are left out.
class ClosedForm {
public:
    /// `l1`: whether loads bring whole blocks to the SM's cache.
    ClosedForm(const MachineDescription& machine, bool l1) : m_(machine), l1_(l1) {}

    int flits(int bytes) const { return (bytes + m_.network.flit_bytes - 1) / m_.network.flit_bytes; }
    /// The flits of a message with so many bytes of data.
    int message(int data) const { return flits(m_.network.header_bytes + data); }
    /// The cycles that it takes to pass an end of the network alone, and those that it takes of a port that is never idle.
    int passing(int data) const { return passing(data, m_.network.port_flits); }
    double at_port(int data) const { return static_cast<double>(message(data)) / m_.network.port_flits; }

    // ---- cycles from the issue of a load to that of the next, which waits for it
    int l1_hit() const { return m_.l1.latency + 1; }
    /// A load that L2 answers; a lane's load, which bypasses L1 if there is none.
    double l2_hit() const { return l1_hit() + travel(0) + m_.l2.latency + travel(lane_data()); }
    /// A load that finds its block's row open in DRAM. The channel chooses it in the cycle after its arrival.
    double row_hit() const {
        return l2_hit() + (m_.directory.present ? to_directory(0) + from_directory(m_.blocks.bytes) : 0) + 1 + m_.dram.column +
               m_.dram.transfer + m_.dram.latency;
    }
    double row_miss() const { return row_hit() + m_.dram.precharge + m_.dram.activate; }

    // ---- cycles between blocks that pass one place
    /// The load/store unit of an SM. It takes in so many instructions, each until its tags are read, and reads the tags of one
    /// block a cycle.
    double unit() const {
        const int tags = (together() + m_.l1.ports - 1) / m_.l1.ports;
        return std::max<double>(tags, (m_.l1.latency + tags) / double(m_.sms.pipeline)) / together();
    }
    /// The blocks that an instruction touches: one, or all that share a tag.
    int together() const { return std::clamp(lanes() * 4 / m_.blocks.bytes, 1, m_.l2.sectors); }
    /// One SM's path to the banks or back.
    double sm(double port) const { return std::max(unit(), port); }
    double port_of_block() const { return at_port(m_.blocks.bytes); }
    /// A warp's store to one block.
    double port_of_store() const { return at_port(std::min(m_.blocks.bytes, 4 * lanes())); }
    /// Lanes of a warp that take part.
    int lanes() const { return std::min(lane_count, m_.sms.lanes); }
    /// An operand for each lane, and a word for each lane back.
    double port_of_atomic() const { return at_port(4 * lanes()); }
    /// Cycles between atomics on one word. A directory performs them, and a bank asks for one after the other.
    double atomics_on_a_word() const {
        const int operands = 4 * lanes();
        const double at_bank = std::max(one_bank(port_of_atomic()), performing());
        return m_.directory.present ? std::max(at_bank, to_directory(operands) + m_.l3.latency + from_directory(operands))
                                    : at_bank;
    }
    /// The same on distinct words, of the whole machine.
    double atomics_on_words() const {
        const int places = m_.directory.present ? 1 : m_.l2.partitions;
        return std::max({all_ports(port_of_atomic()), behind(4 * lanes()), performing() / places});
    }
    int dram_bus() const { return std::max(m_.dram.transfer, m_.dram.column_to_column); }
    /// Each block is in another row of one DRAM bank.
    int rows_of_one_bank() const {
        return std::max(m_.dram.row_cycle, std::max(m_.dram.row_active, m_.dram.activate + m_.dram.transfer) + m_.dram.precharge);
    }

    // ---- cycles between blocks of the whole machine, with all places of a kind busy
    double all_l1s() const { return unit() / m_.sms.count; }
    double all_ports(double each) const {
        return std::max({sm(each) / m_.sms.count, each / m_.l2.partitions, bank_queue() / m_.l2.partitions});
    }
    double one_bank(double port) const { return std::max({unit() / m_.sms.count, port, bank_queue()}); }
    double all_channels() const {
        return std::max({static_cast<double>(dram_bus()) / channels(), all_ports(port_of_block()), behind(m_.blocks.bytes)});
    }
    /// Blocks that are written and not read: each is read before, and written back when another needs its place.
    double all_written() const {
        return std::max({2.0 * dram_bus() / channels(), all_ports(port_of_store()),
                         behind(std::min(m_.blocks.bytes, 4 * lanes()))});
    }
    /// One SM's loads of as many blocks as a warp has lanes, from L1; or from L2, a word of each.
    double divergent(bool l1) const {
        const int blocks = lanes(), tags = (blocks + m_.l1.ports - 1) / m_.l1.ports;
        const double each = std::max<double>(tags, (tags + m_.l1.latency) / double(m_.sms.pipeline)) / blocks;
        return l1 ? each : std::max(each, at_port(lane_data()));
    }
    /// Of DRAM.
    int channels() const { return m_.directory.present ? m_.directory.channels : m_.l2.partitions; }
    /// One lane's loads, each in another row of the banks of one channel in turn.
    double rows_of_all_banks() const {
        return std::max({static_cast<double>(rows_of_one_bank()) / m_.dram.banks, static_cast<double>(dram_bus()),
                         static_cast<double>(m_.dram.row_to_row), m_.dram.four_activations / 4.0, at_port(lane_data()),
                         behind(m_.blocks.bytes)});
    }

private:
    /// The lanes of an atomic, where it is performed.
    double performing() const {
        const int rate = m_.l2.atomic_lanes;
        return rate > 0 ? (lanes() + rate - 1) / rate : 0;
    }
    /// From end to end; a packet is on its way from the next cycle on. In a torus, between the first SM and any bank.
    double travel(int data) const {
        return 1 + passing(data) + m_.network.latency +
               (m_.network.torus_columns > 0
                    ? m_.network.hop_latency * m_.network.torus().mean_hops(0, m_.sms.count, m_.l2.partitions)
                    : 0);
    }
    /// From a bank to the directory's tags, and from the directory to a bank.
    double to_directory(int data) const {
        return 1 + passing(data, m_.directory.port_flits) + m_.directory.distance + m_.directory.latency;
    }
    double from_directory(int data) const { return 1 + passing(data, m_.directory.port_flits) + m_.directory.distance; }
    /// Cycles between messages with so many bytes of data that pass one way between the banks and a directory behind them.
    double behind(int data) const {
        const double port = static_cast<double>(message(data)) / m_.directory.port_flits;
        return m_.directory.present ? std::max(port, (m_.directory.latency + 1.0) / m_.directory.queue) : 0;
    }
    int passing(int data, int port_flits) const { return (message(data) + port_flits - 1) / port_flits; }
    /// Cycles between requests to a bank, as many as its queue holds until their tags are read.
    double bank_queue() const { return (m_.l2.latency + 1.0) / m_.l2.queue; }
    int lane_data() const { return l1_ ? m_.blocks.bytes : std::min(m_.blocks.bytes, m_.l1.bypass_bytes); }

    const MachineDescription& m_;
    bool l1_;
};

}  // namespace tandem::perfsim
