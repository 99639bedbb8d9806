// What a user can mend: one line that says what is wrong and what would be accepted. The program prints it and ends with 2.
#pragma once

#include <stdexcept>

namespace tandem::apps {

struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The exit statuses of every command.
enum Status : int { status_holds = 0, status_refuted = 1, status_unusable = 2, status_undecided = 3 };

}  // namespace tandem::apps
