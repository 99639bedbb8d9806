#include "specs/audit/audit.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "specs/audit/per_scope.hpp"
#include "specs/audit/races.hpp"
#include "specs/audit/seen_order.hpp"

namespace tandem::audit {

namespace {

/// The operations around the place where a run has no way on: of each thread so many before and after its first that is not done.
/// Of many threads those are taken that wait for each other.
class Surroundings {
    static constexpr std::size_t most_threads = 128;  // with the fewest operations of each; with more of each more

public:
    Surroundings(const Trace& trace, const Matched& matched)
        : trace_(trace), m_(matched), first_(trace.threads + 1, 0), sorted_(trace.operations.size()) {
        for (const Operation& o : trace.operations) ++first_[o.thread + 1];
        for (std::uint32_t t = 0; t < trace.threads; ++t) first_[t + 1] += first_[t];
        auto next = first_;
        for (Id i = 0; i < trace.operations.size(); ++i) sorted_[next[trace.operations[i].thread]++] = i;
        front_.assign(first_.begin(), first_.end() - 1);
    }

    /// `all`: it is everything.
    std::vector<Id> of(const Schedule& schedule, std::uint32_t half, bool& all) {
        std::vector<Id> kept;
        for (std::size_t t = 0; t + 1 < first_.size(); ++t) {
            std::uint32_t& front = front_[t];
            while (front > first_[t] && !schedule.is_done(sorted_[front - 1])) --front;
            while (front < first_[t + 1] && schedule.is_done(sorted_[front])) ++front;
        }
        const std::vector<std::uint32_t> threads = involved(schedule, std::size_t{half} * most_threads / 32);
        all = threads.size() + 1 == first_.size();
        for (const std::uint32_t t : threads) {
            const std::uint32_t front = front_[t];
            const std::uint32_t from = front - std::min(half, front - first_[t]);
            const std::uint32_t to = front + std::min(half, first_[t + 1] - front);
            all = all && from == first_[t] && to == first_[t + 1];
            kept.insert(kept.end(), sorted_.begin() + from, sorted_.begin() + to);
        }
        return kept;
    }

private:
    /// At most so many threads: those whose next operation others wait for first.
    std::vector<std::uint32_t> involved(const Schedule& schedule, std::size_t most) const {
        const auto count = static_cast<std::uint32_t>(front_.size());
        std::vector<std::uint32_t> threads;
        if (count <= most) {
            for (std::uint32_t t = 0; t < count; ++t) threads.push_back(t);
            return threads;
        }
        std::vector<std::uint8_t> taken(count, 0);
        const auto take = [&](std::uint32_t t) {
            if (!taken[t] && threads.size() < most) threads.push_back(t), taken[t] = 1;
        };
        const auto take_of = [&](Id id) { take(trace_.operations[id].thread); };
        const auto blocked = schedule.blocked();
        std::unordered_map<std::uint32_t, Id> holder;  // of an address
        for (const auto& [waiting, held] : blocked) holder[trace_.operations[waiting].address] = held;
        for (std::size_t i = 0, next = 0; threads.size() < most; ++next) {
            if (next == threads.size()) {
                if (i == blocked.size()) break;
                take_of(blocked[i++].first);
                if (next == threads.size()) {
                    --next;
                    continue;
                }
            }
            const std::uint32_t t = threads[next];
            if (front_[t] == first_[t + 1]) continue;
            const Id id = sorted_[front_[t]];
            const Operation& o = trace_.operations[id];
            if (o.loads() && m_.source[id] < initial) take_of(m_.source[id]);
            const auto held = holder.find(o.address);
            if (!o.stores() || held == holder.end()) continue;
            take_of(held->second);
            for (std::uint32_t r = m_.first_reader[held->second]; r < m_.first_reader[held->second + 1]; ++r)
                if (!schedule.is_done(m_.reader_at[r])) take_of(m_.reader_at[r]);
        }
        for (std::uint32_t t = 0; t < count && threads.size() < most; ++t)
            if (front_[t] != first_[t + 1]) take(t);
        return threads;
    }

    const Trace& trace_;
    const Matched& m_;
    std::vector<std::uint32_t> first_;
    std::vector<Id> sorted_;
    std::vector<std::uint32_t> front_;
};

Saturation saturation_of(const Trace& trace, const Matched& matched, const Order& order) {
    return {trace, matched, first_edges(trace, matched, order), order.store_store};
}

Proof proof_of(const Saturation& saturation) {
    Proof proof{saturation.edges(), saturation.cycle(), std::vector<std::vector<std::uint32_t>>(saturation.edges().size())};
    std::vector<std::uint32_t> open = proof.cycle;
    std::vector<std::uint8_t> seen(proof.edges.size(), 0);
    while (!open.empty()) {
        const std::uint32_t e = open.back();
        open.pop_back();
        if (seen[e] || e < saturation.given()) continue;
        seen[e] = 1;
        proof.premises[e] = saturation.premises(e);
        open.insert(open.end(), proof.premises[e].begin(), proof.premises[e].end());
    }
    return proof;
}

/// Whether some edge of a proof is known only because the opposite leads to a cycle.
bool rests_on_facts(const Proof& proof) {
    const auto is_fact = [&](std::uint32_t e) { return proof.edges[e].why == Why::otherwise_none; };
    bool any = std::any_of(proof.cycle.begin(), proof.cycle.end(), is_fact);
    for (const auto& list : proof.premises) any = any || std::any_of(list.begin(), list.end(), is_fact);
    return any;
}

/// Looks ahead as long as there is time: of many stores each may take long to be refused. Afterwards none is, and the run that
/// asks gives up by itself.
class TimedForesight final : public Foresight {
public:
    TimedForesight(Saturation& saturation, const Limits& limits) : saturation_(saturation), limits_(limits) {}
    bool take(Id store) override { return limits_.over() || saturation_.take(store); }
    std::size_t mark() const override { return saturation_.mark(); }
    void back_to(std::size_t mark) override { saturation_.back_to(mark); }

private:
    Saturation& saturation_;
    const Limits& limits_;
};

/// An order of a part, numbered as in the whole, if some tries find one. `saturation` is the part's, and closed.
/// It is close to the run that `whole` has begun, or `anew` to that which was logged.
std::vector<Id> order_of(const Part& part, const Matched& matched, Saturation& saturation, const Schedule& whole, bool anew,
                         const Limits& limits) {
    constexpr std::uint64_t tries = 1024;
    Schedule schedule(part.trace, matched, saturation.edges());
    std::vector<Id> likelier(part.origin.size());
    for (Id i = 0; i < likelier.size(); ++i) likelier[i] = i;
    std::sort(likelier.begin(), likelier.end(),
              [&](Id a, Id b) { return whole.moment(part.origin[a]) < whole.moment(part.origin[b]); });
    schedule.restart(anew ? saturation.likely_order() : likelier);
    TimedForesight foresight(saturation, limits);
    if (schedule.run(tries, limits, &foresight) != Schedule::Ending::found) return {};
    std::vector<Id> order;
    for (const Id id : schedule.order()) order.push_back(part.origin[id]);
    return order;
}

}  // namespace

std::vector<Id> operations_of(const Proof& proof) {
    std::vector<Id> ids;
    const auto take = [&](std::uint32_t e) {
        const Edge& edge = proof.edges[e];
        ids.push_back(edge.from);
        ids.push_back(edge.to);
        if (edge.via < initial) ids.push_back(edge.via);
    };
    for (const std::uint32_t e : proof.cycle) take(e);
    for (const auto& list : proof.premises)
        for (const std::uint32_t e : list) take(e);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

Proof prove(const Trace& trace, const Model& model, const Limits& limits) {
    if (model.scoping == Scoping::ptx) return prove_per_scope(trace, limits);
    const Matched matched = match(trace);
    Saturation saturation = saturation_of(trace, matched, model.order);
    if (saturation.run(limits) != Saturation::Ending::cycle) return {};
    return proof_of(saturation);
}

Verdict judge(const Trace& trace, const Model& model, const Limits& limits) {
    if (model.scoping != Scoping::none) check_seats(trace);
    if (model.scoping == Scoping::ptx) return judge_per_scope(trace, limits);
    constexpr std::uint32_t few = 32;
    constexpr std::size_t most_hints = 8;  // without getting further
    const Matched matched = match(trace);
    Verdict verdict;
    verdict.several = matched.several;
    if (auto order = order_as_seen(trace, matched, model.order); !order.empty()) {
        verdict.answer = Answer::allowed;
        verdict.order = std::move(order);
        return verdict;
    }
    Schedule schedule(trace, matched, first_edges(trace, matched, model.order));
    std::optional<Surroundings> surroundings;
    std::optional<Parts> parts;
    bool impossible = false;
    std::vector<Edge> facts;  // that a contradiction has shown
    // How many were done where an order of a part was tried; and from where and with how large a part, since it got that far.
    std::size_t furthest = 0;
    std::map<std::pair<std::size_t, std::uint32_t>, int> hinted;
    for (std::uint32_t half = few;;) {
        const Schedule::Ending ending = impossible ? Schedule::Ending::impossible : schedule.run(0, limits);
        if (ending == Schedule::Ending::found) {
            verdict.answer = Answer::allowed;
            verdict.order = schedule.order();
            return verdict;
        }
        impossible = ending == Schedule::Ending::impossible;
        if (limits.over()) return verdict;
        if (!surroundings) {
            surroundings.emplace(trace, matched);
            parts.emplace(trace, matched);
        }
        bool all = false;
        const Part part = parts->of(surroundings->of(schedule, half, all));
        ++verdict.parts;
        const Matched here = match(part.trace);
        const auto place_of = [&](Id id) {
            const auto at = std::lower_bound(part.origin.begin(), part.origin.end(), id);
            return at != part.origin.end() && *at == id ? static_cast<Id>(at - part.origin.begin()) : none;
        };
        std::vector<Edge> given = first_edges(part.trace, here, model.order);
        for (const Edge& fact : facts) {
            const Id from = place_of(fact.from), to = place_of(fact.to);
            if (from != none && to != none) given.push_back({from, to, fact.why});
        }
        Saturation saturation(part.trace, here, std::move(given), model.order.store_store);
        const Saturation::Ending outcome = saturation.run(limits);
        if (outcome == Saturation::Ending::cycle && !rests_on_facts(proof_of(saturation))) {
            verdict.answer = Answer::forbidden;
            verdict.by_cycle = true;
            for (const Id id : operations_of(proof_of(saturation))) verdict.part.push_back(part.origin[id]);
            return verdict;
        }
        if (limits.over()) return verdict;
        if (outcome == Saturation::Ending::cycle) {
            impossible = true;
            break;
        }
        std::vector<Edge> learned;
        for (std::size_t e = saturation.given(); e < saturation.edges().size(); ++e) {
            Edge edge = saturation.edges()[e];
            edge.from = part.origin[edge.from];
            edge.to = part.origin[edge.to];
            learned.push_back(edge);
        }
        std::size_t contradicted = impossible ? 0 : schedule.learn(learned);
        if (!impossible && contradicted == 0 && outcome == Saturation::Ending::closed) {
            // Does what was chosen contradict itself? Where a needed store cannot have come before one that waits, it comes after
            // it.
            for (const auto& [waiting, held] : schedule.blocked()) {
                const Id from = place_of(held), to = place_of(waiting);
                if (from == none || to == none || !saturation.contradicts({from, to, Why::otherwise_none}, limits)) continue;
                facts.push_back({waiting, held, Why::otherwise_none});
                contradicted += schedule.learn({facts.back()});
                break;
            }
        }
        const bool is_small = part.origin.size() < trace.operations.size() / 4;
        if (contradicted == 0 && !impossible && is_small && outcome == Saturation::Ending::closed) {
            // These operations by themselves have an order, mostly. The run tries that; where it gets no further, more are
            // needed.
            const std::size_t done = schedule.order().size();
            if (done > furthest) {
                furthest = done;
                hinted.clear();
            }
            if (const int hint = hinted[{done, half}]++; hinted.size() < most_hints && hint < 2) {
                const std::vector<Id> order = order_of(part, here, saturation, schedule, hint == 1, limits);
                if (!order.empty()) {
                    schedule.prefer(order);
                    continue;
                }
            }
        }
        if (contradicted > 0) half = few;
        else if (!all && outcome == Saturation::Ending::closed) half *= 4;
        else break;
    }
    Schedule::Ending ending = Schedule::Ending::impossible;
    if (!impossible) {
        // Nothing that is known helps further: each store is taken only where all that follows from that has no cycle.
        constexpr std::uint64_t all = ~std::uint64_t{0}, most_tries = std::uint64_t{1} << 40;
        Saturation saturation = saturation_of(trace, matched, model.order);
        const bool foresees = saturation.run(limits) == Saturation::Ending::closed;
        TimedForesight foresight(saturation, limits);
        // A wrong choice at the beginning takes long to be taken back: after some tries it begins anew, in another order.
        std::uint64_t tries = 256, number = 0;
        do {
            if (foresees) {
                saturation.back_to(0);
                schedule.restart(saturation.likely_order(number++));
            }
            ending = schedule.run(foresees ? schedule.tried() + tries : all, limits, foresees ? &foresight : nullptr);
            tries *= 2;
        } while (foresees && ending == Schedule::Ending::given_up && !limits.over() && tries < most_tries);
    }
    verdict.tried = schedule.tried();
    if (ending == Schedule::Ending::found) {
        verdict.answer = Answer::allowed;
        verdict.order = schedule.order();
    } else if (ending == Schedule::Ending::impossible) {
        verdict.answer = Answer::forbidden;
        for (Id i = 0; i < trace.operations.size(); ++i) verdict.part.push_back(i);
    }
    return verdict;
}

Part shrink(const Trace& trace, const Model& model, std::vector<Id> kept, const Limits& limits) {
    const Matched matched = match(trace);
    Parts parts(trace, matched);
    const auto forbidden = [&](const Part& part) {
        if (model.scoping == Scoping::ptx) return !prove_per_scope(part.trace, limits).cycle.empty();
        const Matched here = match(part.trace);
        Saturation saturation = saturation_of(part.trace, here, model.order);
        return saturation.run(limits) == Saturation::Ending::cycle;
    };
    Part least = parts.of(kept);
    for (bool smaller = true; smaller && !limits.over();) {
        smaller = false;
        for (std::size_t i = least.origin.size(); i-- > 0 && !limits.over();) {
            std::vector<Id> without = least.origin;
            without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
            Part part = parts.of(without);
            if (part.origin.size() >= least.origin.size() || !forbidden(part)) continue;
            least = std::move(part);
            i = std::min(i, least.origin.size());
            smaller = true;
        }
    }
    return least;
}

Part shrink_by_search(const Trace& trace, const Model& model, const Limits& limits) {
    Part least{trace, {}};
    least.trace.replaced.clear();  // operations are numbered anew below
    for (Id i = 0; i < trace.operations.size(); ++i) least.origin.push_back(i);
    // Without so many operations from there on, but for stores that are read.
    const auto without = [](const Part& part, std::size_t from, std::size_t size) {
        Part out{part.trace, {}};
        out.trace.operations.clear();
        out.trace.times.clear();
        out.trace.synchronizations.clear();
        const Matched matched = match(part.trace);
        std::vector<std::uint32_t> readers = matched.readers;
        const std::size_t to = std::min(from + size, part.origin.size());
        for (std::size_t i = from; i < to; ++i)
            if (matched.read[i] != none && matched.written[i] == none) --readers[matched.read[i]];
        for (std::size_t i = 0; i < part.origin.size(); ++i) {
            const Operation& o = part.trace.operations[i];
            const Class written = matched.written[i];
            const bool is_needed = written != none && (readers[written] > (written == matched.read[i] ? 1u : 0u) ||
                                                       matched.last_value[o.address] == written);
            if (i >= from && i < to && !is_needed) continue;
            out.origin.push_back(part.origin[i]);
            out.trace.operations.push_back(o);
            if (!part.trace.times.empty()) out.trace.times.push_back(part.trace.times[i]);
            if (!part.trace.synchronizations.empty())
                out.trace.synchronizations.push_back(part.trace.synchronizations[i]);
        }
        return out;
    };
    for (std::size_t size = std::max<std::size_t>(1, least.origin.size() / 2); !limits.over();) {
        bool smaller = false;
        for (std::size_t from = 0; from < least.origin.size() && !limits.over();) {
            Part part = without(least, from, size);
            if (part.origin.size() < least.origin.size() && judge(part.trace, model, limits).answer == Answer::forbidden) {
                least = std::move(part);
                smaller = true;
            } else {
                from += size;
            }
        }
        if (size == 1 && !smaller) break;
        size = std::max<std::size_t>(1, size / 2);
    }
    return least;
}

}  // namespace tandem::audit
