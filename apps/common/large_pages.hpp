// Memory in large pages, for work that touches each part of much memory once: there, the system's work for each small page is
// half of the time.
#pragma once

#include <cstddef>

namespace tandem::apps {

/// What the program allocates from now on lies in large pages, up to so many bytes at a time, where the system has such. A hint:
/// where that cannot be had all is as it was. What is freed stays with the program.
void prefer_large_pages(std::size_t bytes);

}  // namespace tandem::apps
