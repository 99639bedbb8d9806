// The driver of the search: from level to level, and from layout to layout.
#include "checker/engine.hpp"
#include "model/usage_error.hpp"

namespace tandem::checker {

Search::Search(const Network& network, SearchOptions options)
    : network_(network), options_(std::move(options)),
      components_(network, std::any_of(options_.properties.begin(), options_.properties.end(),
                                       [&](int p) { return network.properties().at(static_cast<std::size_t>(p)).kind == model::PropertyKind::invariant; })),
      symmetry_(components_, options_.symmetry, options_.ranks != nullptr) {
    if (!symmetry_.trivial()) components_.require_symmetric(symmetry_.group(), symmetry_.exchanges());
}

Search::~Search() = default;

SearchResult Search::run() {
    if (options_.ranks) exchange_ = std::make_unique<Exchange>(components_, *options_.ranks, !symmetry_.trivial(), options_.threads);
    shared_ = std::make_unique<Shared>(network_, options_, exchange_.get());
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

    // All ranks meet where a level has ended, or is given up, and know then how far they are together.
    const auto meet = [&]<int W>(const Engine<W>& engine, unsigned pause) -> const Standing& {
        const Standing mine = engine.standing(pause);
        shared.all = mine;
        if (exchange_) agree(mine);
        return shared.all;
    };
    const auto end_early = [&](unsigned reasons) {
        result.ending = reasons & interrupted ? Ending::interrupted : reasons & no_time ? Ending::out_of_time : Ending::out_of_memory;
    };
    const auto give_up = [&]<int W>(const Engine<W>& engine, unsigned reasons) {
        if (exchange_) exchange_->give_up();
        end_early(meet(engine, reasons).limits);
    };
    // Of the next level: where it begins, and how many states it has.
    const auto begin_level = [&]<int W>(Engine<W>& engine) {
        result.level_sizes.push_back(shared.all.level_states);
        shared.next = shared.level_end;
        shared.level_end = engine.end();
        shared.states_before = engine.counts().states;
        shared.sleep_sets.next_level(shared.level_end);
        if (exchange_) exchange_->start_level();
    };

    // Runs the engine for keys of W words until the search ends, or returns the layout that it needs next.
    const auto drive = [&]<int W>(Engine<W>& engine, bool fresh) -> std::optional<Layout> {
        if (fresh) {
            engine.start();
            engine.finish_level();
            meet(engine, none);
            begin_level(engine);
            if (!level_has_ended(engine, false)) return std::nullopt;
        }
        for (;;) {
            engine.work();
            components_.forget_old_tables();
            symmetry_.forget_old_tables();
            const unsigned pause = shared.pause.exchange(none);
            if (pause & failed) std::rethrow_exception(shared.error);
            if (pause & limits) return give_up(engine, pause), std::nullopt;
            if (pause & must_grow) engine.grow();
            if (pause & must_relayout) return Layout::for_components(components_);
            if (pause) continue;
            engine.finish_level();
            const Standing& all = meet(engine, none);
            if (all.limits) return end_early(all.limits), std::nullopt;
            if ((!shared.violations.empty() || shared.text_error) && !options_.keep_going) result.ending = Ending::refuted;
            const bool last = all.level_states == 0;
            shared.levels.push_back(shared.level_end);
            if (result.ending == Ending::refuted) return std::nullopt;
            if (!last) begin_level(engine);
            if (!level_has_ended(engine, last) || last) return std::nullopt;
        }
    };

    const auto finish = [&]<int W>(Engine<W>& engine) {
        // What a limit has ended can go on with more.
        const bool limited = result.ending == Ending::out_of_memory || result.ending == Ending::out_of_time || result.ending == Ending::interrupted;
        if (limited && !checkpoints.folder.empty()) save(engine);
        const Standing& all = meet(engine, none);
        result.states = all.states;
        result.full_states = all.full_states;
        result.transitions = all.transitions;
        result.outcomes = all.outcomes;
        result.key_bytes = W * sizeof(std::uint32_t);
        result.bytes = all.bytes;
        result.ranks = exchange_ ? exchange_->size() : 1;
        result.states_sent = all.states_sent;
        result.bytes_sent = all.bytes_sent;
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
                with_words(words, [&](auto v) { give_up(static_cast<Engine<v>&>(*found_), no_memory); });
                layout.reset();
            }
        });
    }
    with_words(words, [&](auto w) { finish(static_cast<Engine<w>&>(*found_)); });
    return result;
}

/// Tells the other ranks how far this one is, and learns the same of them: what all have found together is then the same for each.
void Search::agree(const Standing& mine) {
    Shared& shared = *shared_;
    Bytes said;
    put(said, mine);
    put(said, std::vector(shared.violations.begin() + static_cast<std::ptrdiff_t>(shared.agreed), shared.violations.end()));
    const bool error = shared.text_error && !shared.error_agreed;
    put(said, error);
    if (error) put(said, *shared.text_error);
    const auto all = options_.ranks->gather(std::move(said));

    shared.violations.resize(shared.agreed);
    if (error) shared.text_error.reset();
    shared.all = {}, shared.of_others = {};
    for (int r = 0; r < options_.ranks->size(); ++r) {
        BytesReader reader(all[static_cast<std::size_t>(r)]);
        const auto standing = reader.get<Standing>();
        shared.all += standing;
        if (r != options_.ranks->rank()) shared.of_others += standing;
        for (Violation violation : reader.get_vector<Violation>()) {
            violation.rank = r;
            if (std::any_of(shared.violations.begin(), shared.violations.end(), [&](const Violation& v) { return v.property == violation.property; })) continue;
            shared.refuted[static_cast<std::size_t>(violation.property)]->store(true);
            shared.violations.push_back(violation);
        }
        if (!reader.get<bool>()) continue;
        auto violation = reader.get<Violation>();
        violation.rank = r;
        if (!shared.text_error) shared.text_error = violation;
    }
    shared.agreed = shared.violations.size();
    shared.error_agreed = shared.text_error.has_value();
}

Parts Search::told(int rank, const Parts& parts) { return exchange_ ? exchange_->told(rank, parts) : parts; }

int Search::first_rank(bool mine) const {
    if (!exchange_) return mine ? 0 : -1;
    const auto all = options_.ranks->gather(mine);
    const auto first = std::find(all.begin(), all.end(), true);
    return first == all.end() ? -1 : static_cast<int>(first - all.begin());
}

int Search::rank() const { return exchange_ ? exchange_->rank() : 0; }

}  // namespace tandem::checker
