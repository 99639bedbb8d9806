#include "apps/common/large_pages.hpp"

#include <cstdint>
#include <cstdlib>

#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tandem::apps {

void prefer_large_pages([[maybe_unused]] std::size_t bytes) {
#ifdef __GLIBC__
    // The heap grows by that much at once, and keeps it when it is freed: what is allocated next lies there.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);  // never: the greatest int would be 2 GB, and more than that would go back at once
    void* const piece = std::malloc(bytes);
    if (piece == nullptr) return;
    constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
    const auto begin = (reinterpret_cast<std::uintptr_t>(piece) + page - 1) & ~(page - 1);
    const auto end = (reinterpret_cast<std::uintptr_t>(piece) + bytes) & ~(page - 1);
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
    std::free(piece);
#endif
}

}  // namespace tandem::apps
