// The engine of the search, one instance for each key size, and the driver that grows and repacks it.
#include "checker/search.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace tandem::checker {

namespace {

using Clock = std::chrono::steady_clock;

/// Runs work(0..threads-1) at once, and returns when all have returned.
template <class Work>
void in_parallel(int threads, Work&& work) {
    std::vector<std::jthread> helpers;
    for (int t = 1; t < threads; ++t) helpers.emplace_back([&work, t] { work(t); });
    work(0);
}

enum Pause : unsigned { none = 0, must_grow = 1, must_relayout = 2, no_memory = 4, no_time = 8, interrupted = 16, failed = 32 };

constexpr std::size_t batch = 64;

}  // namespace

/// What all threads share, whatever the key size.
struct Search::Shared {
    explicit Shared(const Network& network, const SearchOptions& options) : options(options) {
        for (const int p : options.properties) {
            const auto& property = network.properties().at(static_cast<std::size_t>(p));
            if (property.kind == model::PropertyKind::invariant) invariants.push_back({p, property.number});
            if (property.kind == model::PropertyKind::step) steps.push_back({p, property.number});
            if (property.kind == model::PropertyKind::no_deadlock) deadlock = p;
        }
        for (const auto& [p, bit] : steps) step_mask |= 1u << bit;
        for (std::size_t i = 0; i < network.properties().size(); ++i) refuted.push_back(std::make_unique<std::atomic<bool>>(false));
    }

    void record(const Violation& violation) {
        std::lock_guard lock(mutex);
        if (refuted[static_cast<std::size_t>(violation.property)]->exchange(true)) return;
        violations.push_back(violation);
    }
    bool open(int property) const { return !refuted[static_cast<std::size_t>(property)]->load(std::memory_order_relaxed); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

    const SearchOptions& options;
    Clock::time_point start = Clock::now();
    std::vector<std::pair<int, int>> invariants, steps;  // property and its number
    std::uint32_t step_mask = 0;
    int deadlock = -1;

    std::vector<Position> levels{0};
    std::atomic<Position> next{0};
    Position level_end = 0;
    std::atomic<unsigned> pause{none};
    Clock::time_point last_tick{};
    std::mutex mutex;
    std::vector<Violation> violations;
    std::vector<std::unique_ptr<std::atomic<bool>>> refuted;  // by property
    std::exception_ptr error;
    std::size_t most_bytes = 0;
};

/// One thread's counts. They are padded because each thread writes its own all the time.
struct alignas(64) Counts {
    std::uint64_t states = 0, full_states = 0, transitions = 0, outcomes = 0;
};

template <int W>
class Search::Engine final : public FoundStates {
public:
    using Store = StateStore<W>;
    using Key = typename Store::Key;

    Engine(Search& search, const Layout& layout, std::size_t limit)
        : search_(search), shared_(*search.shared_), components_(search.components_), layout_(layout), store_(limit) {
        workers_.resize(static_cast<std::size_t>(shared_.options.threads));
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
        Worker& w = workers_[static_cast<std::size_t>(thread)];
        try {
            if (!flush(w)) return;
            const Position level = shared_.level_end - shared_.levels.back();
            const Position chunk = std::clamp<Position>(level / static_cast<Position>(8 * workers_.size()), 1, 512);
            for (;;) {
                if (w.at == w.end) {
                    if (thread == 0) tick();
                    w.at = std::min(shared_.next.fetch_add(chunk, std::memory_order_relaxed), shared_.level_end);
                    w.end = std::min(w.at + chunk, shared_.level_end);
                    if (w.at == w.end) break;
                }
                for (; w.at < w.end; ++w.at) {
                    if (shared_.pause.load(std::memory_order_relaxed) != none) return;
                    if (!store_.is_hole(w.at) && !expand(w, w.at)) {
                        shared_.pause |= must_relayout;
                        return;
                    }
                    if (w.pending.size() >= batch && !flush(w)) {
                        ++w.at;
                        return;
                    }
                }
            }
            flush(w);
        } catch (...) {
            std::lock_guard lock(shared_.mutex);
            shared_.error = std::current_exception();
            shared_.pause |= failed;
        }
    }

    void start() {
        Worker& w = workers_[0];
        for (int i = 0; i < search_.network_.initial_states(); ++i) {
            Parts parts = components_.initial(i);
            add(w, parts);
        }
        if (!flush(w)) throw std::length_error("the memory limit is too small for the initial states");
    }

    void finish_level() {
        for (Worker& w : workers_) store_.finish_level(w.writer);
    }

    void grow() {
        store_.begin_growth();
        in_parallel(shared_.options.threads, [&](int t) { store_.rebuild_part(t, shared_.options.threads); });
    }

    /// Takes over all states of `old`, whose fields have become too narrow.
    template <int V>
    bool take_over(Engine<V>& old) {
        for (std::size_t t = 0; t < workers_.size(); ++t) {
            auto& from = old.workers_[t];
            old.store_.finish_level(from.writer);
            workers_[t].at = from.at;
            workers_[t].end = from.end;
            workers_[t].counts = from.counts;
            workers_[t].orbits = std::move(from.orbits);
            for (const auto& key : from.pending) workers_[t].pending.push_back(repacked(old.layout_, key));
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
        for (const Worker& w : workers_) {
            sum.states += w.counts.states;
            sum.full_states += w.counts.full_states;
            sum.transitions += w.counts.transitions;
            sum.outcomes |= w.counts.outcomes;
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

    struct Worker {
        Position at = 0, end = 0;  // of the chunk being expanded
        typename Store::Writer writer;
        std::vector<Key> pending;   // successors to insert
        std::vector<std::uint16_t> orbits;
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

    bool add(Worker& w, Parts& parts) {
        const int orbit = search_.symmetry_.canonicalise(parts);
        Key key;
        if (!layout_.pack(parts, key)) return false;
        w.pending.push_back(key);
        w.orbits.push_back(static_cast<std::uint16_t>(orbit));
        return true;
    }

    /// Judges a state and queues its successors; false, with nothing queued, if a number has outgrown its field.
    bool expand(Worker& w, Position position) {
        Parts parts;
        layout_.unpack(store_.key(position), parts);
        const int level = static_cast<int>(shared_.levels.size()) - 1;
        if (!shared_.invariants.empty()) {
            const model::RawState raw = components_.raw(parts, w.objects, w.messages);
            for (const auto& [property, number] : shared_.invariants)
                if (shared_.open(property) && !search_.network_.holds(number, raw)) shared_.record({property, level, position});
        }
        const std::size_t queued = w.pending.size();
        std::uint64_t transitions = 0, outcomes = 0;
        int index = 0;
        bool fits = true, progress = false;
        outcomes |= for_each_successor(components_, parts, [&](const Move& move, Parts& next) {
            ++transitions;
            outcomes |= move.step->outcomes;
            if (move.step->broken & shared_.step_mask)
                for (const auto& [property, bit] : shared_.steps)
                    if (move.step->broken >> bit & 1 && shared_.open(property)) shared_.record({property, level, position, index});
            ++index;
            progress = progress || !std::equal(parts.begin(), parts.begin() + layout_.slots, next.begin());
            fits = fits && add(w, next);
        });
        if (!fits) {
            w.pending.resize(queued);
            w.orbits.resize(queued);
            return false;
        }
        if (!progress && shared_.deadlock >= 0 && shared_.open(shared_.deadlock) && !quiescent(parts))
            shared_.record({shared_.deadlock, level, position});
        w.counts.transitions += transitions;
        w.counts.outcomes |= outcomes;
        return true;
    }

    bool quiescent(const Parts& parts) const {
        for (int n = 0; n < components_.nodes(); ++n)
            if (!components_.node(n, parts[static_cast<std::size_t>(n)]).idle) return false;
        for (int l = 0; l < components_.links(); ++l)
            if (!components_.link_entry(l, parts[static_cast<std::size_t>(components_.nodes() + l)]).empty) return false;
        return true;
    }

    /// Inserts what is pending; false if the store is full, with the rest still pending.
    bool flush(Worker& w) {
        std::size_t done = 0;
        bool ok = true;
        while (ok && done < w.pending.size()) {
            const std::size_t n = std::min(batch, w.pending.size() - done);
            const auto progress = store_.insert(w.writer, std::span(w.pending).subspan(done, n), w.visits);
            for (std::size_t i = 0; i < progress.done; ++i)
                if (w.visits[i].added) {
                    ++w.counts.states;
                    w.counts.full_states += w.orbits[done + i];
                }
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
    std::vector<Worker> workers_;
};

Search::Search(const Network& network, SearchOptions options)
    : network_(network), options_(std::move(options)),
      components_(network, std::any_of(options_.properties.begin(), options_.properties.end(),
                                       [&](int p) { return network.properties().at(static_cast<std::size_t>(p)).kind == model::PropertyKind::invariant; })),
      symmetry_(components_, options_.symmetry) {}

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
            result.level_sizes.push_back(engine.counts().states);
        }
        for (;;) {
            in_parallel(options_.threads, [&](int t) { engine.work(t); });
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
            if (!shared.violations.empty() && !options_.keep_going) result.ending = Ending::refuted;
            const bool last = engine.end() == shared.level_end;
            shared.levels.push_back(shared.level_end);
            if (last || result.ending == Ending::refuted) return std::nullopt;
            std::uint64_t before = 0;
            for (const auto size : result.level_sizes) before += size;
            result.level_sizes.push_back(engine.counts().states - before);
            shared.next = shared.level_end;
            shared.level_end = engine.end();
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
