// Doubling a tag index in place, from its own slots.
//
// Line i becomes lines 2i and 2i + 1, and the first bit of a slot's tag says which: one pass in the order of memory, without
// the keys. (Linear hashing splits its buckets so: Litwin, 1980.) The last lines go first, so that nothing is overwritten
// before it is read. A slot may stand behind its home only if the line before its own is full; only such slots need their key's
// hash again. Those that have strayed are added at the end as if they were new.
#pragma once

#include "checker/in_parallel.hpp"
#include "checker/tag_index.hpp"

namespace tandem::checker {

/// Splits lines. Only used by `double_lines`, when the index has taken on its new size.
class TagIndex::Splitter {
public:
    Splitter(TagIndex& index, bool last_was_full) : index_(index), last_was_full_(last_was_full) {}

    /// Lines begin..end-1, the last one first.
    template <class Prefetch, class HashOf>
    void split(std::size_t begin, std::size_t end, std::vector<Position>& strays, Prefetch& prefetch, HashOf& hash_of) const {
        for (std::size_t i = end; i-- > begin;) {
            if (i >= begin + ahead && doubtful(i - ahead))
                for (const std::uint32_t slot : line(i - ahead).slots)
                    if (slot != 0) prefetch(old_position(slot));
            split_line(i, strays, hash_of);
        }
    }

private:
    static constexpr std::size_t ahead = 4;  // lines whose keys are fetched

    struct Half {
        Line line{};
        int filled = 0;
    };

    Line& line(std::size_t i) const { return index_.first()[i]; }
    bool full(std::size_t i) const { return line(i).slots.back() != 0; }
    /// Whether some of the line's slots may have another home.
    bool doubtful(std::size_t i) const { return i == 0 ? last_was_full_ : full(i - 1); }
    std::uint32_t old_position_mask() const { return ~index_.tag_mask() >> 1; }
    Position old_position(std::uint32_t slot) const { return (slot & old_position_mask()) - 1; }

    template <class HashOf>
    void split_line(std::size_t i, std::vector<Position>& strays, HashOf& hash_of) const {
        const bool hash_anew = doubtful(i);
        const std::uint32_t position_mask = old_position_mask();
        std::array<Half, 2> halves;
        for (const std::uint32_t slot : line(i).slots) {
            if (slot == 0) break;
            std::uint32_t upper = slot >> 31, tag = (slot & ~position_mask) << 1;
            if (hash_anew) {
                const std::uint64_t hash = hash_of(old_position(slot));
                const std::size_t home = index_.home_number(hash);
                if (home / 2 != i) {
                    strays.push_back(old_position(slot));
                    continue;
                }
                upper = home & 1;
                tag = index_.tag_of(hash);
            }
            Half& half = halves[upper];
            half.line.slots[static_cast<std::size_t>(half.filled++)] = tag | (slot & position_mask);
        }
        line(2 * i) = halves[0].line;
        line(2 * i + 1) = halves[1].line;
    }

    TagIndex& index_;
    const bool last_was_full_;
};

template <class Prefetch, class HashOf>
void TagIndex::double_lines(int threads, Prefetch&& prefetch, HashOf&& hash_of) {
    constexpr std::size_t few = 1024;  // lines that one thread splits alone
    const std::size_t old_lines = lines_;
    assert(2 * bytes() <= memory_.size());
    const Splitter splitter(*this, first()[old_lines - 1].slots.back() != 0);
    lines_ *= 2;
    ++position_bits_;
    std::vector<std::vector<Position>> strays(static_cast<std::size_t>(threads));
    for (std::size_t end = old_lines; end > 0;) {
        // The upper half of what is left goes wholly behind what is left.
        const std::size_t begin = end <= few || threads == 1 ? 0 : (end + 1) / 2;
        const int parts = begin == 0 ? 1 : threads;
        in_parallel(parts, [&](int t) {
            splitter.split(share(begin, end, t, parts), share(begin, end, t + 1, parts), strays[static_cast<std::size_t>(t)],
                           prefetch, hash_of);
        });
        end = begin;
    }
    in_parallel(threads, [&](int t) {
        for (const Position position : strays[static_cast<std::size_t>(t)]) add(hash_of(position), position);
    });
}

}  // namespace tandem::checker
