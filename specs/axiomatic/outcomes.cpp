#include "specs/axiomatic/outcomes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "specs/axiomatic/partial_orders.hpp"

namespace tandem::specs {

namespace {

using EventKind = MemoryEvent::Kind;

class Enumeration {
public:
    Enumeration(const Test& test, const Model& model, const OutcomeOptions& options)
        : test_(test), options_(options), model_(model), judge_(model), runs_(runs_of(test, options.turns, options.interrupt)) {
        found_.cut = runs_.cut;
        double choices = 1;
        for (const auto& thread : runs_.threads) choices *= static_cast<double>(thread.size());
        if (choices > 256 && !options.explain) drop_hopeless_runs();
    }

    Outcomes all() {
        choose_run(0);
        for (const auto& [state, count] : found_.allowed) found_.forbidden.erase(state);
        return std::move(found_);
    }

private:
    /// Drops runs that no choice for the other threads can save. A check that grows with the execution then fails for the run
    /// alone, under any coherence among its own writes, with only the certain sources of its reads.
    void drop_hopeless_runs() {
        std::map<std::pair<int, Value>, std::set<std::size_t>> writers;  // the threads that may write a value to a location
        for (std::size_t t = 0; t < runs_.threads.size(); ++t)
            for (const ThreadRun& run : runs_.threads[t])
                for (const MemoryEvent& e : run.events)
                    if (e.kind == EventKind::write) writers[{e.location, e.value}].insert(t);
        ThreadRun none;
        for (std::size_t t = 0; t < runs_.threads.size(); ++t)
            std::erase_if(runs_.threads[t], [&](const ThreadRun& run) {
                heed_interrupt();
                chosen_.assign(runs_.threads.size(), &none);
                chosen_[t] = &run;
                const Skeleton skeleton(test_, chosen_);
                const bool hopeless = !find_sources(skeleton, [&](int read) {
                    const auto& threads = writers[{event(read).location, event(read).value}];
                    return threads.empty() || (threads.size() == 1 && threads.contains(t));
                }) || !may_be(skeleton);
                chosen_.clear();
                return hopeless;
            });
    }
    bool may_be(const Skeleton& skeleton) {
        probing_ = true;
        judge_all(skeleton);
        probing_ = false;
        return std::exchange(possible_, false);
    }

    void heed_interrupt() const {
        if (options_.interrupt && options_.interrupt->load(std::memory_order_relaxed)) throw Interrupted();
    }

    void choose_run(std::size_t thread) {
        heed_interrupt();
        if (thread < runs_.threads.size()) {
            for (const ThreadRun& run : runs_.threads[thread]) {
                chosen_.push_back(&run);
                choose_run(thread + 1);
                chosen_.pop_back();
            }
            return;
        }
        const Skeleton skeleton(test_, chosen_);
        faulty_ = std::any_of(chosen_.begin(), chosen_.end(), [](const ThreadRun* run) { return !run->fault.empty(); });
        if (find_sources(skeleton, [](int) { return true; })) judge_all(skeleton);
    }

    /// The possible source writes of each read for which certain(read) holds; false if a read has none.
    template <class Certain>
    bool find_sources(const Skeleton& skeleton, Certain&& certain) {
        events_ = &skeleton.events();
        reads_.clear(), sources_.clear();
        writes_.assign(test_.locations.size(), {});
        const auto n = static_cast<int>(events_->size());
        for (int e = 0; e < n; ++e)
            if (event(e).kind == EventKind::write && event(e).thread >= 0)
                writes_[static_cast<std::size_t>(event(e).location)].push_back(e);
        left_ = 1;
        for (int e = 0; e < n; ++e) {
            if (event(e).kind != EventKind::read || !certain(e)) continue;
            std::vector<int> from;
            for (int w = 0; w < n; ++w)
                if (event(w).kind == EventKind::write && event(w).location == event(e).location &&
                    event(w).value == event(e).value)
                    from.push_back(w);
            if (from.empty()) return false;
            left_ *= from.size();
            reads_.push_back(e);
            sources_.push_back(std::move(from));
        }
        for (const auto& list : writes_)
            left_ *= model_.orders_fences() ? static_cast<double>(partial_orders(list.size()).size())
                                            : std::tgamma(static_cast<double>(list.size()) + 1);
        return true;
    }

    void judge_all(const Skeleton& skeleton) {
        judge_.begin(skeleton);
        if (!probing_ && skeleton.hangs()) return;  // no run with these ends
        const int n = skeleton.size();
        now_ = {Relation(n), Relation(n), Relation(n), Relation(n)};
        fences_ = model_.orders_fences() ? skeleton.fences_to_order() : std::vector<std::pair<int, int>>{};
        last_.resize(test_.locations.size());
        for (std::size_t l = 0; l < writes_.size(); ++l) {
            last_[l] = static_cast<int>(l);
            for (const int w : writes_[l]) now_.co.add(static_cast<int>(l), w);
        }
        if (model_.orders_fences()) order_fences(0);
        else order(0, 0);
    }

    /// Chooses the direction of each pair of fences from number `pair` on, so that they make no cycle.
    void order_fences(std::size_t pair) {
        if (pair == fences_.size()) return order_partially(0);
        const auto [a, b] = fences_[pair];
        for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
            now_.sync_fence.add(first, second);
            if (now_.sync_fence.acyclic() && (options_.explain || judge_.first_failure(now_, false) < 0)) order_fences(pair + 1);
            now_.sync_fence.row(first) &= ~(EventSet{1} << second);
        }
    }

    static bool speaks_of(const Formula& f, const Observed& place) {
        return f.observed == place || f.other == place ||
               std::any_of(f.parts.begin(), f.parts.end(), [&](const Formula& part) { return speaks_of(part, place); });
    }

    /// Chooses a partial order for the writes of location `l` and of those after it, and a write that stays: any that none
    /// follows.
    void order_partially(std::size_t l) {
        if (l == writes_.size()) return read_from(0);
        const std::vector<int>& writes = writes_[l];
        const auto& orders = partial_orders(writes.size());
        const double left = left_;
        const int before = last_[l];
        left_ /= static_cast<double>(orders.size());
        const Observed place{-1, static_cast<int>(l)};
        const bool seen = std::find(test_.observed.begin(), test_.observed.end(), place) != test_.observed.end() ||
                          speaks_of(test_.filter, place);
        for (const PartialOrder& rows : orders) {
            EventSet last = 0;
            for (std::size_t i = 0; i < writes.size(); ++i) {
                EventSet row = 0;
                for (std::size_t k = 0; k < writes.size(); ++k)
                    if (rows[i] >> k & 1) row |= EventSet{1} << writes[k];
                now_.co.row(writes[i]) = row;
                if (row == 0) last |= EventSet{1} << writes[i];
            }
            if (worth_judging(left_) && judge_.first_failure(now_, false) >= 0) continue;
            if (last == 0) order_partially(l + 1);  // nobody writes there
            for (; last; last = seen ? last & (last - 1) : 0) {
                last_[l] = std::countr_zero(last);
                order_partially(l + 1);
            }
        }
        for (const int w : writes) now_.co.row(w) = 0;
        last_[l] = before;
        left_ = left;
    }

    /// Whether judging the present choice is worth the effort.
    bool worth_judging(double more) const { return !options_.explain && more >= 6; }

    /// Chooses the write of location `l` that comes next in coherence, after `placed` others.
    void order(std::size_t l, EventSet placed) {
        if (l == writes_.size()) return read_from(0);
        EventSet rest = 0;
        for (const int w : writes_[l]) rest |= EventSet{1} << w;
        rest &= ~placed;
        if (rest == 0) return order(l + 1, 0);
        const int before = last_[l];
        const double left = left_;
        left_ /= std::popcount(rest);
        for (EventSet s = rest; s; s &= s - 1) {
            const int w = std::countr_zero(s);
            const EventSet row = now_.co.row(w);
            now_.co.row(w) = rest & ~(EventSet{1} << w);
            last_[l] = w;
            if (!worth_judging(left_) || judge_.first_failure(now_, false) < 0) order(l, placed | EventSet{1} << w);
            now_.co.row(w) = row;
        }
        last_[l] = before;
        left_ = left;
    }

    /// Chooses the sources of read number `r` and of those after it.
    void read_from(std::size_t r) {
        heed_interrupt();
        if (r == reads_.size()) return judge_whole();
        const int read = reads_[r];
        const double left = left_;
        left_ /= static_cast<double>(sources_[r].size());
        for (const int w : sources_[r]) {
            now_.rf.row(w) |= EventSet{1} << read;
            now_.fr.row(read) = now_.co.row(w);
            if (!(worth_judging(left_) && sources_[r].size() > 1) || judge_.first_failure(now_, false) < 0) read_from(r + 1);
            now_.rf.row(w) &= ~(EventSet{1} << read);
        }
        now_.fr.row(read) = 0;
        left_ = left;
    }

    void judge_whole() {
        if (probing_) {
            possible_ = possible_ || judge_.first_failure(now_, false) < 0;
            return;
        }
        if (faulty_) return refuse_faults();
        ++found_.candidates;
        const int failed = judge_.first_failure(now_, true);
        if (failed >= 0 && !options_.explain) return;
        FinalState state;
        for (const Observed& o : test_.observed) state.push_back(final_value(o));
        if (!holds_of(test_.filter)) return;
        if (failed >= 0) {
            if (found_.allowed.contains(state) || found_.forbidden.contains(state)) return;
            found_.forbidden.emplace(std::move(state), Objection{model_.checks()[static_cast<std::size_t>(failed)].name,
                                                                 {*events_, now_, judge_.witness(failed)}});
            return;
        }
        (holds_of(test_.condition) ? found_.positive : found_.negative) += 1;
        for (const int flag : judge_.flags()) {
            const std::string& name = model_.checks()[static_cast<std::size_t>(flag)].name;
            found_.flags.insert(name);
            if (options_.explain) found_.flagged.try_emplace(name, Execution{*events_, now_, judge_.witness(flag)});
        }
        if (options_.explain) found_.examples.try_emplace(state, Execution{*events_, now_, {}});
        ++found_.allowed[std::move(state)];
    }

    /// A thread that has gone wrong is no reason to refuse a test unless the model lets it come to that.
    void refuse_faults() {
        for (const ThreadRun* run : chosen_)
            if (!run->fault.empty() && judge_.first_failure(now_, false) < 0) throw std::domain_error(run->fault);
    }

    const MemoryEvent& event(int e) const { return (*events_)[static_cast<std::size_t>(e)]; }

    Value final_value(const Observed& o) const {
        const auto index = static_cast<std::size_t>(o.index);
        return o.thread < 0 ? event(last_[index]).value : chosen_[static_cast<std::size_t>(o.thread)]->registers[index];
    }

    bool holds_of(const Formula& f) const {
        return holds(f, [&](const Observed& o) { return final_value(o); });
    }

    const Test& test_;
    const OutcomeOptions options_;
    const Model& model_;
    Judge judge_;
    Runs runs_;
    Outcomes found_;
    std::vector<const ThreadRun*> chosen_;
    const std::vector<MemoryEvent>* events_ = nullptr;
    std::vector<std::vector<int>> writes_;   // by location, without the initial one
    std::vector<int> reads_;
    std::vector<std::vector<int>> sources_;  // by place in `reads_`
    std::vector<std::pair<int, int>> fences_;  // that the model's order of fences relates
    std::vector<int> last_;                    // by location, the write that is last in coherence so far
    Communication now_;
    bool probing_ = false, possible_ = false;  // only whether anything passes
    bool faulty_ = false;                      // some chosen run ends in a fault
    double left_ = 1;                          // the maximum number of choices left to make
};

}  // namespace

Outcomes outcomes(const Test& test, const Model& model, const OutcomeOptions& options) {
    return Enumeration(test, model, options).all();
}

}  // namespace tandem::specs
