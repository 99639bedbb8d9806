// When the search writes checkpoints (checkpoint.hpp), and how it goes on from one.
#include <algorithm>
#include <cstdint>

#include "checker/any_engine.hpp"
#include "checker/refused_checkpoint.hpp"
#include "model/usage_error.hpp"

namespace tandem::checker {

namespace {

/// Whether each slot has a field of its own within the words.
bool is_sound(const Layout& layout, int slots) {
    if (layout.slots != slots || layout.words < 1 || layout.words > max_words) return false;
    std::array<std::uint64_t, (max_words + 1) / 2> taken{};
    if (layout.words % 2 == 1) taken[static_cast<std::size_t>(layout.words / 2)] = ~std::uint64_t{0} << 32;
    for (int s = 0; s < slots; ++s) {
        const FieldPlace& field = layout.fields[static_cast<std::size_t>(s)];
        const int width = std::bit_width(field.limit);
        if (!std::has_single_bit(std::uint64_t{field.limit} + 1) || width < 1 || field.quad >= (layout.words + 1) / 2 ||
            field.shift + width > 64)
            return false;
        const std::uint64_t bits = std::uint64_t{field.limit} << field.shift;
        if (taken[field.quad] & bits) return false;
        taken[field.quad] |= bits;
    }
    return true;
}

/// Whether the steps from some states of a checkpoint, which says that they were expanded, lead to states that it has: each
/// `stride`-th of those of levels first..last-1. `errs`: a handler may have done what it must not.
bool is_closed(Components& components, Symmetry& symmetry, const FoundStates& found, int first, int last, Position stride,
               bool errs) {
    std::vector<Parts> successors;
    const bool wrong = found.any_state(first, last, stride, [&](const Parts& parts) {
        bool allowed = true;
        for_each_successor(
            components, parts,
            [&](const Move&, Parts& next) {
                symmetry.canonicalise(next);
                successors.push_back(next);
            },
            [&](const Move&) { allowed = allowed && errs; });
        return !allowed;
    });
    return !wrong && found.has_all(successors);
}

}  // namespace

bool Search::checkpoint_is_due() const {
    const Checkpoints& checkpoints = options_.checkpoints;
    const std::chrono::duration<double> since = Clock::now() - shared_->last_checkpoint;
    if (checkpoints.folder.empty()) return false;
    // what is kept on disk should be found there, and what it is of
    if (folder_ && (result_.checkpoint < 0 || shared_->last_level.complete)) return true;
    return since.count() >= checkpoints.every;
}

/// Writes a checkpoint of the last level's end, unless there is one; false, with the ending, if it cannot.
bool Search::save_checkpoint() {
    const Checkpoints& checkpoints = options_.checkpoints;
    const int level = static_cast<int>(shared_->levels.size()) - 1;
    if (result_.checkpoint == level) return true;
    std::string partial;
    try {
        partial = begin_checkpoint(checkpoints.folder, level, result_.checkpoint);
        CheckpointWriter out(part_of_checkpoint(partial), checkpoints.facts);
        engine_->save(out, result_.level_sizes);
        out.finish();
        commit_checkpoint(partial);
        engine_->checkpoint_is_kept();
    } catch (const CheckpointFailed& failure) {
        abandon_checkpoint(partial);
        result_.ending = Ending::no_checkpoint;
        result_.failure = failure.what();
        return false;
    }
    result_.checkpoint = level;
    shared_->last_checkpoint = Clock::now();
    return true;
}

/// States could not be kept on disk: what the last level's end has left is, if it can be.
void Search::save_what_is_left() {
    const std::string why = result_.failure;
    save_checkpoint();
    result_.ending = Ending::no_checkpoint;
    result_.failure = why;
}

/// Goes on from a checkpoint, as far as its layout does.
std::optional<Layout> Search::resume() {
    const Checkpoints& checkpoints = options_.checkpoints;
    CheckpointReader in(part_of_checkpoint(last_checkpoint(checkpoints.resume)), checkpoints.facts, folder_ != nullptr);
    in.get<std::uint64_t>();  // words of a key, which the layout says as well
    const auto layout = in.get<Layout>();
    require_of_checkpoint(is_sound(layout, components_.slots()));
    components_.restore(in);
    for (int s = 0; s < layout.slots; ++s)
        require_of_checkpoint(components_.count(s) <= layout.fields[static_cast<std::size_t>(s)].limit);
    symmetry_.restore(in);
    auto engine = engine_for(layout);
    if (!engine->restore(in, result_.level_sizes))
        throw model::UsageError("the memory limit is too small for the " + std::to_string(shared_->last_level.states) +
                                " states of the checkpoint: a larger --memory is accepted");
    // That states were expanded is believed only as far as their steps agree. Some are asked, and most of the last level of a
    // search that is called complete: there a file that was cut short shows. This is no proof (docs/guide/check.md).
    constexpr Position asked = 4096, asked_of_last = 65536;
    const std::vector<Position>& levels = shared_->levels;
    const bool errs = shared_->text_error.has_value();
    const auto closed = [&](int first, int last, Position most) {
        const Position many = levels[static_cast<std::size_t>(last)] - levels[static_cast<std::size_t>(first)];
        require_of_checkpoint(is_closed(components_, symmetry_, *engine, first, last, many / most + 1, errs));
    };
    const int last = static_cast<int>(levels.size()) - 1;
    closed(0, last, asked);
    if (shared_->last_level.complete && last > 0) closed(last - 1, last, asked_of_last);
    result_.checkpoint = static_cast<int>(levels.size()) - 1;
    engine_ = std::move(engine);
    shared_->levels_noted = levels.size();
    if (folder_) {  // its files are whole, so nothing older is needed
        keep_only_checkpoint(checkpoints.folder, result_.checkpoint);
        engine_->checkpoint_is_kept();
    }
    return shared_->last_level.complete ? std::nullopt : expand_levels();
}

}  // namespace tandem::checker
