// The symbolic domain: protocol texts whose values are expressions over the leaves of a state.
//
// It supplies what `model::Concrete` does. A comparison gives a `Flag`, and an `if` on a flag asks the path oracle. A name or
// counter that indexes a store becomes concrete: the oracle is asked for each value that it may have.
#pragma once

#include <concepts>
#include <vector>

#include "model/domain.hpp"
#include "model/event.hpp"
#include "model/reflect.hpp"
#include "smt/path_oracle.hpp"
#include "smt/uniformity_watch.hpp"

namespace tandem::smt {

/// A boolean leaf, and the result of every comparison.
struct Flag {
    using ConcreteLeaf = bool;
    Expression value;

    Flag() = default;
    Flag(bool truth) : value(truth) {}
    explicit Flag(Expression e) : value(e) {}
    /// An `if` asks the path. Kept in a bool, the answer would hold for one path alone.
    template <std::same_as<bool> Bool>
    operator Bool() const {
        static_assert(
            model::never<Bool>,
            "a bool is taken from a symbol: keep it as a Flag<D>, or write bool(...) where this path's answer is meant");
        return false;
    }
    explicit operator bool() const {
        return value.is_constant() ? value.constant() != 0 : PathOracle::current().decide(value);
    }
    friend Flag operator!(const Flag& a) { return Flag(negation(a.value)); }
    // For facts (model/lemma.hpp), which do not ask.
    friend Flag conjunction(const Flag& a, const Flag& b) { return Flag(smt::conjunction(a.value, b.value)); }
    friend Flag disjunction(const Flag& a, const Flag& b) { return Flag(smt::disjunction(a.value, b.value)); }
    friend Flag operator==(const Flag& a, const Flag& b) { return Flag(equal(a.value, b.value)); }
    friend Flag operator!=(const Flag& a, const Flag& b) { return !(a == b); }
};

/// The one of its possible values, none of them above `most`, that `e` has on this path.
inline std::size_t concrete(Expression e, int most = Expression::no_limit) {
    most = std::min(most, e.high());
    for (int i = e.low(); i < most; ++i)
        if (Flag(equal(e, i))) return static_cast<std::size_t>(i);
    return static_cast<std::size_t>(most);
}

template <class E>
struct Enumeration {
    using ConcreteLeaf = E;
    Expression value;

    Enumeration() = default;
    Enumeration(E e) : value(static_cast<int>(e)) {}
    E enumerator() const { return static_cast<E>(concrete(value)); }
    friend Flag operator==(const Enumeration& a, const Enumeration& b) { return Flag(equal(a.value, b.value)); }
    friend Flag operator!=(const Enumeration& a, const Enumeration& b) { return !(a == b); }
};

template <model::Sort S>
struct Name {
    static constexpr model::Sort sort = S;
    using ConcreteLeaf = model::Id<S>;
    Expression value;

    Name() = default;
    Name(int n) : value(n) {}
    std::size_t index(int = 0) const { return concrete(value); }
    friend Flag operator==(const Name& a, const Name& b) { return Flag(equal(a.value, b.value)); }
    friend Flag operator!=(const Name& a, const Name& b) { return !(a == b); }
};

struct Time {
    using ConcreteLeaf = model::Time;
    Expression value;

    Time() = default;
    Time(int t) : value(t) {}
    explicit Time(Expression e) : value(e) {}
    static Time later(const Time& a, const Time& b) { return Time(maximum(a.value, b.value)); }
    friend Time operator+(const Time& a, const Time& b) { return Time(sum(a.value, b.value)); }
    friend Flag operator==(const Time& a, const Time& b) { return Flag(equal(a.value, b.value)); }
    friend Flag operator!=(const Time& a, const Time& b) { return !(a == b); }
    friend Flag operator<(const Time& a, const Time& b) { return Flag(less(a.value, b.value)); }
    friend Flag operator>(const Time& a, const Time& b) { return b < a; }
    friend Flag operator<=(const Time& a, const Time& b) { return !(b < a); }
    friend Flag operator>=(const Time& a, const Time& b) { return !(a < b); }
};

/// A moment of physical time, by its distance from now, as the explicit search stores it.
struct PhysicalTime {
    using ConcreteLeaf = model::PhysicalTime;
    Expression value;

    PhysicalTime() = default;
    explicit PhysicalTime(int ahead) : value(ahead) {}
    explicit PhysicalTime(Expression e) : value(e) {}
    Flag known_past() const { return Flag(equal(value, 0)); }
    static PhysicalTime later(const PhysicalTime& a, const PhysicalTime& b) { return PhysicalTime(maximum(a.value, b.value)); }
    friend PhysicalTime operator+(const PhysicalTime& a, const Time& ticks) { return PhysicalTime(sum(a.value, ticks.value)); }
    friend Flag operator==(const PhysicalTime& a, const PhysicalTime& b) { return Flag(equal(a.value, b.value)); }
    friend Flag operator!=(const PhysicalTime& a, const PhysicalTime& b) { return !(a == b); }
    friend Flag operator<(const PhysicalTime& a, const PhysicalTime& b) { return Flag(less(a.value, b.value)); }
    friend Flag operator>(const PhysicalTime& a, const PhysicalTime& b) { return b < a; }
    friend Flag operator<=(const PhysicalTime& a, const PhysicalTime& b) { return !(b < a); }
    friend Flag operator>=(const PhysicalTime& a, const PhysicalTime& b) { return !(a < b); }
};

template <int Max>
struct Counter {
    static constexpr int max = Max;
    using ConcreteLeaf = model::Count<Max>;
    Expression value;

    Counter() = default;
    Counter(int n) : value(n) {}
    Counter& operator+=(int n) { value = sum(value, n); return *this; }
    Counter& operator-=(int n) { return *this += -n; }
    /// Where it is more than `most`, which no reachable state has, what follows means nothing.
    std::size_t index(int most = Max) const { return concrete(value, most); }
    friend Flag operator==(const Counter& a, const Counter& b) { return Flag(equal(a.value, b.value)); }
    friend Flag operator!=(const Counter& a, const Counter& b) { return !(a == b); }
    friend Flag operator<(const Counter& a, const Counter& b) { return Flag(less(a.value, b.value)); }
    friend Flag operator>(const Counter& a, const Counter& b) { return b < a; }
    friend Flag operator<=(const Counter& a, const Counter& b) { return !(b < a); }
    friend Flag operator>=(const Counter& a, const Counter& b) { return !(a < b); }
};

struct Symbolic {
    static constexpr int max_extent = 6;  // names of a sort, one that is outside among them (any/outside.hpp)
    using Time = smt::Time;
    using PhysicalTime = smt::PhysicalTime;
    using Flag = smt::Flag;
    template <class E> using Enum = Enumeration<E>;
    template <model::Sort S> using Id = Name<S>;
    template <int Max> using Count = Counter<Max>;
    static void names_counted() {
        if (UniformityWatch* watch = UniformityWatch::current()) watch->note("a handler counts names");
    }
};

/// The leaves of a readable copy (model/event.hpp).
template <class D>
std::vector<Expression> leaves_of_copy(const model::Copy<D>& copy) {
    std::vector<Expression> leaves{copy.address.value};
    if constexpr (requires { copy.value.named; }) leaves.insert(leaves.end(), {copy.value.word.value, copy.value.named.value});
    else leaves.push_back(copy.value.value);
    leaves.insert(leaves.end(), {copy.from.value, copy.until.value, copy.era.value});
    return leaves;
}

}  // namespace tandem::smt
