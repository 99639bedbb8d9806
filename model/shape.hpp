// Sorts and shapes: what a protocol is replicated over, and how often.
//
// A *sort* is a set of interchangeable names (Murphi's scalarset): cores, the threads of one core, block addresses, data values.
// A *shape* gives each sort its extent and the logical clock its width. Extents are run-time values below fixed capacities, so
// one compiled protocol serves every shape.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tandem::model {

enum class Sort : std::uint8_t {
    core,     // an SM, a CU, a CPU: the owner of a private cache
    thread,   // a warp or wavefront, numbered within its core
    address,  // a cache block
    value,    // the data of a block; protocols only copy it
};
inline constexpr int sort_count = 4;

/// The maximum number of cores, of threads of a core, and of addresses. A text's domain may have room for fewer (domain.hpp).
inline constexpr int max_extent = 8;
/// The maximum number of data values. A program of two threads with three stores each to one block needs 7 to distinguish the
/// answers of its loads.
inline constexpr int max_values = 8;
/// The maximum number of elements of a sort.
constexpr int most(Sort s) { return s == Sort::value ? max_values : max_extent; }

/// The noun for one name of a sort.
constexpr const char* sort_text(Sort s) {
    constexpr const char* texts[] = {"core", "thread", "address", "value"};
    return texts[static_cast<int>(s)];
}

/// The largest moment that a `Time` may hold in a finite search (12 bits).
inline constexpr int max_time = 4095;

struct Shape {
    std::array<int, sort_count> extent{1, 1, 1, 1};  // each 1..most(sort)
    int time_max = 1;                                // largest logical moment, 1..max_time
    int horizon = 1;                                 // ticks that a physical moment may lie ahead of now, 1..max_time
    // of a block, 1 or 2; with 2 a store may name a part of its block (block_words.hpp)
    int words = 1;

    int operator[](Sort s) const { return extent[static_cast<std::size_t>(s)]; }
    int& operator[](Sort s) { return extent[static_cast<std::size_t>(s)]; }
    friend bool operator==(const Shape&, const Shape&) = default;
};

/// Every assignment of data values to blocks, by address.
inline std::vector<std::vector<int>> all_memories(const Shape& shape) {
    std::vector<std::vector<int>> memories{{}};
    for (int a = 0; a < shape[Sort::address]; ++a) {
        std::vector<std::vector<int>> longer;
        for (int v = 0; v < shape[Sort::value]; ++v)
            for (std::vector<int> memory : memories) memory.push_back(v), longer.push_back(std::move(memory));
        memories = std::move(longer);
    }
    return memories;
}

/// The number of bits needed to tell `n` values apart; 0 for n <= 1.
constexpr int bits_for(int n) {
    int bits = 0;
    while ((1 << bits) < n) ++bits;
    return bits;
}

}  // namespace tandem::model
