// The exported Murphi program against the explicit search. Rumur, an independent model checker, runs the program and must find
// the same verdict. Without symmetry it must also find the same numbers of states and transitions. Both continue after a
// deadlock.
//
// `stuck` is the search's notion of deadlock: no step is possible. A step that changes nothing counts as a step.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <sys/wait.h>

#include "apps/common/catalog.hpp"
#include "checker/search.hpp"
#include "exports/murphi.hpp"
#include "smt/symbolic_system.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/egg_timer.hpp"
#include "tests/toys/keywords.hpp"

namespace {

using namespace tandem;

struct Findings {
    bool deadlock;
    std::uint64_t states, transitions;
    std::set<std::string> broken{};  // invariants that do not hold
};

/// The place where programs are made and run.
class Workplace {
public:
    std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }
    std::string text(const std::string& name) const {
        std::ifstream in(file(name));
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// Runs a program here, which must succeed; its output goes to the file "output".
    void run(const std::string& program, const std::string& arguments) const {
        const int waited =
            std::system(("cd '" + folder_.path().string() + "' && " + program + " " + arguments + " >output 2>&1").c_str());
        const int status = WIFEXITED(waited) ? WEXITSTATUS(waited) : -1;
        REQUIRE_MESSAGE(status != 127, program, " is not installed; packages.txt lists what the tests need");
        REQUIRE_MESSAGE(status == 0, program, " ended with ", status, ": ", text("output").substr(0, 2000));
    }

private:
    tests::TemporaryFolder folder_;
};

/// The number in name="number" of the summary that a Rumur program prints.
std::uint64_t summary(const std::string& output, const std::string& name) {
    const std::size_t line = output.find("<summary "), from = output.find(name + "=\"", line);
    REQUIRE_MESSAGE(from < output.size(), "Rumur's program gives no ", name, ": ", output.substr(0, 2000));
    return std::stoull(output.substr(from + name.size() + 2));
}

/// Rumur's findings for the Murphi program that `write` writes.
Findings rumur(const std::function<void(std::ostream&)>& write) {
    const Workplace place;
    {
        std::ofstream out(place.file("system.m"));
        write(out);
        REQUIRE(out.flush().good());
    }
    place.run("rumur",
              "--deadlock-detection stuck --max-errors 1000000 --symmetry-reduction off --threads 1 --counterexample-trace off "
              "--output-format machine-readable --output system.c system.m");
    // The unoptimised program runs longer, but by less than it compiles faster; clang compiles fastest by far.
    place.run("clang", "-w -O0 system.c -o system -lpthread");
    place.run("./system", "");
    const std::string output = place.text("output");
    Findings found{output.find("<message>deadlock</message>") != std::string::npos,
                   summary(output, "states"),
                   summary(output, "rules_fired"),
                   {}};
    const std::string before = "<message>invariant &quot;", after = "&quot; failed</message>";
    for (std::size_t at = output.find(before); at != std::string::npos; at = output.find(before, at + 1))
        found.broken.insert(output.substr(at + before.size(), output.find(after, at) - at - before.size()));
    CHECK((summary(output, "errors") > 0) == (found.deadlock || !found.broken.empty()));
    return found;
}

/// The search's findings, without symmetry, on deadlocks and invariants.
Findings searched(const model::Network& network) {
    checker::SearchOptions options;
    options.symmetry = false;
    options.keep_going = true;
    const auto kind = [&](int p) { return network.properties()[static_cast<std::size_t>(p)].kind; };
    for (int p = 0; p < static_cast<int>(network.properties().size()); ++p)
        if (kind(p) == model::PropertyKind::no_deadlock || kind(p) == model::PropertyKind::invariant)
            options.properties.push_back(p);
    const checker::SearchResult result = checker::Search(network, options).run();
    REQUIRE(result.ending == checker::Ending::complete);
    Findings found{false, result.states, result.transitions, {}};
    for (const auto& violation : result.violations)
        if (kind(violation.property) == model::PropertyKind::no_deadlock) found.deadlock = true;
        else found.broken.insert(network.properties()[static_cast<std::size_t>(violation.property)].name);
    return found;
}

/// Compares both findings; there must be at least `least` states.
void compare(const Findings& ours, const Findings& theirs, std::uint64_t least, bool deadlock) {
    CHECK(ours.deadlock == deadlock);
    CHECK(theirs.deadlock == deadlock);
    CHECK(theirs.broken.empty() == ours.broken.empty());
    for (const std::string& name : theirs.broken) CHECK(ours.broken.contains(name));
    if (!theirs.broken.empty()) return;  // Rumur does not continue from a state that breaks an invariant
    CHECK(ours.states >= least);
    CHECK(theirs.states == ours.states);
}

/// Both see all states of a protocol in this variant and shape; `network` is the explicit system.
void agree(const apps::Protocol& text, const apps::Selection& selection, const model::Network& network, std::uint64_t least,
           bool deadlock) {
    CAPTURE(text.describe(selection));
    const Findings ours = searched(network);
    const Findings theirs = rumur([&](std::ostream& out) { out << text.write(selection, {}).front().text; });
    compare(ours, theirs, least, deadlock);
    if (!theirs.broken.empty()) return;
    // If channels keep no order, the program delivers either of two equal messages; for the search that is one transition.
    if (selection.variant == "unordered") CHECK(theirs.transitions >= ours.transitions);
    else CHECK(theirs.transitions == ours.transitions);
}

void agree(apps::Selection selection, std::uint64_t least, bool deadlock = false, const char* protocol = "gtsc") {
    const apps::Protocol& text = apps::protocol(protocol);
    selection.free = true;
    agree(text, selection, *text.make(selection, false), least, deadlock);
}

/// Remote-scope promotion whose wavefronts do anything, including races.
void agree_on_races(const apps::Selection& selection, std::uint64_t least) { agree(selection, least, false, "rsp"); }

/// Both see all states of a protocol with the monitor that judges it, and refute an invariant if it is broken.
void agree_with_monitor(const char* protocol, const apps::Selection& selection, std::uint64_t least, bool broken = false) {
    const apps::Protocol& text = apps::protocol(protocol);
    const auto network = text.make(selection, true);
    CHECK(network->monitored());
    agree(text, selection, *network, least, false);
    const std::string program = text.write(selection, {}).front().text;
    const Findings ours = searched(*network);
    CHECK(ours.broken.empty() == !broken);
    for (const model::Property& property : network->properties())
        if (property.kind == model::PropertyKind::invariant && property.name != "dirty-in-fifo")
            CHECK(program.find("\ninvariant \"" + property.name + "\"\n") != std::string::npos);
}

void agree_on_crossed_calls(int capacity, std::uint64_t states, bool deadlock) {
    const toys::CrossedCallsSystem calls(capacity);
    const auto theirs = rumur([&](std::ostream& out) {
        exports::write_murphi(out, smt::symbolic_system<toys::CrossedCallsOf>(calls.system.config()), "crossed calls");
    });
    const Findings ours = searched(calls.system);
    compare(ours, theirs, states, deadlock);
    CHECK(theirs.states == states);
    CHECK(theirs.transitions == ours.transitions);
}

}  // namespace

TEST_SUITE_BEGIN("rumur");

TEST_CASE("Rumur agrees on two SMs") { agree({"", "sms=2,values=1,lease=1,ts=3"}, 300'000); }

TEST_CASE("Rumur agrees on two warps that store two values") { agree({"", "sms=1,warps=2,lease=1,ts=3"}, 50'000); }

TEST_CASE("Rumur agrees on release consistency whose readers keep the old copy") {
    agree({"rc,keep-old", "sms=1,warps=2,values=1,lease=1,ts=3"}, 10'000);
}

TEST_CASE("Rumur agrees on a choice of leases where all read misses are forwarded") {
    agree({"rc,forward-all", "sms=1,warps=1,lease=1/2,ts=5"}, 2'000);
}

TEST_CASE(
    "Rumur agrees on remote-scope promotion where L2 has a FIFO and memory behind it, of a wavefront that uses all scopes") {
    agree_on_races({"repaired", "cus=1,wavefronts=1,components=2,cus_of_each=1,blocks=1,values=2,writes=1,fetches=0,evictions=0"},
                   100'000);
}

TEST_CASE("Rumur agrees on remote-scope promotion, of wavefronts that race") {
    agree_on_races({"repaired", "cus=1,wavefronts=1,values=2,writes=1"}, 100'000);
    agree_on_races({"published", "cus=1,wavefronts=2,blocks=1,values=2,writes=1,fetches=0,evictions=0"}, 10'000);
}

TEST_CASE("Rumur agrees on instructions that touch two blocks") {
    agree({"", "sms=1,warps=1,blocks=2,values=1,lease=1,ts=3,capacity=2,lanes=2"}, 10'000);
}

TEST_CASE("Rumur agrees on channels that keep no order and on the deadlock there") {
    agree({"unordered", "sms=1,warps=2,values=1,lease=1,ts=3,capacity=2"}, 100'000, true);
}

TEST_CASE("Rumur agrees on resets and responses as the paper has them") {
    agree({"paper-reset,literal", "sms=1,warps=2,lease=1,ts=4"}, 10'000);
}

TEST_CASE("Rumur agrees on time that passes in nodes and in messages") {
    const toys::EggTimersSystem eggs(2);
    const auto theirs = rumur([&](std::ostream& out) {
        exports::write_murphi(out, smt::symbolic_system<toys::EggTimersOf>(eggs.system.config()), "egg timers");
    });
    Findings ours = searched(eggs.system);
    ours.broken.clear();  // the toy's properties are not exported
    compare(ours, theirs, 100, false);
    CHECK(theirs.transitions == ours.transitions);
}

TEST_CASE("Rumur agrees on TC-Strong") { agree({"", "sms=2,warps=1,blocks=1,lease=1/3"}, 5'000, false, "tc"); }

TEST_CASE("Rumur agrees on TC-Weak and its fences") { agree({"weak", "sms=2,warps=1,blocks=1,lease=2"}, 30'000, false, "tc"); }

TEST_CASE("Rumur agrees on loads that join a request, and on two blocks") {
    agree({"rc", "sms=1,warps=2,blocks=2,values=1,lease=1"}, 10'000, false, "tc");
}

TEST_CASE("Rumur agrees on clocks that differ and lines that leave before their lease ends") {
    agree({"weak,skewed,non-inclusive", "sms=2,warps=1,blocks=1,values=1,lease=1,atomics=1"}, 10'000, false, "tc");
}

TEST_CASE("Rumur agrees on a predicted lease") { agree({"predicted", "sms=2,warps=1,blocks=1,lease=1/2"}, 5'000, false, "tc"); }

TEST_CASE("Rumur agrees on MSI and MOESI of two caches") {
    for (const char* variant : {"msi", "moesi"}) agree({variant, "tiny"}, 3'000, false, "moesi");
}

TEST_CASE("Rumur agrees on MSI, MESI and MOESI of three caches") {
    for (const char* variant : {"msi", "mesi", "moesi"}) agree({variant, "small"}, 80'000, false, "moesi");
}

TEST_CASE("Rumur agrees on a CPU beside a CU, on two CUs and on two CPUs") {
    for (const char* shape : {"small", "cus", "cpus"}) agree({"", shape}, 500, false, "apu");
}

TEST_CASE("Rumur agrees that a cache with two blocks is the only writer of each") {
    agree({"", "cores=1,cpus=1,threads=1,blocks=2,values=1,evictions=0"}, 50, false, "apu");
}

TEST_CASE("Rumur agrees on mutexes of two CUs, of a CPU beside a CU and of two CPUs") {
    for (const char* shape : {"cus,blocks=1", "mixed,blocks=1", "cpus,blocks=1"}) agree({"repaired", shape}, 500, false, "lsc");
    agree({"as-written", "cus,blocks=1"}, 500, false, "lsc");
}

TEST_CASE("Rumur agrees on protocols with the monitor that judges them") {
    agree_with_monitor("baseline", {"", "small"}, 1'000);
    agree_with_monitor("tc", {"", "sms=1,warps=1,blocks=1,lease=1"}, 100);
}

TEST_CASE("Rumur agrees on G-TSC with the monitor that judges it") {
    agree_with_monitor("gtsc", {"", "sms=1,warps=1,blocks=1,lease=1,ts=3"}, 1'000);
}

TEST_CASE("Rumur agrees on wavefronts that own what they access, and on the monitor of owners") {
    agree_with_monitor("rsp", {"repaired", "cus=1,wavefronts=1,values=2,writes=1,fetches=0,evictions=0,passing=lock"}, 1'000);
}

TEST_CASE("Rumur agrees that a seeded bug of Temporal Coherence dies" * doctest::test_suite("seeded bugs")) {
    agree_with_monitor("tc", {"write-lost", "sms=1,warps=1,blocks=1,lease=1"}, 100, true);
}

TEST_CASE("Rumur agrees that a seeded bug of G-TSC dies" * doctest::test_suite("seeded bugs")) {
    agree_with_monitor("gtsc", {"no-write-back", "sms=1,warps=1,blocks=1,lease=1,ts=3"}, 1'000, true);
}

TEST_CASE("Rumur agrees that private caches which nobody invalidates are incoherent") {
    agree_with_monitor("incoherent", {"", "sms=2,warps=1,blocks=1"}, 1'000, true);
}

TEST_CASE("Rumur agrees on crossed calls as they were counted by hand") { agree_on_crossed_calls(2, 11, false); }

TEST_CASE("Rumur reads a system whose names are words of Murphi") {
    const auto theirs = rumur([](std::ostream& out) { exports::write_murphi(out, toys::keywords(), "words"); });
    CHECK(theirs.states == toys::murphi_words().size());
    CHECK(theirs.transitions == toys::murphi_words().size() - 1);
    CHECK(theirs.deadlock);
}

TEST_CASE("Rumur agrees on crossed calls that deadlock") { agree_on_crossed_calls(1, 6, true); }

TEST_SUITE_END();
