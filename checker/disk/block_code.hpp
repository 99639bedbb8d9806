// How a run of states is written: sorted strings in blocks, each in a little more than the fewest bits (Elias, "Efficient storage
// and retrieval by content and address of static files", 1974; Fano, 1971).
//
// Of n numbers that are spread over a range, the low log2(range / n) bits of each stand side by side. The high bits grow slowly:
// a bit string has a one for each number, and a zero for each step that they grow. So a number takes about two bits more than
// these low ones, and decoding needs no branch that is hard to predict.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "checker/disk/state_list.hpp"

namespace tandem::checker {

/// The most states of a block.
inline constexpr std::size_t block_states = 1024;
/// What must be readable behind a block.
inline constexpr std::size_t block_padding = 16;

/// How the blocks of one run are written.
struct BlockShape {
    int mixed_bits = 36;
    int more_bits = 0;
    int tag_bits = 0;
};

/// Appends a block of the list's states first..last-1, at least one.
void encode_block(const BlockShape& shape, const StateList& list, std::size_t first, std::size_t last,
                  std::vector<std::byte>& out);

/// Reads a block, whose first state's mixed bits are `first`, into `list`, with `more` and tags if they are asked for. False if
/// it is damaged: then the list holds nothing of use. `block_padding` bytes must be readable behind `block`.
bool decode_block(const BlockShape& shape, std::span<const std::byte> block, std::uint64_t first, bool with_more, bool with_tags,
                  StateList& list);

}  // namespace tandem::checker
