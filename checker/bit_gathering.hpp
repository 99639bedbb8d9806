// Bits of a word under a mask, side by side, and back: one instruction each where the processor has it (BMI2).
#pragma once

#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace tandem::checker {

/// The bits of `word` under `mask`, from the lowest on.
inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
    return _pext_u64(word, mask);
#else
    std::uint64_t gathered = 0;
    for (int at = 0; mask != 0; mask &= mask - 1, ++at) gathered |= std::uint64_t{(word & mask & -mask) != 0} << at;
    return gathered;
#endif
}

/// The word whose bits under `mask` are those of `gathered`, and whose others are zero.
inline std::uint64_t scatter_bits(std::uint64_t gathered, std::uint64_t mask) {
#ifdef __BMI2__
    return _pdep_u64(gathered, mask);
#else
    std::uint64_t word = 0;
    for (; mask != 0; mask &= mask - 1, gathered >>= 1) word |= gathered & 1 ? mask & -mask : 0;
    return word;
#endif
}

}  // namespace tandem::checker
