// The lines of a cache in the simulator: sets and ways, with the order in which lines were used.
//
// A text says `lines.find(a)`, `lines.place(a)`, `lines.drop(a)`. The machine chooses the victim, which leaves by an action of
// the protocol before the new line is placed. Lines with accesses under way cannot leave. If they fill a whole set, a line placed
// in it stays in a buffer of the MSHR file (`spilled`) until the machine can make room. An L1 instruction touches up to 32 blocks
// in one step, all possibly of one set, so ways cannot be reserved beforehand.
//
// Several blocks may share a way and its tag, as sectors (Liptay, "Structural aspects of the System/360 Model 85, II: the cache",
// IBM Systems Journal 1968). Each is a line of its own for the text. A way is given to other blocks when all of its have left.
//
// A set's number is an exclusive or of parts of the address, like the hashed index of GPGPU-Sim's GTX 480 ("H").
#pragma once

#include <algorithm>
#include <bit>

#include "perfsim/equal_words.hpp"
#include "perfsim/stores.hpp"

namespace tandem::perfsim {

template <class T>
class Cache {
public:
    static constexpr model::Sort sort = model::Sort::address;
    using Key = Block;

    /// All but `ways` are powers of two. `stride` consecutive blocks go to as many different caches (banks). `sectors` blocks,
    /// each `apart` from the next, share a way.
    void configure(int sets, int ways, int stride, int sectors = 1, int apart = 1) {
        sectors_ = static_cast<std::uint32_t>(sectors);
        sector_bits_ = std::countr_zero(sectors_);
        apart_bits_ = std::countr_zero(static_cast<unsigned>(apart));
        ways *= sectors;  // a place for each block
        ways_ = static_cast<std::uint32_t>(ways + words_compared - 1) / words_compared * words_compared;
        stride_bits_ = std::countr_zero(static_cast<unsigned>(stride));
        set_bits_ = std::countr_zero(static_cast<unsigned>(sets));
        last_set_ = static_cast<std::uint32_t>(sets - 1);
        tags_.assign(static_cast<std::size_t>(sets) * ways_, absent);
        for (std::uint32_t i = 0; i < tags_.size(); ++i)
            if (i % ways_ >= static_cast<std::size_t>(ways)) tags_[i] = no_line;
        used_.assign(tags_.size(), 0);
        lines_.assign(tags_.size(), T{});
    }

    // ---- for texts

    T* find(Key key) {
        const std::uint32_t way = way_of(key);
        if (way != no_way) return &lines_[way];
        return spilled_.empty() ? nullptr : find_spilled(key);
    }
    const T* find(Key key) const { return const_cast<Cache*>(this)->find(key); }
    T& place(Key key) {
        if (T* line = find(key)) return *line;
        const std::uint32_t way = vacant(key);
        if (way != no_way) return fill(way, key);
        ++spills;
        spilled_.push_back({key.number, T{}, absent});
        return spilled_.back().line;
    }
    void drop(Key key) {
        const std::uint32_t way = way_of(key);
        if (way != no_way) return vacate(way);
        std::erase_if(spilled_, [&](const Spilled& s) { return s.tag == key.number; });
    }
    void clear() {
        for (std::uint32_t i = 0; i < tags_.size(); ++i)
            if (is_line(i)) vacate(i);
        spilled_.clear();
    }
    template <class F>
    void each(F&& f) {
        if (focus != nullptr) {
            if (T* line = find(*focus)) f(*focus, *line);
            return;
        }
        for (std::uint32_t i = 0; i < tags_.size(); ++i)
            if (is_line(i)) f(Key(tags_[i]), lines_[i]);
        for (std::size_t i = spilled_.size(); i-- > 0;) f(Key(spilled_[i].tag), spilled_[i].line);  // f may drop it
    }
    template <class F>
    void each(F&& f) const {
        const_cast<Cache*>(this)->each([&](Key key, const T& line) { f(key, line); });
    }

    // ---- for the machine

    /// Whether a way is free for a new line for `key`.
    bool has_room(Key key) const { return vacant(key) != no_way; }
    /// The line was just used.
    void touch(Key key) {
        const std::uint32_t way = way_of(key);
        if (way != no_way) used_[way] = ++uses_;
    }
    /// Gives spilled lines the free ways, and the ways that `evict(block)` frees in their sets. `evict` is called for the lines
    /// of a set, the least recently used first, until it returns true.
    template <class F>
    void settle(F&& evict) {
        if (!spilled_.empty()) settle_spilled(evict);
    }
    /// The same if an evicted line leaves later. The spilled line waits for that way, and nothing else is evicted for it
    /// meanwhile.
    template <class F>
    void settle_later(F&& evict) {
        for (std::size_t i = 0; i < spilled_.size();) {
            const std::uint32_t first = set_of(Key(spilled_[i].tag)) * ways_;
            std::uint32_t way = vacant(Key(spilled_[i].tag));
            if (way == no_way) {
                const auto leaves = [&](Key victim) { return evict(victim) && (spilled_[i].leaving = victim.number, true); };
                // An evicted line that has stayed is evicted again.
                if (is_leaving(i)) leaves(Key(spilled_[i].leaving));
                else each_victim(first, leaves);
                way = vacant(Key(spilled_[i].tag));
            }
            if (way == no_way) {
                ++i;
                continue;
            }
            // The line that leaves for this one now leaves for another, which has none.
            for (std::size_t j = i + 1; j < spilled_.size() && is_leaving(i); ++j)
                if (set_of(Key(spilled_[j].tag)) * ways_ == first && !is_leaving(j))
                    std::swap(spilled_[i].leaving, spilled_[j].leaving);
            take_way(i, way);
        }
    }
    /// Whether every line has a way; the number of lines without one.
    bool settled() const { return spilled_.empty(); }
    int spilled() const { return static_cast<int>(spilled_.size()); }
    /// The line will be used soon, if there is one.
    void prefetch(Key key) {
        const std::uint32_t way = way_of(key);
        if (way == no_way) return;
        __builtin_prefetch(&lines_[way]);
        __builtin_prefetch(reinterpret_cast<const char*>(&lines_[way] + 1) - 1);
    }

    std::uint64_t spills = 0;  // lines that had to wait for a way
    mutable const Key* focus = nullptr;  // if set, `each` sees this block only: for monitors, which judge one block at a time

private:
    static constexpr std::uint32_t absent = 0xffffffff;
    static constexpr std::uint32_t no_line = 0xfffffffe;  // no way: fills up a rounded-up set
    static constexpr std::uint32_t no_way = 0xffffffff;
    struct Spilled {
        std::uint32_t tag;
        T line;
        std::uint32_t leaving = absent;  // the line that was evicted for it
    };
    struct Known {
        std::uint32_t tag = absent;
        std::uint32_t way = no_way;  // of that block
    };

    std::uint32_t set_of(Key key) const {
        const std::uint32_t block = sectors_ == 1 ? key.number >> stride_bits_ : tag_of(key.number);
        return (block ^ block >> set_bits_ ^ block >> 2 * set_bits_) & last_set_;
    }
    /// Handlers look up an instruction's blocks again and again. So the results for some blocks are remembered, including that
    /// they are absent.
    std::uint32_t way_of(Key key) {
        const Known& known = known_of(key.number);
        return known.tag == key.number ? known.way : look_up(key);
    }
    [[gnu::noinline]] std::uint32_t look_up(Key key) {
        const std::uint32_t way = way_with(key.number, set_of(key) * ways_);
        known_of(key.number) = {key.number, way};
        return way;
    }
    auto& known_of(std::uint32_t tag) { return known_[(tag >> stride_bits_) % known_.size()]; }
    /// The way with that tag in the set that starts at `first`.
    std::uint32_t way_with(std::uint32_t tag, std::uint32_t first) const {
        // The number of ways of most caches is compared without a branch.
        const std::uint32_t last = first + ways_;
        if (ways_ % 8 != 0) {
            if (const auto ways = equal_words<4>(&tags_[first], tag))
                return first + static_cast<std::uint32_t>(std::countr_zero(ways));
            first += 4;
        }
        for (; first < last; first += 8)
            if (const auto ways = equal_words<8>(&tags_[first], tag))
                return first + static_cast<std::uint32_t>(std::countr_zero(ways));
        return no_way;
    }
    /// A free place for a new line of the block.
    std::uint32_t vacant(Key key) const {
        const std::uint32_t first = set_of(key) * ways_;
        return sectors_ == 1 ? way_with(absent, first) : vacant_sector(key, first);
    }
    /// What the tag says of a block: its number without that of its sector.
    std::uint32_t tag_of(std::uint32_t block) const {
        const std::uint32_t below = block & ((std::uint32_t(1) << apart_bits_) - 1),
                            above = block >> (apart_bits_ + sector_bits_);
        return (above << apart_bits_ | below) >> stride_bits_;
    }
    /// Its place in the way that has its tag, or in an empty way.
    [[gnu::noinline]] std::uint32_t vacant_sector(Key key, std::uint32_t first) const {
        const std::uint32_t tag = tag_of(key.number), sector = key.number >> apart_bits_ & (sectors_ - 1);
        std::uint32_t free = no_way;
        for (std::uint32_t way = first; way + sectors_ <= first + ways_; way += sectors_) {
            if (tags_[way] == no_line) break;
            bool empty = true;
            for (std::uint32_t i = way; i < way + sectors_; ++i) {
                if (!is_line(i)) continue;
                if (tag_of(tags_[i]) == tag) return way + sector;
                empty = false;
            }
            if (empty && free == no_way) free = way + sector;
        }
        return free;
    }
    bool is_line(std::uint32_t i) const { return tags_[i] < no_line; }
    /// Calls f(block) for the lines of the set that starts at `first`, the least recently used first, until it returns true.
    template <class F>
    bool each_victim(std::uint32_t first, F&& f) {
        if (sectors_ > 1) [[unlikely]] return each_victim_way(first, f);
        for (std::uint64_t after = 0;;) {
            // Absent lines and those already tried wrap around to the latest times.
            std::uint64_t soonest = ~std::uint64_t(0) >> 1;
            std::uint32_t way = no_way;
            for (std::uint32_t i = first; i < first + ways_; ++i) {
                const std::uint64_t later = used_[i] - after - 1;
                way = later < soonest ? i : way;
                soonest = std::min(soonest, later);
            }
            if (way == no_way) return false;
            const Key key(tags_[way]);
            known_of(key.number) = {key.number, way};
            if (f(key)) return true;
            after += soonest + 1;
        }
    }
    /// The same for the lines of ways, the way that was used least recently first. The others of its way follow a line that is
    /// given up.
    template <class F>
    bool each_victim_way(std::uint32_t first, F&& f) {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> ways;  // by use
        for (std::uint32_t way = first; way + sectors_ <= first + ways_; way += sectors_) {
            const std::uint64_t used = *std::max_element(&used_[way], &used_[way] + sectors_);
            if (used > 0) ways.push_back({used, way});
        }
        std::sort(ways.begin(), ways.end());
        for (const auto& [used, way] : ways) {
            bool any = false;
            for (std::uint32_t i = way; i < way + sectors_; ++i)
                if (is_line(i) && f(Key(tags_[i]))) any = true;
            if (any) return true;
        }
        return false;
    }
    template <class F>
    void settle_spilled(F&& evict) {
        for (std::size_t i = 0; i < spilled_.size();) {
            const Key key(spilled_[i].tag);
            std::uint32_t way = vacant(key);
            if (way == no_way && each_victim(set_of(key) * ways_, evict)) way = vacant(key);
            if (way == no_way) {
                ++i;
                continue;
            }
            take_way(i, way);
        }
    }
    /// Gives this way to spilled line number i.
    void take_way(std::size_t i, std::uint32_t way) {
        fill(way, Key(spilled_[i].tag)) = std::move(spilled_[i].line);
        if (i + 1 < spilled_.size()) spilled_.erase(spilled_.begin() + static_cast<std::ptrdiff_t>(i));
        else spilled_.pop_back();
    }
    /// Whether the line that was evicted for spilled line number i is still there.
    bool is_leaving(std::size_t i) const {
        const Spilled& s = spilled_[i];
        return s.leaving != absent && way_with(s.leaving, set_of(Key(s.leaving)) * ways_) != no_way;
    }
    T* find_spilled(Key key) {
        for (Spilled& s : spilled_)
            if (s.tag == key.number) return &s.line;
        return nullptr;
    }
    T& fill(std::uint32_t i, Key key) {
        known_of(key.number) = {key.number, i};
        tags_[i] = key.number;
        used_[i] = ++uses_;
        return lines_[i];
    }
    void vacate(std::uint32_t i) {
        known_of(tags_[i]) = {tags_[i], no_way};
        tags_[i] = absent;
        used_[i] = 0;
        lines_[i] = T{};
    }

    std::uint32_t ways_ = 0;  // rounded up, so that tags are compared several at a time
    int stride_bits_ = 0, set_bits_ = 0, sector_bits_ = 0, apart_bits_ = 0;
    std::uint32_t sectors_ = 1;
    std::uint32_t last_set_ = 0;
    std::uint64_t uses_ = 0;
    std::array<Known, 32> known_;
    std::vector<std::uint32_t> tags_;  // by set, then way
    std::vector<std::uint64_t> used_;  // when it was used last; 0: absent
    std::vector<T> lines_;
    std::vector<Spilled> spilled_;
};

}  // namespace tandem::perfsim

namespace tandem::model {

template <class T>
struct CacheOf<perfsim::Timed, T> {
    using type = perfsim::Cache<T>;
};

}  // namespace tandem::model
