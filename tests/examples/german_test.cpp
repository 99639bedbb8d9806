// German's protocol has exactly the states that other tools find for it, and its properties catch mistakes.
#include <doctest/doctest.h>

#include "checker/trace.hpp"
#include "german/properties.hpp"

using namespace tandem;
using model::Concrete;

namespace {

/// The search of a system, and the objects that must outlive it.
template <class Protocol = german::German<Concrete>>
struct Explored {
    using Monitor = german::LastStore<typename Protocol::Domain>;
    model::System<Protocol, Monitor> system;
    checker::Search search;
    checker::SearchResult result;

    explicit Explored(int caches, bool symmetry = true, bool loads = false, int threads = 1)
        : system(german::Config{.loads = loads, .shape = {.extent = {caches, 1, 1, 2}}}),
          search(system, options(symmetry, threads)),
          result(search.run()) {}

    /// The first violated property, and the number of steps to the violation.
    std::string violated() {
        if (result.violations.empty()) return "nothing";
        const auto& violation = result.violations.front();
        return system.properties()[static_cast<std::size_t>(violation.property)].name + " after " +
               std::to_string(checker::trace_to(search, violation).steps.size());
    }
    /// Outcomes that must occur and have not.
    std::string missing() {
        std::string names;
        for (const model::Property& p : system.properties())
            if (p.kind == model::PropertyKind::can_happen && !(result.outcomes >> p.number & 1)) names += p.name + " ";
        return names;
    }

private:
    checker::SearchOptions options(bool symmetry, int threads) {
        german::add_properties<Monitor>(system);
        checker::SearchOptions options;
        options.symmetry = symmetry;
        options.threads = threads;
        for (std::size_t p = 0; p < system.properties().size(); ++p) options.properties.push_back(static_cast<int>(p));
        return options;
    }
};

using TrueDirectory = german::Directory<Concrete>;

/// The protocol with another directory.
template <class Directory>
struct Changed : german::German<Concrete> {
    using Nodes = std::tuple<german::Cache<Concrete>, Directory>;
};

/// Takes back the exclusive copy without writing its data to memory.
struct ForgetsData : TrueDirectory {
    BOOST_DESCRIBE_CLASS(ForgetsData, (TrueDirectory), (), (), ())
    void receive(const german::Message<Concrete>& m, auto& ctx) {
        const auto before = memory;
        TrueDirectory::receive(m, ctx);
        memory = before;
    }
};

/// Grants the exclusive copy after telling the others to give theirs up, without waiting until they have.
struct DoesNotWait : TrueDirectory {
    BOOST_DESCRIBE_CLASS(DoesNotWait, (TrueDirectory), (), (), ())
    void act(const Action& action, auto& ctx) {
        if (action.kind == Kind::grant && serving && (*serving).exclusive && (*serving).cache == action.cache &&
            !exclusive_given && to_recall.empty())
            holders.clear();
        TrueDirectory::act(action, ctx);
    }
};

/// Takes back the exclusive copy with its data, and still believes that it is granted.
struct KeepsHolder : TrueDirectory {
    BOOST_DESCRIBE_CLASS(KeepsHolder, (TrueDirectory), (), (), ())
    void receive(const german::Message<Concrete>& m, auto& ctx) {
        TrueDirectory::receive(m, ctx);
        if (m.kind == german::MessageKind::WriteBack) exclusive_given = true;
    }
};

}  // namespace

TEST_CASE("German's protocol has as many states and transitions as in Murphi, SPIN, LTSmin and TLC") {
    struct Row {
        int caches;
        std::uint64_t states, transitions, orbits, from_orbits;
    };
    for (const Row& row : {Row{2, 3'390, 9'912, 852, 2'491}, Row{3, 58'104, 235'872, 5'235, 21'289},
                           Row{4, 1'105'434, 5'922'288, 28'088, 150'584}}) {
        CAPTURE(row.caches);
        Explored plain(row.caches, false), reduced(row.caches);
        CHECK(plain.result.states == row.states);
        CHECK(plain.result.transitions == row.transitions);
        CHECK(reduced.result.states == row.orbits);
        CHECK(reduced.result.transitions == row.from_orbits);
        CHECK(reduced.result.full_states == row.states);
        for (auto* explored : {&plain, &reduced}) {
            CHECK(explored->result.ending == checker::Ending::complete);
            CHECK(explored->violated() == "nothing");
            CHECK(explored->missing() == "");
        }
    }
}

TEST_CASE("five caches are sorted, and their orbits add up to all states") {
    for (const int threads : {1, 2}) {
        Explored<german::German<model::Wide>> five(5, true, false, threads);
        CHECK(five.search.symmetry().group_size() == 120 * 2);
        CHECK(five.result.states == 131'112);
        CHECK(five.result.full_states == 22'031'028);  // as many as without symmetry
        CHECK(five.result.transitions == 876'780);
        CHECK(five.violated() == "nothing");
        CHECK(five.missing() == "");
    }
}

TEST_CASE("loads make no states of German's protocol, and all hit") {
    Explored loads(3, false, true);
    CHECK(loads.result.states == 58'104);
    CHECK(loads.violated() == "nothing");
    CHECK(loads.missing() == "");
}

TEST_CASE("the properties of German's protocol catch mistakes") {
    CHECK(Explored<Changed<ForgetsData>>(2).violated() == "data-in-memory after 10");
    CHECK(Explored<Changed<DoesNotWait>>(2).violated() == "control after 9");
    CHECK(Explored<Changed<KeepsHolder>>(2).violated() == "no-deadlock after 11");
}
