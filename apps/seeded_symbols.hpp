// What nodes do by a text with a seeded bug, on symbols: for exports, so that others can see that it is caught. Compare apps/seeded_bug.hpp.
#pragma once

#include "apps/seeded_bug.hpp"
#include "smt/symbolic_handlers.hpp"

namespace tandem::apps {

/// Nodes of the true text P do what these do, in the order of P's.
template <class P, class... Broken>
smt::AllSymbolicHandlers<P> broken_symbols() {
    smt::AllSymbolicHandlers<P> all;
    std::apply([](auto&... handlers) { (let_do<Broken>(handlers), ...); }, all);
    return all;
}

}  // namespace tandem::apps
