// Random numbers that are the same on every machine, for walks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/hash.hpp"

namespace tandem::checker {

/// SplitMix64 (model/hash.hpp), begun anew for each walk.
class Random {
public:
    Random(std::uint64_t seed, std::uint64_t walk) : state_(model::mixed(model::mixed(seed) + walk * model::golden_ratio)) {}
    /// 0..limit-1. The small bias of a remainder does not matter here.
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(model::mixed(state_ += model::golden_ratio) % limit); }

    /// For whoever draws from it by model::mixed.
    std::uint64_t& state() { return state_; }

private:
    std::uint64_t state_;
};

}  // namespace tandem::checker
