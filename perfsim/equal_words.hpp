// Finding a word among others several at a time: tags of a set, blocks of an instruction.
//
// Which way hits is as good as random, so a loop that ends at the first hit is a branch that the host mispredicts.
#pragma once

#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tandem::perfsim {

/// How many words are compared at a time; whoever searches rounds up to a multiple of it.
inline constexpr int words_compared = 4;

/// A bit for each of the `words_compared` words from `words` on that is `word`.
inline unsigned equal_words(const std::uint32_t* words, std::uint32_t word) {
#ifdef __SSE2__
    const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words));
    return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(all, _mm_set1_epi32(static_cast<int>(word))))));
#else
    unsigned equal = 0;
    for (int i = 0; i < words_compared; ++i) equal |= static_cast<unsigned>(words[i] == word) << i;
    return equal;
#endif
}

}  // namespace tandem::perfsim
