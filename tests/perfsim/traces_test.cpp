// Traces. The replay agrees with the file, whatever the form of its lines. It takes the time that register dependencies require.
// Errors in a file are reported in one line.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "apps/common/catalog.hpp"
#include "apps/sim/sim.hpp"
#include "perfsim/traces/kernel_trace.hpp"
#include "perfsim/traces/kernels_list.hpp"
#include "perfsim/traces/loads_under_way.hpp"
#include "perfsim/traces/memory_requests.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/perfsim/sums.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

using namespace perfsim;

namespace {

const std::string sample = TANDEM_SOURCE_DIR "/tests/perfsim/traces/kernelslist.g";

/// A file in a folder that is removed afterwards.
class TraceText {
public:
    explicit TraceText(const std::string& text, const std::string& name = "kernel-1.traceg") : path_(folder_.path() / name) {
        std::ofstream(path_) << text;
    }
    const std::string& path() const { return path_; }

private:
    TemporaryFolder folder_;
    std::string path_;
};

std::string header(int blocks = 1, int threads = 32, int version = 5, const std::string& more = "") {
    return fmt::format(
        "-kernel name = k\n-kernel id = 1\n-grid dim = ({},1,1)\n-block dim = ({},1,1)\n-accelsim tracer version = {}\n{}\n",
        blocks, threads, version, more);
}
/// Lines of a warp, each ended.
std::string warp_text(int number, const std::vector<std::string>& lines) {
    std::string text = fmt::format("warp = {}\ninsts = {}\n", number, lines.size());
    for (const auto& line : lines) text += line + "\n";
    return text;
}
std::string block_text(int x, const std::string& warps) {
    return fmt::format("#BEGIN_TB\nthread block = {},0,0\n{}#END_TB\n", x, warps);
}
std::string one_warp(const std::vector<std::string>& lines, const std::string& more = "") {
    return header(1, 32, 5, more) + block_text(0, warp_text(0, lines));
}

apps::SimReport simulate_trace(const std::string& path, const std::string& protocol = "baseline",
                               const std::string& variant = "rc", bool monitor = false, const std::string& machine = "") {
    apps::SimOptions options;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.workload_options.settings = {{"trace", path}};
    options.machine = machine;
    options.monitor = monitor;
    options.limit = 10'000'000;
    return simulated(options);
}
apps::SimReport simulate_text(const std::string& text, const std::string& protocol = "baseline") {
    return simulate_trace(TraceText(text).path(), protocol);
}
Cycle cycles(const std::vector<std::string>& lines) { return simulate_text(one_warp(lines)).statistics.cycles; }

std::uint64_t count(const apps::SimReport& report, const std::string& name) {
    for (const auto& c : report.counted.counts)
        if (c.name == name) return c.count;
    FAIL("no count " << name);
    return 0;
}
const std::vector<std::string> kinds{"loads",         "stores",    "atomics",  "fences",      "barriers",       "without lanes",
                                     "shared memory", "constants", "textures", "bulk copies", "unknown memory", "others"};

/// All counts of a machine, except the host's own measurements.
std::map<std::string, std::uint64_t> all_counts(const Statistics& s) {
    std::map<std::string, std::uint64_t> all{{"cycles", s.cycles},
                                             {"instructions", s.instructions},
                                             {"accesses", s.accesses},
                                             {"loads", s.loads},
                                             {"stores", s.stores},
                                             {"atomics", s.atomics},
                                             {"fences", s.fences},
                                             {"reads", s.dram_reads},
                                             {"activations", s.dram_activations}};
    for (const auto& t : s.traffic) all["bytes of " + t.name] = t.bytes, all[t.name] = t.messages;
    for (const auto& c : s.stalled) all["stalled: " + c.name] = c.count;
    return all;
}

/// The instruction that is the first line of a file.
TraceInstruction read(const std::string& line, const TraceLineForm& form = {}, const TraceWarp& of = {}) {
    const TraceText text(line + "\n");
    TraceLines lines(std::make_shared<TraceFile>(text.path()));
    REQUIRE(lines.next());
    TraceInstruction instruction;
    read_instruction(lines, form, of, instruction);
    return instruction;
}
std::vector<std::uint64_t> addresses(const std::string& line) {
    const TraceInstruction i = read(line);
    std::vector<std::uint64_t> all;
    for (std::size_t l = 0; l < trace_lanes; ++l)
        if (i.mask >> l & 1) all.push_back(i.addresses[l]);
    return all;
}

/// The requests made for an instruction, at the places of its own words.
std::vector<MemoryRequest> requests(const TraceInstruction& instruction, const TraceSpaces& spaces = {}, std::uint64_t warp = 0) {
    TraceMap map;
    each_traced_word(instruction, spaces, warp, [&](std::uint64_t word) { REQUIRE(map.touch(word)); });
    Memory memory;
    map.lay_out(memory);
    std::vector<MemoryRequest> all;
    requests_of(instruction, spaces, warp, map, block_bytes, all);
    return all;
}
std::vector<std::uint32_t> touched(const MemoryRequest& request) {
    std::vector<std::uint32_t> all;
    for (std::size_t l = 0; l < lane_count; ++l)
        if (request.mask >> l & 1) all.push_back(request.addresses[l]);
    return all;
}

void refused(const std::string& text, const std::string& where, const std::string& expected,
             const std::string& name = "kernel-1.traceg") {
    CAPTURE(text);
    const TraceText file(text, name);
    const Run run = tandem({"sim", "baseline", "--trace", file.path().c_str()});
    check_unusable(run, expected);
    CHECK(run.err.find(name + where) != std::string::npos);
}

}  // namespace

TEST_SUITE("perfsim/traces") {
    TEST_CASE("the sample: each instruction is of one kind, and all are replayed") {
        const auto report = simulate_trace(sample);
        CHECK(report.right);
        const std::map<std::string, std::uint64_t> expected{
            {"kernels", 2},
            {"thread blocks", 7},
            {"warps", 13},
            {"instructions", 6 * 23 + 4 * 23 + 3 * 22},
            {"loads", 6 * 7 + 7 * 4},  // without the generic store that is in shared memory
            {"stores", 6 * 4 + 2 + 7},
            {"atomics", 6 + 7 * 4},
            {"fences", 7},
            {"barriers", 6 + 7 + 4},
            {"without lanes", 6 + 4},
            {"shared memory", 6 * 2 + 7},
            {"constants", 7},
            {"textures", 7},
            {"bulk copies", 7},
            {"unknown memory", 0},
            {"others", 6 * 6 + 7 * 7},
            {"pages of 64 KB", 6},
            {"copies of the host", 2},
            {"bytes copied", 4096 + 65536}};
        for (const auto& each : expected) {
            CAPTURE(each.first);
            CHECK(count(report, each.first) == each.second);
        }
        CHECK(std::accumulate(kinds.begin(), kinds.end(), std::uint64_t(0), [&](std::uint64_t sum, const auto& kind) {
                  return sum + count(report, kind);
              }) == count(report, "instructions"));
        // An instruction is one slot, except that an instruction with several requests has as many slots.
        const auto accesses = count(report, "loads") + count(report, "stores") + count(report, "atomics");
        CHECK(report.statistics.instructions == count(report, "instructions") - accesses + count(report, "memory requests"));
        CHECK(report.statistics.memory_instructions == count(report, "memory requests") + count(report, "fences"));
        // Of the first kernel: 32 lanes and 4, 8, 16 and 1 bytes; 16 and 24 and 1 of 4; stores of 32, 16, 16 and 1, and one by
        // two warps; 32 that reduce.
        const std::uint64_t first = 6 * (4 * 32 + 16 + 24 + 1 + 32 + 16 + 16 + 1 + 32) + 2;
        // Of the second, whose warps have 32 or 16 lanes: STL, LDL, LD, two copies, an addition; and four lanes of other atomics.
        const std::uint64_t second = 4 * 6 * 32 + 3 * 6 * 16 + 7 * 4;
        CHECK(count(report, "lanes that accessed") == first + second);
        const std::uint64_t bytes = 6 * (32 * (4 + 8 + 16 + 1) + 4 * (16 + 24 + 1) + 32 * 4 + 16 * 8 + 16 * 16 + 2 + 32 * 4) +
                                    2 * 4 + (4 * 32 + 3 * 16) * (8 + 8 + 4 + 16 + 4 + 4) + 7 * (8 + 4 + 2 * 4);
        CHECK(count(report, "bytes accessed") == bytes);
    }

    TEST_CASE("thread blocks that the tracer left out are told") {
        CHECK(simulate_trace(sample).counted.notes.size() == 4);
        const TraceText more(header(5) + block_text(1, warp_text(0, {"0 ffffffff 1 R1 MOV 0 0 0"})) +
                             block_text(3, warp_text(0, {"0 ffffffff 1 R1 MOV 0 0 0"})));
        const auto report = simulate_trace(more.path());
        REQUIRE(report.counted.notes.size() == 5);
        CHECK(report.counted.notes.back() ==
              more.path() + " has 2 of the 5 thread blocks of its grid: the others were not traced, and are not replayed");
    }

    TEST_CASE("every protocol gets the same accesses, and the monitor finds nothing where caches are coherent") {
        const auto expected = simulate_trace(sample).statistics;
        for (const auto& on : std::vector<std::pair<std::string, std::string>>{
                 {"gtsc", "sc"}, {"gtsc", "rc"}, {"tc", "sc"}, {"tc", "rc"}, {"tc", "weak"}, {"baseline", "sc"}}) {
            CAPTURE(on.first);
            CAPTURE(on.second);
            const bool judged = on.second != "weak";  // which says nothing of copies
            const auto report = simulate_trace(sample, on.first, on.second, judged);
            CAPTURE(report.result);
            CHECK(report.right);
            CHECK((report.judged > 100) == judged);
            CHECK(report.statistics.accesses == expected.accesses);
            CHECK(report.statistics.loads == expected.loads);
            CHECK(report.statistics.stores == expected.stores);
            CHECK(report.statistics.atomics == expected.atomics);
            CHECK(report.statistics.fences == expected.fences);
        }
    }

    TEST_CASE("the monitor stops the sample where nobody invalidates copies, and without it nothing is claimed") {
        CHECK(simulate_trace(sample, "incoherent", "rc", true).result.starts_with("single-writer does not hold"));
        const auto unjudged = simulate_trace(sample, "incoherent", "rc");
        CHECK(unjudged.right);
        CHECK(unjudged.result.find("correct") == std::string::npos);
        CHECK(unjudged.result.find("nothing was judged") != std::string::npos);
    }

    TEST_CASE("where accesses have scopes, an atomic is of one block, and all of the sample is replayed") {
        const auto report = simulate_trace(sample, "rsp", "repaired", false, "rsp");
        CHECK(report.right);
        CHECK(report.statistics.outcome("promoted") == 0);
        CHECK(report.statistics.atomics > simulate_trace(sample, "baseline", "rc", false, "rsp").statistics.atomics);
    }

    TEST_CASE("all modes of addresses say the same") {
        const std::string list = "10 00000ff0 1 R2 LDG.E 1 R4 4 0 0x1000 0x1008 0x1010 0x1018 0x1020 0x1028 0x1030 0x1038";
        CHECK(addresses(list) == addresses("10 00000ff0 1 R2 LDG.E 1 R4 4 1 0x1000 8"));
        CHECK(addresses(list) == addresses("10 00000ff0 1 R2 LDG.E 1 R4 4 2 0x1000 8 8 8 8 8 8 8"));
        CHECK(addresses(list) == addresses("10 00000ff0 1 R2 LDG.E 1 R4 4 2 0x1000 8 8 8 8 8 8 8 77"));
        CHECK(read("10 00000ff0 1 R2 LDG.E 1 R4 4 2 0x1000 8 8 8 8 8 8 8 77").immediate == 77);
        CHECK(addresses("10 0000000f 1 R2 LDG.E 1 R4 4 1 0x1000 -16") == std::vector<std::uint64_t>{0x1000, 0xff0, 0xfe0, 0xfd0});
        CHECK(addresses("10 80000101 1 R2 LDG.E 1 R4 4 2 0x1000 -4096 5000 0") == std::vector<std::uint64_t>{0x1000, 0, 5000});
        CHECK(addresses("10 80000000 1 R2 LDG.E 1 R4 4 2 1000 0") == std::vector<std::uint64_t>{0x1000});
        CHECK(addresses("10 00000000 1 R2 LDG.E 1 R4 4 1 0x7 1 0").empty());
    }

    TEST_CASE("the mode of addresses changes no count of the machine") {
        const auto run = [](const std::string& how) {
            std::vector<std::string> lines;
            for (int i = 0; i < 8; ++i) {
                std::string each;
                for (int l = 0; l < 32; ++l) each += fmt::format(" {:#x}", 0x7f5800000000 + 4096 * i + 24 * l);
                std::string differences;
                for (int l = 1; l < 32; ++l) differences += " 24";
                const std::string base = fmt::format("{:#x}", 0x7f5800000000 + 4096 * i);
                lines.push_back(fmt::format("{:x} ffffffff 1 R{} LDG.E 1 R2 4 {} 0", 16 * i, 8 + i,
                                            how == "list"     ? "0" + each
                                            : how == "stride" ? "1 " + base + " 24"
                                                              : "2 " + base + differences));
            }
            return all_counts(simulate_text(one_warp(lines), "gtsc").statistics);
        };
        const auto list = run("list");
        CHECK(list.at("accesses") == 8 * 6);
        CHECK(run("stride") == list);
        CHECK(run("differences") == list);
    }

    TEST_CASE("lines of older tracers name the warp, and others the source line") {
        const auto with_warp =
            read("1 2 3 4 00a0 ffffffff 1 R12 LDG.E.SYS 1 R2 4 1 0x1000 4", {.names_warp = true}, {{1, 2, 3}, 4});
        CHECK(with_warp.addresses[31] == 0x1000 + 124);
        CHECK(with_warp.sources.numbers[0] == 2);
        const auto with_line = read("77 00a0 ffffffff 1 R12 LDG.E.SYS 1 R2 4 1 0x1000 4 0", {.names_line = true});
        CHECK(with_line.addresses[31] == 0x1000 + 124);
        CHECK(simulate_text(header(1, 32, 5, "-enable lineinfo = 1\n") +
                            block_text(0, warp_text(0, {"12 0 ffffffff 1 R2 LDG.E 1 R4 4 1 0x1000 4 0"})))
                  .statistics.loads == 1);
        CHECK(simulate_text(header(1, 32, 2) + block_text(0, warp_text(0, {"0 0 0 0 0 ffffffff 1 R2 LDG.E 1 R4 4 1 0x1000 4"})))
                  .statistics.loads == 1);
    }

    TEST_CASE("an opcode says what kind it is and how wide") {
        const auto kind = [](const char* text) { return trace_opcode(text, true).kind; };
        CHECK(kind("LDG.E.128.SYS") == TraceKind::load);
        CHECK(kind("STL.64") == TraceKind::store);
        CHECK(kind("REDG.E.ADD.F32.FTZ.RN.STRONG.GPU") == TraceKind::atomic);
        CHECK(kind("ATOMS.ADD") == TraceKind::shared);
        CHECK(kind("LDSM.16.M88.4") == TraceKind::shared);
        CHECK(kind("LDNEW.E") == TraceKind::unknown);
        CHECK(trace_opcode("IMAD.WIDE", false).kind == TraceKind::other);
        CHECK(trace_opcode("BAR.SYNC.DEFER_BLOCKING", false).kind == TraceKind::barrier);
        CHECK(trace_opcode("BAR.ARV", false).kind == TraceKind::other);
        CHECK(trace_opcode("MEMBAR.SC.GPU", false).kind == TraceKind::fence);
        const auto width = [](const char* text) { return trace_opcode(text, true).width; };
        CHECK(width("LDG.E") == 4);
        CHECK(width("LDG.E.U8.CONSTANT") == 1);
        CHECK(width("LDG.E.S16") == 2);
        CHECK(width("LDG.E.64") == 8);
        CHECK(width("LDGSTS.E.BYPASS.LTC128B.128") == 16);
        CHECK(width("ATOMG.E.ADD.F64.RN.STRONG.GPU") == 8);
        CHECK(width("LDG.E.48") == 0);
        CHECK(trace_opcode("ATOMG.E.CAS.64.STRONG.GPU", true).operation == AtomicOperation::compare_and_swap);
        CHECK(trace_opcode("RED.E.MAX.S32", true).operation == AtomicOperation::maximum);
        CHECK(trace_opcode("ATOM.E.XOR", true).operation == AtomicOperation::add);
    }

    TEST_CASE("an access of one word a lane keeps its lanes, and wider ones are requests of as many lanes as fit") {
        const auto narrow =
            requests(read("0 f000000f 1 R2 LDG.E 1 R4 4 0 0x1004 0x1004 0x3000 0x100c 0x2000 0x2004 0x1000 0x1ffc"));
        REQUIRE(narrow.size() == 1);
        CHECK(narrow[0].mask == 0xf000000f);
        CHECK(touched(narrow[0]) == std::vector<std::uint32_t>{0x1004, 0x1004, 0x3000, 0x100c, 0x2000, 0x2004, 0x1000, 0x1ffc});
        const auto bytes = requests(read("0 0000001f 1 R2 LDG.E.U8 1 R4 1 1 0x1001 1"));
        REQUIRE(bytes.size() == 1);
        CHECK(touched(bytes[0]) == std::vector<std::uint32_t>{0x1000, 0x1000, 0x1000, 0x1004, 0x1004});
        const auto halves = requests(read("0 ffffffff 1 R2 LDG.E.64 1 R4 8 1 0x1000 8")),
                   quarters = requests(read("0 ffffffff 1 R2 LDG.E.128 1 R4 16 1 0x1000 16"));
        CHECK(halves.size() == 2);
        REQUIRE(quarters.size() == 4);
        for (std::uint32_t q = 0; q < 4; ++q)
            for (std::uint32_t i = 0; i < 32; ++i) CHECK(touched(quarters[q])[i] == 0x1000 + 128 * q + 4 * i);
        CHECK(requests(read("0 00010001 1 R2 LDG.E.128 1 R4 16 0 0x1000 0x5000"))[0].mask == 0xff);
    }

    TEST_CASE("of a wide access no block is in two requests, and an atomic's lanes each have their words") {
        CHECK(requests(read("0 ffffffff 1 R2 LDG.E.128 1 R4 16 1 0x1010 0")).size() == 1);
        CHECK(requests(read("0 ffffffff 1 R2 LDG.E.128 1 R4 16 1 0x1000 4")).size() == 2);
        const auto scattered = requests(read("0 ffffffff 0 STG.E.128 1 R4 16 1 0x1010 256"));
        CHECK(scattered.size() == 4);
        std::set<std::uint32_t> blocks;
        for (const auto& request : requests(read("0 ffffffff 1 R2 LDG.E.64 1 R4 8 1 0x1040 8"))) {
            std::set<std::uint32_t> here;
            for (const auto word : touched(request)) here.insert(word / block_bytes);
            for (const auto block : here) CHECK(blocks.insert(block).second);
        }
        CHECK(blocks.size() == 3);
        const auto atomics = requests(read("0 ffffffff 1 R2 ATOMG.E.ADD.64 2 R4 R6 8 1 0x1000 0"));
        REQUIRE(atomics.size() == 2);
        for (const auto& request : atomics) CHECK(std::popcount(request.mask) == 32);
    }

    TEST_CASE("an access that does not begin at a word touches one word more") {
        const auto misaligned = requests(read("0 00000003 1 R2 LDG.E 1 R4 4 0 0x1002 0xfffe"));
        REQUIRE(misaligned.size() == 1);
        CHECK(touched(misaligned[0]) == std::vector<std::uint32_t>{0x1000, 0x1004, 0xfffc, 0x10000});
        const auto wide = requests(read("0 ffffffff 1 R2 LDG.E.128 1 R4 16 1 0x1001 16"));
        REQUIRE(wide.size() == 5);  // four blocks, and a word of a fifth
        CHECK(touched(wide[4]) == std::vector<std::uint32_t>{0x1200});
    }

    TEST_CASE("pages lie side by side in the order of their addresses, and keep what is in them") {
        TraceMap map;
        const std::vector<std::uint64_t> words{0x7f5900001230, 0x7f5800020000, 0x7f580002fffc, 0x7f5800030004};
        for (const auto word : words) CHECK(map.touch(word));
        Memory memory;
        memory.allocate(100);  // something of others' before
        map.lay_out(memory);
        CHECK(map.pages() == 3);
        const Address base = map.at(0x7f5800020000);
        CHECK(base == 512);
        CHECK(map.at(0x7f580002fffc) == base + 0xfffc);
        CHECK(map.at(0x7f5800030004) == base + 0x10004);
        CHECK(map.at(0x7f5900001230) == base + 0x21230);
        CHECK_THROWS_AS(map.at(0x7f5900010000), WorkloadError);
    }

    TEST_CASE("local memory is each thread's own, and a word of all lanes is a block") {
        const TraceSpaces spaces{.shared_base = 0x7f59dd000000, .local_base = 0x7f59db000000, .warps = 10};
        const auto load = read("0 ffffffff 1 R2 LDL 1 R1 4 1 0xfffc80 0");
        std::set<std::uint64_t> all;
        for (std::uint64_t warp = 0; warp < 10; ++warp) {
            std::set<std::uint64_t> blocks;
            for (int lane = 0; lane < 32; ++lane) {
                const auto words = words_of_lane(load, lane, spaces, warp);
                REQUIRE(words.count == 1);
                CHECK(all.insert(words.addresses[0]).second);
                blocks.insert(words.addresses[0] / 128);
            }
            CHECK(blocks.size() == 1);
        }
        // The next word of the thread is beyond that of all warps.
        CHECK(words_of_lane(read("0 1 1 R2 LDL 1 R1 4 1 0xfffc84 0"), 0, spaces, 0).addresses[0] == *all.rbegin() + 4);
        // A generic address in the window is the same place, and one in the window of shared memory is none.
        CHECK(words_of_lane(read("0 1 1 R2 LD.E 1 R4 4 1 0x7f59dbfffc80 0"), 0, spaces, 3).addresses[0] ==
              words_of_lane(load, 0, spaces, 3).addresses[0]);
        CHECK(words_of_lane(read("0 1 1 R2 LD.E 1 R4 4 1 0x7f59dd000080 0"), 0, spaces, 3).count == 0);
        CHECK(words_of_lane(read("0 1 1 R2 LDG.E 1 R4 4 1 0x7f59dd000080 0"), 0, spaces, 3).addresses[0] == 0x7f59dd000080);
    }

    TEST_CASE("without an L1 each block that lanes touch is a message") {
        std::mt19937 random(7);
        std::vector<std::string> lines;
        std::uint64_t loaded = 0, stored = 0, asked = 0;
        for (int i = 0; i < 60; ++i) {
            const std::uint32_t mask = i % 5 == 0 ? 0xffffffff : std::uint32_t(random()), spread = 1u << random() % 14;
            std::string list;
            std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> blocks;  // first and last word
            for (std::uint32_t left = mask; left != 0; left &= left - 1) {
                const std::uint64_t address = 0x7f5800000000 + 4 * (random() % spread);
                list += fmt::format(" {:#x}", address);
                auto& [first, last] = blocks.try_emplace(address / 128, address, address).first->second;
                first = std::min(first, address);
                last = std::max(last, address);
            }
            const bool store = i % 3 == 0;
            (store ? stored : loaded) += blocks.size();
            // A load asks for the 32, 64 or 128 aligned bytes that its words are in.
            for (const auto& block : blocks) {
                std::uint64_t bytes = 32;
                while (block.second.first / bytes != block.second.second / bytes) bytes *= 2;
                asked += store ? 0 : bytes;
            }
            lines.push_back(store ? fmt::format("0 {:08x} 0 STG.E 2 R4 R2 4 0{} 0", mask, list)
                                  : fmt::format("0 {:08x} 1 R{} LDG.E 1 R4 4 0{} 0", mask, 8 + i, list));
        }
        const auto s = simulate_text(one_warp(lines)).statistics;
        CHECK(s.accesses == loaded + stored);
        std::map<std::string, std::uint64_t> messages, bytes;
        for (const auto& t : s.traffic) messages[t.name] = t.messages, bytes[t.name] = t.bytes;
        CHECK(messages["Read"] == loaded);
        CHECK(messages["Write"] == stored);
        CHECK(bytes["ReadData"] == asked + loaded * static_cast<std::uint64_t>(paper_machine().network.header_bytes));
    }

    TEST_CASE("a strided kernel takes the same cycles and messages as a kernel of the simulator that does the same") {
        constexpr int blocks = 20, warps = 4;
        constexpr std::uint32_t stride = 12;
        std::string text = header(blocks, 32 * warps);
        for (int b = 0; b < blocks; ++b) {
            std::string of_block;
            for (int w = 0; w < warps; ++w) {
                const std::uint64_t from = 0x7f5800000000 + 128u * static_cast<std::uint64_t>(b * warps + w),
                                    to = from + 0x100000000;
                of_block +=
                    warp_text(w, {fmt::format("00 ffffffff 1 R2 LDG.E 1 R4 4 1 {:#x} {} 0", from, stride),
                                  fmt::format("10 ffffffff 1 R3 LDG.E 1 R4 4 1 {:#x} {} 0", from + 2048, stride),
                                  "20 ffffffff 1 R5 FADD 2 R2 R3 0 0",
                                  fmt::format("30 ffffffff 0 STG.E 2 R8 R5 4 1 {:#x} 4 0", to), "40 ffffffff 0 EXIT 0 0 0"});
            }
            text += block_text(b, of_block);
        }
        for (const char* protocol : {"gtsc", "tc", "baseline"})
            for (const char* variant : {"sc", "rc"}) {
                CAPTURE(protocol);
                CAPTURE(variant);
                const auto native = apps::protocol(protocol).simulate({variant, ""}, paper_machine(), false);
                const Buffer in = native->memory().allocate(TraceMap::page_bytes / 4),
                             out = native->memory().allocate(TraceMap::page_bytes / 4);
                native->run({blocks, warps, [&](Warp& w) -> Kernel {
                    return [](Warp& w, Buffer in, Buffer out) -> Kernel {
                        Load a, b;
                        Lanes first, second, to, sum{};
                        for (std::uint32_t l = 0; l < 32; ++l) {
                            first[l] = in.base + 128 * static_cast<std::uint32_t>(w.warp()) + stride * l;
                            second[l] = first[l] + 2048;
                            to[l] = out.base + 128 * static_cast<std::uint32_t>(w.warp()) + 4 * l;
                        }
                        co_await w.begin(a, first);
                        co_await w.begin(b, second);
                        co_await w.finish(a);
                        co_await w.finish(b);
                        co_await w.compute(1);
                        co_await w.store(to, sum);
                        co_await w.issue(1);
                    }(w, in, out);
                }});
                CHECK(all_counts(native->statistics()) ==
                      all_counts(simulate_trace(TraceText(text).path(), protocol, variant).statistics));
            }
    }

    TEST_CASE("an instruction waits for the loads whose registers it uses, and for no others") {
        const auto load = [](int to, int page, const char* width = "", int from = 40) {
            return fmt::format("0 ffffffff 1 R{} LDG.E{} 1 R{} 4 1 {:#x} 4 0", to, width, from, 0x7f5800000000 + 0x10000 * page);
        };
        const auto add = [](int to, int from) { return fmt::format("0 ffffffff 1 R{} FADD 1 R{} 0 0", to, from); };
        const Cycle one = cycles({load(2, 0)}), apart = cycles({load(2, 0), load(4, 1)}),
                    after = cycles({load(2, 0), add(3, 2), load(4, 1)});
        CHECK(apart < one + 20);
        CHECK(after > 2 * one - 20);
        CHECK(cycles({load(2, 0), add(3, 9), load(4, 1)}) < one + 20);
        // The address of the next load; the upper half of a wide one; what is written later; and register 255, which is none.
        CHECK(cycles({load(2, 0), load(4, 1, "", 2)}) == after - 1);
        CHECK(cycles({load(2, 0), load(4, 1, "", 1)}) == after - 1);
        CHECK(cycles({load(2, 0), load(4, 1, "", 3)}) == apart);
        CHECK(cycles({load(2, 0, ".128"), add(9, 5), load(10, 1)}) > 2 * one - 20);
        CHECK(cycles({load(2, 0, ".128"), add(9, 6), load(10, 1)}) < one + 40);
        CHECK(cycles({load(2, 0), load(2, 1)}) == after - 1);
        CHECK(cycles({load(255, 0), add(3, 255), load(4, 1)}) < one + 20);
        // A store waits for its data; an addition of doubles for both registers.
        CHECK(cycles({load(2, 0), "0 ffffffff 0 STG.E 2 R40 R2 4 1 0x7f5900000000 4 0"}) > one + 50);
        CHECK(cycles({load(3, 0), "0 ffffffff 1 R8 DADD 2 R2 R6 0 0", load(4, 1)}) > 2 * one - 20);
        CHECK(cycles({load(3, 0), "0 ffffffff 1 R8 FADD 2 R2 R6 0 0", load(4, 1)}) < one + 20);
    }

    TEST_CASE("an instruction waits for the registers of those without memory, on a machine whose instructions have latencies") {
        const TraceText machine("[sms]\narithmetic_latency = 50\nspecial_latency = 90\nschedulers = 1\n", "machine.toml");
        const auto takes = [&](const std::vector<std::string>& lines) {
            return simulate_trace(TraceText(one_warp(lines)).path(), "baseline", "rc", false, machine.path()).statistics.cycles;
        };
        const auto add = [](int to, int from) { return fmt::format("0 ffffffff 1 R{} FADD 1 R{} 0 0", to, from); };
        const Cycle alone = takes({add(3, 2)});
        CHECK(takes({add(3, 2), add(5, 4), add(7, 6)}) == alone + 2);
        CHECK(takes({add(3, 2), add(4, 3), add(5, 4)}) == alone + 100);
        CHECK(takes({add(3, 2), add(3, 4)}) == alone + 50);          // a late result must not overwrite a newer one
        CHECK(takes({add(255, 2), add(4, 255)}) == alone + 1);       // register 255 is none
        CHECK(takes({"0 ffffffff 1 R3 MUFU.RSQ 1 R2 0 0", add(4, 3)}) == alone + 90);
        CHECK(takes({"0 ffffffff 1 R4 DFMA 2 R2 R6 0 0", add(8, 5)}) == alone + 90);  // both halves
        // The address of a load, and the data of a store.
        const std::string load = "0 ffffffff 1 R8 LDG.E 1 R4 4 1 0x7f5800000000 4 0",
                          store = "0 ffffffff 0 STG.E 2 R40 R3 4 1 0x7f5800000000 4 0";
        CHECK(takes({add(5, 2), load}) == takes({add(9, 2), load}) + 49);
        CHECK(takes({add(3, 2), store}) == takes({add(9, 2), store}) + 49);
    }

    TEST_CASE("an atomic is waited for only if what it found is used") {
        const std::string found = "0 00000001 1 R2 ATOMG.E.ADD.STRONG.GPU 2 R4 R5 4 2 0x7f5800000000 0",
                          not_found = "0 00000001 0 RED.E.ADD.STRONG.GPU 2 R4 R5 4 2 0x7f5800000000 0";
        const std::string load = "0 00000001 1 R8 LDG.E 1 R6 4 2 0x7f5800010000 0", use = "0 ffffffff 1 R3 FADD 1 R2 0 0";
        const Cycle one = cycles({found});
        CHECK(cycles({found, use, load}) > 2 * one - 20);
        CHECK(cycles({not_found, use, load}) < one + 20);
    }

    TEST_CASE("copies to shared memory are waited for by groups") {
        LoadsUnderWayOfTrace loads;
        const auto copy = read("0 ffffffff 0 LDGSTS.E 2 R12 R4 4 1 0x1000 4 0");
        const auto wait = [](int may_remain) { return read(fmt::format("0 ffffffff 0 DEPBAR.LE 0 0 {}", may_remain)); };
        auto& first = loads.begin(copy);
        first.load.missing = 1;
        CHECK(loads.awaited_by(wait(0)) == nullptr);  // not in a group yet
        loads.end_group();
        auto& second = loads.begin(copy);
        second.load.missing = 1;
        loads.end_group();
        CHECK(&first != &second);
        CHECK(loads.awaited_by(wait(2)) == nullptr);
        CHECK(loads.awaited_by(wait(1)) == &first);
        LoadsUnderWayOfTrace::finished(first);
        CHECK(loads.awaited_by(wait(1)) == nullptr);
        CHECK(loads.awaited_by(wait(0)) == &second);
        CHECK(loads.awaited_by(read("0 ffffffff 0 DEPBAR.LE 0 0")) == &second);
        CHECK(loads.awaited_by(read("0 ffffffff 1 R2 IADD3 2 R12 R4 0 0")) == nullptr);  // it fills no register
        CHECK(loads.any() == &second);
    }

    TEST_CASE("thread blocks and warps may stand in any order, and some may be missing") {
        const auto lines = [](int g) {
            return std::vector<std::string>{fmt::format("0 ffffffff 1 R2 LDG.E 1 R4 4 1 {:#x} 4 0", 0x7f5800000000 + 128 * g),
                                            "10 ffffffff 1 R3 FADD 1 R2 0 0",
                                            fmt::format("20 ffffffff 0 STG.E 2 R4 R3 4 1 {:#x} 4 0", 0x7f5800008000 + 128 * g)};
        };
        std::string in_order = header(20, 96), backwards = in_order;
        for (int b = 0; b < 20; ++b) {
            if (b == 7) continue;
            in_order += block_text(b, warp_text(0, lines(3 * b)) + warp_text(2, lines(3 * b + 2)));
        }
        for (int b = 19; b >= 0; --b)
            if (b != 7)
                backwards +=
                    block_text(b, "cluster id = 0,0,0\n" + warp_text(2, lines(3 * b + 2)) + "\n\n" + warp_text(0, lines(3 * b)));
        const auto report = simulate_text(in_order, "gtsc");
        CHECK(all_counts(report.statistics) == all_counts(simulate_text(backwards, "gtsc").statistics));
        CHECK(count(report, "thread blocks") == 19);
        CHECK(count(report, "warps") == 38);
    }

    TEST_CASE("warps meet at barriers, and nobody waits for one that has ended") {
        const std::string load = "0 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7f5800000000 4 0", use = "0 ffffffff 1 R3 FADD 1 R2 0 0",
                          meet = "0 ffffffff 0 BAR.SYNC 0 0 0";
        const std::string other = "0 ffffffff 1 R8 LDG.E 1 R4 4 1 0x7f5800010000 4 0";
        const auto run = [&](const std::vector<std::string>& first, const std::vector<std::string>& second) {
            return simulate_text(header(1, 64) + block_text(0, warp_text(0, first) + warp_text(1, second)));
        };
        const auto apart = run({load, use}, {other}), behind = run({load, use, meet}, {meet, other});
        CHECK(behind.statistics.cycles > apart.statistics.cycles + 100);
        const auto left = run({load, use, meet, meet, meet}, {meet});
        CHECK(left.right);
        CHECK(count(left, "barriers") == 4);
        CHECK(run({"0 00000000 0 BAR.SYNC 0 0 0"}, {meet}).right);
    }

    TEST_CASE("kernels follow each other, and each finds what the one before has left in memory") {
        const TemporaryFolder folder;
        const std::string list = folder.path() / "kernelslist.g";
        std::ofstream(folder.path() / "kernel-1.traceg") << one_warp({"0 ffffffff 0 STG.E 2 R4 R2 4 1 0x7f5800000000 4 0"});
        std::ofstream(folder.path() / "kernel-2.traceg") << one_warp({"0 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7f5800000000 4 0"});
        std::ofstream(list) << "MemcpyHtoD,0x7f5800000000,128\nkernel-1.traceg\r\n\nMemcpyDtoH,0x7f5800000000,128\nkernel-2."
                               "traceg\nkernel-2.traceg\n";
        const auto report = simulate_trace(list, "gtsc", "rc", true);
        CHECK(report.right);
        CHECK(count(report, "kernels") == 3);
        CHECK(count(report, "copies of the host") == 2);
        CHECK(report.statistics.stores == 1);
        CHECK(report.statistics.loads == 2);
        CHECK(report.statistics.cycles > simulate_trace((folder.path() / "kernel-1.traceg").string(), "gtsc").statistics.cycles);
    }

    TEST_CASE("what other tracers add or leave out is read, or skipped with a count") {
        const TemporaryFolder folder;
        const std::string list = folder.path() / "kernelslist.g";
        const std::string kernel = one_warp({"0 ffffffff 0 STG.E 2 R4 R2 4 1 0x7f5800000000 4 0"});
        const auto notes = [&] {
            const auto report = simulate_trace(list, "gtsc", "rc", true);
            CHECK(report.right);
            CHECK(count(report, "kernels") == 1);
            std::string all;
            for (const std::string& note : report.counted.notes) all += note + "\n";
            return all;
        };
        const auto kernel_is = [&](const std::string& text) { std::ofstream(folder.path() / "kernel-1.traceg") << text; };
        kernel_is("# made by a script\n" + kernel);
        std::ofstream(list) << "cudaMalloc,0x7f5800000000,128\ncudaMalloc,0x7f5900000000,128\nncclGroupStart\nkernel-1."
                               "traceg\ncudaFree,0x7f5800000000\n";
        std::string told = notes();
        CHECK(told.find("2 calls of cudaMalloc by the host were skipped") != std::string::npos);
        CHECK(told.find("1 calls of ncclGroupStart by") != std::string::npos);
        CHECK(told.find("without the '#END_TB'") == std::string::npos);
        // A list keeps its names when the traces have been unpacked.
        std::ofstream(list) << "kernel-1.traceg.xz\n";
        told = notes();
        CHECK(told.find("skipped") == std::string::npos);
        kernel_is(kernel.substr(0, kernel.rfind("#END_TB")));
        CHECK(notes().find("kernel-1.traceg ends without the '#END_TB' of its last thread block") != std::string::npos);
    }

    TEST_CASE("a bad trace is refused in one line with its place, before anything is simulated") {
        const std::string load = "0 ffffffff 1 R2 LDG.E 1 R4 4 1 0x1000 4 0";
        const auto with = [](const std::string& line) { return one_warp({line}); };  // its line is the tenth
        refused("", ":1: ", "'-kernel name = NAME' expected, and the file ends");
        refused("hello\n", ":1: ", "a header, which begins with '-kernel name = NAME', expected, and there is 'hello'");
        refused(std::string("\xfd" "7zXZ\0\0\4", 8), "", "xz --decompress");
        refused("-kernel name = k\n-grid dim = (1,1)\n", ":2: ", "the grid as (x,y,z)");
        refused("-kernel name = k\n-grid dim = (0,1,1)\n", ":2: ", "each a whole number from 1");
        refused("-kernel name = k\n-grid dim = (1,1,1)\n#BEGIN_TB\n", ":3: ", "'-block dim = (x,y,z)' in the header");
        refused("-kernel name = k\n-block dim = (4096,4096,1)\n-grid dim = (1,1,1)\n#BEGIN_TB\n",
                ":2: ", "a thread block of more than");
        refused("-kernel name = k\n-block dim = (32,1,1)\n-grid dim = (4294967295,4294967295,4294967295)\n#BEGIN_TB\n",
                ":4: ", "a grid of more than");
        refused(header(), ":7: ", "'#BEGIN_TB' expected, and the file ends");
        refused(header() + "#BEGIN_TB\n", ":8: ", "'thread block = x,y,z' expected, and the file ends");
        refused(header() + block_text(1, ""), ":8: ", "a thread block x,y,z of the grid of 1,1,1 expected, and there is '1,0,0'");
        refused(header() + block_text(0, "warp = 1\ninsts = 0\n"), ":9: ", "the warp, a whole number from 0 to 0");
        refused(header(1, 64) + block_text(0, warp_text(1, {load}) + warp_text(1, {load})), ":12: ", "warp 1 is there twice");
        refused(header(2) + block_text(1, "") + block_text(1, ""), ": ", "the thread block 1,0,0 is there twice");
        refused(header() + "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n" + load + "\n#END_TB\n",
                ":12: ", "instruction 2 of 2 expected, and there is '#END_TB'");
        refused(header(1, 64) + "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n" + load + "\nwarp = 1\n",
                ":12: ", "instruction 2 of 2 expected, and there is 'warp = 1'");
        refused(header() + "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 0\n" + load + "\n#END_TB\n",
                ":11: ", "'warp = N' or '#END_TB' expected");
        refused(header() + "#BEGIN_TB\nthread block = 0,0,0\n", ":9: ", "'warp = N' or '#END_TB' expected, and the file ends");
        refused(header() + "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 99999999999999\n" + load,
                ":12: ", "instruction 2 of 99999999999999 expected, and the file ends");
        refused(with("0 ffffffff 1 R2 LDG.E 1 R4 4"), ":11: ", "the mode of the addresses");
        refused(with("0 ffffffff 1 R2 LDG.E 1 R4 4 3 0x1000"), ":11: ",
                "the mode of the addresses: 0 (each), 1 (base and stride) or 2 (base and differences), a whole number from 0 to "
                "2 expected, and there is '3'");
        refused(with("0 0000000f 1 R2 LDG.E 1 R4 4 0"), ":11: ", "the address of lane 0");
        refused(with("0 0000000f 1 R2 LDG.E 1 R4 4 0 0x1000 0x1004"), ":11: ", "the address of lane 2");
        refused(with("0 0000000f 1 R2 LDG.E 1 R4 4 2 0x1000 4 4"), ":11: ", "the difference of lane 3's address");
        refused(with("0 0000000f 1 R2 LDG.E 1 R4 4 2 0x1000 4 4 4 0 9"),
                ":11: ", "nothing after the immediate expected, and there is '9'");
        refused(with("0 00000005 1 R2 LDG.E 1 R4 4 1 0x1000 4 0"), ":11: ", "lanes without a gap are accepted");
        refused(with("0 0000000f 1 R2 LDG.E 1 R4 4 1 0x4 -4 0"), ":11: ", "below 0 or beyond");
        refused(with("0 0000000f 1 R2 LDG.E 1 R4 4 1 0x3fffffffffffffff 4 0"), ":11: ", "below 0 or beyond");
        refused(with("0 0000000f 1 R2 LDG.E 1 R4 4 1 0xffffffffffffffff 4 0"),
                ":11: ", "the base address, a hexadecimal number up to");
        refused(with("0 1ffffffff 1 R2 LDG.E 1 R4 4 1 0x1000 4 0"), ":11: ", "the mask of lanes");
        refused(with("0 ffffffff 9"), ":11: ", "the number of destination registers, a whole number from 0 to 8");
        refused(with("0 ffffffff 1 R256 LDG.E 1 R4 4 1 0x1000 4 0"), ":11: ", "destination register 1 of 1");
        refused(with("0 ffffffff 1 R2 LDG.E.48 1 R4 4 1 0x1000 4 0"), ":11: ", "a width that is not known");
        refused(with("0 ffffffff 1 R2 LDG.E 1 R4 0 0"), ":11: ", "the width of its access is 0");
        refused(header(1, 32, 2) + block_text(0, warp_text(0, {"0 0 0 1 0 ffffffff 1 R2 MOV 0 0"})),
                ":11: ", "the warp, which the lines before say");
        refused("kernel-9.traceg\n", ":1: ", "there is no trace", "kernelslist.g");
        refused("MemcpyHtoD,0x10\n", ":1: ", "'MemcpyHtoD,ADDRESS,BYTES' expected", "kernelslist.g");
        refused("MemcpyHtoD,0x10,4\n", ":2: ", "the name of a kernel's trace", "kernelslist.g");
        refused("kernel-1.traceg.xz\n", ":1: ", "xz --decompress", "kernelslist.g");
        refused("kernel-1.trace\n", ":1: ", "post-processing", "kernelslist.g");
        refused("cuda,4\n", ":1: ", "expected, and there is 'cuda,4'", "kernelslist.g");
        refused("launch k\n", ":1: ", "expected, and there is 'launch k'", "kernelslist.g");
        refused("", "", "xz --decompress", "kernel-1.traceg.xz");
    }

    TEST_CASE(
        "a trace says how many registers and how much shared memory its thread blocks have, and one that does not fit is "
        "refused") {
        const TraceText machine("[sms]\nregisters = 32768\nshared_bytes = 49152\n", "machine.toml");
        const auto replayed = [&](const std::string& more, int threads = 1024) {
            const TraceText trace(header(1, threads, 5, more) + block_text(0, warp_text(0, {"0 ffffffff 1 R3 FADD 1 R2 0 0"})));
            return simulate_trace(trace.path(), "baseline", "rc", false, machine.path()).statistics.launches;
        };
        CHECK_THROWS_WITH_AS(
            replayed("-nregs = 96"),
            doctest::Contains("kernel-1.traceg:4: a thread block of 98304 registers does not fit on an SM with 32768"),
            apps::UsageError);
        CHECK_THROWS_WITH_AS(replayed("-shmem = 65536"),
                             doctest::Contains("65536 bytes of shared memory does not fit on an SM with 49152"),
                             apps::UsageError);
        CHECK_THROWS_WITH_AS(replayed("-nregs = -3"), doctest::Contains("the registers of a thread"), apps::UsageError);
        CHECK_THROWS_WITH_AS(replayed("-shmem = 99999999999"), doctest::Contains("the bytes of a thread block's shared memory"),
                             apps::UsageError);
        const auto fits = replayed("-nregs = 40\n-shmem = 1024\n-shmem base_addr = 0x7f0000000000", 128);
        REQUIRE(fits.size() == 1);
        CHECK(fits[0].thread_blocks == 6);  // 5120 registers each
    }

    TEST_CASE("a thread block that fits on no SM, and more pages than there is memory, are refused") {
        refused(header(1, 2048) + block_text(0, ""),
                ":4: ", "a thread block of 64 warps does not fit on an SM of machine paper, which has room for 48");
        std::vector<std::string> lines;
        for (int i = 0; i <= 65536 / 32; ++i)
            lines.push_back(fmt::format("0 ffffffff 1 R2 LDG.E 1 R4 4 1 {:#x} 65536 0",
                                        (std::uint64_t(1) << 40) + std::uint64_t(i) * 32 * 65536));
        refused(one_warp(lines), ":2059: ", "more than 65536 pages of 64 KB");
    }

    TEST_CASE("--trace alone is enough, and what does not go with it is refused") {
        const Run run = tandem({"sim", "baseline", "--trace", sample.c_str()});
        CHECK(run.status == 0);
        CHECK(run.out.find("workload trace") != std::string::npos);
        CHECK(run.out.find("a trace does not tell values") != std::string::npos);
        CHECK(run.out.find("result: all of the trace was replayed: 137 loads, stores and atomics of 2682 lanes") !=
              std::string::npos);
        check_unusable(tandem({"sim", "baseline"}), "--workload is required, or --trace FILE");
        check_unusable(tandem({"sim", "baseline", "--workload", "trace"}), "needs --trace FILE");
        check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--trace", sample.c_str()}), "triad takes no --trace");
        check_unusable(tandem({"sim", "baseline", "--trace", "/nowhere/kernelslist.g"}), "cannot be read: No such file");
        check_unusable(tandem({"sim", "baseline", "--trace", "/"}), "no file that can be read from any place");
        check_unusable(tandem({"sim", "baseline", "--trace", sample.c_str(), "--size", "2"}),
                       "the size of trace is 2: 1 to 1 is accepted");
    }
}

}  // namespace tandem::tests
