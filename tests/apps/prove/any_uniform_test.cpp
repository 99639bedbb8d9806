// Texts that are right with few caches, and not the same with more: each lets one kind of number decide what it does. None of
// them is ever proved for any number of caches. They are German's protocol with one oddity, which a choice names.
#include <doctest/doctest.h>

#include "apps/prove/any.hpp"
#include "apps/prove/any_uniform.hpp"
#include "engines/check_binding.hpp"
#include "engines/proof_binding.hpp"
#include "german/description.hpp"
#include "tests/apps/prove/any_options.hpp"

using namespace tandem;

namespace {

BOOST_DEFINE_FIXED_ENUM_CLASS(Oddity, std::uint8_t, none,
                              crowded,      // copies are not called back above six caches
                              above_four,   // above four
                              above_nine,   // above nine, which no search can have
                              parity,       // with an even number of them, above four
                              skips_last,   // the last cache keeps its copy
                              reused,       // the fifth has the number of the first
                              roomier,      // a channel has more room above six
                              fewer,        // caches above the sixth have no node
                              fifth,        // the directory sends to cache number 5
                              own_number,   // cache number 5 keeps its copy
                              favourite,    // cache 0 need not wait for others
                              first_state,  // the exclusive copy is out at first, above six
                              offered)      // nothing is called back above six

struct OddConfig : german::Config {
    Oddity oddity = Oddity::none;
    /// What no compiler sees: a function of the configuration asks the shape.
    bool many() const { return shape[model::Sort::core] > 6; }
    bool is(Oddity o) const { return oddity == o; }
    bool careless() const {
        const int caches = shape[model::Sort::core];
        return (is(Oddity::crowded) && many()) || (is(Oddity::above_four) && caches > 4) ||
               (is(Oddity::above_nine) && caches > 9) || (is(Oddity::parity) && caches > 4 && caches % 2 == 0);
    }
};

template <class D>
struct OddCache : german::Cache<D> {
    using Base = german::Cache<D>;
    BOOST_DESCRIBE_CLASS(OddCache, (Base), (), (), ())
    void receive(const german::Message<D>& m, auto& ctx) {
        if (m.kind == german::MessageKind::Inv && ctx.config().is(Oddity::own_number) && ctx.index() == 5)
            return ctx.did(german::Outcome::invalidated);
        Base::receive(m, ctx);
    }
};

template <class D>
struct OddDirectory : german::Directory<D> {
    using Base = german::Directory<D>;
    using Action = typename Base::Action;
    BOOST_DESCRIBE_CLASS(OddDirectory, (Base), (), (), ())
    void start(const OddConfig& config, const std::vector<int>& contents) {
        Base::start(config, contents);
        if (config.is(Oddity::first_state) && config.many()) this->exclusive_given = true;
    }
    static bool offers(const Action& action, const OddConfig& config) {
        return action.kind == Base::Kind::grant || !config.is(Oddity::offered) || !config.many();
    }
    void act(const Action& action, auto& ctx) {
        if (action.kind == Base::Kind::grant && this->serving && !this->exclusive_given) {
            if (ctx.config().careless()) this->holders.clear();
            if (ctx.config().is(Oddity::favourite) && action.cache == model::Core<D>{}) this->holders.clear();
            if (ctx.config().is(Oddity::fifth)) ctx.send(german::NodeKind::cache, 5, {.kind = german::MessageKind::Inv});
        }
        if (action.kind == Base::Kind::recall && this->serving) {
            if (ctx.config().is(Oddity::reused))
                ctx.send(german::NodeKind::cache, model::dealt_to(action.cache, 4), {.kind = german::MessageKind::Inv});
            if (ctx.config().is(Oddity::skips_last) && model::is_last(action.cache, ctx.config().shape))
                this->holders.erase(action.cache);
        }
        Base::act(action, ctx);
    }
};

template <class D>
struct OddText : german::German<D> {
    using Config = OddConfig;
    using Nodes = std::tuple<OddCache<D>, OddDirectory<D>>;
    static int population(german::NodeKind kind, const Config& config) {
        const int caches = german::German<D>::population(kind, config);
        return config.is(Oddity::fewer) ? std::min(caches, 6) : caches;
    }
    static std::vector<model::ChannelKind<german::NodeKind>> channels(const Config& config) {
        auto all = german::German<D>::channels(config);
        if (config.is(Oddity::roomier) && config.many()) all[0].capacity = 2;
        return all;
    }
};

struct OddDescription : german::Description {
    using Config = OddConfig;
    using Domain = model::Concrete;
    template <class D>
    using Text = OddText<D>;
    static const model::Settings<Config>& settings() {
        using enum Oddity;
        static const auto all = model::Settings<Config>("german")
                                    .choice("oddity", &Config::oddity,
                                            {{none, "none", ""},
                                             {crowded, "crowded", ""},
                                             {above_four, "above-four", ""},
                                             {above_nine, "above-nine", ""},
                                             {parity, "parity", ""},
                                             {skips_last, "skips-last", ""},
                                             {reused, "reused", ""},
                                             {roomier, "roomier", ""},
                                             {fewer, "fewer", ""},
                                             {fifth, "fifth", ""},
                                             {own_number, "own-number", ""},
                                             {favourite, "favourite", ""},
                                             {first_state, "first-state", ""},
                                             {offered, "offered", ""}})
                                    .extent("caches", model::Sort::core, "", 1, 4)
                                    .extent("values", model::Sort::value, "of data", 1, 8)
                                    .shape("small", "caches=2,values=2");
        return all;
    }
};

apps::ProveOptions options_of(const std::string& oddity) {
    apps::ProveOptions options = tests::few_samples_of_any_caches();
    options.selection.variant = oddity;
    return options;
}
const engines::Protocol& odd_text() {
    static const engines::Protocol text = [] {
        engines::Protocol bound;
        engines::bind_check<OddDescription>(bound);
        engines::bind_proof<OddDescription>(bound.engines);
        return bound;
    }();
    return text;
}
/// What speaks against the text being one of any number of caches.
std::string found_against(const std::string& oddity) {
    const apps::ProveOptions options = options_of(oddity);
    apps::AnyRun run(options, odd_text());
    apps::check_uniform(run, {3, 1, 1});
    CHECK(run.report.proved() == run.report.not_uniform.empty());
    return run.report.not_uniform;
}

}  // namespace

TEST_SUITE("apps/prove") {
    TEST_CASE("a text that only compares and copies names is uniform") { CHECK(found_against("none") == ""); }

    TEST_CASE("a directory that is careless above six caches passes every check but uniformity, and is not proved") {
        const apps::AnyReport report = apps::any_number(options_of("crowded"), odd_text());
        CAPTURE(apps::as_text(report, false));
        CHECK(report.failure.empty());
        CHECK(!report.proved());
        CHECK(
            report.verdict().starts_with("undecided: uniformity not given: a handler that is told of 7 caches does something "
                                         "else than with 3, when directory "));
        CHECK(apps::as_json(report)["verdict"] == "undecided");
    }

    TEST_CASE("a directory that is careless with some numbers of caches is seen when it is told of such a number") {
        const std::string does = "not given: a handler that is told of ";
        CHECK(found_against("above-four").starts_with(does + "5 caches does something else than with 3, when directory "));
        CHECK(found_against("above-nine").starts_with(does + "17 caches does something else than with 3, when directory "));
        CHECK(found_against("parity").starts_with(does + "6 caches does something else than with 3, when directory "));
    }

    TEST_CASE("a broadcast that skips the last cache, and a number that two caches share, are seen") {
        CHECK(found_against("skips-last").starts_with("not given: caches are not treated alike, when "));
        CHECK(found_against("reused") == "not given: a handler sends to a core's node by its number");
    }

    TEST_CASE("what is made of how many names there are shows in another number of names") {
        CHECK(found_against("roomier") ==
              "not given: cores: which channels there are, and their room, depends on how many there are");
        CHECK(found_against("fewer") ==
              "not given: cores: how many nodes of a kind there are is neither their number nor always the same");
        CHECK(found_against("first-state") == "not given: cores: a node's first state depends on how many there are");
        CHECK(found_against("offered") == "not given: cores: which actions are offered depends on how many there are");
    }

    TEST_CASE("a node that is known by its number is seen, also one that is not there in a small size") {
        CHECK(found_against("fifth") == "not given: a handler sends to a core's node by its number");
        CHECK(found_against("own-number") == "not given: a handler of a core's node asks for the node's number");
        CHECK(found_against("favourite").starts_with("not given: caches are not treated alike, when "));
    }
}
