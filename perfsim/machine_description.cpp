#include "perfsim/machine_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <climits>
#include <cstdint>
#include <set>

#include "perfsim/jitter.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/torus.hpp"

namespace tandem::perfsim {

namespace {

/// Reads one table of the file, and records which keys it has been asked for.
class Reader {
public:
    Reader(const Settings& all, std::string from, std::string table) : from_(std::move(from)), table_(std::move(table)) {
        if (all.outside.contains(table_)) fail(fmt::format("'{}' is not a table", table_));
        settings_ = all.tables.at(table_);
    }
    /// A whole number from `least` to `most`.
    void number(const char* key, int& out, int least, int most) {
        const std::string name = table_ + "." + key;
        known_.insert(key);
        // of a table that the base lacks
        if (!settings_.contains(key)) fail(fmt::format("lacks {}: a whole number from {} to {} is accepted", name, least, most));
        const Setting& setting = settings_.at(key);
        if (!setting.whole || *setting.whole < least || *setting.whole > most)
            fail(fmt::format("says {} = {}: a whole number from {} to {} is accepted", name, setting.written, least, most));
        out = static_cast<int>(*setting.whole);
    }
    /// The same for a part that the machine lacks if the file has no such key.
    void part(const char* key, int& out, int least, int most) {
        known_.insert(key);
        if (settings_.contains(key)) number(key, out, least, most);
    }
    void power_of_two(const char* key, int& out, int least, int most) {
        number(key, out, least, most);
        if (!std::has_single_bit(static_cast<unsigned>(out)))
            fail(fmt::format("{}.{} is {}: a power of two is accepted", table_, key, out));
    }
    void finish() const {
        for (const auto& [key, setting] : settings_)
            if (!known_.contains(key))
                fail(fmt::format("has an unknown key {}.{}: {} are accepted", table_, key, fmt::join(known_, ", ")));
    }
    [[noreturn]] void fail(const std::string& what) const { throw DescriptionError("the machine file '" + from_ + "' " + what); }

private:
    std::string from_, table_;
    std::map<std::string, Setting> settings_;
    std::set<std::string> known_;
};

Settings settings_of_machine(const std::string& text, const std::string& from) try {
    return parse_settings(text, from);
} catch (const NotToml& error) {
    throw DescriptionError(fmt::format("the machine file '{}' is not TOML: line {}: {}", from, error.line, error.what()));
}

/// A file says what differs from its `base`, a machine that comes with the program. That one does the same unless it is the
/// paper's.
Settings completed(Settings own, const std::string& from) {
    const auto named = own.outside.find("base");
    const std::string base = named == own.outside.end() ? "paper" : named->second.text.value_or(named->second.written);
    const char* const text = library_machine(base);
    if (!text) {
        std::vector<std::string> all;
        for (const LibraryMachine& machine : library_machines()) all.push_back(machine.name);
        throw DescriptionError(
            fmt::format("the machine file '{}' has the base '{}': {} are accepted", from, base, fmt::join(all, ", ")));
    }
    own.outside.erase("base");
    const Settings rest = base == "paper" ? settings_of_machine(text, base) : completed(settings_of_machine(text, base), base);
    for (const auto& [table, settings] : rest.tables)
        if (!own.outside.contains(table)) own.tables[table].insert(settings.begin(), settings.end());
    return own;
}

/// `keys` is how the keys of its size and of its ways begin.
void check_cache(const Reader& reader, const char* keys, int bytes, int ways, int block) {
    const int lines = bytes / block;
    if (bytes > 0 && (lines < ways || lines % ways != 0 || !std::has_single_bit(static_cast<unsigned>(lines / ways))))
        reader.fail(fmt::format(
            "says {0}bytes = {1} and {0}ways = {2}: as many sets of {2} blocks of {3} bytes as a power of two are accepted",
            keys, bytes, ways, block));
}

void check_torus(const Reader& reader, const MachineDescription& m) {
    if ((m.network.torus_columns == 0) != (m.network.torus_rows == 0))
        reader.fail(fmt::format(
            "says network.torus_columns = {} and network.torus_rows = {}: both, or neither for crossbars, are accepted",
            m.network.torus_columns, m.network.torus_rows));
    const int routers = m.network.torus().routers();
    if (routers > 0 && m.directory.present) reader.fail("has a torus, and a directory behind L2: only crossbars lead to one");
    if (routers > 0 && (m.sms.count + routers - 1) / routers + (m.l2.partitions + routers - 1) / routers > Torus::most_ends)
        reader.fail(fmt::format("has {} SMs and {} banks of L2 on {} routers: at most {} at each are accepted", m.sms.count,
                                m.l2.partitions, routers, Torus::most_ends));
}

}  // namespace

MachineDescription machine_from(const std::string& text, const std::string& from) {
    constexpr int many = 1'000'000, most_sectors = 8;
    const Settings all = completed(settings_of_machine(text, from), from);
    MachineDescription m;
    std::set<std::string> accepted{"name",      "base", "blocks", "sms",     "l1",   "l2",
                                   "directory", "l3",   "pool",   "cpus",    "network", "dram", "timestamps"};
    const auto accept = [&](const std::string& key) {
        if (!accepted.contains(key))
            throw DescriptionError(fmt::format("the machine file '{}' has an unknown key {}: {} are accepted", from, key,
                                               fmt::join(accepted, ", ")));
    };
    for (const auto& [key, setting] : all.outside) accept(key);
    for (const auto& [key, table] : all.tables) accept(key);
    const auto name = all.outside.find("name");
    m.name = name == all.outside.end() ? from : name->second.text.value_or(from);

    Reader blocks(all, from, "blocks");
    blocks.power_of_two("bytes", m.blocks.bytes, 32, block_bytes);
    blocks.finish();

    Reader sms(all, from, "sms");
    sms.number("count", m.sms.count, 1, most_names);
    sms.power_of_two("lanes", m.sms.lanes, 1, most_lanes);
    sms.number("issue_cycles", m.sms.issue_cycles, 1, 64);
    sms.number("warps", m.sms.warps, 1, most_names);
    sms.number("thread_blocks", m.sms.thread_blocks, 1, most_names);
    sms.number("schedulers", m.sms.schedulers, 1, m.sms.warps);
    sms.part("scheduling", m.sms.scheduling, 0, 2);
    sms.part("group_warps", m.sms.group_warps, 1, most_names);
    sms.number("pipeline", m.sms.pipeline, 1, 64);
    sms.part("arithmetic_latency", m.sms.arithmetic_latency, 0, 1000);
    sms.part("special_latency", m.sms.special_latency, 0, 1000);
    sms.part("division_latency", m.sms.division_latency, 0, 1000);
    sms.part("registers", m.sms.registers, 0, 1 << 24);
    sms.part("shared_bytes", m.sms.shared_bytes, 0, 1 << 24);
    sms.part("shared_banks", m.sms.shared_banks, 0, 1024);
    sms.part("shared_latency", m.sms.shared_latency, 0, 1000);
    sms.part("launch_cycles", m.sms.launch_cycles, 0, many);
    sms.finish();

    Reader l1(all, from, "l1");
    l1.power_of_two("bytes", m.l1.bytes, m.blocks.bytes, 1 << 24);
    l1.number("ways", m.l1.ways, 1, 1024);
    l1.number("latency", m.l1.latency, 1, 1000);
    l1.part("ports", m.l1.ports, 1, most_lanes);
    l1.number("mshr_entries", m.l1.mshr_entries, m.sms.lanes, 4096);
    l1.part("mshr_merges", m.l1.mshr_merges, 0, 4096);
    l1.part("mshr_incremental", m.l1.mshr_incremental, 0, 1);
    l1.number("fifo", m.l1.fifo, m.sms.lanes + 1, 4096);
    l1.power_of_two("bypass_bytes", m.l1.bypass_bytes, 4, block_bytes);
    l1.part("sectors", m.l1.sectors, 1, most_sectors);
    l1.finish();

    Reader l2(all, from, "l2");
    l2.power_of_two("partitions", m.l2.partitions, 1, most_names);
    l2.number("bytes", m.l2.bytes, m.blocks.bytes, 1 << 30);
    l2.number("ways", m.l2.ways, 1, 1024);
    l2.part("sectors", m.l2.sectors, 1, most_sectors);
    l2.part("hashed", m.l2.hashed, 0, 1);
    l2.part("atomic_lanes", m.l2.atomic_lanes, 0, most_lanes);
    l2.number("latency", m.l2.latency, 1, 1000);
    l2.number("queue", m.l2.queue, 1, 4096);
    l2.number("mshr_entries", m.l2.mshr_entries, 1, 4096);
    l2.part("rehash", m.l2.rehash, 0, 1 << 20);
    l2.part("events", m.l2.events, 1, 1024);
    l2.finish();
    if (!std::has_single_bit(static_cast<unsigned>(m.l2.sectors)))
        l2.fail(fmt::format("says l2.sectors = {}: a power of two is accepted", m.l2.sectors));
    if (m.l1.sectors != 1 && m.l1.sectors != m.l2.sectors)
        l1.fail(fmt::format("says l1.sectors = {} and l2.sectors = {}: in L1 1 is accepted, or as many as in L2", m.l1.sectors,
                            m.l2.sectors));
    check_cache(l1, "l1.", m.l1.bytes, m.l1.ways, m.blocks.bytes * m.l1.sectors);
    check_cache(l2, "l2.", m.l2.bytes, m.l2.ways, m.blocks.bytes * m.l2.sectors);

    const auto has = [&](const char* table) { return all.tables.contains(table) || all.outside.contains(table); };
    if (has("pool")) {
        Reader pool(all, from, "pool");
        m.pool.present = true;
        pool.number("distance", m.pool.distance, 1, 1000);
        pool.power_of_two("entries", m.pool.entries, 1, 1 << 20);
        pool.part("packets", m.pool.packets, 0, 4096);
        pool.finish();
    }
    if (has("directory") != has("l3"))
        throw DescriptionError(
            fmt::format("the machine file '{}' has one of the tables directory and l3: both or neither are accepted", from));
    if (has("directory")) {
        Reader directory(all, from, "directory");
        m.directory.present = true;
        directory.number("distance", m.directory.distance, 1, 1000);
        directory.number("latency", m.directory.latency, 1, 1000);
        directory.number("queue", m.directory.queue, 1, 4096);
        directory.number("mshr_entries", m.directory.mshr_entries, 1, 4096);
        directory.part("events", m.directory.events, 1, 1024);
        directory.part("optional", m.directory.optional, 0, 1);
        directory.part("channels", m.directory.channels, 1, most_names);
        if (!std::has_single_bit(static_cast<unsigned>(m.directory.channels)))
            directory.fail(fmt::format("says directory.channels = {}: a power of two is accepted", m.directory.channels));
        m.directory.port_flits = 0;
        directory.part("port_flits", m.directory.port_flits, 1, 64);
        directory.finish();
        Reader l3(all, from, "l3");
        l3.power_of_two("bytes", m.l3.bytes, m.blocks.bytes, 1 << 30);
        l3.number("ways", m.l3.ways, 1, 1024);
        l3.number("latency", m.l3.latency, 0, 1000);
        l3.finish();
        check_cache(l3, "l3.", m.l3.bytes, m.l3.ways, m.blocks.bytes);
    }

    if (has("cpus")) {
        Reader cpus(all, from, "cpus");
        auto& c = m.cpus;
        cpus.number("count", c.count, 0, most_names - m.sms.count);
        cpus.number("steps", c.steps, 1, 64);
        cpus.number("width", c.width, 1, 64);
        cpus.number("rob", c.rob, 1, 4096);
        cpus.number("loads", c.loads, 1, 4096);
        cpus.number("stores", c.stores, 1, 4096);
        cpus.number("buffered", c.buffered, 1, 4096);
        cpus.number("mrf", c.mrf, 2, 4096);
        cpus.number("counts", c.counts, 1, 4096);
        cpus.number("arithmetic_latency", c.arithmetic_latency, 1, 1000);
        cpus.number("special_latency", c.special_latency, 1, 1000);
        cpus.number("division_latency", c.division_latency, 1, 1000);
        cpus.power_of_two("l1_bytes", c.l1_bytes, m.blocks.bytes, 1 << 24);
        cpus.number("l1_ways", c.l1_ways, 1, 1024);
        cpus.number("l1_latency", c.l1_latency, 1, 1000);
        cpus.power_of_two("bytes", c.bytes, m.blocks.bytes, 1 << 30);
        cpus.number("ways", c.ways, 1, 1024);
        cpus.number("latency", c.latency, 1, 1000);
        cpus.number("mshr_entries", c.mshr_entries, 1, 4096);
        cpus.number("distance", c.distance, 1, 1000);
        cpus.finish();
        if (c.l1_bytes > c.bytes)
            cpus.fail(fmt::format("says cpus.l1_bytes = {}, and the first cache is included in the second: cpus.bytes, {}, or "
                                  "fewer are accepted",
                                  c.l1_bytes, c.bytes));
        check_cache(cpus, "cpus.", c.bytes, c.ways, m.blocks.bytes);
        check_cache(cpus, "cpus.l1_", c.l1_bytes, c.l1_ways, m.blocks.bytes);
        if (c.count > 0 && (m.l2.sectors > 1 || m.l2.hashed != 0))
            cpus.fail(fmt::format("says cpus.count = {}, with l2.sectors = {} and l2.hashed = {}: CPUs are accepted where these "
                                  "are 1 and 0",
                                  c.count, m.l2.sectors, m.l2.hashed));
        if (c.count > 0 && !m.directory.present)
            cpus.fail(fmt::format("says cpus.count = {}, and has no directory that CPUs would ask: 0 is accepted, or the tables "
                                  "directory and l3",
                                  c.count));
    }

    Reader network(all, from, "network");
    network.power_of_two("flit_bytes", m.network.flit_bytes, 4, 1024);
    network.part("port_flits", m.network.port_flits, 1, 64);
    network.number("latency", m.network.latency, 1, 1000);
    network.number("header_bytes", m.network.header_bytes, 1, 64);
    network.number("input_packets", m.network.input_packets, 1, 4096);
    network.number("output_packets", m.network.output_packets, 1, 4096);
    network.number("input_flits", m.network.input_flits, 0, 4096);
    network.number("output_flits", m.network.output_flits, 0, 4096);
    network.part("torus_columns", m.network.torus_columns, 0, 32);
    network.part("torus_rows", m.network.torus_rows, 0, 32);
    network.part("hop_latency", m.network.hop_latency, 1, 1000);
    network.part("channel_flits", m.network.channel_flits, 1, 4096);
    network.part("jitter", m.network.jitter, 0, Jitter::most_cycles);
    network.part("jitter_seed", m.network.jitter_seed, 0, INT_MAX);
    if (m.directory.port_flits == 0) m.directory.port_flits = m.network.port_flits;
    check_torus(network, m);
    if (m.network.port_flits > 1 && (m.network.input_flits > 0 || m.network.output_flits > 0 || m.network.torus_columns > 0))
        network.fail(fmt::format("says network.port_flits = {}: with capacities in flits, and in a torus, 1 is accepted",
                                 m.network.port_flits));
    network.finish();

    Reader dram(all, from, "dram");
    dram.power_of_two("banks", m.dram.banks, 1, 1024);
    dram.power_of_two("row_blocks", m.dram.row_blocks, 1, 4096);
    dram.number("queue", m.dram.queue, 2, 4096);
    dram.number("latency", m.dram.latency, 1, many);
    dram.number("activate", m.dram.activate, 1, many);
    dram.number("precharge", m.dram.precharge, 1, many);
    dram.number("column", m.dram.column, 1, many);
    dram.number("row_active", m.dram.row_active, 1, many);
    dram.number("transfer", m.dram.transfer, 1, many);
    dram.number("write_recovery", m.dram.write_recovery, 0, many);
    dram.number("row_to_row", m.dram.row_to_row, 0, many);
    dram.number("row_cycle", m.dram.row_cycle, 0, many);
    dram.number("column_to_column", m.dram.column_to_column, 0, many);
    dram.power_of_two("bank_groups", m.dram.bank_groups, 1, 1024);
    dram.number("column_in_group", m.dram.column_in_group, 0, many);
    dram.number("write_latency", m.dram.write_latency, 0, many);
    dram.number("write_to_read", m.dram.write_to_read, 0, many);
    dram.number("bus_turnaround", m.dram.bus_turnaround, 0, many);
    dram.number("refresh_interval", m.dram.refresh_interval, 0, many);
    dram.number("refresh", m.dram.refresh, 0, many);
    dram.part("four_activations", m.dram.four_activations, 0, many);
    dram.part("write_queue", m.dram.write_queue, 0, 4096);
    dram.part("write_high", m.dram.write_high, 0, 4096);
    dram.part("write_low", m.dram.write_low, 0, 4096);
    if (m.dram.write_queue > 0 &&
        !(m.dram.write_low < m.dram.write_high && m.dram.write_high <= m.dram.write_queue && m.dram.write_queue >= 2))
        dram.fail(fmt::format("says dram.write_queue = {}, write_high = {} and write_low = {}: a queue of 2 or more, and low < "
                              "high <= queue are accepted, or 0 for no such queue",
                              m.dram.write_queue, m.dram.write_high, m.dram.write_low));
    // Otherwise a row could be closed for the next refresh before it is used, for ever.
    const std::int64_t between = std::int64_t(m.dram.refresh) + std::max(m.dram.row_cycle, m.dram.row_active + m.dram.precharge) +
                                 m.dram.activate + m.dram.column +
                                 std::int64_t(m.dram.banks) * std::max(m.dram.row_to_row, (m.dram.four_activations + 3) / 4);
    if (m.dram.refresh_interval > 0 && between >= m.dram.refresh_interval)
        dram.fail(
            fmt::format("says dram.refresh_interval = {}: more than {}, so that each bank can open a row between two refreshes, "
                        "or 0 for none is accepted",
                        m.dram.refresh_interval, between));
    dram.finish();

    Reader timestamps(all, from, "timestamps");
    timestamps.number("bits", m.timestamps.bits, 3, 32);
    timestamps.number("cycle_bits", m.timestamps.cycle_bits, 8, 64);
    timestamps.number("lease", m.timestamps.lease, 1, 1 << 20);
    timestamps.number("lease_cycles", m.timestamps.lease_cycles, 1, 1 << 20);
    timestamps.finish();
    return m;
}

MachineDescription paper_machine() { return machine_from(paper_machine_text, "paper"); }

}  // namespace tandem::perfsim
