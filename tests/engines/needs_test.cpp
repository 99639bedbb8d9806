// If a description lacks a member that an engine needs, the command says so in a sentence. Members with defaults may be absent.
#include <doctest/doctest.h>

#include "engines/check_binding.hpp"
#include "engines/exports_binding.hpp"
#include "engines/programs_binding.hpp"
#include "engines/proof_binding.hpp"
#include "engines/simulation_binding.hpp"
#include "tests/mistakes/library.hpp"

namespace {

using namespace tandem;

struct Textless {
    static constexpr const char* name = "textless";
    using Config = mistakes::Config;
};
struct Unpromising : Textless {
    static constexpr const char* name = "unpromising";
    template <class D> using Text = mistakes::Library<D>;
};
/// A description with only the required members.
struct Bare : Unpromising {
    static constexpr const char* name = "bare";
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config& config) { mistakes::add_properties(system, config.mistake); }
};
struct Searched : Bare {
    static constexpr const char* name = "searched";
    static constexpr const char* not_on_symbols = "it counts what it has seen";
};
/// A description with settings that do not fit together.
struct Twice : Bare {
    static const model::Settings<Config>& settings() {
        static const auto all =
            model::Settings<Config>("twice").extent("readers", model::Sort::core).extent("readers", model::Sort::address);
        return all;
    }
};
struct Choosy : Bare {
    static constexpr const char* name = "choosy";
    static void complete(Config&, const model::Said&) { throw model::UsageError("choosy takes no book: one is accepted"); }
};

template <class P>
engines::Protocol bound() { return engines::bound<P>(); }

/// A command's message; empty if it gets what it needs.
template <class Act>
std::string refusal(Act&& act) {
    try {
        act();
    } catch (const model::UsageError& error) {
        return error.what();
    }
    return "";
}
std::string check(const engines::Protocol& p) { return refusal([&] { p.make({}, true); }); }
std::string prove(const engines::Protocol& p) { return refusal([&] { p.problem({}, model::Limits::none); }); }
std::string exporting(const engines::Protocol& p) { return refusal([&] { p.write({}, {}); }); }
std::string conform(const engines::Protocol& p) { return refusal([&] { p.play({}, {}); }); }
std::string sim(const engines::Protocol& p) { return refusal([&] { p.simulate({}, {}, false); }); }

void check_starts(const std::string& said, const std::string& start) {
    CAPTURE(said);
    CHECK(said.starts_with(start));
}

}  // namespace

TEST_CASE("a description without a text is told so by each command") {
    const auto p = bound<Textless>();
    check_starts(check(p), "`check` needs the text of textless: give its description `template <class D> using Text = ...`");
    check_starts(prove(p), "`prove` needs the text of textless");
    check_starts(exporting(p), "`export` needs the text of textless");
    check_starts(conform(p), "`conform` needs the text of textless");
    check_starts(sim(p), "`sim` needs the text of textless");
}

TEST_CASE("a description that promises nothing is told how to") {
    const auto p = bound<Unpromising>();
    check_starts(check(p),
                 "`check` needs to know what unpromising promises: give its description `template <class Text, class Monitor, "
                 "class System> static void add_properties");
    check_starts(prove(p), "`prove` needs to know what unpromising promises");
    check_starts(exporting(p), "`export` needs to know what unpromising promises");
}

TEST_CASE("a text that does not run on symbols is searched, and says why it is not proved") {
    const auto p = bound<Searched>();
    CHECK(check(p).empty());
    check_starts(prove(p),
                 "`prove` needs a text that runs on symbols, and that of searched does not: it counts what it has seen");
    check_starts(exporting(p), "`export` needs a text that runs on symbols");
}

TEST_CASE("settings, a summary and a monitor may be missing") {
    const auto p = bound<Bare>();
    CHECK(check(p).empty());
    CHECK(p.make({}, true)->properties().size() == 1);
    CHECK(p.describe({}) == "bare  ");
    CHECK(p.summary.empty());
    CHECK(p.problem({}, model::Limits::none).claims.size() == 1);
    CHECK(p.explored({}, model::Limits::none).network->properties().size() == 1);
    check_starts(refusal([&] { p.describe({"loud", ""}); }), "bare has no variant 'loud': none is accepted");
}

TEST_CASE("accesses that are no loads and stores run no programs") {
    const auto p = bound<Bare>();
    check_starts(conform(p),
                 "a litmus test, alone or as one of many (`litmus`, `conform`), needs accesses that are loads and stores");
    check_starts(sim(p), "a simulated kernel needs accesses that are loads and stores");
}

TEST_CASE("a description whose settings do not fit together is refused with the name that is wrong") {
    check_starts(refusal([] { bound<Twice>(); }),
                 "the settings of twice do not fit together: two of the keys are called 'readers'");
    check_starts(check(bound<Choosy>()), "choosy takes no book: one is accepted");
}

TEST_CASE("a protocol that is not there is told with those that are, the one that may be meant, and folders") {
    CHECK(model::nearest("gtcs", {"gtsc", "rsp"}) == "gtsc");
    CHECK(model::nearest("gtscc", {"gtsc", "rsp"}) == "gtsc");
    CHECK(model::nearest("mesi", {"gtsc", "rsp"}).empty());
    CHECK(model::nearest("tc", {"rsp"}).empty());
    CHECK(model::nearest("", {}).empty());
    const std::string said = refusal([] { engines::protocol("no-such-protocol"); });
    CHECK(said.find("a folder with a CMakeLists.txt") != std::string::npos);
}
