#include "checker/directed_search.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <vector>

#include "checker/novelty.hpp"
#include "model/hash.hpp"

namespace tandem::checker {

namespace {

using Clock = std::chrono::steady_clock;

bool judges_invariants(const Network& network, const std::vector<int>& properties) {
    return std::any_of(properties.begin(), properties.end(), [&](int p) {
        return network.properties().at(static_cast<std::size_t>(p)).kind == model::PropertyKind::invariant;
    });
}

constexpr int steps_of_a_run = 60;
constexpr std::uint64_t least_around_a_path = 500;  // states

}  // namespace

class DirectedSearch::States {
public:
    States(const Network& network, SearchOptions options)
        : network_(network),
          options_(std::move(options)),
          components_(network, judges_invariants(network, options_.properties)),
          symmetry_(components_, options_.symmetry ? Renamed::all : Renamed::nothing),
          novelty_(components_),
          slots_(static_cast<std::size_t>(components_.slots())),
          index_(std::size_t{1} << 12) {
        if (!symmetry_.trivial()) components_.require_symmetric(symmetry_.group(), symmetry_.exchanges());
        for (const int p : options_.properties) {
            const model::Property& property = network.properties().at(static_cast<std::size_t>(p));
            if (property.kind == model::PropertyKind::invariant) invariants_.push_back({p, property.number});
            if (property.kind == model::PropertyKind::step) steps_.push_back({p, property.number});
            if (property.kind == model::PropertyKind::no_deadlock) deadlock_ = p;
        }
    }

    SearchResult run();
    Trace trace(const Violation& violation);
    Symmetry& symmetry() { return symmetry_; }

private:
    // ---- the states that were found

    Parts parts_at(Position position) const {
        Parts parts;
        std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(position * slots_), slots_, parts.begin());
        return parts;
    }
    bool same(const Parts& a, const Parts& b) const {
        return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(slots_), b.begin());
    }
    std::uint64_t hash_of(const Parts& parts) const {
        std::uint64_t hash = 0;
        for (std::size_t s = 0; s < slots_; ++s) hash = model::hash_with(hash, parts[s]);
        return model::mixed(hash);
    }
    /// Where the state stands; false, with the place in the index where it belongs, if it has not been found yet.
    bool find(const Parts& parts, Position& position) const {
        const std::size_t mask = index_.size() - 1;
        std::size_t at = hash_of(parts) & mask;
        for (; index_[at] != 0; at = (at + 1) & mask)
            if (same(parts_at(index_[at] - 1), parts)) return position = index_[at] - 1, true;
        position = static_cast<Position>(at);
        return false;
    }
    void grow_index() {
        std::vector<Position> old(2 * index_.size());
        old.swap(index_);
        for (const Position entry : old) {
            if (entry == 0) continue;
            Position place;
            find(parts_at(entry - 1), place);
            index_[place] = entry;
        }
    }
    std::size_t bytes() const {
        std::size_t queued = 0;
        for (const auto& queue : to_expand_) queued += queue.size() * sizeof(Position);
        return numbers_.capacity() * sizeof(Number) + (from_.capacity() + index_.capacity()) * sizeof(Position) + queued +
               novelty_.bytes() + components_.bytes() + symmetry_.bytes();
    }

    // ---- the search

    Position add(Parts parts, Position from);
    void expand(Position position);
    std::optional<Position> step_of_run(Position position);
    std::optional<Position> next_to_expand();
    void judge_steps(Position position, std::uint32_t broken, bool error, bool progress, const Parts& parts);
    bool judge(const Parts& parts);
    std::optional<Ending> limit();
    bool done() const { return !options_.keep_going && (!result_.violations.empty() || result_.text_error); }
    bool open(int property) const {
        return std::none_of(result_.violations.begin(), result_.violations.end(),
                            [&](const Violation& v) { return v.property == property; });
    }

    // ---- the path

    bool breaks(const Violation& like, Position position);
    bool breaks(const Violation& like, const Move& move) const;
    std::vector<Position> shortest_path(const Violation& violation);

    const Network& network_;
    SearchOptions options_;
    Components components_;
    Symmetry symmetry_;
    NoveltyTable novelty_;
    const std::size_t slots_;
    std::vector<Number> numbers_;                    // by position, then slot
    std::vector<Position> from_;                     // by position: the state that it was found from; its own of an initial state
    std::vector<Position> index_;                    // 1 + position, by hash; 0 for none
    std::array<std::deque<Position>, 3> to_expand_;  // by novelty
    std::vector<std::pair<int, int>> invariants_, steps_;  // property and its number
    int deadlock_ = -1;
    SearchResult result_;
    std::uint64_t drawn_ = 0;  // random numbers, so that each run is the same
    Clock::time_point start_ = Clock::now(), last_look_ = start_;
    std::vector<const void*> objects_;
    std::vector<model::MessageInFlight> messages_;
    std::vector<Parts> unseen_;  // successors
    std::vector<Position> seen_;
};

DirectedSearch::DirectedSearch(const Network& network, SearchOptions options)
    : states_(std::make_unique<States>(network, std::move(options))) {}
DirectedSearch::~DirectedSearch() = default;
SearchResult DirectedSearch::run() { return states_->run(); }
Trace DirectedSearch::trace(const Violation& violation) { return states_->trace(violation); }
Symmetry& DirectedSearch::symmetry() { return states_->symmetry(); }

SearchResult DirectedSearch::States::run() {
    for (int i = 0; i < network_.initial_states(); ++i) add(components_.initial(i), no_position);
    const std::uint64_t initial = from_.size();
    for (std::uint64_t turns = 0; !done(); ++turns) {
        // A run, and then as many states by expansions; once all that is known is expanded there is nothing to run to.
        std::uint64_t before = from_.size();
        Position at = static_cast<Position>(model::mixed(++drawn_) % initial);
        for (int s = 0; s < steps_of_a_run && !done(); ++s) {
            const auto next = step_of_run(at);
            if (!next) break;
            at = *next;
        }
        const std::uint64_t by_run = std::max<std::uint64_t>(from_.size() - before, 1);
        before = from_.size();
        bool any = false;
        // Where runs find nothing new any more they are only seldom tried.
        std::uint64_t expansions = 0;
        while (!done() && (from_.size() - before < by_run || expansions < steps_of_a_run)) {
            const auto next = next_to_expand();
            if (!next) break;
            any = true;
            expand(*next);
            if (++expansions % 1024 == 0)
                if (const auto ending = limit()) return result_.ending = *ending, result_;
        }
        if (!any && !done()) break;
        if (Clock::now() - last_look_ > std::chrono::milliseconds(50) || turns == 0)
            if (const auto ending = limit()) {
                result_.ending = *ending;
                break;
            }
    }
    if (done()) result_.ending = Ending::refuted;
    result_.states = from_.size();
    result_.bytes = bytes();
    result_.key_bytes = slots_ * sizeof(Number);
    result_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return result_;
}

std::optional<Ending> DirectedSearch::States::limit() {
    components_.forget_old_tables();
    symmetry_.forget_old_tables();
    last_look_ = Clock::now();
    const double seconds = std::chrono::duration<double>(last_look_ - start_).count();
    result_.states = from_.size();
    result_.bytes = bytes();
    result_.seconds = seconds;
    if (options_.progress) {
        Progress progress;
        progress.states = from_.size();
        progress.transitions = result_.transitions;
        progress.bytes = result_.bytes;
        progress.seconds = seconds;
        options_.progress(progress);
    }
    if (options_.interrupt && *options_.interrupt) return Ending::interrupted;
    if (options_.seconds > 0 && seconds > options_.seconds) return Ending::out_of_time;
    // The largest table may be about to double.
    if (result_.bytes + numbers_.capacity() * sizeof(Number) > options_.memory) return Ending::out_of_memory;
    return std::nullopt;
}

std::optional<Position> DirectedSearch::States::next_to_expand() {
    for (auto& queue : to_expand_) {
        if (queue.empty()) continue;
        const Position next = queue.front();
        queue.pop_front();
        return next;
    }
    return std::nullopt;
}

/// The position of a state that a step from `from` leads to. If it is new, it is judged at once.
Position DirectedSearch::States::add(Parts parts, Position from) {
    const int orbit = symmetry_.canonicalise(parts);
    Position place;
    if (find(parts, place)) return place;
    const auto position = static_cast<Position>(from_.size());
    numbers_.insert(numbers_.end(), parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(slots_));
    from_.push_back(from == no_position ? position : from);
    index_[place] = position + 1;
    if (2 * from_.size() > index_.size()) grow_index();
    result_.full_states += static_cast<std::uint64_t>(orbit);
    to_expand_[static_cast<std::size_t>(novelty_.see(parts))].push_back(position);
    if (invariants_.empty()) return position;
    const model::RawState raw = components_.raw(parts, objects_, messages_);
    for (const auto& [property, number] : invariants_)
        if (open(property) && !network_.holds(number, raw)) result_.violations.push_back({property, 0, position, false});
    return position;
}

/// Whether the state is one that `add` would record a violation for.
bool DirectedSearch::States::judge(const Parts& parts) {
    if (invariants_.empty()) return true;
    const model::RawState raw = components_.raw(parts, objects_, messages_);
    return std::all_of(invariants_.begin(), invariants_.end(),
                       [&](const auto& invariant) { return !open(invariant.first) || network_.holds(invariant.second, raw); });
}

void DirectedSearch::States::expand(Position position) {
    const Parts parts = parts_at(position);
    bool progress = false, error = false;
    std::uint32_t broken = 0;
    result_.outcomes |= for_each_successor(
        components_, parts,
        [&](const Move& move, const Parts& next) {
            ++result_.transitions;
            result_.outcomes |= move.step->outcomes;
            broken |= move.step->broken;
            if (same(next, parts)) return;
            progress = true;
            add(next, position);
        },
        [&](const Move&) { error = true; });
    judge_steps(position, broken, error, progress, parts);
}

/// A random successor, one that is new if there is one. Those beside it are judged, and not kept if nothing is wrong with them.
std::optional<Position> DirectedSearch::States::step_of_run(Position position) {
    const Parts parts = parts_at(position);
    bool progress = false, error = false;
    std::uint32_t broken = 0;
    unseen_.clear();
    seen_.clear();
    for_each_successor(
        components_, parts,
        [&](const Move& move, Parts& next) {
            broken |= move.step->broken;
            if (same(next, parts)) return;
            progress = true;
            symmetry_.canonicalise(next);
            Position there;
            if (find(next, there)) seen_.push_back(there);
            else unseen_.push_back(next);
        },
        [&](const Move&) { error = true; });
    judge_steps(position, broken, error, progress, parts);
    if (done()) return std::nullopt;
    const std::uint64_t random = model::mixed(++drawn_);
    if (unseen_.empty()) return seen_.empty() ? std::nullopt : std::optional(seen_[random % seen_.size()]);
    for (const Parts& next : unseen_)
        if (!judge(next)) return add(next, position);
    return add(unseen_[random % unseen_.size()], position);
}

void DirectedSearch::States::judge_steps(Position position, std::uint32_t broken, bool error, bool progress, const Parts& parts) {
    for (const auto& [property, number] : steps_)
        if ((broken >> number & 1) != 0 && open(property)) result_.violations.push_back({property, 0, position, true});
    if (error && !result_.text_error) result_.text_error = Violation{no_property, 0, position, true};
    if (!progress && !error && deadlock_ >= 0 && open(deadlock_) && !components_.quiescent(parts))
        result_.violations.push_back({deadlock_, 0, position, false});
}

/// Whether the same is wrong in this state.
bool DirectedSearch::States::breaks(const Violation& like, Position position) {
    if (position == like.position && !like.in_step) return true;
    if (like.property == no_property) return false;
    const model::Property& property = network_.properties()[static_cast<std::size_t>(like.property)];
    return property.kind == model::PropertyKind::invariant &&
           !network_.holds(property.number, components_.raw(parts_at(position), objects_, messages_));
}
/// Whether the same is wrong with this step.
bool DirectedSearch::States::breaks(const Violation& like, const Move& move) const {
    if (like.property == no_property) return false;
    const model::Property& property = network_.properties()[static_cast<std::size_t>(like.property)];
    return property.kind == model::PropertyKind::step && (move.step->broken >> property.number & 1) != 0;
}

/// Level by level among the states that were found, as far as one with which the same is wrong.
std::vector<Position> DirectedSearch::States::shortest_path(const Violation& violation) {
    std::vector<Position> before(from_.size(), no_position), queue;
    std::optional<Position> end;
    for (Position p = 0; p < from_.size() && from_[p] == p; ++p) {
        before[p] = p;
        queue.push_back(p);
        if (!end && breaks(violation, p)) end = p;
    }
    for (std::size_t at = 0; at < queue.size() && !end; ++at) {
        const Position here = queue[at];
        if (violation.in_step && here == violation.position) {
            end = here;
            break;
        }
        for_each_successor(components_, parts_at(here), [&](const Move& move, Parts& next) {
            if (end) return;
            if (breaks(violation, move)) return void(end = here);
            symmetry_.canonicalise(next);
            Position there;
            if (!find(next, there) || before[there] != no_position) return;
            before[there] = here;
            queue.push_back(there);
            if (!violation.in_step && breaks(violation, there)) end = there;
        });
    }
    if (!end) throw std::logic_error("a state that was found has no path");
    std::vector<Position> path{*end};
    while (before[path.back()] != path.back()) path.push_back(before[path.back()]);
    std::reverse(path.begin(), path.end());
    return path;
}

Trace DirectedSearch::States::trace(const Violation& violation) {
    std::vector<Position> path = shortest_path(violation);
    // The states around the path, as many again as there are.
    const SearchResult result = result_;  // of the search alone
    const bool keep_going = std::exchange(options_.keep_going, true);
    for (bool shorter = true; shorter && !limit();) {
        const std::uint64_t most = from_.size() + std::max<std::uint64_t>(from_.size() / 2, least_around_a_path);
        std::vector<bool> around(from_.size());
        std::vector<Position> queue = path;
        for (const Position p : path) around[p] = true;
        for (std::size_t at = 0; at < queue.size() && from_.size() < most; ++at)
            for_each_successor(components_, parts_at(queue[at]), [&](const Move&, const Parts& next) {
                const Position there = add(next, queue[at]);
                if (around.size() < from_.size()) around.resize(from_.size());
                if (around[there]) return;
                around[there] = true;
                queue.push_back(there);
            });
        std::vector<Position> other = shortest_path(violation);
        shorter = other.size() < path.size();
        path = std::move(other);
    }
    result_ = result;
    options_.keep_going = keep_going;
    std::vector<Parts> representatives;
    for (const Position p : path) representatives.push_back(parts_at(p));
    Trace trace = trace_through(components_, symmetry_, representatives, violation);
    trace.shortest = false;
    return trace;
}

}  // namespace tandem::checker
