// The domain of the simulator: wide integers for names and moments, and data that is real (perfsim/datum.hpp).
//
// The other domains are the small integers of model/domain.hpp and the symbols of smt/; the text of a protocol is the same. Its
// stores are in perfsim/stores.hpp and perfsim/cache.hpp.
#pragma once

#include <algorithm>
#include <type_traits>

#include "model/containers.hpp"
#include "model/text_error.hpp"
#include "perfsim/datum.hpp"

namespace tandem::perfsim {

/// The name of a core, a thread or a block; a block's is its address divided by its size.
template <model::Sort S>
struct Name {
    static constexpr model::Sort sort = S;
    std::uint32_t number = 0;

    constexpr Name() = default;
    constexpr Name(int n) : number(static_cast<std::uint32_t>(n)) {}
    constexpr explicit Name(std::uint32_t n) : number(n) {}
    constexpr std::size_t index() const { return number; }
    friend constexpr auto operator<=>(const Name&, const Name&) = default;
};

struct Time {
    std::int64_t tick = 0;

    constexpr Time() = default;
    constexpr Time(std::int64_t t) : tick(t) {}
    friend constexpr Time operator+(Time a, Time b) { return a.tick + b.tick; }
    static constexpr Time later(Time a, Time b) { return std::max(a.tick, b.tick); }
    friend constexpr auto operator<=>(const Time&, const Time&) = default;
};

/// A moment of physical time: a cycle. Cycles count from 1, so the default is past.
struct PhysicalTime {
    std::int64_t cycle = 0;

    constexpr PhysicalTime() = default;
    constexpr explicit PhysicalTime(std::int64_t c) : cycle(c) {}
    friend constexpr PhysicalTime operator+(PhysicalTime a, Time ticks) { return PhysicalTime(a.cycle + ticks.tick); }
    static constexpr PhysicalTime later(PhysicalTime a, PhysicalTime b) { return std::max(a, b); }
    friend constexpr auto operator<=>(const PhysicalTime&, const PhysicalTime&) = default;
};

/// A counter; what bounds it in a finite search is the number of warps, and here the machine has more of them.
struct Tally {
    int number = 0;

    constexpr Tally() = default;
    constexpr Tally(int n) : number(n) {}
    constexpr Tally& operator+=(int n) { return number += n, *this; }
    constexpr Tally& operator-=(int n) { return number -= n, *this; }
    constexpr std::size_t index() const { return static_cast<std::size_t>(number); }
    friend constexpr auto operator<=>(const Tally&, const Tally&) = default;
};

struct Timed {
    using Time = perfsim::Time;
    using PhysicalTime = perfsim::PhysicalTime;
    using Flag = bool;
    template <class E> using Enum = E;
    template <model::Sort S> using Id = std::conditional_t<S == model::Sort::value, Value, Name<S>>;
    template <int Max> using Count = Tally;
};

using Block = Name<model::Sort::address>;
using WarpName = Name<model::Sort::thread>;
using CoreName = Name<model::Sort::core>;

}  // namespace tandem::perfsim
