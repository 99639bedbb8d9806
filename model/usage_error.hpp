// An error that a user can fix: one line that says what is wrong and what would be accepted. The program prints it and exits with
// status 2.
#pragma once

#include <stdexcept>

namespace tandem::model {

struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace tandem::model
