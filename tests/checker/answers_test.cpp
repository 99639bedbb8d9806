// "Each A is answered by B" on toys: what the judge of liveness says is what trying all sets of states says.
#include <random>

#include <doctest/doctest.h>

#include "checker/asked_steps.hpp"
#include "checker/fair_names.hpp"
#include "checker/liveness.hpp"
#include "checker/trace.hpp"
#include "tests/toys/automaton.hpp"
#include "tests/toys/lossy.hpp"

namespace tandem::tests {

namespace {

using namespace tandem::toys;
using checker::Fairness, checker::LivenessOptions, checker::LivenessResult, checker::Verdict;

using Table = std::array<std::array<bool, Automaton::letters>, Automaton::states>;

/// An automaton some of whose steps ask, and some of which answer.
struct Talking : Automaton {
    struct Config : Automaton::Config {
        Table asks{}, answers{};
    };
    enum class Outcome : std::uint8_t { stepped, asked, answered, stalled };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, stepped, asked, answered, stalled)
    struct Node : Automaton::Node {
        BOOST_DESCRIBE_CLASS(Node, (Automaton::Node), (), (), ())
        static bool offers(const Action&, const Config&) { return true; }
        void start(const Config&, const std::vector<int>&) {}
        void act(const Action& action, auto& ctx) {
            const auto from = at.index(), letter = action.letter.index();
            const int to = ctx.config().next[from][letter];
            if (to == nowhere) return ctx.stall(Outcome::stalled);
            at = to;
            ctx.did(Outcome::stepped);
            if (ctx.config().asks[from][letter]) ctx.did(Outcome::asked);
            if (ctx.config().answers[from][letter]) ctx.did(Outcome::answered);
        }
    };
    using Nodes = std::tuple<Node>;
    static int population(NodeKind, const Config&) { return 1; }
    static int core_of(NodeKind, int, const Config&) { return -1; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {}; }
};

/// Which letters are strongly fair, a bit for each. The last may be put off for ever.
bool broken_by_hand(const Talking::Config& automaton, unsigned strong) {
    const auto edges = [&](unsigned from, unsigned within, bool answering) {
        for (unsigned before = 0; before != from;) {
            before = from;
            for (std::size_t s = 0; s < Talking::states; ++s)
                for (std::size_t l = 0; l < Talking::letters; ++l)
                    if (const int to = automaton.next[s][l];
                        from >> s & 1 && to != Talking::nowhere && (answering || !automaton.answers[s][l]))
                        from |= 1u << to & within;
        }
        return from;
    };
    const unsigned reachable = edges(1, ~0u, true);
    unsigned asked = 0;
    for (std::size_t s = 0; s < Talking::states; ++s)
        for (std::size_t l = 0; l < Talking::letters; ++l)
            if (const int to = automaton.next[s][l];
                reachable >> s & 1 && to != Talking::nowhere && automaton.asks[s][l] && !automaton.answers[s][l])
                asked |= 1u << to;
    const unsigned due = edges(asked, ~0u, false);
    for (unsigned stay = due; stay != 0; stay = (stay - 1) & due) {
        bool fair = true;
        for (unsigned s = 0; s < Talking::states; ++s)
            if (stay >> s & 1) fair = fair && edges(1u << s, stay, false) == stay;
        for (std::size_t l = 0; l + 1 < Talking::letters; ++l) {
            bool always = true, sometimes = false, taken = false;
            for (std::size_t s = 0; s < Talking::states; ++s) {
                if (!(stay >> s & 1)) continue;
                const int to = automaton.next[s][l];
                always = always && to != Talking::nowhere;
                sometimes = sometimes || to != Talking::nowhere;
                taken = taken || (to != Talking::nowhere && !automaton.answers[s][l] && stay >> to & 1);
            }
            fair = fair && (taken || !(strong >> l & 1 ? sometimes : always));
        }
        if (fair) return true;
    }
    return false;
}

/// The run asks, is not answered after that, and comes back to where its cycle begins.
void check_unanswered(checker::Search& search, const checker::Lasso& lasso) {
    checker::AskedSteps asked(search.components(), lasso.answers);
    checker::Parts at;
    REQUIRE(search.found().state(lasso.entry, at));
    REQUIRE(!lasso.unanswered.empty());
    CHECK(asked.asks(lasso.unanswered.front().move, lasso.inquiry));
    const auto follow = [&](const std::vector<checker::PathStep>& path, bool first) {
        for (const checker::PathStep& step : path) {
            bool possible = false;
            checker::for_each_successor(search.components(), at, [&](const checker::Move& move, const checker::Parts& next) {
                possible = possible || (move.step == step.move.step &&
                                        std::equal(next.begin(), next.begin() + search.components().slots(), step.after.begin()));
            });
            CHECK(possible);
            if (!std::exchange(first, false)) CHECK(!asked.answers(step.move, lasso.inquiry));
            at = step.after;
        }
    };
    follow(lasso.unanswered, true);
    const checker::Parts entry = at;
    follow(lasso.cycle, false);
    CHECK(std::equal(at.begin(), at.begin() + search.components().slots(), entry.begin()));
}

LivenessResult judged(const model::Network& network, LivenessOptions liveness, checker::Trace* trace = nullptr) {
    checker::SearchOptions options;
    options.symmetry = false;
    checker::Search search(network, options);
    const checker::SearchResult searched = search.run();
    liveness.answers = 0;
    LivenessResult result = judge_liveness(search, searched, liveness);
    if (result.lasso) check_unanswered(search, *result.lasso);
    if (result.lasso && trace) *trace = trace_to(search, network.properties().back(), *result.lasso);
    return result;
}

Verdict verdict_of(bool broken) { return broken ? Verdict::refuted : Verdict::holds; }

/// Left asks both nodes on the right, and one of them never answers.
struct OneDeaf : Pair {
    static int population(Side side, const Config&) { return side == Side::left ? 1 : 2; }
    static std::string node_name(Side side, int index) { return model::name_of(side) + std::to_string(index); }
    enum class Outcome : std::uint8_t { asked, heard, answered, done, stalled };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, asked, heard, answered, done, stalled)
    struct Message {
        bool answer = false;
        BOOST_DESCRIBE_CLASS(Message, (), (answer), (), ())
    };
    struct Asker {
        bool waits = false;
        BOOST_DESCRIBE_CLASS(Asker, (), (waits), (), ())
        void start(const Config&, const std::vector<int>&) {}
        using Operation = Only;
        static bool issues(const Operation& op, const Config&) { return !op.unused; }
        static std::string text(const Operation&) { return "asks"; }
        void access(const Operation&, auto& ctx) {
            if (waits) return ctx.stall(Outcome::stalled);
            waits = true;
            ctx.send(Side::right, 0, Message{});
            ctx.send(Side::right, 1, Message{});
            ctx.did(Outcome::asked);
        }
        void receive(const Message&, auto& ctx) {
            waits = false;
            ctx.did(Outcome::done);
        }
        bool idle() const { return true; }
    };
    struct Other {
        bool unused = false;
        BOOST_DESCRIBE_CLASS(Other, (), (unused), (), ())
        void start(const Config&, const std::vector<int>&) {}
        void receive(const Message&, auto& ctx) {
            if (ctx.index() == 1) return ctx.did(Outcome::heard);
            ctx.send(Side::left, 0, Message{true});
            ctx.did(Outcome::answered);
        }
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<Asker, Other>;
};

bool is_answer(const OneDeaf::Message& m) { return m.answer; }
bool is_question(const OneDeaf::Message& m) { return !m.answer; }

}  // namespace

TEST_SUITE("answers") {
    TEST_CASE("random automata that ask get the verdict that trying all sets of states gives") {
        std::mt19937 random(7);
        int refuted = 0, never_asked = 0, first_decides = 0, second_decides = 0;
        for (int i = 0; i < 2000; ++i) {
            Talking::Config config;
            const unsigned sparsity = 2 + random() % 4;
            for (std::size_t s = 0; s < Talking::states; ++s)
                for (std::size_t l = 0; l < Talking::letters; ++l) {
                    config.next[s][l] = random() % sparsity < 2 ? static_cast<int>(random() % Talking::states) : Talking::nowhere;
                    config.asks[s][l] = random() % 4 == 0;
                    config.answers[s][l] = random() % 4 == 0;
                }
            model::System<Talking> system(config);
            system.add_followed("answered", "each question is answered", Talking::Outcome::asked, {Talking::Outcome::answered});
            Verdict verdicts[3];
            for (const unsigned strong : {0u, 1u, 3u}) {  // none, the first letter, all
                LivenessOptions liveness;
                if (strong == 1) liveness.strong = {"automaton: 0"};
                if (strong == 3) liveness.fairness = Fairness::strong;
                const LivenessResult result = judged(system, liveness);
                const bool expected = broken_by_hand(config, strong);
                CHECK(result.verdict == verdict_of(expected));
                verdicts[strong == 3 ? 2 : strong] = result.verdict;
                refuted += expected;
                never_asked += strong == 0 && result.obligations == 0;
            }
            first_decides += verdicts[0] != verdicts[1];
            second_decides += verdicts[1] != verdicts[2];
        }
        CHECK((refuted > 600 && refuted < 5400));
        CHECK(never_asked > 20);
        CHECK(first_decides > 10);   // under strong fairness of one class
        CHECK(second_decides > 10);  // and of both
    }

    TEST_CASE("a request that may be lost for ever is not answered, and the trace says which") {
        for (const bool loses : {false, true}) {
            model::System<Lossy> system([&] {
                Lossy::Config config;
                config.loses = loses;
                return config;
            }());
            using Kind = Lossy::MessageKind;
            system.add_answered(
                "answered", "each request is answered", [](const auto& m) { return m.kind == Kind::request; },
                [](const auto& m) { return m.kind == Kind::answer; });
            checker::Trace trace;
            const LivenessResult result = judged(system, {}, &trace);
            CHECK(result.obligations == 1);
            CHECK(result.verdict == verdict_of(loses));
            if (!loses) continue;
            REQUIRE(trace.asked >= 0);
            CHECK(trace.question.starts_with("request"));
            CHECK(trace.asked < trace.cycle_from);
        }
    }

    TEST_CASE("one answer is enough from anyone, and not from each that was asked") {
        for (const auto by : {model::Answered::by_anyone, model::Answered::by_receiver}) {
            model::System<OneDeaf> system(OneDeaf::Config{});
            system.add_answered("answered", "each question is answered", is_question, is_answer, by);
            const LivenessResult result = judged(system, {});
            CHECK(result.verdict == verdict_of(by == model::Answered::by_receiver));
            CHECK(result.obligations == (by == model::Answered::by_receiver ? 2 : 1));
        }
    }

    TEST_CASE("names of channels, nodes and actions are known, and others are not") {
        const model::System<OneDeaf> system(OneDeaf::Config{});
        const std::string channel = system.channels().front().name, node = system.nodes().front().name;
        CHECK(checker::may_be_named(system, channel));
        CHECK(checker::may_be_named(system, node));
        CHECK(checker::may_be_named(system, node + ": whatever"));
        for (const std::string other : {"", "channel", "nobody: asks"}) CHECK_FALSE(checker::may_be_named(system, other));
        CHECK(checker::what_is_named(system).find("'" + channel + "'") != std::string::npos);
    }
}

}  // namespace tandem::tests
