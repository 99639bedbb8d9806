// Written traces against today's text: traces of a wrong variant, of the same text, of the right one, and edited ones.
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

using namespace tandem;
using namespace tandem::tests;

namespace {

using nlohmann::json;

/// A trace that `check` has written, and the result of replaying it after a change.
class Written {
public:
    explicit Written(std::vector<const char*> words) {
        const std::string file = folder_.path() / "trace.json";
        words.insert(words.begin(), "check");
        words.insert(words.end(),
                     {"--threads", "1", "--trace", file.c_str()});  // several threads may find another trace of the same length
        REQUIRE(tests::tandem(words).status == 1);
        original = json::parse(contents(file));
    }
    template <class Change>
    Run replayed(Change&& change, const std::vector<const char*>& options = {}) const {
        json file = original;
        change(file);
        const std::string path = folder_.path() / "edited.json";
        std::ofstream(path) << file.dump(1) << "\n";
        std::vector<const char*> words{"replay", path.c_str()};
        words.insert(words.end(), options.begin(), options.end());
        return tests::tandem(words);
    }
    Run replayed(const std::vector<const char*>& options = {}) const {
        return replayed([](json&) {}, options);
    }

    json original;

private:
    TemporaryFolder folder_;
};

void check_says(const Run& run, int status, const std::string& text) {
    CAPTURE(run.out);
    CAPTURE(run.err);
    CHECK(run.status == status);
    CHECK(run.out.find(text) != std::string::npos);
}

/// Eight steps, of one SM and L2.
const std::vector<const char*> two_versions{
    "gtsc", "--variant", "literal", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5", "--property", "single-writer"};

}  // namespace

TEST_CASE("traces of seeded bugs still refute the text with the bug, and diverge in the text without" *
          doctest::test_suite("seeded bugs")) {
    const Written load({"gtsc", "--variant", "lost-mem-ts", "--shape", "tiny", "--property", "load-value"});
    check_says(load.replayed(), 1, "\nstill refutes load-value, at step 10: W0 of SM0 reads ");
    check_says(load.replayed({"--variant", "sc"}), 0, "\ndiverges at step ");
    // The run may end, and an operation is refused.
    const Written refused({"tc", "--variant", "warp-never-free", "--shape", "tiny", "--property", "access-accepted"});
    check_says(refused.replayed(), 1, "\nstill refutes access-accepted, at step ");
    check_says(refused.replayed({"--variant", "sc"}), 0, "\ndiverges at step ");
    // No run accepts it any more.
    const Written never(
        {"rsp", "--variant", "repaired,wavefront-never-free", "--shape", "cus=1", "--property", "access-accepted"});
    CHECK(never.original["traces"][0]["dead_end"] == true);
    check_says(never.replayed(), 1, "After step 3 no run accepts CU0: W0 load A, whatever happens.");
    check_says(never.replayed({"--variant", "repaired"}), 0, "\ndiverges at step 3 ");
}

TEST_SUITE("replay") {
    TEST_CASE("the text that was refuted still is, in the same step and for the same reason") {
        const Written trace(two_versions);
        check_says(trace.replayed(), 1,
                   "\nstill refutes single-writer, at step 8: After step 8 two versions of A can be read at one moment");
        CHECK(trace.replayed().out.find("Not as in the trace") == std::string::npos);
    }

    TEST_CASE("the repaired text leaves the trace where it no longer does the same, named in the file or on the command line") {
        const Written trace(two_versions);
        const std::string divergence =
            "diverges at step 8 (SM0: receives BusWrAck(address A, warp 1, wts 3, rts 4, epoch no, reset no) from L2): the "
            "handler's outcome is ack_without_block, the trace has ack_unlocks.";
        check_says(trace.replayed([](json& file) { file["variant"] = "sc"; }), 0, divergence);
        const Run named = trace.replayed({"--variant", "sc"});
        check_says(named, 0, divergence);
        CHECK(named.out.find("The trace was found in another system: gtsc sc,delay,mshr,epoch-reset,literal,ordered ") !=
              std::string::npos);
        CHECK(named.out.find(
                  "tandem check gtsc --variant sc --shape sms=1,warps=2,blocks=1,lease=1,ts=5 --property single-writer\n") !=
              std::string::npos);
    }

    TEST_CASE("an operation that the node refuses is where the run stops") {
        const Written trace(two_versions);
        const auto first_again = [](json& file) { file["traces"][0]["steps"][1] = file["traces"][0]["steps"][0]; };
        check_says(trace.replayed(first_again), 0, "\ndiverges at step 2 (SM0: W0 load A): SM0 now stalls (stalled_warp_busy)\n");
        const auto unheard_of = [](json& file) { file["traces"][0]["steps"][2]["event"] = "SM0: W1 increment A"; };
        check_says(trace.replayed(unheard_of), 0,
                   "\ndiverges at step 3 (SM0: W1 increment A): SM0 does not offer it now; of its own it may ");
    }

    TEST_CASE("a message that is not on its way cannot be received") {
        const Written trace(two_versions);
        const Run run = trace.replayed([](json& file) { file["traces"][0]["steps"].erase(0); });
        check_says(run, 0,
                   "\ndiverges at step 1 (L2: receives BusRd(address A, wts 0, warp_ts 1, epoch no) from SM0): no such message "
                   "is on its way: ");
    }

    TEST_CASE("an edited state is told, and what the events show counts") {
        const Written trace(two_versions);
        const Run run = trace.replayed([](json& file) {
            file["traces"][0]["steps"][6]["states"]["L2"]["lines"]["A"]["wts"] = 77;
        });
        check_says(run, 1, "still refutes single-writer, at step 8");
        CHECK(run.out.find("\nNot as in the trace, at step 7: L2.lines.A.wts is 3, the trace has 77\n") != std::string::npos);
    }

    TEST_CASE("a field that the trace does not know is no divergence") {
        const Written trace(two_versions);
        const auto forget = [](json& file) {
            json& nodes = file["traces"][0];
            nodes["start"]["SM0"].erase("epoch");
            for (json& step : nodes["steps"])
                if (step["states"].contains("SM0")) step["states"]["SM0"].erase("epoch");
        };
        const Run run = trace.replayed(forget);
        check_says(run, 1, "still refutes single-writer, at step 8");
        CHECK(run.out.find("\nNot as in the trace, at its start: SM0.epoch is ") != std::string::npos);
        CHECK(trace.replayed(forget, {"--variant", "sc"}).out.find("\ndiverges at step 8 ") != std::string::npos);
    }

    TEST_CASE("a run that is as it was may refute nothing now") {
        const Written trace(two_versions);
        // All of the run except its last step.
        const Run run = trace.replayed([](json& file) {
            json& of = file["traces"][0];
            of["steps"].erase(of["steps"].size() - 1);
            for (json& message : of["messages"])
                if (message["received"] == 8) message["received"] = nullptr;
        });
        check_says(run, 0, "\nholds now: all 7 steps are possible, and single-writer holds in each of its states and steps\n");
        check_says(trace.replayed([](json& file) {
            file["traces"][0]["steps"] = json::array();
            file["traces"][0]["messages"] = json::array();
        }),
                   0, "\nholds now: all 0 steps are possible");
    }

    TEST_CASE("other nodes than the system has are a divergence at the start") {
        const Written trace(two_versions);
        check_says(trace.replayed([](json& file) { file["shape"] = "sms=2,warps=2,blocks=1,lease=1,ts=5"; }), 0,
                   "\ndiverges at its start: there is a node SM1, which the trace does not have\n");
    }

    TEST_CASE("a deadlock is replayed, and is none where something may still happen") {
        const Written trace({"moesi", "--variant", "repeats", "--shape", "blocks", "--property", "no-deadlock"});
        check_says(trace.replayed(), 1,
                   "\nstill refutes no-deadlock, at step 17: Nothing can happen any more, and somebody waits.");
        check_says(trace.replayed({"--variant", "moesi"}), 0, "after its last step more may happen: ");
    }

    TEST_CASE("steps that repeat forever are replayed under the fairness that the trace assumes") {
        const Written trace(
            {"gtsc", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5", "--property", "access-completes", "--fairness", "weak"});
        CHECK(trace.original["traces"][0]["fairness"] == "weak");
        check_says(trace.replayed(), 1,
                   "\nstill refutes access-completes, at step 24: Steps 13 to 24 repeat forever. In them W1 of SM0 is served "
                   "again and again, and the access of W0 of SM0 to A never completes.");
        const std::string strong =
            "holds now: all 24 steps are possible, and the steps that repeat are not fair now (strongly), for they never take "
            "what is possible again and again: ";
        check_says(trace.replayed([](json& file) { file["traces"][0]["fairness"] = "strong"; }), 0, strong);
        // The protocol's promise needs strong fairness there, and older files do not give the fairness.
        check_says(trace.replayed([](json& file) { file["traces"][0].erase("fairness"); }), 0, strong);
        check_says(trace.replayed([](json& file) { file["traces"][0]["repeats_from"] = 14; }), 0,
                   "steps 14 to 24 do not lead back to where they begin: ");
    }

    TEST_CASE("an operation that is refused forever is replayed, and one that is accepted is not") {
        const Written trace({"mttop", "--variant", "scwb,buffer-of-core", "--shape", "clusters=1,threads=2,blocks=1",
                             "--property", "access-accepted"});
        check_says(trace.replayed(), 1, "\nstill refutes access-accepted, at step ");
        const Run run = trace.replayed([](json& file) { file["traces"][0]["refused"] = "cluster0: W0 loud A"; });
        check_says(run, 0, "nobody is promised that cluster0: W0 loud A is accepted in every fair run");
    }

    TEST_CASE("the report as JSON has one entry for each trace") {
        const Written trace({"incoherent", "--shape", "sms=2,warps=1,blocks=1", "--all"});
        const Run run = trace.replayed({"--json", "-"});
        CHECK(run.status == 1);
        const json report = json::parse(run.out);
        CHECK(report["traces"].size() == trace.original["traces"].size());
        for (const json& one : report["traces"]) CHECK(one["outcome"] == "refutes");
    }
}
