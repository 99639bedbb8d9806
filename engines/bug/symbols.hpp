// What nodes do by a text with a seeded bug, on symbols: for exports, so that others can see that it is caught.
#pragma once

#include <any>
#include <vector>

#include "engines/bug/handlers.hpp"
#include "smt/symbolic_handlers.hpp"

namespace tandem::engines {

/// smt::AllSymbolicHandlers of P: its nodes do what they do here.
template <class P>
std::any broken_symbols() {
    smt::AllSymbolicHandlers<P> all;
    std::apply([](auto&... handlers) { (let_do(handlers), ...); }, all);
    return all;
}

}  // namespace tandem::engines
