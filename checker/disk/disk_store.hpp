// The store of a search on disk, for keys of W words (`check --store`).
//
// It has the calls of CompactStore, but it cannot tell whether a state is new before its level has ended. So states are counted
// then. The states that are expanded stand in memory, a part of their level at a time.
#pragma once

#include <atomic>
#include <map>
#include <mutex>

#include "checker/disk/disk_set.hpp"
#include "checker/in_parallel.hpp"
#include "checker/state_store.hpp"

namespace tandem::checker {

template <int W>
class DiskStore {
public:
    static constexpr bool compact = true;
    static constexpr bool delayed = true;
    static constexpr int words = W;
    template <int V>
    using Of = DiskStore<V>;
    using Key = std::array<std::uint32_t, W>;
    struct Hashed {
        Key key;
        std::uint64_t hash;  // the mixed bits of its string

        Hashed(const Key& key, std::uint64_t hash) : key(key), hash(hash) {}
    };
    using Visit = typename StateStore<W>::Visit;
    using Progress = typename StateStore<W>::Progress;

    /// What one thread puts down.
    class Writer {
        friend DiskStore;
        std::size_t lane_ = ~std::size_t{0};
    };

    /// Uses about half of `limit` bytes for what is put down and for what is expanded, or less. It has no room before `use`.
    DiskStore(StoreFolder& folder, std::size_t limit, int threads) : folder_(folder), limit_(limit), threads_(threads) {}

    /// Whether the key's numbers have no more bits than the last `use` said: else it must not be put down.
    bool covers(const Key& key) const { return form_.covers(KeyBits<W>(key)); }
    /// Numbers have so many bits from now on, by slot; others are stopped. False if strings have no room for them.
    bool use(const Layout& layout, const StateForm::Widths& widths) {
        if (!set_) set_ = std::make_unique<DiskSet>(folder_, limit_ / 5 * 2, threads_, widths);
        else if (!set_->widen(widths)) return false;
        layout_ = layout;
        form_ = FormOfKeys<W>(set_->form(), layout_);
        return true;
    }

    std::uint64_t hash_of(const Key& key) const { return form_.string_of(KeyBits<W>(key)).mixed; }
    void prefetch(std::uint64_t) const {}

    /// Puts down keys, with what asleep(i) says of the i-th.
    template <class Asleep>
    Progress insert(Writer& writer, std::span<const Hashed> keys, Asleep&& asleep) {
        if (writer.lane_ == ~std::size_t{0}) writer.lane_ = lanes_.fetch_add(1);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const StateString string{keys[i].hash, form_.more_of(KeyBits<W>(keys[i].key))};
            if (!set_->put(writer.lane_, string, asleep(i))) return {StoreStatus::must_grow, i};
        }
        return {StoreStatus::ok, keys.size()};
    }
    void finish_level(Writer&) {}
    void grow(int) { set_->flush(); }

    /// All that was put down is the next level, but for what is known: calls found(thread, key) for each of its states.
    template <class Found>
    void end_level(Found&& found) {
        const std::uint64_t most = no_position - block_states;
        set_->finish_level([&](int thread, const StateList& list) {
            for (std::size_t i = 0; i < list.size(); ++i) found(thread, form_.key_of(list[i]).key());
        });
        form_ = FormOfKeys<W>(set_->form(), layout_);
        if (set_->states() > most) throw CheckpointFailed("more than four billion states have no numbers here");
    }

    /// All else takes so many bytes: what is put down has the rest, but no more than its share, and no less than a little.
    void leave_room(std::size_t others) {
        const std::size_t taken = others + bytes() - set_->candidate_bytes() + limit_ / 10,
                          least = limit_ / 50, most = limit_ / 5 * 2;
        set_->limit_candidates(std::clamp(limit_ > taken ? limit_ - taken : 0, least, most));
    }
    /// What was found last is expanded next, from position `begin` on; its first part is loaded, and `load` gets the others, one
    /// after the other. False if there are none.
    void begin_level(Position begin) {
        loaded_begin_ = loaded_end_ = begin;
        next_block_ = 0;
        load();
    }
    bool load();
    Position loaded_end() const { return loaded_end_; }

    Position end() const { return static_cast<Position>(set_->states()); }
    Position expected() const { return static_cast<Position>(std::min<std::uint64_t>(set_->expected(), no_position - end())); }
    /// Of a position that is loaded.
    const Key& key(Position position) const { return keys_[position - loaded_begin_]; }
    Slots asleep(Position position) const { return asleep_[position - loaded_begin_]; }
    bool is_hole(Position) const { return false; }

    void remember(Position position) { remember(position, key(position)); }
    void remember(Position position, const Key& key) {
        std::lock_guard lock(remembering_);
        remembered_.emplace(position, key);
    }
    /// The key at a position that is loaded, or at one that is remembered.
    std::optional<Key> known_key(Position position) const {
        if (const auto found = remembered_.find(position); found != remembered_.end()) return found->second;
        if (position < loaded_begin_ || position >= loaded_end_) return std::nullopt;
        return key(position);
    }

    DiskSet& set() { return *set_; }
    const DiskSet& set() const { return *set_; }
    /// The numbers of components, of a string.
    Parts parts_of(const StateString& string) const { return set_->form().parts_of(string); }
    /// Strings may have another form than before.
    void place_form() { form_ = FormOfKeys<W>(set_->form(), layout_); }

    std::size_t bytes() const {
        return (set_ ? set_->bytes() : 0) + keys_.capacity() * sizeof(Key) + asleep_.capacity() * sizeof(Slots);
    }

    /// Takes over all of `old`, whose keys have another layout: `transform` makes a new key of an old one.
    template <int V, class Transform>
    bool take_over(DiskStore<V>& old, Transform&& transform, int) {
        const StateForm::Widths widths = set_->form().widths();
        set_ = std::move(old.set_);
        loaded_begin_ = old.loaded_begin_, loaded_end_ = old.loaded_end_, next_block_ = old.next_block_;
        asleep_ = std::move(old.asleep_);
        keys_.clear();
        for (const auto& key : old.keys_) keys_.push_back(transform(key));
        for (const auto& [position, key] : old.remembered_) remembered_.emplace(position, transform(key));
        return use(layout_, widths);
    }

private:
    template <int>
    friend class DiskStore;

    StoreFolder& folder_;
    const std::size_t limit_;
    const int threads_;
    Layout layout_;
    std::unique_ptr<DiskSet> set_;
    FormOfKeys<W> form_;
    std::atomic<std::size_t> lanes_ = 0;

    std::vector<Key> keys_;  // those that are loaded
    std::vector<Slots> asleep_;
    Position loaded_begin_ = 0, loaded_end_ = 0;
    std::size_t next_block_ = 0;  // of the level's run

    std::map<Position, Key> remembered_;
    std::mutex remembering_;
};

/// Loads the next part of the level that is expanded, as much as there is memory for.
template <int W>
bool DiskStore<W>::load() {
    const Run* const run = set_->frontier();
    if (!run || next_block_ == run->blocks.size()) return false;
    const std::size_t most = std::max(limit_ / 10 / (sizeof(Key) + sizeof(Slots)), block_states);
    std::size_t end = next_block_, states = 0;
    std::vector<std::size_t> at;  // where each block's states begin
    for (; end < run->blocks.size() && (at.empty() || states + run->blocks[end].states <= most); ++end) {
        at.push_back(states);
        states += static_cast<std::size_t>(run->blocks[end].states);
    }
    // what is loaded follows what was, and that all of the level's states before it
    const std::uint64_t before = next_block_ == 0 ? 0 : loaded_end_ - (set_->states() - run->states);
    keys_.resize(states);
    asleep_.resize(states);
    set_->read_asleep(before, asleep_);
    in_parallel(threads_, [&](int t) {
        RunReader reader;
        const std::size_t first = share<std::size_t>(next_block_, end, t, threads_),
                          last = share<std::size_t>(next_block_, end, t + 1, threads_);
        reader.read_blocks(*run, first, last, {set_->form().more_bits() > 0, false},
                           [&](std::size_t block, const StateList& list) {
                               Key* const to = keys_.data() + at[block - next_block_];
                               for (std::size_t i = 0; i < list.size(); ++i) to[i] = form_.key_of(list[i]).key();
                           });
    });
    next_block_ = end;
    loaded_begin_ = loaded_end_;
    loaded_end_ += static_cast<Position>(states);
    return true;
}

}  // namespace tandem::checker
