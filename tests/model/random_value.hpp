// Random values of described types, and their equality.
#pragma once

#include <random>

#include "model/symmetry.hpp"

namespace tandem::model_tests {

using namespace tandem::model;

/// Each leaf is uniform within `shape`; then absent and unused parts get their defaults.
template <Reflected T>
T random_value(const Shape& shape, std::mt19937& random) {
    T object{};
    for_each_leaf(object, shape, [&](auto& leaf) {
        set_number(leaf, std::uniform_int_distribution<int>(0, cardinality<std::decay_t<decltype(leaf)>>(shape) - 1)(random));
    });
    return normalised(object);
}

inline Permutation random_permutation(const Shape& shape, std::mt19937& random) {
    Permutation p;
    const auto shuffle = [&](Permutation::Names& names, Sort sort) {
        std::shuffle(names.begin(), names.begin() + shape[sort], random);
    };
    shuffle(p.core, Sort::core);
    shuffle(p.address, Sort::address);
    shuffle(p.value, Sort::value);
    for (int c = 0; c < shape[Sort::core]; ++c) shuffle(p.thread[static_cast<std::size_t>(c)], Sort::thread);
    return p;
}

template <Reflected T>
bool equal(const T& a, const T& b) {
    const Shape largest{{max_extent, max_extent, max_extent, max_extent}, max_time};
    return pack(a, largest) == pack(b, largest);
}

/// One of everything that reflection knows, in the style of a cache.
BOOST_DEFINE_FIXED_ENUM_CLASS(Phase, std::uint8_t, idle, waiting, done)

struct Waiter {
    Id<Sort::core> core;
    Id<Sort::thread> thread;  // of `core`
    Time since;
    BOOST_DESCRIBE_CLASS(Waiter, (), (core, thread, since), (), ())
};

struct Line {
    Phase phase{};
    Id<Sort::value> data;
    Id<Sort::thread> writer;  // while waiting; of the core that owns the cache
    Maybe<Concrete, Id<Sort::value>> new_data;
    BOOST_DESCRIBE_CLASS(Line, (), (phase, data, writer, new_data), (), ())

    void clear_unused() {
        if (phase != Phase::waiting) writer = {};
    }
};

struct PrivateCache {
    Array<Concrete, Sort::thread, Time> clocks;
    Table<Concrete, Sort::address, Line> lines;
    Table<Concrete, Sort::thread, Fifo<Concrete, Id<Sort::address>, 3>> queues;
    Set<Concrete, Sort::thread> stalled;
    Count<5> credits;
    bool epoch = false;
    BOOST_DESCRIBE_CLASS(PrivateCache, (), (clocks, lines, queues, stalled, credits, epoch), (), ())
};

struct SharedCache {
    Array<Concrete, Sort::address, Id<Sort::value>> memory;
    Table<Concrete, Sort::address, Fifo<Concrete, Waiter, 2>> waiting;
    Array<Concrete, Sort::core, Table<Concrete, Sort::thread, Phase>> threads;
    Set<Concrete, Sort::core> sharers;
    Maybe<Concrete, Waiter> last;
    BOOST_DESCRIBE_CLASS(SharedCache, (), (memory, waiting, threads, sharers, last), (), ())
};

}  // namespace tandem::model_tests
