// What nodes do on symbols, where that is not what their text says: a text with a seeded bug (compare model::Handlers, of the
// explicit search).
#pragma once

#include "model/text_network.hpp"
#include "smt/symbolic_context.hpp"

namespace tandem::smt {

/// What a node of type N does in protocol P, both of symbols; null where the text says it.
template <class P, class N>
struct SymbolicHandlers {
    using Message = typename P::Message;
    using Operation = typename model::OperationOf<N>::type;
    using Action = typename model::ActionOf<N>::type;
    using Context = SymbolicContext<P>;

    void (*access)(N&, const Operation&, Context&) = nullptr;
    void (*act)(N&, const Action&, Context&) = nullptr;
    void (*receive)(N&, const Message&, Context&) = nullptr;
};
/// Of all its nodes.
template <class P>
using AllSymbolicHandlers = boost::mp11::mp_transform_q<boost::mp11::mp_bind_front<SymbolicHandlers, P>, typename P::Nodes>;

}  // namespace tandem::smt
