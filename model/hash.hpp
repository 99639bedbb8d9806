// Hashes of numbers, for tables, fingerprints, checksums and random choices; none is for secrets.
//
// One mixer serves all that hashes number after number: multiply by the golden ratio and fold (`hash_with`). Where bits that are
// looked at must depend on all bits, SplitMix64's finisher follows (`mixed`). The search hashes keys all the time: it multiplies
// to 128 bits instead, two words at once (`folded_product`). The numbers are the same on every machine: random walks, simulated
// figures and the ranks that states belong to depend on them.
#pragma once

#include <cstdint>

namespace tandem::model {

/// 2^64 and 2^32 divided by the golden ratio, made odd: their multiples lie far apart (Knuth, "The Art of Computer Programming",
/// vol. 3, 6.4).
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
inline constexpr std::uint32_t golden_ratio_32 = 0x9e3779b1;

/// The hash of a sequence that `hash` is of, and then `number`. Its low bits are good ones.
constexpr std::uint64_t hash_with(std::uint64_t hash, std::uint64_t number) {
    hash = (hash ^ number) * golden_ratio;
    return hash ^ hash >> 32;
}

/// Of a short number: its high bits are good ones.
constexpr std::uint32_t fibonacci_hash(std::uint32_t number) { return number * golden_ratio_32; }

/// Brings all bits of a number to the high ones: a round of SplitMix64's finisher, which has 30 for `shift`.
template <int shift>
constexpr std::uint64_t raised(std::uint64_t number) {
    return (number ^ number >> shift) * 0xbf58476d1ce4e5b9;
}

/// SplitMix64's finisher (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): each bit depends on
/// all.
constexpr std::uint64_t mixed(std::uint64_t number) {
    number = raised<30>(number);
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    return number ^ number >> 31;
}

/// Both halves of a product of 128 bits, folded, as in wyhash (Wang Yi): bits of both numbers reach the middle.
constexpr std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace tandem::model
