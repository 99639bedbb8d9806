// Limits of a search as users state them, and how a search has ended.
#pragma once

#include <sys/resource.h>

#include "checker/search.hpp"

namespace tandem::apps {

/// "4G", "500M": bytes, or fewer where addresses are limited (ulimit -v), of which a search reserves several times as many.
/// Throws UsageError.
std::size_t bytes_of(const std::string& text);

/// Bytes for a search of a proof, which runs beside the solver and other searches: the search's default, or fewer where
/// addresses are limited.
std::size_t bytes_beside_a_solver();

/// Bytes that this process may use: the machine's, or fewer where a limit is set (ulimit -v).
std::size_t memory_at_hand();

/// The limit for all threads together, of work that counts no bytes itself. It is as stated, or for "" half of the memory at hand
/// and at least 4G. Throws UsageError.
std::size_t bytes_of_all(const std::string& text);

/// While it lives this process may have so many bytes more than it had, and the stacks of so many threads: whoever asks for more
/// gets std::bad_alloc. It is for work that counts no bytes itself. One at a time.
class MemoryLimit {
public:
    MemoryLimit(std::size_t bytes, int threads);
    ~MemoryLimit();
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
    rlimit before_{};
    bool is_set_ = false;
};

const char* ending_text(checker::Ending ending);

}  // namespace tandem::apps
