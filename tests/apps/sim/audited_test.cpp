// `tandem sim --log` and `--audit` from outside: what a simulated run's threads saw, as a log and judged by a model.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/sim/access_log.hpp"
#include "specs/audit/audit.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

Run random_run(const char* protocol, std::vector<const char*> more) {
    std::vector<const char*> words{"sim", protocol, "--workload", "random", "--warps", "8"};
    words.insert(words.end(), more.begin(), more.end());
    return tandem(words);
}

std::string whole_text(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Keeps lines of Axe's form.
class KeptAccesses final : public apps::Accesses {
public:
    void access(const apps::Access& a) override {
        const char* form = a.kind == audit::Kind::load ? "{} loads {}" : a.kind == audit::Kind::store ? "{} stores {}" : "{} {}";
        lines.push_back(fmt::format(fmt::runtime(form), a.thread, a.kind == audit::Kind::store ? a.writes : a.reads) +
                        (a.kind == audit::Kind::swap ? fmt::format(" becomes {}", a.writes) : "") +
                        (a.kind == audit::Kind::fence ? " fence" : ""));
    }
    void final_value(std::uint64_t, std::uint64_t value, std::uint32_t) override {
        lines.push_back(fmt::format("final {}", value));
    }
    void replaced(const std::vector<perfsim::Replaced>&) override {}
    void left_out(std::uint64_t accesses) override { lines.push_back(fmt::format("{} left out", accesses)); }
    void scoped() override {}
    void barrier(const apps::Access&) override {}
    std::vector<std::string> lines;
};

/// Runs each warp by itself, on words that never change.
class StillMachine final : public perfsim::Simulation {
public:
    perfsim::Memory& memory() override { return memory_; }
    void write_back() override {}
    perfsim::Statistics statistics() const override { return {}; }
    perfsim::Cycle now() const override { return 0; }
    const perfsim::MachineDescription& description() const override { return machine_; }
    std::uint32_t found = 0;  // by each load and atomic
    int steps = 1000;         // of a warp, before the run is cut

protected:
    void run_grid(const perfsim::Launch& launch) override {
        for (int b = 0; b < launch.blocks; ++b) {
            perfsim::Warp& warp = warps_.emplace_back();
            warp.block = b;
            warp.blocks = launch.blocks;
            perfsim::Kernel& kernel = kernels_.emplace_back(launch.kernel(warp));
            warp.resume_at = kernel.handle();
            for (int step = 0; step < steps && !kernel.done(); ++step) {
                if (warp.request.load != nullptr) std::fill_n(warp.request.load->to, perfsim::lane_count, found);
                warp.request = {};
                warp.resume_at.resume();
            }
            if (kernel.done()) kernel.rethrow();
        }
    }

private:
    perfsim::MachineDescription machine_ = perfsim::paper_machine();
    perfsim::Memory memory_{machine_.blocks.bytes};
    std::deque<perfsim::Warp> warps_;
    std::deque<perfsim::Kernel> kernels_;
};

}  // namespace

TEST_SUITE("apps/sim/audited") {
    TEST_CASE("a warp's accesses are told by lane, in its order, and with words that stand for what was there at first") {
        StillMachine machine;
        machine.found = 7;
        const perfsim::Buffer words = machine.memory().allocate(std::vector<std::uint32_t>{7, 7, 0});
        KeptAccesses kept;
        apps::RecordedSimulation recorded(machine, kept);
        recorded.run({1, 1, [&](perfsim::Warp& w) -> perfsim::Kernel {
                          perfsim::Lanes at = words.from(0), zero{};
                          perfsim::Load late;
                          co_await w.begin(late, at, 1);
                          co_await w.store(at, zero, 3);  // waits for the load before it
                          co_await w.finish(late);
                          co_await w.fence();
                          at[1] = at[0];
                          const perfsim::Lanes five{5, 6};
                          co_await w.store(at, five, 3);  // two lanes at one word: the higher wins
                          co_await w.atomic(perfsim::AtomicOperation::add, at, five, 1);
                          co_await w.atomic(perfsim::AtomicOperation::minimum, at, perfsim::Lanes{9}, 1);  // changes nothing
                      }});
        recorded.end();
        CHECK(kept.lines == std::vector<std::string>{"0 loads 0", "0 stores 4294967296", "1 stores 4294967296", "1 0 fence",
                                                     "1 stores 6", "0 0 fence", "0 0 becomes 12", "0 loads 0"});
    }

    TEST_CASE("of a run that is cut, loads that were not answered are left out, and what stands behind them is told") {
        StillMachine machine;
        machine.steps = 4;  // up to the second exchange
        const perfsim::Buffer words = machine.memory().allocate(4);
        KeptAccesses kept;
        apps::RecordedSimulation recorded(machine, kept);
        recorded.run({1, 1, [&](perfsim::Warp& w) -> perfsim::Kernel {
                          const perfsim::Lanes at = words.from(0), one{1}, two{2};
                          perfsim::Load late;
                          co_await w.begin(late, at, 1);
                          co_await w.store(at, one, 1);
                          co_await w.atomic(perfsim::AtomicOperation::add, at, one, 1);
                          co_await w.atomic(perfsim::AtomicOperation::exchange, at, two, 1);
                          co_await w.finish(late);
                      }});
        CHECK(kept.lines.empty());
        recorded.end();
        CHECK(kept.lines == std::vector<std::string>{"0 stores 1", "0 0 becomes 1", "0 stores 2", "2 left out"});
    }

    TEST_CASE("what the host writes between launches is a store of its own thread") {
        StillMachine machine;
        const perfsim::Buffer words = machine.memory().allocate(2);
        KeptAccesses kept;
        apps::RecordedSimulation recorded(machine, kept);
        const perfsim::Launch launch{1, 1, [&](perfsim::Warp& w) -> perfsim::Kernel { co_await w.load(words.from(0), 1); }};
        recorded.run(launch);
        machine.memory().write(words, std::vector<std::uint32_t>{0, 3});
        recorded.run(launch);
        recorded.end();
        recorded.final_values();
        CHECK(kept.lines == std::vector<std::string>{"0 loads 0", fmt::format("{} stores 3", apps::host_thread), "0 0 fence",
                                                     "0 loads 0", "final 0", "final 3"});
    }

    TEST_CASE("random runs are allowed by the model that each protocol promises") {
        struct Promise {
            const char *protocol, *variant, *model;
        };
        for (const Promise& p : {Promise{"gtsc", "sc", "sc"},
                                 {"gtsc", "rc", "rc"},
                                 {"tc", "rc", "rc"},
                                 {"moesi", "sc", "sc"},
                                 {"mttop", "scsimple", "sc"},
                                 {"mttop", "tso", "tso"}}) {
            const Run run = random_run(p.protocol, {"--variant", p.variant, "--audit", p.model});
            CAPTURE(p.protocol);
            CAPTURE(run.out);
            CHECK(run.status == 0);
            CHECK(run.out.find(fmt::format("audit: allowed by {}, ", p.model)) != std::string::npos);
        }
    }

    TEST_CASE("caches that nobody invalidates end in 1, with a cycle and a smaller log that is forbidden too") {
        const TemporaryFolder folder;
        const std::string shrunk = folder.path() / "small.log";
        const Run run = random_run("incoherent", {"--audit", "sc", "--shrink", shrunk.c_str()});
        CHECK(run.status == 1);
        CHECK(run.out.find("audit: forbidden by sc, ") != std::string::npos);
        CHECK(run.out.find("Each would have to come before the next in memory") != std::string::npos);
        CHECK(tandem({"audit", shrunk.c_str(), "--model", "sc"}).status == 1);
    }

    TEST_CASE("the log says the same to `audit`, in either form") {
        const TemporaryFolder folder;
        const std::string axe = folder.path() / "run.log", json = folder.path() / "run.jsonl";
        for (const char* protocol : {"gtsc", "incoherent"})
            for (const std::string& file : {axe, json}) {
                const int status = protocol == std::string("gtsc") ? 0 : 1;
                CAPTURE(protocol);
                CAPTURE(file);
                const Run run = random_run(protocol, {"--log", file.c_str(), "--audit", "sc", "--json", "-"});
                CHECK(run.status == status);
                const auto judged = nlohmann::json::parse(run.out)["audit"];
                CHECK(judged["answer"] == (status == 0 ? "allowed" : "forbidden"));
                const Run again = tandem({"audit", file.c_str(), "--model", "sc", "--json", "-"});
                CHECK(again.status == status);
                const auto of_log = nlohmann::json::parse(again.out)["traces"][0];
                CHECK(of_log["operations"] == judged["operations"]);
                CHECK(of_log.value("refutation", nlohmann::json()) == judged.value("refutation", nlohmann::json()));
            }
        CHECK(whole_text(axe).find("\ncheck\n# tandem sim incoherent, workload random size 1 seed 1, machine paper, warps 8\n") !=
              std::string::npos);
    }

    TEST_CASE("a workload without heterogeneous races is sequentially consistent on scoped protocols, as HRF promises") {
        const TemporaryFolder folder;
        const std::string log = folder.path() / "run.jsonl";
        const auto judged = [&](const char* variant) {
            return tandem({"sim", "rsp", "--machine", "rsp", "--variant", variant, "--workload", "owned-locks", "--audit", "hrf",
                           "--audit-time", "30", "--log", log.c_str()});
        };
        const Run right = judged("repaired"), read = tandem({"audit", log.c_str(), "--model", "hrf"});
        CAPTURE(right.out);
        CHECK(right.status == 0);
        CAPTURE(read.err);
        CHECK(read.out.find("  An order that explains it has no heterogeneous race.\n") != std::string::npos);
        // A remote operation and the owner's are of different scopes.
        CHECK(tandem({"audit", log.c_str(), "--model", "hrf-indirect"}).out.find("It has a heterogeneous race") !=
              std::string::npos);
        const Run wrong = judged("repaired,forgets-writes");
        CHECK(right.out.find("audit: allowed by hrf, ") != std::string::npos);
        CHECK(right.out.find("An order that explains it has no heterogeneous race.") != std::string::npos);
        CHECK(wrong.status == 1);
        CHECK(wrong.out.find("audit: forbidden by hrf, ") != std::string::npos);
        CHECK(wrong.out.find("Each would have to come before the next in memory") != std::string::npos);
    }

    TEST_CASE("a kernel whose locks take the same values again and again is judged without a choice") {
        const TemporaryFolder folder;
        const std::string json = folder.path() / "run.jsonl", axe = folder.path() / "run.log";
        for (const std::string& file : {json, axe}) {
            const Run run =
                tandem({"sim", "moesi", "--variant", "sc", "--workload", "hash", "--log", file.c_str(), "--audit", "sc"});
            CHECK(run.status == 0);
            CHECK(run.out.find("audit: allowed by sc, ") != std::string::npos);
            CHECK(run.out.find("one of several stores") == std::string::npos);
            const Run of_log = tandem({"audit", file.c_str(), "--model", "sc"});
            CHECK(of_log.status == 0);
            // The words alone do not say which store of a value a load has read.
            CHECK((of_log.out.find("one of several stores") == std::string::npos) == (file == json));
        }
    }

    TEST_CASE("a word that no store has put there is not taken for what memory holds at first") {
        apps::TraceOfRun run("none", false, true, 100);
        run.access({.thread = 0, .address = 4, .kind = audit::Kind::load, .reads = 0, .writes = 0, .begin = 1, .end = 2});
        CHECK(audit::judge(run.trace, audit::models[0], {}).answer == audit::Answer::allowed);
        run.access({.thread = 0, .address = 4, .kind = audit::Kind::load, .reads = 7, .writes = 0, .begin = 3, .end = 4});
        CHECK_THROWS_AS(audit::judge(run.trace, audit::models[0], {}), audit::BadTrace);
    }

    TEST_CASE("what cannot be judged is refused in one line") {
        check_unusable(tandem({"sim", "gtsc", "--workload", "random", "--audit", "lkmm"}), "tso");
        check_unusable(
            tandem({"sim", "rsp", "--machine", "rsp", "--variant", "repaired", "--workload", "random", "--audit", "rc"}),
            "synchronize by scopes");
        check_unusable(tandem({"sim", "gtsc", "--workload", "random", "--log", "x.log", "--sweep", "lease=1..2"}), "either");
        check_unusable(tandem({"sim", "gtsc", "--workload", "random", "--shrink", "x.log"}), "--audit");
        check_unusable(tandem({"sim", "gtsc", "--workload", "random", "--log", "/nowhere/x.log"}), "a folder that exists");
        check_unusable(tandem({"sim", "gtsc", "--workload", "random", "--fences", "60", "--stores", "60"}), "100 together");
        check_unusable(tandem({"sim", "gtsc", "--workload", "random", "--warps", "0"}), "1 or more of either");
    }
}

}  // namespace tandem::tests
