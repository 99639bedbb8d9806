#include "smt/path_oracle.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "model/text_error.hpp"

namespace tandem::smt {
namespace {

thread_local PathOracle* innermost = nullptr;
thread_local const std::function<bool()>* visits_stop = nullptr;
/// Far more than a handler has branches.
constexpr std::size_t most_forks = 10'000;

[[noreturn]] void not_the_same() { throw model::TextError(model::deed_not_repeated); }

}  // namespace

PathOracle::Scope::Scope(PathOracle& oracle) : outer_(innermost) { innermost = &oracle; }
PathOracle::Scope::~Scope() { innermost = outer_; }

PathOracle::Until::Until(std::function<bool()> stop) : stop_(std::move(stop)), outer_(visits_stop) { visits_stop = &stop_; }
PathOracle::Until::~Until() { visits_stop = outer_; }

PathOracle& PathOracle::current() {
    assert(innermost && "a symbolic condition is decided outside of any path");
    return *innermost;
}

PathOracle PathOracle::within(const PathOracle& outer) {
    PathOracle inner;
    inner.facts_.outer = &outer.facts_;
    inner.bounds_.outer = &outer.bounds_;
    return inner;
}

void PathOracle::start() {
    position_ = 0;
    facts_.found.clear();
    bounds_.found.clear();
}

bool PathOracle::next_run() {
    if (position_ != path_.size()) not_the_same();
    while (!path_.empty() && path_.back().taken + 1 == path_.back().alternatives) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().taken;
    return true;
}

int PathOracle::fork(std::optional<Expression> condition, int alternatives) {
    if (visits_stop && (*visits_stop)()) throw VisitStopped();
    if (position_ == path_.size()) {
        if (position_ == most_forks)
            throw model::TextError("asks " + std::to_string(most_forks) +
                                   " questions on one path: it has a loop that does not end where values are symbols, so let it "
                                   "end after a number that the shape gives");
        path_.push_back({condition, alternatives, 0});
    }
    if (path_[position_].condition != condition || path_[position_].alternatives != alternatives) not_the_same();
    return path_[position_++].taken;
}

int PathOracle::choose(int alternatives) { return alternatives > 1 ? fork(std::nullopt, alternatives) : 0; }

bool PathOracle::decide(Expression condition) {
    if (const auto truth = known(condition)) return *truth;
    if (condition.op() == Operator::negation) return !decide(condition.operand(0));
    const bool truth = fork(condition, 2) == 0;
    assume(condition, truth);
    return truth;
}

std::optional<bool> PathOracle::known(Expression condition) const {
    if (condition.is_constant()) return condition.constant() != 0;
    if (const bool* fact = facts_.find(condition)) return *fact;
    const auto holds = [&](Expression e) { return known(e) == true; };
    const auto fails = [&](Expression e) { return known(e) == false; };
    const Expression a = condition.operand(0), b = condition.operand(1);
    switch (condition.op()) {
        case Operator::negation:
            if (const auto truth = known(a)) return !*truth;
            return std::nullopt;
        case Operator::conjunction:
            if (fails(a) || fails(b)) return false;
            if (holds(a) && holds(b)) return true;
            return std::nullopt;
        case Operator::disjunction:
            if (holds(a) || holds(b)) return true;
            if (fails(a) && fails(b)) return false;
            return std::nullopt;
        case Operator::conditional:
            if (const auto truth = known(a)) return known(*truth ? b : condition.operand(2));
            return std::nullopt;
        case Operator::less: {
            const Range x = range(a), y = range(b);
            if (x.high < y.low) return true;
            if (x.low >= y.high) return false;
            if (is_fact(equal(a, b)) || is_fact(less(b, a))) return false;
            return std::nullopt;
        }
        case Operator::equal: {
            const Range x = range(a), y = range(b);
            if (x.high < y.low || y.high < x.low) return false;
            if (x.low == x.high && y.low == y.high) return true;
            if (const Bounds* of_b = bounds_.find(b); of_b && a.is_constant() && of_b->excludes(a.constant())) return false;
            if (is_fact(less(a, b)) || is_fact(less(b, a))) return false;
            return std::nullopt;
        }
        default: return std::nullopt;
    }
}

void PathOracle::assume(Expression condition, bool truth) {
    facts_.found[condition.number()] = truth;
    const Expression a = condition.operand(0), b = condition.operand(1);
    const int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
    if (condition.op() == Operator::equal && a.is_constant()) {
        if (truth) narrow(b, a.constant(), a.constant());
        else exclude(b, a.constant());
    } else if (condition.op() == Operator::less && a.is_constant()) {
        if (truth) narrow(b, a.constant() + 1, most);
        else narrow(b, least, a.constant());
    } else if (condition.op() == Operator::less && b.is_constant()) {
        if (truth) narrow(a, least, b.constant() - 1);
        else narrow(a, b.constant(), most);
    }
}

bool PathOracle::is_fact(Expression e) const {
    const bool* fact = facts_.find(e);
    return fact && *fact;
}

PathOracle::Range PathOracle::range(Expression term) const {
    if (const Bounds* found = bounds_.find(term)) return *found;
    if (term.is_constant() || (term.op() != Operator::sum && term.op() != Operator::maximum)) return {term.low(), term.high()};
    const Range x = range(term.operand(0)), y = range(term.operand(1));
    const bool add = term.op() == Operator::sum;
    return {add ? x.low + y.low : std::max(x.low, y.low), add ? x.high + y.high : std::max(x.high, y.high)};
}

PathOracle::Bounds PathOracle::bounds(Expression term) const {
    if (const Bounds* found = bounds_.find(term)) return *found;
    return {range(term)};
}

void PathOracle::narrow(Expression term, int low, int high) {
    Bounds b = bounds(term);
    b.low = std::max(b.low, low);
    b.high = std::min(b.high, high);
    while (b.low < b.high && b.excludes(b.low)) ++b.low;
    while (b.low < b.high && b.excludes(b.high)) --b.high;
    if (!term.is_constant()) bounds_.found[term.number()] = b;
}

void PathOracle::exclude(Expression term, int value) {
    Bounds b = bounds(term);
    if (term.is_constant()) return;
    if (!b.excludes(value)) b.excluded.push_back(value);
    bounds_.found[term.number()] = b;
    narrow(term, b.low, b.high);
}

}  // namespace tandem::smt
