// Litmus tests as programs that a protocol runs: threads as automata, and every program up to a size, each once.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "model/shape.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/outcomes.hpp"
#include "specs/operational/all_programs.hpp"
#include "specs/operational/program.hpp"

namespace tandem::tests {

namespace {

using specs::Machine;
using specs::Next;
using specs::Program;
using specs::Situation;
using specs::Test;

/// A test of these rows of one or two threads.
Test parsed(const std::string& rows) {
    const bool two = rows.find('|') != rows.npos;
    return specs::parse_test("t.litmus",
                             std::string("LISA t\n{}\n P0 ") + (two ? "| P1 ;\n" : ";\n") + rows + "\nexists (0:r0=0)\n");
}

/// Follows one thread: its next access, with all immediate answers.
const Situation& step(const Program& p, std::size_t thread, int& at, int value) {
    const Situation& now = p.warps[thread][static_cast<std::size_t>(at)];
    at = now.begun.at(static_cast<std::size_t>(value));
    return p.warps[thread][static_cast<std::size_t>(at)];
}

std::size_t count(const specs::ProgramSpace& space, const specs::Placement& placement) {
    return specs::all_programs(space, placement).size();
}

}  // namespace

TEST_SUITE("specs/operational") {
    TEST_CASE("a thread issues in program order, goes on while it can, and waits for what it needs") {
        const Program p = specs::compile(parsed(" r[] r0 x ;\n w[] y 1 ;\n w[] z r0 ;"), Machine{});
        REQUIRE(p.test.locations == std::vector<std::string>{"x", "y", "z"});
        int at = 0;
        CHECK(p.warps[0][0].next == Next::load);
        const Situation& loading = step(p, 0, at, 0);
        CHECK(loading.next == Next::store);  // y's value is known
        CHECK(loading.locations == std::vector{1});
        const Situation& both = step(p, 0, at, 1);
        CHECK(both.next == Next::waits);  // for r0
        CHECK(both.under_way[0].loaded.size() == 1);
        CHECK(both.under_way[1].completed >= 0);
        const Situation& loaded = p.warps[0][static_cast<std::size_t>(both.under_way[0].loaded[0])];
        CHECK(loaded.next == Next::store);
        CHECK(loaded.locations == std::vector{2});
        CHECK_FALSE(loaded.ended);
    }

    TEST_CASE("a second access to a location waits for the first, and a fence is one or nothing") {
        const Test test = parsed(" w[] x 1 ;\n f[sys] ;\n r[] r0 x ;");
        int at = 0;
        CHECK(step(specs::compile(test, Machine{}), 0, at, 1).next == Next::waits);
        at = 0;
        const Program fenced = specs::compile(test, Machine{.fences = true});
        CHECK(step(fenced, 0, at, 1).next == Next::fence);
        CHECK(step(fenced, 0, at, 0).next == Next::waits);
    }

    TEST_CASE(
        "where accesses to one location overlap, the oldest load or the youngest may be answered, and stores complete in order") {
        const Machine overlapping{.overlaps = true};
        int at = 0;
        const Program loads = specs::compile(parsed(" r[] r0 x | w[] x 1 ;\n r[] r1 x | ;"), overlapping);
        step(loads, 0, at, 0);
        const Situation& both = step(loads, 0, at, 0);
        CHECK(both.next == Next::nothing);
        REQUIRE(both.under_way[0].loaded.size() == 2);
        REQUIRE(both.under_way[0].passed.size() == 2);
        const Situation& passed = loads.warps[0][static_cast<std::size_t>(both.under_way[0].passed[0])];
        CHECK_FALSE(passed.ended);
        CHECK(passed.under_way[0].passed.empty());
        const Situation& end = loads.warps[0][static_cast<std::size_t>(passed.under_way[0].loaded[1])];
        REQUIRE(end.ended);
        CHECK(end.registers == std::vector<std::vector<specs::Value>>{{specs::Value::of(1), specs::Value::of(0)}});

        at = 0;
        const Program stores = specs::compile(parsed(" w[] x 1 ;\n w[] x 2 ;\n r[] r0 x ;"), overlapping);
        step(stores, 0, at, 1);
        CHECK(step(stores, 0, at, 2).next == Next::load);
        const Program atomics = specs::compile(parsed(" w[] x 1 ;\n rmw[] r0 2 x ;"), overlapping);
        at = 0;
        CHECK(step(atomics, 0, at, 1).next == Next::waits);
    }

    TEST_CASE("an atomic that computes is begun with each value that it may come to write") {
        const Program p = specs::compile(parsed(" rmw[] r0 (add 1) x | rmw[] r0 (add 1) x ;"), Machine{});
        CHECK(p.guesses);
        CHECK(p.values[0].size() == 3);  // 0, 1, 2
        const Situation& first = p.warps[0][0];
        CHECK(first.next == Next::atomic);
        CHECK(first.begun[0] < 0);
        CHECK(first.begun[1] >= 0);
        CHECK(first.begun[2] >= 0);
        const auto& under_way = p.warps[0][static_cast<std::size_t>(first.begun[2])].under_way[0];
        CHECK(under_way.loaded[0] < 0);  // a thread that finds 0 writes 1
        CHECK(under_way.loaded[1] >= 0);
        CHECK(under_way.loaded[2] < 0);
        CHECK_FALSE(specs::compile(parsed(" rmw[] r0 1 x ;"), Machine{}).guesses);
    }

    TEST_CASE("a loop that spins has few situations, and what has no end is refused") {
        const Program spin =
            specs::compile(parsed(" L: r[] r0 x | w[] x 1 ;\n b[] r0 E | ;\n b[] L | ;\n E: w[] y 1 | ;"), Machine{});
        CHECK(spin.warps[0].size() < 10);
        CHECK_THROWS_WITH_AS(specs::compile(parsed(" L: rmw[] r0 (add 1) x ;\n b[] L ;"), Machine{}),
                             "'x' may hold more than 8 values", std::length_error);
        CHECK_THROWS_WITH_AS(specs::compile(parsed(" L: mov r0 1 ;\n b[] L ;"), Machine{}),
                             "a thread turns in a loop that accesses nothing", std::length_error);
    }

    TEST_CASE("what a register held tells situations apart only as long as somebody may read it") {
        const auto situations = [](const std::string& asked) {
            return specs::compile(specs::parse_test("t",
                                                    "LISA t\n{}\n P0 | P1 ;\n r[] r0 x | w[] x 1 ;\n mov r1 (eq r0 0) | w[] x 2 "
                                                    ";\n b[] r1 E | ;\n w[] y 1 | ;\n E: | ;\nexists (" +
                                                        asked + ")\n"),
                                  Machine{})
                .warps[0];
        };
        const auto ends = [](const std::vector<Situation>& all) {
            std::set<std::vector<std::vector<specs::Value>>> registers;
            for (const Situation& s : all)
                if (s.ended) registers.insert(s.registers);
            return registers.size();
        };
        CHECK(ends(situations("y=1")) == 1);
        CHECK(ends(situations("0:r1=1 /\\ y=1")) == 2);
        CHECK(ends(situations("0:r0=1")) == 3);  // 0, 1 and 2
        CHECK(situations("y=1").size() < situations("0:r0=1").size());
        // In a loop an earlier value is needed again.
        const Program loop = specs::compile(
            parsed(" r[] r1 y | w[] y 5 ;\n L: r[] r0 x | ;\n b[] r0 E | ;\n w[] x r1 | ;\n b[] L | ;\n E: w[] z r1 | ;"),
            Machine{});
        REQUIRE(loop.test.locations == std::vector<std::string>{"y", "x", "z"});
        for (const auto& values : loop.values) CHECK(values == std::vector{specs::Value::of(0), specs::Value::of(5)});
    }

    TEST_CASE("threads of one CTA are warps of one SM") {
        const Program p = specs::compile(specs::parse_test("t",
                                                           "LISA t\n{}\n P0 | P1 | P2 ;\n r[] r0 x | r[] r0 x | r[] r0 x "
                                                           ";\nscopes: (sys (cta P0 P2) (cta P1))\nexists (0:r0=0)\n"),
                                         Machine{});
        CHECK(p.core == std::vector<int>{0, 1, 0});
        CHECK(p.number == std::vector<int>{0, 0, 1});
        CHECK(p.warp_at(0, 1) == 2);
        CHECK(p.warp_at(1, 1) == -1);
        const specs::Extents extents = specs::extents_of({p});
        CHECK(extents.cores == 2);
        CHECK(extents.warps == 2);
    }

    TEST_CASE(
        "threads of one wavefront are its lanes where a machine has some: a row is one instruction, which is named block by "
        "block") {
        const Test test = specs::parse_test("t",
                                            "LISA t\n{}\n P0 | P1 | P2 ;\n r[] r0 x | r[] r0 y | w[] x 1 ;\n w[] y 1 | | w[] y 1 "
                                            ";\nscopes: (sys (cta (wf P0 P1)) (cta (wf P2)))\nexists (0:r0=0)\n");
        const Program apart = specs::compile(test, Machine{}), p = specs::compile(test, {.lanes = true});
        CHECK(apart.warps.size() == 3);
        REQUIRE(p.warps.size() == 2);
        CHECK(p.lanes == std::vector<Program::Lane>{{0, 0}, {0, 1}, {1, 0}});
        CHECK(p.core == std::vector<int>{0, 1});
        CHECK(specs::most_lanes(test) == 2);
        CHECK(specs::names_of(p, 0) == "P0, P1");
        const auto& wavefront = p.warps[0];
        const auto at = [&](int n) -> const Situation& { return wavefront.at(static_cast<std::size_t>(n)); };
        CHECK(wavefront[0].next == Next::load);
        CHECK(wavefront[0].locations == std::vector{0, 1});
        const Situation& y_is_left = at(wavefront[0].begun.at(0));
        CHECK(y_is_left.next == Next::names);
        CHECK(y_is_left.locations == std::vector{1});
        const Situation& none_is_left = at(y_is_left.begun.at(0));
        CHECK(none_is_left.next == Next::names);
        CHECK(none_is_left.locations.empty());
        const Situation& waiting = at(none_is_left.begun.at(0));
        CHECK(waiting.next == Next::waits);  // y is on its way, so P0 may not store to it
        const Situation& both = at(at(waiting.under_way[0].loaded.at(1)).under_way[1].loaded.at(0));
        CHECK(both.next == Next::store);
        CHECK(both.locations == std::vector{1});
    }

    TEST_CASE("lanes that meet: one answer for loads, either value of stores, exchanges in either order") {
        const auto wavefront = [](const std::string& rows, const char* asked = "0:r0=0 /\\ 1:r0=0") {
            return specs::compile(specs::parse_test("t", "LISA t\n{}\n P0 | P1 ;\n" + rows +
                                                             "\nscopes: (sys (wf P0 P1))\nexists (" + asked + ")\n"),
                                  {.lanes = true});
        };
        const auto ends = [](const Program& p) {
            std::set<std::pair<std::int64_t, std::int64_t>> pairs;
            for (const Situation& s : p.warps[0])
                if (s.ended) pairs.emplace(s.registers[0][0].number, s.registers[1][0].number);
            return pairs;
        };
        using Pairs = std::set<std::pair<std::int64_t, std::int64_t>>;
        CHECK(ends(wavefront(" r[] r0 x | r[] r0 x ;")) == Pairs{{0, 0}});
        const Program stores = wavefront(" w[] x 1 | w[] x 2 ;", "x=1");
        CHECK(std::count_if(stores.warps[0][0].begun.begin(), stores.warps[0][0].begun.end(), [](int s) { return s >= 0; }) == 2);
        // Each order has its own number, because it decides what the lanes get: the initial value found is 0.
        const Program exchanges = wavefront(" rmw[] r0 1 x | rmw[] r0 2 x ;");
        CHECK(ends(exchanges).contains({0, 1}));
        CHECK(ends(exchanges).contains({2, 0}));
        // Both blocks of one instruction get the same number for what is stored to them.
        const Program two = wavefront(" w[] x 5 | w[] y 7 ;", "x=5");
        const auto n = static_cast<std::size_t>(
            std::find_if(two.warps[0][0].begun.begin(), two.warps[0][0].begun.end(), [](int s) { return s >= 0; }) -
            two.warps[0][0].begun.begin());
        CHECK(two.values[0].at(n) == specs::Value::of(5));
        CHECK(two.values[1].at(n) == specs::Value::of(7));
        CHECK_THROWS_WITH_AS(
            wavefront(" w[] x 1 | r[] r0 x ;", "1:r0=0"),
            "lanes of a wavefront that do different things in one row: in lockstep they load, store or exchange together",
            std::domain_error);
    }

    TEST_CASE("work-groups of one component are on its cores, and the system's scope is that of several") {
        const Test test =
            specs::parse_test("t",
                              "LISA t\n{}\n P0 | P1 | P2 ;\n r[acquire,sys] r0 x | r[acquire,cmp] r0 x | r[rm_acq,sys] r0 x ;\n"
                              "scopes: (sys (cmp (wg P0) (wg P2)) (cmp (wg P1)))\nexists (0:r0=0)\n");
        const specs::Components needed = specs::components_of({test});
        CHECK(needed.count == 2);
        CHECK(needed.cores_of_each == 2);
        const Program apart = specs::compile(test, {.scopes = true, .components = needed}),
                      together = specs::compile(test, {.scopes = true});
        CHECK(apart.core == std::vector<int>{0, 2, 1});
        CHECK(together.core == std::vector<int>{0, 1, 2});
        const auto scope = [](const Program& p, std::size_t thread) { return p.warps[thread][0].synchronization.scope; };
        CHECK(scope(apart, 0) == model::Scope::sys);
        CHECK(scope(apart, 1) == model::Scope::cmp);
        CHECK(scope(apart, 2) == model::Scope::sys);
        CHECK(scope(together, 0) == model::Scope::cmp);
        CHECK(scope(together, 2) == model::Scope::cmp);
    }

    TEST_CASE("programs up to a size are there once up to renaming") {
        std::set<std::string> lines;
        for (const specs::Placement& placement : {specs::Placement{0}, {0, 1}})
            for (const Test& test : specs::all_programs({1, 1}, placement)) lines.insert(specs::one_line(test));
        CHECK(lines ==
              std::set<std::string>{"P0: R x", "P0: W x=1", "P0: R x | P1: R x", "P0: R x | P1: W x=1", "P0: W x=1 | P1: W x=2"});

        // By Burnside's lemma, with the exchanges of two threads and of two locations as the group. A thread has 4 + 16
        // sequences. The exchange of threads fixes pairs of equal sequences. That of locations fixes none. Both together fix
        // pairs in which one thread mirrors the other.
        for (const specs::Placement& placement : {specs::Placement{0, 1}, {0, 0}})
            CHECK(count({2, 2}, placement) == (20 * 20 + 20 + 0 + 20) / 4);
        CHECK(count({2, 2}, {0}) == 20 / 2);
        // If cores differ only locations are exchanged.
        CHECK(count({.operations = 2, .alike = false}, {0, 1}) == 20 * 20 / 2);
        // Fences stand only between accesses: 4 + 16 + 64 sequences without, 16 with one.
        CHECK(count({.operations = 3, .fences = true}, {0, 1}) == (100 * 100 + 100 + 0 + 100) / 4);
        // Two threads on one SM and one on another: those two may be exchanged. One location: R or W.
        CHECK(count({1, 1}, {0, 1, 1}) == 2 * (2 * 2 + 2) / 2);
        CHECK(specs::placements(3) == std::vector<specs::Placement>{{0, 1, 2}, {0, 0, 1}, {0, 0, 0}});
        CHECK(specs::placements(2) == std::vector<specs::Placement>{{0, 1}, {0, 0}});
    }

    TEST_CASE("programs of wavefronts have instructions of several locations, each once up to renaming") {
        specs::Placement placement{0, 1};
        for (specs::Seat& seat : placement) seat.lanes = 2;
        std::set<std::string> lines;
        for (const Test& test : specs::all_programs({1, 2}, placement)) lines.insert(specs::one_line(test));
        // Six instructions. Exchanging threads fixes pairs of equal ones, exchanging locations those of two locations, and both
        // the mirrored ones.
        CHECK(lines.size() == (6 * 6 + 6 + 2 * 2 + 6) / 4);
        CHECK(lines.contains("P0: R x | P1, P2: W x=1, y=1"));
        CHECK(lines.contains("P0, P1: R x, y | P2, P3: R x, y"));
        CHECK(count({2, 2}, placement) == (42 * 42 + 42 + 6 * 6 + 42) / 4);
        // Exchanges of two lanes may meet.
        lines.clear();
        for (const Test& test : specs::all_programs({.operations = 1, .locations = 1, .atomics = 1}, placement))
            lines.insert(specs::one_line(test));
        CHECK(lines.contains("P0, P1: X x=1, x=2 | P2, P3: X x=3, x=4"));
        // A thread of one lane beside them.
        placement[1].lanes = 1;
        CHECK(count({1, 2}, placement) == (6 * 4 + 2 * 0) / 2);
    }

    TEST_CASE("with several components, cores are in one of them, in any way that is not another's mirror") {
        using Seats = std::vector<specs::Placement>;
        const auto seats = [](std::initializer_list<std::pair<int, int>> list) {
            specs::Placement placement;
            for (const auto& [core, component] : list) placement.emplace_back(core, component);
            return placement;
        };
        CHECK(specs::placements(2, 2) == Seats{seats({{0, 0}, {1, 0}}), seats({{0, 0}, {1, 1}}), seats({{0, 0}, {0, 0}})});
        // Three cores: together, or two and one. Two threads and one: together or apart. One core.
        CHECK(specs::placements(3, 2).size() == 2 + 2 + 1);
        CHECK(specs::placements(3, 3).size() == 3 + 2 + 1);
        // Only threads of the same component can be exchanged.
        const specs::ProgramSpace space{.operations = 1, .locations = 1, .scopes = true, .components = 2};
        CHECK(count(space, seats({{0, 0}})) == 2 + 2 * 5);
        CHECK(count(space, seats({{0, 0}, {1, 1}})) == (12 * 12 + 12) / 2);
        CHECK(count(space, seats({{0, 0}, {1, 0}, {2, 1}})) == 12 * (12 * 12 + 12) / 2);
        std::set<std::string> lines;
        for (const Test& test : specs::all_programs(space, seats({{0, 0}, {1, 1}}))) lines.insert(specs::one_line(test));
        CHECK(lines.contains("P0: R_acquire_sys x | P1: W_rm_rel_sys x=1"));
    }

    TEST_CASE("where accesses have scopes, each may synchronize, and what follows an acquire depends on it") {
        const auto scoped = [](int operations, int locations, bool atomics) {
            return specs::ProgramSpace{
                .operations = operations, .locations = locations, .atomics = atomics ? operations : 0, .scopes = true};
        };
        // An ordinary load or store, and three of each that synchronize; three exchanges, which always do.
        CHECK(count(scoped(1, 1, false), {0}) == 2 + 2 * 3);
        CHECK(count(scoped(1, 1, false), {0, 1}) == (8 * 8 + 8) / 2);
        CHECK(count(scoped(1, 1, true), {0, 1}) == (11 * 11 + 11) / 2);
        // Threads that share no location are two programs.
        CHECK(count(scoped(1, 2, false), {0, 1}) == count(scoped(1, 1, false), {0, 1}));

        std::set<std::string> lines;
        for (const Test& test : specs::all_programs(scoped(2, 2, true), {0, 1})) {
            lines.insert(specs::one_line(test));
            for (const auto& thread : test.threads)
                for (const auto& i : thread.instructions)
                    REQUIRE((i.kind != specs::Instruction::Kind::branch || i.target == thread.instructions.size()));
        }
        CHECK(lines.contains("P0: R_acquire_wg x, then R y | P1: W y=1; W_release_wg x=1"));
        CHECK(lines.contains("P0: W x=1; X_acq_rel_cmp y=1 | P1: X_rm_ar_cmp y=2, then R x"));
    }

    TEST_CASE("exchanges are in threads of up to so many operations, and by default in short ones") {
        // 4 + 16 + 64 sequences of loads and stores, and of up to two operations 6 + 36 with exchanges: 22 more.
        CHECK(count({.operations = 3, .atomics = 2}, {0, 1}) == (106 * 106 + 106 + 0 + 106) / 4);
        CHECK(count({.operations = 2, .atomics = 2}, {0, 1}) == (42 * 42 + 42 + 0 + 42) / 4);
        CHECK(specs::usual_atomics({.operations = 3}) == 2);
        CHECK(specs::usual_atomics({.operations = 1}) == 1);
        CHECK(specs::usual_atomics({.operations = 3, .scopes = true}) == 1);
        CHECK(specs::usual_atomics({.operations = 3}, 2) == 1);
        CHECK(specs::usual_atomics({.operations = 3}, 3) == 0);
        std::set<std::string> lines;
        for (const Test& test : specs::all_programs({.operations = 2, .atomics = 1}, {0, 1})) lines.insert(specs::one_line(test));
        CHECK(lines.contains("P0: X x=1 | P1: X x=2"));
        for (const std::string& line : lines) CHECK_FALSE((line.find("X x=1; ") != line.npos || line.find("; X") != line.npos));
    }

    TEST_CASE("fences and dependencies may stand between two accesses, and are no operations") {
        // 4 + 16 sequences without. After a load of 2 locations a load depends on it by its address or a branch (2 * 2 * 2), a
        // store also by its data (2 * 2 * 3).
        CHECK(count({.operations = 2, .between = true}, {0, 1}) == (40 * 40 + 40 + 0 + 40) / 4);
        // And 16 with a fence.
        CHECK(count({.operations = 2, .fences = true, .between = true}, {0, 1}) == (56 * 56 + 56 + 0 + 56) / 4);
        // Where it may be a release or an acquire alone, 48.
        CHECK(count({.operations = 2, .fences = true, .ordered_fences = true, .between = true}, {0, 1}) ==
              (88 * 88 + 88 + 0 + 88) / 4);
        // An exchange reads and writes: 6 + 36 sequences, 36 with a fence, and after a load or an exchange 4 * (2 * 2 + 2 * 3 + 2
        // * 3).
        CHECK(count({.operations = 2, .fences = true, .between = true, .atomics = 2}, {0, 1}) == (142 * 142 + 142 + 0 + 142) / 4);
    }

    TEST_CASE("a fence's order is the player's where the machine's fences have one, and else each is both") {
        specs::ProgramSpace space{.operations = 2, .fences = true, .ordered_fences = true, .between = true};
        std::set<std::string> seen;
        for (const Test& test : specs::all_programs(space, {0})) {
            const std::string line = specs::one_line(test);
            for (const auto& [name, order] : {std::pair{"; F; ", model::Order::plain},
                                              {"; F_acquire; ", model::Order::acquire},
                                              {"; F_release; ", model::Order::release}}) {
                if (line.find(name) == line.npos) continue;
                seen.insert(name);
                const auto orders_of = [&](const Machine& machine) {
                    std::set<model::Order> orders;
                    const Program program = specs::compile(test, machine);
                    for (const specs::Situation& s : program.warps[0])
                        if (s.next == Next::fence) orders.insert(s.synchronization.order);
                    return orders;
                };
                CHECK(orders_of({.fences = true, .ordered_fences = true}) == std::set{order});
                CHECK(orders_of({.fences = true}) == std::set{model::Order::plain});
            }
        }
        CHECK(seen.size() == 3);
    }

    TEST_CASE("a dependency is one to the model: load buffering is allowed without, and not with any") {
        const specs::Model rmo = specs::library_model("rmo");
        std::size_t found = 0;
        for (const Test& test : specs::all_programs({.operations = 2, .between = true}, {0, 1})) {
            const std::string line = specs::one_line(test);
            const auto check_allowed = [&](bool allowed) {
                CAPTURE(line);
                CHECK(specs::outcomes(test, rmo).allowed.contains({specs::Value::of(1), specs::Value::of(1)}) == allowed);
                ++found;
            };
            if (line == "P0: R x; W y=1 | P1: R y; W x=1") check_allowed(true);
            for (const char* first : {"addr", "data", "ctrl"})
                for (const char* second : {"addr", "data", "ctrl"})
                    if (line == std::string("P0: R x; (") + first + ") W y=1 | P1: R y; (" + second + ") W x=1")
                        check_allowed(false);
        }
        CHECK(found == 1 + 6);  // threads may be exchanged, so only one order of two different dependencies is there
    }

    TEST_CASE("an instruction that depends on a load waits for it, though it does not need the value") {
        for (const Test& test : specs::all_programs({.operations = 2, .locations = 1, .between = true}, {0})) {
            const std::string line = specs::one_line(test);
            if (line.find("P0: R") != 0 || test.threads[0].instructions.size() == 1) continue;
            CAPTURE(line);
            const Program p = specs::compile(test, Machine{.overlaps = true});
            int at = 0;
            const bool depends = line.find('(') != line.npos;
            CHECK((step(p, 0, at, 0).next == Next::waits) == depends);
        }
    }

    TEST_CASE("each store of a program can be told from the others") {
        for (const Test& test : specs::all_programs({.operations = 3, .fences = true, .atomics = 3}, {0, 1})) {
            std::set<std::pair<int, std::int64_t>> stored;
            std::size_t stores = 0;
            for (const auto& thread : test.threads)
                for (const auto& i : thread.instructions)
                    if (i.kind == specs::Instruction::Kind::store || i.kind == specs::Instruction::Kind::read_modify_write)
                        ++stores, stored.emplace(i.address.constant.location, i.value.constant.number);
            REQUIRE(stored.size() == stores);
        }
    }
}

}  // namespace tandem::tests
