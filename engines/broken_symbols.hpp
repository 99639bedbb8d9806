// What nodes do by a text with a seeded bug, on symbols: for exports, so that others can see that it is caught. Compare broken_handlers.hpp.
#pragma once

#include <any>

#include "engines/broken_handlers.hpp"
#include "smt/symbolic_handlers.hpp"

namespace tandem::engines {

/// Nodes of the true text P do what these do, in the order of P's.
template <class P, class... Broken>
std::any broken_symbols() {
    smt::AllSymbolicHandlers<P> all;
    std::apply([](auto&... handlers) { (let_do<Broken>(handlers), ...); }, all);
    return all;
}

}  // namespace tandem::engines
