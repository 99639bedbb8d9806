// `tandem audit` from outside: statuses, what is printed, what is refused.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

class LogFile {
public:
    explicit LogFile(const std::string& text) : path_(folder_.path() / "run.log") {
        std::ofstream(path_, std::ios::binary) << text;
    }
    Run judged(const char* model, std::vector<const char*> more = {}) const {
        std::vector<const char*> words{"audit", path_.c_str(), "--model", model};
        words.insert(words.end(), more.begin(), more.end());
        return tandem(words);
    }
    std::string in_folder(const char* name) const { return folder_.path() / name; }

private:
    TemporaryFolder folder_;
    std::string path_;
};

std::string text_of_file(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

constexpr const char* store_buffering = "0: M[1] := 1\n0: M[0] == 0\n1: M[0] := 1\n1: M[1] == 0\n";

}  // namespace

TEST_SUITE("apps/audit") {
    TEST_CASE("Z3 decides a log too, and says no more than that") {
        const LogFile log(store_buffering);
        CHECK(log.judged("tso", {"--method", "z3"}).status == 0);
        const Run sc = log.judged("sc", {"--method", "z3"});
        CHECK(sc.status == 1);
        CHECK(sc.out ==
              "1: forbidden by sc, 4 operations of 2 threads\n"
              "  Z3 finds no order of its operations. --method rules says why.\n");
        check_unusable(log.judged("sc", {"--method", "z3", "--svg", "x.svg"}), "--method rules");
        check_unusable(log.judged("sc", {"--method", "cvc5"}), "rules");
        check_unusable(LogFile("0: M[0] == 7\n").judged("sc", {"--method", "z3"}), "7");
        std::string many;
        for (int i = 1; i <= 2049; ++i) many += fmt::format("0: M[0] := {}\n", i);
        const Run large = LogFile(many).judged("sc", {"--method", "z3"});
        CHECK(large.status == 3);
        CHECK(large.out.find("at most 2048 operations") != std::string::npos);
    }

    TEST_CASE("a log may say which store a load has read, where their words are the same") {
        const std::string stores = R"({"op": "store", "thread": 0, "address": 1, "value": 5, "number": 1})"
                                   "\n"
                                   R"({"op": "store", "thread": 0, "address": 1, "value": 5, "number": 2})"
                                   "\n";
        const auto loads = [](int first, int second, int last) {
            std::string out;
            for (const int from : {first, second})
                out += fmt::format(R"({{"op": "load", "thread": 1, "address": 1, "value": {}, "from": {}}})"
                                   "\n",
                                   from == 0 ? 0 : 5, from);
            return out + fmt::format(R"({{"op": "final", "address": 1, "value": 5, "from": {}}})"
                                     "\n",
                                     last);
        };
        CHECK(LogFile(stores + loads(1, 2, 2)).judged("sc").status == 0);
        CHECK(LogFile(stores + loads(0, 2, 2)).judged("sc").status == 0);
        const Run swapped = LogFile(stores + loads(2, 1, 2)).judged("sc");
        CHECK(swapped.status == 1);
        CHECK(swapped.out.find("cycle") != std::string::npos);
        CHECK(LogFile(stores + loads(1, 2, 1)).judged("sc").status == 1);
        const auto refused = [&](const std::string& line, const char* why) {
            check_unusable(LogFile(stores + line + "\n").judged("sc"), why);
        };
        refused(R"({"op": "load", "thread": 1, "address": 1, "value": 5, "from": 3})", "5");
        refused(R"({"op": "load", "thread": 1, "address": 1, "value": 5, "from": 0})", "what memory holds at first");
        refused(R"({"op": "store", "thread": 1, "address": 1, "value": 5, "number": 0})", "no store has it");
        refused(R"({"op": "store", "thread": 1, "address": 1, "value": 5, "number": 2147483647})", "at most 2147483646");
        refused(R"({"op": "load", "thread": 1, "address": 1, "value": 8589934592, "from": 1})", "at most 8589934591");
        refused(R"({"op": "load", "thread": 1, "address": 1, "value": 5, "from": -1})", "no whole number");
        refused(R"({"op": "load", "thread": 1, "address": 1, "value": 5, "number": 1})", "no key of a load");
    }

    TEST_CASE("a trace that the model allows ends in 0, one that it forbids in 1 with the cycle in words") {
        const LogFile log(store_buffering);
        const Run tso = log.judged("tso");
        CHECK(tso.status == 0);
        CHECK(tso.out == "1: allowed by tso, 4 operations of 2 threads\n");
        const Run sc = log.judged("sc");
        CHECK(sc.status == 1);
        CHECK(sc.out ==
              "1: forbidden by sc, 4 operations of 2 threads\n"
              "  A cycle, in 4 of 4 operations. Each would have to come before the next in memory:\n"
              "  0: M[1] := 1  line 1\n"
              "      is before the next: sc keeps this order of thread 0\n"
              "  0: M[0] == 0  line 2\n"
              "      is before the next: it reads what memory holds at first, so it is before every store there\n"
              "  1: M[0] := 1  line 3\n"
              "      is before the next: sc keeps this order of thread 1\n"
              "  1: M[1] == 0  line 4\n"
              "      is before the next: it reads what memory holds at first, so it is before every store there\n"
              "  0: M[1] := 1  line 1\n");
    }

    TEST_CASE("what was inferred is told with its reason") {
        const LogFile log("0: x := 1\n0: y := 1\n1: y == 1\n1: x := 2\n2: x == 2\n2: x == 1\n");
        const Run run = log.judged("tso");
        CHECK(run.status == 1);
        CHECK(run.out.find("2: x == 1") != std::string::npos);
        CHECK(run.out.find("which reads the next: so that is newer") != std::string::npos);
        CHECK(log.judged("pso").status == 0);
    }

    TEST_CASE(
        "all forms of Axe's lines are read: names, braces and angle brackets, times, comments, final, check, blanks, CRLF") {
        const LogFile log(
            "# a comment\r\n\r\n  7: {v0 == 0; v0 := 1}\r\n7: < M[0] == 1 ; M[ 0 ] := 2 > @ 5 : 9\n8:flag:=1@6:\n8: sync\n"
            "8: flag == 1 @ :20 # its own\n9: M[0x10] := 0xff\n9: v16 == 255\nfinal v0 == 2\nfinal flag == 1\ncheck\n");
        const Run run = log.judged("sc");
        CAPTURE(run.err);
        CHECK(run.status == 0);
        CHECK(run.out == "1: allowed by sc, 7 operations of 3 threads\n");
    }

    TEST_CASE("lines of JSON say the same") {
        const LogFile log(
            "{\"op\": \"store\", \"thread\": 0, \"address\": \"x\", \"value\": 1, \"begin\": 3}\n"
            "{\"op\": \"fence\", \"thread\": 0}\n"
            "{\"op\": \"swap\", \"thread\": 1, \"address\": \"x\", \"reads\": 0, \"writes\": 2}\n"
            "{\"op\": \"load\", \"thread\": 0, \"address\": \"x\", \"value\": 1, \"begin\": 7, \"end\": 9}\n"
            "{\"op\": \"final\", \"address\": \"x\", \"value\": 1}\n{\"op\": \"check\"}\n"
            "{\"op\": \"store\", \"thread\": 0, \"address\": 4, \"value\": 1}\n0: M[4] == 0\n");
        const Run run = log.judged("sc");
        CAPTURE(run.err);
        CHECK(run.status == 1);
        CHECK(run.out.find("1: allowed by sc, 4 operations of 2 threads\n2: forbidden by sc, 2 operations of 1 thread\n") == 0);
        CHECK(run.out.find("2 traces: 1 allowed, 1 forbidden, 0 undecided\n") != std::string::npos);
    }

    TEST_CASE("the smaller log is forbidden too, and can lose no line") {
        std::string text = "0: M[1] := 1\n0: v5 := 3\n0: M[0] == 0\n2: v5 == 3\n1: M[0] := 1\n1: M[1] == 0\n2: sync\n";
        const LogFile log(text);
        const std::string smaller = log.in_folder("smaller.log");
        CHECK(log.judged("sc", {"--shrink", smaller.c_str()}).status == 1);
        const std::string kept = text_of_file(smaller);
        CHECK(kept == std::string(store_buffering) + "check\n");
        CHECK(tandem({"audit", smaller.c_str(), "--model", "sc"}).status == 1);
        CHECK(tandem({"audit", smaller.c_str(), "--model", "tso"}).status == 0);
    }

    TEST_CASE("the picture has each operation of the cycle, and the report as JSON each step with its lines") {
        const LogFile log(store_buffering);
        const std::string picture = log.in_folder("cycle.svg");
        const Run run = log.judged("sc", {"--svg", picture.c_str(), "--json", "-"});
        CHECK(run.status == 1);
        const auto report = nlohmann::json::parse(run.out);
        CHECK(report["model"] == "sc");
        CHECK(report["forbidden"] == 1);
        const auto& cycle = report["traces"][0]["refutation"]["cycle"];
        REQUIRE(cycle.size() == 4);
        CHECK(cycle[0]["operation"] == "0: M[1] := 1");
        CHECK(cycle[0]["line"] == 1);
        CHECK(cycle[3]["next_line"] == 1);
        const std::string svg = text_of_file(picture);
        for (const char* part : {"<svg", "0: M[1] := 1  line 1", "1: M[1] == 0  line 4", "thread 1", "reads the first value"})
            CHECK_MESSAGE(svg.find(part) != std::string::npos, part);
    }

    TEST_CASE("two stores of one value: it says that it searched, and shows the operations that no order explains") {
        const LogFile log("0: x := 1\n0: x := 1\n0: x := 2\n1: x == 2\n1: y := 1\n1: x == 1\n");
        const Run run = log.judged("sc");
        CHECK(run.status == 1);
        CHECK(run.out ==
              "1: forbidden by sc, 6 operations of 2 threads\n"
              "  1 load may have read one of several stores of its value: a search chose among these, and took back 2 choices.\n"
              "  No order of these 5 operations explains their values: all were tried.\n"
              "  0: x := 1  line 1\n  0: x := 1  line 2\n  0: x := 2  line 3\n  1: x == 2  line 4\n  1: x == 1  line 6\n");
    }

    TEST_CASE("out of time it is undecided") {
        std::string text;
        for (int i = 1; i < 20000; ++i) text += "0: x := " + std::to_string(i) + "\n1: x == " + std::to_string(i % 7) + "\n";
        const LogFile log(text);
        const Run run = log.judged("sc", {"--time", "0.001"});
        CHECK(run.status == 3);
        CHECK(run.out == "1: undecided by sc, 39998 operations of 2 threads\n  The time ran out.\n");
    }

    TEST_CASE("a trace that the memory does not hold is undecided") {
        std::string text;
        for (int i = 1; i < 40000; ++i) text += "0: x := " + std::to_string(i) + "\n1: y := " + std::to_string(i) + "\n";
        const Run run = LogFile(text).judged("sc", {"--memory", "16M"});
        CHECK(run.status == 3);
        CHECK(run.out.find("The memory suffices for 65536 operations of a trace") != std::string::npos);
    }

    TEST_CASE("a line that is none ends in one line with file and line") {
        const auto refused = [](const std::string& text, const char* why) {
            CAPTURE(text);
            const Run run = LogFile("0: x := 1\n" + text).judged("sc");
            check_unusable(run, why);
            CHECK(run.err.find("/run.log:2: ") != std::string::npos);
        };
        refused("1: x == 2\n", "nobody stores the value 2 that is loaded here");
        refused("1: x == 1 @ 10 : 9\n",
                "it is answered at 9, before it or an earlier operation of its thread is asked for at 10");
        refused("1: x ==", "the line ends where a value is accepted");
        refused("1: x", "the line ends where == or := is accepted");
        refused("0", "the line ends where ':' is accepted");
        refused("1: x == 1000000000000000000000000000000\n", "is too large: less than 2^64 - 1 is accepted");
        refused("1: x == 18446744073709551615\n", "is too large");
        refused("1: M[0x1ffffffffffffffff] == 0\n", "is too large");
        refused("1: x == -1\n", "'-1' stands where a value is accepted");
        refused("1: {x == 1; y := 2}\n", "different addresses: one is accepted");
        refused("1: {x == 1; x := 2>\n", "'}' is accepted");
        refused("1: x == 1 1: y == 0\n", "stands where the end of the line is accepted");
        refused("what is this\n", "stands where a thread's number, final, check or # is accepted");
        refused(std::string("1: x == 1\0\n", 11), "byte 10 of the line is 0x00, and no text");
        refused("1: x\x1b[2J == 1\n", "byte 5 of the line is 0x1b, and no text");
        refused(std::string(5000, '1') + "\n", "it has more than 4096 bytes");
        refused(std::string(4000, '{') + "\n", "this is no JSON object");
        refused("{\"op\":" + std::string(4000, '[') + "\n", "this is no JSON object");
        refused("{\"op\": \"load\", \"thread\": 0, \"address\": \"x\"}\n", "\"value\" is missing");
        refused("{\"op\": \"load\", \"thread\": 0, \"address\": \"x\", \"value\": 1, \"level\": \"cta\"}\n",
                "\"level\" is no key of a load: op, thread, address, value, from, begin, end, order, scope, remote are accepted");
        refused("{\"op\": \"jump\"}\n", "load, store, swap, fence, final, check, thread, barrier and launch are accepted");
        refused("{\"op\": \"load\", \"thread\": 0, \"address\": \"x\", \"value\": 1e3}\n", "\"value\" is no whole number");
        refused("final x == 3\n", "nobody stores the value 3 that is final here");
    }

    TEST_CASE("a thread's requests come in order") {
        check_unusable(LogFile("0: x == 0 @ 10:\n0: x == 0 @ 9:\n").judged("sc"),
                       "/run.log:2: it is asked for at 9, and an earlier operation of its thread at 10");
    }

    TEST_CASE("no operation is answered before an earlier one of its thread is asked for") {
        check_unusable(LogFile("0: x == 0 @ 10:\n0: x == 0 @ :9\n").judged("sc"),
                       "/run.log:2: it is answered at 9, before it or an earlier");
    }

    TEST_CASE("files that are no logs are refused, whatever they are") {
        check_unusable(LogFile("").judged("sc"), "has no operation");
        check_unusable(LogFile("# nothing\n\n").judged("sc"), "has no operation");
        check_unusable(LogFile("\x7f"
                               "ELF\x02\x01")
                           .judged("sc"),
                       ":1: byte 1 of the line is 0x7f");
        check_unusable(tandem({"audit", "/dev/zero"}), ":1: it has more than 4096 bytes");
        check_unusable(tandem({"audit", "/no/such/log"}), "No such file or directory");
        check_unusable(tandem({"audit", "/"}), "it is a folder");
        check_unusable(LogFile(store_buffering).judged("nothing"),
                       "sc, tso, pso, wmo, rmo, rc, hrf, hrf-direct, hrf-indirect, ptx are accepted");
    }

    TEST_CASE("a pipe that closes within a line: what was read is judged, and said to be cut") {
        const TemporaryFolder folder;
        const std::string pipe = folder.path() / "pipe";
        const auto judged = [&](const std::string& text, const char* model) {
            REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
            std::thread writer([&] { std::ofstream(pipe) << text; });
            const Run run = tandem({"audit", pipe.c_str(), "--model", model});
            writer.join();
            std::filesystem::remove(pipe);
            return run;
        };
        const Run cut = judged("0: x := 1\n1: x == 2\n1: {x == 3; x := 4}\n0: x =", "sc");
        CHECK(cut.status == 0);
        CHECK(cut.out ==
              "1: allowed by sc, 2 operations of 2 threads\n"
              "  The log ends within this trace: what was read is judged. Loads of values that are not stored in it: 2, left "
              "out.\n");
        CHECK(judged(std::string(store_buffering) + "0: x", "sc").status == 1);
        CHECK(judged(store_buffering, "sc").out.find("The log ends") == std::string::npos);
        // Between two lines nothing shows it, but where an earlier trace has ended with `check` and this one does not.
        const Run second = judged(std::string(store_buffering) + "check\n0: x := 1\n1: x == 1\n", "tso");
        CHECK(second.status == 0);
        CHECK(second.out.find("2: allowed by tso, 2 operations of 2 threads\n  The log ends within") != std::string::npos);
    }

    TEST_CASE("hrf is sequential consistency, and what it forbids may be of a program with races") {
        const LogFile log(store_buffering);
        const Run run = log.judged("hrf");
        CHECK(run.status == 1);
        CHECK(run.out.find("1: forbidden by hrf, 4 operations of 2 threads\n  It has no sequential order. HRF promises one to "
                           "programs without heterogeneous races") == 0);
        CHECK(LogFile("0: x := 1\n1: x == 1\n").judged("hrf").out == "1: allowed by hrf, 2 operations of 2 threads\n");
    }

    TEST_CASE("a log names scopes: ptx says which order has the cycle, and the smaller log says it again") {
        const auto message_passing = [](const char* scope) {
            return fmt::format(
                R"({{"op": "thread", "thread": 0, "group": 0}}
{{"op": "thread", "thread": 1, "group": 1}}
{{"op": "store", "thread": 0, "address": "z", "value": 1}}
{{"op": "store", "thread": 0, "address": "x", "value": 1}}
{{"op": "fence", "thread": 0, "scope": "{0}"}}
{{"op": "store", "thread": 0, "address": "y", "value": 1}}
{{"op": "load", "thread": 1, "address": "y", "value": 1}}
{{"op": "fence", "thread": 1, "scope": "{0}"}}
{{"op": "load", "thread": 1, "address": "x", "value": 0}}
)",
                scope);
        };
        CHECK(LogFile(message_passing("cta")).judged("ptx").out == "1: allowed by ptx, 7 operations of 2 threads\n");
        const LogFile log(message_passing("gl"));
        const std::string smaller = log.in_folder("small.jsonl");
        const Run run = log.judged("ptx", {"--shrink", smaller.c_str()});
        CAPTURE(run.out);
        CHECK(run.status == 1);
        CHECK(run.out.find("A cycle, in 6 of 7 operations. Each would have to come before the next in the order of device 0:") !=
              std::string::npos);
        CHECK(run.out.find("0: sync gl") != std::string::npos);
        CHECK(tandem({"audit", smaller.c_str(), "--model", "ptx"}).out.find("1: forbidden by ptx, 6 operations") == 0);
        CHECK(tandem({"audit", smaller.c_str(), "--model", "rc"}).status == 1);
        CHECK(log.judged("ptx", {"--method", "z3"}).status == 2);
    }

    TEST_CASE("hrf says whether the run has a race, and which accesses race") {
        const auto judged = [](const char* release, const char* acquire, int value) {
            const std::string text = fmt::format(
                R"({{"op": "thread", "thread": 0, "group": 0}}
{{"op": "thread", "thread": 1, "group": 1}}
{{"op": "store", "thread": 0, "address": "x", "value": 1}}
{{"op": "store", "thread": 0, "address": "y", "value": 1, "order": "release", "scope": "{}"}}
{{"op": "load", "thread": 1, "address": "y", "value": 1, "order": "acquire", "scope": "{}"}}
{{"op": "load", "thread": 1, "address": "x", "value": {}}}
)",
                release, acquire, value);
            return LogFile(text).judged("hrf");
        };
        CHECK(judged("cmp", "cmp", 1).out ==
              "1: allowed by hrf, 4 operations of 2 threads\n  An order that explains it has no heterogeneous race.\n");
        CHECK(judged("cmp", "cmp", 0).status == 1);
        const Run racing = judged("wg", "cmp", 0);
        CHECK(racing.status == 0);
        CHECK(racing.out.find("\"0: y := 1 release wg\" (line 4) and \"1: y == 1 acquire cmp\" (line 5), whose scopes do not go "
                              "together") != std::string::npos);
        CHECK(judged("wg", "cmp", 1).out.find("It has a heterogeneous race") != std::string::npos);
    }

    TEST_CASE("two cycles, and one that a search finds, hide no race, and a swap that may fail is none") {
        const auto stale = [](int first, const char* data, const char* flag) {
            return fmt::format(
                R"({{"op": "thread", "thread": {0}, "group": {0}}}
{{"op": "thread", "thread": {1}, "group": {1}}}
{{"op": "store", "thread": {0}, "address": "{2}", "value": 1}}
{{"op": "store", "thread": {0}, "address": "{3}", "value": 1, "order": "release", "scope": "wg"}}
{{"op": "load", "thread": {1}, "address": "{3}", "value": 1, "order": "acquire", "scope": "cmp"}}
{{"op": "load", "thread": {1}, "address": "{2}", "value": 0}}
)",
                first, first + 1, data, flag);
        };
        CHECK(LogFile(stale(0, "a", "b") + stale(2, "c", "d")).judged("hrf").status == 0);
        // Twice the same value: no rule forbids it, and all orders are tried.
        std::string searched = R"({"op": "thread", "thread": 0, "group": 0}
{"op": "thread", "thread": 1, "group": 1}
)";
        for (const int value : {1, 2, 1, 2, 1})
            searched += fmt::format("{{\"op\": \"store\", \"thread\": 0, \"address\": \"x\", \"value\": {}}}\n", value);
        searched += R"({"op": "store", "thread": 0, "address": "y", "value": 1, "order": "release", "scope": "wg"}
{"op": "load", "thread": 1, "address": "y", "value": 1, "order": "acquire", "scope": "cmp"}
{"op": "load", "thread": 1, "address": "x", "value": 2}
)";
        for (int i = 0; i < 100; ++i) searched += "{\"op\": \"load\", \"thread\": 1, \"address\": \"w\", \"value\": 0}\n";
        const Run found = LogFile(searched).judged("hrf");
        CAPTURE(found.out);
        CHECK(found.status == 0);
        const Run swap = LogFile(R"({"op": "thread", "thread": 0, "group": 0}
{"op": "thread", "thread": 1, "group": 1}
{"op": "thread", "thread": 2, "group": 2}
{"op": "store", "thread": 0, "address": "x", "value": 1, "order": "release", "scope": "sys"}
{"op": "load", "thread": 2, "address": "l", "value": 0, "order": "acquire", "scope": "cmp"}
{"op": "swap", "thread": 1, "address": "l", "reads": 5, "writes": 6, "order": "acq_rel", "scope": "wg"}
{"op": "store", "thread": 1, "address": "y", "value": 1, "order": "release", "scope": "sys"}
{"op": "load", "thread": 0, "address": "y", "value": 1, "order": "acquire", "scope": "sys"}
{"op": "store", "thread": 0, "address": "l", "value": 5, "order": "release", "scope": "sys"}
)")
                             .judged("hrf");
        CAPTURE(swap.out);
        CHECK(swap.status == 1);
    }

    TEST_CASE("launches in succession keep their order, and what meets nobody is no address of the log's own") {
        const std::string store = "{\"op\": \"store\", \"thread\": 0, \"address\": \"x\", \"value\": 1}\n",
                          launch = "{\"op\": \"launch\"}\n",
                          load = "{\"op\": \"load\", \"thread\": 1, \"address\": \"x\", \"value\": 0}\n";
        for (const char* model : {"sc", "rc", "ptx", "hrf"})
            for (const std::string& launches : {launch, launch + launch, launch + launch + launch})
                CHECK(LogFile(store + launches + load).judged(model).status == 1);
        CHECK(LogFile(store + load).judged("sc").status == 0);
        CHECK(LogFile(store + "0: launch.1 := 1\n" + launch + load).judged("sc").status == 2);
        CHECK(LogFile("{\"op\": \"thread\", \"thread\": 0, \"group\": 0}\n"
                      "{\"op\": \"thread\", \"thread\": 1, \"group\": 0, \"device\": 1}\n" +
                      store)
                  .judged("ptx")
                  .status == 2);
    }

    TEST_CASE("ptx decides hundreds of stores without an order, and a barrier's part is a log again") {
        std::string stores;
        for (int t = 0; t < 400; ++t)
            stores += fmt::format("{{\"op\": \"store\", \"thread\": {}, \"address\": \"x\", \"value\": {}}}\n", t, t + 1);
        CHECK(LogFile(stores).judged("ptx").status == 0);
        const LogFile log(R"({"op": "thread", "thread": 0, "group": 0}
{"op": "thread", "thread": 1, "group": 0}
{"op": "store", "thread": 0, "address": "x", "value": 1}
{"op": "barrier", "thread": 1}
{"op": "barrier", "thread": 0}
{"op": "load", "thread": 1, "address": "x", "value": 0}
)");
        const std::string smaller = log.in_folder("small.jsonl");
        CHECK(log.judged("ptx", {"--shrink", smaller.c_str()}).status == 1);
        CHECK(tandem({"audit", smaller.c_str(), "--model", "ptx"}).status == 1);
    }

    TEST_CASE("words about scopes that mean nothing end in one line") {
        const auto refused = [](const std::string& line) {
            const Run run = LogFile(line + "\n").judged("ptx");
            CAPTURE(line);
            CHECK(run.status == 2);
            CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
            return run.err.substr(run.err.find(": ", run.err.find(".log:")) + 2);
        };
        CHECK(refused(R"({"op": "fence", "thread": 0, "scope": "gpu"})") ==
              "\"scope\" is 'gpu': wi, wv, wg or cta, cmp or gl, and sys are accepted\n");
        CHECK(refused(R"({"op": "load", "thread": 0, "address": "x", "value": 0, "order": "release"})") ==
              "a load cannot release\n");
        CHECK(refused(R"({"op": "store", "thread": 0, "address": "x", "value": 1, "order": "acq_rel"})") ==
              "a store cannot acquire\n");
        CHECK(refused(R"({"op": "store", "thread": 0, "address": "x", "value": 1, "scope": "wg"})") ==
              "an access with a scope has an order: relaxed, acquire, release and acq_rel are accepted\n");
        CHECK(refused(R"({"op": "fence", "thread": 0, "scope": "cta"})") == "its scope is a group, and its thread has none\n");
        CHECK(refused(R"({"op": "barrier", "thread": 0})") == "this is a barrier of a thread that has no group\n");
        CHECK(refused("{\"op\": \"thread\", \"thread\": 0, \"group\": 0}\n{\"op\": \"thread\", \"thread\": 0, \"group\": 1}") ==
              "thread 0 has another group in a line before this\n");
        CHECK(refused(R"({"op": "thread", "thread": 0, "group": -1})") == "\"group\" is no whole number below 2^64 - 1\n");
        CHECK(refused(R"({"op": "swap", "thread": 0, "address": "x", "reads": 0, "writes": 1, "scope": "wg", "remote": 1})") ==
              "\"remote\" is no true or false\n");
    }
}

}  // namespace tandem::tests
