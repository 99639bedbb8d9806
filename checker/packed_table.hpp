// An exact set of bit strings in lines of slots. A string's place tells part of it, and its slot the rest.
//
// A string is a mixed number (quotient.hpp), some bits that are stored as they are, and a level that does not count in
// comparisons. It stands in the first line of its path that had room. The path begins at the line that its number names. Further
// lines follow at a distance that the rest tells, within a page. A slot says how far along the path it is, so its number can be
// read back. Nothing is ever removed.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>
#include <utility>

#include "checker/memory_map.hpp"
#include "checker/quotient.hpp"
#include "checker/slot_line.hpp"

namespace tandem::checker {

/// Where things stand in a slot, and how many slots a line has. Content is what is compared: a tag, which is the rest's low bits;
/// the way; the rest's other bits; what is stored as it is. A level follows.
struct SlotShape {
    static constexpr int way_bits = 4;  // how far along its path
    int head;                           // bits of way and rest
    int content;                        // bits that are compared
    int level_bits;
    int slots;  // of a line
    int bits;   // of a slot

    SlotShape(int rest_bits, int stored_bits, int least_level_bits)
        : head(way_bits + rest_bits),
          content(head + stored_bits),
          level_bits(0),
          slots(std::min(SlotLine::most_slots, SlotLine::room / (content + least_level_bits))),
          bits(SlotLine::room / slots) {
        assert(rest_bits >= SlotLine::tag_bits);
        level_bits = std::min(bits - content, 32);
    }
    /// How many strings so many lines should hold at most. Fuller lines save little, and more look-ups go on to a second line.
    std::size_t capacity(std::size_t lines) const { return lines * static_cast<std::size_t>(slots) / 20 * 17; }
};

template <std::size_t quads>
class PackedTable {
public:
    using Quads = std::array<std::uint64_t, quads>;
    static constexpr int longest_way = 1 << SlotShape::way_bits;
    static constexpr int most_content = 64 * quads;

    struct String {
        std::uint64_t mixed;
        Quads stored;
    };
    enum class Adding { added, known, no_room };

    PackedTable(MemoryMap& memory, Quotient quotient, SlotShape shape) : memory_(&memory), quotient_(quotient), shape_(shape) {
        assert(shape.content <= most_content);
        for (std::size_t q = 0; q < quads; ++q) {
            const int bits = std::clamp(shape.content - SlotLine::tag_bits - 64 * static_cast<int>(q), 0, 64);
            masks_[q] = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
        }
    }

    const Quotient& quotient() const { return quotient_; }
    const SlotShape& shape() const { return shape_; }
    std::size_t lines() const { return quotient_.size().lines(); }
    std::size_t bytes() const { return lines() * sizeof(SlotLine); }
    std::size_t capacity() const { return shape_.capacity(lines()); }

    void prefetch(std::uint64_t mixed) const { __builtin_prefetch(line(quotient_.place(mixed).line)); }

    /// Adds a string unless it is there. Calls before_adding() once it is known to be new, with its line locked; where that is
    /// false there is no room.
    template <class BeforeAdding>
    Adding add(const String& string, std::uint32_t level, BeforeAdding&& before_adding) {
        const Quotient::Place home = quotient_.place(string.mixed);
        Quads content = content_of(home.rest, string.stored);
        const std::size_t stride = stride_of(home.rest);
        std::size_t at = home.line;
        for (int way = 0; way < longest_way; ++way, content[0] += one_way, at = ahead(at, stride)) {
            SlotLine& here = *line(at);
            int filled = here.filled();
            if (slot_of(here, 0, filled, content) >= 0) return Adding::known;
            if (filled == shape_.slots) continue;
            const int seen = std::exchange(filled, here.lock());
            if (seen < filled && slot_of(here, seen, filled, content) >= 0) return here.unlock(filled), Adding::known;
            if (filled == shape_.slots) {
                here.unlock(filled);
                continue;
            }
            if (!before_adding()) return here.unlock(filled), Adding::no_room;
            write(here, filled, content, level);
            here.unlock(filled + 1);
            return Adding::added;
        }
        return Adding::no_room;
    }

    /// Adds a string that is not there; false if there is no room on its way. `alone`: no other thread uses the table meanwhile.
    bool add_new(const String& string, std::uint32_t level, bool alone) {
        const Quotient::Place home = quotient_.place(string.mixed);
        Quads content = content_of(home.rest, string.stored);
        const std::size_t stride = stride_of(home.rest);
        std::size_t at = home.line;
        for (int way = 0; way < longest_way; ++way, content[0] += one_way, at = ahead(at, stride)) {
            SlotLine& here = *line(at);
            if (here.filled() == shape_.slots) continue;
            const int filled = alone ? here.filled() : here.lock();
            if (filled < shape_.slots) write(here, filled, content, level);
            here.unlock(std::min(filled + 1, shape_.slots));
            if (filled < shape_.slots) return true;
        }
        return false;
    }

    /// The level of a string, if it is there.
    std::optional<std::uint32_t> find(const String& string) const {
        const Quotient::Place home = quotient_.place(string.mixed);
        Quads content = content_of(home.rest, string.stored);
        const std::size_t stride = stride_of(home.rest);
        std::size_t at = home.line;
        for (int way = 0; way < longest_way; ++way, content[0] += one_way, at = ahead(at, stride)) {
            const SlotLine& here = *line(at);
            const int filled = here.filled();
            if (const int slot = slot_of(here, 0, filled, content); slot >= 0) return level(here, slot);
            if (filled < shape_.slots) return std::nullopt;
        }
        return std::nullopt;
    }

    /// Calls visit(level, string of it) for each string of lines begin..end-1, where `string` is a function; until that returns
    /// false. Then it does so, too.
    template <class Visit>
    bool for_each(std::size_t begin, std::size_t end, Visit&& visit) const {
        for (std::size_t at = begin; at < end; ++at) {
            const SlotLine& here = *line(at);
            const int filled = here.filled();
            for (int slot = 0; slot < filled; ++slot)
                if (!visit(level(here, slot), [&] { return string(at, slot); })) return false;
        }
        return true;
    }

private:
    SlotLine* line(std::size_t at) const { return static_cast<SlotLine*>(memory_->data()) + at; }

    static std::size_t stride_of(std::uint64_t rest) { return 1 + (rest & 31); }
    std::size_t ahead(std::size_t at, std::size_t stride) const {
        at += stride;
        return at < lines() ? at : at - lines();
    }

    static constexpr std::uint64_t one_way = std::uint64_t{1} << SlotLine::tag_bits, tag_mask = one_way - 1;
    Quads content_of(std::uint64_t rest, const Quads& stored) const {
        Quads content;
        content[0] = (rest & tag_mask) | (rest & ~tag_mask) << SlotShape::way_bits | stored[0] << shape_.head;
        for (std::size_t q = 1; q < quads; ++q) content[q] = stored[q] << shape_.head | stored[q - 1] >> (64 - shape_.head);
        return content;
    }

    /// Where what follows a slot's tag stands.
    int place_of(int slot) const { return SlotLine::tag_place(shape_.slots) + slot * (shape_.bits - SlotLine::tag_bits); }
    /// Content behind its tag.
    static std::uint64_t body(const Quads& content, std::size_t q) {
        return content[q] >> SlotLine::tag_bits | (q + 1 < quads ? content[q + 1] << (64 - SlotLine::tag_bits) : 0);
    }

    /// The first of slots begin..end-1 that has this content, or -1.
    int slot_of(const SlotLine& line, int begin, int end, const Quads& content) const {
        std::uint32_t matches = line.tagged(static_cast<std::uint8_t>(content[0]), end) >> begin << begin;
        for (; matches != 0; matches &= matches - 1) {
            const int slot = std::countr_zero(matches);
            std::uint64_t other = 0;
            for (std::size_t q = 0; q < quads && masks_[q] != 0; ++q)
                other |= line.bits(place_of(slot) + 64 * static_cast<int>(q), masks_[q]) ^ body(content, q);
            if (other == 0) return slot;
        }
        return -1;
    }

    void write(SlotLine& line, int slot, const Quads& content, std::uint32_t level) {
        const int at = place_of(slot);
        line.set_tag(slot, static_cast<std::uint8_t>(content[0]));
        if (quads == 1 && shape_.bits <= 64)
            return line.set_bits(at, body(content, 0) | std::uint64_t{level} << (shape_.content - SlotLine::tag_bits));
        for (std::size_t q = 0; q < quads && masks_[q] != 0; ++q) line.set_bits(at + 64 * static_cast<int>(q), body(content, q));
        line.set_bits(at + shape_.content - SlotLine::tag_bits, level);
    }

    std::uint32_t level(const SlotLine& line, int slot) const {
        return static_cast<std::uint32_t>(
            line.bits(place_of(slot) + shape_.content - SlotLine::tag_bits, (std::uint64_t{1} << shape_.level_bits) - 1));
    }

    String string(std::size_t at, int slot) const {
        const SlotLine& here = *line(at);
        Quads content{};
        std::uint64_t below = here.bits(SlotLine::tag_place(slot), tag_mask);
        for (std::size_t q = 0; q < quads; ++q) {
            const std::uint64_t bits = masks_[q] == 0 ? 0 : here.bits(place_of(slot) + 64 * static_cast<int>(q), masks_[q]);
            content[q] = below | bits << SlotLine::tag_bits;
            below = bits >> (64 - SlotLine::tag_bits);
        }
        const std::size_t way = content[0] >> SlotLine::tag_bits & (longest_way - 1);
        const std::uint64_t head = content[0] & ((std::uint64_t{1} << shape_.head) - 1),
                            rest = (head >> SlotShape::way_bits & ~tag_mask) | (head & tag_mask);
        const std::size_t gone = way * stride_of(rest);  // less than the fewest lines
        String string;
        string.mixed = quotient_.mixed({at >= gone ? at - gone : at + lines() - gone, rest});
        for (std::size_t q = 0; q < quads; ++q)
            string.stored[q] = content[q] >> shape_.head | (q + 1 < quads ? content[q + 1] << (64 - shape_.head) : 0);
        return string;
    }

    MemoryMap* memory_;
    Quotient quotient_;
    SlotShape shape_;
    Quads masks_{};  // of content behind its tag
};

}  // namespace tandem::checker
