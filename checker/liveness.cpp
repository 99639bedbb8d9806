// Strongly connected components by Pearce's one-number form of Tarjan's algorithm ("A space-efficient algorithm for finding
// strongly connected components", 2016), without recursion. Steps are computed anew whenever they are needed.
#include "checker/liveness.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unordered_map>

namespace tandem::checker {

namespace {

using Clock = std::chrono::steady_clock;

struct Obligation {
    int node, bit;
};

/// Small numbers for the classes of steps that fairness is due to, as they are met.
class FairClasses {
public:
    explicit FairClasses(const Network& network) : network_(network) {}

    int count() const { return static_cast<int>(numbers_.size()); }
    /// The class of a step, or -1 if it may be postponed forever.
    int of(const Move& move) {
        if (!move.step->fair) return -1;
        std::uint64_t key = std::uint64_t(move.node) << 32 | move.step->label;
        if (move.channel >= 0) {
            const bool ordered = network_.channels()[static_cast<std::size_t>(move.channel)].ordered;
            key = std::uint64_t(1) << 63 | std::uint64_t(move.channel) << 32 | (ordered ? 0 : move.message);
        }
        return numbers_.try_emplace(key, count()).first->second;
    }

private:
    const Network& network_;
    std::unordered_map<std::uint64_t, int> numbers_;
};

/// A set of classes.
class ClassSet {
public:
    bool contains(int c) const { return static_cast<std::size_t>(c) < member_.size() && member_[static_cast<std::size_t>(c)]; }
    void insert(int c) {
        if (contains(c)) return;
        if (static_cast<std::size_t>(c) >= member_.size()) member_.resize(static_cast<std::size_t>(c) + 1);
        member_[static_cast<std::size_t>(c)] = true;
        list_.push_back(c);
    }
    template <class Predicate>
    void keep_if(Predicate&& keep) {
        std::erase_if(list_, [&](int c) {
            member_[static_cast<std::size_t>(c)] = keep(c);
            return !contains(c);
        });
    }
    void clear() {
        for (const int c : list_) member_[static_cast<std::size_t>(c)] = false;
        list_.clear();
    }
    bool empty() const { return list_.empty(); }
    const std::vector<int>& list() const { return list_; }

private:
    std::vector<bool> member_;
    std::vector<int> list_;
};

/// What the threads that judge obligations share.
struct Shared {
    Shared(Search& search, const LivenessOptions& options) : search(search), options(options) {}

    Search& search;
    const LivenessOptions& options;
    Clock::time_point start = Clock::now();
    std::vector<Obligation> obligations;
    std::atomic<std::size_t> next{0}, first_broken{~std::size_t{0}};
    std::atomic<int> judged{0}, met{0};
    std::atomic<std::uint64_t> states{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::string reason;
    std::exception_ptr error;
    std::optional<Lasso> lasso;
    std::atomic<std::size_t> bytes{0}, most_bytes{0};
    Clock::time_point last_report{};

    double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
    void give_up(const char* why) {
        std::lock_guard lock(mutex);
        if (!stop.exchange(true)) reason = why;
    }
};

/// Thrown to leave an obligation undecided; it never leaves this file.
struct Abandoned {};

/// Judges one obligation after another.
class Judge {
public:
    Judge(Shared& shared, int thread)
        : shared_(shared), thread_(thread), components_(shared.search.components()), found_(shared.search.found()),
          classes_(components_.network()), end_(found_.levels().back()) {}

    /// Judges obligation number `which`.
    std::optional<Lasso> judge(std::size_t which) {
        which_ = which;
        obligation_ = shared_.obligations[which];
        mark_.assign(end_, unvisited);
        index_ = 1;
        frames_.clear(), path_.clear(), pending_.clear();
        lasso_.reset();
        bool met = false;
        for (Position p = 0; p < end_; ++p) {
            if (p % 65536 == 0) look_at_limits();
            Parts parts;
            if (mark_[p] != unvisited || !found_.state(p, parts) || !owed(parts)) continue;
            met = true;
            if (explore(p)) break;
        }
        shared_.states += std::exchange(expanded_, 0);
        shared_.met += met;
        return std::move(lasso_);
    }

private:
    // A state's mark: `unvisited`, the least index it is known to reach among the states being explored, or one of the last two.
    using Mark = std::uint32_t;
    static constexpr Mark unvisited = 0;
    static constexpr Mark inside = ~Mark{0} - 1;  // in the component that is being judged
    static constexpr Mark done = ~Mark{0};

    struct Frame {
        Position state;
        std::uint32_t pending;  // successors still to be looked at
        bool root;              // nothing older has been reached
        bool worth_judging;     // even if it is a component alone
    };

    bool owed(const Parts& parts) const {
        return components_.node(obligation_.node, parts[static_cast<std::size_t>(obligation_.node)]).owes >> obligation_.bit & 1;
    }
    Mark& mark(Position p) { return mark_[p]; }

    /// Calls visit(move, next) for each step from the state at `position`.
    template <class Visit>
    void each_step(Position position, Visit&& visit) {
        Parts parts;
        found_.state(position, parts);
        for_each_successor(components_, parts, visit);
    }
    Position position_of(const Parts& parts) const {
        const Position p = found_.find(parts);
        if (p == no_position) throw std::logic_error("liveness met a state that the search has not found");
        return p;
    }
    /// The position of `next` if it is in the component that is being judged, else no_position.
    Position inside_at(const Parts& next) {
        if (!owed(next)) return no_position;
        const Position p = position_of(next);
        return mark(p) == inside ? p : no_position;
    }

    /// Finds the components of what `root` reaches and judges each; true if one is fair, with the lasso made.
    bool explore(Position root) {
        const std::size_t bottom = frames_.size(), path_bottom = path_.size();
        enter(root);
        while (frames_.size() > bottom) {
            Frame& frame = frames_.back();
            if (frame.pending > 0) {
                --frame.pending;
                const Position next = pending_.back();
                pending_.pop_back();
                if (mark(next) == unvisited) enter(next);
                else reach(frame, mark(next));
                continue;
            }
            const Frame left = frame;
            frames_.pop_back();
            path_.push_back(left.state);
            if (left.root && leave_component(left, path_bottom)) return true;
            if (frames_.size() > bottom) reach(frames_.back(), mark(left.state));
        }
        return false;
    }
    void reach(Frame& frame, Mark reached) {
        if (reached >= mark(frame.state)) return;
        mark(frame.state) = reached;
        frame.root = false;
    }
    void enter(Position state) {
        if (++expanded_ % 4096 == 0) look_at_limits();
        mark(state) = index_++;
        Frame frame{state, 0, true, false};
        bool must_go_on = false, repeats = false;
        each_step(state, [&](const Move& move, const Parts& next) {
            must_go_on = must_go_on || move.step->fair;
            if (!owed(next)) return;
            const Position p = position_of(next);
            repeats = repeats || p == state;
            if (mark(p) == unvisited) pending_.push_back(p), ++frame.pending;
            else reach(frame, mark(p));
        });
        frame.worth_judging = repeats || !must_go_on;
        frames_.push_back(frame);
    }
    /// Takes the component with root `left` off the path and judges it.
    bool leave_component(const Frame& left, std::size_t path_bottom) {
        std::size_t first = path_.size() - 1;
        const Mark root = mark(left.state);
        while (first > path_bottom && mark(path_[first - 1]) >= root) --first;
        const std::size_t size = path_.size() - first;
        index_ -= static_cast<Mark>(size);
        if (size == 1 && !left.worth_judging) {
            path_.pop_back();
            mark(left.state) = done;
            return false;
        }
        const std::vector<Position> members(path_.begin() + static_cast<std::ptrdiff_t>(first), path_.end());
        path_.resize(first);
        for (const Position p : members) mark(p) = inside;
        return shared_.options.fairness == Fairness::weak ? is_fair_weakly(members) : is_fair_strongly(members);
    }

    bool is_fair_weakly(const std::vector<Position>& members) {
        ClassSet unmet, possible, taken;  // unmet: possible in all states so far and not taken
        bool first = true;
        for (const Position p : members) {
            if (++judged_ % 4096 == 0) look_at_limits();
            possible.clear(), taken.clear();
            each_step(p, [&](const Move& move, const Parts& next) {
                const int c = classes_.of(move);
                if (c < 0) return;
                possible.insert(c);
                if ((first || unmet.contains(c)) && !taken.contains(c) && inside_at(next) != no_position) taken.insert(c);
            });
            if (first)
                for (const int c : possible.list()) unmet.insert(c);
            first = false;
            unmet.keep_if([&](int c) { return possible.contains(c) && !taken.contains(c); });
            if (unmet.empty()) {
                make_lasso(members);
                return true;
            }
        }
        for (const Position p : members) mark(p) = done;
        return false;
    }

    bool is_fair_strongly(const std::vector<Position>& members) {
        ClassSet possible, taken;
        for (const Position p : members) {
            if (++judged_ % 4096 == 0) look_at_limits();
            each_step(p, [&](const Move& move, const Parts& next) {
                const int c = classes_.of(move);
                if (c < 0) return;
                possible.insert(c);
                if (!taken.contains(c) && inside_at(next) != no_position) taken.insert(c);
            });
        }
        possible.keep_if([&](int c) { return !taken.contains(c); });
        if (possible.empty()) {
            make_lasso(members);
            return true;
        }
        std::vector<Position> kept;
        for (const Position p : members) {
            bool keep = true;
            each_step(p, [&](const Move& move, const Parts&) {
                const int c = classes_.of(move);
                keep = keep && (c < 0 || !possible.contains(c));
            });
            if (keep) kept.push_back(p);
        }
        for (const Position p : members) mark(p) = done;
        for (const Position p : kept) mark(p) = unvisited;
        for (const Position p : kept)
            if (mark(p) == unvisited && explore(p)) return true;
        return false;
    }

    // ---- the counterexample ----

    /// A fair run in the component `members`, all of which are marked `inside`.
    void make_lasso(const std::vector<Position>& members) {
        // A state where the run may end makes the plainest lasso.
        Position entry = no_position, rest = no_position;
        for (const Position p : members) {
            entry = std::min(entry, p);
            bool must_go_on = false;
            each_step(p, [&](const Move& move, const Parts&) { must_go_on = must_go_on || move.step->fair; });
            if (!must_go_on) rest = std::min(rest, p);
        }
        lasso_ = Lasso{obligation_.node, obligation_.bit, rest != no_position ? rest : entry, {}};
        if (rest != no_position) return;

        // From the entry to a state or step that meets an unmet class, until none is left, and back.
        ClassSet unmet;
        const bool strong = shared_.options.fairness == Fairness::strong;
        for (const Position p : members) {
            if (!strong && p != entry) continue;
            each_step(p, [&](const Move& move, const Parts&) {
                if (const int c = classes_.of(move); c >= 0) unmet.insert(c);
            });
        }
        Position at = entry;
        while (!unmet.empty())
            at = walk(at, unmet, [&](Position p) {
                if (strong) return false;
                ClassSet possible;
                each_step(p, [&](const Move& move, const Parts&) {
                    if (const int c = classes_.of(move); c >= 0) possible.insert(c);
                });
                return std::any_of(unmet.list().begin(), unmet.list().end(), [&](int c) { return !possible.contains(c); });
            });
        if (at != entry) walk(at, unmet, [&](Position p) { return p == entry; });
    }

    /// Extends the cycle from `from`, by the fewest steps inside the component, through a step of an unmet class or to a state
    /// that `meets`, and takes what it meets from `unmet`. Returns where it has come to.
    template <class Meets>
    Position walk(Position from, ClassSet& unmet, Meets&& meets) {
        struct Origin {
            Position before;
            int step;
        };
        std::unordered_map<Position, Origin> origins{{from, {no_position, -1}}};
        std::vector<Position> queue{from};
        std::optional<Origin> last;
        for (std::size_t i = 0; i < queue.size() && !last; ++i) {
            const Position p = queue[i];
            if (i > 0 && meets(p)) {
                last = origins[p];
                break;
            }
            int step = -1;
            each_step(p, [&](const Move& move, const Parts& next) {
                ++step;
                const Position to = last ? no_position : inside_at(next);
                if (to == no_position) return;
                if (const int c = classes_.of(move); c >= 0 && unmet.contains(c)) last = Origin{p, step};
                else if (origins.try_emplace(to, Origin{p, step}).second) queue.push_back(to);
            });
        }
        if (!last) throw std::logic_error("a fair component has no fair cycle");
        std::vector<Origin> way;
        for (Origin o = *last; o.before != no_position; o = origins[o.before]) way.push_back(o);
        Position at = from;
        for (std::size_t i = way.size(); i-- > 0;) at = append(way[i].before, way[i].step, unmet);
        return at;
    }

    /// Appends step number `wanted` from `from` to the cycle; what it or its end meets is met. Returns its end.
    Position append(Position from, int wanted, ClassSet& unmet) {
        int step = -1, taken = -1;
        each_step(from, [&](const Move& move, const Parts& next) {
            if (++step != wanted) return;
            taken = classes_.of(move);
            PathStep& added = lasso_->cycle.emplace_back();
            added.move = move;
            std::copy_n(next.begin(), components_.slots(), added.after.begin());
        });
        const Position to = position_of(lasso_->cycle.back().after);
        unmet.keep_if([&](int c) { return c != taken; });
        if (shared_.options.fairness == Fairness::strong) return to;
        ClassSet possible;
        each_step(to, [&](const Move& move, const Parts&) {
            if (const int c = classes_.of(move); c >= 0) possible.insert(c);
        });
        unmet.keep_if([&](int c) { return possible.contains(c); });
        return to;
    }

    // ---- limits ----

    void look_at_limits() {
        const LivenessOptions& options = shared_.options;
        shared_.states += std::exchange(expanded_, 0);
        if (options.interrupt && options.interrupt->load(std::memory_order_relaxed)) shared_.give_up("interrupted");
        if (options.seconds > 0 && shared_.seconds() > options.seconds) shared_.give_up("the time for liveness ran out");
        const std::size_t bytes = mark_.capacity() * sizeof(Mark) + frames_.capacity() * sizeof(Frame) +
                                  (path_.capacity() + pending_.capacity()) * sizeof(Position);
        const std::size_t sum = shared_.bytes += bytes - std::exchange(bytes_, bytes);
        std::size_t most = shared_.most_bytes;
        while (most < sum && !shared_.most_bytes.compare_exchange_weak(most, sum)) {}
        if (sum > options.memory) shared_.give_up("the memory for liveness ran out");
        const auto now = Clock::now();
        if (thread_ == 0 && options.progress && now - shared_.last_report > std::chrono::milliseconds(100)) {
            shared_.last_report = now;
            options.progress({static_cast<int>(shared_.obligations.size()), shared_.judged, shared_.states, shared_.seconds()});
        }
        if (shared_.stop || which_ > shared_.first_broken) throw Abandoned{};
    }

    Shared& shared_;
    const int thread_;
    Components& components_;
    const FoundStates& found_;
    FairClasses classes_;
    const Position end_;
    std::size_t which_ = 0;
    Obligation obligation_{};
    std::vector<Mark> mark_;          // by position
    Mark index_ = 1;                  // of the next state to enter
    std::vector<Frame> frames_;       // the way of the depth-first search
    std::vector<Position> path_;      // states that are left and belong to a component not yet complete
    std::vector<Position> pending_;   // of all frames
    std::optional<Lasso> lasso_;
    std::uint64_t expanded_ = 0, judged_ = 0;
    std::size_t bytes_ = 0;
};

/// All bits that any state of each node owes.
std::vector<Obligation> obligations(Components& components) {
    std::vector<Obligation> list;
    for (int n = 0; n < components.nodes(); ++n) {
        std::uint64_t bits = 0;
        for (Number i = 0; i < components.count(n); ++i) bits |= components.node(n, i).owes;
        for (; bits != 0; bits &= bits - 1) list.push_back({n, std::countr_zero(bits)});
    }
    return list;
}

void work(Shared& shared, int thread) {
    try {
        Judge judge(shared, thread);
        for (;;) {
            const std::size_t which = shared.next++;
            if (which >= shared.obligations.size() || shared.stop || which > shared.first_broken) return;
            if (auto lasso = judge.judge(which)) {
                std::lock_guard lock(shared.mutex);
                if (which < shared.first_broken) {
                    shared.first_broken = which;
                    shared.lasso = std::move(lasso);
                }
            }
            ++shared.judged;
        }
    } catch (const Abandoned&) {
    } catch (const std::bad_alloc&) {
        shared.give_up("the memory for liveness ran out");
    } catch (...) {
        std::lock_guard lock(shared.mutex);
        shared.error = std::current_exception();
        shared.stop = true;
    }
}

}  // namespace

LivenessResult judge_liveness(Search& search, const SearchResult& searched, const LivenessOptions& options) {
    LivenessResult result;
    if (!search.symmetry().trivial()) {
        result.reason = "liveness is judged on the states without symmetry reduction";
        return result;
    }
    if (searched.ending != Ending::complete) {
        result.reason = "liveness is judged only when all states have been found";
        return result;
    }
    Shared shared(search, options);
    shared.obligations = obligations(search.components());
    {
        std::vector<std::jthread> helpers;
        for (int t = 1; t < options.threads; ++t) helpers.emplace_back([&shared, t] { work(shared, t); });
        work(shared, 0);
    }
    if (shared.error) std::rethrow_exception(shared.error);
    result.obligations = shared.met;
    result.states = shared.states;
    result.bytes = shared.most_bytes;
    result.seconds = shared.seconds();
    result.lasso = std::move(shared.lasso);
    result.reason = shared.reason;
    if (result.lasso) result.verdict = Verdict::refuted, result.reason.clear();
    else if (shared.reason.empty()) result.verdict = Verdict::holds;
    return result;
}

}  // namespace tandem::checker
