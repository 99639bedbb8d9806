// A lock for a few instructions: who finds it taken looks again instead of sleeping, since to be woken costs more than the wait.
#pragma once

#include <atomic>
#include <thread>

namespace tandem::checker {

/// Meets the standard's BasicLockable. Nobody computes anything of length while holding it.
class SpinLock {
public:
    void lock() {
        for (int looks = 0; taken_.exchange(true, std::memory_order_acquire);)
            while (taken_.load(std::memory_order_relaxed))
                if (++looks > 1000) std::this_thread::yield();  // its holder may have lost the processor
    }
    void unlock() { taken_.store(false, std::memory_order_release); }

private:
    std::atomic<bool> taken_ = false;
};

}  // namespace tandem::checker
