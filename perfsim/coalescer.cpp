#include "perfsim/coalescer.hpp"

#include <numeric>

namespace tandem::perfsim {

namespace {

/// Puts the blocks in order. Lanes mostly touch ascending addresses, so there is seldom much to do.
void sort_blocks(Coalesced& c) {
    for (int i = 1; i < c.count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const std::uint32_t block = c.block[at], lanes = c.lanes[at];
        std::size_t to = at;
        for (; to > 0 && c.block[to - 1] > block; --to) {
            c.block[to] = c.block[to - 1];
            c.lanes[to] = c.lanes[to - 1];
        }
        c.block[to] = block;
        c.lanes[to] = lanes;
    }
}

/// Lanes that touch word after word, as they mostly do, touch one block or two.
bool coalesce_consecutive(const Lanes& addresses, std::uint32_t mask, Coalesced& out) {
    const Address first = addresses[0];
    std::uint32_t differences = 0;
    for (std::uint32_t l = 0; l < lane_count; ++l) differences |= addresses[l] ^ (first + 4 * l);
    if (differences != 0) return false;
    const std::uint32_t word = first / 4 % words_per_block;
    for (std::uint32_t l = 0; l < lane_count; ++l) out.word[l] = static_cast<std::uint8_t>((word + l) % words_per_block);
    out.count = 0;
    const std::uint32_t in_first = mask & all_words >> word, in_second = mask & ~in_first;
    for (const std::uint32_t lanes : {in_first, in_second}) {
        if (lanes == 0) continue;
        out.block[static_cast<std::size_t>(out.count)] = first / block_bytes + (lanes != in_first);
        out.lanes[static_cast<std::size_t>(out.count++)] = lanes;
    }
    out.whole = word == 0 && mask == all_words;
    return true;
}

}  // namespace

void coalesce(const Lanes& addresses, std::uint32_t mask, Coalesced& out) {
    if (coalesce_consecutive(addresses, mask, out)) return;
    out.whole = false;
    // A small hash table from block to its place, for lanes that go everywhere.
    constexpr std::size_t slots = 64;
    std::array<std::uint8_t, slots> place;
    place.fill(0xff);
    out.count = 0;
    std::uint32_t last_block = 0xffffffff;
    std::size_t last = 0;
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        const std::uint32_t block = addresses[lane] / block_bytes;
        out.word[lane] = static_cast<std::uint8_t>(addresses[lane] / 4 % words_per_block);
        if (block != last_block) {
            std::size_t slot = (block * 2654435761u) >> 26;
            while (place[slot] != 0xff && out.block[place[slot]] != block) slot = (slot + 1) % slots;
            if (place[slot] == 0xff) {
                place[slot] = static_cast<std::uint8_t>(out.count);
                out.block[static_cast<std::size_t>(out.count)] = block;
                out.lanes[static_cast<std::size_t>(out.count++)] = 0;
            }
            last = place[slot];
            last_block = block;
        }
        out.lanes[last] |= std::uint32_t(1) << lane;
    }
    sort_blocks(out);
}

Value stored_part(const Coalesced& to, int block, const Lanes& data) {
    Datum* datum = new_datum();
    if (to.whole) {
        datum->mask = all_words;
        datum->words = data;
        return Value(datum);
    }
    datum->mask = 0;
    for (std::uint32_t left = to.lanes[static_cast<std::size_t>(block)]; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        datum->mask |= std::uint32_t(1) << to.word[lane];
        datum->words[to.word[lane]] = data[lane];
    }
    return Value(datum);
}

Value operation_part(const Coalesced& to, int block, AtomicOperation operation, const Lanes& operands, const Lanes& compared) {
    Datum* datum = new_datum();
    datum->is_operation = true;
    datum->operation = operation;
    datum->mask = to.lanes[static_cast<std::size_t>(block)];
    datum->word_of = to.word;
    datum->words = operands;
    if (operation == AtomicOperation::compare_and_swap) {
        datum->compared = new_datum();
        datum->compared->references = 1;
        datum->compared->words = compared;
    }
    return Value(datum);
}

}  // namespace tandem::perfsim
