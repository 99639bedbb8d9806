// One thread of the search: it takes chunks of the current level, expands their states, and inserts the successors.
//
// Between making a successor and inserting it, the next group's rows are looked up; meanwhile the successor's index line arrives.
#pragma once

#include "checker/expander.hpp"
#include "checker/recent_keys.hpp"
#include "checker/search_shared.hpp"

namespace tandem::checker {

/// What is kept on a successor until it is inserted.
struct Note {
    Slots asleep;
    std::uint32_t orbit;  // its size
};

template <int W>
class Search::Worker {
public:
    using Store = StateStore<W>;
    using Key = typename Store::Key;

    Worker(Search& search, const Layout& layout, Store& store)
        : network_(search.network_), components_(search.components_), symmetry_(search.symmetry_), shared_(*search.shared_),
          layout_(layout), store_(store), expander_(search.components_, layout, search.symmetry_.earlier()) {}

    /// Its part of the current level, until that is done or all must pause. Calls `tick()` now and then.
    template <class Tick>
    void work(Tick&& tick) {
        const Position level = shared_.level_end - shared_.levels.back();
        const Position chunk = std::clamp<Position>(level / static_cast<Position>(8 * shared_.options.threads), 1, 512);
        for (;;) {
            if (at_ == end_) {
                tick();
                at_ = std::min(shared_.next.fetch_add(chunk, std::memory_order_relaxed), shared_.level_end);
                end_ = std::min(at_ + chunk, shared_.level_end);
                if (at_ == end_) break;
            }
            while (at_ < end_)
                if (shared_.pause.load(std::memory_order_relaxed) != none || !expand_group()) return;
        }
        insert_pending();
    }

    /// Inserts a state without a predecessor; false if there is no room.
    bool insert(const Parts& parts) {
        Key key;
        layout_.pack(parts, key);
        return queue(KeyBits<W>(key), 0) && insert_pending();
    }

    void finish_level() { store_.finish_level(writer_); }

    /// Goes on where `old` stopped, with wider keys.
    template <int V, class Repack>
    void take_over(Worker<V>& old, Repack&& repack) {
        old.finish_level();
        at_ = old.at_;
        end_ = old.end_;
        counts_ = old.counts_;
        notes_ = std::move(old.notes_);
        for (const auto& pending : old.pending_) pending_.emplace_back(repack(pending.key));
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
    template <int> friend class Search::Worker;
    using Hashed = typename Store::Hashed;

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
        fits &= expander_.expand(i, shared_.sleep_sets.asleep(position), taken, [&](const KeyBits<W>& next, Slots asleep) { fits &= queue(next, asleep); });
        if (!fits) {
            pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(queued), pending_.end());
            notes_.resize(queued);
            return false;
        }
        if (taken.broken & shared_.step_mask)
            for (const auto& [property, bit] : shared_.steps)
                if (taken.broken >> bit & 1 && shared_.open(property)) shared_.record({property, level, position, true});
        if (taken.error) [[unlikely]] shared_.record_error({no_property, level, position, true});
        if (!taken.progress && !taken.error && shared_.deadlock >= 0 && shared_.open(shared_.deadlock) && !quiescent(key))
            shared_.record({shared_.deadlock, level, position});
        counts_.transitions += taken.transitions;
        counts_.outcomes |= taken.outcomes;
        return true;
    }

    /// Queues a state to be inserted; false if a number has outgrown its field.
    bool queue(const KeyBits<W>& next, Slots asleep) {
        KeyBits<W> least = next;
        bool fits = true;
        const auto image = symmetry_.least_image([&](std::size_t slot) { return next.get(layout_.fields[slot]); },
                                                 [&](std::size_t slot, Number number) { fits &= least.set(layout_.fields[slot], number); });
        if (!fits) return false;
        const Key key = least.key();
        const std::uint64_t hash = Store::hash_of(key);
        if (recent_.met(key, hash)) return true;
        store_.prefetch(hash);
        pending_.emplace_back(key, hash);
        notes_.push_back({symmetry_.moved(asleep, image), static_cast<std::uint32_t>(image.orbit)});
        return true;
    }

    /// False if the store is full, with the rest still pending.
    bool insert_pending() {
        if (pending_.empty()) return true;
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
        pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(progress.done));
        notes_.erase(notes_.begin(), notes_.begin() + static_cast<std::ptrdiff_t>(progress.done));
        if (progress.status == StoreStatus::ok) return true;
        shared_.pause |= progress.status == StoreStatus::must_grow ? must_grow : no_memory;
        return false;
    }

    void judge(const Key& key, int level, Position position) {
        if (shared_.invariants.empty()) return;
        Parts parts;
        layout_.unpack(key, parts);
        const model::RawState raw = components_.raw(parts, objects_, messages_);
        for (const auto& [property, number] : shared_.invariants)
            if (shared_.open(property) && !network_.holds(number, raw)) shared_.record({property, level, position});
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
    Position at_ = 0, end_ = 0;          // of the chunk being expanded
    typename Store::Writer writer_;
    std::vector<Hashed> pending_;        // successors to insert
    std::vector<Note> notes_;            // on each of these
    std::vector<typename Store::Visit> visits_;
    Counts counts_;
    std::vector<const void*> objects_;
    std::vector<model::MessageInFlight> messages_;
};

}  // namespace tandem::checker
