// Machine files: the paper's machine agrees with the paper, and errors in a file are reported in one line.
#include "perfsim/machine_description.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "apps/common/usage_error.hpp"
#include "apps/sim/sim.hpp"
#include "perfsim/machine_text.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

/// The program's error for a machine file.
std::string complaint(const std::string& text) {
    const TemporaryFolder folder;
    apps::SimOptions options;
    options.protocol = "gtsc";
    options.workload = "triad";
    options.machine = folder.path() / "machine.toml";
    std::ofstream(options.machine) << text;
    try {
        apps::simulate(options);
    } catch (const apps::UsageError& error) {
        return error.what();
    }
    return "";
}

const std::string blocks = "[blocks]\nbytes = 128\n";
const std::string sms =
    blocks + "[sms]\ncount = 2\nlanes = 32\nissue_cycles = 1\nwarps = 4\nthread_blocks = 2\nschedulers = 1\npipeline = 1\n";
const std::string l1 = "[l1]\nbytes = 1024\nways = 2\nlatency = 1\nmshr_entries = 32\nfifo = 64\n";

}  // namespace

TEST_CASE("the default machine is the paper's (VI-A)") {
    const auto m = perfsim::paper_machine();
    CHECK(m.sms.count == 16);
    CHECK(m.sms.warps == 48);
    CHECK(m.l1.bytes == 16 * 1024);
    CHECK(m.l2.partitions == 8);
    CHECK(m.l2.partitions * m.l2.bytes == 1024 * 1024);
}

TEST_CASE("what is wrong in a machine file is said in one line that names the key") {
    const auto check = [](const std::string& text, const std::string& named) {
        const std::string said = complaint(text);
        CAPTURE(said);
        CHECK(said.find(named) != std::string::npos);
        CHECK(std::count(said.begin(), said.end(), '\n') == 0);
    };
    check(blocks +
              "[sms]\ncount = 2\nlanes = 32\nissue_cycles = 1\ncolour = 3\nwarps = 4\nthread_blocks = 2\nschedulers = "
              "1\npipeline = 1\n",
          "sms.colour");
    check("speed = 3\n" + sms, "speed");
    check("[dram]\nrefresh_interval = 100\nrefresh = 46\nrow_to_row = 5\n", "dram.refresh_interval = 100: more than ");
    check("[dram]\nbank_groups = 3\n", "dram.bank_groups");
    check("[network]\ninput_flits = -1\n", "network.input_flits");
    check(sms + "[l1]\nbytes = 1000\nways = 2\nlatency = 1\nmshr_entries = 32\nfifo = 64\n", "power of two");
    check(sms + "[l1]\nbytes = 1024\nways = 3\nlatency = 1\nmshr_entries = 32\nfifo = 64\n", "l1.ways");
    check("[l1]\nsectors = 4\n", "in L1 1 is accepted, or as many as in L2");
    check("[blocks]\nbytes = 32\n[l2]\nsectors = 3\n", "says l2.sectors = 3: a power of two is accepted");
    check("base = \"soc\"\n[l2]\nhashed = 1\n", "CPUs are accepted where these are 1 and 0");
    check("base = \"soc\"\n[directory]\nchannels = 3\n", "says directory.channels = 3: a power of two is accepted");
    check("[dram]\nwrite_queue = 8\n", "a queue of 2 or more, and low < high <= queue are accepted");
    check("[sms]\nscheduling = 3\n", "0 to 2 is accepted");
    check("base = \"gtx\"\n" + sms + l1, "the base 'gtx': mttop, neutral, paper, rsp, soc, volta are accepted");
    check("base = 3\n", "the base '3'");
    check("l1 = 3\n", "'l1' is not a table");
    check("[l1]\nbypass_bytes = 48\n", "l1.bypass_bytes is 48: a power of two");
    check(blocks + "[sms]\ncount = 0\n", "1 to 64");
    check("[sms]\narithmetic_latency = -1\n", "says sms.arithmetic_latency = -1: a whole number from 0 to 1000");
    check("[sms]\ndivision_latency = 1e9\n", "sms.division_latency");
    check("[sms\n", "line 1");
    check("[network]\ntorus_columns = 4\n", "torus_columns = 4 and network.torus_rows = 0: both, or neither");
    check("[network]\ntorus_columns = 33\ntorus_rows = 1\n", "a whole number from 0 to 32");
    check("[network]\ntorus_columns = 1\ntorus_rows = 1\n[sms]\ncount = 21\n",
          "21 SMs and 8 banks of L2 on 1 routers: at most 28");
    check("[network]\nhop_latency = 0\n", "network.hop_latency = 0");
    check("[network]\nchannel_flits = 0\n", "network.channel_flits = 0");
    check("[l1]\nports = 0\n", "l1.ports = 0");
    const std::string directory = "[directory]\ndistance = 4\nlatency = 2\nqueue = 3\nmshr_entries = 8\n",
                      l3 = "[l3]\nbytes = 4096\nways = 4\nlatency = 10\n";
    check(directory, "one of the tables directory and l3: both or neither");
    check("[directory]\nlatency = 2\n" + l3, "lacks directory.distance: a whole number from 1 to 1000");
    check("[l3]\nbytes = 4096\nways = 5\nlatency = 10\n" + directory, "l3.ways = 5");
    check("[network]\ntorus_columns = 2\ntorus_rows = 2\n" + directory + l3, "has a torus, and a directory behind L2");
    check(directory + l3, "has a directory behind L2, and gtsc has none");
    check("[pool]\ndistance = 4\n", "lacks pool.entries: a whole number from 1");
    check("[pool]\ndistance = 4\nentries = 1000\n", "pool.entries is 1000: a power of two");
    check("[l2]\nrehash = -1\n", "l2.rehash = -1");
    check("[l2]\nevents = 0\n", "l2.events = 0");
    check("[l2]\nqueue = 0\n", "l2.queue = 0: a whole number from 1 to 4096");
    check("[directory]\ndistance = 4\nlatency = 2\nmshr_entries = 8\n" + l3, "lacks directory.queue");
    check("[network]\nport_flits = 65\n", "network.port_flits = 65");
    check("[network]\nport_flits = 2\n", "with capacities in flits, and in a torus, 1 is accepted");
    check("[sms]\nlanes = 12\n", "sms.lanes is 12: a power of two");
}

TEST_CASE("the MTTOP paper's machine is what its Table 1 says") {
    const auto m = perfsim::machine_from(perfsim::library_machine("mttop"), "mttop");
    CHECK(m.sms.count * m.sms.lanes * m.sms.warps == 8192);
    CHECK(m.sms.count * m.sms.lanes == 128);
    CHECK(m.l1.bytes == 16 * 1024);
    CHECK(m.l1.ways == 4);
    CHECK(m.l1.latency == 20);
    CHECK(m.l2.partitions == 8);
    CHECK(m.l2.partitions * m.l2.bytes == 256 * 1024);
    CHECK(m.l2.ways == 8);
    CHECK(m.l2.latency == 50);
    CHECK(m.network.torus().routers() == 16);
    CHECK(m.l1.mshr_entries == m.sms.lanes * m.sms.warps);  // one for each context (7.4)
}

TEST_CASE("a kernel of more lanes than a warp has is refused in a line") {
    apps::SimOptions options;
    options.protocol = "moesi";
    options.workload = "triad";
    options.machine = "mttop";
    CHECK_THROWS_WITH_AS(apps::simulate(options), doctest::Contains("uses lane 31, where a warp has 8 lanes (sms.lanes)"),
                         model::UsageError);
}

TEST_CASE("on a torus directions share links, so a run keeps one thread") {
    apps::SimOptions options;
    options.protocol = "moesi";
    options.workload = "micro";
    options.machine = "mttop";
    const auto report = apps::simulate(options);
    CHECK(report.result == "correct");
    CHECK(report.statistics.flit_hops > 0);
    // Each packet passes a whole number of links, and each link carries at most all of its flits.
    CHECK(report.statistics.most_flits_of_a_link * 64 >= report.statistics.flit_hops);
}

TEST_CASE("a machine file says what differs from its base, and all else is the base's") {
    const auto paper = perfsim::paper_machine(), more = perfsim::machine_from("name = \"more\"\n[sms]\ncount = 20\n", "file");
    CHECK(more.name == "more");
    CHECK(more.sms.count == 20);
    CHECK(more.sms.warps == paper.sms.warps);
    CHECK(more.dram.banks == paper.dram.banks);
    const auto of_rsp = perfsim::machine_from("base = \"rsp\"\n[l2]\nlatency = 3\n", "file");
    CHECK(of_rsp.blocks.bytes == 64);
    CHECK(of_rsp.l2.latency == 3);
    CHECK(perfsim::machine_from("", "file").l1.bytes == paper.l1.bytes);
}

TEST_CASE("a base that says itself what differs from the paper's machine is completed by that") {
    const auto m = perfsim::machine_from("base = \"rsp\"\n[sms]\ncount = 2\n", "mine");
    CHECK(m.sms.count == 2);
    CHECK(m.sms.lanes == perfsim::machine_from(perfsim::library_machine("rsp"), "rsp").sms.lanes);
    CHECK(m.timestamps.cycle_bits == perfsim::paper_machine().timestamps.cycle_bits);
}

TEST_CASE("an unknown workload or a size beyond the largest is refused") {
    apps::SimOptions options;
    options.protocol = "gtsc";
    options.workload = "sorting";
    CHECK_THROWS_WITH_AS(apps::simulate(options), doctest::Contains("triad, matmul, bfs"), apps::UsageError);
    options.workload = "triad";
    options.workload_options.size = 0;
    CHECK_THROWS_WITH_AS(apps::simulate(options), doctest::Contains("1 to 1000"), apps::UsageError);
}

TEST_CASE("a lease for which a reset leaves no room is refused where timestamps are reset, and nowhere else") {
    const TemporaryFolder folder;
    apps::SimOptions options;
    options.workload = "triad";
    options.machine = folder.path() / "machine.toml";
    std::ofstream(options.machine) << "[timestamps]\nbits = 4\nlease = 8\n";
    options.protocol = "gtsc";
    CHECK_THROWS_WITH_AS(apps::simulate(options), doctest::Contains("timestamps.lease = 8 and timestamps.bits = 4"),
                         apps::UsageError);
    options.protocol = "tc";
    CHECK(apps::simulate(options).result == "correct");
}

TEST_CASE("timestamps that overflow with several banks are reset, and the result is right") {
    const TemporaryFolder folder;
    apps::SimOptions options;
    options.protocol = "gtsc";
    options.workload = "bfs";
    options.machine = folder.path() / "machine.toml";
    std::ofstream(options.machine)
        << "name = \"narrow\"\n"
        << sms << l1
        << "[l2]\npartitions = 2\nbytes = 4096\nways = 4\nlatency = 10\nmshr_entries = 8\n"
           "[network]\nflit_bytes = 32\nlatency = 4\nheader_bytes = 8\ninput_packets = 8\noutput_packets = 8\n"
           "[dram]\nbanks = 4\nrow_blocks = 8\nqueue = 8\nlatency = 20\nactivate = 10\nprecharge = 10\ncolumn = 10\nrow_active = "
           "20\ntransfer = 4\nwrite_recovery = 10\n"
           "[timestamps]\nbits = 10\nlease = 10\nlease_cycles = 100\n";
    const auto report = apps::simulate(options);
    CHECK(report.result == "correct");
    for (const auto& outcome : report.statistics.outcomes)
        if (outcome.name == "overflow_reset" || outcome.name == "reset_signalled") CHECK(outcome.count > 0);
}

}  // namespace tandem::tests
