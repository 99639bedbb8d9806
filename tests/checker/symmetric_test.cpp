// The group of renamings is the set that the network accepts, and must be a group.
#include <doctest/doctest.h>

#include "checker/symmetry.hpp"

using namespace tandem;
using model::Permutation;

namespace {

/// No nodes, and a predicate.
struct Nothing final : model::Network {
    using Predicate = bool (*)(const Permutation&);
    explicit Nothing(Predicate accepts, int addresses = 3) : accepts(accepts) { shape_.extent = {1, 1, addresses, 2}; }
    Predicate accepts;

    bool symmetric(const Permutation& p) const override { return accepts(p); }
    int initial_states() const override { return 0; }
    model::Packed initial(int, int) const override { return {}; }
    model::Packed initial_monitor(int) const override { return {}; }
    void spontaneous(int, const model::Packed&, std::vector<model::LocalStep>&) const override {}
    void receive(int, int, const model::Packed&, const model::Packed&, std::vector<model::LocalStep>&) const override {}
    std::optional<model::Packed> observe(const model::Packed& m,
                                         const std::vector<model::Event<model::Concrete>>&) const override {
        return m;
    }
    model::Packed permuted_node(int, const model::Packed& s, const Permutation&, int) const override { return s; }
    model::Packed permuted_message(const model::Packed& m, const Permutation&, int) const override { return m; }
    model::Packed permuted_monitor(const model::Packed& m, const Permutation&) const override { return m; }
    model::TypedObject node_object(int, const model::Packed&) const override { return {}; }
    model::TypedObject message_object(const model::Packed&) const override { return {}; }
    model::TypedObject monitor_object(const model::Packed&) const override { return {}; }
    bool holds(int, const model::RawState&) const override { return true; }
    bool idle(int, const model::Packed&) const override { return true; }
    std::uint64_t owes(int, const model::Packed&) const override { return 0; }
    std::string label(int, int) const override { return {}; }
    std::string describe_message(const model::Packed&) const override { return {}; }
    std::vector<model::Field> describe_node(int, const model::Packed&) const override { return {}; }
    std::vector<model::Field> describe_monitor(const model::Packed&) const override { return {}; }
    std::string describe_event(const model::Event<model::Concrete>&) const override { return {}; }
};

int group_size(Nothing::Predicate accepts) {
    const Nothing network(accepts);
    checker::Components components(network, false);
    return checker::Symmetry(components, checker::Renamed::all).group_size();
}

}  // namespace

TEST_CASE("symmetry uses every renaming that the network accepts") {
    CHECK(group_size([](const Permutation&) { return true; }) == 6 * 2);
    CHECK(group_size([](const Permutation& p) { return p.value == Permutation::identity; }) == 6);
    CHECK(group_size([](const Permutation& p) { return p.address[2] == 2; }) == 2 * 2);
    CHECK(group_size([](const Permutation& p) { return p == Permutation{}; }) == 1);
}

TEST_CASE("symmetry says which names of too many it does not rename") {
    const auto group = [](int addresses) {
        const Nothing network([](const Permutation&) { return true; }, addresses);
        checker::Components components(network, false);
        const checker::Symmetry symmetry(components, checker::Renamed::all);
        return std::pair(symmetry.group_size(), symmetry.left_out());
    };
    CHECK(group(3) == std::pair<int, std::string>(12, ""));
    CHECK(group(5) == std::pair<int, std::string>(240, ""));
    CHECK(group(6) == std::pair<int, std::string>(720, "values"));
    CHECK(group(8) == std::pair<int, std::string>(720, "addresses but the first 6, values"));
}

TEST_CASE("symmetry rejects renamings that are no group") {
    const auto says = "the permutations that the protocol calls symmetric are no group";
    CHECK_THROWS_WITH_AS(group_size([](const Permutation& p) { return p.address[0] != 2; }), says, std::logic_error);
    CHECK_THROWS_WITH_AS(group_size([](const Permutation& p) { return p != Permutation{}; }), says, std::logic_error);
}
