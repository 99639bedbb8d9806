// The states of a search on disk in a checkpoint: which files hold them, then the keys where something is violated.
#pragma once

#include "checker/engine.hpp"

namespace tandem::checker {

template <class Store>
void Search::Engine<Store>::save_on_disk(CheckpointWriter& out) const {
    store_.set().save(out);
    const LevelEnd& last = shared_.last_level;
    const auto put_key = [&](const Violation& violation) { out.put(store_.known_key(violation.position).value()); };
    std::for_each_n(shared_.violations.begin(), last.violations, put_key);
    if (last.text_error) put_key(*shared_.text_error);
}

template <class Store>
void Search::Engine<Store>::restore_on_disk(CheckpointReader& in, const std::vector<std::uint64_t>& level_sizes) {
    std::vector<std::uint32_t> counts;
    for (int s = 0; s < layout_.slots; ++s) counts.push_back(static_cast<std::uint32_t>(search_.components_.count(s)));
    std::vector<std::uint64_t> sizes = store_.set().restore(in, counts);
    while (!sizes.empty() && sizes.back() == 0) sizes.pop_back();
    require_of_checkpoint(sizes == level_sizes && store_.set().states() == shared_.level_end &&
                          store_.set().states() == shared_.last_level.states);
    store_.place_form();
    store_.begin_level(shared_.levels.back());
    shared_.part_end = store_.loaded_end();
    std::vector<Parts> violating;
    const auto get_key = [&](const Violation& violation) {
        const Key key = in.get<Key>();
        layout_.unpack(key, violating.emplace_back());
        store_.remember(violation.position, key);
    };
    for (const Violation& violation : shared_.violations) get_key(violation);
    if (shared_.text_error) get_key(*shared_.text_error);
    require_of_checkpoint(has_all(violating));
}

}  // namespace tandem::checker
