#include "specs/audit/schedule.hpp"

#include <algorithm>
#include <functional>

namespace tandem::audit {

namespace {

std::uint64_t mixed(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

}  // namespace

std::vector<std::uint64_t> places(const Trace& trace) {
    const std::size_t count = trace.operations.size();
    std::vector<std::uint64_t> place(count);
    std::size_t turns = 0;
    for (Id i = 1; i < count; ++i) turns += trace.operations[i].thread != trace.operations[i - 1].thread;
    const bool by_thread = turns + 1 <= std::size_t{trace.threads} + trace.threads / 2 && trace.threads > 1;
    if (!by_thread) {
        for (Id i = 0; i < count; ++i) place[i] = i;
        return place;
    }
    std::vector<std::uint64_t> length(trace.threads, 0), at(trace.threads, 0);
    for (const Operation& o : trace.operations) ++length[o.thread];
    for (Id i = 0; i < count; ++i) {
        const std::uint32_t t = trace.operations[i].thread;
        place[i] = at[t]++ * count / length[t];
    }
    return place;
}

Successors::Successors(std::size_t count, const std::vector<Edge>& edges) : first(count + 1, 0), to(edges.size()) {
    for (const Edge& e : edges) ++first[e.from + 1];
    for (std::size_t i = 0; i < count; ++i) first[i + 1] += first[i];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (const Edge& e : edges) to[next[e.from]++] = e.to;
}

Schedule::Schedule(const Trace& trace, const Matched& matched, const std::vector<Edge>& edges)
    : trace_(trace), m_(matched), after_(trace.operations.size(), edges) {
    const std::size_t count = trace.operations.size();
    waits_for_.assign(count, 0);
    for (const Edge& e : edges) ++waits_for_[e.to];
    done_at_.assign(count, 0);
    held_ = matched.at_first;
    holder_.assign(trace.addresses, initial);
    readers_left_ = matched.readers;
    writers_left_ = matched.writers;
    stores_left_.assign(trace.addresses, 0);
    for (std::uint32_t a = 0; a < trace.addresses; ++a) --writers_left_[matched.at_first[a]];
    for (const Operation& o : trace.operations)
        if (o.stores()) ++stores_left_[o.address];
    loads_of_.assign(matched.readers.size(), none);
    next_load_.assign(count, none);
    stores_at_.assign(trace.addresses, none);
    next_store_.assign(count, none);
    is_listed_.assign(count, 0);
    done_order_.reserve(count);

    bound_moments();
}

/// In the run that was logged, an operation was performed before those that must follow it, and before the first of its readers
/// in other threads. So the earliest of their places bounds its own. The local order leads from earlier to later lines: one pass
/// from the end sees most of this. From a store's bound to its last reader memory holds its value: a bound of another store in
/// that span moves to the span's beginning. That moves others, so there are several passes. Between two places there is room for
/// what must come between.
///
/// A load that may have read several stores of its value has read the latest of them in the log, by a guess.
void Schedule::bound_moments() {
    constexpr int passes = 3;
    const std::size_t count = trace_.operations.size();
    const std::vector<std::uint64_t> place = places(trace_);
    const std::uint64_t never = std::uint64_t{1} << 40, room = std::uint64_t{1} << 20;
    struct Span {
        std::uint64_t from, to;
        Id store;
    };
    std::vector<std::uint32_t> first(trace_.addresses + 1, 0);
    std::vector<std::uint64_t> last_reader(count, 0), first_guess;
    std::vector<Id> latest;  // of each class, if some loads have several stores
    if (m_.several > 0) {
        latest.assign(m_.readers.size(), none);
        first_guess.assign(count, ~std::uint64_t{0});
    }
    for (Id i = 0; i < count; ++i) {
        Id source = m_.source[i];
        if (source == none && m_.several > 0 && m_.read[i] != none) {
            source = latest[m_.read[i]];
            if (source != none) first_guess[source] = std::min(first_guess[source], room * (place[i] + 1) - 1);
        }
        if (m_.several > 0 && m_.written[i] != none) latest[m_.written[i]] = i;
        if (source < initial) last_reader[source] = std::max(last_reader[source], room * (place[i] + 1));
        if (trace_.operations[i].stores()) ++first[trace_.operations[i].address + 1];
    }
    for (std::uint32_t a = 0; a < trace_.addresses; ++a) first[a + 1] += first[a];
    std::vector<Span> spans(first.back());
    std::vector<std::uint32_t> end(first.begin(), first.end() - 1);
    key_.assign(count, 0);
    for (int pass = 0; pass < passes; ++pass) {
        for (Id i = static_cast<Id>(count); i-- > 0;) {
            const Operation& o = trace_.operations[i];
            std::uint64_t bound = pass > 0 ? key_[i] : room * (o.kind == Kind::store ? never + place[i] : place[i] + 1);
            for (std::uint32_t e = after_.first[i]; e < after_.first[i + 1]; ++e) {
                const Id next = after_.to[e];
                if (next > i || pass > 0) bound = std::min(bound, key_[next] - 1);
                else if (trace_.operations[next].kind != Kind::store) bound = std::min(bound, room * (place[next] + 1) - 1);
            }
            if (pass == 0 && !first_guess.empty()) bound = std::min(bound, first_guess[i]);
            if (o.kind == Kind::store && pass > 0) {
                const auto begin = spans.begin() + first[o.address], stop = spans.begin() + end[o.address];
                auto span = std::lower_bound(begin, stop, bound, [](const Span& s, std::uint64_t b) { return s.from < b; });
                if (span != begin && (--span)->store != i && bound < span->to) bound = span->from - 1;
            }
            key_[i] = bound;
        }
        if (pass + 1 == passes) break;
        std::copy(first.begin(), first.end() - 1, end.begin());
        for (Id i = 0; i < count; ++i)
            if (trace_.operations[i].stores() && last_reader[i] > key_[i])
                spans[end[trace_.operations[i].address]++] = {key_[i], last_reader[i], i};
        for (std::uint32_t a = 0; a < trace_.addresses; ++a)
            std::sort(spans.begin() + first[a], spans.begin() + end[a],
                      [](const Span& x, const Span& y) { return x.from < y.from; });
    }
}

bool Schedule::needed(std::uint32_t address) const {
    const Class c = held_[address];
    return readers_left_[c] > 0 && writers_left_[c] == 0;
}

/// Whether the store, which is ready, leaves a way on.
bool Schedule::may_store(Id id) const {
    const Operation& o = trace_.operations[id];
    const Class c = held_[o.address];
    if (o.kind == Kind::swap && c != m_.read[id]) return false;
    if (writers_left_[c] == 0 && readers_left_[c] > (o.kind == Kind::swap ? 1u : 0u)) return false;
    const Class last = m_.last_value[o.address];
    return last == none || stores_left_[o.address] > 1 || m_.written[id] == last;
}

/// Whether a store that may be performed loses nothing by being the next.
bool Schedule::is_safe(Id id) const {
    const Operation& o = trace_.operations[id];
    const Class c = held_[o.address], w = m_.written[id];
    if (stores_left_[o.address] == 1) return readers_left_[c] == (o.kind == Kind::swap ? 1u : 0u) || writers_left_[c] == 0;
    if (o.kind == Kind::swap && writers_left_[c] == 0) return true;
    return readers_left_[c] == 0 && readers_left_[w] == 0 && m_.last_value[o.address] != w;
}

template <class Each>
void Schedule::each_after(Id id, Each each) const {
    for (std::uint32_t e = after_.first[id]; e < after_.first[id + 1]; ++e) each(after_.to[e]);
    if (!learned_of_.empty())
        for (std::uint32_t e = learned_of_[id]; e != none; e = learned_[e].next) each(learned_[e].to);
}

void Schedule::await_store(Id id) {
    if (is_listed_[id]) return;
    is_listed_[id] = 1;
    Id& first = stores_at_[trace_.operations[id].address];
    next_store_[id] = first;
    first = id;
}

void Schedule::await_load(Id id) {
    if (is_listed_[id]) return;
    is_listed_[id] = 1;
    Id& first = loads_of_[m_.read[id]];
    next_load_[id] = first;
    first = id;
}

void Schedule::wake_stores(std::uint32_t address) {
    for (Id s = stores_at_[address]; s != none;) {
        const Id next = next_store_[s];
        next_store_[s] = none;
        is_listed_[s] = 0;
        runnable_.push_back(s);
        s = next;
    }
    stores_at_[address] = none;
}

void Schedule::wake_loads(Class c) {
    for (Id l = loads_of_[c]; l != none;) {
        const Id next = next_load_[l];
        next_load_[l] = none;
        is_listed_[l] = 0;
        runnable_.push_back(l);
        l = next;
    }
    loads_of_[c] = none;
}

void Schedule::flip(std::uint64_t key) {
    mark_[0] ^= mixed(key);
    mark_[1] ^= mixed(~key);
}

void Schedule::perform(Id id) {
    const Operation& o = trace_.operations[id];
    done_order_.push_back(id);
    done_at_[id] = static_cast<std::uint32_t>(done_order_.size());
    flip(id);
    if (o.loads()) --readers_left_[m_.read[id]];
    if (o.stores()) {
        const Class w = m_.written[id], old = held_[o.address];
        --writers_left_[w];
        --stores_left_[o.address];
        overwritten_.push_back({old, holder_[o.address]});
        holder_[o.address] = id;
        flip((std::uint64_t{1} << 40) + old);
        flip((std::uint64_t{1} << 40) + w);
        held_[o.address] = w;
        wake_loads(w);
    }
    // The last reader may be a swap that waits for the others.
    if (o.kind != Kind::fence && (!needed(o.address) || readers_left_[held_[o.address]] == 1)) wake_stores(o.address);
    each_after(id, [&](Id next) {
        if (--waits_for_[next] == 0) runnable_.push_back(next);
    });
}

/// Does all that loses nothing. What is left may be performed next, and stands in the heap, or waits in a list.
void Schedule::settle() {
    while (!runnable_.empty()) {
        const Id id = runnable_.back();
        runnable_.pop_back();
        if (is_done(id) || waits_for_[id] > 0) continue;
        const Operation& o = trace_.operations[id];
        if (o.kind == Kind::fence) {
            perform(id);
        } else if (o.kind == Kind::load) {
            const Id own = m_.own[id];
            const bool passes_on = own != none && !is_done(own) && m_.written[own] == m_.read[id];
            if (passes_on || held_[o.address] == m_.read[id]) perform(id);
            else {
                await_load(id);
            }
        } else if (!may_store(id)) {
            await_store(id);
        } else if (is_safe(id)) {
            perform(id);
        } else {
            heap_.push_back({key_[id], id});
            std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
        }
    }
}

/// The store to take next, or `none`.
Id Schedule::next_choice(Foresight* foresight) {
    std::vector<Id> refused;
    Id chosen = none;
    while (!heap_.empty() && chosen == none) {
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
        const Id id = heap_.back().second;
        heap_.pop_back();
        if (is_done(id) || waits_for_[id] > 0) continue;
        if (!may_store(id)) {
            await_store(id);
        } else if (foresight != nullptr && !foresight->take(id)) {
            refused.push_back(id);
        } else {
            chosen = id;
        }
    }
    for (const Id id : refused) {
        heap_.push_back({key_[id], id});
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    }
    return chosen;
}

void Schedule::restart(const std::vector<Id>& likelier) {
    undo_to(0);
    heap_.clear();
    runnable_.clear();
    begun_ = false;
    for (std::size_t i = 0; i < likelier.size(); ++i) key_[likelier[i]] = i;
    choices_.clear();
    told_ = 0;
}

void Schedule::undo_to(std::size_t done) {
    const std::vector<Id> undone(done_order_.begin() + static_cast<std::ptrdiff_t>(done), done_order_.end());
    while (done_order_.size() > done) {
        const Id id = done_order_.back();
        const Operation& o = trace_.operations[id];
        each_after(id, [&](Id next) { ++waits_for_[next]; });
        if (o.stores()) {
            const Class w = m_.written[id], old = overwritten_.back().first;
            holder_[o.address] = overwritten_.back().second;
            overwritten_.pop_back();
            flip((std::uint64_t{1} << 40) + old);
            flip((std::uint64_t{1} << 40) + w);
            held_[o.address] = old;
            ++stores_left_[o.address];
            ++writers_left_[w];
            wake_loads(old);
        }
        if (o.loads()) ++readers_left_[m_.read[id]];
        if (o.kind != Kind::fence) wake_stores(o.address);
        flip(id);
        done_at_[id] = 0;
        done_order_.pop_back();
    }
    for (const Id id : undone)
        if (waits_for_[id] == 0) runnable_.push_back(id);
}

std::vector<std::pair<Id, Id>> Schedule::blocked() const {
    std::vector<std::pair<Id, Id>> pairs;
    for (std::uint32_t a = 0; a < trace_.addresses; ++a)
        for (Id s = stores_at_[a]; s != none; s = next_store_[s])
            if (!is_done(s) && waits_for_[s] == 0 && holder_[a] < initial) pairs.push_back({s, holder_[a]});
    return pairs;
}

std::size_t Schedule::learn(const std::vector<Edge>& edges) {
    if (learned_of_.empty()) learned_of_.assign(trace_.operations.size(), none);
    std::size_t contradicted = 0, keep = done_order_.size();
    std::vector<const Edge*> taken;
    for (const Edge& e : edges) {
        if (is_done(e.from) && (!is_done(e.to) || done_at_[e.from] < done_at_[e.to])) continue;
        bool known = false;
        each_after(e.from, [&](Id next) { known |= next == e.to; });
        if (known) continue;
        taken.push_back(&e);
        if (!is_done(e.to)) continue;
        ++contradicted;
        keep = std::min<std::size_t>(keep, done_at_[e.to] - 1);
    }
    if (keep < done_order_.size()) undo_to(keep);
    while (!choices_.empty() && choices_.back().done >= keep) choices_.pop_back();
    for (const Edge* e : taken) {
        learned_.push_back({e->to, learned_of_[e->from]});
        learned_of_[e->from] = static_cast<std::uint32_t>(learned_.size() - 1);
        if (!is_done(e->from)) ++waits_for_[e->to];
    }
    return contradicted;
}

void Schedule::prefer(const std::vector<Id>& likelier) {
    std::vector<Id> stores;
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> first_done(trace_.addresses, none);  // of those after it, of its address
    std::size_t keep = done_order_.size();
    for (std::size_t i = likelier.size(); i-- > 0;) {
        const Id id = likelier[i];
        if (!trace_.operations[id].stores()) continue;
        stores.push_back(id);
        keys.push_back(key_[id]);
        std::uint32_t& next = first_done[trace_.operations[id].address];
        if (next != none && (!is_done(id) || done_at_[id] > next)) keep = std::min<std::size_t>(keep, next - 1);
        if (is_done(id)) next = std::min(next, done_at_[id]);
    }
    std::sort(keys.begin(), keys.end(), std::greater<>());
    for (std::size_t i = 0; i < stores.size(); ++i) key_[stores[i]] = keys[i];
    if (keep < done_order_.size()) undo_to(keep);
    while (!choices_.empty() && choices_.back().done >= keep) choices_.pop_back();
    for (auto& [key, id] : heap_) key = key_[id];
    std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
}

void Schedule::list_others(Choice& choice) {
    choice.listed = true;
    std::vector<std::pair<std::uint64_t, Id>> all;
    for (const auto& [key, id] : heap_)
        if (id != choice.taken && !is_done(id) && waits_for_[id] == 0 && may_store(id)) all.push_back({key, id});
    std::sort(all.begin(), all.end(), std::greater<>());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const auto& [key, id] : all) choice.others.push_back(id);
}

Schedule::Ending Schedule::run(std::uint64_t retries, const Limits& limits, Foresight* foresight) {
    const std::size_t count = trace_.operations.size();
    for (Id i = static_cast<Id>(count); i-- > 0 && !begun_;)
        if (waits_for_[i] == 0) runnable_.push_back(i);
    begun_ = true;
    // Does what loses nothing, and tells the foresight. False: that contradicts what is known.
    const auto goes_on = [&] {
        settle();
        for (; foresight != nullptr && told_ < done_order_.size(); ++told_) {
            const Id id = done_order_[told_];
            if (trace_.operations[id].stores() && !foresight->take(id)) return false;
        }
        return true;
    };
    for (std::uint64_t steps = 0;; ++steps) {
        bool way = goes_on();
        if (done_order_.size() == count) return Ending::found;
        if (steps % (foresight != nullptr ? 16 : 1024) == 0 && steps > 0 && limits.over()) return Ending::given_up;
        way = way && (nowhere_.empty() || !nowhere_.contains({mark_[0], mark_[1]}));
        if (way) {
            Choice choice{done_order_.size(),  none, {}, false, foresight != nullptr ? foresight->mark() : 0, told_,
                          {mark_[0], mark_[1]}};
            choice.taken = next_choice(foresight);
            if (choice.taken != none) {
                const Id taken = choice.taken;
                choices_.push_back(std::move(choice));
                perform(taken);
                if (foresight != nullptr) ++told_;
                continue;
            }
        }
        // No way on: back to the latest choice that has another.
        for (;;) {
            if (choices_.empty()) return Ending::impossible;
            if (tried_ >= retries || limits.over() || nowhere_.size() * 64 > limits.bytes) return Ending::given_up;
            Choice& last = choices_.back();
            ++tried_;
            undo_to(last.done);
            if (foresight != nullptr) foresight->back_to(last.foreseen);
            told_ = last.told;
            settle();
            if (done_order_.size() > last.done) {  // what has become safe meanwhile changes what there is to choose from
                last.done = done_order_.size();
                last.taken = none;
                last.listed = false;
                last.others.clear();
            }
            const bool holds = goes_on();
            if (holds && foresight != nullptr) {
                last.foreseen = foresight->mark();
                last.told = told_;
            }
            if (holds && !last.listed) list_others(last);
            if (!holds) last.others.clear();
            bool taken = false;
            while (!taken && !last.others.empty()) {
                last.taken = last.others.back();
                last.others.pop_back();
                taken = foresight == nullptr || foresight->take(last.taken);
            }
            if (taken) {
                perform(last.taken);
                if (foresight != nullptr) ++told_;
                break;
            }
            nowhere_.insert({last.mark[0], last.mark[1]});
            choices_.pop_back();
        }
    }
}

}  // namespace tandem::audit
