// How a compact store grows: its table is filled anew from the old one.
//
// A table of more lines with the same mixing keeps the order of strings. So old and new are gone through from the front, and what
// has been read is given back: both together take little more than the new one alone. Bits that came into use since are
// stored as they are. While states are few, and once such bits are too many for a slot, all bits are mixed anew. Then strings
// go anywhere, and both tables are in memory at once. A string may find no room on its way. Then the table grows again, or if
// memory is used up the string is kept beside it, and no more states are taken.
#pragma once

#include "checker/compact_store.hpp"

namespace tandem::checker {

/// About a quarter more lines than now, or an eighth if there is no memory for that; a small table doubles.
template <int W>
TableSize CompactStore<W>::next_size() const {
    const TableSize size = table_->quotient().size();
    if (table_->bytes() < few_bytes && fits(size.twice(), mixed_bits_)) return size.twice();
    return fits(size.more(), mixed_bits_) ? size.more() : size.little_more();
}

/// A size, `least` or more, at which so many states leave some room; one that does not fit if mixed bits allow none.
template <int W>
TableSize CompactStore<W>::size_for(std::size_t states, const Bits& bits, TableSize least) const {
    const int mixed_bits = std::max(least_mixed_bits, bits.mixed_bits());
    TableSize size = least;
    const auto suffices = [&] {
        return shape_for(size, bits, mixed_bits).capacity(size.lines()) >= states + states / 16 + 1000;
    };
    while (size.line_bits <= Quotient::most_line_bits(mixed_bits) && !suffices()) size = size.more();
    return size;
}

template <int W>
SlotShape CompactStore<W>::shape_for(TableSize size, const Bits& bits, int mixed_bits) const {
    // Levels may become four times as many before the slots of a small table must be wider. A large one has no bit to spare: it
    // is filled anew whenever their number doubles, which is seldom.
    const int spare = size.lines() * sizeof(SlotLine) < spare_bytes ? 2 : 0;
    return {Quotient(mixed_bits, size).rest_bits(), bits.stored_bits(), static_cast<int>(std::bit_width(level_)) + spare};
}

template <int W>
auto CompactStore<W>::start_table(TableSize size, const Bits& bits, int mixed_bits) -> Table {
    return Table(tables_[1 - used_table_], Quotient(mixed_bits, size), shape_for(size, bits, mixed_bits));
}

/// Puts all of `old` into `table`, each string as convert(string) makes it, and gives the memory of `old` back. What finds no
/// room on its way is returned: seldom, where a line has many slots.
template <int W>
template <int V, class Convert>
auto CompactStore<W>::fill(Table& table, CompactStore<V>& old, Convert&& convert, bool in_order, int threads)
    -> std::vector<Stray> {
    std::vector<Stray> strays;
    std::mutex straying;
    const auto add = [&](const Stray& one) {
        if (table.add_new(one.string, one.level, threads == 1)) return;
        std::lock_guard lock(straying);
        strays.push_back(one);
    };
    MemoryMap& read = old.tables_[old.used_table_];
    in_parallel(threads, [&](int t) {
        constexpr std::size_t stride = (std::size_t{4} << 20) / sizeof(SlotLine), group = 32;
        std::array<Stray, group> some;
        std::size_t many = 0;
        const auto add_some = [&] { std::for_each_n(some.begin(), std::exchange(many, 0), add); };
        const std::size_t last = share<std::size_t>(0, old.table_->lines(), t + 1, threads);
        for (std::size_t begin = share<std::size_t>(0, old.table_->lines(), t, threads); begin < last;) {
            const std::size_t stop = begin + std::min(stride, last - begin);
            old.table_->for_each(begin, stop, [&](std::uint32_t level, auto&& string) {
                if (in_order) return add({convert(string()), level}), true;
                some[many] = {convert(string()), level};
                table.prefetch(some[many].string.mixed);
                if (++many == group) add_some();
                return true;
            });
            read.release(begin * sizeof(SlotLine), stop * sizeof(SlotLine));
            begin = stop;
        }
        add_some();
    });
    read.release_all();
    return strays;
}

/// From now on `table` is the one in use, and the store has the strays as well.
template <int W>
void CompactStore<W>::install(const Table& table, const std::vector<Stray>& strays, int threads) {
    table_ = table;
    used_table_ = 1 - used_table_;
    strays_.insert(strays_.end(), strays.begin(), strays.end());
    settle_strays(threads);
}

/// Puts them into the table, which grows for them as far as memory allows. The others stay beside it: the old table has been
/// given back, and what ends here for want of memory still has all its states to write down.
template <int W>
void CompactStore<W>::settle_strays(int threads) {
    for (; !strays_.empty(); strays_.pop_back()) {
        if (table_->add_new(strays_.back().string, strays_.back().level, true)) continue;
        const TableSize size = table_->quotient().size().more();
        if (size.lines() * sizeof(SlotLine) <= tables_[0].size() && fits(size, mixed_bits_)) grow_to(size, threads);
        return;
    }
}

template <int W>
void CompactStore<W>::grow_to(TableSize size, int threads) {
    Table table = start_table(size, bits_, mixed_bits_);
    const auto strays = fill(
        table, *this, [](const String& string) { return string; }, true, threads);
    install(table, strays, threads);
}

template <int W>
bool CompactStore<W>::begin_level(Position end, int threads) {
    begin_ = {begin_[1], end};
    current_ = 1 - current_;
    // Levels are largest long before the table is: their memory is free for it afterwards.
    frontiers_[1 - current_].release_all();
    ++level_;
    if (std::uint64_t{level_} >> table_->shape().level_bits == 0) return true;
    // wider slots may be fewer
    const TableSize size = size_for(states(), bits_, table_->quotient().size());
    if (!fits(size, mixed_bits_)) return false;
    grow_to(size, threads);
    return true;
}

template <int W>
bool CompactStore<W>::use(const Quads& used, int threads) {
    if (!strays_.empty()) return false;
    Bits bits = table_ ? bits_.with(used) : Bits(used);
    const bool too_many =
        !table_ || SlotShape(table_->quotient().rest_bits(), bits.stored_bits(), 1).content > Table::most_content;
    const bool anew = too_many || states() < few_states || bits.mixed_bits() < least_mixed_bits;
    if (anew) bits = bits.mixed_anew();
    const int mixed_bits = std::max(least_mixed_bits, bits.mixed_bits());
    const TableSize size = size_for(states(), bits, table_ ? table_->quotient().size() : TableSize{});
    if (!fits(size, mixed_bits, anew && table_ ? table_->bytes() : 0)) return false;
    Table table = start_table(size, bits, mixed_bits);
    const Mixing mixing(mixed_bits);
    std::vector<Stray> strays;
    if (table_)
        strays = fill(
            table, *this,
            [&](const String& string) {
                const KeyBits<W> key = key_of(string);
                if (!anew) return String{string.mixed, bits.stored(key)};
                return String{mixing.mix(bits.to_mix(key)) ^ bits.hash(key) >> (64 - mixed_bits), bits.stored(key)};
            },
            !anew, threads);
    bits_ = bits;
    mixed_bits_ = mixed_bits;
    mixing_ = mixing;
    install(table, strays, threads);
    return true;
}

template <int W>
template <int V, class Transform>
bool CompactStore<W>::take_over(CompactStore<V>& old, Transform&& transform, int threads) {
    assert(table_ && end() == 0);
    level_ = old.level_;
    const TableSize size = size_for(old.states(), bits_, {});
    if (!old.strays_.empty() || !fits(size, mixed_bits_, old.bytes())) return false;
    tables_[used_table_].release_all();
    Table table = start_table(size, bits_, mixed_bits_);
    const auto strays = fill(
        table, old, [&](const auto& string) { return string_of(KeyBits<W>(transform(old.key_of(string).key()))); }, false,
        threads);
    reserved_.store(old.end(), std::memory_order_relaxed);
    holes_.store(old.holes_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    begin_ = old.begin_;
    for (std::size_t level = 0; level < 2; ++level) {
        const Position many = (level == 0 ? begin_[1] : end()) - begin_[level];
        for (Position p = 0; p < many; ++p) {
            const auto& key = old.frontier(level)[p];
            frontier(level)[p] = key == CompactStore<V>::hole ? hole : transform(key);
        }
        old.frontiers_[(old.current_ + level) % 2].release_all();
    }
    for (const auto& [position, key] : old.remembered_) remembered_.emplace(position, transform(key));
    install(table, strays, threads);
    return true;
}

template <int W>
template <class Read>
bool CompactStore<W>::restore(Position begin, Position end, Position states, std::uint32_t level, Read&& read, int threads) {
    assert(table_ && this->end() == 0);
    reserved_.store(end, std::memory_order_relaxed);
    holes_.store(end - states, std::memory_order_relaxed);
    begin_ = {begin, end};
    level_ = level + 1;
    const TableSize size = size_for(states, bits_, table_->quotient().size());
    if (!fits(size, mixed_bits_) || std::size_t{end - begin} * sizeof(Key) > frontiers_[0].size()) return false;
    grow_to(size, threads);
    read(std::span(reinterpret_cast<std::byte*>(frontier(0)), std::size_t{end - begin} * sizeof(Key)));
    return true;
}

template <int W>
bool CompactStore<W>::add_known(const Key& key, std::uint32_t level, int threads) {
    const String string = string_of(KeyBits<W>(key));
    constexpr std::size_t most_strays = 4096;  // only states that were chosen for it are more
    if (strays_.size() == most_strays || is_stray(string)) return false;
    const auto adding = table_->add(string, level, [] { return true; });
    if (adding == Table::Adding::no_room) {
        strays_.push_back({string, level});
        settle_strays(threads);
    }
    return adding != Table::Adding::known;
}

}  // namespace tandem::checker
