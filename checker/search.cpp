// The driver of the search: from level to level, and from layout to layout.
#include "checker/disk/store_folder.hpp"
#include "checker/engine.hpp"
#include "model/usage_error.hpp"

namespace tandem::checker {

namespace {

Renamed renamed(const Network& network, const SearchOptions& options) {
    if (!options.symmetry) return Renamed::nothing;
    if (!options.data_alone) return Renamed::all;
    const auto& channels = network.channels();
    return std::all_of(channels.begin(), channels.end(), [](const auto& c) { return c.ordered; }) ? Renamed::data
                                                                                                  : Renamed::nothing;
}

}  // namespace

Search::Search(const Network& network, SearchOptions options)
    : network_(network),
      options_(std::move(options)),
      components_(network, std::any_of(options_.properties.begin(), options_.properties.end(),
                                       [&](int p) {
                                           return network.properties().at(static_cast<std::size_t>(p)).kind ==
                                                  model::PropertyKind::invariant;
                                       })),
      symmetry_(components_, renamed(network, options_), options_.ranks != nullptr) {
    if (!symmetry_.trivial())
        components_.require_symmetric(symmetry_.group(), symmetry_.exchanges(), options_.data_alone);
}

Search::~Search() = default;

const FoundStates& Search::found() const { return *engine_; }

SearchResult Search::run() {
    if (Ranks* const ranks = options_.ranks) {
        const Slots chosen = ranks->rank() == 0 ? deciding_slots(components_, symmetry_, ranks->size()) : 0;
        exchange_ = std::make_unique<Exchange>(components_, *ranks, Owners(components_, ranks->size(), ranks->gather(chosen)[0]),
                                               !symmetry_.trivial(), options_.threads);
    }
    if (!options_.store.empty()) folder_ = std::make_unique<StoreFolder>(options_.store);
    shared_ = std::make_unique<Shared>(network_, options_, exchange_.get());
    try {
        std::optional<Layout> layout = options_.checkpoints.resume.empty() ? first_layout() : resume();
        while (layout) layout = search_with(*layout);
    } catch (const CheckpointFailed& failure) {  // states that are kept on disk could not be written, or read
        if (!engine_) throw model::UsageError(failure.what());
        result_.ending = Ending::no_checkpoint;
        result_.failure = failure.what();
    }
    finish();
    return std::move(result_);
}

/// A layout with room for the initial states.
Layout Search::first_layout() {
    for (int i = 0; i < network_.initial_states(); ++i) {
        Parts parts = components_.initial(i);
        symmetry_.canonicalise(parts);
    }
    return Layout::for_components(components_);
}

/// Searches with keys of this layout: from the beginning, or from where keys have become too short.
std::optional<Layout> Search::search_with(const Layout& layout) {
    auto engine = engine_for(layout);
    const bool first = !engine_;
    if (!first && !engine->take_over(*engine_)) return give_up(no_memory), std::nullopt;
    engine_ = std::move(engine);
    if (first && !start()) return std::nullopt;
    return expand_levels();
}

std::unique_ptr<Search::AnyEngine> Search::engine_for(const Layout& layout) {
    std::unique_ptr<AnyEngine> engine;
    with_words(layout.words, [&](auto w) {
        if (folder_) engine = std::make_unique<Engine<DiskStore<w>>>(*this, layout, options_.memory);
        else if (options_.compact) engine = std::make_unique<Engine<CompactStore<w>>>(*this, layout, options_.memory);
        else engine = std::make_unique<Engine<StateStore<w>>>(*this, layout, options_.memory);
    });
    return engine;
}

/// The initial states are the first level. False if the search must end with it.
bool Search::start() {
    engine_->start();
    engine_->finish_level();
    meet(none);
    begin_level();
    return level_has_ended(false);
}

/// Expands level after level until the search ends, or keys have become too short.
std::optional<Layout> Search::expand_levels() {
    for (;;) {
        engine_->work();
        components_.forget_old_tables();
        symmetry_.forget_old_tables();
        const unsigned pause = shared_->pause.exchange(none);
        if (pause & failed) std::rethrow_exception(shared_->error);
        if (pause & limits) return give_up(pause), std::nullopt;
        if (pause & must_grow) engine_->grow();
        if (pause & must_relayout && !engine_->use_more_bits()) return Layout::for_components(components_);
        if (pause == none && !engine_->load_more() && !end_level()) return std::nullopt;
    }
}

/// Of the next level: where it begins, and how many states it has.
void Search::begin_level() {
    Shared& shared = *shared_;
    result_.level_sizes.push_back(shared.all.level_states);
    shared.next = shared.level_end;
    shared.level_end = engine_->end();
    shared.states_before = engine_->counts().states;
    engine_->begin_level();
    if (exchange_) exchange_->start_level();
}

/// The level has been expanded: begins the next, or returns false if the search has ended.
bool Search::end_level() {
    Shared& shared = *shared_;
    engine_->finish_level();
    const Standing& all = meet(none);
    if (all.limits) return end_early(all.limits), false;
    const bool found = !shared.violations.empty() || shared.text_error;
    if (found && !options_.keep_going) result_.ending = Ending::refuted;
    const bool last = all.level_states == 0;
    shared.levels.push_back(shared.level_end);
    if (result_.ending == Ending::refuted) return false;
    if (!last) begin_level();
    return level_has_ended(last) && !last;
}

/// Notes what a level's end leaves, and writes a checkpoint if it is time to; false if the search must end because it cannot.
bool Search::level_has_ended(bool complete) {
    engine_->note_level_end(complete);
    return !checkpoint_is_due() || save_checkpoint();
}

/// Ends the search before its end, and that of all ranks.
void Search::give_up(unsigned reasons) {
    if (exchange_) exchange_->give_up();
    end_early(meet(reasons).limits);
}
void Search::end_early(unsigned reasons) {
    result_.ending = reasons & interrupted ? Ending::interrupted
                     : reasons & no_time   ? Ending::out_of_time
                                           : Ending::out_of_memory;
}

/// What has been found. What a limit has ended can go on from a checkpoint, with more.
void Search::finish() {
    const Ending ending = result_.ending;
    const bool limited = ending == Ending::out_of_memory || ending == Ending::out_of_time || ending == Ending::interrupted;
    if (limited && !options_.checkpoints.folder.empty()) save_checkpoint();
    if (ending == Ending::no_checkpoint && folder_ && shared_->levels_noted == shared_->levels.size()) save_what_is_left();
    const Standing& all = meet(none);
    result_.states = all.states;
    result_.full_states = all.full_states;
    result_.transitions = all.transitions;
    result_.outcomes = all.outcomes;
    result_.key_bytes = static_cast<std::size_t>(engine_->words()) * sizeof(std::uint32_t);
    result_.bytes = all.bytes;
    result_.disk_bytes = engine_->disk_bytes();
    result_.ranks = exchange_ ? exchange_->size() : 1;
    result_.states_sent = all.states_sent;
    result_.most_states = all.most_states;
    result_.bytes_sent = all.bytes_sent;
    result_.seconds = shared_->seconds() + shared_->seconds_before;
    result_.violations = shared_->violations;
    result_.text_error = shared_->text_error;
    if (options_.progress) options_.progress(engine_->progress());
}

}  // namespace tandem::checker
