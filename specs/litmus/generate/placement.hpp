// Where threads run and locations lie: the scope trees and memory maps that a test can have (ptx-litmus.txt, 4.1).
#pragma once

#include <array>

#include "specs/litmus/generate/draft.hpp"

namespace tandem::specs {

/// The smallest scope that two threads share.
enum class Nearest { warp, cta, gl, sys };

/// What a language calls a warp, a CTA, a GPU and all GPUs.
const std::array<std::string, 4>& level_words(TestLanguage language);

/// Each scope tree in which any two threads are as near as one of `levels` says, unique up to the names of groups.
std::vector<std::vector<Place>> scope_trees(std::size_t threads, const std::vector<Nearest>& levels);

Nearest nearest(const Place& a, const Place& b);

/// Each choice of regions: all global, or also shared for locations that only threads of one cta access.
std::vector<std::vector<bool>> memory_maps(const Draft& draft, bool global, bool shared);

}  // namespace tandem::specs
