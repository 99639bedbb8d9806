// One thread of the search: it takes chunks of the current level, expands their states, and inserts the successors.
//
// Between making a successor and inserting it, the next group's rows are looked up; meanwhile the successor's index line arrives.
// Where several processes search, successors that belong to another are sent there, and what has come from others is inserted as
// well (ranks/exchange.hpp).
#pragma once

#include <cstring>
#include <utility>

#include "checker/expander.hpp"
#include "checker/recent_keys.hpp"
#include "checker/search_shared.hpp"

namespace tandem::checker {

template <class Store>
class Search::Worker {
    static constexpr int W = Store::words;

public:
    using Key = typename Store::Key;

    Worker(Search& search, const Layout& layout, Store& store)
        : network_(search.network_),
          components_(search.components_),
          symmetry_(search.symmetry_),
          shared_(*search.shared_),
          layout_(layout),
          store_(store),
          expander_(search.components_, layout, search.symmetry_.earlier()),
          exchange_(search.shared_->exchange),
          to_others_(exchange_ ? static_cast<std::size_t>(exchange_->size()) : 0) {}

    /// Its part of the current level, until that is done or all must pause. Calls `tick()` now and then.
    template <class Tick>
    void work(Tick&& tick) {
        if (exchange_) return work_with_others(tick);
        for (;;) {
            if (at_ == end_) {
                tick();
                if (!take_chunk()) break;
            }
            if (!expand_chunk()) return;
        }
        insert_pending();
    }

    /// Inserts a state without a predecessor, if it belongs to this process; false if there is no room.
    bool insert(const Parts& parts) {
        Key key;
        layout_.pack(parts, key);
        const bool fits = queue(KeyBits<W>(key), 0);
        for (Bytes& records : to_others_) records.clear();  // who owns it has it, too
        return fits && insert_pending();
    }

    /// Of a store that tells only at a level's end what is new.
    void count_found(const Key& key) {
        const KeyBits<W> bits(key);
        const auto number = [&](std::size_t slot) { return bits.get(layout_.fields[slot]); };
        counts_.states += 1;
        counts_.full_states +=
            symmetry_.trivial() ? 1 : static_cast<std::uint64_t>(symmetry_.least_image(number, [](std::size_t, Number) {}).orbit);
    }

    void finish_level() {
        store_.finish_level(writer_);
        expanded_ = false;
    }

    /// Goes on where `old` stopped, with wider keys.
    template <class Old, class Repack>
    void take_over(Worker<Old>& old, Repack&& repack) {
        expanded_ = old.expanded_;
        old.send_to_others();
        batch_ = std::move(old.batch_);
        old.finish_level();
        at_ = old.at_;
        end_ = old.end_;
        counts_ = old.counts_;
        notes_ = std::move(old.notes_);
        for (const auto& pending : old.pending_) {
            const Key key = repack(pending.key);
            pending_.emplace_back(key, store_.hash_of(key));
        }
    }
    /// Goes on where the same keys had bits that the store had no room for. It hashes otherwise now, and of a state that must be
    /// expanded anew the successors have been met, but are not queued.
    void go_on_with_more_bits() {
        recent_ = {};
        for (Hashed& pending : pending_) pending.hash = store_.hash_of(pending.key);
    }

    const Counts& counts() const { return counts_; }
    /// Of a checkpoint: what earlier runs have counted.
    void restore_counts(const LevelEnd& before) {
        counts_.states += before.states;
        counts_.full_states += before.full_states;
        counts_.transitions += before.transitions;
        counts_.outcomes |= before.outcomes;
    }

private:
    template <class>
    friend class Search::Worker;
    using Hashed = typename Store::Hashed;

    /// Takes some of the level's states; false if there are none left.
    bool take_chunk() {
        const Position level = shared_.level_end - shared_.levels.back();
        const Position chunk = std::clamp<Position>(level / static_cast<Position>(8 * shared_.options.threads), 1, 512);
        at_ = std::min(shared_.next.fetch_add(chunk, std::memory_order_relaxed), shared_.part_end);
        end_ = std::min(at_ + chunk, shared_.part_end);
        return at_ != end_;
    }
    /// False if all must pause.
    bool expand_chunk() {
        while (at_ < end_)
            if (shared_.pause.load(std::memory_order_relaxed) != none || !expand_group()) return false;
        return true;
    }

    /// The same as `work` where other processes have parts of the level.
    template <class Tick>
    void work_with_others(Tick&& tick) {
        Ranks::Patience patience;
        while (!exchange_->level_has_ended()) {
            tick();
            if (shared_.pause.load(std::memory_order_relaxed) != none) return;
            if (batch_ || (batch_ = exchange_->take())) {
                if (!insert_batch()) return;
                patience.met();
            } else if (at_ < end_ || (!expanded_ && !exchange_->crowded() && take_chunk())) {
                if (!expand_chunk()) return;
                patience.met();
            } else if (!expanded_ && !exchange_->crowded()) {
                if (!insert_pending()) return;
                send_to_others();
                expanded_ = true;
                exchange_->expanded();
            } else {
                patience.wait();
            }
        }
    }

    /// Inserts what another process has sent; false if all must pause.
    bool insert_batch() {
        const auto slots = static_cast<std::size_t>(layout_.slots), words = static_cast<std::size_t>(batch_->layout.words),
                   record = exchange_->record_bytes(batch_->layout.words);
        std::array<std::uint64_t, (max_words + 1) / 2> theirs{};
        while (batch_->at < batch_->end) {
            if (pending_.size() >= 64 && !insert_pending()) return false;
            const std::byte* at = batch_->message.data() + batch_->at;
            std::memcpy(theirs.data(), at, words * sizeof(std::uint32_t));
            KeyBits<W> bits;
            bool fits = true;
            for (std::size_t s = 0; s < slots; ++s) {
                const FieldPlace place = batch_->layout.fields[s];
                fits &= bits.exchange(
                    layout_.fields[s], 0,
                    exchange_->own(batch_->from, s, static_cast<std::uint32_t>(theirs[place.quad] >> place.shift) & place.limit));
            }
            const Key key = bits.key();
            if (!fits || !covered(key)) {
                shared_.pause |= must_relayout;
                return false;
            }
            Note note{0, 1};
            std::memcpy(&note.asleep, at + words * sizeof(std::uint32_t), sizeof note.asleep);
            if (exchange_->orbits())
                std::memcpy(&note.orbit, at + words * sizeof(std::uint32_t) + sizeof note.asleep, sizeof note.orbit);
            const std::uint64_t hash = store_.hash_of(key);
            if (!recent_.met(key, hash)) {
                store_.prefetch(hash);
                pending_.emplace_back(key, hash);
                notes_.push_back(note);
            }
            batch_->at += record;
        }
        if (!insert_pending()) return false;
        batch_.reset();
        exchange_->inserted();
        return true;
    }

    void queue_for(int rank, const Key& key, const Note& note) {
        Bytes& records = to_others_[static_cast<std::size_t>(rank)];
        const std::size_t at = records.size();
        records.resize(at + exchange_->record_bytes(W));
        std::memcpy(records.data() + at, key.data(), sizeof key);
        std::memcpy(records.data() + at + sizeof key, &note.asleep, sizeof note.asleep);
        if (exchange_->orbits())
            std::memcpy(records.data() + at + sizeof key + sizeof note.asleep, &note.orbit, sizeof note.orbit);
        if (records.size() < most_of_a_batch) return;
        exchange_->send(rank, layout_, std::exchange(records, {}));
        records.reserve(most_of_a_batch + 64);
    }
    void send_to_others() {
        for (std::size_t r = 0; r < to_others_.size(); ++r)
            exchange_->send(static_cast<int>(r), layout_, std::exchange(to_others_[r], {}));
    }

    /// Judges some states and queues their successors, and moves on; false if all must pause.
    bool expand_group() {
        std::array<Key, Expander<W>::most> keys;
        std::array<Position, Expander<W>::most> positions;
        std::size_t n = 0;
        Position end = at_;
        for (; end < end_ && n < keys.size(); ++end)
            if (!store_.is_hole(end)) keys[n] = store_.key(end), positions[n++] = end;
        expander_.look_up(std::span(keys).first(n));
        if (!insert_pending()) return false;
        for (std::size_t i = 0; i < n; ++i)
            if (!expand(i, keys[i], positions[i])) {
                at_ = positions[i];
                shared_.pause |= must_relayout;
                return false;
            }
        at_ = end;
        return true;
    }

    /// The same for state `i` of the group; false if a number has outgrown its field, and then nothing of it is queued.
    bool expand(std::size_t i, const Key& key, Position position) {
        const int level = static_cast<int>(shared_.levels.size()) - 1;
        judge(key, level, position);
        const std::size_t queued = pending_.size();
        StepsTaken taken;
        bool fits = true;
        fits &= expander_.expand(i, asleep(position), taken,
                                 [&](const KeyBits<W>& next, Slots asleep) { fits &= queue(next, asleep); });
        if (!fits) {
            pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(queued), pending_.end());
            notes_.resize(queued);
            return false;
        }
        if (taken.broken & shared_.step_mask)
            for (const auto& [property, bit] : shared_.steps)
                if (taken.broken >> bit & 1 && shared_.open(property)) record({property, level, position, true});
        if (taken.error) [[unlikely]] record({no_property, level, position, true});
        if (!taken.progress && !taken.error && shared_.deadlock >= 0 && shared_.open(shared_.deadlock) && !quiescent(key))
            record({shared_.deadlock, level, position});
        counts_.transitions += taken.transitions;
        counts_.outcomes |= taken.outcomes;
        return true;
    }

    /// Queues a state to be inserted; false if a number has outgrown its field.
    bool queue(const KeyBits<W>& next, Slots asleep) {
        KeyBits<W> least = next;
        bool fits = true;
        const auto image =
            symmetry_.least_image([&](std::size_t slot) { return next.get(layout_.fields[slot]); },
                                  [&](std::size_t slot, Number number) { fits &= least.set(layout_.fields[slot], number); });
        const Key key = least.key();
        if (!fits || !covered(key)) return false;
        const std::uint64_t hash = store_.hash_of(key);
        if (recent_.met(key, hash)) return true;
        const Note note{symmetry_.moved(asleep, image), static_cast<std::uint32_t>(image.orbit)};
        if (exchange_) [[unlikely]] {
            const int owner = exchange_->owners().of([&](std::size_t slot) { return least.get(layout_.fields[slot]); });
            if (owner != exchange_->rank()) return queue_for(owner, key, note), true;
        }
        store_.prefetch(hash);
        pending_.emplace_back(key, hash);
        notes_.push_back(note);
        return true;
    }

    /// False if the store is full, with the rest still pending.
    bool insert_pending() {
        if (pending_.empty()) return true;
        const auto progress = insert_now();
        pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(progress.done));
        notes_.erase(notes_.begin(), notes_.begin() + static_cast<std::ptrdiff_t>(progress.done));
        if (progress.status == StoreStatus::ok) return true;
        shared_.pause |= progress.status == StoreStatus::must_grow ? must_grow : no_memory;
        return false;
    }

    /// Inserts what is pending as far as there is room, and counts what is new, if the store tells it.
    auto insert_now() -> typename Store::Progress {
        if constexpr (Store::delayed) {
            return store_.insert(writer_, pending_, [&](std::size_t i) { return notes_[i].asleep; });
        } else {
            if (visits_.size() < pending_.size()) visits_.resize(2 * pending_.size());
            const auto progress = store_.insert(writer_, pending_, visits_);
            std::uint64_t added = 0, members = 0;
            for (std::size_t i = 0; i < progress.done; ++i)
                if (visits_[i].added) {
                    ++added, members += notes_[i].orbit;
                    shared_.sleep_sets.put(visits_[i].position, notes_[i].asleep);
                }
            counts_.states += added;
            counts_.full_states += members;
            return progress;
        }
    }
    Slots asleep(Position position) const {
        if constexpr (Store::delayed) return store_.asleep(position);
        else return shared_.sleep_sets.asleep(position);
    }

    void judge(const Key& key, int level, Position position) {
        if (shared_.invariants.empty()) return;
        Parts parts;
        layout_.unpack(key, parts);
        const model::RawState raw = components_.raw(parts, objects_, messages_);
        for (const auto& [property, number] : shared_.invariants)
            if (shared_.open(property) && !network_.holds(number, raw)) record({property, level, position});
    }
    void record(const Violation& violation) {
        const bool first = shared_.record(violation);
        if constexpr (Store::compact)
            if (first) store_.remember(violation.position);
    }

    /// False if the key has bits that the store has no room for yet.
    bool covered(const Key& key) const {
        if constexpr (Store::compact) return store_.covers(key);
        else return true;
    }

    bool quiescent(const Key& key) const {
        Parts parts;
        layout_.unpack(key, parts);
        return components_.quiescent(parts);
    }

    const Network& network_;
    Components& components_;
    Symmetry& symmetry_;
    Shared& shared_;
    const Layout& layout_;
    Store& store_;
    Expander<W> expander_;
    RecentKeys<W> recent_;
    static constexpr std::size_t most_of_a_batch = std::size_t{32} << 10;
    Exchange* const exchange_;      // null if this process searches alone
    std::vector<Bytes> to_others_;  // by rank: records of states that belong to it
    std::unique_ptr<Batch> batch_;  // that is being inserted
    bool expanded_ = false;         // nothing of this level is left to be expanded
    Position at_ = 0, end_ = 0;     // of the chunk being expanded
    typename Store::Writer writer_;
    std::vector<Hashed> pending_;  // successors to insert
    std::vector<Note> notes_;      // on each of these
    std::vector<typename Store::Visit> visits_;
    Counts counts_;
    std::vector<const void*> objects_;
    std::vector<model::MessageInFlight> messages_;
};

}  // namespace tandem::checker
