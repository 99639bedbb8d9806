// What a protocol's description says besides its settings, in types that every engine understands. engines/hooks.hpp lists the
// members of a description.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "model/reflect.hpp"
#include "model/shape.hpp"

namespace tandem::model {

/// A protocol's text and the monitor that watches it, both templates over domains.
template <template <class> class T, template <class> class M>
struct Watched {
    template <class D> using Text = T<D>;
    template <class D> using Monitor = M<D>;
};

/// Calls use(Watched<...>{}) for a text and its monitor. If blocks have several words, the text is the one over such blocks.
template <template <class> class T, template <class> class M, class Use>
decltype(auto) watched_in_words(const Shape& shape, Use&& use) {
    if (shape.words != 1) return use(Watched<TextInWords<T>::template Text, M>{});
    return use(Watched<T, M>{});
}

/// Which numbers of a system have limits.
enum class Limits : std::uint8_t {
    none,   // any moments, leases and data; a clock never overflows
    // moments end where the shape says, so a clock that can be reset is; any leases that the text has room for then
    // (MomentChoice), any data
    clock,
    all,    // as in the explicit search
};

/// How `check --thorough` examines a system.
enum class Examined : std::uint8_t {
    whole,
    states,  // all of its states, but not liveness, which takes too long there
    walks,   // random walks, where there are too many states: they can refute, but never show that a property holds
};

/// One of the systems that `check --thorough` examines. Each shows something that no other does.
struct ExaminedSystem {
    std::string variant, shape;
    std::string shows;
    Examined how = Examined::whole;
    std::vector<std::string> judged{};  // the properties it is there for, if others are known to fail; empty: all
};

/// A property that does not hold of a variant, though it promises the others: `tandem list` says so, and why.
struct KnownFailure {
    // the variant's words, separated by commas; the named shape, or empty if large ones in general show it
    std::string property, variant, shape;
    std::string why;
};

/// A kind of bug that a system cannot show, since the numbers of its shape are too small for it.
struct NotShown {
    std::string shape;  // what would show it, as for `--shape`: "atomics=1"
    std::string what;
};

/// A protocol's names in TLA+: those of its sorts, and properties of its own.
struct TlaWords {
    /// The name of a sort: of the set, and of one element.
    struct SortName {
        std::string set, element;
    };
    std::array<SortName, sort_count> sorts{
        {{"Cores", "core"}, {"Threads", "thread"}, {"Addresses", "address"}, {"Values", "value"}}};
    /// Definitions that are appended, and the invariants among them. The system's own invariants that they replace are left out.
    std::string properties{};
    std::vector<std::string> invariants{};
    std::vector<std::string> instead_of{};
};

/// A count as papers print it: the loads of blocks that ended in one of these outcomes of the text.
struct Tally {
    std::string name;
    std::vector<std::string> outcomes;

    template <class Outcome>
    Tally(std::string called, std::initializer_list<Outcome> of) : name(std::move(called)) {
        for (const Outcome outcome : of) outcomes.push_back(name_of(outcome));
    }
};

}  // namespace tandem::model
