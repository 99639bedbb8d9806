// German's protocol for Cubicle, and what does not fit. Cubicle itself is no Debian package, so it is run by hand
// (docs/any-number.md): it finds the program safe, and with two and three caches as many states as `check`.
#include "exports/cubicle.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <set>

#include "engines/proof_binding.hpp"
#include "german/description.hpp"

namespace {

using namespace tandem;

/// The directory asks each cache by itself, in the order of their numbers.
template <class D>
struct AsksInOrder : german::Directory<D> {
    using Base = german::Directory<D>;
    BOOST_DESCRIBE_CLASS(AsksInOrder, (Base), (), (), ())
    void act(const typename Base::Action& action, auto& ctx) {
        if (!this->holders.empty()) ctx.did(german::Outcome::recalled);
        Base::act(action, ctx);
    }
};
template <class D>
struct AskedInOrder : german::German<D> {
    using Nodes = std::tuple<german::Cache<D>, AsksInOrder<D>>;
};
/// It asks of all at once, whether some cache but that one has a copy.
template <class D>
struct AsksAtOnce : german::Directory<D> {
    using Base = german::Directory<D>;
    BOOST_DESCRIBE_CLASS(AsksAtOnce, (Base), (), (), ())
    void act(const typename Base::Action& action, auto& ctx) {
        auto others = this->holders;
        others.erase(action.cache);
        if (!model::none_in(others)) ctx.did(german::Outcome::recalled);
        Base::act(action, ctx);
    }
};
template <class D>
struct AskedAtOnce : german::German<D> {
    using Nodes = std::tuple<german::Cache<D>, AsksAtOnce<D>>;
};

template <template <class> class T>
std::string written(const std::string& shape = "values=2") {
    return exports::write_cubicle(
        [&](int n) {
            german::Config config;
            config.shape.extent = {n, 1, shape == "blocks=2" ? 2 : 1, 2};
            smt::ProblemBuilder<T, german::LastStore> builder(config, smt::Limits::none);
            german::add_properties<german::LastStore<smt::Symbolic>>(builder);
            return builder.build();
        },
        "german");
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t times = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++times;
    return times;
}

/// The transition with this line, whole.
std::string transition_with(const std::string& program, const std::string& line) {
    const auto at = program.find(line);
    REQUIRE(at != std::string::npos);
    const auto from = program.rfind("transition ", at);
    return program.substr(from, program.find("\n(* ", at) - from);
}

}  // namespace

TEST_SUITE("exports") {
    TEST_CASE("German's protocol is a Cubicle program: a transition for each path, whatever the number of caches") {
        const std::string program = written<german::German>();
        // a cache: store, two requests, what it is told in four ways; the directory: a request of two kinds, an answer of two
        // kinds, a recall in two ways, a grant in two ways
        CHECK(count(program, "\ntransition ") == 15);
        const std::string grant = transition_with(program, "forall_other");
        CHECK(grant.starts_with("transition "));
        CHECK(grant.find("(forall_other j. Directory_holders_present[j] = False)") != std::string::npos);
        CHECK(grant.find("Directory_holders_present[n] = False") != std::string::npos);
        CHECK(grant.find("Directory_serving_cache := Core_0") != std::string::npos);
        CHECK(count(program, "forall_other") == 1);
        CHECK(count(program, "Directory_to_recall_present[j] := case\n    | _ : Directory_holders_present[j]") +
                  count(program,
                        "Directory_to_recall_present[j] := case\n    | j = n : Directory_holders_present[n]\n"
                        "    | _ : Directory_holders_present[j]") ==
              2);
        CHECK(count(program, "unsafe (z1 z2)") >= 1);
        CHECK(program.find("unsafe (z1) { Monitor_value <> Cache_data[z1] && Cache_state[z1] <> State_invalid }") !=
              std::string::npos);
    }

    TEST_CASE("each name of a Cubicle program is declared, once") {
        const std::string program = written<german::German>();
        std::set<std::string> declared{"True", "False"};
        static const std::regex variable(R"((?:var|array) (\w+))"), type(R"(type \w+ = ([^\n]*))"), name(R"(\b[A-Z]\w*)");
        for (std::sregex_iterator it(program.begin(), program.end(), variable), end; it != end; ++it)
            CHECK(declared.insert((*it)[1]).second);
        for (std::sregex_iterator it(program.begin(), program.end(), type), end; it != end; ++it) {
            const std::string values = (*it)[1];
            for (std::sregex_iterator v(values.begin(), values.end(), name); v != end; ++v)
                CHECK(declared.insert(v->str()).second);
        }
        static const std::regex comment(R"(\(\*[^*]*\*\))");
        const std::string code = std::regex_replace(program, comment, "");
        for (std::sregex_iterator it(code.begin(), code.end(), name), end; it != end; ++it) {
            CAPTURE(it->str());
            CHECK(declared.contains(it->str()));
        }
    }

    TEST_CASE("what is asked of some other core is a witness in Cubicle, and what is asked of one after another is refused") {
        const std::string program = written<AskedAtOnce>();
        CHECK(program.find("(exists_other j. Directory_holders_present[j] = True)") != std::string::npos);
        CHECK(program.find("(forall_other j. Directory_holders_present[j] = False)") != std::string::npos);
        CHECK_THROWS_WITH_AS(written<AskedInOrder>(), doctest::Contains("cores are not treated alike"), std::invalid_argument);
    }

    TEST_CASE("Cubicle has one sort of names") {
        CHECK_THROWS_WITH_AS(written<german::German>("blocks=2"), doctest::Contains("leave one thread and one block"),
                             std::invalid_argument);
    }
}
