// The exported TLA+ module against the explicit search. Our own evaluator of TLA+ (tla_search.hpp), which knows the language and
// nothing of the export, must find the same numbers of states, transitions, stuck states and levels. Every state must be of its
// type.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "apps/common/catalog.hpp"
#include "exports/tla.hpp"
#include "mesi/protocol.hpp"
#include "model/system.hpp"
#include "smt/symbolic_system.hpp"
#include "tests/agreement/reference_search.hpp"
#include "tests/agreement/tla_search.hpp"
#include "tests/toys/crossed_calls.hpp"

namespace {

using namespace tandem;

using Names = std::vector<std::string>;

/// With more than `limit` states, both stop after the same level.
void compare(const model::Network& network, const std::string& module, const Names& invariants, std::size_t least,
             std::size_t limit = 4'500) {
    const agreement::Counts ours = agreement::reference_search(network, limit);
    const auto theirs = agreement::tla::Specification(module).search(invariants, limit);
    CHECK(ours.states >= least);
    CHECK(theirs.states == ours.states);
    CHECK(theirs.transitions == ours.transitions);
    CHECK(theirs.stuck == ours.deadlocks);
    CHECK(theirs.levels == ours.levels);
}

/// The invariants that the configuration names.
Names invariants(const std::string& config) {
    Names names;
    std::istringstream lines(config);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("INVARIANT ")) names.push_back(line.substr(10));
    return names;
}

/// The system that `tandem check` explores, including its monitor. It satisfies its invariants, or stops at the first that it
/// violates.
void agree_on(const char* protocol, const apps::Selection& selection, std::size_t least, const Names& stated,
              std::size_t limit = 150) {
    const apps::Protocol& text = apps::protocol(protocol);
    CAPTURE(text.describe(selection));
    const auto files = text.write(selection, {.format = "tla"});
    const Names all = invariants(files.at(1).text);
    for (const std::string& name : stated) CHECK(std::find(all.begin(), all.end(), name) != all.end());
    const auto network = text.make(selection, true);
    CHECK(network->monitored() != selection.free);
    compare(*network, files.at(0).text, all, least, limit);
}

void tla_agrees(apps::Selection selection, std::size_t least, std::size_t limit = 4'500) {
    selection.free = true;
    const apps::Protocol& gtsc = apps::protocol("gtsc");
    CAPTURE(gtsc.describe(selection));
    const bool broken =
        selection.variant.find("literal") != std::string::npos || selection.variant.find("unsafe") != std::string::npos;
    compare(*gtsc.make(selection, false), gtsc.write(selection, {.format = "tla"}).front().text,
            broken ? Names{"TypeOK"} : Names{"TypeOK", "SingleWriter"}, least, limit);
}

}  // namespace

TEST_SUITE_BEGIN("tla");

TEST_CASE("TLA+ agrees on one warp") { tla_agrees({"", "sms=1,values=2,lease=1,ts=3"}, 500); }

TEST_CASE("TLA+ agrees on two blocks") { tla_agrees({"", "sms=1,blocks=2,values=1,lease=1,ts=3"}, 4'000); }

TEST_CASE("TLA+ agrees on two warps") { tla_agrees({"", "sms=1,warps=2,values=1,lease=1,ts=3"}, 12'000, 13'000); }

TEST_CASE("TLA+ agrees on two SMs") { tla_agrees({"", "sms=2,values=1,lease=1,ts=3"}, 4'500); }

TEST_CASE("TLA+ agrees on release consistency whose readers keep the old copy") {
    tla_agrees({"rc,keep-old", "sms=1,warps=2,values=1,lease=1,ts=3"}, 4'500);
}

TEST_CASE("TLA+ agrees on a choice of leases where all read misses are forwarded") {
    tla_agrees({"rc,forward-all", "sms=1,lease=1/2,ts=5"}, 2'000);
}

TEST_CASE("TLA+ agrees on instructions that touch two blocks") {
    tla_agrees({"", "sms=1,blocks=2,values=1,lease=1,ts=3,capacity=2,lanes=2"}, 4'500);
}

TEST_CASE("TLA+ agrees on channels that keep no order") {
    tla_agrees({"unordered", "sms=1,warps=2,values=1,lease=1,ts=3,capacity=2"}, 4'500);
}

TEST_CASE("TLA+ agrees on resets and responses as the paper has them") {
    tla_agrees({"paper-reset,literal", "sms=1,warps=2,values=1,lease=1,ts=3"}, 2'000);
}

TEST_CASE("TLA+ agrees on the data that Fig. 10 shows too early") {
    tla_agrees({"unsafe", "sms=1,warps=2,values=1,lease=1,ts=3"}, 2'000);
}

TEST_CASE("TLA+ agrees on the watched store of G-TSC") {
    agree_on("gtsc", {"", "sms=1,lease=1,ts=3"}, 150, {"TypeOK", "LoadValue", "NoStoreLost", "SingleWriter"});
    agree_on("gtsc", {"", "sms=2,warps=2,blocks=2,lease=1,ts=3"}, 150, {"LoadValue"});
}

TEST_CASE("TLA+ agrees on the program order that a monitor of release consistency follows") {
    agree_on("gtsc", {"rc,keep-old", "sms=2,warps=2,blocks=1,lease=1,ts=3"}, 150, {"LoadValue", "ProgramOrder"});
}

TEST_CASE("TLA+ agrees on time that passes: TC-Strong and TC-Weak, free and with what they promise") {
    agree_on("tc", {"", "sms=2,warps=1,blocks=1,lease=1", true}, 150, {"TypeOK", "SingleWriter"});
    agree_on("tc", {"weak", "sms=2,warps=1,blocks=1,lease=1", true}, 150, {"TypeOK"});
    agree_on("tc", {"", "sms=1,warps=2,blocks=1,lease=2"}, 150, {"NoStaleLoad", "WriteAtomicity", "NoStoreLost"});
    agree_on("tc", {"weak", "sms=2,warps=1,blocks=1,lease=1"}, 150, {"FenceVisible"});
}

TEST_CASE("TLA+ sees what is broken: an invariant of the module fails") {
    const auto files = apps::protocol("incoherent").write({"", "sms=2,warps=1,blocks=1"}, {.format = "tla"});
    const Names all = invariants(files.at(1).text);
    CHECK_THROWS_WITH_AS(agreement::tla::Specification(files.at(0).text).search(all, 5'000), doctest::Contains("does not hold"),
                         std::runtime_error);
}

TEST_CASE("TLA+ agrees on crossed calls, with and without the deadlock") {
    for (const int capacity : {1, 2}) {
        const toys::CrossedCallsSystem calls(capacity);
        compare(calls.system,
                exports::write_tla(smt::symbolic_system<toys::CrossedCallsOf>(calls.system.config()), "crossed calls", {}).module,
                {"TypeOK"}, 6);
    }
}

TEST_CASE("TLA+ agrees on messages from core to core, with the monitor that judges them") {
    msi::Config config;
    config.shape.extent = {2, 1, 1, 2};
    const auto check = [&]<template <class> class P>() {
        model::System<P<model::Concrete>, specs::WatchedStore<model::Concrete>> system(config);
        msi::add_properties<specs::WatchedStore<model::Concrete>>(system);
        smt::SymbolicSystem<P, specs::WatchedStore> symbolic(config);
        msi::add_properties<specs::WatchedStore<smt::Symbolic>>(symbolic);
        const auto files = exports::write_tla(symbolic.build(), "a directory", {});
        const Names all = invariants(files.config);
        CHECK(all.size() > 2);
        compare(system, files.module, all, 400, 500);
    };
    check.template operator()<msi::Msi>();
    check.template operator()<mesi::Mesi>();
}

TEST_SUITE_END();
