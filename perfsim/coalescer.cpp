#include "perfsim/coalescer.hpp"

#include <algorithm>

#include "model/hash.hpp"
#include "perfsim/equal_words.hpp"

namespace tandem::perfsim {

namespace {

/// Sorts the blocks. Lanes mostly touch ascending addresses, so there is seldom much to do.
void sort_blocks(Coalesced& c) {
    for (int i = 1; i < c.count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const std::uint32_t block = c.block[at];
        const LaneMask lanes = c.lanes[at];
        std::size_t to = at;
        for (; to > 0 && c.block[to - 1] > block; --to) {
            c.block[to] = c.block[to - 1];
            c.lanes[to] = c.lanes[to - 1];
        }
        c.block[to] = block;
        c.lanes[to] = lanes;
    }
}

/// Lanes mostly touch consecutive words, and then few blocks. Loops of known length make it fast.
template <std::uint32_t lanes>
bool coalesce_consecutive(const std::uint32_t* addresses, LaneMask mask, std::uint32_t words, Coalesced& out) {
    const Address first = addresses[0];
    std::uint32_t differences = 0;
    for (std::uint32_t l = 0; l < lanes; ++l) differences |= addresses[l] ^ (first + 4 * l);
    if (differences != 0) return false;
    const std::uint32_t word = first / 4 & (words - 1);
    for (std::uint32_t l = 0; l < lanes; ++l) out.word[l] = static_cast<std::uint8_t>((word + l) & (words - 1));
    out.count = 0;
    std::uint32_t block = first >> (2 + std::countr_zero(words));
    for (std::uint32_t begin = 0, end = words - word; begin < lanes; begin = end, end += words, ++block) {
        const LaneMask before_end = end >= most_lanes ? ~LaneMask(0) : (LaneMask(1) << end) - 1;
        const LaneMask here = mask & before_end & ~LaneMask(0) << begin;
        if (here == 0) continue;
        out.block[static_cast<std::size_t>(out.count)] = block;
        out.lanes[static_cast<std::size_t>(out.count++)] = here;
    }
    out.whole = word == 0 && words == words_per_block && mask == all_words;
    return true;
}

}  // namespace

int Coalesced::find(std::uint32_t number) const {
    std::uint64_t equal = equal_words<lane_count>(block.data(), number);
    if (count > lane_count) equal |= equal_words<most_lanes - lane_count>(&block[lane_count], number) << lane_count;
    const int at = std::countr_zero(equal);
    return at < count ? at : -1;  // places beyond them hold old data
}

void coalesce(std::span<const std::uint32_t> addresses, LaneMask mask, Coalesced& out, int words) {
    out.words_per_block = words;
    const auto size = static_cast<std::uint32_t>(words);
    if (addresses.size() == lane_count ? coalesce_consecutive<lane_count>(addresses.data(), mask, size, out)
                                       : coalesce_consecutive<most_lanes>(addresses.data(), mask, size, out))
        return;
    out.whole = false;
    // A small hash table from block to its place, for scattered lanes.
    constexpr std::size_t slots = 128;
    static_assert(slots >= 2 * most_lanes);
    std::array<std::uint8_t, slots> place;
    place.fill(0xff);
    out.count = 0;
    const int word_bits = std::countr_zero(static_cast<unsigned>(words));
    const std::uint32_t last_word = size - 1;
    std::uint32_t last_block = 0xffffffff;
    std::size_t last = 0;
    for (LaneMask left = mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        const std::uint32_t block = addresses[lane] >> (word_bits + 2);
        out.word[lane] = static_cast<std::uint8_t>(addresses[lane] >> 2 & last_word);
        if (block != last_block) {
            std::size_t slot = model::fibonacci_hash(block) >> 25;
            while (place[slot] != 0xff && out.block[place[slot]] != block) slot = (slot + 1) % slots;
            if (place[slot] == 0xff) {
                place[slot] = static_cast<std::uint8_t>(out.count);
                out.block[static_cast<std::size_t>(out.count)] = block;
                out.lanes[static_cast<std::size_t>(out.count++)] = 0;
            }
            last = place[slot];
            last_block = block;
        }
        out.lanes[last] |= LaneMask(1) << lane;
    }
    sort_blocks(out);
}

Value stored_part(const Coalesced& to, int block, std::span<const std::uint32_t> data, std::span<const std::uint32_t> writers) {
    Datum* datum = new_datum();
    DatumHead& head = datum->head();
    if (to.whole) {
        head.mask = all_words;
        std::copy_n(data.begin(), words_per_block, datum->words.begin());
        if (!writers.empty()) std::copy_n(writers.begin(), words_per_block, Value::writers_of(*datum).words.begin());
        return Value(datum);
    }
    head.mask = beyond_block(4 * to.words_per_block);
    if (head.mask != 0) std::fill(datum->words.begin() + to.words_per_block, datum->words.end(), 0);
    for (LaneMask left = to.lanes[static_cast<std::size_t>(block)]; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        head.mask |= std::uint32_t(1) << to.word[lane];
        datum->words[to.word[lane]] = data[lane];
        if (!writers.empty()) Value::writers_of(*datum).words[to.word[lane]] = writers[lane];
    }
    return Value(datum);
}

Value wanted_part(const Coalesced& of, int block, int least) {
    std::uint8_t lowest = 0xff, highest = 0;
    for (LaneMask left = of.lanes[static_cast<std::size_t>(block)]; left != 0; left &= left - 1) {
        const std::uint8_t word = of.word[static_cast<std::size_t>(std::countr_zero(left))];
        lowest = std::min(lowest, word);
        highest = std::max(highest, word);
    }
    int words = std::max(1, least / 4);
    while (words < of.words_per_block && lowest / words != highest / words) words *= 2;
    if (words >= of.words_per_block) return {};
    Datum* datum = new_datum();
    datum->head().mask = ((std::uint32_t(1) << words) - 1) << (lowest / words * words) | beyond_block(4 * of.words_per_block);
    datum->words.fill(0);
    return Value(datum);
}

Value operation_part(const Coalesced& to, int block, AtomicOperation operation, std::span<const std::uint32_t> operands,
                     std::span<const std::uint32_t> compared, std::span<const std::uint32_t> writers) {
    Datum* datum = new_datum();
    datum->head() = {.mask = static_cast<std::uint32_t>(to.lanes[static_cast<std::size_t>(block)]),
                     .is_operation = true,
                     .operation = operation};
    datum->beyond = beyond_block(4 * to.words_per_block);
    std::copy(to.word.begin(), to.word.begin() + lane_count, datum->word_of.begin());
    std::copy(operands.begin(), operands.begin() + lane_count, datum->words.begin());
    if (!writers.empty()) std::copy_n(writers.begin(), lane_count, Value::writers_of(*datum).words.begin());
    if (operation == AtomicOperation::compare_and_swap) {
        datum->compared = new_datum();
        datum->compared->head().references = 1;
        std::copy(compared.begin(), compared.begin() + lane_count, datum->compared->words.begin());
    }
    return Value(datum);
}

}  // namespace tandem::perfsim
