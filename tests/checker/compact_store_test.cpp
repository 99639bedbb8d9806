// The compact store against std::map, while it grows, uses more bits and takes over other keys, alone and with threads that race.
#include "checker/compact_store.hpp"

#include <algorithm>
#include <barrier>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <doctest/doctest.h>

namespace {

using namespace tandem::checker;

constexpr std::size_t enough = std::size_t{64} << 20;

/// Keys that set only bits of `used`, with repetitions.
template <int W>
std::vector<std::array<std::uint32_t, W>> keys_of_bits(const typename UsedBits<W>::Quads& used, std::size_t count,
                                                       unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<std::array<std::uint32_t, W>> keys;
    for (std::size_t i = 0; i < count; ++i) {
        KeyBits<W> key;
        for (std::size_t q = 0; q < used.size(); ++q) key.bits[q] = random() & used[q];
        keys.push_back(key.key());
        if (i % 3 == 0) keys.push_back(keys[random() % keys.size()]);
    }
    return keys;
}

template <int W>
struct Filled {
    CompactStore<W> store;
    std::map<std::array<std::uint32_t, W>, std::uint32_t> level_of;
    typename CompactStore<W>::Writer writer;
    std::uint32_t level = 0;
    int threads = 1;

    explicit Filled(const typename UsedBits<W>::Quads& used, std::size_t limit = enough) : store(limit) {
        REQUIRE(store.use(used, 1));
    }

    /// Inserts these, and holds what is said against the map; false if the memory is used up.
    bool insert(const std::vector<std::array<std::uint32_t, W>>& keys) {
        std::vector<typename CompactStore<W>::Visit> visits(1);
        for (const auto& key : keys) {
            REQUIRE(store.covers(key));
            for (;;) {
                const auto progress =
                    store.insert(writer, std::vector{typename CompactStore<W>::Hashed(key, store.hash_of(key))}, visits);
                if (progress.status == StoreStatus::out_of_memory) return false;
                if (progress.status == StoreStatus::ok) break;
                store.grow(threads);
            }
            REQUIRE(visits[0].added == level_of.emplace(key, level).second);
        }
        return true;
    }
    void next_level() {
        store.finish_level(writer);
        REQUIRE(store.begin_level(store.end(), threads));
        ++level;
    }

    void check() {
        for (const auto& [key, level] : level_of) REQUIRE(store.has(key));
        std::map<std::array<std::uint32_t, W>, std::uint32_t> read;
        store.for_each(0, level + 1, 1, [&](const auto& key, std::uint32_t level) { return read.emplace(key, level).second; });
        CHECK(read == level_of);
    }
};

template <int W>
void check_growth(const typename UsedBits<W>::Quads& used, int levels = 9) {
    Filled<W> filled(used);
    for (int level = 0; level < levels; ++level) {
        filled.insert(keys_of_bits<W>(used, 3000, static_cast<unsigned>(level)));
        filled.next_level();
    }
    filled.check();
}

/// Keys of 48 bits that stand on one way through a table, whatever its size.
std::vector<CompactStore<2>::Key> keys_of_one_way(std::size_t count) {
    const UsedBits<2> bits({0xffff'ffff'ffff});
    const Mixing mixing(bits.mixed_bits());
    std::vector<CompactStore<2>::Key> keys;
    for (std::size_t i = 0; i < count; ++i) {
        KeyBits<2> key;
        bits.set_mixed(key, mixing.unmix(0x1234'0000'0000 | i << 5));
        keys.push_back(key.key());
    }
    return keys;
}

}  // namespace

TEST_CASE("what quotienting leaves out of a number its place tells") {
    std::mt19937_64 random(1);
    for (const int bits : {36, 37, 48, 63, 64}) {
        const Mixing mixing(bits);
        for (TableSize size; size.line_bits < 20; size = size.little_more()) {
            const Quotient quotient(bits, size);
            for (int i = 0; i < 200; ++i) {
                const std::uint64_t number = i == 0 ? ~std::uint64_t{0} >> (64 - bits) : random() >> (64 - bits);
                const std::uint64_t mixed = mixing.mix(number);
                REQUIRE((mixed >> (bits - 1)) <= 1);
                REQUIRE(mixing.unmix(mixed) == number);
                const auto place = quotient.place(mixed);
                REQUIRE(place.line < size.lines());
                REQUIRE((place.rest >> quotient.rest_bits()) == 0);
                REQUIRE(quotient.mixed(place) == mixed);
            }
        }
    }
}

TEST_CASE("a compact store of keys of any length finds what was added, while it grows") {
    check_growth<1>({0xffff});
    check_growth<1>({0x7fff'ffff});
    check_growth<2>({0x0f0f'ffff'00ff'fff0});
    check_growth<2>({~std::uint64_t{0}});
    check_growth<3>({0x00ff'ffff'ffff'ffff, 0xff00'0fff});
    check_growth<4>({~std::uint64_t{0}, ~std::uint64_t{0}});
    check_growth<5>({0xffff, 0xffff, 0x7fff'0000});
    check_growth<6>({~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}});
}

TEST_CASE("a compact store has room for any number of levels") {
    Filled<2> filled({0xffff'ffff});
    for (std::uint32_t level = 0; level < 5000; ++level) {
        filled.insert({{level, 0}, {level / 2, 0}});
        filled.next_level();
    }
    filled.check();
    std::uint32_t seen = 0;
    CHECK(filled.store.for_each(4000, 4100, 1, [&](const auto& key, std::uint32_t level) { return ++seen, key[0] == level; }));
    CHECK(seen == 100);
}

TEST_CASE("a compact store with many states makes its slots wider whenever the number of levels doubles") {
    const UsedBits<2>::Quads used{0xffff'ffff'ffff};
    Filled<2> filled(used);
    filled.insert(keys_of_bits<2>(used, 800'000, 1));  // more than tables with bits to spare have room for
    for (unsigned level = 1; level < 130; ++level) {
        filled.next_level();
        filled.insert(keys_of_bits<2>(used, 3, level + 1));
    }
    CHECK(filled.store.bytes() < 12 * filled.level_of.size());  // the table has just doubled
    filled.check();
}

TEST_CASE("a compact store gives back the keys of a level that has been expanded") {
    const UsedBits<2>::Quads used{0xffff'ffff'ffff};
    constexpr std::size_t many = 100'000;
    Filled<2> filled(used);
    filled.insert(keys_of_bits<2>(used, many, 1));
    filled.next_level();
    const std::size_t before = filled.store.bytes();
    filled.insert({{1, 1}});
    filled.next_level();
    CHECK(filled.store.bytes() + many * sizeof(CompactStore<2>::Key) < before + 10'000);
    CHECK(filled.store.key(filled.store.end() - 1) == CompactStore<2>::Key{1, 1});
    filled.insert(keys_of_bits<2>(used, many, 2));
    filled.next_level();
    filled.check();
}

TEST_CASE("a compact store that comes to use more bits keeps all states, with few of them and with many") {
    for (const std::size_t many : {std::size_t{2000}, std::size_t{60'000}}) {
        Filled<3> filled({0x0000'0fff'0fff'0fff, 0xf});
        filled.threads = many > 2000 ? 2 : 1;
        std::uint64_t all = 0x0000'0fff'0fff'0fff;
        for (const std::uint32_t bits : {0x1000'0000u, 0x1000u, 0xe000'0000u}) {
            filled.insert(keys_of_bits<3>({all, 0xf}, many, bits));
            filled.next_level();
            CHECK_FALSE(filled.store.covers({bits, 0, 0}));
            all |= bits;
            REQUIRE(filled.store.use({all, 0xf}, filled.threads));
        }
        REQUIRE(filled.store.use({~std::uint64_t{0}, 0xffff'ffff}, filled.threads));
        filled.insert(keys_of_bits<3>({~std::uint64_t{0}, 0xffff'ffff}, many, 7));
        filled.check();
    }
}

TEST_CASE("a compact store takes over keys of another layout, with their levels, the frontier and what is remembered") {
    const UsedBits<1>::Quads used{0x00ff'ffff};
    Filled<1> old(used);
    old.insert(keys_of_bits<1>(used, 5000, 1));
    old.next_level();
    old.store.remember(17);
    old.insert(keys_of_bits<1>(used, 5000, 2));
    old.store.finish_level(old.writer);
    const auto wider = [](const std::array<std::uint32_t, 1>& key) {
        return std::array<std::uint32_t, 3>{key[0] & 0xfff, 0, key[0] >> 12};
    };
    const auto remembered = old.store.key(17);
    std::vector<CompactStore<1>::Key> frontier;
    for (Position p = 0; old.store.known_key(p); ++p) frontier.push_back(old.store.key(p));
    Filled<3> filled({0xfff, 0xfff});
    REQUIRE(filled.store.take_over(old.store, wider, 2));
    for (const auto& [key, level] : old.level_of) filled.level_of.emplace(wider(key), level);
    filled.level = 1;
    filled.check();
    for (Position p = 0; p < frontier.size(); ++p) REQUIRE(filled.store.key(p) == wider(frontier[p]));
    filled.next_level();
    CHECK(filled.store.known_key(17) == wider(remembered));
    CHECK_FALSE(filled.store.known_key(18).has_value());
}

TEST_CASE("a compact store at its memory limit says so, has kept to it and has lost nothing") {
    constexpr std::size_t limit = 400'000;
    const UsedBits<2>::Quads used{0xffff'ffff'ffff};
    Filled<2> filled(used, limit);
    bool room = true;
    for (unsigned level = 0; room && level < 1000; ++level) {
        room = filled.insert(keys_of_bits<2>(used, 1000, level));
        if (room) filled.next_level();
    }
    CHECK_FALSE(room);
    CHECK(filled.store.bytes() <= limit);
    CHECK(filled.level_of.size() > limit / 16);
    filled.check();
}

TEST_CASE("a compact store whose last growth finds no room for some states keeps them, and takes no more") {
    const UsedBits<2>::Quads used{0xffff'ffff'ffff};
    Filled<2> filled(used, 400'000);
    CHECK_FALSE(filled.insert(keys_of_one_way(1000)));  // the way is full, and so it was after each growth
    filled.check();
    const std::size_t states = filled.level_of.size();
    filled.store.finish_level(filled.writer);
    // wider levels make lines of fewer slots, and the way shorter
    std::vector<CompactStore<2>::Visit> visits(1);
    const CompactStore<2>::Key known = filled.level_of.begin()->first;
    const auto refuses = [&] {
        const CompactStore<2>::Hashed again(known, filled.store.hash_of(known));
        return filled.store.insert(filled.writer, std::vector{again}, visits).status == StoreStatus::out_of_memory;
    };
    while (!refuses() && filled.store.begin_level(filled.store.end(), 1) && filled.level < 100'000) ++filled.level;
    CHECK(refuses());
    CHECK(filled.store.states() == states);
    filled.check();
    CHECK_FALSE(filled.store.use({~std::uint64_t{0}}, 1));
    CHECK_FALSE(filled.insert({{1, 1}}));
    filled.check();
}

TEST_CASE("a compact store that is read back has room for what its tables have no place for") {
    const auto keys = keys_of_one_way(1000);
    CompactStore<2> store(400'000);
    REQUIRE(store.use({0xffff'ffff'ffff}, 1));
    REQUIRE(store.begin_level(0, 1));
    for (const auto& key : keys) REQUIRE(store.add_known(key, 0, 1));
    for (const auto& key : keys) {
        CHECK(store.has(key));
        CHECK_FALSE(store.add_known(key, 0, 1));
    }
    std::size_t seen = 0;
    store.for_each(0, 1, 1, [&](const auto&, std::uint32_t) { return ++seen, true; });
    CHECK(seen == keys.size());
}

TEST_CASE("threads that race for the same keys add each to a compact store once") {
    const UsedBits<2>::Quads used{0x3fff'0fff};
    const auto keys = keys_of_bits<2>(used, 40'000, 3);
    const std::set<CompactStore<2>::Key> expected(keys.begin(), keys.end());
    for (const int threads : {2, 4}) {
        CompactStore<2> store(enough);
        REQUIRE(store.use(used, 1));
        std::atomic<std::size_t> added = 0;
        std::atomic<bool> full = false;
        std::barrier barrier(threads, [&]() noexcept {
            if (full.exchange(false)) store.grow(2);
        });
        in_parallel(threads, [&](int t) {
            CompactStore<2>::Writer writer;
            std::vector<CompactStore<2>::Key> own = keys;
            std::shuffle(own.begin(), own.end(), std::mt19937(static_cast<unsigned>(t)));
            std::vector<CompactStore<2>::Visit> visit(1);
            std::size_t at = 0;
            for (int round = 0; round < 40; ++round) {
                for (; at < own.size() && !full; ++at) {
                    const auto progress =
                        store.insert(writer, std::vector{CompactStore<2>::Hashed(own[at], store.hash_of(own[at]))}, visit);
                    if (progress.status != StoreStatus::ok) {
                        full = true;
                        break;
                    }
                    added += visit[0].added;
                }
                barrier.arrive_and_wait();
            }
            CHECK(at == own.size());
            store.finish_level(writer);
        });
        CHECK(added == expected.size());
        CHECK(store.states() == expected.size());
        for (const auto& key : expected) REQUIRE(store.has(key));
    }
}
