// Memory in large pages. Work that touches each part of much memory once spends half of its time on the system's work for each
// small page. Work that jumps about in its memory waits for the translation of addresses.
#pragma once

#include <cstddef>

namespace tandem::apps {

/// What the program allocates from now on lies in large pages, up to so many bytes at a time, where the system has such. A hint:
/// where that cannot be had all is as it was. What is freed stays with the program.
void prefer_large_pages(std::size_t bytes);

}  // namespace tandem::apps
