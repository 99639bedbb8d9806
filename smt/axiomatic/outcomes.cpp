#include "smt/axiomatic/outcomes.hpp"

#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include "smt/axiomatic/relations.hpp"

namespace tandem::smt {

namespace {

using specs::MemoryEvent;
using specs::Value;

/// The executions of one choice of runs.
class Executions {
public:
    Executions(const specs::Test& test, const specs::Model& model, std::span<const specs::ThreadRun* const> runs)
        : test_(test),
          skeleton_(test, runs),
          solver_(z_, "QF_LIA"),
          n_(skeleton_.size()),
          communication_{{z_, n_}, {z_, n_}, {z_, n_}, {z_, n_}} {
        if (model.orders_fences()) order_partially(), order_fences();
        else choose_coherence();
        choose_sources();
        sourceless_ = sourceless_ || skeleton_.hangs();
        if (sourceless_) return;
        judgement_ = judgement(z_, model, skeleton_, communication_);
        solver_.add(judgement_.demanded);
    }

    /// Adds the flags and the states of what the model allows.
    void find(SymbolicOutcomes& found) {
        if (sourceless_) return;
        for (const specs::ThreadRun* run : skeleton_.runs())
            if (!run->fault.empty()) {
                if (possible()) throw std::domain_error(run->fault);
                return;
            }
        raise(found.flags);
        for (;;) {
            if (!possible()) return;
            const z3::model model = solver_.get_model();
            const auto value = [&](const specs::Observed& o) { return o.thread < 0 ? last(model, o.index) : register_value(o); };
            specs::FinalState state;
            z3::expr another = z_.bool_val(false);
            for (const specs::Observed& o : test_.observed) {
                state.push_back(value(o));
                if (o.thread < 0) another = another || !is_last(o.index, state.back());
            }
            if (specs::holds(test_.filter, value)) {
                (specs::holds(test_.condition, value) ? found.positive : found.negative) = true;
                found.allowed.insert(std::move(state));
            }
            solver_.add(another);
        }
    }

private:
    bool possible() {
        const z3::check_result result = solver_.check();
        if (result == z3::unknown) {
            const std::string why = solver_.reason_unknown();
            if (why.find("mem") != why.npos) throw std::bad_alloc();  // "memout", "max. memory exceeded": nothing of the test
            throw std::runtime_error("Z3 does not decide: " + why);
        }
        return result == z3::sat;
    }

    /// Flags count where the test's filter holds, as its states do.
    void raise(std::set<std::string>& flags) {
        for (const auto& [name, raised] : judgement_.flags) {
            if (flags.contains(name)) continue;
            solver_.push();
            solver_.add(raised && holds(test_.filter));
            if (possible()) flags.insert(name);
            solver_.pop();
        }
    }
    z3::expr holds(const specs::Formula& f) {
        using enum specs::Formula::Kind;
        switch (f.kind) {
            case truth:
                break;
            case equal:
                return f.observed.thread < 0 ? is_last(f.observed.index, f.value)
                                             : z_.bool_val(register_value(f.observed) == f.value);
            case equal_places: {
                // A place ends with what some write puts there; a register's content is known.
                if (f.other.thread >= 0)
                    return f.observed.thread >= 0 ? z_.bool_val(register_value(f.observed) == register_value(f.other))
                                                  : is_last(f.observed.index, register_value(f.other));
                if (f.observed.thread >= 0) return is_last(f.other.index, register_value(f.observed));
                z3::expr any = z_.bool_val(false);
                for (int w = 0; w < n_; ++w)
                    if (writes(w, f.observed.index)) any = any || (is_last_write(w) && is_last(f.other.index, event(w).value));
                return any;
            }
            case negation:
                return !holds(f.parts[0]);
            case conjunction:
                return holds(f.parts[0]) && holds(f.parts[1]);
            case disjunction:
                return holds(f.parts[0]) || holds(f.parts[1]);
            case implication:
                return !holds(f.parts[0]) || holds(f.parts[1]);
        }
        return z_.bool_val(true);
    }

    const Value& register_value(const specs::Observed& o) const {
        return skeleton_.runs()[static_cast<std::size_t>(o.thread)]->registers[static_cast<std::size_t>(o.index)];
    }
    const MemoryEvent& event(int e) const { return skeleton_.events()[static_cast<std::size_t>(e)]; }
    bool writes(int e, int location) const { return event(e).kind == MemoryEvent::Kind::write && event(e).location == location; }

    /// Writes to one location are in a total order, the initial one first.
    void choose_coherence() {
        for (int a = 0; a < n_; ++a)
            for (int b = a + 1; b < n_; ++b) {
                if (event(a).kind != MemoryEvent::Kind::write || !writes(b, event(a).location)) continue;
                const z3::expr first = event(a).thread < 0 ? z_.bool_val(true)
                                                           : z_.int_const(("when." + std::to_string(a)).c_str()) <
                                                                 z_.int_const(("when." + std::to_string(b)).c_str());
                solver_.add(event(a).thread < 0 ? first
                                                : z_.int_const(("when." + std::to_string(a)).c_str()) !=
                                                      z_.int_const(("when." + std::to_string(b)).c_str()));
                communication_.co.at(a, b) = first;
                communication_.co.at(b, a) = event(a).thread < 0 ? z_.bool_val(false) : !first;
            }
    }

    /// Writes to one location are in a partial order, the initial one before all others.
    void order_partially() {
        auto& co = communication_.co;
        const auto two = [&](int a, int b) {
            return a != b && event(a).kind == MemoryEvent::Kind::write && writes(b, event(a).location);
        };
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (two(a, b)) {
                    const std::string name = "co." + std::to_string(a) + "." + std::to_string(b);
                    co.at(a, b) = event(a).thread < 0   ? z_.bool_val(true)
                                  : event(b).thread < 0 ? z_.bool_val(false)
                                                        : z_.bool_const(name.c_str());
                }
        partial_ = true;
        for (int location = 0; location < static_cast<int>(test_.locations.size()); ++location) {
            z3::expr_vector last(z_);
            for (int w = 0; w < n_; ++w)
                if (writes(w, location)) {
                    last.push_back(is_last_write(w));
                    for (int later = 0; later < n_; ++later)
                        if (two(w, later)) solver_.add(z3::implies(is_last_write(w), !co.at(w, later)));
                }
            solver_.add(z3::mk_or(last)), solver_.add(z3::atmost(last, 1));
        }
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b) {
                if (!two(a, b)) continue;
                solver_.add(!(co.at(a, b) && co.at(b, a)));
                for (int c = 0; c < n_; ++c)
                    if (two(b, c) && two(a, c)) solver_.add(z3::implies(co.at(a, b) && co.at(b, c), co.at(a, c)));
            }
    }

    void order_fences() {
        const auto when = [&](int f) { return z_.int_const(("fence." + std::to_string(f)).c_str()); };
        for (const auto& [a, b] : skeleton_.fences_to_order()) {
            solver_.add(when(a) != when(b));
            communication_.sync_fence.at(a, b) = when(a) < when(b);
            communication_.sync_fence.at(b, a) = when(b) < when(a);
        }
    }

    /// Each read has one source, with its value; what it reads before are the writes after that.
    void choose_sources() {
        for (int r = 0; r < n_; ++r) {
            if (event(r).kind != MemoryEvent::Kind::read) continue;
            z3::expr_vector sources(z_);
            for (int w = 0; w < n_; ++w) {
                if (!writes(w, event(r).location) || event(w).value != event(r).value) continue;
                const z3::expr from = z_.bool_const(("rf." + std::to_string(w) + "." + std::to_string(r)).c_str());
                sources.push_back(from);
                communication_.rf.at(w, r) = from;
                for (int later = 0; later < n_; ++later)
                    if (later != w && writes(later, event(r).location))
                        communication_.fr.at(r, later) =
                            (communication_.fr.at(r, later) || (from && communication_.co.at(w, later))).simplify();
            }
            sourceless_ = sourceless_ || sources.empty();
            if (!sources.empty()) solver_.add(z3::mk_or(sources)), solver_.add(z3::atmost(sources, 1));
        }
    }

    /// Where coherence is partial one of those that nothing follows is chosen.
    z3::expr is_last_write(int w) {
        if (partial_) return z_.bool_const(("last." + std::to_string(w)).c_str());
        z3::expr all = z_.bool_val(true);
        for (int other = 0; other < n_; ++other)
            if (other != w && writes(other, event(w).location)) all = all && communication_.co.at(other, w);
        return all;
    }
    /// That `location` ends with `value`.
    z3::expr is_last(int location, const Value& value) {
        z3::expr any = z_.bool_val(false);
        for (int w = 0; w < n_; ++w)
            if (writes(w, location) && event(w).value == value) any = any || is_last_write(w);
        return any;
    }
    Value last(const z3::model& model, int location) {
        for (int w = 0; w < n_; ++w)
            if (writes(w, location) && model.eval(is_last_write(w), true).is_true()) return event(w).value;
        throw std::logic_error("no write is the last");
    }

    const specs::Test& test_;
    z3::context z_;
    const specs::Skeleton skeleton_;
    z3::solver solver_;
    const int n_;
    SymbolicCommunication communication_;
    bool partial_ = false;     // coherence need not be total
    bool sourceless_ = false;  // a read returns what nobody writes, so there are no executions
    SymbolicJudgement judgement_{z_.bool_val(true), {}};
};

}  // namespace

SymbolicOutcomes outcomes(const specs::Test& test, const specs::Model& model, int turns, const std::atomic<bool>* interrupt) {
    SymbolicOutcomes found;
    const specs::Runs runs = specs::runs_of(test, turns, interrupt);
    found.cut = runs.cut;
    std::vector<const specs::ThreadRun*> chosen;
    const std::function<void()> choose = [&] {
        if (interrupt && *interrupt) throw specs::Interrupted();
        if (chosen.size() == runs.threads.size()) return Executions(test, model, chosen).find(found);
        for (const specs::ThreadRun& run : runs.threads[chosen.size()]) {
            chosen.push_back(&run);
            choose();
            chosen.pop_back();
        }
    };
    try {
        choose();
    } catch (const z3::exception& error) {
        if (error.msg() == std::string_view("out of memory")) throw std::bad_alloc();
        throw;
    }
    return found;
}

}  // namespace tandem::smt
