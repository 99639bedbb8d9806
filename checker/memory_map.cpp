#include "checker/memory_map.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace tandem::checker {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

constexpr std::size_t round_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

}  // namespace

MemoryMap::MemoryMap(std::size_t bytes, Use use)
    : size_(round_up(bytes, huge_page)), mapping_(nullptr), mapped_(size_ + huge_page), data_(nullptr) {
    if (bytes > SIZE_MAX / 2) throw std::bad_alloc();
    mapping_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping_ == MAP_FAILED) throw std::bad_alloc();

    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    data_ = static_cast<std::byte*>(mapping_) + (round_up(address, huge_page) - address);
    // Only a hint: a system without huge pages works as well, more slowly.
    const std::size_t small = use == Use::all && bytes >= huge_page ? 0 : std::min(size_, huge_page);
    if (size_ > small) madvise(data_ + small, size_ - small, MADV_HUGEPAGE);
}

MemoryMap::~MemoryMap() { munmap(mapping_, mapped_); }

void MemoryMap::release(std::size_t begin, std::size_t end) {
    assert(begin <= end && end <= size_);
    static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    begin = round_up(begin, page);
    end = end / page * page;
    if (begin >= end) return;
    // MADV_DONTNEED on private anonymous memory drops the contents at once; for the index that is needed, not a hint.
    if (madvise(data_ + begin, end - begin, MADV_DONTNEED) != 0) throw std::bad_alloc();
}

}  // namespace tandem::checker
