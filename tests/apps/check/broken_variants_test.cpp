// Each variant that is listed as broken is refuted somewhere, quickly enough to be tried here.
#include <algorithm>
#include <set>

#include "apps/common/catalog.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

namespace {

struct Broken {
    const char *protocol, *variant, *shape, *property;
};

/// The variant's word comes last in `variant`: others may be needed besides.
constexpr Broken broken[] = {
    {"gtsc", "unsafe", "tiny", "single-writer"},
    {"gtsc", "paper-reset", "tiny", "single-writer"},
    {"gtsc", "literal", "sms=1,warps=2,blocks=1,lease=1,ts=5", "single-writer"},
    {"gtsc", "keeps-copy", "sms=2,warps=1,blocks=1,lease=1,ts=6,words=2", "load-value"},
    {"tc", "impatient", "tiny", "single-writer"},
    {"tc", "non-inclusive", "tiny", "single-writer"},
    {"tc", "skewed", "tiny", "single-writer"},
    {"apu", "keeps-fills", "threads", "acquire-fresh"},
    {"apu", "merge-at-once", "threads", "write-atomicity"},
    {"apu", "before-probes", "small", "data-value"},
    {"apu", "exclusive", "small", "writer-alone"},
    {"apu", "hardware-coherent-told", "small", "acquire-fresh"},
    {"moesi", "repeats", "blocks", "no-deadlock"},
    {"moesi", "last-words-with-requests", "blocks", "no-deadlock"},
    {"moesi", "write-backs-with-requests", "blocks", "no-deadlock"},
    {"moesi", "one-network", "blocks", "no-deadlock"},
    {"mttop", "scwb,keeps-prefetched", "small", "issue-order"},
    {"rsp", "published", "tiny,sharing=global", "message-passing"},
    {"rsp", "promoting-release", "tiny,sharing=global", "message-passing"},
    {"rsp", "stalling-acquire", "tiny,sharing=global", "message-passing"},
    {"lsc", "as-written", "cus", "program-order"},
    {"lsc", "stores-wait", "cus", "program-order"},
    {"lsc", "every-store", "cus", "program-order"},
    {"lsc", "stores-in-order", "cus", "program-order"},
    {"lsc", "loads-return", "cus", "program-order"},
    {"lsc", "mrf-drains", "cus", "program-order"},
    {"lsc", "wavefronts-queue", "cus", "program-order"},
    {"lsc", "without-stores-wait", "cus", "early-load-stable"},
    {"lsc", "without-stores-in-order", "cus", "program-order"},
    {"lsc", "without-loads-return", "cus", "program-order"},
    {"lsc", "without-mrf-drains", "tiny", "access-accepted"},
    {"lsc", "without-wavefronts-queue", "tiny", "access-accepted"},
    {"lsc", "repaired,merge-at-once", "cus,blocks=1,capacity=2", "load-latest"},
    {"lsc", "repaired,before-probes", "tiny", "data-value"},
    {"lsc", "repaired,exclusive", "tiny", "writer-alone"},
    {"lsc", "repaired,invalidates-late", "cus", "data-value"},
    {"lsc", "repaired,copied-baseline", "tiny", "writer-alone"},
    {"mttop", "tso,buffer-of-core,forwarding-to-all", "clusters=1,threads=2,blocks=1", "write-atomicity"},
    {"lsc", "repaired,together", "lanes", "no-deadlock"},
    {"lsc", "repaired,kept", "cpus", "mutex-needed"},
    {"lsc", "repaired,wraps", "cpus,buffered=2,mrf=4,counts=1", "early-held"},
    {"lsc", "repaired,saturates", "cpus,buffered=2,mrf=4,counts=1", "early-held"},
    {"lsc", "repaired,of-a-cu", "wavefronts", "early-held"},
    {"lsc", "repaired,invalidations-overtake", "cus,values=1", "tcd-covers"},
    {"lsc", "repaired,copies-only", "cus,evictions=1,false_positives=1,values=1", "tcd-covers"},
};

/// What takes seconds, and which test refutes it.
constexpr const char* refuted_by_others[][3] = {
    {"rsp", "late-invalidation", "protocols/rsp_verdicts_test.cpp"},
    {"rsp", "forgets-writes", "protocols/rsp_verdicts_test.cpp"},
    {"rsp", "head", "protocols/rsp_verdicts_test.cpp"},
    {"lsc", "without-every-store", "protocols/lsc_verdicts_test.cpp"},
};

/// The words of a variant that promise nothing, besides seeded bugs.
std::set<std::pair<std::string, std::string>> listed() {
    std::set<std::pair<std::string, std::string>> words;
    for (const apps::Protocol& protocol : apps::protocols())
        for (const auto& [group, entries] : protocol.variants)
            for (const apps::Entry& entry : entries)
                if (group != apps::broken_group && !entry.promises) words.emplace(protocol.name, entry.name);
    return words;
}

std::string last_word(const std::string& variant) { return variant.substr(variant.rfind(',') + 1); }

}  // namespace

TEST_SUITE("apps/check/broken variants") {
    TEST_CASE("each variant that is listed as broken is refuted in a shape that is searched at once") {
        for (const Broken& one : broken) {
            CAPTURE(std::string(one.protocol));
            CAPTURE(std::string(one.variant));
            const Run run = tandem({"check", one.protocol, "--variant", one.variant, "--shape", one.shape, "--property",
                                    one.property, "--walk-time", "0"});
            CHECK(run.err == "");
            CHECK(run.status == 1);
        }
    }

    TEST_CASE("no variant that is listed as broken is left out, and none is here that is not listed") {
        std::set<std::pair<std::string, std::string>> here;
        for (const Broken& one : broken) here.emplace(one.protocol, last_word(one.variant));
        for (const auto& [protocol, word, where] : refuted_by_others) here.emplace(protocol, word);
        CHECK(here == listed());
    }

    TEST_CASE("what a property of MTTOP shows a litmus test shows too, and the list says which") {
        const char* const test = TANDEM_SOURCE_DIR "/protocols/mttop/litmus/IRIW+pairs.litmus";
        const auto status = [&](const char* variant) {
            return tandem({"litmus", test, "--protocol", "mttop", "--variant", variant, "--model", "tso"}).status;
        };
        CHECK(status("tso,buffer-of-core,forwarding") == 0);
        CHECK(status("tso,buffer-of-core,forwarding-to-all") == 1);
        CHECK(tandem({"list", "mttop"}).out.find("broken, as the litmus test IRIW+pairs shows") != std::string::npos);
    }
}

}  // namespace tandem::tests
