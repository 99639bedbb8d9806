// The vocabulary of protocol texts, and the domain of small integers for the explicit search.
//
// A protocol is a template over a *domain* D that supplies the types below. `Concrete` makes them plain integers; the
// symbolic domain of smt/ makes them terms whose comparisons ask a path oracle. The text is the same for both, so it uses
// only what is here: comparison, assignment, `+`, `later` (the maximum), and `if`.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "model/shape.hpp"
#include "model/text_error.hpp"

namespace tandem::model {

template <class...>
inline constexpr bool never = false;

/// A name from a sort: which core, thread, address or value. Protocols compare, copy and index with it.
template <Sort S>
struct Id {
    static constexpr Sort sort = S;
    std::uint8_t number = 0;

    constexpr Id() = default;
    constexpr Id(int n) : number(static_cast<std::uint8_t>(n)) {}
    /// The array index that this name stands for. The symbolic domain makes the name concrete here. Throws TextError if there is
    /// no such place.
    constexpr std::size_t index(int places = most(S)) const {
        if (number >= places) [[unlikely]] no_such_name(sort_text(S), number, places - 1);
        return number;
    }
    friend constexpr auto operator<=>(const Id&, const Id&) = default;

    /// Deleted: renaming would change a number, and a symbol has none.
    template <class Number>
        requires std::is_arithmetic_v<Number>
    explicit constexpr operator Number() const {
        static_assert(never<Number>, "a name is no number: names are compared, copied, and index Array, Set and Table");
        return {};
    }
};
template <Sort S, class Number>
    requires std::is_arithmetic_v<Number>
constexpr auto operator+(const Id<S>& name, Number) {
    static_assert(never<Number>, "a name has no next one: names are compared, copied, and index Array, Set and Table");
    return name;
}
template <Sort S, Sort Other>
    requires(S != Other)
constexpr auto operator==(const Id<S>&, const Id<Other>&) {
    static_assert(S == Other, "names of different sorts are compared: a core is no thread, and an address no value");
    return false;
}

/// A moment of logical or physical time, 0..Shape::time_max in a stored state; sums may exceed that until they are stored.
struct Time {
    std::int16_t tick = 0;

    constexpr Time() = default;
    constexpr Time(int t) : tick(static_cast<std::int16_t>(t)) {}
    friend constexpr Time operator+(Time a, Time b) { return a.tick + b.tick; }
    static constexpr Time later(Time a, Time b) { return std::max(a, b); }
    friend constexpr auto operator<=>(const Time&, const Time&) = default;
};

/// A moment of physical time, as a finite search stores it: how far ahead of now it lies. All that is past is one moment. So a
/// text may compare moments with now and take the later of two, and count on from now; what tells two past moments apart it
/// cannot ask. checker/README.md ("Physical time") says why nothing is lost.
struct PhysicalTime {
    std::int16_t ahead = 0;  // 0: past; 1: now; 1 + n: in n ticks, at most Shape::horizon in a stored state

    constexpr PhysicalTime() = default;
    constexpr explicit PhysicalTime(int a) : ahead(static_cast<std::int16_t>(a)) {}
    static constexpr PhysicalTime now() { return PhysicalTime(1); }
    /// This many ticks after a moment that is not past.
    friend constexpr PhysicalTime operator+(PhysicalTime a, Time ticks) { return PhysicalTime(a.ahead + ticks.tick); }
    static constexpr PhysicalTime later(PhysicalTime a, PhysicalTime b) { return std::max(a, b); }
    friend constexpr auto operator<=>(const PhysicalTime&, const PhysicalTime&) = default;

    constexpr bool known_past() const { return ahead == 0; }
    /// The same moment, one tick later.
    constexpr PhysicalTime aged() const { return PhysicalTime(ahead == 0 ? 0 : ahead - 1); }
};

/// Whether a moment is past for good, as far as its domain can tell without a clock. Whatever depends on it is then unused.
template <class I>
constexpr auto known_past(const I& moment) {
    if constexpr (requires { moment.known_past(); }) return moment.known_past();
    else return false;
}

/// The later of two moments of any domain.
template <class T>
constexpr T later(const T& a, const T& b) { return T::later(a, b); }

// What a protocol does with data, which it never looks at. In a finite search a datum is a name and stands for a whole block,
// unless blocks have several words (block_words.hpp). In the simulator a store may also name some words of its block, and the
// datum of an atomic is an operation on them. There these functions come with the domain's values.

/// Writes the data of a store into a block.
template <class V>
void overwrite(V& block, const V& stored) {
    if constexpr (requires { V::overwrite(block, stored); }) V::overwrite(block, stored);
    else block = stored;
}

/// Performs an atomic's operation on a block, and returns what its thread receives. In a finite search it is an exchange.
template <class V>
V perform(V& block, const V& operation) {
    if constexpr (requires { V::perform(block, operation); }) return V::perform(block, operation);
    else {
        V old = block;
        block = operation;
        return old;
    }
}

/// Merges the data of a later store to a block into those of earlier stores.
template <class V>
void combine(V& earlier, const V& later) {
    if constexpr (requires { V::combine(earlier, later); }) V::combine(earlier, later);
    else earlier = later;
}

/// Whether a store, or a merge of stores, covers the whole block. A cache that writes through and updates its copy asks this
/// first (docs/findings.md, 11).
template <class V>
bool covers_block(const V& written) {
    if constexpr (requires { V::covers_block(written); }) return V::covers_block(written);
    else return true;
}

/// The part of a block that an atomic's operation has written, or that a load asks for. In a finite search a block is one word.
template <class V>
V named_by(const V& request, const V& block) {
    if constexpr (requires { V::named_by(request, block); }) return V::named_by(request, block);
    else return block;
}

/// The part of an instruction's data that belongs to block `a`. In a finite search an instruction stores the same in all its
/// blocks.
template <class V, class A>
V part_for(const A& a, const V& data) {
    if constexpr (requires { V::part_for(a, data); }) return V::part_for(a, data);
    else return data;
}

/// The enumerator `e` as a key for a look-up; the symbolic domain makes it concrete here.
template <class E>
constexpr auto enumerator(const E& e) {
    if constexpr (std::is_enum_v<E>) return e;
    else return e.enumerator();
}

/// A counter 0..Max. A count beyond Max or below 0 keeps enough to show that it is out of range: it does not wrap around.
template <int Max>
struct Count {
    static constexpr int max = Max;
    static_assert(0 < Max && Max < 65536);
    using Number = std::conditional_t<(Max < 127), std::int8_t, std::conditional_t<(Max < 32767), std::int16_t, std::int32_t>>;
    Number number = 0;

    constexpr Count() = default;
    constexpr Count(int n)
        : number(static_cast<Number>(std::clamp(n, static_cast<int>(std::numeric_limits<Number>::min()),
                                                static_cast<int>(std::numeric_limits<Number>::max())))) {}
    constexpr Count& operator+=(int n) { return *this = Count(number + n); }
    constexpr Count& operator-=(int n) { return *this += -n; }
    /// The array index that this count stands for, at most `most`. The symbolic domain makes the count concrete here. Throws
    /// TextError for any other.
    constexpr std::size_t index(int most = Max) const {
        if (number < 0 || number > most) [[unlikely]] no_such_place(number, most);
        return static_cast<std::size_t>(number);
    }
    friend constexpr auto operator<=>(const Count&, const Count&) = default;
};

/// The domain of the explicit search. Its arrays have room for four names of each sort, which keeps texts small and fast.
struct Concrete {
    static constexpr int max_extent = 4;
    using Time = model::Time;
    using PhysicalTime = model::PhysicalTime;
    using Flag = bool;
    template <class E> using Enum = E;
    template <Sort S> using Id = model::Id<S>;
    template <int Max> using Count = model::Count<Max>;
};

/// The same for larger shapes: room for the maximum number of names.
struct Wide : Concrete {
    static constexpr int max_extent = model::max_extent;
};

/// Whether a domain is one of the explicit search.
template <class D>
inline constexpr bool finite = std::is_base_of_v<Concrete, D>;

/// How many names of a sort the arrays of a domain have room for.
template <class D>
constexpr int room(Sort s) { return s == Sort::value ? max_values : D::max_extent; }

// Short names for protocol texts.
template <class D> using Moment = typename D::Time;
template <class D> using Instant = typename D::PhysicalTime;
template <class D> using Flag = typename D::Flag;
template <class D, class E> using Enum = typename D::template Enum<E>;
template <class D> using Core = typename D::template Id<Sort::core>;
template <class D> using Thread = typename D::template Id<Sort::thread>;
template <class D> using Address = typename D::template Id<Sort::address>;
template <class D> using Value = typename D::template Id<Sort::value>;
template <class D, int Max> using Counter = typename D::template Count<Max>;

}  // namespace tandem::model
