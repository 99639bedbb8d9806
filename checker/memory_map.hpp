// A large stretch of zeroed memory that costs only what is touched.
//
// The search knows the most it may use, and not how much it will need. So addresses are reserved for the most, and the
// kernel supplies zeroed pages as they are first written. Nothing ever moves, and growing is free. Huge pages make a random
// read about twice as fast; but the first 2 MiB come in small pages unless all will be used, so that a small search clears
// little.
#pragma once

#include <cstddef>

namespace tandem::checker {

class MemoryMap {
public:
    enum class Use { from_the_front, all };

    /// Reserves `bytes` of address space, aligned to 2 MiB. Throws std::bad_alloc if the system refuses.
    explicit MemoryMap(std::size_t bytes, Use use = Use::from_the_front);
    ~MemoryMap();
    MemoryMap(const MemoryMap&) = delete;
    MemoryMap& operator=(const MemoryMap&) = delete;

    void* data() const { return data_; }
    std::size_t size() const { return size_; }

    /// Gives the whole pages within bytes [begin, end) back to the system; they read as zero afterwards.
    void release(std::size_t begin, std::size_t end);
    void release_all() { release(0, size_); }

private:
    std::size_t size_;      // rounded up to whole huge pages
    void* mapping_;         // what the system gave
    std::size_t mapped_;
    std::byte* data_;       // the first huge page boundary within it
};

}  // namespace tandem::checker
