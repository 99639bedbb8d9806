// Murphi programs of hand-made systems.
#include "exports/murphi.hpp"

#include <sstream>

#include <doctest/doctest.h>

namespace {

using namespace tandem;
using namespace tandem::smt;

/// Two leaves, each 0..2, that are exchanged while the first is not 0; then a message tells the first.
TransitionSystem exchange() {
    TransitionSystem system;
    Expressions& e = *system.expressions;
    const ValueType& number = e.type({ValueType::Kind::number, "", 3, {}});
    const Layout leaf{.kind = Layout::Kind::leaf, .type = &number};
    system.message = {{.kind = Layout::Kind::record, .name = "Message", .members = {"value"}, .parts = {leaf}}, {&number}};
    system.kinds.push_back(
        {{.kind = Layout::Kind::record, .name = "Pair", .members = {"x", "y"}, .parts = {leaf, leaf}}, {&number, &number}});
    system.nodes = {{"P0", 0, 0, -1}, {"P1", 0, 1, -1}};
    system.initial = {{{1, 0}, {0, 0}}};
    system.channels.push_back({"P0 to P1", 0, 1, true, 1});
    const Expression x = e.variable({0, 0}, number), y = e.variable({0, 1}, number);
    DecisionTree tree;
    graft(tree, {{equal(x, 0), 2, 0}}, {.stalled = true});
    graft(tree, {{equal(x, 0), 2, 1}}, {.updates = {{0, y}, {1, x}}, .sends = {{0, {x}}}});
    system.events.push_back({0, -1, "P0 exchanges", false, std::move(tree)});
    return system;
}

std::string program() {
    std::ostringstream out;
    exports::write_murphi(out, exchange(), "exchange");
    return out.str();
}

TEST_CASE("a guard says that the event does not stall and that there is room") {
    CHECK(program().find("rule \"P0 exchanges\"\n  (P[0].x != 0 & P0_to_P1.count = 0)\n==>") != std::string::npos);
}

TEST_CASE("no update overwrites what another still reads") {
    CHECK(program().find("    old0 := P[0].x;\n    P[0].x := P[0].y;\n    P[0].y := old0;\n") != std::string::npos);
}

TEST_CASE("the start is spelled out") {
    CHECK(program().find("  clear P;\n  clear P0_to_P1;\n  P[0].x := 1;\nend;") != std::string::npos);
}

TEST_CASE("an invariant that fails in many ways is one function, in which what several ways lead to is decided once") {
    TransitionSystem system = exchange();
    Expressions& e = *system.expressions;
    const ValueType& number = e.type({ValueType::Kind::number, "", 3, {}});
    const Expression x = e.variable({0, 0}, number), y = e.variable({0, 1}, number);
    Invariant apart{"apart", "x and y are not both below 2, and not both 2", {}};
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            if ((a < 2) == (b < 2)) apart.failures.insert(apart.failures.end(), 2, {equal(x, a), equal(y, b)});
    system.invariants = {apart};
    std::ostringstream out;
    exports::write_murphi(out, system, "exchange");
    const std::string text = out.str();
    CHECK(text.find("invariant \"apart\"\n  !f0();") != std::string::npos);
    CHECK(text.find("function f0(): boolean;\nvar\n  way0: boolean;\n") != std::string::npos);
    CHECK(text.find("function f1") == std::string::npos);
}

/// Leaves that are 0 or 1; the first becomes 0 where an odd number of them is 1. As a tree the guard asks of each combination.
std::size_t length_of_parity(int leaves) {
    TransitionSystem system;
    Expressions& e = *system.expressions;
    const ValueType& number = e.type({ValueType::Kind::number, "", 2, {}});
    const Layout leaf{.kind = Layout::Kind::leaf, .type = &number};
    system.message = {{.kind = Layout::Kind::record, .name = "Message", .members = {"value"}, .parts = {leaf}}, {&number}};
    Layout record{.kind = Layout::Kind::record, .name = "Bits", .members = {}, .parts = {}};
    std::vector<Expression> is_one;
    for (int i = 0; i < leaves; ++i) {
        record.members.push_back("x" + std::to_string(i));
        record.parts.push_back(leaf);
        is_one.push_back(equal(e.variable({0, i}, number), 1));
    }
    system.kinds.push_back({record, std::vector<const ValueType*>(static_cast<std::size_t>(leaves), &number)});
    system.nodes = {{"P0", 0, 0, -1}};
    system.initial = {{std::vector<int>(static_cast<std::size_t>(leaves), 1)}};
    DecisionTree tree;
    for (unsigned ones = 0; ones < 1u << leaves; ++ones) {
        std::vector<PathOracle::Fork> path;
        bool odd = false;
        for (int i = 0; i < leaves; ++i) {
            const bool one = ones >> i & 1;
            odd = odd != one;
            path.push_back({is_one[static_cast<std::size_t>(i)], 2, one ? 0 : 1});
        }
        graft(tree, path, odd ? Effect{.updates = {{0, 0}}} : Effect{.stalled = true});
    }
    system.events.push_back({0, -1, "P0 clears", false, std::move(tree)});
    std::ostringstream out;
    exports::write_murphi(out, system, "parity");
    return out.str().size();
}

TEST_CASE("a guard is as long as its diagram and not as its tree") {
    const std::size_t five = length_of_parity(5), ten = length_of_parity(10);
    CAPTURE(five);
    CAPTURE(ten);
    CHECK(ten < 4 * five);
}

}  // namespace
