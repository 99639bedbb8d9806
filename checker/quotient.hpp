// A number cut into a place in a table and a rest, so that the place tells what the rest leaves out (quotienting: Cleary,
// "Compact hash tables using bidirectional linear probing", 1984).
//
// The number is mixed first, by a permutation of exactly the numbers of so many bits. So places are spread evenly, and nothing is
// lost. A table has m · 2^k lines, with m from 8 to 15: it can grow by an eighth. The first bits of the mixed number choose
// one of m parts, the next ones a line in it.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace tandem::checker {

/// A permutation of the numbers of `bits` bits, 32 to 64, with its inverse.
class Mixing {
public:
    explicit Mixing(int bits) : mask_(~std::uint64_t{0} >> (64 - bits)), shift_((bits + 1) / 2) {
        assert(32 <= bits && bits <= 64);
    }

    std::uint64_t mix(std::uint64_t x) const {
        x = x * first & mask_;
        x = (x ^ x >> shift_) * second & mask_;
        return x ^ x >> shift_;
    }
    std::uint64_t unmix(std::uint64_t x) const {
        x = (x ^ x >> shift_) * inverse(second) & mask_;
        return (x ^ x >> shift_) * inverse(first) & mask_;
    }

private:
    /// Modulo 2^64, by Newton's iteration: each round doubles the bits that are right, of which an odd number's square has three.
    static constexpr std::uint64_t inverse(std::uint64_t odd) {
        std::uint64_t x = odd;
        for (int round = 0; round < 5; ++round) x *= 2 - odd * x;
        return x;
    }
    static constexpr std::uint64_t first = 0xa0761d6478bd642f, second = 0xe7037ed1a0b428db;  // odd, with balanced bits

    std::uint64_t mask_;
    int shift_;
};

/// How many lines a table has: parts · 2^line_bits.
struct TableSize {
    int parts = 8;  // 8 to 15
    int line_bits = 6;

    std::size_t lines() const { return static_cast<std::size_t>(parts) << line_bits; }
    /// About a quarter more.
    TableSize more() const {
        return parts < 10 ? TableSize{10, line_bits} : parts < 13 ? TableSize{13, line_bits} : TableSize{8, line_bits + 1};
    }
    /// About an eighth more.
    TableSize little_more() const { return parts < 15 ? TableSize{parts + 1, line_bits} : TableSize{8, line_bits + 1}; }
    TableSize twice() const { return {parts, line_bits + 1}; }
    friend bool operator==(const TableSize&, const TableSize&) = default;
};

/// Cuts mixed numbers of `bits` bits.
class Quotient {
public:
    Quotient(int bits, TableSize size)
        : size_(size),
          line_bits_(size.line_bits),
          parts_(static_cast<std::uint64_t>(size.parts)),
          low_bits_(bits - part_bits),
          cut_(low_bits_ - size.line_bits) {
        assert(cut_ >= 0);
        for (std::uint64_t part = 0; part < first_.size(); ++part) first_[part] = ((part << part_bits) + parts_ - 1) / parts_;
    }

    struct Place {
        std::size_t line;
        std::uint64_t rest;  // of rest_bits()
    };
    int rest_bits() const { return cut_ + part_bits - 3; }
    TableSize size() const { return size_; }

    Place place(std::uint64_t mixed) const {
        const std::uint64_t high = mixed >> low_bits_, low = mixed & low_mask(low_bits_);
        const std::uint64_t part = high * parts_ >> part_bits;
        return {static_cast<std::size_t>(part << line_bits_ | low >> cut_),
                (high - first_[part]) << cut_ | (low & low_mask(cut_))};
    }
    std::uint64_t mixed(Place place) const {
        const std::uint64_t part = place.line >> line_bits_;
        const std::uint64_t high = first_[part] + (place.rest >> cut_);
        return high << low_bits_ | (place.line & low_mask(line_bits_)) << cut_ | (place.rest & low_mask(cut_));
    }
    /// The most bits of lines that a table of so wide numbers can have.
    static constexpr int most_line_bits(int bits) { return bits - part_bits; }

private:
    static constexpr int part_bits = 12;  // choose the part: parts differ by less than a percent
    static std::uint64_t low_mask(int bits) { return (std::uint64_t{1} << bits) - 1; }

    TableSize size_;
    int line_bits_;
    std::uint64_t parts_;
    int low_bits_, cut_;
    std::array<std::uint64_t, 16> first_{};  // the first number of each part
};

}  // namespace tandem::checker
