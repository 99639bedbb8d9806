#include "specs/audit/saturation.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <queue>

namespace tandem::audit {

Saturation::Saturation(const Trace& trace, const Matched& matched, std::vector<Edge> edges, bool stores_in_order)
    : trace_(trace), m_(matched), edges_(std::move(edges)), given_(edges_.size()) {
    const std::size_t count = trace.operations.size();
    out_.assign(count, none);
    in_.assign(count, none);
    next_out_.assign(edges_.size(), none);
    next_in_.assign(edges_.size(), none);
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
        next_out_[e] = out_[edges_[e].from];
        out_[edges_[e].from] = e;
        next_in_[e] = in_[edges_[e].to];
        in_[edges_[e].to] = e;
    }
    // A chain is a thread's stores, or those to one address.
    chain_.assign(count, none);
    rank_.assign(count, 0);
    columns_.resize(trace.addresses);
    std::vector<std::uint32_t> length(trace.threads, 0), chain_of(trace.threads, none);
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> column_of(trace.addresses);  // thread, column
    for (Id i = 0; i < count; ++i) {
        const Operation& o = trace.operations[i];
        if (!o.stores()) continue;
        auto& there = column_of[o.address];
        auto at = std::find_if(there.begin(), there.end(), [&](const auto& c) { return c.first == o.thread; });
        if (at == there.end()) {
            there.push_back({o.thread, static_cast<std::uint32_t>(columns_[o.address].size())});
            std::uint32_t& chain = chain_of[o.thread];
            if (chain == none || !stores_in_order) chain = chains_++;
            columns_[o.address].push_back({chain, {}});
            at = there.end() - 1;
        }
        Column& column = columns_[o.address][at->second];
        column.stores.push_back(i);
        chain_[i] = column.chain;
        rank_[i] = stores_in_order ? ++length[o.thread] : static_cast<std::uint32_t>(column.stores.size());
    }
}

std::vector<Id> Saturation::likely_order(std::uint64_t number) const {
    const std::size_t count = trace_.operations.size();
    std::vector<std::uint32_t> waits(count, 0);
    for (const Edge& e : edges_) ++waits[e.to];
    // As the run may have been: then few edges that are inferred lead back.
    std::vector<std::uint64_t> place = places(trace_);
    // Another order: each operation is moved by some steps of each thread.
    const std::uint64_t reach = 1 + 16 * std::uint64_t{trace_.threads};
    for (Id i = 0; i < count && number > 0; ++i)
        place[i] += ((i * 0x9E3779B97F4A7C15u + number * 0xBF58476D1CE4E5B9u) >> 32) % reach;
    std::priority_queue<std::pair<std::uint64_t, Id>, std::vector<std::pair<std::uint64_t, Id>>, std::greater<>> ready;
    for (Id i = 0; i < count; ++i)
        if (waits[i] == 0) ready.push({place[i], i});
    std::vector<Id> order;
    while (!ready.empty()) {
        const Id id = ready.top().second;
        ready.pop();
        order.push_back(id);
        for (std::uint32_t e = out_[id]; e != none; e = next_out_[e])
            if (--waits[edges_[e].to] == 0) ready.push({place[edges_[e].to], edges_[e].to});
    }
    return order;
}

/// Puts the operations in an order that the given edges keep. False: they have a cycle, which is noted.
bool Saturation::arrange() {
    const std::size_t count = trace_.operations.size();
    arranged_ = likely_order();
    place_.assign(count, none);
    for (std::uint32_t i = 0; i < arranged_.size(); ++i) place_[arranged_[i]] = i;
    if (arranged_.size() == count) return true;
    // What is left waits for a cycle: back along what waits, until an operation comes again. From there the shortest way round.
    Id id = 0;
    while (place_[id] != none) ++id;
    std::vector<std::uint8_t> seen(count, 0);
    while (!seen[id]) {
        seen[id] = 1;
        for (std::uint32_t e = in_[id]; e != none; e = next_in_[e])
            if (place_[edges_[e].from] == none) {
                id = edges_[e].from;
                break;
            }
    }
    for (std::uint32_t e = in_[id]; e != none; e = next_in_[e]) {
        const Edge& edge = edges_[e];
        if (place_[edge.from] != none) continue;
        std::vector<std::uint32_t> way = edge.from == id ? std::vector<std::uint32_t>{} : path(id, edge.from, none);
        if (way.empty() && edge.from != id) continue;
        if (!cycle_.empty() && way.size() + 1 >= cycle_.size()) continue;
        cycle_ = std::move(way);
        cycle_.push_back(e);
    }
    return false;
}

std::vector<std::uint32_t> Saturation::path(Id from, Id to, std::uint32_t before) const {
    std::vector<std::uint32_t> by(trace_.operations.size(), none);
    std::vector<Id> reached{from};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (std::uint32_t e = out_[reached[i]]; e != none; e = next_out_[e]) {
            const Id next = edges_[e].to;
            if (e >= before || next == from || by[next] != none) continue;
            by[next] = e;
            if (next == to) {
                std::vector<std::uint32_t> way;
                for (Id at = to; at != from; at = edges_[by[at]].from) way.push_back(by[at]);
                std::reverse(way.begin(), way.end());
                return way;
            }
            reached.push_back(next);
        }
    return {};
}

std::vector<std::uint32_t> Saturation::premises(std::uint32_t edge) const {
    const Edge& e = edges_[edge];
    if (edge < given_) return {};
    return e.why == Why::from_read ? path(e.via, e.to, edge) : path(e.from, e.via, edge);
}

/// Ends the run with the cycle that this edge closes.
void Saturation::close(std::uint32_t edge) {
    cycle_ = path(edges_[edge].to, edges_[edge].from, edge);
    if (cycle_.empty() && edges_[edge].to != edges_[edge].from) cycle_ = path(edges_[edge].to, edges_[edge].from, none);
    cycle_.insert(cycle_.begin(), edge);
}

/// Takes what is before an edge's first operation over to its second.
void Saturation::follow(std::uint32_t edge) {
    const Id from = edges_[edge].from, to = edges_[edge].to;
    if (from == to || (rank_[to] != 0 && is_before(to, from))) {
        if (cycle_.empty()) close(edge);
        return;
    }
    const std::uint32_t* earlier = clock(from);
    std::uint32_t* later = clock(to);
    std::uint32_t changes = 0;
    for (std::uint32_t c = 0; c < chains_; ++c) changes |= earlier[c] > later[c];
    if (changes == 0) return;
    if (notes_)
        for (std::uint32_t c = 0; c < chains_; ++c)
            if (earlier[c] > later[c]) journal_.push_back({to, c, later[c]});
    for (std::uint32_t c = 0; c < chains_; ++c) later[c] = std::max(earlier[c], later[c]);
    const std::size_t at = place_[to];
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    dirty_count_ += (dirty_[at / 64] & bit) == 0;
    dirty_[at / 64] |= bit;
    cursor_ = std::min(cursor_, at);
}

bool Saturation::known(Id from, Id to) const {
    for (std::uint32_t e = in_[to]; e != none; e = next_in_[e])
        if (edges_[e].from == from) return true;
    return false;
}

void Saturation::add(Edge edge) {
    const std::uint32_t e = static_cast<std::uint32_t>(edges_.size());
    edges_.push_back(edge);
    next_out_.push_back(out_[edge.from]);
    out_[edge.from] = e;
    next_in_.push_back(in_[edge.to]);
    in_[edge.to] = e;
    if (notes_) journal_.push_back({e, edge_added, 0});
    follow(e);
}

/// Of each thread the latest store to the address of this operation that is before it.
void Saturation::latest_before(Id id, std::vector<Id>& found) const {
    found.clear();
    const std::uint32_t* now = clock(id);
    for (const Column& column : columns_[trace_.operations[id].address]) {
        std::uint32_t most = now[column.chain];
        if (rank_[id] != 0 && chain_[id] == column.chain) most = std::min(most, rank_[id] - 1);
        const auto after = std::upper_bound(column.stores.begin(), column.stores.end(), most,
                                            [&](std::uint32_t m, Id s) { return m < rank_[s]; });
        if (after != column.stores.begin()) found.push_back(*(after - 1));
    }
}

void Saturation::infer_coherence(Id load) {
    const Id source = m_.source[load];
    if (source >= initial) return;
    latest_before(load, found_);
    for (const Id store : found_) {
        if (is_before(store, source)) continue;
        add({store, source, Why::coherence, load});
        if (!cycle_.empty()) return;
    }
}

void Saturation::infer_from_reads(Id store) {
    latest_before(store, kept_);
    for (const Id earlier : kept_) {
        // A later one of them passes its own on.
        if (std::any_of(kept_.begin(), kept_.end(), [&](Id other) { return other != earlier && is_before(earlier, other); }))
            continue;
        for (std::uint32_t r = m_.first_reader[earlier]; r < m_.first_reader[earlier + 1]; ++r) {
            const Id reader = m_.reader_at[r];
            if (reader == store || known(reader, store)) continue;
            add({reader, store, Why::from_read, earlier});
            if (!cycle_.empty()) return;
        }
    }
}

void Saturation::visit(Id id) {
    const Operation& o = trace_.operations[id];
    if (o.loads()) infer_coherence(id);
    if (cycle_.empty() && o.stores()) infer_from_reads(id);
    for (std::uint32_t e = out_[id]; e != none && cycle_.empty(); e = next_out_[e]) follow(e);
}

Saturation::Ending Saturation::run(const Limits& limits) {
    const std::size_t count = trace_.operations.size();
    if (!arrange()) return Ending::cycle;
    if (std::uint64_t{chains_} * count > limits.bytes / sizeof(std::uint32_t)) return Ending::given_up;
    clocks_.assign(std::size_t{chains_} * count, 0);
    for (Id i = 0; i < count; ++i)
        if (rank_[i] != 0) clock(i)[chain_[i]] = rank_[i];
    dirty_.assign(count / 64 + 1, ~std::uint64_t{0});
    dirty_.back() = (std::uint64_t{1} << (count % 64)) - 1;
    dirty_count_ = count;
    return propagate(limits);
}

Saturation::Ending Saturation::propagate(const Limits& limits) {
    for (std::uint64_t steps = 0;; ++steps) {
        if (dirty_count_ == 0) {
            cursor_ = arranged_.size();
            return Ending::closed;
        }
        std::size_t word = cursor_ / 64;
        while (dirty_[word] == 0) ++word;
        --dirty_count_;
        const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(dirty_[word]));
        dirty_[word] &= dirty_[word] - 1;
        cursor_ = at;
        visit(arranged_[at]);
        if (!cycle_.empty()) return Ending::cycle;
        if (steps % 64 == 63 && (limits.over() || edges_.size() * 24 > limits.bytes)) return Ending::given_up;
    }
}

void Saturation::drop_newest_edge() {
    const Edge& edge = edges_.back();
    out_[edge.from] = next_out_.back();
    in_[edge.to] = next_in_.back();
    next_out_.pop_back();
    next_in_.pop_back();
    edges_.pop_back();
}

bool Saturation::take(Id store) {
    notes_ = true;
    if (is_taken_.empty()) {
        is_taken_.assign(trace_.operations.size(), 0);
        for (const auto& columns : columns_) taken_of_.emplace_back(columns.size(), 0);
    }
    const std::size_t before = mark();
    const std::vector<Column>& columns = columns_[trace_.operations[store].address];
    std::vector<std::uint32_t>& taken = taken_of_[trace_.operations[store].address];
    if (!is_taken_[store]) {
        is_taken_[store] = 1;
        journal_.push_back({store, store_taken, 0});
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns[c].chain == chain_[store]) ++taken[c];
    }
    for (std::size_t c = 0; c < columns.size() && cycle_.empty(); ++c) {
        if (taken[c] == columns[c].stores.size()) continue;
        const Id next = columns[c].stores[taken[c]];
        if (is_before(store, next)) continue;
        add({store, next, Why::otherwise_none});
        if (cycle_.empty()) propagate(Limits{});
    }
    if (cycle_.empty()) return true;
    back_to(before);
    return false;
}

void Saturation::back_to(std::size_t mark) {
    while (journal_.size() > mark) {
        const Noted noted = journal_.back();
        journal_.pop_back();
        if (noted.chain == edge_added) {
            drop_newest_edge();
        } else if (noted.chain == store_taken) {
            is_taken_[noted.id] = 0;
            const std::vector<Column>& columns = columns_[trace_.operations[noted.id].address];
            for (std::size_t c = 0; c < columns.size(); ++c)
                if (columns[c].chain == chain_[noted.id]) --taken_of_[trace_.operations[noted.id].address][c];
        } else {
            clock(noted.id)[noted.chain] = noted.before;
        }
    }
    cycle_.clear();
    std::fill(dirty_.begin(), dirty_.end(), 0);
    dirty_count_ = 0;
    cursor_ = arranged_.size();
}

bool Saturation::contradicts(Edge edge, const Limits& limits) {
    notes_ = true;
    const std::size_t before = mark();
    add(edge);
    const bool is_so = !cycle_.empty() || propagate(limits) == Ending::cycle;
    back_to(before);
    return is_so;
}

}  // namespace tandem::audit
