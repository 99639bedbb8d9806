// The driver of the search: from level to level, and from layout to layout.
#include "checker/engine.hpp"
#include "model/usage_error.hpp"

namespace tandem::checker {

Search::Search(const Network& network, SearchOptions options)
    : network_(network), options_(std::move(options)),
      components_(network, std::any_of(options_.properties.begin(), options_.properties.end(),
                                       [&](int p) { return network.properties().at(static_cast<std::size_t>(p)).kind == model::PropertyKind::invariant; })),
      symmetry_(components_, options_.symmetry) {
    if (!symmetry_.trivial()) components_.require_symmetric(symmetry_.group(), symmetry_.exchanges());
}

Search::~Search() = default;

SearchResult Search::run() {
    shared_ = std::make_unique<Shared>(network_, options_);
    Shared& shared = *shared_;
    const Checkpoints& checkpoints = options_.checkpoints;
    SearchResult result;

    // Writes a checkpoint of the last level's end; false if the search must end because it cannot.
    const auto save = [&]<int W>(const Engine<W>& engine) {
        const int level = static_cast<int>(shared.levels.size()) - 1;
        if (result.checkpoint == level) return true;
        std::string partial;
        try {
            partial = begin_checkpoint(checkpoints.folder, level, result.checkpoint);
            CheckpointWriter out(part_of_checkpoint(partial), checkpoints.facts);
            engine.save(out, result.level_sizes);
            out.finish();
            commit_checkpoint(partial);
        } catch (const CheckpointFailed& failure) {
            abandon_checkpoint(partial);
            result.ending = Ending::no_checkpoint;
            result.failure = failure.what();
            return false;
        }
        result.checkpoint = level;
        shared.last_checkpoint = Clock::now();
        return true;
    };
    const auto level_has_ended = [&]<int W>(Engine<W>& engine, bool complete) {
        engine.note_level_end(complete);
        const bool due = std::chrono::duration<double>(Clock::now() - shared.last_checkpoint).count() >= checkpoints.every;
        return checkpoints.folder.empty() || !due || save(engine);
    };

    // Runs the engine for keys of W words until the search ends, or returns the layout that it needs next.
    const auto drive = [&]<int W>(Engine<W>& engine, bool fresh) -> std::optional<Layout> {
        if (fresh) {
            engine.start();
            engine.finish_level();
            shared.level_end = engine.end();
            shared.sleep_sets.next_level(shared.level_end);
            result.level_sizes.push_back(engine.counts().states);
            if (!level_has_ended(engine, false)) return std::nullopt;
        }
        for (;;) {
            engine.work();
            components_.forget_old_tables();
            symmetry_.forget_old_tables();
            const unsigned pause = shared.pause.exchange(none);
            if (pause & failed) std::rethrow_exception(shared.error);
            if (pause & (no_memory | no_time | interrupted)) {
                result.ending = pause & interrupted ? Ending::interrupted : pause & no_time ? Ending::out_of_time : Ending::out_of_memory;
                return std::nullopt;
            }
            if (pause & must_grow) engine.grow();
            if (pause & must_relayout) return Layout::for_components(components_);
            if (pause) continue;
            engine.finish_level();
            if ((!shared.violations.empty() || shared.text_error) && !options_.keep_going) result.ending = Ending::refuted;
            const bool last = engine.end() == shared.level_end;
            shared.levels.push_back(shared.level_end);
            if (result.ending == Ending::refuted) return std::nullopt;
            if (!last) {
                std::uint64_t before = 0;
                for (const auto size : result.level_sizes) before += size;
                result.level_sizes.push_back(engine.counts().states - before);
                shared.next = shared.level_end;
                shared.level_end = engine.end();
                shared.sleep_sets.next_level(shared.level_end);
            }
            if (!level_has_ended(engine, last) || last) return std::nullopt;
        }
    };

    const auto finish = [&]<int W>(Engine<W>& engine) {
        // What a limit has ended can go on with more.
        const bool limited = result.ending == Ending::out_of_memory || result.ending == Ending::out_of_time || result.ending == Ending::interrupted;
        if (limited && !checkpoints.folder.empty()) save(engine);
        const Counts sum = engine.counts();
        result.states = sum.states;
        result.full_states = sum.full_states;
        result.transitions = sum.transitions;
        result.outcomes = sum.outcomes;
        result.key_bytes = W * sizeof(std::uint32_t);
        result.bytes = std::max(shared.most_bytes, engine.all_bytes());
        result.seconds = shared.seconds() + shared.seconds_before;
        result.violations = shared.violations;
        result.text_error = shared.text_error;
        if (options_.progress) options_.progress(engine.progress());
    };

    const auto with_words = [](int words, auto&& f) {
        boost::mp11::mp_with_index<max_words + 1>(static_cast<std::size_t>(words), [&](auto w) {
            if constexpr (w > 0) f(std::integral_constant<int, w>{});
        });
    };

    std::optional<Layout> layout;
    int words = 0;
    if (!checkpoints.resume.empty()) {
        CheckpointReader in(part_of_checkpoint(last_checkpoint(checkpoints.resume)), checkpoints.facts);
        words = static_cast<int>(in.get<std::uint64_t>());
        const auto its_layout = in.get<Layout>();
        components_.restore(in);
        symmetry_.restore(in);
        with_words(words, [&](auto w) {
            auto engine = std::make_unique<Engine<w>>(*this, its_layout, options_.memory);
            if (!engine->restore(in, result.level_sizes)) throw model::UsageError("the memory limit is too small for the " + std::to_string(shared.last_level.states) + " states of the checkpoint: a larger --memory is accepted");
            result.checkpoint = static_cast<int>(shared.levels.size()) - 1;
            found_ = std::move(engine);
            if (!shared.last_level.complete) layout = drive(static_cast<Engine<w>&>(*found_), false);
        });
    } else {
        for (int i = 0; i < network_.initial_states(); ++i) {
            Parts parts = components_.initial(i);
            symmetry_.canonicalise(parts);
        }
        layout = Layout::for_components(components_);
    }
    while (layout) {
        const Layout next = *layout;
        with_words(next.words, [&](auto w) {
            auto engine = std::make_unique<Engine<w>>(*this, next, options_.memory);
            bool fits = true;
            if (found_) 
                with_words(words, [&](auto v) {
                    if constexpr (v <= w) fits = engine->take_over(static_cast<Engine<v>&>(*found_));  // keys only grow
                });
            const bool fresh = !found_;
            if (fits) {
                words = w;
                found_ = std::move(engine);
                layout = drive(static_cast<Engine<w>&>(*found_), fresh);
            } else {
                result.ending = Ending::out_of_memory;
                layout.reset();
            }
        });
    }
    with_words(words, [&](auto w) { finish(static_cast<Engine<w>&>(*found_)); });
    return result;
}

}  // namespace tandem::checker
