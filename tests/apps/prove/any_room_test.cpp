// A text whose room suffices for few caches: a counter that begins again after three. No name is counted in a loop and no
// shape is asked, so it keeps to what `any_number` asks for. It is never proved for any number.
#include <doctest/doctest.h>

#include "apps/prove/any.hpp"
#include "engines/check_binding.hpp"
#include "engines/proof_binding.hpp"
#include "german/description.hpp"
#include "tests/apps/prove/any_options.hpp"

using namespace tandem;

namespace {

/// Trusts a counter of copies, which has room for three.
template <class D>
struct CountingDirectory : german::Directory<D> {
    using Base = german::Directory<D>;
    model::Counter<D, 3> copies{};
    BOOST_DESCRIBE_CLASS(CountingDirectory, (Base), (copies), (), ())
    void receive(const german::Message<D>& m, auto& ctx) {
        if (m.kind == german::MessageKind::InvAck || m.kind == german::MessageKind::WriteBack) {
            if (copies == 0) copies = 3;
            else copies -= 1;
        }
        Base::receive(m, ctx);
    }
    void act(const typename Base::Action& action, auto& ctx) {
        const bool grants = action.kind == Base::Kind::grant && this->serving && (*this->serving).cache == action.cache;
        const bool held = bool(this->holders.contains(action.cache));
        if (grants && (*this->serving).exclusive && !this->exclusive_given && copies == 0) this->holders.clear();
        Base::act(action, ctx);
        if (!grants || this->serving || held) return;
        if (copies == 3) copies = 0;
        else copies += 1;
    }
};

template <template <class> class Directory>
struct Described : german::Description {
    using Domain = model::Concrete;
    template <class D>
    struct Text : german::German<D> {
        using Nodes = std::tuple<german::Cache<D>, Directory<D>>;
    };
    static const model::Settings<german::Config>& settings() {
        static const auto all = model::Settings<german::Config>("german")
                                    .extent("caches", model::Sort::core, "", 1, 4)
                                    .extent("values", model::Sort::value, "of data", 1, 8)
                                    .flag("loads", &german::Config::loads, "1: caches also load")
                                    .shape("small", "caches=2,values=2");
        return all;
    }
    template <class Text, class Monitor, class System>
    static void add_lemmas(System&, const german::Config&) {}
};

template <template <class> class Directory>
apps::AnyReport any_number() {
    engines::Protocol text;
    engines::bind_check<Described<Directory>>(text);
    engines::bind_proof<Described<Directory>>(text.engines);
    return apps::any_number(tests::few_samples_of_any_caches(), text);
}

}  // namespace

TEST_SUITE("apps/prove") {
    TEST_CASE("a counter of copies that begins again after three is not proved to stand for any number of them") {
        const apps::AnyReport report = any_number<CountingDirectory>();
        CAPTURE(apps::as_text(report, false));
        CHECK(!report.proved());
        REQUIRE(!report.facts.empty());
        CHECK(report.facts[0].starts_with("from caches=2: the clauses of caches=2 do not prove "));
        CHECK(!report.run.empty());
    }
}
