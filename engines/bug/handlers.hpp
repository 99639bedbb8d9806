// What nodes do by a text with a seeded bug (cmake/mutants.cmake). A bug changes what a handler does and not what a node
// remembers, so of the changed text only the handlers are compiled, into a shared object of their own: all else, most of a
// system, is the true text's. Its types have the names of the true text's, and are the same in memory; its functions are its own,
// for a module is bound to itself.
#pragma once

// The rules for texts (model/text_rules.hpp) the true text has kept to: to judge them again is a third of a bug's time.
#define TANDEM_RULES_ARE_KEPT
#include "model/system.hpp"

namespace tandem::engines {

/// A node does what its type says here.
template <template <class, class> class Handlers, class P, class Node>
void let_do(Handlers<P, Node>& handlers) {
    using Context = typename Handlers<P, Node>::Context;
    if constexpr (model::IssuesOperations<Node>)
        handlers.access = [](Node& node, const auto& operation, Context& ctx) { node.access(operation, ctx); };
    if constexpr (model::TakesActions<Node>)
        handlers.act = [](Node& node, const auto& action, Context& ctx) { node.act(action, ctx); };
    handlers.receive = [](Node& node, const typename P::Message& message, Context& ctx) { node.receive(message, ctx); };
}

/// Lets the nodes of a true system do what they do here, or returns false if it is no system of P, which has nodes of other kinds
/// in other shapes.
template <class P>
bool breaks(model::Network& network) {
    auto* text = dynamic_cast<model::TextNetwork<P>*>(&network);
    if (!text) return false;
    model::AllHandlers<P> all;
    std::apply([](auto&... handlers) { (let_do(handlers), ...); }, all);
    text->replace(all);
    return true;
}

}  // namespace tandem::engines
