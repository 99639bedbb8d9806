// The store against std::set, with good and with terrible hashes, alone and with threads racing for the same keys.
#include "checker/state_store.hpp"

#include <barrier>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace {

using namespace tandem::checker;

constexpr std::size_t roomy = std::size_t{256} << 20;

// Every key on the same line with the same tag: only comparing keys distinguishes them.
struct ConstantHash {
    template <std::size_t W>
    std::uint64_t operator()(const std::array<std::uint32_t, W>&) const { return 0; }
};
// Different lines, the last of them among them so that probes wrap around; all tags equal.
struct SameTagHash {
    template <std::size_t W>
    std::uint64_t operator()(const std::array<std::uint32_t, W>& key) const {
        return ~std::uint64_t{0} << 32 & ~(std::uint64_t{key[0]} << 58);
    }
};

// Keys of small numbers in few bits, like packed states, drawn from about `kinds` with repetition.
template <int W>
std::vector<std::array<std::uint32_t, W>> draw_keys(std::size_t count, std::uint32_t kinds, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::array<std::uint32_t, W>> keys(count);
    for (auto& key : keys) {
        const std::uint32_t kind = random() % kinds;
        key.fill(0);
        key[0] = kind & 0xff;
        key[W - 1] |= kind >> 8 << 11;
    }
    return keys;
}

template <class Store>
std::vector<typename Store::Hashed> hashed(std::span<const typename Store::Key> keys) {
    return {keys.begin(), keys.end()};
}

// Inserts all keys, growing as needed, with `threads` threads that each take every key in their own order. Returns how many were
// reported as added.
template <class Store>
std::size_t insert_all(Store& store, const std::vector<typename Store::Key>& keys, int threads, std::size_t batch = 64) {
    std::atomic<std::size_t> added = 0;
    std::atomic<bool> growing = false;
    std::barrier barrier(threads);
    const auto work = [&](int thread) {
        typename Store::Writer writer;
        std::vector<typename Store::Key> own = keys;
        if (thread > 0) std::shuffle(own.begin(), own.end(), std::mt19937(thread));
        std::vector<typename Store::Visit> visits(batch);
        std::size_t next = 0, mine = 0;
        for (bool done = false; !done;) {
            while (next < own.size()) {
                const auto some = std::span<const typename Store::Key>(own).subspan(next, std::min(batch, own.size() - next));
                const auto progress = store.insert(writer, hashed<Store>(some), visits);
                for (std::size_t i = 0; i < progress.done; ++i) mine += visits[i].added;
                next += progress.done;
                if (progress.status == StoreStatus::ok) continue;
                if (progress.status == StoreStatus::must_grow) growing = true;
                else next = own.size();
                break;
            }
            barrier.arrive_and_wait();
            done = !growing;
            barrier.arrive_and_wait();
            if (done) break;
            if (thread == 0) {
                growing = false;
                store.grow(threads);
            }
            barrier.arrive_and_wait();
        }
        store.finish_level(writer);
        added += mine;
    };
    std::vector<std::thread> others;
    for (int thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
    work(0);
    for (std::thread& other : others) other.join();
    return added;
}

// Every one of `expected` is at exactly one position and is found there; all other positions are holes.
template <class Store>
void check_contents(const Store& store, const std::set<typename Store::Key>& expected) {
    std::set<typename Store::Key> seen;
    Position holes = 0;
    for (Position p = 0; p < store.end(); ++p) {
        if (store.is_hole(p)) {
            ++holes;
            continue;
        }
        REQUIRE(seen.insert(store.key(p)).second);
        REQUIRE(store.find(store.key(p)) == p);
    }
    CHECK(seen == expected);
    CHECK(store.states() == expected.size());
    CHECK(store.end() == store.states() + holes);
}

template <class Store>
void check_against_set(std::size_t count, std::uint32_t kinds, std::size_t first_states) {
    const auto keys = draw_keys<std::tuple_size_v<typename Store::Key>>(count, kinds, 7);
    Store store(roomy, first_states);
    typename Store::Writer writer;
    std::vector<typename Store::Visit> visits(100);
    std::set<typename Store::Key> reference;
    for (std::size_t from = 0; from < keys.size();) {
        const auto some = std::span(keys).subspan(from, std::min<std::size_t>(100, keys.size() - from));
        const auto progress = store.insert(writer, hashed<Store>(some), visits);
        for (std::size_t i = 0; i < progress.done; ++i) {
            REQUIRE(visits[i].added == reference.insert(some[i]).second);
            REQUIRE(store.key(visits[i].position) == some[i]);
        }
        from += progress.done;
        if (progress.status == StoreStatus::ok) continue;
        REQUIRE(progress.status == StoreStatus::must_grow);
        store.grow(1);
    }
    store.finish_level(writer);
    check_contents(store, reference);
}

TEST_CASE("a key is reported as added exactly when std::set says so") {
    check_against_set<StateStore<1>>(20'000, 4'000, 50'000);
    check_against_set<StateStore<2>>(20'000, 4'000, 50'000);
    check_against_set<StateStore<3>>(20'000, 15'000, 50'000);
    check_against_set<StateStore<5>>(20'000, 4'000, 50'000);
    check_against_set<StateStore<8>>(20'000, 15'000, 50'000);
}

TEST_CASE("growth in the middle of a batch loses and doubles nothing") {
    check_against_set<StateStore<3>>(50'000, 40'000, 1);
}

TEST_CASE("keys of the same line and tag are told apart") {
    check_against_set<StateStore<2, ConstantHash>>(3'000, 1'000, 1);
    check_against_set<StateStore<2, SameTagHash>>(5'000, 2'000, 1);
}

TEST_CASE("of equal keys in a batch one is added, and all have its position") {
    StateStore<2> store(roomy);
    StateStore<2>::Writer writer;
    const std::vector<StateStore<2>::Key> keys{{1, 2}, {3, 4}, {1, 2}, {1, 2}, {3, 4}, {0, 0}};
    std::vector<StateStore<2>::Visit> visits(keys.size());
    CHECK(store.insert(writer, hashed<StateStore<2>>(keys), visits).done == keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        CHECK(visits[i].added == (i == 0 || i == 1 || i == 5));
        CHECK(visits[i].position == store.find(keys[i]));
    }
    CHECK(store.end() == StateStore<2>::block);
    store.finish_level(writer);
    CHECK(store.end() == 3);
}

TEST_CASE("finding tells present keys from absent ones") {
    const auto keys = draw_keys<3>(2'000, 1'000, 1);
    StateStore<3> store(roomy, 1);
    insert_all(store, keys, 1);
    const auto asked = draw_keys<3>(1'000, 3'000, 2);
    const std::set<StateStore<3>::Key> present(keys.begin(), keys.end());
    for (const auto& key : asked) {
        const auto position = store.find(key);
        REQUIRE(position.has_value() == present.contains(key));
        if (position) REQUIRE(store.key(*position) == key);
    }
}

TEST_CASE("a finished level leaves holes only before another writer's block, and scans skip them") {
    StateStore<1> store(roomy);
    StateStore<1>::Writer first, second;
    std::vector<StateStore<1>::Visit> visit(1);
    const auto add = [&](StateStore<1>::Writer& writer, std::uint32_t word) {
        store.insert(writer, std::vector{StateStore<1>::Hashed({word})}, visit);
        return visit[0].position;
    };
    CHECK(add(first, 10) == 0);
    CHECK(add(second, 20) == store.block);
    store.finish_level(first);
    store.finish_level(second);
    CHECK(store.end() == store.block + 1);
    CHECK(store.states() == 2);
    CHECK_FALSE(store.is_hole(0));
    for (Position p = 1; p < store.block; ++p) CHECK(store.is_hole(p));
    // The next level starts behind the end, and growing keeps the holes out of the index.
    CHECK(add(first, 30) == store.block + 1);
    store.grow(1);
    CHECK(store.find(StateStore<1>::Key{30}) == store.block + 1);
    CHECK_FALSE(store.find(StateStore<1>::hole).has_value());
    store.finish_level(first);
    check_contents(store, {{10}, {20}, {30}});
}

TEST_CASE("threads that race for the same keys add each exactly once, growing together") {
    const auto keys = draw_keys<3>(60'000, 40'000, 3);
    const std::set<StateStore<3>::Key> expected(keys.begin(), keys.end());
    for (const int threads : {1, 2, 4}) {
        CAPTURE(threads);
        StateStore<3> store(roomy, 1'000);
        CHECK(insert_all(store, keys, threads, 50) == expected.size());
        check_contents(store, expected);
    }
}

TEST_CASE("threads that race for the same slot add each key exactly once") {
    const auto keys = draw_keys<2>(1'500, 700, 4);
    const std::set<StateStore<2>::Key> expected(keys.begin(), keys.end());
    for (const int threads : {2, 4}) {
        CAPTURE(threads);
        StateStore<2, ConstantHash> store(roomy, 1);
        CHECK(insert_all(store, keys, threads) == expected.size());
        check_contents(store, expected);
    }
}

TEST_CASE("at the memory limit the store says so, has kept to it, and has lost nothing") {
    const auto keys = draw_keys<3>(100'000, 80'000, 5);
    for (const int threads : {1, 2}) {
        CAPTURE(threads);
        constexpr std::size_t limit = 300'000;
        StateStore<3> store(limit, 1);
        const std::size_t added = insert_all(store, keys, threads);
        CHECK(store.bytes() <= limit);
        CHECK(store.bytes() > limit * 9 / 10);
        CHECK(store.states() == added);
        std::set<StateStore<3>::Key> kept;
        for (Position p = 0; p < store.end(); ++p)
            if (!store.is_hole(p)) kept.insert(store.key(p));
        check_contents(store, kept);

        // Existing keys can still be asked for.
        StateStore<3>::Writer writer;
        std::vector<StateStore<3>::Visit> visits(kept.size());
        const std::vector<StateStore<3>::Key> again(kept.begin(), kept.end());
        CHECK(store.insert(writer, hashed<StateStore<3>>(again), visits).status == StoreStatus::ok);
        for (const auto& visit : visits) REQUIRE_FALSE(visit.added);
    }
}

TEST_CASE("a limit below one cache line holds no state at all") {
    StateStore<3> store(10);
    StateStore<3>::Writer writer;
    std::vector<StateStore<3>::Visit> visits(1);
    const auto progress = store.insert(writer, std::vector{StateStore<3>::Hashed({1, 2, 3})}, visits);
    CHECK(progress.status == StoreStatus::out_of_memory);
    CHECK(progress.done == 0);
}

TEST_CASE("widening the keys keeps the position of every state and hole") {
    const auto keys = draw_keys<2>(30'000, 20'000, 6);
    StateStore<2> old(roomy, 1);
    insert_all(old, keys, 4);
    std::vector<StateStore<2>::Key> before;
    for (Position p = 0; p < old.end(); ++p) before.push_back(old.key(p));

    StateStore<3> fresh(roomy);
    const auto widen = [](const StateStore<2>::Key& key) { return StateStore<3>::Key{key[1], 5, key[0]}; };
    REQUIRE(fresh.take_over(old, widen, 2));

    REQUIRE(fresh.end() == before.size());
    std::set<StateStore<3>::Key> expected;
    for (Position p = 0; p < fresh.end(); ++p) {
        REQUIRE(fresh.is_hole(p) == (before[p] == StateStore<2>::hole));
        if (fresh.is_hole(p)) continue;
        REQUIRE(fresh.key(p) == widen(before[p]));
        expected.insert(fresh.key(p));
    }
    check_contents(fresh, expected);
    CHECK(insert_all(fresh, {{1, 1, 1}, *expected.begin()}, 1) == 1);
}

TEST_CASE("a store too small for the widened keys refuses them and leaves the old one usable") {
    const auto keys = draw_keys<1>(10'000, 5'000, 8);
    StateStore<1> old(roomy);
    insert_all(old, keys, 1);
    StateStore<8> fresh(100'000);
    CHECK_FALSE(fresh.take_over(old, [](const StateStore<1>::Key& key) { return StateStore<8>::Key{key[0]}; }, 1));
    check_contents(old, {keys.begin(), keys.end()});
}

TEST_CASE("the hash spreads keys that differ in few bits over all lines and tags") {
    // Two packed fields of eight bits, far apart: as many keys as buckets, so a random function leaves e^-1 of these empty.
    const auto empty_share = [](auto bucket) {
        std::vector<bool> used(1 << 16);
        for (std::uint32_t i = 0; i < 1 << 16; ++i)
            used[bucket(WordHash{}(std::array<std::uint32_t, 4>{i & 0xff, 0, 0, i >> 8 << 21}))] = true;
        return std::count(used.begin(), used.end(), false) / double(1 << 16);
    };
    CHECK(empty_share([](std::uint64_t h) { return h >> 48; }) == doctest::Approx(0.368).epsilon(0.02));
    CHECK(empty_share([](std::uint64_t h) { return h & 0xffff; }) == doctest::Approx(0.368).epsilon(0.02));
}

}  // namespace
