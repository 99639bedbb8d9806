// Values of a trace in which it is known which store each load has read: a value is the word and, above it, the number of the
// store that it is of. So no two stores have one value, and a judge need not choose among them.
#pragma once

#include <cstdint>

namespace tandem::apps {

inline constexpr int word_bits = 33;  // a word, or 2^32 (apps/sim/accesses.hpp)
inline constexpr std::uint64_t most_word = (std::uint64_t{1} << word_bits) - 1;
inline constexpr std::uint32_t most_stores = (std::uint32_t{1} << (64 - word_bits)) - 2;  // the last value stands for no time

/// Number 0 is of what memory holds at first, which is 0: with another word it is a value that no store has.
constexpr std::uint64_t stored_value(std::uint32_t number, std::uint64_t word) {
    return (std::uint64_t{number} << word_bits) | word;
}
constexpr std::uint64_t word_of_value(std::uint64_t value) { return value & most_word; }

}  // namespace tandem::apps
