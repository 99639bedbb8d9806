// The engine of the search for keys of W words: the store, the threads that work on it, and what they do together.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <boost/mp11/algorithm.hpp>
#include <stdexcept>
#include <type_traits>

#include "checker/any_engine.hpp"
#include "checker/compact_store.hpp"
#include "checker/disk/disk_store.hpp"
#include "checker/refused_checkpoint.hpp"
#include "checker/worker.hpp"

namespace tandem::checker {

/// Calls f(the number of words, as a constant).
template <class F>
void with_words(int words, F&& f) {
    boost::mp11::mp_with_index<max_words>(static_cast<std::size_t>(words - 1),
                                          [&](auto w) { f(std::integral_constant<int, w + 1>{}); });
}

template <class Store>
class Search::Engine final : public AnyEngine {
    static constexpr int W = Store::words;

public:
    using Key = typename Store::Key;

    Engine(Search& search, const Layout& layout, std::size_t limit)
        : search_(search), shared_(*search.shared_), layout_(layout), store_(made_store(search, limit)) {
        for (int t = 0; t < shared_.options.threads; ++t)
            workers_.push_back(std::make_unique<Worker<Store>>(search, layout_, store_));
        if constexpr (Store::compact)
            if (!use_known_numbers(1)) throw std::bad_alloc();
    }

    const std::vector<Position>& levels() const override { return shared_.levels; }
    bool state(Position position, Parts& parts) const override {
        if constexpr (Store::compact) {
            const auto key = store_.known_key(position);
            if (key) layout_.unpack(*key, parts);
            return key.has_value();
        } else {
            if (store_.is_hole(position)) return false;
            layout_.unpack(store_.key(position), parts);
            return true;
        }
    }
    Position find(const Parts& parts) const override {
        Key key;
        if constexpr (Store::compact) throw std::logic_error("a compact search keeps no positions");
        else return layout_.pack(parts, key) ? store_.find(key).value_or(no_position) : no_position;
    }
    bool has(const Parts& parts) const override {
        Key key;
        if constexpr (Store::delayed) return has_all(std::span(&parts, 1));
        else if constexpr (Store::compact) return layout_.pack(parts, key) && store_.has(key);
        else return find(parts) != no_position;
    }
    bool has_all(std::span<const Parts> all) const override {
        if constexpr (Store::delayed) {
            std::vector<StateString> strings;
            for (const Parts& parts : all) {
                if (!store_.set().form().fits(parts)) return false;
                strings.push_back(store_.set().form().string_of(parts));
            }
            return store_.set().has_all(strings);
        } else {
            return AnyEngine::has_all(all);
        }
    }
    bool any_state(int first, int last, Position stride, const std::function<bool(const Parts&)>& visit) const override {
        if constexpr (Store::delayed) {
            return store_.set().any(first, last, stride,
                                    [&](const StateString& string) { return visit(store_.parts_of(string)); });
        } else if constexpr (Store::compact) {
            Parts parts;
            return !store_.for_each(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), stride,
                                    [&](const Key& key, std::uint32_t) {
                                        layout_.unpack(key, parts);
                                        return !visit(parts);
                                    });
        } else {
            return AnyEngine::any_state(first, last, stride, visit);
        }
    }
    std::size_t bytes() const override { return store_.bytes(); }
    int words() const override { return W; }
    Position end() const override { return store_.end(); }

    void start() override {
        for (int i = 0; i < search_.network_.initial_states(); ++i) {
            Parts parts = search_.components_.initial(i);
            if (!workers_[0]->insert(parts)) throw std::length_error("the memory limit is too small for the initial states");
        }
    }

    void work() override {
        in_parallel(shared_.options.threads, [&](int t) {
            try {
                workers_[static_cast<std::size_t>(t)]->work([&] {
                    if (t == 0) tick();
                });
            } catch (...) {
                std::lock_guard lock(shared_.mutex);
                shared_.error = std::current_exception();
                shared_.pause |= failed;
            }
        });
    }

    void finish_level() override {
        if constexpr (Store::delayed)
            store_.end_level(
                [&](int thread, const Key& key) { workers_[static_cast<std::size_t>(thread)]->count_found(key); });
        for (const auto& worker : workers_) worker->finish_level();
    }

    void begin_level() override {
        if constexpr (Store::delayed) {
            store_.begin_level(shared_.next);
            store_.leave_room(all_bytes() - store_.bytes());
            shared_.part_end = store_.loaded_end();
        } else {
            shared_.part_end = shared_.level_end;
            shared_.sleep_sets.next_level(shared_.level_end);
            if constexpr (Store::compact)
                if (!store_.begin_level(shared_.level_end, shared_.options.threads)) shared_.pause |= no_memory;
        }
    }

    bool load_more() override {
        if constexpr (Store::delayed) {
            shared_.next = store_.loaded_end();
            const bool more = store_.load();
            shared_.part_end = store_.loaded_end();
            return more;
        } else {
            return false;
        }
    }

    std::uint64_t disk_bytes() const override {
        if constexpr (Store::delayed) return store_.set().disk_bytes();
        else return 0;
    }

    void grow() override { store_.grow(shared_.options.threads); }

    bool use_more_bits() override {
        if constexpr (Store::compact) {
            for (int s = 0; s < layout_.slots; ++s)
                if (search_.components_.count(s) > layout_.fields[static_cast<std::size_t>(s)].limit) return false;
            if (!use_known_numbers(shared_.options.threads)) shared_.pause |= no_memory;
            for (const auto& worker : workers_) worker->go_on_with_more_bits();
            return true;
        } else {
            return false;
        }
    }

    bool take_over(AnyEngine& old) override {
        bool fits = false;
        with_words(old.words(), [&](auto v) {
            if constexpr (v <= W)
                fits = take_over_keys(static_cast<Engine<typename Store::template Of<v>>&>(old));  // keys only grow
        });
        return fits;
    }

    Counts counts() const override {
        Counts sum;
        for (const auto& worker : workers_) {
            sum.states += worker->counts().states;
            sum.full_states += worker->counts().full_states;
            sum.transitions += worker->counts().transitions;
            sum.outcomes |= worker->counts().outcomes;
        }
        return sum;
    }
    Standing standing(unsigned pause) const override {
        const Counts sum = counts();
        const Exchange::Sent sent = shared_.exchange ? shared_.exchange->sent() : Exchange::Sent{};
        return {pause & limits,
                sum.states,
                sum.full_states,
                sum.transitions,
                sum.outcomes,
                sum.states - shared_.states_before,
                std::max(shared_.most_bytes, all_bytes()),
                sent.states,
                sent.messages,
                sum.states};
    }

    void note_level_end(bool complete) override {
        shared_.levels_noted = shared_.levels.size();
        const Counts sum = counts();
        shared_.last_level = {sum.states,   sum.full_states,           sum.transitions,
                              sum.outcomes, shared_.violations.size(), shared_.text_error.has_value(),
                              complete};
    }

    void save(CheckpointWriter& out, const std::vector<std::uint64_t>& level_sizes) const override {
        const LevelEnd& last = shared_.last_level;
        out.put(std::uint64_t{W});
        out.put(layout_);
        search_.components_.save(out);
        search_.symmetry_.save(out);
        out.put(last);
        out.put(shared_.seconds() + shared_.seconds_before);
        out.put(level_sizes);
        out.put(shared_.levels);
        out.put(
            std::vector(shared_.violations.begin(), shared_.violations.begin() + static_cast<std::ptrdiff_t>(last.violations)));
        if (last.text_error) out.put(*shared_.text_error);
        out.put(shared_.level_end);
        if constexpr (!Store::delayed) out.write(shared_.sleep_sets.current(shared_.levels.back(), shared_.level_end));
        if constexpr (Store::delayed) save_on_disk(out);
        else if constexpr (Store::compact) save_compact(out);
        else out.write(store_.key_bytes(shared_.level_end));
    }

    bool restore(CheckpointReader& in, std::vector<std::uint64_t>& level_sizes) override {
        LevelEnd& last = shared_.last_level = in.get<LevelEnd>();
        require_of_checkpoint(is_flag(last.text_error) && is_flag(last.complete));
        shared_.seconds_before = in.get<double>();
        require_of_checkpoint(std::isfinite(shared_.seconds_before) && shared_.seconds_before >= 0);
        level_sizes = in.get_vector<std::uint64_t>();
        shared_.levels = in.get_vector<Position>();
        const auto violations = in.get_vector<Violation>();
        std::optional<Violation> error;
        if (last.text_error) error = in.get<Violation>();
        shared_.level_end = in.get<Position>();
        const std::vector<Position>& levels = shared_.levels;
        require_of_checkpoint(!levels.empty() && levels[0] == 0 && std::is_sorted(levels.begin(), levels.end()) &&
                              levels.back() <= shared_.level_end && last.states <= shared_.level_end &&
                              last.violations == violations.size() && level_sizes.size() + last.complete == levels.size());
        const auto stands = [&](const Violation& v) {
            if (!is_flag(v.in_step) || v.level < 0 || v.rank != 0) return false;
            const auto level = static_cast<std::size_t>(v.level);
            return level < levels.size() && levels[level] <= v.position &&
                   v.position < (level + 1 < levels.size() ? levels[level + 1] : shared_.level_end);
        };
        const auto& properties = search_.network_.properties();
        for (const Violation& violation : violations) {
            require_of_checkpoint(stands(violation) && violation.property >= 0 &&
                                  static_cast<std::size_t>(violation.property) < properties.size());
            const auto kind = properties[static_cast<std::size_t>(violation.property)].kind;
            require_of_checkpoint(violation.in_step == (kind == model::PropertyKind::step));
            shared_.record(violation);
        }
        if (error) {
            require_of_checkpoint(stands(*error) && error->property == no_property);
            shared_.record(*error);
        }
        if ((shared_.level_end - shared_.levels.back()) * sizeof(Slots) > shared_.options.memory) return false;
        shared_.next = shared_.levels.back();
        shared_.states_before = shared_.last_level.states;
        workers_[0]->restore_counts(shared_.last_level);
        shared_.part_end = shared_.level_end;
        if constexpr (!Store::delayed) in.read(shared_.sleep_sets.restored(shared_.levels.back(), shared_.level_end));
        const auto read = [&](std::span<std::byte> bytes) { in.read(bytes); };
        const auto states = static_cast<Position>(shared_.last_level.states);
        if constexpr (Store::delayed) {
            restore_on_disk(in, level_sizes);
        } else if constexpr (Store::compact) {
            if (!store_.restore(shared_.levels.back(), shared_.level_end, states, current_level(), read, shared_.options.threads))
                return false;
            restore_compact(in, level_sizes);
        } else {
            if (!store_.restore(shared_.level_end, states, read, shared_.options.threads)) return false;
            require_known_states();
        }
        Parts parts;
        for (const Violation& violation : violations) require_of_checkpoint(state(violation.position, parts));
        require_of_checkpoint(!error || state(error->position, parts));
        return true;
    }

    void checkpoint_is_kept() override {
        if constexpr (Store::delayed) store_.set().keep();
    }

    Progress progress() const override {
        // other threads' counts may be a little old, and those of other ranks are the last level's end's
        const Counts sum = counts();
        Progress p;
        p.states = sum.states + shared_.of_others.states;
        p.transitions = sum.transitions + shared_.of_others.transitions;
        p.level = static_cast<int>(shared_.levels.size()) - 1;
        p.level_states = shared_.level_end - shared_.levels.back();
        p.level_done = std::min(shared_.next.load(std::memory_order_relaxed), shared_.part_end) - shared_.levels.back();
        if constexpr (Store::delayed) p.states += p.next_states = store_.expected();
        else p.next_states = store_.end() - shared_.level_end;
        if (shared_.exchange) {  // other ranks' parts of a level are much like this one's
            const double all = static_cast<double>(shared_.all.level_states),
                         part = all > 0 && p.level_states > 0 ? all / static_cast<double>(p.level_states) : 1;
            p.level_states = shared_.all.level_states;
            p.level_done = static_cast<std::uint64_t>(part * static_cast<double>(p.level_done));
            p.next_states = static_cast<std::uint64_t>(part * static_cast<double>(p.next_states));
        }
        p.bytes = all_bytes() + shared_.of_others.bytes;
        p.seconds = shared_.seconds();
        return p;
    }

private:
    /// Of a checkpoint: each state is of components that the tables have.
    void require_known_states() const {
        std::uint64_t states = 0;
        for (Position position = 0; position < store_.end(); ++position)
            if (!store_.is_hole(position)) require_known(store_.key(position)), ++states;
        require_of_checkpoint(states == shared_.last_level.states);
    }
    void require_known(const Key& key) const {
        Parts parts{};
        layout_.unpack(key, parts);
        for (int s = 0; s < layout_.slots; ++s)
            require_of_checkpoint(parts[static_cast<std::size_t>(s)] < search_.components_.count(s));
    }

    std::uint32_t current_level() const { return static_cast<std::uint32_t>(shared_.levels.size() - 1); }
    void save_compact(CheckpointWriter& out) const;
    void restore_compact(CheckpointReader& in, const std::vector<std::uint64_t>& level_sizes);
    void save_on_disk(CheckpointWriter& out) const;
    void restore_on_disk(CheckpointReader& in, const std::vector<std::uint64_t>& level_sizes);

    static Store made_store(Search& search, std::size_t limit) {
        if constexpr (Store::delayed) return Store(*search.folder_, limit, search.options_.threads);
        else return Store(limit);
    }
    /// Of a store that has room for such bits alone as numbers have: it has it for those that are known by now.
    bool use_known_numbers(int threads) {
        if constexpr (Store::delayed) {
            StateForm::Widths widths;
            for (int s = 0; s < layout_.slots; ++s) {
                const Number largest = search_.components_.count(s) - 1;
                widths.push_back(static_cast<std::uint8_t>(std::max<int>(1, std::bit_width(largest))));
            }
            return store_.use(layout_, widths);
        } else {
            return store_.use(used_bits<W>(layout_, search_.components_), threads);
        }
    }

    template <class>
    friend class Engine;

    template <class Old>
    bool take_over_keys(Engine<Old>& old) {
        const auto repacked = [&](const auto& key) {
            Parts parts;
            Key wider;
            old.layout_.unpack(key, parts);
            if (!layout_.pack(parts, wider)) throw std::logic_error("a wider layout has no room for an old state");
            return wider;
        };
        // on disk the old set goes on, and with it the hashes of what workers are about to put down
        if constexpr (Store::delayed)
            if (!store_.take_over(old.store_, repacked, shared_.options.threads)) return false;
        for (std::size_t t = 0; t < workers_.size(); ++t) workers_[t]->take_over(*old.workers_[t], repacked);
        if constexpr (Store::delayed) return true;
        else return store_.take_over(old.store_, repacked, shared_.options.threads);
    }

    std::size_t all_bytes() const {
        return store_.bytes() + shared_.sleep_sets.bytes() + search_.components_.bytes() + search_.symmetry_.bytes() +
               (shared_.exchange ? shared_.exchange->bytes() : 0);
    }

    /// Looks at the limits and reports progress, now and then.
    void tick() {
        if (Exchange* const exchange = shared_.exchange) {
            exchange->poll();
            if (exchange->given_up_elsewhere()) shared_.pause |= ended_elsewhere;
        }
        if (shared_.options.interrupt && shared_.options.interrupt->load(std::memory_order_relaxed)) shared_.pause |= interrupted;
        const auto now = Clock::now();
        if (now - shared_.last_tick < std::chrono::milliseconds(100)) return;
        shared_.last_tick = now;
        if (shared_.options.seconds > 0 && shared_.seconds() > shared_.options.seconds) shared_.pause |= no_time;
        const Progress p = progress();
        shared_.most_bytes = std::max(shared_.most_bytes, all_bytes());
        if (all_bytes() > shared_.options.memory) shared_.pause |= no_memory;
        if (shared_.options.progress) shared_.options.progress(p);
    }

    Search& search_;
    Shared& shared_;
    const Layout layout_;
    Store store_;
    std::vector<std::unique_ptr<Worker<Store>>> workers_;
};

}  // namespace tandem::checker

#include "checker/compact_checkpoint.hpp"
#include "checker/disk/disk_checkpoint.hpp"
