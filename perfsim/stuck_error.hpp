// The error that ends a run that cannot go on.
#pragma once

#include <stdexcept>

namespace tandem::perfsim {

/// Nothing can happen and warps wait, a limit was reached, or a kernel does what no machine can do. The message is one line.
struct StuckError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The kernel asks for an access that the protocol does not have: nothing is said of either.
struct NoSuchAccess : StuckError {
    using StuckError::StuckError;
};

}  // namespace tandem::perfsim
