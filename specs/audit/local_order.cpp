#include "specs/audit/local_order.hpp"

#include <algorithm>

namespace tandem::audit {

namespace {

/// The operations of one thread since its last fence.
class Segment {
public:
    Segment(const Trace& trace, const Order& order, std::vector<Edge>& edges)
        : trace_(trace), order_(order), edges_(edges), has_later_(trace.operations.size(), 0), latest_(trace.addresses) {}

    void begin_thread() {
        fence_ = none;
        newest_begin_ = 0;
        clear();
    }

    void add(Id id) {
        const Operation& o = trace_.operations[id];
        if (o.kind == Kind::fence) {
            if (open_.empty() && fence_ != none) edge(fence_, id, Why::program_order);
            for (const Id earlier : open_)
                if (!has_later_[earlier]) edge(earlier, id, Why::program_order);
            fence_ = id;
            clear();
            return;
        }
        anchored_ = false;
        Latest& there = latest_of(o.address);
        if (order_.store_load) follow(std::max(id_or_zero(last_load_), id_or_zero(last_store_)), id);
        else {
            const bool by_load = (o.loads() && order_.load_load) || (o.stores() && order_.load_store);
            if (by_load && last_load_ != none) follow(last_load_ + 1, id);
            if (o.stores() && order_.store_store && last_store_ != none && last_store_ != last_load_) follow(last_store_ + 1, id);
            if (o.loads() && !order_.load_load && order_.load_load_there && there.load != none) follow(there.load + 1, id);
            if (o.stores() && !order_.load_store && there.load != none && !(o.loads() && order_.load_load_there)) {
                // Where loads of one address may pass each other, the store is after each of them.
                if (order_.load_load_there) follow(there.load + 1, id);
                else
                    for (Id l = there.load; l != none; l = earlier_load_[l]) follow(l + 1, id);
            }
            if (o.stores() && !order_.store_store && there.store != none &&
                (there.store != there.load || !order_.load_load_there) && !(there.store == last_load_ && by_load))
                follow(there.store + 1, id);
        }
        if (order_.times && !trace_.times.empty()) answered(id);
        if (!anchored_ && fence_ != none) edge(fence_, id, Why::program_order);
        open_.push_back(id);
        if (o.loads()) {
            last_load_ = id;
            if (!order_.load_load_there) {
                if (earlier_load_.empty()) earlier_load_.assign(trace_.operations.size(), none);
                earlier_load_[id] = o.stores() ? none : there.load;
            }
            there.load = id;
        }
        if (o.stores()) {
            last_store_ = id;
            there.store = id;
            if (!o.loads() && !order_.load_load_there) there.load = none;
        }
    }

private:
    struct Latest {
        Id load = none, store = none;
        std::uint64_t segment = 0;
    };
    struct Flying {
        Id id;
        std::uint64_t begin, end;
    };

    static Id id_or_zero(Id id) { return id == none ? 0 : id + 1; }
    void follow(Id earlier_and_one, Id id) {
        if (earlier_and_one == 0) return;
        edge(earlier_and_one - 1, id, Why::program_order);
        anchored_ = true;
    }
    void edge(Id from, Id to, Why why) {
        edges_.push_back({from, to, why});
        has_later_[from] = 1;
    }
    void clear() {
        open_.clear();
        flying_.clear();
        answered_.clear();
        last_load_ = last_store_ = none;
        ++segment_;
    }
    Latest& latest_of(std::uint32_t address) {
        Latest& l = latest_[address];
        if (l.segment != segment_) l = {none, none, segment_};
        return l;
    }

    /// What was answered before this was asked for, or before an operation that was asked for earlier, is before it.
    void answered(Id id) {
        const Times& t = trace_.times[id];
        if (t.begin != no_time) newest_begin_ = std::max(newest_begin_, t.begin);
        std::size_t kept = 0;
        for (const Flying& f : flying_) {
            if (f.end >= newest_begin_) flying_[kept++] = f;
            else {
                std::erase_if(answered_, [&](const Flying& other) { return f.begin != no_time && other.end < f.begin; });
                answered_.push_back(f);
            }
        }
        flying_.resize(kept);
        for (const Flying& f : answered_) {
            edge(f.id, id, Why::answered);
            anchored_ = true;
        }
        if (trace_.operations[id].loads() && t.end != no_time) flying_.push_back({id, t.begin, t.end});
    }

    const Trace& trace_;
    const Order& order_;
    std::vector<Edge>& edges_;
    std::vector<std::uint8_t> has_later_;
    std::vector<Latest> latest_;
    std::vector<Id> open_, earlier_load_;
    std::vector<Flying> flying_, answered_;
    Id fence_ = none, last_load_ = none, last_store_ = none;
    std::uint64_t segment_ = 0, newest_begin_ = 0;
    bool anchored_ = false;
};

}  // namespace

std::vector<Edge> local_order(const Trace& trace, const Order& order) {
    std::vector<Edge> edges;
    edges.reserve(3 * trace.operations.size());
    // By thread, each in the trace's order.
    std::vector<Id> first(trace.threads + 1, 0), sorted(trace.operations.size());
    for (const Operation& o : trace.operations) ++first[o.thread + 1];
    for (std::uint32_t t = 0; t < trace.threads; ++t) first[t + 1] += first[t];
    auto next = first;
    for (Id i = 0; i < trace.operations.size(); ++i) sorted[next[trace.operations[i].thread]++] = i;
    Segment segment(trace, order, edges);
    for (std::uint32_t t = 0; t < trace.threads; ++t) {
        segment.begin_thread();
        for (Id i = first[t]; i < first[t + 1]; ++i) segment.add(sorted[i]);
    }
    return edges;
}

namespace {

/// The first and the last store of each thread to each address, by address. One table where threads and addresses are few.
void find_first_and_last(const Trace& trace, std::vector<std::vector<Id>>& first, std::vector<std::vector<Id>>& last) {
    first.resize(trace.addresses);
    last.resize(trace.addresses);
    const std::size_t count = trace.operations.size(), cells = std::size_t{trace.threads} * trace.addresses;
    if (cells <= 4 * count + 4096) {
        std::vector<std::pair<Id, Id>> of(cells, {none, none});
        for (Id i = 0; i < count; ++i) {
            const Operation& o = trace.operations[i];
            if (!o.stores()) continue;
            auto& [one, latest] = of[std::size_t{o.address} * trace.threads + o.thread];
            if (one == none) one = i;
            latest = i;
        }
        for (std::size_t cell = 0; cell < cells; ++cell) {
            if (of[cell].first == none) continue;
            first[cell / trace.threads].push_back(of[cell].first);
            last[cell / trace.threads].push_back(of[cell].second);
        }
        return;
    }
    std::vector<std::pair<std::uint64_t, Id>> stores;
    for (Id i = 0; i < count; ++i)
        if (trace.operations[i].stores())
            stores.push_back({std::uint64_t{trace.operations[i].address} << 32 | trace.operations[i].thread, i});
    std::stable_sort(stores.begin(), stores.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < stores.size(); ++i) {
        const std::uint32_t a = trace.operations[stores[i].second].address;
        if (i == 0 || stores[i - 1].first != stores[i].first) first[a].push_back(stores[i].second);
        if (i + 1 == stores.size() || stores[i + 1].first != stores[i].first) last[a].push_back(stores[i].second);
    }
}

}  // namespace

std::vector<Edge> first_edges(const Trace& trace, const Matched& matched, const Order& order) {
    std::vector<Edge> edges = local_order(trace, order);
    const std::size_t count = trace.operations.size();
    // The first and the last store of each thread to each address, for what is read before all of them and after all.
    std::vector<std::vector<Id>> first, last;
    const bool any_final = std::any_of(matched.last_value.begin(), matched.last_value.end(), [](Class c) { return c != none; });
    bool any_initial = false;
    for (const Id s : matched.source) any_initial |= s == initial;
    if (any_initial || any_final) {
        find_first_and_last(trace, first, last);
    }
    for (Id i = 0; i < count; ++i) {
        const Operation& o = trace.operations[i];
        if (!o.loads()) continue;
        const Id own = matched.own[i], source = matched.source[i];
        if (own != none && matched.written[own] != matched.read[i]) edges.push_back({own, i, Why::own_store});
        if (source == initial) {
            for (const Id s : first[o.address])
                if (s != i) edges.push_back({i, s, Why::reads_initial});
        } else if (source != none && source != own) {
            edges.push_back({source, i, Why::reads_from});
            if (own != none) edges.push_back({own, source, Why::coherence, i});
        }
    }
    std::vector<Id> store_of(any_final ? matched.readers.size() : 0, initial);  // of classes with one
    for (Id i = 0; i < count && any_final; ++i)
        if (matched.written[i] != none) store_of[matched.written[i]] = i;
    for (std::uint32_t a = 0; a < trace.addresses && any_final; ++a) {
        const Class c = matched.last_value[a];
        if (c == none || matched.writers[c] != 1) continue;
        const Id store = store_of[c];
        // Where the first value is final nothing may be stored: each store is before itself.
        for (const Id s : last[a])
            if (s != store) edges.push_back({s, store == initial ? s : store, Why::final_value});
    }
    return edges;
}

}  // namespace tandem::audit
