// The role of each kind of node in a machine. The first kinds are cores. Their requests go to banks: the first kind that takes no
// operations. A bank is a cache with DRAM behind it, or stands before memory. Or it is a cache whose misses go to nodes of the
// next kind, which stand before memory. One more kind may be beside them: a pool of something that cores share, such as locks.
// Only cores send to it, and it answers them. The first kind are SMs. A text may say which other kind of core are CPUs
// (`P::cpus`): they send to the node before memory and to the pool.
#pragma once

#include <tuple>

#include "model/network.hpp"
#include "model/system.hpp"
#include "perfsim/timed.hpp"

namespace tandem::perfsim {

template <class P> inline constexpr int kinds_of = static_cast<int>(std::tuple_size_v<typename P::Nodes>);
template <class P, int kind> using NodeOf = std::tuple_element_t<static_cast<std::size_t>(kind), typename P::Nodes>;

template <class N>
inline constexpr bool takes_operations = requires { typename N::Operation; };
template <class P, int kind = 1>
constexpr int first_bank_kind() {
    if constexpr (kind >= kinds_of<P>) return kinds_of<P>;
    else if constexpr (takes_operations<NodeOf<P, kind>>) return first_bank_kind<P, kind + 1>();
    else return kind;
}
template <class P> inline constexpr int bank_kind = first_bank_kind<P>();

/// A cache without memory of its own; the memory is in a later kind.
template <class N>
inline constexpr bool is_cache_alone = requires(N n) {
    n.lines.find(Name<model::Sort::address>{});
}
&&!requires(N n) { n.dram; };
template <class P>
constexpr bool has_kind_behind() {
    if constexpr (bank_kind<P> + 1 < kinds_of<P>) return is_cache_alone<NodeOf<P, bank_kind<P>>>;
    else return false;
}
/// Whether memory is behind another kind of node than the banks, and which; otherwise it is the banks' own.
template <class P> inline constexpr bool has_behind = has_kind_behind<P>();
template <class P> inline constexpr int memory_kind = has_behind<P> ? bank_kind<P> + 1 : bank_kind<P>;

template <class P> inline constexpr int pool_kind = memory_kind<P> + 1;
template <class P> inline constexpr bool has_pool = kinds_of<P> == pool_kind<P> + 1;
template <class P>
constexpr int kind_of_cpus() {
    if constexpr (requires { P::cpus; }) return has_behind<P> ? static_cast<int>(P::cpus) : -1;
    else return -1;
}
/// The kind of a machine's CPUs; -1: the text says of none.
template <class P> inline constexpr int cpu_kind = kind_of_cpus<P>();
template <class P> inline constexpr bool has_cpus = cpu_kind<P> > 0;

/// Whether a machine has nodes of the kind: of those that take operations it has SMs and CPUs.
template <class P> constexpr bool has_nodes_of(int kind) { return kind == 0 || kind >= bank_kind<P> || kind == cpu_kind<P>; }

}  // namespace tandem::perfsim
