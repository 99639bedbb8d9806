// `tandem prove --any`: what it accepts, German's protocol for any number of caches, and that what is wrong does not pass.
#include "apps/prove/any.hpp"

#include <doctest/doctest.h>

#include "engines/check_binding.hpp"
#include "engines/proof_binding.hpp"
#include "german/description.hpp"
#include "tests/apps/prove/any_options.hpp"
#include "tests/apps/command_line.hpp"

using namespace tandem;

namespace {

/// A directory that does not wait for copies to be given up when `least` other caches or more are noted.
template <class D, int least>
struct Hasty : german::Directory<D> {
    using Base = german::Directory<D>;
    BOOST_DESCRIBE_CLASS(Hasty, (Base), (), (), ())
    void act(const typename Base::Action& action, auto& ctx) {
        const bool grants = action.kind == Base::Kind::grant && this->serving && !this->exclusive_given;
        if (grants && (*this->serving).exclusive && (*this->serving).cache == action.cache) {
            int others = 0;
            this->holders.each([&](auto c) {
                if (c != action.cache) ++others;
            });
            if (others >= least) this->holders.clear();
        }
        Base::act(action, ctx);
    }
};
template <int least>
struct HastyText {
    template <class D>
    struct Text : german::German<D> {
        using Nodes = std::tuple<german::Cache<D>, Hasty<D, least>>;
    };
};

struct Usual : german::Description {
    using Domain = model::Concrete;
    static const model::Settings<german::Config>& settings() {
        static const auto all = model::Settings<german::Config>("german")
                                    .extent("caches", model::Sort::core, "", 1, 4)
                                    .extent("values", model::Sort::value, "of data", 1, 8)
                                    .flag("loads", &german::Config::loads, "1: caches also load")
                                    .shape("small", "caches=2,values=2");
        return all;
    }
};
template <int least>
struct Wrong : Usual {
    using any_number = void;  // it counts, and the compiler would refuse it
    template <class D>
    using Text = typename HastyText<least>::template Text<D>;
};

struct Silent : Usual {
    using any_number = void;
};

template <class Description>
apps::AnyReport any_number(double seconds = 0, double runs = 0) {
    engines::Protocol text;
    engines::bind_check<Description>(text);
    engines::bind_proof<Description>(text.engines);
    apps::ProveOptions options = tests::few_samples_of_any_caches();
    options.seconds = seconds;
    options.runs = runs;
    return apps::any_number(options, text);
}

}  // namespace

TEST_SUITE("apps/prove") {
    TEST_CASE("German's protocol is proved for any number of caches") {
        const apps::AnyReport report = any_number<Usual>();
        CAPTURE(apps::as_text(report, false));
        CHECK(report.verdict() == "proved for any number of caches");
        CHECK(report.not_uniform.empty());
        REQUIRE(report.cut_off.size() == 1);
        CHECK(report.cut_off[0].size() == 3);
        CHECK(report.cut_off[0].in_clause == 2);
        CHECK(report.cut_off[0].needed.path.actors == 1);
        REQUIRE(report.sizes.size() == 5);  // three and one outside, the last name or the first; three, two, one
        for (const apps::CheckedSize& size : report.sizes) CHECK(size.holds);
        CHECK(report.compared.without == 45);
        CHECK(report.compared.lost == 0);
        CHECK(report.compared.extra == 0);
        CHECK(report.dropped.acts == 15);
        CHECK(report.properties == std::vector<std::string>{"control", "data-in-caches", "data-in-memory"});
        CHECK(std::any_of(report.invariant.begin(), report.invariant.end(),
                          [](const std::string& c) { return c.starts_with("for all caches c != d: "); }));
        CHECK(report.read.size() == 4);
        CHECK(apps::as_text(report, false).find("data-in-caches: for all caches c: ") != std::string::npos);
        const auto json = apps::as_json(report);
        CHECK(json["verdict"] == "proved");
        CHECK(json["cut_off"][0]["n0"] == 3);
        CHECK(json["sizes"].size() == 5);
        CHECK(json["invariant"].size() == report.invariant.size());
    }

    TEST_CASE("a directory that does not wait for two caches or more is right with two caches, and does not pass") {
        const apps::AnyReport report = any_number<Wrong<2>>();
        CAPTURE(apps::as_text(report, false));
        REQUIRE(!report.facts.empty());
        CHECK(report.facts[0].starts_with(
            "from caches=2: the clauses of caches=2 do not prove control at caches=5 and one outside"));
        CHECK(report.failure.starts_with("no invariant was found at caches=3"));
        CHECK(!report.run.empty());
    }

    TEST_CASE("a directory that does not wait at all does not pass") {
        const apps::AnyReport report = any_number<Wrong<1>>();
        CHECK(report.failure.starts_with("no invariant was found at caches="));
        CHECK(report.sizes.empty());
    }

    TEST_CASE("what a run of two or three caches breaks is refuted for any number, and the rest is still tried") {
        const apps::AnyReport two = any_number<Wrong<1>>(0, 1);
        CAPTURE(apps::as_text(two, false));
        REQUIRE(!two.refuted.empty());
        CHECK(two.refuted[0].size == "caches=2");
        CHECK(!two.proved());
        CHECK(two.verdict().starts_with("refuted: "));
        const apps::AnyReport three = any_number<Wrong<2>>(0, 1);
        CAPTURE(apps::as_text(three, false));
        REQUIRE(!three.refuted.empty());
        CHECK(three.refuted[0].size == "caches=3");
        CHECK(!three.proved());
        const auto json = apps::as_json(three);
        CHECK(json["verdict"] == "refuted");
        CHECK(json["refuted"][0]["size"] == "caches=3");
        CHECK(json["refuted"][0]["trace"]["steps"].size() == three.refuted[0].refutation.trace.steps.size());
    }

    TEST_CASE("a text whose description says nothing of any number passes every check, and is not proved") {
        const apps::AnyReport report = any_number<Silent>();
        CAPTURE(apps::as_text(report, false));
        CHECK(report.verdict() == "undecided: uniformity not checked");
        CHECK(!report.proved());
        CHECK(std::find(report.assumed.begin(), report.assumed.end(), "the text is uniform in its size") != report.assumed.end());
        CHECK(apps::as_text(report, true).find("proved") == std::string::npos);
    }

    TEST_CASE("a time limit ends the checks for any number, which says so") {
        const apps::AnyReport report = any_number<Usual>(0.05);
        CHECK(report.verdict() == "undecided: the time limit was reached (--timeout)");
        CHECK(report.seconds < 10);
    }

    TEST_CASE("G-TSC is proved for any number of SMs, and each counter stays in its room") {
        const tests::Run run = tests::tandem({"prove", "gtsc", "--any", "sms"});
        CAPTURE(run.out);
        CHECK(run.status == 0);
        CHECK(run.out.find("Proved for any number of sms. ") != std::string::npos);
        CHECK(run.out.find("n0 = 3 sms: 2 in a clause, 1 that ") != std::string::npos);
        CHECK(run.out.find("\n  load-value: monitor.phase /= failed\n") != std::string::npos);
        CHECK(run.out.find("counters-in-range: for all sms c, warps t: SMc.warps.0.outstanding <= 7") != std::string::npos);
        CHECK(run.out.find("waiting has 4 places, whatever the size") != std::string::npos);
    }

    TEST_CASE("the variant of G-TSC whose pending store is visible is not proved for any number of SMs") {
        const tests::Run run =
            tests::tandem({"prove", "gtsc", "--variant", "unsafe", "--any", "sms", "--property", "single-writer"});
        CAPTURE(run.out);
        CHECK(run.status == 1);
        CHECK(run.out.find("Proved") == std::string::npos);
        CHECK(run.out.find("\nRefuted: single-writer at sms=3 in ") != std::string::npos);
        CHECK(run.out.find("\nWith sms=3:\nShortest trace to a violation of single-writer: ") != std::string::npos);
    }

    TEST_CASE("what --any cannot do is said in a line") {
        using tests::check_unusable, tests::tandem;
        check_unusable(tandem({"prove", "gtsc", "--any", "banks"}), "cores (sms), threads (warps), blocks are accepted");
        check_unusable(tandem({"prove", "gtsc", "--any", "sms,cores"}), "twice");
        check_unusable(tandem({"prove", "gtsc", "--any", "sms", "--shape", "sms=2"}), "leave it out of the shape");
        check_unusable(tandem({"prove", "gtsc", "--any", "sms", "--method", "bmc"}), "--method induction");
        check_unusable(tandem({"prove", "gtsc", "--any", "sms", "--bits", "3"}), "without --bits");
        check_unusable(tandem({"prove", "gtsc", "--any", "sms", "--certificate", TANDEM_SOURCE_DIR}), "is in use");
        check_unusable(tandem({"prove", "gtsc", "--any", "sms", "--trace", "step.json"}), "--trace");
    }
}
