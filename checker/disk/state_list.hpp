// Many strings of states, each part in an array of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "checker/disk/state_form.hpp"

namespace tandem::checker {

struct StateList {
    std::vector<std::uint64_t> mixed;
    std::vector<std::array<std::uint64_t, StateString::quads>> more;  // empty where strings have no such bits
    std::vector<std::uint32_t> tags;                                  // empty where nobody asks for them

    std::size_t size() const { return mixed.size(); }
    StateString operator[](std::size_t i) const { return {mixed[i], more.empty() ? StateString().more : more[i]}; }
    void clear() { mixed.clear(), more.clear(), tags.clear(); }
    std::size_t bytes() const {
        return mixed.capacity() * sizeof(mixed[0]) + more.capacity() * sizeof(more[0]) + tags.capacity() * sizeof(tags[0]);
    }
};

}  // namespace tandem::checker
