#include "specs/audit/per_scope.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

namespace tandem::audit {

namespace {

/// The orders that an operation is in: of its address, and of the instances of scopes that its thread is in.
enum OrderKind : std::size_t { of_address, of_system, of_device, of_group, kinds };
constexpr std::uint32_t no_view = none;

/// Whether a fence of this scope orders what all threads of such an instance do.
bool orders(model::Scope scope, std::size_t kind) {
    const auto least = kind == of_group ? model::Scope::wg : kind == of_device ? model::Scope::cmp : model::Scope::sys;
    return static_cast<int>(scope) >= static_cast<int>(least);
}

/// Each instance of a scope that has threads, with its number in the log. Their orders are numbered so, after those of addresses.
template <class Each>
void each_instance(const Trace& trace, Each each) {
    std::array<std::set<std::uint64_t>, kinds> known;
    for (std::uint32_t t = 0; t < trace.threads; ++t) {
        const std::uint64_t of[kinds] = {0, 0, trace.seat(t).device, trace.seat(t).group};
        for (std::size_t k = of_system; k < kinds; ++k)
            if (of[k] != nowhere && known[k].insert(of[k]).second) each(k, of[k]);
    }
}

class Orders {
public:
    Orders(const Trace& trace, const Matched& matched, const Limits& limits)
        : trace_(trace), m_(matched), limits_(limits), source_(trace.operations.size(), none), readers_(trace.operations.size()) {
        make_views();
    }

    enum class Ending { found, impossible, given_up };

    /// All that follows without a choice. Impossible: there is a cycle.
    Ending begin() {
        if (bytes_ > limits_.bytes / 2) return Ending::given_up;
        const bool holds = keep_threads_order() && take_known_sources() && take_finals() && follow();
        if (!holds) return is_over_ ? Ending::given_up : Ending::impossible;
        journal_.clear();  // nothing of this is taken back
        looked_at_ = 0;
        takes_back_ = true;
        return Ending::found;
    }

    /// After `begin` has found no cycle.
    Ending search(std::uint64_t& tried) {
        // Where loads may have read several stores, and last stores that are not known.
        std::vector<Open> open;
        for (Id i = 0; i < trace_.operations.size(); ++i)
            if (trace_.operations[i].loads() && source_[i] == none) open.push_back({i, none, m_.read[i]});
        for (std::uint32_t a = 0; a < trace_.addresses; ++a)
            if (const Class c = m_.last_value[a]; c != none && m_.writers[c] > 1) open.push_back({none, a, c});
        return choose(open, tried);
    }

    Proof proof() const {
        Proof proof{edges_, cycle_, std::vector<std::vector<std::uint32_t>>(edges_.size())};
        std::vector<std::uint32_t> open = cycle_;
        std::vector<std::uint8_t> seen(edges_.size(), 0);
        while (!open.empty()) {
            const std::uint32_t e = open.back();
            open.pop_back();
            if (seen[e]) continue;
            seen[e] = 1;
            proof.premises[e] = premises(e);
            open.insert(open.end(), proof.premises[e].begin(), proof.premises[e].end());
        }
        return proof;
    }

private:
    struct View {
        std::size_t kind;
        std::vector<Id> members;
        std::size_t words = 0;                     // of a row
        std::vector<std::uint64_t> after, before;  // of each member: which are
    };
    struct Pair {
        std::uint32_t view, from, to;  // places
    };
    struct Open {
        Id load;                // whose source is not known, or none
        std::uint32_t address;  // whose last store is not
        Class value;
    };
    struct Mark {
        std::size_t pairs, edges;
    };

    const Operation& op(Id id) const { return trace_.operations[id]; }

    void make_views() {
        const std::size_t count = trace_.operations.size();
        for (auto& v : view_of_) v.assign(count, no_view);
        for (auto& p : place_) p.assign(count, none);
        for (auto& o : out_) o.assign(count, none);
        views_.resize(trace_.addresses);
        for (View& v : views_) v.kind = of_address;
        std::array<std::map<std::uint64_t, std::uint32_t>, kinds> known;
        each_instance(trace_, [&](std::size_t kind, std::uint64_t number) {
            known[kind][number] = static_cast<std::uint32_t>(views_.size());
            views_.push_back({kind, {}, 0, {}, {}});
        });
        const std::size_t devices = known[of_device].size();
        for (Id i = 0; i < count; ++i) {
            const Operation& o = op(i);
            const Seat seat = trace_.seat(o.thread);
            if (o.kind != Kind::fence) enter(of_address, o.address, i);
            // Of one device all that the system orders is ordered by the device.
            if (devices != 1) enter(of_system, known[of_system].at(0), i);
            enter(of_device, known[of_device].at(seat.device), i);
            if (seat.group != nowhere) enter(of_group, known[of_group].at(seat.group), i);
        }
        for (View& v : views_) {
            v.words = v.members.size() / 64 + 1;
            bytes_ += 2 * v.words * v.members.size() * sizeof(std::uint64_t);
        }
    }

    void enter(std::size_t kind, std::uint32_t view, Id id) {
        view_of_[kind][id] = view;
        place_[kind][id] = static_cast<std::uint32_t>(views_[view].members.size());
        views_[view].members.push_back(id);
    }

    /// Rows of the sets, once it is known that there is room.
    void make_rows() {
        for (View& v : views_) {
            v.after.assign(v.words * v.members.size(), 0);
            v.before.assign(v.words * v.members.size(), 0);
        }
    }

    static bool has(const std::vector<std::uint64_t>& set, const View& v, std::uint32_t row, std::uint32_t place) {
        return (set[row * v.words + place / 64] >> (place % 64) & 1) != 0;
    }

    bool keep_threads_order() {
        make_rows();
        std::vector<std::vector<Id>> threads(trace_.threads);
        for (Id i = 0; i < trace_.operations.size(); ++i) threads[op(i).thread].push_back(i);
        for (const auto& thread : threads) {
            std::map<std::uint32_t, std::pair<Id, std::vector<Id>>> at;  // by address: the latest store, and loads since
            for (const Id i : thread) {
                if (op(i).kind == Kind::fence) continue;
                auto& [store, loads] = at.try_emplace(op(i).address, none, std::vector<Id>()).first->second;
                if (store != none && !add(of_address, {store, i, Why::program_order})) return false;
                if (!op(i).stores()) {
                    loads.push_back(i);
                    continue;
                }
                for (const Id load : loads)
                    if (!add(of_address, {load, i, Why::program_order})) return false;
                store = i;
                loads.clear();
            }
            for (std::size_t k = of_system; k < kinds; ++k)
                if (!keep_fences(k, thread)) return false;
        }
        return true;
    }

    bool keep_fences(std::size_t kind, const std::vector<Id>& thread) {
        Id fence = none;
        std::vector<Id> since;
        for (const Id i : thread) {
            if (view_of_[kind][i] == no_view) return true;
            const bool is_fence = op(i).kind == Kind::fence;
            if (is_fence && !orders(trace_.synchronization(i).scope, kind)) continue;
            if (fence != none && !add(kind, {fence, i, Why::program_order})) return false;
            if (!is_fence) {
                since.push_back(i);
                continue;
            }
            for (const Id before : since)
                if (!add(kind, {before, i, Why::program_order})) return false;
            fence = i;
            since.clear();
        }
        return true;
    }

    bool take_known_sources() {
        for (Id i = 0; i < trace_.operations.size(); ++i)
            if (op(i).loads() && m_.source[i] != none && !take_source(i, m_.source[i])) return false;
        return true;
    }

    /// In the order of its address, and in those of all scopes that both are in.
    bool add_everywhere(Edge edge, std::size_t origin, bool of_one_thread = true) {
        for (std::size_t k = of_address; k < kinds; ++k)
            if (shares(k, edge.from, edge.to) &&
                (k == of_address || of_one_thread || op(edge.from).thread != op(edge.to).thread) && !add(k, edge, origin))
                return false;
        return true;
    }
    bool shares(std::size_t kind, Id a, Id b) const {
        return view_of_[kind][a] != no_view && view_of_[kind][a] == view_of_[kind][b];
    }

    bool take_source(Id load, Id store) {
        source_[load] = store;
        const View& there = views_[op(load).address];
        if (store == initial) {
            for (const Id other : there.members)
                if (op(other).stores() && other != load && !add_everywhere({load, other, Why::reads_initial}, of_address))
                    return false;
            return true;
        }
        readers_[store].push_back(load);
        if (!add_everywhere({store, load, Why::reads_from}, of_address, false)) return false;
        for (const Id other : there.members) {
            if (!op(other).stores() || other == store || other == load) continue;
            for (std::size_t k = of_address; k < kinds; ++k)
                if (shares(k, other, load) && is_before(k, other, load) &&
                    !add(of_address, {other, store, Why::coherence, load}, k))
                    return false;
            if (is_before(of_address, store, other) && !add_everywhere({load, other, Why::from_read, store}, of_address))
                return false;
        }
        return true;
    }

    bool is_before(std::size_t kind, Id a, Id b) const {
        return has(views_[view_of_[kind][a]].after, views_[view_of_[kind][a]], place_[kind][a], place_[kind][b]);
    }

    bool take_finals() {
        for (std::uint32_t a = 0; a < trace_.addresses; ++a) {
            const Class c = m_.last_value[a];
            if (c == none || m_.writers[c] != 1) continue;
            Id last = initial;
            for (const Id id : views_[a].members)
                if (m_.written[id] == c) last = id;
            if (!take_last(a, last)) return false;
        }
        return true;
    }

    bool take_last(std::uint32_t address, Id last) {
        for (const Id id : views_[address].members)
            // Where what is there at first is final nothing may be stored: each store is before itself.
            if (op(id).stores() && id != last && !add(of_address, {id, last == initial ? id : last, Why::final_value}))
                return false;
        return true;
    }

    /// False: the edge closes a cycle.
    bool add(std::size_t kind, Edge edge, std::size_t origin = of_address) {
        edge.view = view_of_[kind][edge.from];
        if (++steps_ % 256 == 0 && (limits_.over() || too_much())) is_over_ = true;
        if (is_over_) return false;
        View& v = views_[edge.view];
        const std::uint32_t from = place_[kind][edge.from], to = place_[kind][edge.to];
        const bool closes = from == to || has(v.after, v, to, from);
        if (!closes && has(v.after, v, from, to)) return true;
        const auto number = static_cast<std::uint32_t>(edges_.size());
        edges_.push_back(edge);
        origin_.push_back(static_cast<std::uint8_t>(origin));
        next_out_.push_back(out_[kind][edge.from]);
        out_[kind][edge.from] = number;
        if (closes) {
            if (from != to) cycle_ = path(kind, edge.to, edge.from, number);
            cycle_.insert(cycle_.begin(), number);
            return false;
        }
        relate(edge.view, from, to);
        for (std::size_t w = 0; w < v.words; ++w)
            for (std::uint64_t left = v.before[from * v.words + w]; left != 0; left &= left - 1)
                relate(edge.view, static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(left))), to);
        return true;
    }

    /// `row` is before `to` and all that follows it.
    void relate(std::uint32_t view, std::uint32_t row, std::uint32_t to) {
        View& v = views_[view];
        if (has(v.after, v, row, to)) return;
        const auto note = [&](std::uint32_t later) {
            v.after[row * v.words + later / 64] |= std::uint64_t{1} << later % 64;
            v.before[later * v.words + row / 64] |= std::uint64_t{1} << row % 64;
            // What is never taken back is noted where something may follow from it.
            if (takes_back_ || tells(v.members[row], v.members[later])) journal_.push_back({view, row, later});
        };
        for (std::size_t w = 0; w < v.words; ++w)
            for (std::uint64_t left = v.after[to * v.words + w] & ~v.after[row * v.words + w]; left != 0; left &= left - 1)
                note(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(left))));
        note(to);
    }

    /// Whether something may follow from one being before the other.
    bool tells(Id a, Id b) const {
        return op(a).kind != Kind::fence && op(b).kind != Kind::fence && op(a).address == op(b).address && op(a).stores();
    }

    /// What follows from the pairs that are new. False: a cycle, or the time is over.
    bool follow() {
        while (looked_at_ < journal_.size()) {
            if (looked_at_ % 4096 == 0 && limits_.over()) {
                is_over_ = true;
                return false;
            }
            const Pair pair = journal_[looked_at_++];
            const View& v = views_[pair.view];
            if (!follow(v.kind, v.members[pair.from], v.members[pair.to])) return false;
        }
        return true;
    }

    bool follow(std::size_t kind, Id a, Id b) {
        const Operation& q = op(b);
        if (!tells(a, b)) return true;
        if (q.loads() && source_[b] != none && source_[b] != a && source_[b] != initial &&
            !add(of_address, {a, source_[b], Why::coherence, b}, kind))
            return false;
        if (!q.stores()) return true;
        if (!add_everywhere({a, b, Why::stores_order}, kind)) return false;
        if (kind != of_address) return true;
        for (std::size_t r = 0; r < readers_[a].size(); ++r) {
            const Id reader = readers_[a][r];
            if (reader != b && !add_everywhere({reader, b, Why::from_read, a}, of_address)) return false;
        }
        return true;
    }

    std::vector<std::uint32_t> path(std::size_t kind, Id from, Id to, std::uint32_t before) const {
        std::map<Id, std::uint32_t> by;
        std::vector<Id> reached{from};
        for (std::size_t i = 0; i < reached.size(); ++i)
            for (std::uint32_t e = out_[kind][reached[i]]; e != none; e = next_out_[e]) {
                const Id next = edges_[e].to;
                if (e >= before || next == from || !by.try_emplace(next, e).second) continue;
                if (next == to) {
                    std::vector<std::uint32_t> way;
                    for (Id at = to; at != from; at = edges_[by.at(at)].from) way.push_back(by.at(at));
                    std::reverse(way.begin(), way.end());
                    return way;
                }
                reached.push_back(next);
            }
        return {};
    }

    std::vector<std::uint32_t> premises(std::uint32_t e) const {
        const Edge& edge = edges_[e];
        switch (edge.why) {
            case Why::from_read:
                return path(of_address, edge.via, edge.to, e);
            case Why::coherence:
                return path(origin_[e], edge.from, edge.via, e);
            case Why::stores_order:
                return path(origin_[e], edge.from, edge.to, e);
            default:
                return {};
        }
    }

    Mark mark() const { return {journal_.size(), edges_.size()}; }
    void back_to(const Mark& mark) {
        while (journal_.size() > mark.pairs) {
            const Pair pair = journal_.back();
            View& v = views_[pair.view];
            v.after[pair.from * v.words + pair.to / 64] &= ~(std::uint64_t{1} << pair.to % 64);
            v.before[pair.to * v.words + pair.from / 64] &= ~(std::uint64_t{1} << pair.from % 64);
            journal_.pop_back();
        }
        looked_at_ = journal_.size();
        while (edges_.size() > mark.edges) {
            const Edge& edge = edges_.back();
            out_[views_[edge.view].kind][edge.from] = next_out_.back();
            next_out_.pop_back();
            origin_.pop_back();
            edges_.pop_back();
        }
        cycle_.clear();
    }

    /// Two stores of an address, by their places: `earlier` is the lower one.
    struct Place {
        std::uint32_t address = 0, later = 0, earlier = 0;
    };
    /// The next two that are in no order, from `at` on. Those nearest to each other come first: from their order that of others
    /// follows.
    bool undecided(Place& at, Id& a, Id& b) const {
        for (; at.address < trace_.addresses; at = {at.address + 1, 0, 0}) {
            const View& v = views_[at.address];
            for (; at.later < v.members.size(); at.earlier = ++at.later) {
                if (!op(v.members[at.later]).stores()) continue;
                while (at.earlier-- > 0) {
                    a = v.members[at.earlier], b = v.members[at.later];
                    if (op(a).stores() && !has(v.after, v, at.earlier, at.later) && !has(v.after, v, at.later, at.earlier))
                        return true;
                }
            }
        }
        return false;
    }

    /// A choice, and the way that is tried. Choices are many, so they do not call each other.
    struct Level {
        Mark before;
        std::size_t open;      // of those, or their number where it is the order of two stores
        Place place;           // of these
        std::vector<Id> ways;  // stores; of two the one that comes first
        std::size_t next = 0;  // to be tried
    };

    Ending choose(const std::vector<Open>& open, std::uint64_t& tried) {
        std::vector<Level> levels;
        const auto enter = [&](std::size_t at, Place place) {
            Level level{mark(), at, place, {}};
            if (at < open.size()) {
                const Open& o = open[at];
                const std::uint32_t address = o.load != none ? op(o.load).address : o.address;
                for (const Id id : views_[address].members)
                    if (m_.written[id] == o.value && id != o.load) level.ways.push_back(id);
                if (o.value == m_.at_first[address]) level.ways.push_back(initial);
            } else {
                Id a = 0, b = 0;
                if (!undecided(level.place, a, b)) return false;
                level.ways = {a, b};
            }
            levels.push_back(std::move(level));
            return true;
        };
        const auto take = [&](const Level& level, Id way) {
            if (level.open == open.size())
                return add(of_address, {way, way == level.ways[0] ? level.ways[1] : level.ways[0], Why::otherwise_none});
            const Open& o = open[level.open];
            return o.load != none ? take_source(o.load, way) : take_last(o.address, way);
        };
        const auto take_back = [&](const Level& level, Id way) {
            if (level.open < open.size() && open[level.open].load != none) {
                source_[open[level.open].load] = none;
                if (way != initial) std::erase(readers_[way], open[level.open].load);
            }
            back_to(level.before);
        };
        if (!enter(0, {})) return Ending::found;
        while (!levels.empty()) {
            if (limits_.over() || too_much()) return Ending::given_up;
            Level& level = levels.back();
            if (level.next > 0) {
                ++tried;
                take_back(level, level.ways[level.next - 1]);
            }
            if (level.next == level.ways.size()) {
                levels.pop_back();
                continue;
            }
            const Id way = level.ways[level.next++];
            const std::size_t then = std::min(level.open + 1, open.size());
            const Place place = level.place;
            const bool holds = take(level, way) && follow();
            if (is_over_) return Ending::given_up;
            if (holds && !enter(then, place)) return Ending::found;
        }
        return Ending::impossible;
    }

    bool too_much() const { return edges_.size() * (sizeof(Edge) + 5) + journal_.size() * sizeof(Pair) > limits_.bytes / 2; }

    const Trace& trace_;
    const Matched& m_;
    const Limits& limits_;
    bool is_over_ = false, takes_back_ = false;
    std::uint64_t steps_ = 0;
    std::vector<View> views_;
    std::array<std::vector<std::uint32_t>, kinds> view_of_, place_;  // of each operation
    std::array<std::vector<std::uint32_t>, kinds> out_;              // of each operation: its newest edge there
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> next_out_;
    std::vector<std::uint8_t> origin_;  // of each edge: the kind of order from which it was inferred
    std::vector<Pair> journal_;         // all pairs of all orders, as they came
    std::size_t looked_at_ = 0;
    std::vector<Id> source_;                // of each load: initial, a store, or none where it is not known
    std::vector<std::vector<Id>> readers_;  // of each store
    std::vector<std::uint32_t> cycle_;
    std::size_t bytes_ = 0;
};

/// The trace without fences that do not reach all of its threads.
Part with_wide_fences(const Trace& trace, const Matched& matched) {
    bool one_device = true;
    for (const Seat& seat : trace.seats) one_device = one_device && seat.device == trace.seats.front().device;
    std::vector<Id> kept;
    for (Id i = 0; i < trace.operations.size(); ++i)
        if (trace.operations[i].kind != Kind::fence || orders(trace.synchronization(i).scope, one_device ? of_device : of_system))
            kept.push_back(i);
    return Parts(trace, matched).of(kept);
}

/// The trace without fences that order nothing at all. It is no part: all loads and last values are in it.
Trace with_all_fences(const Trace& trace) {
    Trace out = trace;
    out.operations.clear(), out.times.clear(), out.synchronizations.clear(), out.replaced.clear();
    for (Id i = 0; i < trace.operations.size(); ++i)
        if (trace.operations[i].kind != Kind::fence || orders(trace.synchronization(i).scope, of_group))
            out.operations.push_back(trace.operations[i]);
    return out;
}

static_assert(models.back().scoping == Scoping::ptx);
constexpr Model as_if_wide{"", "", models.back().order};

/// Of a trace with too many operations for sets of pairs: what holds if all fences reach all threads, or only those that do.
Verdict judge_by_bounds(const Trace& trace, const Matched& matched, const Limits& limits) {
    Verdict verdict;
    if (judge(with_all_fences(trace), as_if_wide, limits).answer == Answer::allowed) {
        verdict.answer = Answer::allowed;
        return verdict;
    }
    const Part weak = with_wide_fences(trace, matched);
    const Verdict of_weak = judge(weak.trace, as_if_wide, limits);
    if (of_weak.answer != Answer::forbidden) return verdict;
    verdict = of_weak;
    for (Id& id : verdict.part) id = weak.origin[id];
    return verdict;
}

}  // namespace

Verdict judge_per_scope(const Trace& trace, const Limits& limits) {
    const Matched matched = match(trace);
    if (trace.operations.size() > most_operations_per_scope) return judge_by_bounds(trace, matched, limits);
    Verdict verdict;
    verdict.several = matched.several;
    Orders orders(trace, matched, limits);
    const Orders::Ending begun = orders.begin();
    if (begun == Orders::Ending::given_up) return verdict;
    if (begun == Orders::Ending::impossible) {
        verdict.answer = Answer::forbidden;
        verdict.by_cycle = true;
        verdict.part = operations_of(orders.proof());
        return verdict;
    }
    switch (orders.search(verdict.tried)) {
        case Orders::Ending::found:
            verdict.answer = Answer::allowed;
            break;
        case Orders::Ending::impossible:
            verdict.answer = Answer::forbidden;
            for (Id i = 0; i < trace.operations.size(); ++i) verdict.part.push_back(i);
            break;
        case Orders::Ending::given_up:
            break;
    }
    return verdict;
}

Proof prove_per_scope(const Trace& trace, const Limits& limits) {
    const Matched matched = match(trace);
    Orders orders(trace, matched, limits);
    if (orders.begin() != Orders::Ending::impossible) return {};
    return orders.proof();
}

std::string name_of_view(const Trace& trace, std::uint32_t view, const std::vector<std::string>& addresses) {
    if (view < trace.addresses) return addresses[view];
    std::uint32_t next = trace.addresses;
    std::string name;
    each_instance(trace, [&](std::size_t kind, std::uint64_t number) {
        if (next++ != view) return;
        name = kind == of_system ? "the system" : (kind == of_device ? "device " : "group ") + std::to_string(number);
    });
    return name;
}

}  // namespace tandem::audit
