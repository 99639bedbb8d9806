// The states of a compact search in a checkpoint: the keys of the level that is expanded next, then those of the levels before
// with their numbers, then the keys where something is violated.
//
// Nobody knows who has written it (refused_checkpoint.hpp). So each state must be of known components and stand there once, and
// each level must have as many as its size says.
#pragma once

#include "checker/engine.hpp"

namespace tandem::checker {

template <class Store>
void Search::Engine<Store>::save_compact(CheckpointWriter& out) const {
    const bool none_left = shared_.levels.back() == shared_.level_end;
    if (!none_left) out.write(store_.frontier_keys());
    store_.for_each(0, current_level(), 1, [&](const Key& key, std::uint32_t level) {
        out.put(key);
        out.put(level);
        return true;
    });
    const LevelEnd& last = shared_.last_level;
    const auto put_key = [&](const Violation& violation) { out.put(store_.known_key(violation.position).value()); };
    std::for_each_n(shared_.violations.begin(), last.violations, put_key);
    if (last.text_error) put_key(*shared_.text_error);
}

template <class Store>
void Search::Engine<Store>::restore_compact(CheckpointReader& in, const std::vector<std::uint64_t>& level_sizes) {
    const std::uint32_t now = current_level();
    std::vector<std::uint64_t> missing = level_sizes;  // of each level, how many are still to come
    missing.resize(now + 1);
    const auto add = [&](const Key& key, std::uint32_t level) {
        require_of_checkpoint(level < missing.size() && missing[level] > 0 && store_.covers(key));
        require_known(key);
        require_of_checkpoint(store_.add_known(key, level, shared_.options.threads));
        --missing[level];
    };
    for (Position p = shared_.levels.back(); p < shared_.level_end; ++p)
        if (!store_.is_hole(p)) add(store_.key(p), now);
    std::uint64_t before = 0, all = 0;
    for (std::uint32_t level = 0; level < now; ++level) before += missing[level];
    for (const std::uint64_t size : level_sizes) {
        require_of_checkpoint(size <= shared_.last_level.states - all);  // so no sum wraps
        all += size;
    }
    require_of_checkpoint(missing[now] == 0 && all == shared_.last_level.states);
    for (; before > 0; --before) {
        const Key key = in.get<Key>();
        add(key, in.get<std::uint32_t>());
    }
    const auto get_key = [&](const Violation& violation) {
        const Key key = in.get<Key>();
        require_of_checkpoint(store_.has(key));
        store_.remember(violation.position, key);
    };
    for (const Violation& violation : shared_.violations) get_key(violation);
    if (shared_.text_error) get_key(*shared_.text_error);
}

}  // namespace tandem::checker
