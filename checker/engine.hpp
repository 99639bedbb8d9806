// The engine of the search, for keys of W words: how threads expand states, and how the store grows.
#pragma once

#include <stdexcept>

#include "checker/expander.hpp"
#include "checker/recent_keys.hpp"
#include "checker/search_shared.hpp"

namespace tandem::checker {

template <int W>
class Search::Engine final : public FoundStates {
public:
    using Store = StateStore<W>;
    using Key = typename Store::Key;

    Engine(Search& search, const Layout& layout, std::size_t limit)
        : search_(search), shared_(*search.shared_), components_(search.components_), layout_(layout), store_(limit) {
        for (int t = 0; t < shared_.options.threads; ++t) workers_.push_back(std::make_unique<Worker>(components_, layout_));
    }

    const std::vector<Position>& levels() const override { return shared_.levels; }
    bool state(Position position, Parts& parts) const override {
        if (store_.is_hole(position)) return false;
        layout_.unpack(store_.key(position), parts);
        return true;
    }
    Position find(const Parts& parts) const override {
        Key key;
        return layout_.pack(parts, key) ? store_.find(key).value_or(no_position) : no_position;
    }
    std::size_t bytes() const override { return store_.bytes(); }
    Position end() const { return store_.end(); }

    /// One thread's part of the current level, until it is done or all must pause.
    void work(int thread) {
        Worker& w = *workers_[static_cast<std::size_t>(thread)];
        try {
            if (!flush(w, 1)) return;
            const Position level = shared_.level_end - shared_.levels.back();
            const Position chunk = std::clamp<Position>(level / static_cast<Position>(8 * workers_.size()), 1, 512);
            for (;;) {
                if (w.at == w.end) {
                    if (thread == 0) tick();
                    w.at = std::min(shared_.next.fetch_add(chunk, std::memory_order_relaxed), shared_.level_end);
                    w.end = std::min(w.at + chunk, shared_.level_end);
                    if (w.at == w.end) break;
                }
                while (w.at < w.end) {
                    if (shared_.pause.load(std::memory_order_relaxed) != none) return;
                    if (!expand_group(w)) {
                        shared_.pause |= must_relayout;
                        return;
                    }
                    if (!flush(w, batch)) return;
                }
            }
            flush(w, 1);
        } catch (...) {
            std::lock_guard lock(shared_.mutex);
            shared_.error = std::current_exception();
            shared_.pause |= failed;
        }
    }

    void start() {
        Worker& w = *workers_[0];
        for (int i = 0; i < search_.network_.initial_states(); ++i) {
            Parts parts = components_.initial(i);
            Key key;
            layout_.pack(parts, key);
            queue(w, KeyBits<W>(key));
        }
        if (!flush(w, 1)) throw std::length_error("the memory limit is too small for the initial states");
    }

    void finish_level() {
        for (const auto& w : workers_) store_.finish_level(w->writer);
    }

    void grow() {
        store_.begin_growth();
        in_parallel(shared_.options.threads, [&](int t) { store_.rebuild_part(t, shared_.options.threads); });
    }

    /// Takes over all states of `old`, whose fields have become too narrow.
    template <int V>
    bool take_over(Engine<V>& old) {
        for (std::size_t t = 0; t < workers_.size(); ++t) {
            auto& from = *old.workers_[t];
            Worker& to = *workers_[t];
            old.store_.finish_level(from.writer);
            to.at = from.at;
            to.end = from.end;
            to.counts = from.counts;
            to.orbits = std::move(from.orbits);
            for (const auto& key : from.pending) to.pending.push_back(repacked(old.layout_, key));
        }
        if (!store_.begin_relayout(old.store_)) return false;
        const int threads = shared_.options.threads;
        in_parallel(threads, [&](int t) {
            store_.relayout_part(old.store_, [&](const auto& key) { return repacked(old.layout_, key); }, t, threads);
        });
        in_parallel(threads, [&](int t) { store_.rebuild_part(t, threads); });
        return true;
    }

    Counts counts() const {
        Counts sum;
        for (const auto& w : workers_) {
            sum.states += w->counts.states;
            sum.full_states += w->counts.full_states;
            sum.transitions += w->counts.transitions;
            sum.outcomes |= w->counts.outcomes;
        }
        return sum;
    }

    Progress progress() const {
        const Counts sum = counts();  // other threads' counts may be a little old
        Progress p;
        p.states = sum.states;
        p.transitions = sum.transitions;
        p.level = static_cast<int>(shared_.levels.size()) - 1;
        p.level_states = shared_.level_end - shared_.levels.back();
        p.level_done = std::min(shared_.next.load(std::memory_order_relaxed), shared_.level_end) - shared_.levels.back();
        p.next_states = store_.end() - shared_.level_end;
        p.bytes = all_bytes();
        p.seconds = shared_.seconds();
        return p;
    }

    std::size_t all_bytes() const { return store_.bytes() + components_.bytes() + search_.symmetry_.bytes(); }

    /// Looks at the limits and reports progress, now and then.
    void tick() {
        if (shared_.options.interrupt && shared_.options.interrupt->load(std::memory_order_relaxed)) shared_.pause |= interrupted;
        const auto now = Clock::now();
        if (now - shared_.last_tick < std::chrono::milliseconds(100)) return;
        shared_.last_tick = now;
        if (shared_.options.seconds > 0 && shared_.seconds() > shared_.options.seconds) shared_.pause |= no_time;
        const Progress p = progress();
        shared_.most_bytes = std::max(shared_.most_bytes, p.bytes);
        if (p.bytes > shared_.options.memory) shared_.pause |= no_memory;
        if (shared_.options.progress) shared_.options.progress(p);
    }

private:
    template <int> friend class Engine;

    static constexpr std::size_t batch = 64;

    struct Worker {
        Worker(Components& components, const Layout& layout) : expander(components, layout) {}

        Position at = 0, end = 0;  // of the chunk being expanded
        typename Store::Writer writer;
        Expander<W> expander;
        RecentKeys<W> recent;
        std::vector<Key> pending;           // successors to insert
        std::vector<std::uint16_t> orbits;  // their sizes
        Counts counts;
        std::vector<const void*> objects;
        std::vector<model::MessageInFlight> messages;
        std::array<typename Store::Visit, batch> visits;
    };

    template <std::size_t V>
    Key repacked(const Layout& old, const std::array<std::uint32_t, V>& key) const {
        Parts parts;
        Key wider;
        old.unpack(key, parts);
        if (!layout_.pack(parts, wider)) throw std::logic_error("a wider layout has no room for an old state");
        return wider;
    }

    /// Queues a state to be inserted; false if a number has outgrown its field.
    bool queue(Worker& w, const KeyBits<W>& bits) {
        Key key = bits.key();
        if (w.recent.met(key)) return true;
        int orbit = 1;
        if (!search_.symmetry_.trivial()) {
            Parts parts;
            Key least;
            layout_.unpack(key, parts);
            orbit = search_.symmetry_.canonicalise(parts);
            if (!layout_.pack(parts, least)) return false;
            if (least != key && w.recent.met(key = least)) return true;
        }
        w.pending.push_back(key);
        w.orbits.push_back(static_cast<std::uint16_t>(orbit));
        return true;
    }

    /// Judges some states and queues their successors, and moves `w.at` behind them; false if a number has outgrown its field.
    bool expand_group(Worker& w) {
        std::array<Key, Expander<W>::most> keys;
        std::array<Position, Expander<W>::most> positions;
        std::size_t n = 0;
        Position end = w.at;
        for (; end < w.end && n < keys.size(); ++end)
            if (!store_.is_hole(end)) keys[n] = store_.key(end), positions[n++] = end;
        w.expander.look_up(std::span(keys).first(n));
        for (std::size_t i = 0; i < n; ++i)
            if (!expand(w, i, keys[i], positions[i])) {
                w.at = positions[i];
                return false;
            }
        w.at = end;
        return true;
    }

    /// The same for state `i` of the group; if false, nothing of it is queued.
    bool expand(Worker& w, std::size_t i, const Key& key, Position position) {
        const int level = static_cast<int>(shared_.levels.size()) - 1;
        judge(w, key, level, position);
        const KeyBits<W> parent(key);
        const std::size_t queued = w.pending.size();
        std::uint64_t outcomes = 0;
        int transitions = 0;
        bool fits = true, progress = false;
        fits &= w.expander.expand(i, outcomes, [&](const Step& step, const KeyBits<W>& next) {
            outcomes |= step.outcomes;
            if (step.broken & shared_.step_mask)
                for (const auto& [property, bit] : shared_.steps)
                    if (step.broken >> bit & 1 && shared_.open(property)) shared_.record({property, level, position, transitions});
            ++transitions;
            if (next == parent) return;  // it is in the store
            progress = true;
            fits = fits && queue(w, next);
        });
        if (!fits) {
            w.pending.resize(queued);
            w.orbits.resize(queued);
            return false;
        }
        if (!progress && shared_.deadlock >= 0 && shared_.open(shared_.deadlock) && !quiescent(key))
            shared_.record({shared_.deadlock, level, position});
        w.counts.transitions += static_cast<std::uint64_t>(transitions);
        w.counts.outcomes |= outcomes;
        return true;
    }

    void judge(Worker& w, const Key& key, int level, Position position) {
        if (shared_.invariants.empty()) return;
        Parts parts;
        layout_.unpack(key, parts);
        const model::RawState raw = components_.raw(parts, w.objects, w.messages);
        for (const auto& [property, number] : shared_.invariants)
            if (shared_.open(property) && !search_.network_.holds(number, raw)) shared_.record({property, level, position});
    }

    bool quiescent(const Key& key) const {
        Parts parts;
        layout_.unpack(key, parts);
        for (int n = 0; n < components_.nodes(); ++n)
            if (!components_.node(n, parts[static_cast<std::size_t>(n)]).idle) return false;
        for (int l = 0; l < components_.links(); ++l)
            if (!components_.link_entry(l, parts[static_cast<std::size_t>(components_.nodes() + l)]).empty) return false;
        return true;
    }

    /// Inserts what is pending until less than `least` is left; false if the store is full, with the rest still pending.
    bool flush(Worker& w, std::size_t least) {
        std::size_t done = 0;
        bool ok = true;
        while (ok && w.pending.size() - done >= least) {
            const std::size_t n = std::min(batch, w.pending.size() - done);
            const auto progress = store_.insert(w.writer, std::span(w.pending).subspan(done, n), w.visits);
            std::uint64_t added = 0, members = 0;
            for (std::size_t i = 0; i < progress.done; ++i)
                if (w.visits[i].added) ++added, members += w.orbits[done + i];
            w.counts.states += added;
            w.counts.full_states += members;
            done += progress.done;
            if (progress.status != StoreStatus::ok) {
                shared_.pause |= progress.status == StoreStatus::must_grow ? must_grow : no_memory;
                ok = false;
            }
        }
        w.pending.erase(w.pending.begin(), w.pending.begin() + static_cast<std::ptrdiff_t>(done));
        w.orbits.erase(w.orbits.begin(), w.orbits.begin() + static_cast<std::ptrdiff_t>(done));
        return ok;
    }

    Search& search_;
    Shared& shared_;
    Components& components_;
    Layout layout_;
    Store store_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace tandem::checker
