// Renamings act on values as a group does.
#include <doctest/doctest.h>

#include "tests/model/random_value.hpp"

using namespace tandem::model_tests;

namespace {

const Shape shape{{3, 3, 2, 4}, 7};

/// `owner` is the core that the value's threads belong to, or -1.
template <Reflected T>
void is_acted_on(int owner) {
    std::mt19937 random(4);
    const auto image_of = [](int core, const Permutation& p) { return core < 0 ? -1 : p.core[static_cast<std::size_t>(core)]; };
    int moved = 0;
    for (int i = 0; i < 300; ++i) {
        const T value = random_value<T>(shape, random);
        const Permutation p = random_permutation(shape, random), q = random_permutation(shape, random);
        const T once = permuted(value, p, owner);
        CHECK(equal(permuted(once, q, image_of(owner, p)), permuted(value, composed(p, q), owner)));
        CHECK(equal(permuted(once, inverse(p), image_of(owner, p)), value));
        CHECK(equal(permuted(value, Permutation{}, owner), value));
        moved += !equal(once, value);
    }
    CHECK(moved > 0);
}

}  // namespace

TEST_CASE("renamings act on names as a group") {
    is_acted_on<Id<Sort::core>>(-1);
    is_acted_on<Id<Sort::thread>>(1);
    is_acted_on<Id<Sort::address>>(-1);
    is_acted_on<Id<Sort::value>>(-1);
}

TEST_CASE("renamings act on containers as a group") {
    is_acted_on<Array<Concrete, Sort::address, Id<Sort::value>>>(-1);
    is_acted_on<Table<Concrete, Sort::thread, Line>>(2);
    is_acted_on<Set<Concrete, Sort::thread>>(0);
    is_acted_on<Fifo<Concrete, Waiter, 3>>(-1);
    is_acted_on<Maybe<Concrete, Waiter>>(-1);
}

TEST_CASE("renamings act on whole caches as a group") {
    for (int core = 0; core < 3; ++core) is_acted_on<PrivateCache>(core);
    is_acted_on<SharedCache>(-1);
}

TEST_CASE("permutations compose to the identity with their inverse") {
    std::mt19937 random(5);
    for (int i = 0; i < 200; ++i) {
        const Permutation p = random_permutation(shape, random), q = random_permutation(shape, random),
                          r = random_permutation(shape, random);
        CHECK(composed(p, inverse(p)) == Permutation{});
        CHECK(composed(inverse(p), p) == Permutation{});
        CHECK(composed(composed(p, q), r) == composed(p, composed(q, r)));
    }
}

TEST_CASE("a thread is renamed as one of the core that was named before it") {
    Permutation p;
    p.thread[2] = {1, 0, 2, 3};
    const Waiter waiter{.core = 2, .thread = 0, .since = 5};
    CHECK(permuted(waiter, p, -1).thread == 1);
    CHECK(permuted(Waiter{.core = 1, .thread = 0, .since = 5}, p, 2).thread == 0);
    CHECK(permuted(Id<Sort::thread>(0), p, 2) == Id<Sort::thread>(1));
    CHECK(permuted(Id<Sort::thread>(0), p, 0) == Id<Sort::thread>(0));
}

TEST_CASE("a thread moves with its core") {
    Permutation p;
    p.core = {1, 0, 2, 3};
    p.thread[0] = {2, 0, 1, 3};
    SharedCache cache;
    cache.threads[0].place(1) = Phase::done;
    const SharedCache renamed = permuted(cache, p, -1);
    REQUIRE(renamed.threads[1].find(0));
    CHECK(*renamed.threads[1].find(0) == Phase::done);
    CHECK(renamed.threads[0].empty());
}

TEST_CASE("a thread of no known core cannot be renamed") {
    const auto says = "a thread is named where its core is not known: name the core before it in the same struct";
    Permutation p;
    p.thread[1] = {1, 0, 2, 3};
    CHECK_THROWS_WITH_AS(permuted(Id<Sort::thread>(1), p, -1), says, std::logic_error);
    Set<Concrete, Sort::thread> set;
    set.insert(0);
    CHECK_THROWS_WITH_AS(permuted(set, p, -1), says, std::logic_error);
    PrivateCache cache;
    CHECK_NOTHROW(permuted(cache, p, -1));
    cache.clocks[2] = 1;
    CHECK_THROWS_WITH_AS(permuted(cache, p, -1), says, std::logic_error);
    CHECK_NOTHROW(permuted(cache, p, 1));
    Permutation of_cores;
    of_cores.core = {1, 0, 2, 3};
    CHECK_NOTHROW(permuted(cache, of_cores, -1));
}

TEST_CASE("the identity renaming normalises") {
    const Line line{.phase = Phase::done, .data = 2, .writer = 1, .new_data = {.present = false, .item = 1}};
    CHECK(equal(permuted(line, Permutation{}, 0), normalised(line)));
    Fifo<Concrete, Line, 2> fifo;
    fifo.items[1] = line;
    CHECK(equal(permuted(fifo, Permutation{}, 0), normalised(fifo)));
}
