// What a state says of each core: the marks move with the core, and equal marks mean that two cores may be exchanged.
#include <doctest/doctest.h>

#include <random>

#include "model/core_marks.hpp"

using namespace tandem::model;

namespace {

struct Asked {
    bool by_core = false;
    Id<Sort::core> core{};  // if `by_core`
    BOOST_DESCRIBE_CLASS(Asked, (), (by_core, core), (), ())
    void clear_unused() {
        if (!by_core) core = {};
    }
};

struct Shared {
    Set<Wide, Sort::core> holders;
    Array<Wide, Sort::core, Count<2>> counts;
    Table<Wide, Sort::address, Asked> asked;
    Fifo<Wide, Id<Sort::core>, 2> queue;
    BOOST_DESCRIBE_CLASS(Shared, (), (holders, counts, asked, queue), (), ())
};

struct Related {
    Array<Wide, Sort::core, Set<Wide, Sort::core>> knows;
    BOOST_DESCRIBE_CLASS(Related, (), (knows), (), ())
};

static_assert(names_cores<Shared>() && only_marks_cores<Shared>());
static_assert(names_cores<Related>() && !only_marks_cores<Related>());
static_assert(!names_cores<Set<Wide, Sort::address>>() && only_marks_cores<Set<Wide, Sort::address>>());

constexpr int cores = 5;
const Shape shape_of_marks{{cores, 1, 2, 1}, 1};

Shared random_state(std::mt19937& random) {
    Shared state;
    for (int c = 0; c < cores; ++c) {
        if (random() % 2) state.holders.insert(c);
        state.counts[c] = static_cast<int>(random() % 2);
    }
    for (int a = 0; a < 2; ++a)
        if (random() % 2) state.asked.place(a) = {.by_core = random() % 2 == 0, .core = static_cast<int>(random() % cores)};
    for (unsigned n = random() % 3; n > 0; --n) state.queue.push(static_cast<int>(random() % cores));
    return normalised(state);
}

}  // namespace

TEST_CASE("marks move with their cores, and cores with equal marks may be exchanged") {
    std::mt19937 random(1);
    int exchanged = 0;
    for (int run = 0; run < 2000; ++run) {
        const Shared state = random_state(random);
        Permutation p;
        std::shuffle(p.core.begin(), p.core.begin() + cores, random);
        const auto marks = core_marks(state, shape_of_marks), renamed = core_marks(permuted(state, p, -1), shape_of_marks);
        for (std::size_t c = 0; c < cores; ++c) CHECK(renamed[p.core[c]] == marks[c]);
        for (std::size_t a = 0; a < cores; ++a)
            for (std::size_t b = 0; b < a; ++b) {
                Permutation both;
                std::swap(both.core[a], both.core[b]);
                const bool same = pack(permuted(state, both, -1), shape_of_marks) == pack(state, shape_of_marks);
                CHECK(same == (marks[a] == marks[b]));
                exchanged += same;
            }
    }
    CHECK(exchanged > 100);
}

TEST_CASE("a name that is not in use marks nobody") {
    Shared state;
    state.asked.place(0) = {};
    const auto marks = core_marks(state, shape_of_marks);
    for (const Packed& mark : marks) CHECK(mark == marks[0]);
}
