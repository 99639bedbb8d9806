#include "checker/disk/block_code.hpp"

#include <algorithm>

namespace tandem::checker {
namespace {

/// What stands before a block's bits.
struct BlockHeader {
    std::uint16_t states;
    std::uint8_t low_bits;
    std::uint8_t unused = 0;
    std::uint32_t high_bits;  // of the string of all high parts
};

constexpr int most_low_bits = 56;  // so that eight bytes have them wherever they begin

std::uint64_t low_mask(int bits) { return bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits); }
std::size_t bytes_of(std::uint64_t bits) { return static_cast<std::size_t>((bits + 7) / 8); }

/// Fields of up to 64 bits one after the other, in whole bytes at the end.
class BitWriter {
public:
    explicit BitWriter(std::vector<std::byte>& out) : out_(out) {}
    void put(std::uint64_t value, int bits) {
        while (bits > 0) {
            const int fits = std::min(bits, 64 - used_);
            word_ |= (value & low_mask(fits)) << used_;
            used_ += fits, bits -= fits;
            value = fits == 64 ? 0 : value >> fits;
            if (used_ == 64) flush();
        }
    }
    void finish() {
        if (used_ > 0) flush();
    }

private:
    void flush() {
        const std::size_t at = out_.size(), bytes = bytes_of(static_cast<std::uint64_t>(used_));
        out_.resize(at + bytes);
        std::memcpy(out_.data() + at, &word_, bytes);
        word_ = 0, used_ = 0;
    }
    std::vector<std::byte>& out_;
    std::uint64_t word_ = 0;
    int used_ = 0;
};

std::uint64_t load(const std::byte* at) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
}
/// `bits` bits, at most 64, from bit `at` on.
std::uint64_t field(const std::byte* from, std::uint64_t at, int bits) {
    const int shift = static_cast<int>(at & 7);
    std::uint64_t value = load(from + (at >> 3)) >> shift;
    if (bits > 64 - shift) value |= std::to_integer<std::uint64_t>(from[(at >> 3) + 8]) << (64 - shift);
    return value & low_mask(bits);
}

}  // namespace

void encode_block(const BlockShape& shape, const StateList& list, std::size_t first, std::size_t last,
                  std::vector<std::byte>& out) {
    const int shift = 64 - shape.mixed_bits;
    const auto of_first = [&](std::size_t i) { return (list.mixed[i] - list.mixed[first]) >> shift; };
    const std::uint64_t range = of_first(last - 1), states = last - first;
    const int low = std::clamp(static_cast<int>(std::bit_width(range / states)) - 1, 0, most_low_bits);
    const BlockHeader header{static_cast<std::uint16_t>(states), static_cast<std::uint8_t>(low), 0,
                             static_cast<std::uint32_t>((range >> low) + states)};
    const std::size_t at = out.size();
    out.resize(at + sizeof header);
    std::memcpy(out.data() + at, &header, sizeof header);
    BitWriter bits(out);
    for (std::size_t i = first; i < last; ++i) bits.put(of_first(i), low);
    bits.finish();
    std::uint64_t high = 0;
    for (std::size_t i = first; i < last; ++i) {
        const std::uint64_t next = of_first(i) >> low;
        for (std::uint64_t zeros = next - high; zeros > 0;) {
            const int some = static_cast<int>(std::min<std::uint64_t>(zeros, 64));
            bits.put(0, some);
            zeros -= static_cast<std::uint64_t>(some);
        }
        bits.put(1, 1);
        high = next;
    }
    bits.finish();
    if (shape.more_bits > 0) {
        for (std::size_t i = first; i < last; ++i)
            for (int q = 0; 64 * q < shape.more_bits; ++q)
                bits.put(list.more[i][static_cast<std::size_t>(q)], std::min(64, shape.more_bits - 64 * q));
        bits.finish();
    }
    if (shape.tag_bits > 0) {
        for (std::size_t i = first; i < last; ++i) bits.put(list.tags[i], shape.tag_bits);
        bits.finish();
    }
}

bool decode_block(const BlockShape& shape, std::span<const std::byte> block, std::uint64_t first, bool with_more, bool with_tags,
                  StateList& list) {
    BlockHeader header;
    if (block.size() < sizeof header) return false;
    std::memcpy(&header, block.data(), sizeof header);
    const std::size_t states = header.states;
    const int low = header.low_bits, shift = 64 - shape.mixed_bits;
    if (states == 0 || states > block_states || low > most_low_bits) return false;
    const std::byte* const lows = block.data() + sizeof header;
    const std::byte* const highs = lows + bytes_of(states * static_cast<std::uint64_t>(low));
    const std::byte* const mores = highs + bytes_of(header.high_bits);
    const std::byte* const tags = mores + bytes_of(states * static_cast<std::uint64_t>(shape.more_bits));
    if (tags + bytes_of(states * static_cast<std::uint64_t>(shape.tag_bits)) != block.data() + block.size()) return false;

    list.mixed.resize(states);
    const std::uint64_t mask = low_mask(low);
    std::size_t i = 0;
    std::uint64_t low_at = 0;
    for (std::uint64_t at = 0; at < header.high_bits; at += 64) {
        std::uint64_t word = load(highs + (at >> 3));
        if (header.high_bits - at < 64) word &= low_mask(static_cast<int>(header.high_bits - at));
        if (i + static_cast<std::size_t>(std::popcount(word)) > states) return false;
        for (; word != 0; word &= word - 1, ++i, low_at += static_cast<std::uint64_t>(low)) {
            const std::uint64_t high = at + static_cast<std::uint64_t>(std::countr_zero(word)) - i;
            const std::uint64_t lowest = load(lows + (low_at >> 3)) >> (low_at & 7) & mask;
            list.mixed[i] = first + ((high << low | lowest) << shift);
        }
    }
    if (i != states) return false;
    if (with_more) {
        list.more.assign(states, {});
        std::uint64_t from = 0;
        if (shape.more_bits > 0)
            for (std::size_t s = 0; s < states; ++s)
                for (int q = 0; 64 * q < shape.more_bits; ++q) {
                    const int bits = std::min(64, shape.more_bits - 64 * q);
                    list.more[s][static_cast<std::size_t>(q)] = field(mores, from, bits);
                    from += static_cast<std::uint64_t>(bits);
                }
    } else {
        list.more.clear();
    }
    list.tags.clear();
    if (with_tags) {
        list.tags.assign(states, 0);
        if (shape.tag_bits > 0)
            for (std::size_t s = 0; s < states; ++s)
                list.tags[s] = static_cast<std::uint32_t>(
                    field(tags, s * static_cast<std::uint64_t>(shape.tag_bits), shape.tag_bits));
    }
    return true;
}

}  // namespace tandem::checker
