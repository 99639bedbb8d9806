// The driver of the search: from level to level, and from layout to layout.
#include "checker/engine.hpp"

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
    SearchResult result;

    // Runs the engine for keys of W words until the search ends, or returns the layout that it needs next.
    const auto drive = [&]<int W>(Engine<W>& engine, bool fresh) -> std::optional<Layout> {
        if (fresh) {
            engine.start();
            engine.finish_level();
            shared.level_end = engine.end();
            shared.sleep_sets.next_level(shared.level_end);
            result.level_sizes.push_back(engine.counts().states);
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
            if (last || result.ending == Ending::refuted) return std::nullopt;
            std::uint64_t before = 0;
            for (const auto size : result.level_sizes) before += size;
            result.level_sizes.push_back(engine.counts().states - before);
            shared.next = shared.level_end;
            shared.level_end = engine.end();
            shared.sleep_sets.next_level(shared.level_end);
        }
    };

    const auto finish = [&]<int W>(Engine<W>& engine) {
        const Counts sum = engine.counts();
        result.states = sum.states;
        result.full_states = sum.full_states;
        result.transitions = sum.transitions;
        result.outcomes = sum.outcomes;
        result.key_bytes = W * sizeof(std::uint32_t);
        result.bytes = std::max(shared.most_bytes, engine.all_bytes());
        result.seconds = shared.seconds();
        result.violations = shared.violations;
        result.text_error = shared.text_error;
        if (options_.progress) options_.progress(engine.progress());
    };

    const auto with_words = [](int words, auto&& f) {
        boost::mp11::mp_with_index<max_words + 1>(static_cast<std::size_t>(words), [&](auto w) {
            if constexpr (w > 0) f(std::integral_constant<int, w>{});
        });
    };

    for (int i = 0; i < network_.initial_states(); ++i) {
        Parts parts = components_.initial(i);
        symmetry_.canonicalise(parts);
    }
    std::optional<Layout> layout = Layout::for_components(components_);
    int words = 0;
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
