#include "smt/audit/orders.hpp"

#include <z3++.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "specs/audit/matched.hpp"

namespace tandem::smt {

namespace {

using namespace audit;

/// SPARC's axioms, as specs/audit/order.hpp has them.
class Places {
public:
    Places(const Trace& trace, const Order& order, const Limits& limits)
        : ops_(trace.operations), trace_(trace), order_(order), limits_(limits), solver_(z_, "QF_IDL"), stores_(trace.addresses) {
        for (Id i = 0; i < ops_.size(); ++i) {
            place_.push_back(z_.int_const(("p" + std::to_string(i)).c_str()));
            if (ops_[i].stores()) stores_[ops_[i].address].push_back(i);
        }
    }

    std::optional<bool> decide() {
        keep_threads_order();
        for (const auto& stores : stores_)
            for (std::size_t b = 1; b < stores.size(); ++b) {
                if (limits_.over()) return {};
                for (std::size_t a = 0; a < b; ++a) solver_.add(place_[stores[a]] != place_[stores[b]]);
            }
        for (Id i = 0; i < ops_.size(); ++i) {
            if (limits_.over()) return {};
            if (ops_[i].loads()) solver_.add(reads_right(i));
        }
        if (limits_.over()) return {};
        for (const Final& last : trace_.finals) solver_.add(is_last(last));
        switch (asked()) {
            case z3::sat:
                return true;
            case z3::unsat:
                return false;
            case z3::unknown:
                break;
        }
        return {};
    }

private:
    /// Whether the model keeps i before j, which comes later in its thread. `begun`: when the latest of those after i was asked
    /// for.
    bool keeps(Id i, Id j, std::uint64_t begun) const {
        const Operation &a = ops_[i], &b = ops_[j];
        if (a.kind == Kind::fence || b.kind == Kind::fence) return true;
        const bool there = a.address == b.address;
        return (a.loads() && b.loads() && (order_.load_load || (there && order_.load_load_there))) ||
               (a.loads() && b.stores() && (order_.load_store || (there && order_.load_store_there))) ||
               (a.stores() && b.stores() && (order_.store_store || (there && order_.store_store_there))) ||
               (a.stores() && b.loads() && order_.store_load) ||
               (order_.times && !trace_.times.empty() && a.loads() && trace_.times[i].end != no_time &&
                trace_.times[i].end < begun);
    }

    /// What follows from two other pairs is left out.
    void keep_threads_order() {
        std::vector<std::vector<Id>> threads(trace_.threads);
        for (Id i = 0; i < ops_.size(); ++i) threads[ops_[i].thread].push_back(i);
        for (const std::vector<Id>& thread : threads) {
            std::vector<std::vector<bool>> before(thread.size());  // of each, which are known to be
            for (std::size_t j = 0; j < thread.size(); ++j) {
                before[j].resize(thread.size());
                std::uint64_t begun = 0;
                for (std::size_t i = j; i-- > 0;) {
                    if (!trace_.times.empty() && trace_.times[thread[i + 1]].begin != no_time)
                        begun = std::max(begun, trace_.times[thread[i + 1]].begin);
                    if (before[j][i] || !keeps(thread[i], thread[j], begun)) continue;
                    solver_.add(place_[thread[i]] < place_[thread[j]]);
                    before[j][i] = true;
                    for (std::size_t k = 0; k < i; ++k) before[j][k] = before[j][k] || before[i][k];
                }
            }
        }
    }

    /// Whether the load may have the store's word: one before it in memory order, or of its own thread before it.
    z3::expr reaches(Id store, Id load) {
        const bool own = ops_[store].thread == ops_[load].thread && store < load;
        return own ? z_.bool_val(true) : place_[store] < place_[load];
    }

    z3::expr reads_right(Id load) {
        const Operation& o = ops_[load];
        const auto& stores = stores_[o.address];
        for (const Id other : stores)
            if (other != load && (ops_[other].thread != o.thread || other > load)) solver_.add(place_[other] != place_[load]);
        z3::expr_vector ways(z_);
        const auto from = [&](Id source) {
            if (limits_.over()) return;  // then nobody asks
            z3::expr_vector all(z_);
            if (source != initial) all.push_back(reaches(source, load));
            for (const Id other : stores) {
                if (other == source || other == load) continue;
                const z3::expr missed = !reaches(other, load);
                all.push_back(source == initial ? missed : missed || place_[other] < place_[source]);
            }
            ways.push_back(z3::mk_and(all));
        };
        if (o.reads == 0) from(initial);
        for (const Id store : stores)
            if (store != load && ops_[store].writes == o.reads) from(store);
        return z3::mk_or(ways);
    }

    z3::expr is_last(const Final& last) {
        z3::expr_vector ways(z_);
        for (const Id store : stores_[last.address]) {
            if (ops_[store].writes != last.value) continue;
            z3::expr_vector all(z_);
            for (const Id other : stores_[last.address])
                if (other != store) all.push_back(place_[other] < place_[store]);
            ways.push_back(z3::mk_and(all));
        }
        if (last.value == 0 && stores_[last.address].empty()) return z_.bool_val(true);
        return z3::mk_or(ways);
    }

    /// Z3's answer, unless the limits are over before.
    z3::check_result asked() {
        std::mutex mutex;
        std::condition_variable changed;
        bool ended = false;
        std::thread watch([&] {
            std::unique_lock lock(mutex);
            while (!changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return ended; }))
                if (limits_.over()) z_.interrupt();
        });
        z3::check_result answer = z3::unknown;
        try {
            answer = solver_.check();
        } catch (const z3::exception&) {  // interrupted, or without memory
        }
        {
            const std::lock_guard lock(mutex);
            ended = true;
        }
        changed.notify_one();
        watch.join();
        return answer;
    }

    const std::vector<Operation>& ops_;
    const Trace& trace_;
    const Order& order_;
    const Limits& limits_;
    z3::context z_;
    z3::solver solver_;
    std::vector<z3::expr> place_;
    std::vector<std::vector<Id>> stores_;  // of each address
};

}  // namespace

std::optional<bool> some_order_explains(const Trace& trace, const Order& order, const Limits& limits) {
    match(trace);
    if (trace.operations.size() > most_operations_of_orders) return {};
    return Places(trace, order, limits).decide();
}

}  // namespace tandem::smt
