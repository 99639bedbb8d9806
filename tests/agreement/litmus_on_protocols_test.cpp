// Protocols against consistency models, by litmus tests: a protocol shows only what the model allows, and a broken or weak one is
// known to show more.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

#include "apps/litmus/models.hpp"
#include "apps/litmus/protocol_outcomes.hpp"
#include "protocols/baseline/protocol.hpp"
#include "specs/axiomatic/outcomes.hpp"

namespace tandem::tests {

namespace {

namespace fs = std::filesystem;
using apps::ProtocolOutcomes;
using specs::FinalState;
using specs::Test;

const fs::path source = TANDEM_SOURCE_DIR;

ProtocolOutcomes shown(const std::string& protocol, const std::string& variant, const Test& test, const std::string& shape = "",
                       bool traces = false) {
    ProtocolOutcomes found = apps::protocol_outcomes(apps::protocol(protocol), {variant, shape}, test, {}, traces);
    REQUIRE(found.search.ending == checker::Ending::complete);
    CHECK_FALSE(found.stuck);
    return found;
}

std::set<FinalState> states(const ProtocolOutcomes& found) {
    std::set<FinalState> set;
    for (const auto& [state, trace] : found.states) set.insert(state);
    return set;
}

std::set<FinalState> allowed(const std::string& model, const Test& test) {
    std::set<FinalState> set;
    for (const auto& [state, count] : specs::outcomes(test, apps::load_model(model)).allowed) set.insert(state);
    return set;
}

bool within(const std::set<FinalState>& some, const std::set<FinalState>& all) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

Test own(const std::string& name) {
    const fs::path path = source / "tests/litmus" / (name + ".litmus");
    return specs::parse_test(path.string(), apps::whole_text(path));
}

}  // namespace

TEST_SUITE("agreement/litmus on protocols") {
    TEST_CASE("with one access a warp, protocols show exactly what sequential consistency allows: the paper's idioms") {
        for (const char* name : {"sb", "coRR", "mp-L1", "mp+membars", "mp-volatile", "dlb-mp", "dlb-lb", "cas-sl",
                                 "cas-sl+fences", "exch-sl", "sl-future", "sl-future+fences"}) {
            const Test test = own(name);
            CAPTURE(name);
            const std::set<FinalState> sc = allowed("sc", test);
            for (const char* protocol : {"baseline", "gtsc", "tc"}) {
                CAPTURE(protocol);
                CHECK(states(shown(protocol, "sc", test)) == sc);
            }
        }
    }

    TEST_CASE("fences order release consistency, and TC-Weak's fences do so without write atomicity") {
        const Test wrc = own("wrc+membar.gl");
        const std::set<FinalState> rc = allowed("rc", wrc), weak = allowed("tc-weak", wrc);
        CHECK(within(rc, weak));
        CHECK(rc != weak);
        for (const char* protocol : {"baseline", "gtsc", "tc"}) CHECK(within(states(shown(protocol, "rc", wrc)), rc));
        const std::set<FinalState> of_weak = states(shown("tc", "weak,rc", wrc));
        CHECK(within(of_weak, weak));
        CHECK_FALSE(within(of_weak, rc));
    }

    TEST_CASE("without fences release consistency is weaker than sequential consistency") {
        // The second load of x hits while the load of y is under way.
        const Test mp = specs::parse_test(
            "t",
            "LISA t\n{}\n P0 | P1 ;\n w[] x 1 | r[] r0 x ;\n w[] y 1 | r[] r1 y ;\n | r[] r2 x ;\nexists (1:r1=1 /\\ 1:r2=0)\n");
        for (const char* protocol : {"gtsc", "tc"}) {
            const std::set<FinalState> found = states(shown(protocol, "rc", mp));
            CAPTURE(protocol);
            CHECK(within(found, allowed("rc", mp)));
            CHECK_FALSE(within(found, allowed("sc", mp)));
        }
    }

    TEST_CASE("what is broken shows what is forbidden, and a run of the protocol to it") {
        const Test read_twice = specs::parse_test("t",
                                                  "LISA t\n{}\n P0 | P1 ;\n w[] x 1 | r[] r0 x ;\n w[] y 1 | r[] r1 y ;\n | r[] "
                                                  "r2 x ;\nexists (1:r0=0 /\\ 1:r1=1 /\\ 1:r2=0)\n");
        const std::set<FinalState> sc = allowed("sc", read_twice);
        struct Broken {
            const char *protocol, *variant;
        };
        for (const Broken& broken :
             {Broken{"incoherent", "sc"}, {"tc", "impatient"}, {"tc", "skewed"}, {"tc", "non-inclusive"}}) {
            const ProtocolOutcomes found = shown(broken.protocol, broken.variant, read_twice, "", true);
            CAPTURE(broken.protocol);
            CAPTURE(broken.variant);
            bool beyond = false;
            for (const auto& [state, trace] : found.states) {
                REQUIRE(trace);
                CHECK_FALSE(trace->steps.empty());
                beyond = beyond || !sc.contains(state);
            }
            CHECK(beyond);
        }
    }

    TEST_CASE("atomics compute: every increment counts, on every protocol") {
        const Test test = specs::parse_test("t",
                                            "LISA t\n{}\n P0 | P1 ;\n rmw[] r0 (add 1) x | rmw[] r0 (add 1) x ;\n rmw[] r1 (add "
                                            "1) x | ;\nexists ([x]=3 /\\ 0:r0=0 /\\ 0:r1=1 /\\ 1:r0=2)\n");
        for (const char* protocol : {"baseline", "gtsc", "tc", "incoherent"}) {
            CAPTURE(protocol);
            CHECK(states(shown(protocol, "sc", test)) == allowed("sc", test));
        }
    }

    TEST_CASE("exchanges: each finds what was there before it, as the model says, on every protocol") {
        const Test test = specs::parse_test(
            "t", "LISA t\n{}\n P0 | P1 ;\n rmw[] r0 1 x | rmw[] r0 2 x ;\n r[] r1 x | w[] x 3 ;\nexists (0:r0=0 /\\ 1:r0=0)\n");
        struct Case {
            const char *protocol, *variant, *model, *shape;
        };
        for (const Case& c : {Case{"baseline", "sc", "sc", ""},
                              {"gtsc", "sc", "sc", "lease=1,ts=4"},
                              {"tc", "sc", "sc", "lease=1"},
                              {"tc", "weak,rc", "tc-weak", "lease=1"}}) {
            CAPTURE(c.protocol);
            CAPTURE(c.variant);
            const std::set<FinalState> found = states(shown(c.protocol, c.variant, test, c.shape));
            CHECK(within(found, allowed(c.model, test)));
            CHECK(found.size() >= 3);
        }
    }

    TEST_CASE("an exchange that is answered with its own data shows what the model forbids") {
        using Text = baseline::Baseline<model::Concrete>;
        using Sm = std::tuple_element_t<0, Text::Nodes>;
        using L2 = std::tuple_element_t<1, Text::Nodes>;
        using Context = model::StepContext<Text>;
        model::AllHandlers<Text> handlers;
        std::get<0>(handlers) = {[](Sm& sm, const Sm::Operation& operation, Context& ctx) { sm.access(operation, ctx); }, nullptr,
                                 [](Sm& sm, const Text::Message& message, Context& ctx) {
                                     Text::Message said = message;
                                     // the only exchange's data
                                     if (said.kind == baseline::MessageKind::AtomicData) said.data = 1;
                                     sm.receive(said, ctx);
                                 }};
        std::get<1>(handlers) = {nullptr, [](L2& l2, const L2::Action& action, Context& ctx) { l2.act(action, ctx); },
                                 [](L2& l2, const Text::Message& message, Context& ctx) { l2.receive(message, ctx); }};
        const Test test = specs::parse_test("t", "LISA t\n{}\n P0 | P1 ;\n rmw[] r0 1 x | r[] r0 x ;\nexists (0:r0=1)\n");
        apps::Played played = apps::protocol("baseline").play({}, {test});
        dynamic_cast<model::TextNetwork<Text>&>(*played.network).replace(handlers);
        const apps::PlaySearch search(played, {});
        REQUIRE(search.complete());
        const std::set<FinalState> sc = allowed("sc", test);
        REQUIRE_FALSE(search.outcomes()[0].empty());
        for (const auto& [state, place] : search.outcomes()[0]) CHECK_FALSE(sc.contains(state));
    }

    TEST_CASE("a protocol that gets stuck after all threads have ended is noticed, though every outcome is shown") {
        using Text = baseline::Baseline<model::Concrete>;
        using Sm = std::tuple_element_t<0, Text::Nodes>;
        using L2 = std::tuple_element_t<1, Text::Nodes>;
        using Context = model::StepContext<Text>;
        // An SM asks for the block that it has stored to, and never takes the answer.
        model::AllHandlers<Text> handlers;
        std::get<0>(handlers) = {[](Sm& sm, const Sm::Operation& operation, Context& ctx) { sm.access(operation, ctx); }, nullptr,
                                 [](Sm& sm, const Text::Message& said, Context& ctx) {
                                     if (said.kind == baseline::MessageKind::ReadData)
                                         return ctx.stall(Text::Outcome::stalled_same_block);
                                     sm.receive(said, ctx);
                                     ctx.send(Text::NodeKind::l2, ctx.config().home(said.address),
                                              {.kind = baseline::MessageKind::Read, .address = said.address, .warp = said.warp});
                                 }};
        std::get<1>(handlers) = {nullptr, [](L2& l2, const L2::Action& action, Context& ctx) { l2.act(action, ctx); },
                                 [](L2& l2, const Text::Message& message, Context& ctx) { l2.receive(message, ctx); }};
        const Test test = specs::parse_test("t", "LISA t\n{}\n P0 | P1 ;\n w[] x 1 | w[] x 2 ;\nexists ([x]=1)\n");
        apps::Played played = apps::protocol("baseline").play({}, {test});
        dynamic_cast<model::TextNetwork<Text>&>(*played.network).replace(handlers);
        const apps::PlaySearch search(played, {});
        REQUIRE(search.complete());
        CHECK(search.outcomes()[0].size() == 2);
        CHECK(search.hangs()[0]);
    }

    TEST_CASE("a spinning reader ends in every run that ends") {
        const Test test = specs::parse_test("t",
                                            "LISA t\n{}\n P0 | P1 ;\n w[] x 1 | L: r[] r0 y ;\n w[] y 1 | b[] r0 E ;\n | b[] L "
                                            ";\n | E: r[] r1 x ;\nexists (1:r1=1)\n");
        for (const char* protocol : {"baseline", "tc"}) {
            const ProtocolOutcomes found = shown(protocol, "sc", test);
            CAPTURE(protocol);
            REQUIRE(found.states.size() == 1);
            CHECK(found.states.begin()->first == FinalState{specs::Value::of(1)});
        }
    }

    TEST_CASE("programs of the corpora show what sequential consistency allows, where they are at hand") {
        int compared = 0;
        for (const char* folder : {"x86", "lisa-ptx"}) {
            const fs::path corpus = source.parent_path() / "shared/litmus" / folder;
            if (!fs::exists(corpus)) continue;
            std::vector<fs::path> files;
            for (const auto& entry : fs::directory_iterator(corpus))
                if (entry.path().extension() == ".litmus") files.push_back(entry.path());
            std::sort(files.begin(), files.end());
            for (std::size_t i = 7; i < files.size(); i += 60) {
                const Test test = specs::parse_test(files[i].string(), apps::whole_text(files[i]));
                if (test.threads.size() > 3) continue;
                CAPTURE(files[i].string());
                const std::set<FinalState> sc = allowed("sc", test);
                CHECK(states(shown("baseline", "sc", test)) == sc);
                if (test.threads.size() == 2) CHECK(states(shown("gtsc", "sc", test, "lease=1,ts=4")) == sc);
                ++compared;
            }
        }
        MESSAGE("of the corpora " << compared);
    }
}

}  // namespace tandem::tests
