// What nodes do by a text with a seeded bug (cmake/mutants.cmake). A bug changes what a handler does and not what a node remembers, so of the broken
// text only handlers are compiled: all else, which is most of a system, is the true text's.
#pragma once

#include <bit>

#include "model/text_network.hpp"

namespace tandem::engines {

/// A `Node` does what a `Broken` one does, in the explicit search or on symbols.
template <class Broken, template <class, class> class Handlers, class P, class Node>
void let_do(Handlers<P, Node>& handlers) {
    using Context = typename Handlers<P, Node>::Context;
    if constexpr (model::IssuesOperations<Node>)
        handlers.access = [](Node& node, const auto& operation, Context& ctx) {
            Broken broken = std::bit_cast<Broken>(node);
            broken.access(operation, ctx);
            node = std::bit_cast<Node>(broken);
        };
    if constexpr (model::TakesActions<Node>)
        handlers.act = [](Node& node, const auto& action, Context& ctx) {
            Broken broken = std::bit_cast<Broken>(node);
            broken.act(std::bit_cast<typename Broken::Action>(action), ctx);
            node = std::bit_cast<Node>(broken);
        };
    handlers.receive = [](Node& node, const typename P::Message& message, Context& ctx) {
        Broken broken = std::bit_cast<Broken>(node);
        broken.receive(message, ctx);
        node = std::bit_cast<Node>(broken);
    };
}

/// Nodes of the true text P do what these do, in the order of P's. Both have the same messages and operations.
template <class P, class... Broken>
model::AllHandlers<P> broken_handlers() {
    model::AllHandlers<P> all;
    std::apply([](auto&... handlers) { (let_do<Broken>(handlers), ...); }, all);
    return all;
}

/// Lets the nodes of a true system do what these do, or returns false if it is no system of P, which has nodes of other kinds in other shapes.
template <class P, class... Broken>
bool breaks(model::Network& network) {
    auto* text = dynamic_cast<model::TextNetwork<P>*>(&network);
    if (text) text->replace(broken_handlers<P, Broken...>());
    return text;
}

}  // namespace tandem::engines
