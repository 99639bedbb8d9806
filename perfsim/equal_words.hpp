// Finds a word among others, many at a time: tags of a set, blocks of an instruction.
//
// The way that hits is practically random, so a loop that ends at the first hit is a branch that the host mispredicts.
#pragma once

#include <cstdint>
#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace tandem::perfsim {

/// The minimum number of words compared; callers round up to a multiple of it.
inline constexpr int words_compared = 4;

/// Bit i says whether word number i is `word`, among the `n` words from `words` on. `n` is at most 64 and a multiple of
/// `words_compared`.
template <int n>
std::uint64_t equal_words(const std::uint32_t* words, std::uint32_t word) {
    static_assert(n > 0 && n <= 64 && n % words_compared == 0);
    std::uint64_t equal = 0;
    int i = 0;
#ifdef __AVX512F__
    for (; i + 16 <= n; i += 16)
        equal |= std::uint64_t(_mm512_cmpeq_epi32_mask(_mm512_loadu_si512(words + i), _mm512_set1_epi32(static_cast<int>(word))))
                 << i;
#endif
#ifdef __AVX2__
    for (; i + 8 <= n; i += 8) {
        const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + i));
        const __m256i same = _mm256_cmpeq_epi32(all, _mm256_set1_epi32(static_cast<int>(word)));
        equal |= std::uint64_t(static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same)))) << i;
    }
#endif
#ifdef __SSE2__
    for (; i < n; i += 4) {
        const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words + i));
        const __m128i same = _mm_cmpeq_epi32(all, _mm_set1_epi32(static_cast<int>(word)));
        equal |= std::uint64_t(static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(same)))) << i;
    }
#endif
    for (; i < n; ++i) equal |= std::uint64_t(words[i] == word) << i;
    return equal;
}

}  // namespace tandem::perfsim
