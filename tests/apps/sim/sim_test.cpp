// `tandem sim` from outside: its status, and the same facts as text, JSON and picture.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/sim/report.hpp"
#include "perfsim/machine_text.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

int run(const std::vector<const char*>& words, std::string& out) {
    const Run run = tandem(words);
    out = run.out + run.err;
    return run.status;
}

}  // namespace

TEST_SUITE("apps/sim") {
    TEST_CASE("a correct run ends in 0, and its report is the same as text, JSON and picture") {
        const TemporaryFolder folder;
        const std::string json = folder.path() / "report.json", svg = folder.path() / "report.svg";
        std::string out;
        CHECK(run({"sim", "gtsc", "--variant", "rc", "--workload", "hash", "--json", json.c_str(), "--svg", svg.c_str()}, out) ==
              0);
        CHECK(out.find("result: correct") != std::string::npos);
        const auto report = nlohmann::json::parse(contents(json));
        CHECK(report["result"] == "correct");
        CHECK(out.find(std::to_string(report["cycles"].get<std::int64_t>()) + " cycles") != std::string::npos);
        CHECK(report["l1"]["hits"].get<int>() > 0);
        CHECK(report["energy_nj"]["DRAM"].get<double>() > 0);
        CHECK(report["l2"]["accesses"].get<int>() > 0);
        CHECK(report["l2"].contains("evictions"));
        CHECK(out.find(fmt::format("a load or an atomic has its last word after {:.1f} cycles on average",
                                   report["data_latency"]["mean"].get<double>())) != std::string::npos);
        CHECK(report["data_latency"]["mean"].get<double>() > 100);  // most are answered by L2
        const std::string picture = contents(svg);
        CHECK(picture.starts_with("<svg"));
        CHECK(picture.find("BusFill") != std::string::npos);
    }

    TEST_CASE("each flit costs energy, to and from memory and the pool of mutexes too") {
        for (const char* protocol : {"gtsc", "moesi", "apu", "lsc"}) {
            CAPTURE(protocol);
            const bool directory = std::string(protocol) == "apu" || std::string(protocol) == "lsc";
            const Run run =
                tandem({"sim", protocol, "--workload", "hash", "--machine", directory ? "soc" : "paper", "--json", "-"});
            REQUIRE(run.status == 0);
            const auto report = nlohmann::json::parse(run.out);
            std::uint64_t flits = 0;
            for (const auto& kind : report["traffic"]) flits += kind["flits"].get<std::uint64_t>();
            const std::string machine = directory ? "soc" : "paper";
            const int bytes = perfsim::machine_from(perfsim::library_machine(machine), machine).network.flit_bytes;
            CHECK(report["energy_nj"]["network"].get<double>() ==
                  doctest::Approx(static_cast<double>(flits) * bytes * 0.008));  // energy.toml
        }
    }

    TEST_CASE("a report names the outcomes of the text that its run never shows, and none that it shows") {
        const Run run = tandem({"sim", "gtsc", "--workload", "triad", "--json", "-"}),
                  told = tandem({"sim", "gtsc", "--workload", "triad"});
        const auto at = told.out.find("outcomes of the text that this run never shows, stalls apart: ");
        REQUIRE(at != std::string::npos);
        const std::string line =
            ", " + told.out.substr(told.out.find(": ", at) + 2, told.out.find('\n', at) - told.out.find(": ", at) - 2) + ", ";
        int shown = 0, never = 0;
        const auto report = nlohmann::json::parse(run.out);
        for (const auto& [outcome, times] : report["outcomes"].items()) {
            const std::string name = outcome;
            CAPTURE(name);
            ++(times == 0 ? never : shown);
            CHECK((line.find(", " + outcome + ", ") != std::string::npos) == (times == 0 && !apps::is_stall(outcome)));
        }
        CHECK(shown > 3);
        CHECK(never > 3);
    }

    TEST_CASE("a report names the keys of its machine that nothing in the run reads, and why") {
        const Run told = tandem({"sim", "gtsc", "--workload", "triad"});
        CHECK(told.out.find("keys of the machine that nothing in this run of gtsc reads\n") != std::string::npos);
        for (const char* line :
             {"  network.input_packets: network.input_flits counts flits\n",
              "  sms.registers: no launch states the registers of its threads\n", "l1.bypass_bytes", "l1.fifo"})
            CHECK(told.out.find(line) != std::string::npos);
        CHECK(told.out.find("l2.latency") == std::string::npos);
        const auto report =
            nlohmann::json::parse(tandem({"sim", "apu", "--machine", "soc", "--workload", "convolution", "--json", "-"}).out);
        CHECK(report["unread"]["l2.mshr_entries"] == "its L2 reads no memory");
        CHECK_FALSE(report["unread"].contains("directory.mshr_entries"));
    }

    TEST_CASE("where no bank performs an atomic the report names lanes of atomics, and elsewhere it does not") {
        const TemporaryFolder folder;
        const std::string machine = folder.path() / "machine.toml";
        std::ofstream(machine) << "[l2]\natomic_lanes = 1\n";
        const auto unread = [&](const char* protocol, const char* workload) {
            const Run run = tandem({"sim", protocol, "--workload", workload, "--machine", machine.c_str(), "--json", "-"});
            REQUIRE(run.status == 0);
            return nlohmann::json::parse(run.out)["unread"];
        };
        const char* why = "no bank and no directory performs an atomic";
        CHECK(unread("moesi", "hash")["l2.atomic_lanes"] == why);  // its caches perform them
        CHECK(unread("gtsc", "triad")["l2.atomic_lanes"] == why);  // it has none
        CHECK_FALSE(unread("gtsc", "hash").contains("l2.atomic_lanes"));
        CHECK_FALSE(unread("baseline", "hash").contains("l2.atomic_lanes"));
    }

    TEST_CASE("hits of L2 are of requests for blocks, and not of what a directory is told") {
        const auto l2_of = [](const char* protocol, const char* variant) {
            const Run run =
                tandem({"sim", protocol, "--variant", variant, "--machine", "neutral", "--workload", "hash", "--json", "-"});
            REQUIRE(run.status == 0);
            const auto report = nlohmann::json::parse(run.out);
            std::map<std::string, std::uint64_t> sent;
            for (const auto& kind : report["traffic"]) sent[kind["name"]] = kind["messages"];
            return std::tuple(report["l2"], report["outcomes"], sent);
        };
        {
            const auto [l2, outcomes, sent] = l2_of("gtsc", "rc");
            CHECK(l2["accesses"] == l2["lookups"]);
        }
        {
            const auto [l2, outcomes, sent] = l2_of("moesi", "rc");  // an owner's answer asks L2 for nothing
            CHECK(l2["accesses"] == outcomes["read_answered"].get<int>() + outcomes["write_answered"].get<int>() +
                                        outcomes["write_invalidates"].get<int>());
            CHECK(l2["lookups"].get<int>() > 20 * l2["accesses"].get<int>());
            CHECK(l2["misses"].get<int>() > l2["accesses"].get<int>() / 4);
        }
        {
            const auto [l2, outcomes, sent] = l2_of("lsc", "repaired");
            CHECK(l2["accesses"] == outcomes["load_miss"].get<int>() + outcomes["written_through"].get<int>());
            CHECK(l2["misses"] == outcomes["gl2_miss"].get<int>() + outcomes["gl2_forwarded"].get<int>());
            CHECK(sent.at("InvAck") > 0);
            CHECK(l2["lookups"] >= l2["accesses"].get<std::uint64_t>() + sent.at("InvAck"));
        }
    }

    TEST_CASE("reads and writes that DRAM's queue of writes answers are in the report, and only there") {
        const TemporaryFolder folder;
        const std::string machine = folder.path() / "machine.toml", rest = "[l2]\nbytes = 4096\nways = 4\n";
        const auto run = [&](const std::string& dram) {
            std::ofstream(machine) << rest << dram;
            const Run told = tandem({"sim", "baseline", "--workload", "hash", "--machine", machine.c_str()}),
                      json = tandem({"sim", "baseline", "--workload", "hash", "--machine", machine.c_str(), "--json", "-"});
            REQUIRE(json.status == 0);
            return std::pair(told.out, nlohmann::json::parse(json.out)["dram"]["forwarded"].get<std::uint64_t>());
        };
        const auto [apart, forwarded] = run("[dram]\nwrite_queue = 32\nwrite_high = 28\nwrite_low = 16\n");
        CHECK(forwarded > 0);
        CHECK(apart.find("queues of writes answer or take in " + std::to_string(forwarded) + " more") != std::string::npos);
        const auto [together, none] = run("");
        CHECK(none == 0);
        CHECK(together.find("queues of writes") == std::string::npos);
    }

    TEST_CASE("a setting that nothing reads for the protocol is refused before the run") {
        const TemporaryFolder folder;
        const std::string machine = folder.path() / "machine.toml";
        for (const auto& [table, says] :
             {std::pair<std::string, std::string>{"[timestamps]\nbits = 32\n", "sets timestamps.bits = 32, which nothing reads"},
              {"[timestamps]\nlease = 20\n", "sets timestamps.lease = 20, which nothing reads"},
              {"[l1]\nways = 8\n", "sets l1.ways = 8, which nothing reads"},
              {"[network]\ninput_packets = 5\n", "sets network.input_packets = 5, which nothing reads while network.input_flits"},
              {"[dram]\nbank_groups = 1\ncolumn_in_group = 9\n",
               "sets dram.column_in_group = 9, which nothing reads while dram.bank"},
              {"[l1]\nmshr_incremental = 0\n", "sets l1.mshr_incremental = 0, which nothing reads for baseline"},
              {"[network]\njitter_seed = 5\n", "sets network.jitter_seed = 5, which nothing reads without network.jitter"},
              {"[pool]\ndistance = 4\nentries = 64\n", "has a pool beside L2, and baseline has none"}}) {
            std::ofstream(machine) << table;
            const Run run = tandem({"sim", "baseline", "--workload", "triad", "--machine", machine.c_str()});
            CHECK(run.status == 2);
            CHECK(run.err.find(says) != std::string::npos);
            CHECK(run.out.empty());
        }
        std::ofstream(machine) << "[timestamps]\nbits = 32\nlease = 20\n";
        CHECK(tandem({"sim", "gtsc", "--workload", "triad", "--machine", machine.c_str()}).status == 0);
    }

    TEST_CASE("a lease of which twice as much would not fit into the timestamps is simulated, and is read") {
        const TemporaryFolder folder;
        const std::string machine = folder.path() / "machine.toml";
        std::ofstream(machine) << "[timestamps]\nbits = 6\nlease = 16\n";
        const Run run = tandem({"sim", "gtsc", "--workload", "triad", "--machine", machine.c_str()});
        CHECK(run.status == 0);
        CHECK(run.out.find("result: correct") != std::string::npos);
        for (const char* unread : {"timestamps.lease:", "timestamps.lease,"}) CHECK(run.out.find(unread) == std::string::npos);
    }

    TEST_CASE("a choice that a machine overrules is refused, and not ignored") {
        const Run run = tandem({"sim", "moesi", "--variant", "stalls", "--workload", "triad"});
        CHECK(run.status == 2);
        // A machine's directory is the queueing one.
        CHECK(run.err.find("names both 'stalls' and 'queues'") != std::string::npos);
        CHECK(run.out.empty());
    }

    TEST_CASE("with --idle-keys a setting of one's own that decides nothing is named, and one that matters is not") {
        const TemporaryFolder folder;
        const std::string machine = folder.path() / "machine.toml";
        std::ofstream(machine) << "[sms]\nshared_bytes = 98304\n[l2]\nlatency = 60\nways = 8\n";
        const std::vector<const char*> words{"sim", "baseline", "--workload", "triad", "--machine", machine.c_str()};
        const auto with = [&](std::vector<const char*> more) {
            more.insert(more.begin(), words.begin(), words.end());
            return tandem(more);
        };
        const Run told = with({"--idle-keys"});
        CHECK(told.status == 0);
        CHECK(told.out.find("\nchanges nothing in this run: sms.shared_bytes = 98304 (with ") != std::string::npos);
        CHECK(told.out.find("l2.latency =") == std::string::npos);
        CHECK(with({}).out.find("changes nothing") == std::string::npos);
        // A run that is cut short says nothing.
        const Run cut = with({"--idle-keys", "--cycles", "100"});
        CHECK(cut.status == 1);
        CHECK(cut.out.find("changes nothing") == std::string::npos);
    }

    TEST_CASE("a wrong result ends in 1 and says what is wrong, a run that takes too long as well") {
        std::string out;
        CHECK(run({"sim", "incoherent", "--variant", "rc", "--workload", "stencil"}, out) == 1);
        CHECK(out.find("is right") != std::string::npos);
        CHECK(run({"sim", "gtsc", "--workload", "triad", "--cycles", "100"}, out) == 1);
        CHECK(out.find("not finished after 100 cycles") != std::string::npos);
    }

    TEST_CASE("a choice that the simulated text does not have is refused, and not ignored") {
        check_unusable(tandem({"sim", "moesi", "--variant", "stalls", "--workload", "hash"}), "names both 'stalls' and 'queues'");
        CHECK(tandem({"sim", "moesi", "--variant", "queues", "--workload", "triad"}).status == 0);
    }

    TEST_CASE("an energy table with an unknown event is refused in one line") {
        const TemporaryFolder folder;
        const std::string table = folder.path() / "energy.toml";
        std::ofstream(table) << "[dram]\nrefresh = 3\n";
        std::string out;
        CHECK(run({"sim", "gtsc", "--workload", "triad", "--energy", table.c_str()}, out) == 2);
        CHECK(out.find("dram.refresh") != std::string::npos);
        CHECK(std::count(out.begin(), out.end(), '\n') == 1);
    }
}

}  // namespace tandem::tests
