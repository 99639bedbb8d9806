// What an author calls a thread, read from what it does: "W0" of "W0 load A", "hart 0" of "hart 0 load A".
#pragma once

#include <algorithm>
#include <string>

#include "model/network.hpp"

namespace tandem::apps {

/// The words before what the thread does; the first word of an operation that has a text of its own.
inline std::string thread_word(const std::string& operation) {
    // "load", or "load_acq_cmp", but no longer word.
    const auto begins = [&](const std::string& deed) {
        std::size_t at = operation.find(deed);
        const auto ends = [&] {
            return operation.find_first_of(" _", at + 1) == at + deed.size() || at + deed.size() == operation.size();
        };
        while (at != std::string::npos && !ends()) at = operation.find(deed, at + 1);
        return at;
    };
    std::size_t end = std::string::npos;
    for (const char* const deed : {" load", " store", " atomic", " fence"}) end = std::min(end, begins(deed));
    return operation.substr(0, end == std::string::npos ? operation.find(' ') : end);
}

/// Of a thread of a node; a number where the node has no such thread.
inline std::string thread_word(const model::Network& network, int node, int thread) {
    for (const model::Asking& asking : network.askings(node))
        if (asking.thread == thread) return thread_word(network.label(node, asking.label));
    return std::to_string(thread);
}

}  // namespace tandem::apps
