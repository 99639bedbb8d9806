// Hash vectors of the blocks of a cache (model/hashed_blocks.hpp), after Zebchuk et al. Each set of the cache has a few bit
// vectors, with a hash function for each.
//
// The hash functions are of the H3 kind: parities of some of the address's bits, chosen with a fixed seed.
#pragma once

#include <array>
#include <bit>
#include <boost/describe.hpp>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "model/hash.hpp"
#include "model/hashed_blocks.hpp"
#include "perfsim/stores.hpp"

namespace tandem::perfsim {

/// Of one set of a cache. A message carries them in full.
struct HashVectors {
    static constexpr int functions = 5, bits = 64;  // "five hash functions with 64-bit hashing vectors" (lsc.txt, 8)
    static constexpr int message_bytes = functions * bits / 8;
    std::array<std::uint64_t, functions> vectors{};

    void insert(Block a) {
        for (int f = 0; f < functions; ++f) vectors[static_cast<std::size_t>(f)] |= bit(f, a);
    }
    bool contains(Block a) const {
        bool all = true;
        for (int f = 0; f < functions; ++f) all = all && (vectors[static_cast<std::size_t>(f)] & bit(f, a)) != 0;
        return all;
    }

private:
    static std::uint64_t bit(int function, Block a) {
        static const auto chosen = choose_bits();
        int place = 0;
        for (std::size_t i = 0; i < 6; ++i)
            place |= (std::popcount(a.number & chosen[static_cast<std::size_t>(function)][i]) & 1) << i;
        return std::uint64_t(1) << place;
    }
    /// For each function and each bit of its result, the address's bits whose parity it is.
    static std::array<std::array<std::uint32_t, 6>, functions> choose_bits() {
        std::array<std::array<std::uint32_t, 6>, functions> all{};
        std::uint64_t state = model::golden_ratio;
        for (auto& of : all)
            for (auto& mask : of) {  // xorshift64*
                state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
                mask = static_cast<std::uint32_t>((state * 0x2545f4914f6cdd1d) >> 32);
            }
        return all;
    }
};

}  // namespace tandem::perfsim

namespace tandem::model {

template <>
struct HashedBlocks<perfsim::Timed> {
    using OfSet = perfsim::HashVectors;
    std::vector<OfSet> sets;
    std::unordered_set<std::uint32_t> exactly;
    bool hashed = true;

    void configure(int count, bool as_hashes) {
        sets.resize(static_cast<std::size_t>(count));
        hashed = as_hashes;
    }
    bool contains(perfsim::Block a) const { return hashed ? of(a).contains(a) : exactly.contains(a.number); }
    void insert(perfsim::Block a) {
        if (hashed) sets[a.index() % sets.size()].insert(a);
        else exactly.insert(a.number);
    }
    void replace(perfsim::Block a, const OfSet& recalculated) { sets[a.index() % sets.size()] = recalculated; }
    const OfSet& of(perfsim::Block a) const { return sets[a.index() % sets.size()]; }
    void erase(perfsim::Block a) { exactly.erase(a.number); }
};

template <>
struct EvictionCounters<perfsim::Timed> {
    std::vector<int> since;  // by set
    BOOST_DESCRIBE_CLASS(EvictionCounters, (), (), (), ())

    bool counts(perfsim::Block a, int every, int sets, auto&) {
        since.resize(static_cast<std::size_t>(sets));
        int& n = since[a.index() % since.size()];
        if (++n < every) return false;
        n = 0;
        return true;
    }
};

}  // namespace tandem::model
