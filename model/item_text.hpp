// What an operation or an action is called in traces and logs: "W0 load A", "evict A".
#pragma once

#include <string>

#include "model/print.hpp"

namespace tandem::model {

/// "hart 0 load A" for "W0 load A", if the protocol P names its threads so.
template <class P>
std::string in_the_authors_words(const auto& operation, std::string text) {
    if constexpr (requires {
                      P::thread_name(0);
                      operation.warp.index();
                  }) {
        const auto thread = static_cast<int>(operation.warp.index());
        const std::string usual = "W" + std::to_string(thread);
        if (text.starts_with(usual + " ")) text.replace(0, usual.size(), P::thread_name(thread));
    }
    return text;
}

/// The text of an operation or action of node N: the node's, else the item's own, else its members.
template <class P, class N>
std::string item_text(const auto& item, const Shape& shape) {
    if constexpr (requires { N::text(item); }) return N::text(item);
    else if constexpr (requires { item.text(); }) return in_the_authors_words<P>(item, item.text());
    else return one_line(item, shape);
}

}  // namespace tandem::model
