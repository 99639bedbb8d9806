// Whose checkpoint it is nobody knows: a right sum says only that no accident has changed it. So what is read is held against the
// system before it is used.
#pragma once

#include "model/usage_error.hpp"

namespace tandem::checker {

/// Throws UsageError for a checkpoint that no search of this system has written.
[[noreturn]] inline void refuse_checkpoint() {
    throw model::UsageError(
        "the checkpoint is of no search of this system: with another folder, or none, the search begins anew");
}
inline void require_of_checkpoint(bool sound) {
    if (!sound) refuse_checkpoint();
}

/// Of a flag that was read as bytes: whether it is one. It must be asked before anything else reads the flag.
inline bool is_flag(const bool& flag) { return *reinterpret_cast<const unsigned char*>(&flag) <= 1; }

}  // namespace tandem::checker
